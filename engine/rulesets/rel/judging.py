"""What a player sees in a table: what things cost it, are worth to it, and what is missing."""

from collections.abc import Iterator
from functools import cached_property

from ketuk.engine.commands import Build, Redeem
from ketuk.engine.rules.buildings import set_owned
from ketuk.engine.rules.ruleset import Excuse, RuleSet
from ketuk.engine.table import BANK, FOREVER, Goods, Table, Trade

COMPLETES, HELPS, PLAIN = 200, 150, 100
"""What a property is worth, in percent of its price."""
LATE_HOUSES, LATE_ROUNDS = 3, 5
"""So many houses of a rival on a tile, or rounds left, and it is late."""


class Sight:
    """A table as one seat sees it."""

    def __init__(self, rules: RuleSet, table: Table, seat: int) -> None:
        self.rules, self.table, self.seat = rules, table, seat

    # --- sums ----------------------------------------------------------------------------------

    @property
    def cash(self) -> int:
        """Cash in hand."""
        return self.table.player(self.seat).cash

    def left(self, price: int) -> int:
        """Cash once a price is paid."""
        return self.cash - price

    def price(self, tile: int) -> int:
        """The printed price."""
        return self.rules.board.deed(tile).price

    def prices(self, tiles: tuple[int, ...]) -> int:
        """The printed prices of some."""
        return sum([self.price(t) for t in tiles])

    def house(self, tile: int) -> int:
        """The printed price of a house."""
        return self.rules.board.deed(tile).build_price

    def building(self, way: Build) -> int:
        """What a building costs now."""
        return self.rules.building.price(self.rules, self.table, way.tile, way.levels)

    def mortgage(self, tile: int) -> int:
        """What a mortgage brings."""
        return self.rules.mortgaging.value(self.rules, self.table, tile)

    def redeeming(self, way: Redeem) -> int:
        """What redeeming costs."""
        return self.rules.mortgaging.redeeming(self.rules, self.table, way.tile)

    @cached_property
    def dearest_rent(self) -> int:
        """The highest rent that it can meet."""
        rents = [0]
        for tile in self.rules.board.deeds:
            if self.table.holdings[tile].owner not in (BANK, self.seat):
                bill = self.rules.rent(self.rules, self.table, tile, self.seat)
                rents.append(0 if isinstance(bill, Excuse) else bill.total)
        return max(rents)

    def reserve(self) -> int:
        """Cash to keep: a hundred and the highest rent, four hundred at most."""
        return min(400, 100 + self.dearest_rent)

    # --- lines ---------------------------------------------------------------------------------

    def level(self, tile: int) -> int:
        """Buildings on a tile."""
        return self.table.holdings[tile].level

    def line_price(self, tile: int) -> int:
        """What the stations of a tile's line cost."""
        return self.prices(self.rules.board.siblings(tile))

    def whole(self, tile: int) -> bool:
        """Whether it owns the whole line of a tile."""
        return set_owned(self.rules, self.table, self.seat, tile)

    def completes(self, seat: int, tile: int) -> bool:
        """Whether a seat owns all others of a tile's line."""
        others = [t for t in self.rules.board.siblings(tile) if t != tile]
        held = self.table.holdings
        return bool(others) and all(held[t].owner == seat for t in others)

    def factor(self, tile: int) -> int:
        """What a property is worth to it, in percent of its price."""
        if self.completes(self.seat, tile):
            return COMPLETES
        rivals = [s for s in self.table.seats if s != self.seat]
        if any(self.completes(s, tile) for s in rivals) or self._has_another(tile):
            return HELPS
        return PLAIN

    def _has_another(self, tile: int) -> bool:
        """Whether it has another of the line, or another hub or utility."""
        board, kind = self.rules.board, self.rules.board.tiles[tile].kind
        alike = board.siblings(tile) or [t for t in board.deeds if board.tiles[t].kind == kind]
        return any(self.table.holdings[t].owner == self.seat for t in alike if t != tile)

    # --- trades --------------------------------------------------------------------------------

    def sides(self, trade: Trade) -> tuple[Goods, Goods]:
        """What it gives and gets."""
        mine = trade.proposer == self.seat
        return (trade.give, trade.take) if mine else (trade.take, trade.give)

    def loses_line(self, trade: Trade) -> bool:
        """Whether the other side gets the last of a line by it, one station or several."""
        given, _ = self.sides(trade)
        other = trade.partner if trade.proposer == self.seat else trade.proposer
        held = self.table.holdings
        lines = [self.rules.board.siblings(t) for t in given.tiles]
        return any(
            line and all(held[t].owner == other or t in given.tiles for t in line) for line in lines
        )

    def wins_line(self, trade: Trade) -> bool:
        """Whether it gets the last of a line of which it gives nothing."""
        given, got = self.sides(trade)
        lines = [self.rules.board.siblings(t) for t in got.tiles if self.completes(self.seat, t)]
        return any(not set(line) & set(given.tiles) for line in lines)

    def last_ones(self) -> list[int]:
        """Unbuilt stations of others that complete its lines, of the dearest line first."""
        tiles = [
            t
            for t in self.rules.board.deeds
            if self.table.holdings[t].owner not in (BANK, self.seat)
            and not self.level(t)
            and self.completes(self.seat, t)
        ]
        return sorted(tiles, key=lambda t: -self.line_price(t))

    def ways_to(self, tile: int) -> Iterator[Trade]:
        """Offers for such a station: swaps that complete the other's line, then twice its price."""
        partner, price = self.table.holdings[tile].owner, self.price(tile)
        line = self.rules.board.siblings(tile)
        for other in self.table.owned(self.seat):
            if not self.level(other) and other not in line and self.completes(partner, other):
                more = price - self.price(other)
                give, take = Goods(max(more, 0), (other,)), Goods(max(-more, 0), (tile,))
                yield Trade(self.seat, partner, give, take)
        yield Trade(self.seat, partner, Goods(2 * price), Goods(tiles=(tile,)))

    # --- the course ----------------------------------------------------------------------------

    def late(self) -> bool:
        """Whether going round is dangerous, or the end near."""
        table = self.table
        if table.rounds < FOREVER and table.rounds - table.round < LATE_ROUNDS:
            return True
        return any(
            h.owner not in (BANK, self.seat) and h.level >= LATE_HOUSES for h in table.holdings
        )
