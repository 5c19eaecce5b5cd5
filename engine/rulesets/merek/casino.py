"""The casino: a stake on one to three numbers of a die, and a pool that grows with every stake."""

from itertools import combinations

from ketuk.engine.acts.asked import asked
from ketuk.engine.acts.owing import solvent, transfer
from ketuk.engine.acts.rolling import by_dice
from ketuk.engine.causes import LandedOn, NothingFrom, PaidFor, ThrownFor
from ketuk.engine.commands import AnyCommand, Decline, Stake
from ketuk.engine.draft import Draft
from ketuk.engine.events import Landed, Nothing, Staked, Thrown
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import BANK, POT, Bet, Table

THROW = ThrownFor("casino")
POOL = ThrownFor("pool")
"""Why of the die, and of the number that the pool waits for."""
MOST_NUMBERS = 3
WAYS = tuple([n for k in range(1, MOST_NUMBERS + 1) for n in combinations(range(1, 7), k)])
"""Every stake that there is."""


def land(draft: Draft, seat: int, tile: int) -> None:
    """Stake, or not."""
    draft.plan(Bet(seat, draft.rules.figures["stake"]))


def ways(rules: RuleSet, table: Table, task: Bet) -> list[AnyCommand]:
    """Decline, or any numbers where the cash suffices (M-21)."""
    commands: list[AnyCommand] = [Decline(task.seat)]
    if solvent(rules, table, task.seat, task.stake) is None:
        commands += [Stake(task.seat, numbers) for numbers in WAYS]
    return commands


def decline(draft: Draft, seat: int) -> None:
    """No stake."""
    tile = draft.table.player(seat).at
    draft.done()
    draft.add(Landed(seat, tile, LandedOn("no_bet")))


def stake(draft: Draft, command: Stake) -> Refused | None:
    """The stake goes to the bank, which adds to the pool; then the die decides."""
    rules, table, seat = draft.rules, draft.table, command.seat
    if refused := asked(table, seat, Bet):
        return refused
    numbers = tuple(sorted(command.numbers))
    if numbers not in WAYS:
        return refuse(Reason.BAD_NUMBERS, "M-21", most=MOST_NUMBERS)
    task = table.top
    assert isinstance(task, Bet)
    if refused := solvent(rules, table, seat, task.stake, "M-21"):
        return refused
    draft.done()
    draft.add(Staked(seat, numbers, task.stake))
    transfer(draft, seat, BANK, task.stake, PaidFor("stake"), ruling="M-21")
    transfer(draft, BANK, POT, rules.figures["pool"], PaidFor("pool"), ruling="M-21")
    by_dice(draft, THROW, (seat,), (seat, *numbers))
    return None


def thrown(draft: Draft, dice: tuple[int, ...], about: tuple[int, ...]) -> None:
    """A hit shares the prize among the numbers; the last of the pool's numbers wins the pool."""
    seat, *numbers = about
    if draft.table.player(seat).left:
        return
    figures = draft.rules.figures
    if dice[0] in numbers:
        transfer(
            draft, BANK, seat, figures["prize"] // len(numbers), PaidFor("bet_won"), ruling="M-21"
        )
    else:
        draft.add(Nothing(NothingFrom("bet_missed"), "die", "M-21", seat))
    faces = figures["pool_chance"]
    number = draft.luck.draw(tuple(range(1, faces + 1)))
    draft.add(Thrown(seat, number, POOL))
    if number == faces:
        transfer(draft, POT, seat, draft.table.pot, PaidFor("pool_won"), ruling="M-21")
