"""Payments, debts and open rents."""

from ketuk.engine.causes import ExcusedBy, PaidFor, RentEnd
from ketuk.engine.events.event import Event
from ketuk.engine.table import Bill


class Paid(Event, frozen=True):
    """Money moved from one account to another; ``bill`` says how an amount came to be."""

    payer: int
    payee: int
    amount: int
    why: PaidFor
    tile: int = -1
    bill: Bill | None = None
    ruling: str = ""


class Owed(Event, frozen=True):
    """The unpaid rest of a payment became a debt."""

    debtor: int
    creditor: int
    amount: int
    why: str
    ruling: str = ""


class RentOpened(Event, frozen=True):
    """A rent is owed and waits to be paid or claimed."""

    lander: int
    owner: int
    bill: Bill


class RentClosed(Event, frozen=True):
    """An open rent is no longer open."""

    lander: int
    owner: int
    tile: int
    how: RentEnd
    """paid, claimed, lapsed, void."""
    ruling: str = ""


class Excused(Event, frozen=True):
    """Nothing is owed where something could have been."""

    seat: int
    tile: int
    why: ExcusedBy
    ruling: str = ""


class Staked(Event, frozen=True):
    """A seat has put its stake on numbers of a die."""

    seat: int
    numbers: tuple[int, ...]
    amount: int
