"""Who cannot pay is out of the game, and what there is goes to the creditor."""

from ketuk.engine.acts.building import sell_whole
from ketuk.engine.acts.leaving import auction_all, depart, give_back, leave_game
from ketuk.engine.acts.mortgaging import burden
from ketuk.engine.acts.owing import collect, empty_purse
from ketuk.engine.commands import Leave
from ketuk.engine.draft import Draft
from ketuk.engine.events import Acquired, Bankrupted, CardPassed
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.debt import enough_to_raise
from ketuk.engine.rules.ruleset import Ruin
from ketuk.engine.table import BANK, AnyTask, Charge, Due, Free


def go_bankrupt(draft: Draft, due: Due, short: int) -> None:
    """A payment is left unpaid and nothing can raise it (K-21 to K-23)."""
    creditor = due.to if due.to > BANK else BANK
    draft.add(Bankrupted(due.seat, creditor, short, "K-21" if creditor else "K-22"))
    if creditor:
        _to_player(draft, due.seat, creditor)
    else:
        _to_bank(draft, due.seat)


def _to_bank(draft: Draft, seat: int) -> None:
    """All goes back; if the game goes on, the properties are auctioned one by one (K-22)."""
    tiles = draft.table.owned(seat)
    give_back(draft, seat, tiles, "bankrupt")
    if depart(draft, seat):
        auction_all(draft, tiles)


def _to_player(draft: Draft, seat: int, creditor: int) -> None:
    """Buildings at half to the bank; cash, properties and cards to the creditor (K-21)."""
    tiles = draft.table.owned(seat)
    for tile in tiles:
        if draft.table.holdings[tile].level:
            sell_whole(draft, seat, tile)
    empty_purse(draft, seat, creditor, "estate")
    for tile in tiles:
        draft.add(Acquired(creditor, tile, seat, "estate"))
    for card in draft.table.player(seat).hand:
        draft.add(CardPassed(seat, creditor, card))
    if depart(draft, seat):
        _after_charges(draft, creditor, tiles)


def _after_charges(draft: Draft, creditor: int, tiles: tuple[int, ...]) -> None:
    """Interest is asked for once everybody else has paid what the same card wants of them."""
    waiting = list[AnyTask]()
    while isinstance(draft.table.top, Charge):
        waiting.append(draft.table.top)
        draft.done()
    burden(draft, creditor, tiles)
    if waiting:
        draft.plan(*waiting)


def leave(draft: Draft, command: Leave) -> Refused | None:
    """Leave for good; who owes a player meanwhile pays, or is bankrupt to that one (K-24)."""
    seat = command.seat
    if isinstance(draft.table.top, Free):
        for rent in [r for r in draft.table.rents if r.lander == seat]:
            collect(draft, rent, "claimed")
            if not isinstance(draft.table.top, Free) or draft.table.player(seat).left:
                break
    due = draft.table.top
    if isinstance(due, Due) and due.seat == seat and due.to > BANK:
        go_bankrupt(draft, due, due.amount - draft.table.player(seat).cash)
    if not draft.table.player(seat).left:
        return leave_game(draft, command)
    return None


RUIN = Ruin(must_raise=enough_to_raise, unpaid=go_bankrupt, left_behind=auction_all)
