"""The start, laps, and what they open: the first lap, the news, what players may own."""

from ketuk.engine.acts import turning
from ketuk.engine.acts.leaving_jail import put_in_jail
from ketuk.engine.acts.owing import transfer
from ketuk.engine.causes import JailedFor, NothingFrom, PaidFor, StateChange
from ketuk.engine.draft import Draft
from ketuk.engine.events import CardShown, Nothing, SalaryDue, StateChanged
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import CardRule, RuleSet
from ketuk.engine.rulesets.rel import lending
from ketuk.engine.states import Laps, News
from ketuk.engine.table import BANK, DrawCard, Table, Walk, replace

NEWS = "berita"
"""The deck of the news."""


def first_lap(rules: RuleSet, table: Table, seat: int) -> bool:
    """Whether a player pays nothing and goes to no jail: until the own first lap is done."""
    return bool(rules.figures["first_lap"]) and not table.state(Laps).of(seat)


def news(rules: RuleSet, table: Table, does: str) -> int:
    """What the news in force does in that way: a line, an amount or 1; 0 for nothing."""
    return rules.figures.get(f"{does}_{table.state(News).card}", 0)


def pass_start(draft: Draft, seat: int, exact: bool, ruling: str) -> None:
    """The bank pays, the lap counts, Ah Long collects: in this order (R-1)."""
    rules, table = draft.rules, draft.table
    draft.add(SalaryDue(seat))
    salary = news(rules, table, "salary")
    why = PaidFor("salary_news" if salary else "salary")
    ruling = "R-2" if salary else ruling or "R-1"
    transfer(draft, BANK, seat, salary or rules.salary, why, ruling=ruling)
    draft.add(StateChanged(table.state(Laps).after(seat), StateChange("lap"), seat))
    lending.collect(draft, seat)


def third_double(draft: Draft, seat: int, dice: tuple[int, ...]) -> None:
    """To jail; in the first lap the pawn moves by it, and no roll follows (R-5)."""
    if first_lap(draft.rules, draft.table, seat):
        draft.add(Nothing(NothingFrom("third_double"), "first_lap", "R-5", seat))
        draft.plan(Walk(seat, sum(dice)))
    else:
        put_in_jail(draft, seat, JailedFor("third_double"))


def to_come(rules: RuleSet, table: Table) -> Table:
    """All have done their first lap, and no news is in force: a ``RuleSet.to_come``."""
    laps, news = table.state(Laps), table.state(News)
    if laps.least(table.seats) and not news.card:
        return table
    without_news = replace(table, states=table.keeping(News()))
    return replace(without_news, states=without_news.keeping(laps.begun(table.seats)))


# --- what may be owned -------------------------------------------------------------------------


def may_own(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """Whether a player has the laps that are agreed on before buying, bidding, receiving (R-8)."""
    missing = rules.figures["qualifying"] - table.state(Laps).of(seat)
    return refuse(Reason.LAPS_MISSING, "R-8", seat=seat, count=missing) if missing > 0 else None


def may_hold(
    rules: RuleSet, table: Table, seat: int, given: tuple[int, ...], taken: tuple[int, ...]
) -> Refused | None:
    """As ``may_own`` for what a trade brings."""
    return may_own(rules, table, seat, taken[0]) if taken else None


# --- news --------------------------------------------------------------------------------------


def news_due(table: Table) -> DrawCard | None:
    """The draw that is due once all have done a lap more than at the last news (R-17)."""
    if table.state(Laps).least(table.seats) <= table.state(News).since:
        return None
    return DrawCard(table.active, NEWS)


def _tell(draft: Draft, seat: int, item: int) -> None:
    """A piece of news takes the place of the last one."""
    draft.add(CardShown(seat, item, NEWS))
    lap = draft.table.state(Laps).least(draft.table.seats)
    draft.add(StateChanged(News(item, lap)))


def news_rule() -> CardRule:
    """The rule of a piece of news."""
    return turning.in_the_open(_tell)
