"""Why an amount, a refusal, a target or a place is as it is: the data used, and the rulings."""

from dataclasses import dataclass

from rich.text import Text

from ketuk.engine.causes import PaidFor
from ketuk.engine.events import AnyEvent, Corrected, Paid, Targeted
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.buildings import cost
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.states import Loans
from ketuk.engine.table import BANK, NOWHERE, Bill, Due, PayPrice, Place, Table
from ketuk.tui.standings import deed_worth
from ketuk.tui.telling import corrections, why_amounts
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.why_amounts import AMOUNTS, Moment
from ketuk.tui.words import Language, said


@dataclass(frozen=True, slots=True)
class Reasons:
    """Lines of data, and the numbers of the rulings behind them."""

    lines: tuple[str, ...]
    rulings: tuple[str, ...]


def of_event(names: Names, event: AnyEvent, at: Moment | None = None) -> Reasons:
    """Why an event came out as it did.

    Args:
        at: when it happened; by default nothing but the event and the table of now is known.
    """
    at = at or Moment(names.table, (event,))
    lines: list[str] = []
    bill: Bill | None = getattr(event, "bill", None)
    rulings = [getattr(event, "ruling", ""), *getattr(event, "rulings", ())]
    if bill is not None:
        lines += names.telling.bill(bill)
        rulings += bill.rulings
    lines += why_amounts.lines(names, event, at)
    rulings += [names.rules.cite(topic) for topic in why_amounts.topics(event, at)]
    if isinstance(event, Corrected):
        lines += _corrected(names, event)
    if isinstance(event, Targeted):
        lines += _figures(names, event)
    return Reasons(tuple(lines), _once(rulings))


def of_refusal(names: Names, refused: Refused) -> Reasons:
    """Why something was refused."""
    return Reasons((names.refusal(refused),), _once([refused.ruling]))


def of_place(names: Names, place: Place) -> Reasons:
    """How a net worth comes about, line by line."""
    rules, table, seat, words = names.rules, names.table, place.seat, names.words
    lines = [words("screens.worth_cash", amount=table.player(seat).cash)]
    for tile in table.owned(seat):
        value, built = deed_worth(rules, table, tile), cost(rules, table, tile)
        key = "screens.worth_mortgaged" if table.holdings[tile].mortgaged else "screens.worth_tile"
        lines.append(words(key, tile=names.deed(tile), amount=value))
        if built:
            lines.append(words("screens.worth_built", tile=names.deed(tile), amount=built))
    for debt in table.debts:
        if seat in (debt.debtor, debt.creditor):
            sign = -1 if debt.debtor == seat else 1
            lines.append(words("screens.worth_debt", amount=sign * debt.amount))
    for contract in table.contracts:
        if contract.repayment and seat in (contract.giver, contract.taker):
            sign = -1 if contract.taker == seat else 1
            lines.append(words("screens.worth_loan", amount=sign * contract.repayment))
    if owed := table.state(Loans).of(seat):
        lender = names.telling.names.term("lender")
        lines.append(words("screens.worth_lender", lender=lender, amount=-owed))
    side = rules.side(rules, table, seat)
    for mate in table.seats:  # the worth of a place is that of its side
        if mate != seat and rules.side(rules, table, mate) == side:
            worth = rules.net_worth(rules, table, mate)
            lines.append(words("screens.worth_mate", name=names.seat(mate), amount=worth))
    lines.append(words("screens.worth_total", amount=place.worth))
    topics = ("why_worth", *(("why_worth_below_zero",) if place.worth < 0 else ()))
    return Reasons(tuple(lines), _once([rules.cite(topic) for topic in topics]))


def awaited(table: Table) -> Paid | None:
    """The payment that the table waits for, as if it had been made."""
    match table.top:
        case Due(seat, to, amount, why, ruling, bill):
            tile = bill.tile if bill else NOWHERE
            return Paid(seat, to, amount, why, tile, bill, ruling)
        case PayPrice(seat, tile, price):
            return Paid(seat, BANK, price, PaidFor("price"), tile)
        case _:
            return None


def is_explained(event: AnyEvent) -> bool:
    """Whether there is more to say about an event than its sentence."""
    if isinstance(event, (Targeted, Corrected, *AMOUNTS)):
        return True
    return bool(
        getattr(event, "bill", None)
        or getattr(event, "ruling", "")
        or getattr(event, "rulings", ())
    )


def rulings_text(rules: RuleSet, numbers: tuple[str, ...], language: Language) -> Text:
    """The rulings in full."""
    text = Text()
    for number in numbers:
        ruling = rules.rulings.get(number)
        if ruling is not None:
            text.append(f"\n{number}  {said(ruling['title'], language)}\n", "bold")
            text.append(f"{said(ruling['text'], language)}\n")
    return text


def _corrected(names: Names, event: Corrected) -> tuple[str, ...]:
    return corrections.reasons(names.telling.names, event, names.table)


def _figures(names: Names, event: Targeted) -> list[str]:
    """The candidates with what was compared, and who or what chose among them."""
    words, lines = names.words, []
    kind = names.rules.cards[event.card].kind if event.card in names.rules.cards else ""
    if event.figures and len(event.figures[0]) > 1:
        lines.append(words(f"screens.why_figures_{kind}"))
    for row in event.figures:
        who, *figures = row
        text = ", ".join(words.figure(f) for f in figures)
        what = _candidate(names, event, who)
        lines.append(words("screens.why_candidate", what=what, figures=text) if text else what)
    own = f"screens.why_by_{event.by}_{kind}"
    lines.append(words(own if words.has(own) else f"screens.why_by_{event.by}"))
    return lines


def _candidate(names: Names, event: Targeted, number: int) -> str:
    kind = names.rules.cards[event.card].kind if event.card in names.rules.cards else ""
    if event.by == "choice":
        return names.deed(number)
    hits = names.rules.card_rules[kind].hits if kind else "tile"
    match hits:
        case "zone":
            return names.words("screens.zone", number=number)
        case "group":
            return names.words("screens.group", number=number)
        case "seat":
            return names.seat(number)
        case "tile":
            return names.tile(number)


def _once(numbers: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(n for n in numbers if n))
