"""Who cannot pay is out of the game, and what there is goes to the creditor, or to the bank.

Parts for a set's ``Ruin``. What becomes of properties that change hands is its
``Trading.passed_on``, of those that go back its ``Ruin.left_behind``.
"""

from collections.abc import Callable

from ketuk.engine.acts.building import sell_whole
from ketuk.engine.acts.leaving import depart, give_back, leave_game
from ketuk.engine.acts.owing import collect, empty_purse, settle
from ketuk.engine.causes import AcquiredBy, LevelChangedBy, PaidFor, ReleasedBy, RentEnd
from ketuk.engine.commands import Leave
from ketuk.engine.draft import Draft
from ketuk.engine.events import Acquired, Bankrupted, CardPassed, LevelChanged
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.buildings import cleared
from ketuk.engine.table import BANK, AnyTask, Charge, Due, Free, Table, replace


def go_bankrupt(draft: Draft, due: Due, short: int) -> None:
    """A payment is left unpaid and nothing can raise it: a ``Ruin.unpaid``."""
    creditor = due.to if due.to > BANK else BANK
    ruling = draft.rules.cite("estate_to_player" if creditor else "estate_to_bank")
    draft.add(Bankrupted(due.seat, creditor, short, ruling))
    if creditor:
        clear_buildings(draft, due.seat)
        hand_on(draft, due.seat, creditor)
    else:
        back_to_bank(draft, due.seat)


def back_to_bank(draft: Draft, seat: int) -> None:
    """All goes back; what becomes of the properties the set says, if the game goes on."""
    tiles = draft.table.owned(seat)
    give_back(draft, seat, tiles, ReleasedBy("bankrupt"), PaidFor("bankrupt"))
    if depart(draft, seat):
        draft.rules.ruin.left_behind(draft, tiles)


def clear_buildings(draft: Draft, seat: int) -> None:
    """Buildings go to the bank, for its share of their price; for nothing from mortgaged land."""
    for tile in draft.table.owned(seat):
        held = draft.table.holdings[tile]
        if held.level and held.mortgaged:
            draft.add(
                LevelChanged(
                    tile, 0, cleared(draft.rules, draft.table, tile), LevelChangedBy("bankrupt")
                )
            )
        elif held.level:
            sell_whole(draft, seat, tile)


def hand_on(draft: Draft, seat: int, creditor: int) -> None:
    """Cash, properties as they stand and cards go to the creditor."""
    tiles = draft.table.owned(seat)
    empty_purse(draft, seat, creditor, PaidFor("estate"))
    for tile in tiles:
        draft.add(Acquired(creditor, tile, seat, AcquiredBy("estate")))
    for card in draft.table.player(seat).hand:
        draft.add(CardPassed(seat, creditor, card))
    if depart(draft, seat):
        after_charges(draft, lambda: draft.rules.trading.passed_on(draft, creditor, tiles))


def after_charges(draft: Draft, duties: Callable[[], None]) -> None:
    """Duties of a new owner come once all others have paid what the same card wants of them."""
    waiting: list[AnyTask] = []
    while isinstance(draft.table.top, Charge):
        waiting.append(draft.table.top)
        draft.done()
    duties()
    if waiting:
        draft.plan(*waiting)


def _owed_to_a_player(table: Table, seat: int) -> Due | None:
    """What a seat has to pay to another first, whatever is being asked meanwhile."""
    due = [t for t in reversed(table.agenda) if isinstance(t, Due) and t.seat == seat]
    return due[0] if due and due[0].to > BANK else None


def leave_owing(draft: Draft, command: Leave) -> Refused | None:
    """Leave for good; who owes a player meanwhile pays, or is bankrupt to that one."""
    seat = command.seat
    if isinstance(draft.table.top, Free):
        for rent in [r for r in draft.table.rents if r.lander == seat]:
            collect(draft, rent, RentEnd("claimed"))
            if not isinstance(draft.table.top, Free) or draft.table.player(seat).left:
                break
    if (due := _owed_to_a_player(draft.table, seat)) is not None:
        short = due.amount - draft.table.player(seat).cash
        if short > 0:
            draft.rules.ruin.unpaid(draft, due, short)
        else:
            settle(draft, replace(due, then=0))
    if not draft.table.player(seat).left:
        return leave_game(draft, command)
    return None
