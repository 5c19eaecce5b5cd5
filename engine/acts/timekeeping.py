"""Time as a fact: it passes when the room says so, and a question whose time is up answers itself.

Nothing here looks at a clock, and folding lets nothing expire. A question that another covers keeps
what is left of its time, which goes on when it is on top again.
"""

from ketuk.engine.acts.asked import name
from ketuk.engine.commands import AnyCommand, PassTime
from ketuk.engine.draft import Draft
from ketuk.engine.events import AnyEvent, Expired, Reopened, Timed, TimePassed, TimeShared
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet, Timing
from ketuk.engine.table import Table
from ketuk.engine.waiting import waiting


def may_pass(rules: RuleSet, table: Table, to: int) -> Refused | None:
    """Whether the clock can be moved so far: forward, and to the next deadline at most.

    What a deadline leads to has to be known before time goes on beyond it.
    """
    if rules.timing is None:
        return refuse(Reason.NO_CLOCK)
    if rules.timing.stands(table):
        return refuse(Reason.TIME_STANDS)
    if to <= table.clock.now:
        return refuse(Reason.TIME_BACKWARD, now=table.clock.now)
    if table.due is not None and to > table.due:
        return refuse(Reason.PAST_DEADLINE, due=table.due)
    return None


def deadline(rules: RuleSet, table: Table) -> int | None:
    """The second of play at which what is open answers itself; None while time stands still."""
    standing = rules.timing is None or rules.timing.stands(table)
    return None if standing else table.due


def pass_time(draft: Draft, command: PassTime) -> Refused | None:
    """So much time of play has passed."""
    if refused := may_pass(draft.rules, draft.table, command.to):
        return refused
    draft.add(TimePassed(command.to))
    return None


def keep_time(draft: Draft, timing: Timing) -> bool:
    """Give what is on top its time, or its default if that is up; whether that answered it."""
    due = draft.table.due
    if due is None or timing.anew(draft.events):
        _give_time(draft, timing)
        due = draft.table.due
    table = draft.table
    if due is None or due > table.clock.now or timing.stands(table):
        return False
    draft.add(Expired(name(table.top), waiting(table)))
    facts = len(draft.events)
    timing.default(draft)
    if len(draft.events) == facts:
        raise AssertionError(f"nothing answers {table.top} when its time is up")
    return True


def _give_time(draft: Draft, timing: Timing) -> None:
    """A new question gets its time, an old one again if the set says so."""
    table = draft.table
    due = table.due
    if not (table.agenda if due is None else timing.anew(_since_timed(draft))):
        return
    if timing.shares(draft.rules, table):
        if due is None and table.clock.timers:
            draft.add(TimeShared())
        return
    seconds = timing.seconds(draft.rules, table)
    if seconds is not None:
        draft.add(Timed(seconds))


def _since_timed(draft: Draft) -> list[AnyEvent]:
    """What this command has led to since a question last got its time."""
    events = draft.events
    if Timed not in map(type, events):
        return events
    last = max([at for at, event in enumerate(events) if type(event) is Timed])
    return events[last + 1 :]


def answer(draft: Draft, command: AnyCommand) -> None:
    """A default that is a command which the seat itself could give now."""
    refused = draft.rules.acts[type(command)](draft, command)
    if refused is not None:
        raise AssertionError(f"{command} answers nothing: {refused}")


def reopened(now: int) -> tuple[TimePassed | Reopened, ...]:
    """The facts that bring a table of an earlier time to ``now``, its question with its full time.

    For an undo: it gives no time back.
    """
    return TimePassed(now), Reopened()
