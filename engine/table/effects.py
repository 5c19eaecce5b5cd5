"""What lies on the board, or holds for a while."""

from ketuk.engine.table.value import Value


class Flood(Value, frozen=True):
    """A flood tile on a city; it recedes at the end of that round."""

    tile: int
    until: int


class Marker(Value, frozen=True):
    """Festival marker (on a tile) or barricade (on the edge after a tile), with its last round."""

    at: int
    until: int


class Effects(Value, frozen=True):
    """What lies on the board or holds for a while; empty in sets that have nothing of the kind."""

    backward: bool = False
    boom: int = 0
    """Zone with doubled rents this round."""
    invested: int = 0
    """Group with doubled rents this round."""
    homecoming: bool = False
    """Mudik: toll rents doubled this round."""
    route_open: bool = False
    capital: bool = False
    """Whether the new capital covers the harbour tile."""
    floods: tuple[Flood, ...] = ()
    festival: Marker | None = None
    barricade: Marker | None = None
