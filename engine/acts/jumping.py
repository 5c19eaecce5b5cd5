"""A pawn is put on a tile that its player names; it passes nothing on the way."""

from ketuk.engine.acts.asked import asked
from ketuk.engine.causes import MovedBy
from ketuk.engine.commands import Pick
from ketuk.engine.draft import Draft
from ketuk.engine.events import Moved
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Jump, Resolve, Table


def may_jump(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """Whether a pawn may be put on a tile: any but the one that it stands on."""
    if refused := asked(table, seat, Jump):
        return refused
    if not 0 <= tile < rules.board.size or tile == table.player(seat).at:
        return refuse(Reason.BAD_TARGET, rules.cite("jump"), target=tile)
    return None


def jump(draft: Draft, command: Pick) -> Refused | None:
    """Put the pawn there; the tile takes effect."""
    seat, tile = command.seat, command.tile
    if refused := may_jump(draft.rules, draft.table, seat, tile):
        return refused
    draft.done()
    draft.add(Moved(seat, draft.table.player(seat).at, tile, MovedBy("jump")))
    draft.plan(Resolve(seat))
    return None
