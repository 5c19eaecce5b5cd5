"""The third die: 1 to 3 count, the other faces lead the pawn on (BUS, M1), and three equal jump."""

from ketuk.engine.acts.asked import asked
from ketuk.engine.acts.jumping import may_jump
from ketuk.engine.acts.rolling import jailed_by_doubles, walk_the_sum
from ketuk.engine.causes import MovedBy, NothingFrom
from ketuk.engine.commands import AnyCommand, Choose, Pick
from ketuk.engine.draft import Draft
from ketuk.engine.events import Moved, Nothing
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import Dice, RuleSet
from ketuk.engine.table import BANK, NOWHERE, Jump, Onward, Resolve, StepChoice, Table, Walk

BUS = 4
"""Face of the third die; those above it are M1, those below count."""
STEPS = "steps"


def count(rules: RuleSet, table: Table, seat: int) -> int:
    """Three dice from the mode's round on, two in the Prisão."""
    begins = rules.figures["third_die"]
    joins = begins and table.round >= begins and table.player(seat).jail == NOWHERE
    return 3 if joins else 2


def is_double(dice: tuple[int, ...]) -> bool:
    """The white dice are equal, and not all three (M-22)."""
    return dice[0] == dice[1] and not is_triple(dice)


def is_triple(dice: tuple[int, ...]) -> bool:
    """Three equal faces."""
    return len(dice) > 2 and len(set(dice)) == 1 and dice[2] < BUS


def total(dice: tuple[int, ...]) -> int:
    """What a throw counts: the white dice, and 1 to 3 of the third (M-28)."""
    return sum([d for at, d in enumerate(dice) if at < 2 or d < BUS])


def move(draft: Draft, seat: int, dice: tuple[int, ...], how: MovedBy) -> None:
    """What a throw leads to outside the Prisão."""
    third = dice[2] if len(dice) > 2 else 0
    if is_triple(dice):
        draft.plan(Jump(seat))
    elif third == BUS:
        ways = tuple(sorted({dice[0], dice[1], dice[0] + dice[1]}))
        draft.plan(StepChoice(seat, ways))
    elif third > BUS:
        draft.plan(Walk(seat, total(dice), how), Onward(seat))
    else:
        walk_the_sum(draft, seat, (total(dice),), how)


DICE = Dice(count=count, double=is_double, third_double=jailed_by_doubles, move=move)


def ways(rules: RuleSet, table: Table, task: StepChoice) -> list[AnyCommand]:
    """One die, the other, or both."""
    return [Choose(task.seat, STEPS, steps) for steps in task.steps]


def choose(draft: Draft, command: Choose) -> Refused | None:
    """Walk so far."""
    if refused := asked(draft.table, command.seat, StepChoice):
        return refused
    task = draft.table.top
    assert isinstance(task, StepChoice)
    if command.option != STEPS or command.target not in task.steps:
        return refuse(Reason.BAD_STEPS, "M-22")
    draft.done()
    draft.plan(Walk(command.seat, command.target))
    return None


def jump(draft: Draft, command: Pick) -> Refused | None:
    """After three equal faces: forward to any other tile (M-22)."""
    if refused := may_jump(draft.rules, draft.table, command.seat, command.tile):
        return refused
    draft.done()
    ahead(draft, command.seat, command.tile, MovedBy("jump"))
    return None


def ahead(draft: Draft, seat: int, to: int, how: MovedBy) -> None:
    """Forward to a tile, which takes effect; with salary if the start is passed or reached."""
    start = draft.table.player(seat).at
    draft.add(Moved(seat, start, to, how))
    if to <= start:
        draft.rules.at_start(draft, seat, to == 0, "")
    draft.plan(Resolve(seat))


def onward(draft: Draft, task: Onward) -> bool:
    """To the nearest unowned property, else to the nearest of an opponent; not from the Prisão."""
    draft.done()
    table, seat = draft.table, task.seat
    if table.player(seat).jail != NOWHERE:
        draft.add(Nothing(NothingFrom("onward_jailed"), "jailed", "M-23", seat))
        return True
    to = nearest(draft.rules, table, seat)
    if to is None:
        draft.add(Nothing(NothingFrom("onward_nowhere"), "nowhere", "M-23", seat))
    else:
        ahead(draft, seat, to, MovedBy("m1"))
    return True


def nearest(rules: RuleSet, table: Table, seat: int) -> int | None:
    """Where M1 leads: never the tile that the pawn stands on, nor an own or a mate's."""
    size, start = rules.board.size, table.player(seat).at
    deeds = [(start + step) % size for step in range(1, size)]
    deeds = [t for t in deeds if t in rules.board.deeds]
    free = [t for t in deeds if table.holdings[t].owner == BANK]
    mine = rules.side(rules, table, seat)
    theirs = [t for t in deeds if table.holdings[t].owner != BANK
              and rules.side(rules, table, table.holdings[t].owner) != mine]  # fmt: skip
    return next(iter([*free, *theirs]), None)
