"""Mortgaging and redeeming."""

from ketuk.engine.acts.asked import asked
from ketuk.engine.acts.owing import demand, solvent, transfer
from ketuk.engine.causes import BillBase, PaidFor
from ketuk.engine.commands import Mortgage, Pay, Redeem
from ketuk.engine.draft import Draft
from ketuk.engine.events import MortgageSet
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.rent import bill
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import BANK, Burdened, Due, Table


def own_property(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """Whether a tile is a property of that seat."""
    tiles = rules.board.tiles
    if not 0 <= tile < len(tiles) or tiles[tile].deed is None:
        return refuse(Reason.NOT_A_PROPERTY, tile=tile)
    if table.holdings[tile].owner != seat:
        return refuse(Reason.NOT_OWNER, tile=tile)
    return None


def may_mortgage(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """Whether a property can be mortgaged now."""
    return rules.moments.mortgage(table, seat) or can_mortgage(rules, table, seat, tile)


def can_mortgage(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """As ``may_mortgage``; the moment is not looked at here."""
    return own_property(rules, table, seat, tile) or can_pledge(rules, table, tile)


def pledgeable(rules: RuleSet, table: Table, tile: int) -> bool:
    """Whether a property that is not mortgaged can be, of whoever owns it."""
    if table.auction is not None and table.auction.tile == tile:
        return False
    return rules.mortgaging.bare(rules, table, tile)


def can_pledge(rules: RuleSet, table: Table, tile: int) -> Refused | None:
    """As ``can_mortgage``, of whoever owns it."""
    if table.holdings[tile].mortgaged:
        return refuse(Reason.MORTGAGED, tile=tile)
    if table.auction is not None and table.auction.tile == tile:
        return refuse(Reason.UNDER_HAMMER, tile=tile)
    if not rules.mortgaging.bare(rules, table, tile):
        topic = "window_built" if table.auction is not None else "mortgage_built"
        return refuse(Reason.HAS_BUILDINGS, rules.cite(topic), tile=tile)
    return None


def mortgage(draft: Draft, command: Mortgage) -> Refused | None:
    """Mortgage a property."""
    rules, seat, tile = draft.rules, command.seat, command.tile
    if refused := may_mortgage(rules, draft.table, seat, tile):
        return refused
    pledge(draft, seat, tile)
    return None


def pledge(draft: Draft, seat: int, tile: int) -> None:
    """The bank lends on a property; the caller has checked it."""
    rules = draft.rules
    value = rules.mortgaging.value(rules, draft.table, tile)
    draft.add(MortgageSet(seat, tile, mortgaged=True))
    transfer(
        draft, BANK, seat, value, PaidFor("mortgage"), tile=tile, ruling=rules.cite("rounding")
    )


def may_redeem(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """Whether a mortgage can be redeemed now."""
    if refused := rules.moments.redeem(table, seat) or own_property(rules, table, seat, tile):
        return refused
    if not table.holdings[tile].mortgaged:
        return refuse(Reason.NOT_MORTGAGED, tile=tile)
    return solvent(rules, table, seat, rules.mortgaging.redeeming(rules, table, tile))


def may_lift(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """Whether a new owner can redeem the property that has just come to it."""
    if refused := asked(table, seat, Burdened):
        return refused
    top = table.top
    assert isinstance(top, Burdened)
    if top.tile != tile:
        return refuse(Reason.BAD_TARGET, target=tile)
    return solvent(rules, table, seat, rules.mortgaging.redeeming(rules, table, tile))


def redeem(draft: Draft, command: Redeem) -> Refused | None:
    """Redeem a mortgage."""
    rules, seat, tile = draft.rules, command.seat, command.tile
    burdened = type(draft.table.top) is Burdened
    may = may_lift if burdened else may_redeem
    if refused := may(rules, draft.table, seat, tile):
        return refused
    if burdened:
        draft.done()
    lift(draft, seat, tile)
    return None


def lift(draft: Draft, seat: int, tile: int) -> None:
    """A mortgage is paid back; the caller has checked it."""
    rules = draft.rules
    price = rules.mortgaging.redeeming(rules, draft.table, tile)
    transfer(draft, seat, BANK, price, PaidFor("redeem"), tile=tile, ruling=rules.cite("rounding"))
    draft.add(MortgageSet(seat, tile, mortgaged=False))


def pay_interest(draft: Draft, command: Pay) -> Refused | None:
    """A new owner keeps a property mortgaged and pays interest on it."""
    if refused := asked(draft.table, command.seat, Burdened):
        return refused
    if command.card:
        return refuse(Reason.CARD_NOT_NOW, card=command.card)
    top, rules = draft.table.top, draft.rules
    assert isinstance(top, Burdened)
    draft.done()
    due = bill(
        top.tile, rules.mortgaging.interest(rules, draft.table, top.tile), BillBase("interest")
    )
    ruling = rules.cite("interest")
    demand(draft, Due(top.seat, BANK, due.total, PaidFor("interest"), ruling, due))
    return None


def burden(draft: Draft, seat: int, tiles: tuple[int, ...]) -> None:
    """Ask a new owner about each of these that is mortgaged."""
    held = draft.table.holdings
    draft.plan(*(Burdened(seat, t) for t in tiles if held[t].mortgaged))
