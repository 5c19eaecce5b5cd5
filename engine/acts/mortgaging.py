"""Mortgaging and redeeming."""

from engine.acts.asked import may_mortgage_now, on_turn
from engine.acts.owing import solvent, transfer
from engine.commands import Mortgage, Redeem
from engine.draft import Draft
from engine.events import MortgageSet
from engine.refusal import Reason, Refused, refuse
from engine.rules.mortgage import group_built
from engine.rules.ruleset import RuleSet
from engine.table import BANK, Table


def own_property(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """Whether a tile is a property of that seat."""
    if not 0 <= tile < rules.board.size or rules.board.tiles[tile].deed is None:
        return refuse(Reason.NOT_A_PROPERTY, tile=tile)
    if table.holdings[tile].owner != seat:
        return refuse(Reason.NOT_OWNER, tile=tile)
    return None


def may_mortgage(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """Whether a property can be mortgaged now."""
    if refused := may_mortgage_now(table, seat) or own_property(rules, table, seat, tile):
        return refused
    if table.holdings[tile].mortgaged:
        return refuse(Reason.MORTGAGED, tile=tile)
    if table.auction is not None and table.auction.tile == tile:
        return refuse(Reason.UNDER_HAMMER, tile=tile)
    if group_built(rules, table, tile):
        topic = "window_built" if table.auction is not None else "mortgage_built"
        return refuse(Reason.HAS_BUILDINGS, rules.cite(topic), tile=tile)
    return None


def mortgage(draft: Draft, command: Mortgage) -> Refused | None:
    """Mortgage a property."""
    rules, seat, tile = draft.rules, command.seat, command.tile
    if refused := may_mortgage(rules, draft.table, seat, tile):
        return refused
    draft.add(MortgageSet(seat, tile, mortgaged=True))
    value = rules.mortgage_value(rules, tile)
    transfer(draft, BANK, seat, value, "mortgage", tile=tile, ruling=rules.cite("rounding"))
    return None


def may_redeem(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """Whether a mortgage can be redeemed now."""
    if refused := on_turn(table, seat) or own_property(rules, table, seat, tile):
        return refused
    if not table.holdings[tile].mortgaged:
        return refuse(Reason.NOT_MORTGAGED, tile=tile)
    return solvent(rules, table, seat, rules.redeem_price(rules, tile))


def redeem(draft: Draft, command: Redeem) -> Refused | None:
    """Redeem a mortgage."""
    rules, seat, tile = draft.rules, command.seat, command.tile
    if refused := may_redeem(rules, draft.table, seat, tile):
        return refused
    price = rules.redeem_price(rules, tile)
    transfer(draft, seat, BANK, price, "redeem", tile=tile, ruling=rules.cite("rounding"))
    draft.add(MortgageSet(seat, tile, mortgaged=False))
    return None
