"""A player leaves for good, in one step and in any phase."""

from ketuk.engine.acts.building import release
from ketuk.engine.acts.ending import end_at_once
from ketuk.engine.acts.owing import empty_purse
from ketuk.engine.causes import AuctionEnd, GameEnd, PaidFor, ReleasedBy
from ketuk.engine.commands import Leave
from ketuk.engine.draft import Draft
from ketuk.engine.events import AuctionClosed, CardReturned, QueueChanged, SeatLeft
from ketuk.engine.refusal import Refused
from ketuk.engine.table import (
    BANK,
    AnyTask,
    Auctioneer,
    Bidding,
    CloseTurn,
    Deliver,
    Due,
    Free,
    Handover,
    PayPrice,
    Settle,
    Throwing,
    replace,
)


def leave_game(draft: Draft, command: Leave) -> Refused | None:
    """Everything of the seat goes back; what was open with it is void (ruling on leaving)."""
    seat = command.seat
    tiles = draft.table.owned(seat)
    give_back(draft, seat, tiles, ReleasedBy("left"), PaidFor("left"))
    if depart(draft, seat):
        draft.rules.ruin.left_behind(draft, tiles)
    return None


def queue_up(draft: Draft, tiles: tuple[int, ...]) -> None:
    """Properties of a player who left wait to be auctioned, one a round."""
    draft.add(QueueChanged((*draft.table.queue, *tiles)))


def auction_all(draft: Draft, tiles: tuple[int, ...]) -> None:
    """Properties of a player who left are auctioned one by one, after a running auction."""
    if not tiles:
        return
    leader, running = draft.table.active, list[AnyTask]()
    while draft.table.top is not None and draft.table.top.of_auction:
        running.append(draft.table.top)
        draft.done()
    draft.plan(*running, *(Auctioneer(t, leader, "left") for t in tiles))


def depart(draft: Draft, seat: int) -> bool:
    """The seat is empty from now on; whether the game goes on (else it is over)."""
    heir = draft.table.clockwise(seat % len(draft.table.players) + 1)[0]
    draft.add(SeatLeft(seat, heir, draft.rules.cite("leaving")))
    if draft.rules.over(draft.rules, draft.table):
        end_at_once(draft, GameEnd("last"))
        return False
    _clean_agenda(draft, seat, heir)
    return True


def give_back(
    draft: Draft, seat: int, tiles: tuple[int, ...], why: ReleasedBy, purse: PaidFor
) -> None:
    """All that a seat has goes back: properties and cash to the bank, cards under their decks."""
    for tile in tiles:
        release(draft, tile, why)
    player = draft.table.player(seat)
    for card in player.hand:
        draft.add(CardReturned(card, draft.rules.cards[card].deck, why))
    empty_purse(draft, seat, BANK, purse)


def _clean_agenda(draft: Draft, seat: int, heir: int) -> None:
    """Drop or hand on what concerned the seat, down to the deepest entry that did."""
    if (auction := draft.table.auction) is not None and auction.seller == seat:
        draft.add(AuctionClosed(auction.tile, AuctionEnd("void"), draft.rules.cite("leaving")))
    agenda = draft.table.agenda
    after = [_without(draft, task, seat, heir) for task in agenda]
    first = next((i for i, t in enumerate(agenda) if after[i] != (t,)), len(agenda))
    for _ in agenda[first:]:
        draft.done()
    kept = [task for tasks in after[first:] for task in tasks]
    if kept:
        draft.plan(*reversed(kept))


def _without(draft: Draft, task: AnyTask, seat: int, heir: int) -> tuple[AnyTask, ...]:
    """What is left of a task once a seat is gone."""
    if draft.table.auction is None and task.of_auction:
        return ()
    rule = draft.rules.tasks.get(type(task))
    if rule is not None and rule.left is not None:
        return rule.left(draft, task, seat, heir)
    return () if task.concerns(seat) else (task,)


def turn_without(draft: Draft, task: Free, seat: int, heir: int) -> tuple[AnyTask, ...]:
    """The turn of who leaves is over."""
    return (CloseTurn(),) if task.seat == seat else (task,)


def price_without(draft: Draft, task: PayPrice, seat: int, heir: int) -> tuple[AnyTask, ...]:
    """The next bid wins."""
    return (Settle(),) if task.seat == seat else (task,)


def due_without(draft: Draft, task: Due, seat: int, heir: int) -> tuple[AnyTask, ...]:
    """A payment to several without the part of a leaver; nothing if the leaver was to pay."""
    if not task.shares:
        return () if task.concerns(seat) else (task,)
    left = [(payee, amount) for payee, amount in task.parts if payee != seat and amount]
    if task.seat == seat or not left:
        return ()
    (first, _), *others = left
    amount = sum([part for _, part in left])
    return (replace(task, to=first, amount=amount, shares=tuple(others)),)


def delivery_without(draft: Draft, task: Deliver, seat: int, heir: int) -> tuple[AnyTask, ...]:
    """What the leaver has won and not paid is not sold."""
    if task.seat != seat:
        return (task,)
    draft.add(AuctionClosed(task.tile, AuctionEnd("void"), draft.rules.cite("leaving")))
    return ()


def auction_without(draft: Draft, task: Auctioneer, seat: int, heir: int) -> tuple[AnyTask, ...]:
    """What the leaver sells is not sold; what it leads goes on."""
    if task.seller == seat:
        return ()
    return (replace(task, leader=heir if task.leader == seat else task.leader),)


def handover_without(draft: Draft, task: Handover, seat: int, heir: int) -> tuple[AnyTask, ...]:
    """Cards that are still somebody's; those of the leaver are back with the bank or the deck."""
    table, deeds = draft.table, draft.rules.board.deeds
    held = {c for p in table.players for c in p.hand}
    held |= {t for t in deeds if table.holdings[t].owner != BANK}
    items = tuple(i for i in task.items if i in held)
    return (Handover(items),) if items else ()


def throwing_without(draft: Draft, task: Throwing, seat: int, heir: int) -> tuple[AnyTask, ...]:
    """Those who are left throw anew; dice for a target the next throws."""
    if seat not in task.seats:
        return (task,)
    if not draft.rules.throws[task.why].highest:
        seats = tuple(heir if s == seat else s for s in task.seats)
        return (replace(task, seats=seats),)
    left = tuple(s for s in task.seats if s != seat)
    return (replace(task, seats=left, thrown=()),) if left else ()


def bidding_without(draft: Draft, task: Bidding, seat: int, heir: int) -> tuple[AnyTask, ...]:
    """The others bid on; with nobody left the auction is over."""
    auction = draft.table.auction
    assert auction is not None
    if not auction.seats:
        how = AuctionEnd("kept" if auction.seller else "unsold")
        draft.add(AuctionClosed(auction.tile, how, draft.rules.cite("leaving")))
        return ()
    if auction.stage == "swap" and not auction.sealed.declared:
        return (Settle(),)
    return (Bidding(),)
