"""What is printed and never changes: the ring of tiles, their groups, zones and deeds."""

from msgspec import Struct


class Deed(Struct, frozen=True, gc=False):
    """The printed figures of a property, money in units of the set."""

    price: int
    build_price: int = 0
    """Price of one building level; 0 if nothing can be built."""
    rents: tuple[int, ...] = ()
    """Rent by building level, level 0 first; empty if a rule computes it."""
    least_bid: int = 0
    """Sealed bids below it count as nothing."""


class Tile(Struct, frozen=True, gc=False):
    """One tile of the ring; ``group`` and ``zone`` are 0 if it belongs to none."""

    index: int
    name: str
    kind: str
    group: int = 0
    zone: int = 0
    deed: Deed | None = None
    connects: tuple[int, ...] = ()
    """Tiles whose owner counts for this tile's rent."""
    amount: int = 0
    """What is paid here: a tax, or a gift of the bank."""
    trait: str = ""
    """A word that rules look at, for example the toll road."""
    deed_name: str = ""
    """Name on the property card if it is not that of the tile."""

    @property
    def card_name(self) -> str:
        """Name on the property card."""
        return self.deed_name or self.name


class Board(Struct, frozen=True):
    """The ring in ascending order, with look-ups that rules need again and again."""

    tiles: tuple[Tile, ...]
    groups: tuple[tuple[int, ...], ...]
    """Tiles by group number; entry 0 is empty."""
    zones: tuple[tuple[int, ...], ...]
    """Tiles by zone number; entry 0 is empty."""
    deeds: tuple[int, ...]
    """All tiles that can be owned, ascending."""

    @property
    def size(self) -> int:
        """How many tiles the ring has."""
        return len(self.tiles)

    def deed(self, tile: int) -> Deed:
        """The deed of a property.

        Raises:
            ValueError: the tile cannot be owned.
        """
        deed = self.tiles[tile].deed
        if deed is None:
            raise ValueError(f"tile {tile} has no deed")
        return deed

    def siblings(self, tile: int) -> tuple[int, ...]:
        """The tiles of the same group, itself included; empty if it has no group."""
        return self.groups[self.tiles[tile].group]

    def find(self, kind: str) -> int:
        """The first tile of a kind, for corners that exist once.

        Raises:
            ValueError: the ring has none.
        """
        for tile in self.tiles:
            if tile.kind == kind:
                return tile.index
        raise ValueError(f"no tile of kind {kind!r}")


def board_of(tiles: tuple[Tile, ...]) -> Board:
    """A board from its tiles in order, look-ups computed."""
    return Board(
        tiles=tiles,
        groups=_by_number(tiles, [t.group for t in tiles]),
        zones=_by_number(tiles, [t.zone for t in tiles]),
        deeds=tuple(t.index for t in tiles if t.deed is not None),
    )


def _by_number(tiles: tuple[Tile, ...], numbers: list[int]) -> tuple[tuple[int, ...], ...]:
    highest = max(numbers, default=0)
    return (
        (),
        *(tuple(t.index for t in tiles if numbers[t.index] == n) for n in range(1, highest + 1)),
    )
