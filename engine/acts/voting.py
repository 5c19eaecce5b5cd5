"""Questions that all who still play answer with yes or no, closed at the moment that decides them.

What may be asked, how many yes it takes and what follows is a set's ``VoteRule``.
"""

from functools import cache

from ketuk.engine.acts.asked import asked
from ketuk.engine.causes import StateChange, VoteOn
from ketuk.engine.commands import CallVote, Vote
from ketuk.engine.draft import Draft
from ketuk.engine.events import StateChanged
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.states import Ballot
from ketuk.engine.table import AnyTask, Table, Voting, replace


def may_call(rules: RuleSet, table: Table, seat: int, what: VoteOn) -> Refused | None:
    """Whether a seat may put a question to all now."""
    rule = rules.votes.get(what)
    return rule.may(rules, table, seat) if rule else refuse(Reason.MISSING, option=what)


def callable_now(rules: RuleSet, table: Table) -> tuple[CallVote, ...]:
    """Every question that any seat may put to all now."""
    votes: tuple[CallVote, ...] = ()
    for what, rule in rules.votes.items():
        if rule.who is not None:
            seats = rule.who(rules, table)
        else:
            seats = tuple([s for s in table.seats if rule.may(rules, table, s) is None])
        votes += _calls(seats, what)
    return votes


@cache
def _calls(seats: tuple[int, ...], what: VoteOn) -> tuple[CallVote, ...]:
    return tuple([CallVote(seat, what) for seat in seats])


def call(draft: Draft, command: CallVote) -> Refused | None:
    """Put a question to all; whoever does says yes."""
    seat, what = command.seat, command.what
    if refused := may_call(draft.rules, draft.table, seat, what):
        return refused
    spent = draft.table.state(Ballot).spent
    _say(draft, Ballot(seat, (seat,), (), spent), what, "called", seat)
    draft.plan(Voting(what))
    return None


def vote(draft: Draft, command: Vote) -> Refused | None:
    """Answer it, once."""
    if refused := asked(draft.table, command.seat, Voting):
        return refused
    task, ballot, seat = draft.table.top, draft.table.state(Ballot), command.seat
    assert isinstance(task, Voting)
    if ballot.answered(seat):
        return refuse(Reason.VOTED_ALREADY, draft.rules.cite(f"vote_{task.what}"))
    if command.yes:
        _say(draft, replace(ballot, yes=(*ballot.yes, seat)), task.what, "yes", seat)
    else:
        _say(draft, replace(ballot, no=(*ballot.no, seat)), task.what, "no", seat)
    return None


def needed(rules: RuleSet, table: Table, what: VoteOn) -> int:
    """How many yes it takes as many as still play."""
    return rules.votes[what].need(len(table.seats))


def count(draft: Draft, task: Voting) -> bool:
    """Close the vote once those who have not answered can change nothing."""
    ballot, rule = draft.table.state(Ballot), draft.rules.votes[task.what]
    need = needed(draft.rules, draft.table, task.what)
    if len(ballot.yes) >= need:
        draft.done()
        _say(draft, ballot, task.what, "carried", ballot.opener)
        rule.carried(draft)
        return True
    if len(ballot.yes) + len(task.waits_for(draft.table)) >= need:
        return False
    lose(draft, task)
    return True


def lose(draft: Draft, task: Voting) -> None:
    """The vote is over without enough yes; if time is up, silence counts as no."""
    ballot, rule = draft.table.state(Ballot), draft.rules.votes[task.what]
    draft.done()
    kept = rule.lost(draft, ballot) if rule.lost is not None else ballot
    _say(draft, kept, task.what, "lost", ballot.opener)


def vote_without(draft: Draft, task: Voting, seat: int, heir: int) -> tuple[AnyTask, ...]:
    """The answer of a leaver is void, and nobody waits for it."""
    ballot = draft.table.state(Ballot)
    if (without := ballot.without(seat)) != ballot:
        draft.add(StateChanged(without))
    return (task,)


def _say(draft: Draft, ballot: Ballot, what: VoteOn, said: str, seat: int) -> None:
    ruling = draft.rules.cite(f"vote_{what}")
    draft.add(StateChanged(ballot, StateChange(f"vote_{what}_{said}"), seat, ruling))
