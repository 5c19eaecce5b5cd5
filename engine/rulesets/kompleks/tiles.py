"""What the tiles do that are no property: tax and refund, cards, parking, the way to jail."""

from ketuk.engine.acts.leaving_jail import send_to_jail
from ketuk.engine.acts.owing import demand, transfer
from ketuk.engine.causes import JailedFor, PaidFor
from ketuk.engine.draft import Draft
from ketuk.engine.table import BANK, Due, Jump, Table


def to_bank(table: Table) -> int:
    """Fees go to the bank."""
    return BANK


def tax(draft: Draft, seat: int, tile: int) -> None:
    """A fixed sum, due to the bank."""
    demand(draft, Due(seat, BANK, draft.rules.board.tiles[tile].amount, PaidFor("tax")))


def refund(draft: Draft, seat: int, tile: int) -> None:
    """The bank pays, at each landing."""
    amount = draft.rules.board.tiles[tile].amount
    transfer(draft, BANK, seat, amount, PaidFor("refund"), tile=tile)


def parking(draft: Draft, seat: int, tile: int) -> None:
    """Name another tile and be put there (KP-10)."""
    draft.plan(Jump(seat))


def go_to_jail(draft: Draft, seat: int, tile: int) -> None:
    """Straight to jail."""
    send_to_jail(draft, seat, JailedFor("sent"))
