"""Building in three manners, and selling."""

from ketuk.engine.acts import building
from ketuk.engine.commands import Build
from ketuk.engine.draft import Draft
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules import buildings
from ketuk.engine.rules.ruleset import Building, RuleSet
from ketuk.engine.rulesets.merek.counts import BUILT, count, counted
from ketuk.engine.table import Table

EVENLY, ONCE, FREELY = 0, 1, 2
"""Manners: evenly and once a group and turn, unevenly and once, unevenly and as often as wanted."""


def may(rules: RuleSet, table: Table, seat: int, tile: int, levels: int) -> Refused | None:
    """On a whole set without a mortgage; evenly (M-12) and once a group and turn (M-11) by mode."""
    manner = rules.figures["building"]
    if manner == EVENLY:
        refused = buildings.evenly(rules, table, seat, tile, levels)
    else:
        refused = buildings.in_active_set(rules, table, seat, tile)
    if refused or manner == FREELY:
        return refused
    group = rules.board.tiles[tile].group
    built = counted(table, BUILT, group)
    return refuse(Reason.BUILT_IN_GROUP, "M-11", tile=tile) if built else None


def may_sell(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """Evenly too, if building is (M-12)."""
    if rules.figures["building"] == EVENLY:
        return buildings.evenly_back(rules, table, seat, tile)
    return None


def refund(rules: RuleSet, table: Table, tile: int, levels: int) -> int:
    """The mode's part of the price of so many levels, each rounded down."""
    return levels * (rules.board.deed(tile).build_price * rules.figures["sale"] // 100)


def build(draft: Draft, command: Build) -> Refused | None:
    """Build a level; its group has had its turn."""
    if refused := building.build(draft, command):
        return refused
    count(draft, BUILT, draft.rules.board.tiles[command.tile].group)
    return None


BUILDING = Building(
    may=may,
    price=buildings.printed_price,
    may_sell=may_sell,
    refund=refund,
    sites=buildings.of_active_sets,
)
