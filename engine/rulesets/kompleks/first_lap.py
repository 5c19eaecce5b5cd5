"""The first lap of each player: until the start is passed or reached nothing has an effect."""

from ketuk.engine.acts.landing import resolve, salary_each_time
from ketuk.engine.acts.rolling import jailed_by_doubles
from ketuk.engine.acts.turning import every_other
from ketuk.engine.causes import LandedOn, StateChange
from ketuk.engine.draft import Draft
from ketuk.engine.events import Landed, StateChanged
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.states import Laps
from ketuk.engine.table import Resolve, Table, Walk, replace


def done(table: Table, seat: int) -> bool:
    """Whether a player has done the first lap."""
    return table.state(Laps).of(seat) > 0


def spared(rules: RuleSet, table: Table, seat: int) -> bool:
    """Whether no tile has an effect on a player (KP-4)."""
    return not done(table, seat)


def to_come(rules: RuleSet, table: Table) -> Table:
    """All have done their first lap: a ``RuleSet.to_come``."""
    laps = table.state(Laps)
    if laps.least(table.seats):
        return table
    return replace(table, states=table.keeping(laps.begun(table.seats)))


def not_done(table: Table, *seats: int) -> Refused | None:
    """A refusal where one of these still is in the first lap (KP-4)."""
    early = [s for s in seats if not done(table, s)]
    return refuse(Reason.FIRST_LAP, "KP-4", seat=early[0]) if early else None


def others(table: Table, seat: int) -> tuple[int, ...]:
    """Whom a card of another reaches: all who are past their first lap (KP-4)."""
    return tuple([s for s in every_other(table, seat) if done(table, s)])


def at_start(draft: Draft, seat: int, exact: bool, ruling: str) -> None:
    """Who passes is paid, who stops there is not; the lap is done either way (KP-1, KP-2)."""
    if not exact:
        salary_each_time(draft, seat, exact, ruling)
    first = not done(draft.table, seat)
    laps = draft.table.state(Laps).after(seat)
    if first:
        draft.add(StateChanged(laps, StateChange("first_lap"), seat, "KP-2" if exact else "KP-1"))
    else:
        draft.add(StateChanged(laps))


def take_effect(draft: Draft, task: Resolve) -> bool:
    """A tile does what it does, but nothing at all in the first lap (KP-4)."""
    seat = task.seat
    if done(draft.table, seat):
        return resolve(draft, task)
    draft.done()
    draft.add(Landed(seat, draft.table.player(seat).at, LandedOn("first_lap"), "KP-4"))
    return True


def third_double(draft: Draft, seat: int, dice: tuple[int, ...]) -> None:
    """To jail; in the first lap the pawn moves by it instead, and no roll follows (KP-3)."""
    if done(draft.table, seat):
        jailed_by_doubles(draft, seat, dice)
    else:
        draft.plan(Walk(seat, sum(dice)))
