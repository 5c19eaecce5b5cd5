"""Throwing dice: to move, to get out of the jail, for a tie or a target."""

from ketuk.engine.acts.asked import asked, on_turn
from ketuk.engine.acts.leaving_jail import put_in_jail
from ketuk.engine.acts.owing import demand, lapse_after_roll
from ketuk.engine.causes import FreedBy, JailedFor, MovedBy, PaidFor, ThrownFor
from ketuk.engine.commands import Roll, Throw
from ketuk.engine.draft import Draft
from ketuk.engine.events import Freed, Rolled, Thrown, TryFailed
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.table import NOWHERE, Due, Table, Throwing, Walk

BY_DICE = MovedBy("dice")


def may_roll(table: Table, seat: int) -> Refused | None:
    """Whether a roll is due to a seat."""
    if refused := on_turn(table, seat):
        return refused
    return None if table.turn.may_roll else refuse(Reason.NO_ROLL_LEFT)


def dice_fit(table: Table, dice: tuple[int, ...], count: int) -> Refused | None:
    """Whether dice are given exactly if the table rolls real ones, and are dice."""
    if table.options.dice == "app":
        return refuse(Reason.DICE_BY_APP) if dice else None
    if not dice:
        return refuse(Reason.DICE_MISSING, count=count)
    if len(dice) != count or not all(1 <= d <= 6 for d in dice):
        return refuse(Reason.BAD_DICE, count=count)
    return None


def roll(draft: Draft, command: Roll) -> Refused | None:
    """Throw the dice and move."""
    table, rules, seat = draft.table, draft.rules, command.seat
    if refused := may_roll(table, seat):
        return refused
    count = rules.dice.count(rules, table, seat)
    if refused := dice_fit(table, command.dice, count):
        return refused
    throw(draft, seat, command.dice or draft.luck.dice(count))
    return None


def throw(draft: Draft, seat: int, dice: tuple[int, ...], how: MovedBy = BY_DICE) -> None:
    """A throw that moves the pawn; what is a double, and what the third leads to, says the set."""
    turn = draft.table.turn
    double = draft.rules.dice.double(dice)
    third = double and turn.doubles == 2
    stuck = draft.table.player(seat).jail != NOWHERE
    again = double and not third and not stuck
    ruling = draft.rules.cite("double_of_three") if double and len(dice) > 2 else ""
    draft.add(Rolled(seat, dice, double, again, ruling))
    lapse_after_roll(draft, seat)
    if stuck:
        _try_to_leave(draft, seat, dice, free=double and not third)
    elif third:
        draft.rules.dice.third_double(draft, seat, dice)
    else:
        (draft.rules.dice.move or walk_the_sum)(draft, seat, dice, how)


def walk_the_sum(draft: Draft, seat: int, dice: tuple[int, ...], how: MovedBy) -> None:
    """The pawn moves by all dice together: a ``Dice.move``."""
    draft.plan(Walk(seat, sum(dice), how))


def jailed_by_doubles(draft: Draft, seat: int, dice: tuple[int, ...]) -> None:
    """The third double in a row leads to jail, and the pawn does not move by it."""
    put_in_jail(draft, seat, JailedFor("third_double"))


def _try_to_leave(draft: Draft, seat: int, dice: tuple[int, ...], *, free: bool) -> None:
    if free:
        draft.add(Freed(seat, FreedBy("double")))
        draft.plan(Walk(seat, sum(dice)))
        return
    jail = draft.rules.jail
    tries = draft.table.player(seat).jail + 1
    third = draft.table.turn.doubles == 3
    ruling = draft.rules.cite("third_double_in_jail") if third else ""
    draft.add(TryFailed(seat, tries, ruling))
    if tries >= jail.tries:
        demand(draft, Due(seat, jail.to(draft.table), jail.fee, PaidFor("jail"), then=sum(dice)))


def throwing(draft: Draft, task: Throwing) -> bool:
    """Dice for a tie or a target: thrown by the app, or waited for."""
    rule = draft.rules.throws[task.why]
    if rule.highest and len(set(task.seats)) == 1:
        draft.done()
        rule.then(draft, task.seats[:1], task.about)
        return True
    if len(task.thrown) == len(task.seats):
        _decide(draft, task)
        return True
    if draft.table.options.dice == "real":
        return False
    _one_die(draft, task, draft.luck.dice(1)[0])
    return True


def may_throw(table: Table, seat: int) -> Refused | None:
    """Whether the die waited for is that seat's."""
    if refused := asked(table, seat, Throwing):
        return refused
    top = table.top
    assert isinstance(top, Throwing)
    thrower = top.seats[len(top.thrown)]
    return None if thrower == seat else refuse(Reason.NOT_YOUR_TURN, seat=thrower)


def throw_die(draft: Draft, command: Throw) -> Refused | None:
    """One real die that the table waits for."""
    table = draft.table
    if refused := may_throw(table, command.seat) or dice_fit(table, (command.die,), 1):
        return refused
    top = table.top
    assert isinstance(top, Throwing)
    _one_die(draft, top, command.die)
    return None


def _one_die(draft: Draft, task: Throwing, die: int) -> None:
    draft.add(Thrown(task.seats[len(task.thrown)], die, task.why))
    draft.done()
    draft.plan(Throwing(task.why, task.seats, (*task.thrown, die), task.about))


def _decide(draft: Draft, task: Throwing) -> None:
    rule = draft.rules.throws[task.why]
    draft.done()
    if not rule.highest:
        rule.then(draft, task.thrown, task.about)
        return
    totals = dict.fromkeys(task.seats, 0)
    for seat, die in zip(task.seats, task.thrown, strict=True):
        totals[seat] += die
    best = max(totals.values())
    seats = tuple(s for s in task.seats if totals[s] == best)
    if len(set(seats)) > 1:
        draft.plan(Throwing(task.why, seats, about=task.about))
    else:
        rule.then(draft, seats[:1], task.about)


def by_dice(
    draft: Draft, why: ThrownFor, seats: tuple[int, ...], about: tuple[int, ...] = ()
) -> None:
    """Let one die for each entry of ``seats`` decide; a single seat that is left needs none."""
    draft.plan(Throwing(why, seats, about=about))
