"""What the start and the tiles do: salary while it lasts, rents and taxes that wait to be paid."""

from ketuk.engine.acts.landing import land_on_property
from ketuk.engine.acts.leaving_jail import send_to_jail
from ketuk.engine.acts.owing import transfer
from ketuk.engine.causes import BillBase, JailedFor, NothingFrom, PaidFor
from ketuk.engine.draft import Draft
from ketuk.engine.events import Excused, Nothing
from ketuk.engine.rules.rent import bill
from ketuk.engine.rules.ruleset import Excuse
from ketuk.engine.table import BANK, DrawCard, Due

DECK = "sorte"


def at_start(draft: Draft, seat: int, exact: bool, ruling: str) -> None:
    """The salary, and more for stopping there exactly, until both end with the clock (M-1, M-2)."""
    figures = draft.rules.figures
    ends = figures["salary_ends"]
    if ends and draft.table.clock.now >= ends:
        draft.add(Nothing(NothingFrom("salary_over"), "clock", "M-1", seat))
        return
    transfer(draft, BANK, seat, draft.rules.salary, PaidFor("salary"), ruling="M-1")
    if exact:
        transfer(draft, BANK, seat, figures["exact"], PaidFor("exact"), ruling="M-2")


def land_on_deed(draft: Draft, seat: int, tile: int) -> None:
    """Unowned: buy or auction. Another's: the rent waits to be paid. Own: nothing."""
    owner = draft.table.holdings[tile].owner
    if owner == BANK:
        land_on_property(draft, seat, tile)
        return
    outcome = draft.rules.rent(draft.rules, draft.table, tile, seat)
    if isinstance(outcome, Excuse):
        draft.add(Excused(seat, tile, outcome.why, outcome.ruling))
        return
    draft.plan(
        Due(seat, owner, outcome.total, PaidFor("rent"), bill=outcome, shares=outcome.shares)
    )


def land_on_tax(draft: Draft, seat: int, tile: int) -> None:
    """A fixed tax, which waits to be paid as a rent does."""
    amount = draft.rules.board.tiles[tile].amount
    draft.plan(
        Due(seat, BANK, amount, PaidFor("tax"), bill=bill(tile, amount, BillBase("tax_fixed")))
    )


def land_on_sorte(draft: Draft, seat: int, tile: int) -> None:
    """A card."""
    draft.plan(DrawCard(seat, DECK))


def land_on_go_to_jail(draft: Draft, seat: int, tile: int) -> None:
    """Straight to the Prisão."""
    send_to_jail(draft, seat, JailedFor("sent"))
