"""What players agree on with each other: trades, and contracts that run."""

from typing import Literal, TypeAlias

from ketuk.engine.table.value import Value

ContractKind: TypeAlias = Literal["rent_free", "loan"]


class Contract(Value, frozen=True):
    """A running agreement between two players; it ends at the end of round ``until``."""

    kind: ContractKind
    giver: int
    """Who lets off rent, or who lends."""
    taker: int
    until: int
    repayment: int = 0


class Goods(Value, frozen=True):
    """What one side of a trade hands over."""

    cash: int = 0
    tiles: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()


class Terms(Value, frozen=True):
    """The contract in a trade, if any; ``giver`` is one of its two sides."""

    kind: ContractKind
    giver: int
    rounds: int
    principal: int = 0
    repayment: int = 0


class Trade(Value, frozen=True):
    """Goods both ways between ``proposer`` and ``partner``, and at most one contract."""

    proposer: int
    partner: int
    give: Goods = Goods()
    take: Goods = Goods()
    terms: Terms | None = None

    @property
    def tiles(self) -> tuple[int, ...]:
        """Properties of both sides."""
        return (*self.give.tiles, *self.take.tiles)


class Agreed(Value, frozen=True):
    """A trade that both sides have said yes to, and how its properties stood then."""

    trade: Trade
    mortgaged: tuple[int, ...] = ()
    """Its properties that were mortgaged, ascending."""
