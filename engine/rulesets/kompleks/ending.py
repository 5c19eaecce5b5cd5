"""Akhiri permainan: any player may ask, and more than half of those still in decide."""

from ketuk.engine.acts import ending
from ketuk.engine.acts.asked import nothing_open
from ketuk.engine.causes import GameEnd, VoteOn
from ketuk.engine.draft import Draft
from ketuk.engine.events import StateChanged
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet, VoteRule
from ketuk.engine.states import Ballot
from ketuk.engine.table import CloseTurn, Table, replace

END = VoteOn("end")
"""Id of the vote."""


def may_ask(rules: RuleSet, table: Table, seat: int) -> Refused | None:
    """In any free moment; after a no only once an own turn has gone by (KP-17)."""
    if refused := nothing_open(table, seat):
        return refuse(refused.reason, "KP-17", **refused.about)
    spent = seat in table.state(Ballot).spent
    return refuse(Reason.VOTE_SPENT, "KP-17", seat=seat) if spent else None


def who_may_ask(rules: RuleSet, table: Table) -> tuple[int, ...]:
    """All of them at once."""
    if nothing_open(table, table.turn.seat):
        return ()
    spent = table.state(Ballot).spent
    return tuple([s for s in table.seats if s not in spent]) if spent else table.seats


def majority(players: int) -> int:
    """More than half of those still in (KP-14)."""
    return players // 2 + 1


def carried(draft: Draft) -> None:
    """The game is over as the table stands."""
    ending.end_at_once(draft, GameEnd("vote"))


def lost(draft: Draft, ballot: Ballot) -> Ballot:
    """Who asked waits for an own turn to end; the one in progress does not count."""
    opener, table = ballot.opener, draft.table
    if opener not in table.seats:
        return ballot
    own = (opener,) if table.turn.seat == opener else ()
    return replace(ballot, spent=(*ballot.spent, opener, *own))


def close_turn(draft: Draft, task: CloseTurn) -> bool:
    """An own turn brings the right to ask nearer."""
    seat, ballot = draft.table.turn.seat, draft.table.state(Ballot)
    if seat in ballot.spent:
        at = ballot.spent.index(seat)
        rest = (*ballot.spent[:at], *ballot.spent[at + 1 :])
        draft.add(StateChanged(replace(ballot, spent=rest)))
    return ending.close_turn(draft, task)


VOTES = {END: VoteRule(may_ask, majority, carried, lost, who_may_ask)}
