"""What lies on the board for a while: festival marker, barricade, floods and effects of a round."""

from ketuk.engine.acts import ending
from ketuk.engine.causes import EffectChange
from ketuk.engine.draft import Draft
from ketuk.engine.events import EffectsChanged
from ketuk.engine.states import Effects, Flood, Marker
from ketuk.engine.table import ClearRound, replace


def put_festival(draft: Draft, tile: int, ruling: str = "") -> None:
    """Place or move the festival marker; its time starts anew."""
    marker = Marker(tile, draft.table.round + 1)
    effects = replace(draft.table.state(Effects), festival=marker)
    draft.add(EffectsChanged(effects, EffectChange("festival"), tile, ruling))


def put_barricade(draft: Draft, edge: int, ruling: str = "") -> None:
    """Place or move the barricade; its time starts anew."""
    marker = Marker(edge, draft.table.round + 1)
    effects = replace(draft.table.state(Effects), barricade=marker)
    draft.add(EffectsChanged(effects, EffectChange("barricade"), edge, ruling))


def flood(draft: Draft, zone: int, tiles: tuple[int, ...], ruling: str = "") -> None:
    """Lay flood tiles on cities; those already there start anew."""
    until = draft.table.round + 1
    effects = draft.table.state(Effects)
    kept = tuple(f for f in effects.floods if f.tile not in tiles)
    floods = (*kept, *(Flood(t, until) for t in tiles))
    draft.add(EffectsChanged(replace(effects, floods=floods), EffectChange("flood"), zone, ruling))


def drain(draft: Draft, tiles: tuple[int, ...]) -> None:
    """Take flood tiles away."""
    effects = draft.table.state(Effects)
    floods = tuple(f for f in effects.floods if f.tile not in tiles)
    zone = draft.rules.board.tiles[tiles[0]].zone
    draft.add(EffectsChanged(replace(effects, floods=floods), EffectChange("drained"), zone))


def clear_round(draft: Draft, task: ClearRound) -> bool:
    """Contracts, flood tiles, marker and barricade, effects of one round; then on, or the end."""
    draft.done()
    ending.end_contracts(draft)
    _clear_board(draft, draft.table.round)
    ending.end_round(draft)
    return True


def _clear_board(draft: Draft, number: int) -> None:
    effects = draft.table.state(Effects)
    dry = tuple(f for f in effects.floods if f.until > number)
    if dry != effects.floods:
        draft.add(EffectsChanged(replace(effects, floods=dry), EffectChange("flood_recedes")))
    effects = draft.table.state(Effects)
    if effects.festival and effects.festival.until <= number:
        at = effects.festival.at
        draft.add(
            EffectsChanged(replace(effects, festival=None), EffectChange("festival_leaves"), at)
        )
    effects = draft.table.state(Effects)
    if effects.barricade and effects.barricade.until <= number:
        at = effects.barricade.at
        draft.add(
            EffectsChanged(replace(effects, barricade=None), EffectChange("barricade_leaves"), at)
        )
