"""A trade on a page: what both sides could put on the table, contracts, and what it is worth."""

from ketuk.engine.acts.trading import may_propose
from ketuk.engine.commands import Propose
from ketuk.engine.offers import TradeForm
from ketuk.engine.rules.trade import sides
from ketuk.engine.rules.victory import property_value
from ketuk.engine.table import Goods as Handed
from ketuk.engine.table import Terms, Trade
from ketuk.rooms import sheet
from ketuk.rooms.sheet import ContractPart, Good, Partner, SidePart, Term
from ketuk.rooms.views import HIDDEN
from ketuk.tui.dealing import contracts, tradeable
from ketuk.tui.pages.place import SeatPlace, wired

MOST_ROUNDS = 40


def goods(at: SeatPlace, form: TradeForm, label: str) -> sheet.GoodsField:
    """A trade with each of those who may be asked."""
    partners = tuple(_partner(at, seat) for seat in form.partners)
    return sheet.GoodsField(label=label, partners=partners, send=at.names.words("rooms.propose"))


def _partner(at: SeatPlace, seat: int) -> Partner:
    return Partner(
        label=at.names.seat(seat),
        cmd=wired(Propose(at.seat, Trade(at.seat, seat, Handed(), Handed()))),
        give=_side(at, at.seat, "trade.give", "rooms.give"),
        take=_side(at, seat, "trade.take", "rooms.take"),
        contracts=_contracts(at, seat) if contracts(at.rules) else (),
    )


def _side(at: SeatPlace, seat: int, into: str, key: str) -> SidePart:
    names, table, rules = at.names, at.table, at.rules
    tiles = tuple(
        Good(
            value=tile,
            label=names.deed(tile),
            hint=names.words.figure(property_value(rules, table, tile)),
            group=str(rules.board.tiles[tile].group or ""),
        )
        for tile in tradeable(rules, table, seat)
    )
    held = table.player(seat).hand if rules.trading.cards else ()
    cards = tuple(Good(value=c, label=names.card(c)) for c in held if c != HIDDEN)
    return SidePart(
        label=names.words(key, name=names.seat(seat)),
        into=into,
        cash=table.player(seat).cash,
        step=rules.meta.step,
        tiles=tiles,
        cards=cards,
    )


def _contracts(at: SeatPlace, partner: int) -> tuple[ContractPart, ...]:
    """No rent, or a loan, from either side."""
    words, step, found = at.names.words, at.rules.meta.step, list[ContractPart]()
    rounds = Term(name="rounds", label=words("rooms.rounds"), least=1, most=MOST_ROUNDS, step=1)
    for giver in (at.seat, partner):
        name = at.names.seat(giver)
        free, loan = Terms("rent_free", giver, 1), Terms("loan", giver, 1, step, step)
        most = at.table.player(giver).cash
        sums = tuple(
            Term(name=n, label=words(f"rooms.{n}"), least=step, most=top, step=step)
            for n, top in (("principal", max(most, step)), ("repayment", max(2 * most, step)))
        )
        for kind, terms, numbers in (
            ("rent_free", free, (rounds,)),
            ("loan", loan, (rounds, *sums)),
        ):
            label = words(f"screens.pact_{kind}", name=name)
            found.append(
                ContractPart(label=label, into="trade.terms", terms=_plain(terms), numbers=numbers)
            )
    return tuple(found)


def _plain(terms: Terms) -> dict[str, object]:
    return {
        "kind": terms.kind,
        "giver": terms.giver,
        "rounds": terms.rounds,
        "principal": terms.principal,
        "repayment": terms.repayment,
    }


def weighed(at: SeatPlace, trade: Trade) -> tuple[tuple[str, ...], str]:
    """What a trade is worth to both sides, which sets it makes whole, and why it may not be."""
    names = at.names
    given, taken = sides(at.rules, at.table, trade)
    lines = [names.words("rooms.worth", give=given, take=taken)]
    if whole := names.made_whole(trade):
        lines.append(whole)
    wrong = may_propose(at.rules, at.whole, trade)
    return tuple(lines), names.refusal(wrong) if wrong is not None else ""
