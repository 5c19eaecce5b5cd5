"""Buildings that are short: more players could place one than the box has, so one is auctioned."""

from ketuk.engine.acts import building
from ketuk.engine.acts.asked import may_pick
from ketuk.engine.acts.building import raise_level
from ketuk.engine.acts.owing import transfer
from ketuk.engine.causes import AuctionEnd, PaidFor
from ketuk.engine.commands import Build, Pick
from ketuk.engine.draft import Draft
from ketuk.engine.events import AuctionClosed, AuctionOpened
from ketuk.engine.refusal import Refused
from ketuk.engine.rules import buildings
from ketuk.engine.rules.buildings import LOW, TOP
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import BANK, Auction, Bidding, PickCity, Table

SHORTAGE = {LOW: "house", TOP: "hotel"}
"""Why of an auction of a building, by its kind; its tile is where who asked first wants it."""
KINDS = {why: kind for kind, why in SHORTAGE.items()}


def build(draft: Draft, command: Build) -> Refused | None:
    """Build one level; a building that others could place too comes to auction (K-15)."""
    rules, table, seat, tile = draft.rules, draft.table, command.seat, command.tile
    if refused := building.may_build(rules, table, seat, tile):
        return refused
    place = _kind(rules, table, tile)
    floors = tuple(
        [(s, least) for s in table.seats if (least := _floor(rules, table, s, place)) is not None]
    )
    if len(floors) <= table.stock[place]:
        raise_level(draft, seat, tile)
    else:
        _open(draft, seat, tile, floors)
    return None


def of_building(auction: Auction) -> bool:
    """Whether a building is under the hammer, not a property."""
    return auction.why in KINDS


def _kind(rules: RuleSet, table: Table, tile: int) -> int:
    """Which building the next level of a street is."""
    return TOP if table.holdings[tile].level + 1 == rules.top_level else LOW


def places(rules: RuleSet, table: Table, seat: int, kind: int, most: int) -> tuple[int, ...]:
    """Where a seat may place such a building now, at a printed price of at most ``most``."""
    return tuple(
        t
        for t in table.owned(seat)
        if rules.board.deed(t).build_price <= most
        and buildings.may_build(rules, table, seat, t) is None
        and _kind(rules, table, t) == kind
    )


def _floor(rules: RuleSet, table: Table, seat: int, kind: int) -> int | None:
    """The lowest printed price at which a seat can place such a building and pay for it."""
    sites = places(rules, table, seat, kind, table.player(seat).cash)
    return min((rules.board.deed(t).build_price for t in sites), default=None)


def _open(draft: Draft, seat: int, tile: int, floors: tuple[tuple[int, int], ...]) -> None:
    """Whoever asked has bid the printed price; the others go on from there.

    Floors alone are the least bids: should the asker leave, its price binds nobody else.
    """
    rules, table = draft.rules, draft.table
    price = rules.board.deed(tile).build_price
    draft.add(
        AuctionOpened(
            Auction(
                tile,
                tuple(s for s, _ in floors),
                seat,
                SHORTAGE[_kind(rules, table, tile)],
                stage="open",
                high=price,
                high_seat=seat,
                floors=floors,
            )
        )
    )
    draft.plan(Bidding())


def sell_building(draft: Draft, auction: Auction) -> None:
    """The winner pays the bid and places the building where its printed price is no higher.

    The auction knows which kind it is: who asked may have left, and the tile is then nobody's.
    """
    rules, seat, table = draft.rules, auction.high_seat, draft.table
    tiles = places(rules, table, seat, KINDS[auction.why], auction.high)
    transfer(draft, seat, BANK, auction.high, PaidFor("building_won"))
    draft.add(AuctionClosed(auction.tile, AuctionEnd("sold")))
    if seat == auction.leader and auction.tile in tiles:
        raise_level(draft, seat, auction.tile, price=0)
    elif len(tiles) == 1:
        raise_level(draft, seat, tiles[0], price=0)
    else:
        draft.plan(PickCity(seat, "building", tiles))


def pick(draft: Draft, command: Pick) -> Refused | None:
    """The winner says where the building goes."""
    if refused := may_pick(draft.table, command.seat, command.tile):
        return refused
    draft.done()
    raise_level(draft, command.seat, command.tile, price=0)
    return None
