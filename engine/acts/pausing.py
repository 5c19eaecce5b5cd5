"""A pause by consent: a vote begins it, each comes back from it, and somebody goes on.

A set decides who may ask, and lets its time stand still while ``Paused`` is on top.
"""

from ketuk.engine.acts.asked import asked
from ketuk.engine.causes import VoteOn
from ketuk.engine.commands import AnyCommand, ComeBack, Resume
from ketuk.engine.draft import Draft
from ketuk.engine.events import CameBack, WentOn
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Paused, Table

PAUSE = VoteOn("pause")
"""Id of the vote on a pause."""


def pause(draft: Draft) -> None:
    """All agree: the game stands still."""
    draft.plan(Paused())


def stands(table: Table) -> bool:
    """Whether time stands still: a ``Timing.stands``."""
    return type(table.top) is Paused


def come_back(draft: Draft, command: ComeBack) -> Refused | None:
    """A player is back."""
    if refused := asked(draft.table, command.seat, Paused):
        return refused
    task = draft.table.top
    assert isinstance(task, Paused)
    if command.seat in task.back:
        return refuse(Reason.BACK_ALREADY)
    draft.add(CameBack(command.seat))
    return None


def may_resume(table: Table, seat: int) -> Refused | None:
    """Whether all who still play are back."""
    if refused := asked(table, seat, Paused):
        return refused
    task = table.top
    assert isinstance(task, Paused)
    away = [s for s in table.seats if s not in task.back]
    return refuse(Reason.NOT_ALL_BACK, seat=away[0], count=len(away)) if away else None


def resume(draft: Draft, command: Resume) -> Refused | None:
    """Go on where the game stood."""
    if refused := may_resume(draft.table, command.seat):
        return refused
    draft.done()
    draft.add(WentOn(command.seat))
    return None


def ways_back(rules: RuleSet, table: Table, task: Paused) -> list[AnyCommand]:
    """Come back, or go on once all have: the offers of a pause."""
    if away := [s for s in table.seats if s not in task.back]:
        return [ComeBack(s) for s in away]
    return [Resume(s) for s in table.seats]
