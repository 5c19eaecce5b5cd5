"""Amounts that can say why, and what is owed."""

from ketuk.engine.causes import BillBase, FactorName
from ketuk.engine.table.value import Value


class Factor(Value, frozen=True):
    """One multiplier of a bill, by name."""

    name: FactorName
    times: int
    ruling: str = ""
    per: int = 1
    """The amount is ``times / per`` of what it was, down: 3 per 2 for a half more."""


class Bill(Value, frozen=True):
    """An amount that can say why: base times factors, held by a cap."""

    tile: int
    """The property that it is for; -1 for none."""
    base: int
    base_why: BillBase
    """Id of what the base is: a level, connected cities, a fixed figure."""
    count: int = 0
    """The number behind the base: building level, connected cities, dice, net worth."""
    factors: tuple[Factor, ...] = ()
    cap: int = 0
    """Highest product of factors that counts; 0 for none."""
    total: int = 0
    rulings: tuple[str, ...] = ()
    """Rulings applied, those of the factors included."""
    shares: tuple[tuple[int, int], ...] = ()
    """Parts of the total that go to others than the creditor: (account, amount)."""


class OpenRent(Value, frozen=True):
    """Rent owed since the landing and not yet asked for; creditor and amount are fixed then."""

    lander: int
    owner: int
    bill: Bill


class Debt(Value, frozen=True):
    """The unpaid rest of a payment that was due."""

    debtor: int
    creditor: int
    amount: int
