"""What cards of this set do beside what cards do everywhere."""

from ketuk.engine.acts import turning
from ketuk.engine.acts.asked import may_pick
from ketuk.engine.acts.drawing import draw_step
from ketuk.engine.causes import LevelChangedBy, NothingFrom
from ketuk.engine.commands import AnyCommand, Decline, Pick
from ketuk.engine.draft import Draft
from ketuk.engine.events import DeckShuffled, LevelChanged, Nothing
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.buildings import loss
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import AnyTask, DrawCard, PickCity, Resolve, Table, replace

DEMOLISH = "demolish"


def draw(draft: Draft, task: DrawCard) -> bool:
    """A deck that is used up is shuffled first."""
    deck = draft.table.deck(task.deck)
    if not deck.unseen and deck.bottom:
        draft.add(DeckShuffled(task.deck))
    return draw_step(draft, task)


def nearest(kind: str) -> turning.Effect:
    """To the nearest of a kind, which takes effect as for any pawn that lands there."""

    def effect(draft: Draft, seat: int, card: turning.Says) -> None:
        turning.nearest(draft, seat, kind)
        draft.plan(Resolve(seat))

    return effect


def demolish(draft: Draft, seat: int, card: turning.Says) -> None:
    """A building of an opponent may lose a level."""
    tiles = targets(draft.rules, draft.table, seat)
    if tiles:
        draft.plan(PickCity(seat, DEMOLISH, tiles))
    else:
        draft.add(Nothing(NothingFrom(DEMOLISH), "no_target", "", seat))


def targets(rules: RuleSet, table: Table, seat: int) -> tuple[int, ...]:
    """Opponents' properties with buildings."""
    built = [t for t in rules.board.deeds if table.holdings[t].level]
    mine = rules.side(rules, table, seat)
    return tuple([t for t in built if rules.side(rules, table, table.holdings[t].owner) != mine])


def pick_without(draft: Draft, task: PickCity, seat: int, heir: int) -> tuple[AnyTask, ...]:
    """What is left to choose from once somebody has gone."""
    tiles = targets(draft.rules, draft.table, task.seat) if seat != task.seat else ()
    return (replace(task, tiles=tiles),) if tiles else ()


def ways_to_demolish(rules: RuleSet, table: Table, task: PickCity) -> list[AnyCommand]:
    """One of them, or none."""
    return [*[Pick(task.seat, t) for t in task.tiles], Decline(task.seat)]


def pick(draft: Draft, command: Pick) -> Refused | None:
    """That building loses a level, without a refund; evenness may break by it."""
    if refused := may_pick(draft.table, command.seat, command.tile):
        return refused
    draft.done()
    level, stock, ruling = loss(draft.rules, draft.table, command.tile)
    draft.add(LevelChanged(command.tile, level, stock, LevelChangedBy(DEMOLISH), ruling))
    return None


def spare(draft: Draft, seat: int) -> None:
    """No building is touched."""
    draft.done()
    draft.add(Nothing(NothingFrom("spared"), "declined", "", seat))


EFFECTS = turning.EFFECTS | {
    "nearest_station": nearest("station"),
    "nearest_utility": nearest("utility"),
    "demolish": demolish,
}
"""What cards do, by what they say."""
