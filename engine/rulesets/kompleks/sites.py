"""Building on own land at a later landing: up to four houses, a hotel on a visit after that."""

from collections.abc import Sequence

from ketuk.engine.acts import building, landing
from ketuk.engine.causes import StateChange
from ketuk.engine.commands import Build
from ketuk.engine.draft import Draft
from ketuk.engine.events import StateChanged
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.buildings import open_site
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.states import Site
from ketuk.engine.table import Table, replace


def land(draft: Draft, seat: int, tile: int) -> None:
    """A street: bought, paid for, or own and then built on until the next roll (KP-15)."""
    landing.land_on_property(draft, seat, tile)
    table = draft.table
    held = table.holdings[tile]
    if held.owner == seat and held.level < draft.rules.top_level:
        site = Site(seat, tile, held.level, table.round, table.turn.rolls)
        draft.add(StateChanged(site, StateChange("site"), seat, "KP-15"))


def at_landing(rules: RuleSet, table: Table, seat: int, tile: int, levels: int) -> Refused | None:
    """Where the pawn has landed; the hotel only if four houses stood there then (KP-8)."""
    site = open_site(table)
    if site is None or (site.seat, site.tile) != (seat, tile):
        return refuse(Reason.NOT_LANDED, "KP-15", tile=tile)
    level, top = table.holdings[tile].level, rules.top_level
    if level + levels == top and (site.level < top - 1 or levels > 1):
        return refuse(Reason.TOP_LATER, "KP-8", tile=tile)
    return None


def where_landed(rules: RuleSet, table: Table, seat: int, tiles: Sequence[int]) -> Sequence[int]:
    """The one tile that ``at_landing`` could allow."""
    site = open_site(table)
    return (site.tile,) if site is not None and site.seat == seat else ()


def build(draft: Draft, command: Build) -> Refused | None:
    """Build, once a landing."""
    if refused := building.build(draft, command):
        return refused
    draft.add(StateChanged(replace(draft.table.state(Site), built=True)))
    return None


def unless_mortgaged(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """Buildings are sold in any order, but not from mortgaged land (KP-9)."""
    mortgaged = table.holdings[tile].mortgaged
    return refuse(Reason.MORTGAGED, "KP-9", tile=tile) if mortgaged else None


def with_buildings(rules: RuleSet, table: Table, tile: int) -> int:
    """What a mortgage brings: half the price, and half of what the buildings have cost (KP-9)."""
    deed = rules.board.deed(tile)
    return (deed.price + table.holdings[tile].level * deed.build_price) // 2


def always(rules: RuleSet, table: Table, tile: int) -> bool:
    """Buildings do not stand in the way of a mortgage (KP-9)."""
    return True


def without_buildings(rules: RuleSet, table: Table, tile: int) -> bool:
    """Only buildings on the land itself keep it from being traded (KP-12)."""
    return not table.holdings[tile].level
