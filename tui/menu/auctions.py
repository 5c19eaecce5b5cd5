"""The questions of a sealed auction: window, bids, reveal, exchange, price."""

from typing import Any

from ketuk.engine.commands import Bid, BidCard, Concede, GoOn, Mortgage, Pass, Pay, Ready
from ketuk.engine.offers import BidForm, Offers
from ketuk.engine.table import Auction, Bidding, PayPrice, Table
from ketuk.tui.menu.choice import HAND, AskTable, ChoiceLine, More, Open, Question
from ketuk.tui.menu.sorting import each, of_properties, one
from ketuk.tui.menu.tiles import offered
from ketuk.tui.telling.names import Names


def bidding(names: Names, top: Bidding, offers: Offers) -> Question:
    """The auction as it stands."""
    auction = names.table.auction
    assert auction is not None
    match auction.stage:
        case "window":
            return _window(names, auction, offers)
        case "bids":
            return _bids(names, auction, offers)
        case "open":
            return _open(names, auction, offers)
        case "swap":
            return _swap(names, auction, offers)
        case _:
            return _revealed(names, auction, offers)


def _head(names: Names, auction: Auction) -> str:
    return names.words("table.head_auction", tile=names.lot(auction))


def _facts(names: Names, auction: Auction) -> dict[str, Any]:
    deed = names.rules.board.deed(auction.tile)
    return {
        "tile": names.lot(auction),
        "price": deed.build_price if auction.floors else deed.price,
        "seats": names.seats(auction.seats),
        "leader": names.seat(auction.leader),
        "minimum": auction.minimum,
    }


def _window(names: Names, auction: Auction, offers: Offers) -> Question:
    words = names.words
    ready = tuple(c for c in offers.commands if isinstance(c, Ready))
    waiting = names.seats(tuple(c.seat for c in ready))
    choices = [ChoiceLine(words("table.all_ready", names=waiting), AskTable(ready))]
    choices += each(names, ready) if len(ready) > 1 else ()
    mortgages = [c for c in offers.commands if isinstance(c, Mortgage)]
    choices += of_properties(names, mortgages, ready[0].seat)
    text = words("table.ask_window", waiting=waiting, **_facts(names, auction))
    text = f"{text} {offered(names, auction.tile)}".strip()
    head, marked = _head(names, auction), 0 if len(ready) == 1 else None
    return Question(ready[0].seat, head, text, tuple(choices), (auction.tile,), marked)


def _bids(names: Names, auction: Auction, offers: Offers) -> Question:
    words, laid = names.words, {b.seat for b in auction.sealed.bids}
    missing = [s for s in auction.seats if s not in laid]
    choices = list(each(names, [c for c in offers.commands if isinstance(c, GoOn)]))
    choices += [_to_pad(names, "table.open_bid", s) for s in missing]
    if laid:
        title = words("table.more_rebid")
        again = tuple(_to_pad(names, "table.open_rebid", s) for s in sorted(laid))
        choices.append(ChoiceLine(title, More(title, again)))
    facts = _facts(names, auction)
    facts |= {"laid": names.seats(tuple(sorted(laid))), "missing": names.seats(tuple(missing))}
    key = "table.ask_bids" if missing else "table.ask_bids_in"
    seat = missing[0] if missing else auction.leader
    head, text = _head(names, auction), words(key, **facts)
    way = words("table.way_bids") if missing else ""
    return Question(seat, head, text, tuple(choices), (auction.tile,), 0, way)


def first_caller(table: Table) -> int:
    """Whom an open auction asks first: the next one still in, round the table; 0 if nobody is.

    Where all may call out at any time, the table still goes round, so that everybody is asked.
    """
    auction = table.auction
    if auction is None or auction.stage != "open":
        return 0
    callers = auction.callers
    order = table.clockwise(auction.high_seat or auction.leader)
    return next((s for s in (*order[1:], *order[:1]) if s in callers), 0)


def _open(names: Names, auction: Auction, offers: Offers) -> Question:
    """Bids are called out: one is asked after the other until all but one have left.

    Nothing is marked: Enter would bid or leave for somebody. What others call out meanwhile stands
    behind one line, by their names.
    """
    words, table = names.words, names.table
    bids = {f.seat: f for f in offers.forms if isinstance(f, BidForm)}
    leaving = {c.seat: c for c in offers.commands if isinstance(c, Pass)}
    asked = first_caller(table) or auction.leader
    choices: list[ChoiceLine] = []
    if form := bids.get(asked):
        choices += [one(names, Bid(asked, form.least)), _to_call(names, form)]
    choices += [one(names, leaving[asked])] if asked in leaving else []
    others = [s for s in table.clockwise(asked) if s != asked]
    calls = [_to_call(names, bids[s]) for s in others if s in bids]
    passes = [one(names, leaving[s]) for s in others if s in leaving]
    if calls or passes:
        title = words("table.more_others")
        choices.append(ChoiceLine(title, More(title, (*calls, *passes))))
    choices += of_properties(names, offers.commands, asked)
    still_in = [s for s in auction.seats if s not in auction.passed]
    facts = _facts(names, auction) | {
        "high": auction.high,
        "name": names.seat(auction.high_seat),
        "asked": names.seat(asked),
        "in": names.seats(tuple(still_in)),
    }
    text = words("table.ask_open" if auction.high else "table.ask_open_first", **facts)
    if not auction.high and not auction.floors:
        text = f"{text} {offered(names, auction.tile)}".strip()
    head = _head(names, auction)
    return Question(asked, head, text, tuple(choices), (auction.tile,))


def _to_call(names: Names, form: BidForm) -> ChoiceLine:
    facts = {"name": names.seat(form.seat), "least": form.least}
    return ChoiceLine(names.words("table.open_call", **facts), Open("call", form.seat))


def _to_pad(names: Names, key: str, seat: int) -> ChoiceLine:
    return ChoiceLine(names.words(key, name=names.seat(seat)), Open("bid", seat))


def _revealed(names: Names, auction: Auction, offers: Offers) -> Question:
    words = names.words
    shown = ", ".join(f"{names.seat(b.seat)} {names.bid(b.card)}" for b in auction.sealed.bids)
    text = words("table.ask_revealed", bids=shown, **_facts(names, auction))
    if auction.sealed.declared:
        declared = names.seats(tuple(seat for seat, _ in auction.sealed.declared))
        text += " " + words("table.swap_declared", names=declared)
    choices = each(names, [c for c in offers.commands if isinstance(c, GoOn)])
    hand = ChoiceLine(words("table.open_hand"), Open("hand", 0), HAND)
    head = _head(names, auction)
    return Question(auction.leader, head, text, (*choices, hand), (auction.tile,), marked=0)


def _swap(names: Names, auction: Auction, offers: Offers) -> Question:
    seat = auction.sealed.declared[0][0]
    bids = [c for c in offers.commands if isinstance(c, BidCard)]
    seat = bids[0].seat if bids else seat
    text = names.words("table.ask_swap", name=names.seat(seat), **_facts(names, auction))
    choices = each(names, bids)
    return Question(seat, _head(names, auction), text, choices, (auction.tile,))


def pay_price(names: Names, top: PayPrice, offers: Offers) -> Question:
    """The winner pays, or gives up what it cannot pay."""
    words, cash = names.words, names.table.player(top.seat).cash
    facts = {"name": names.seat(top.seat), "tile": names.deed(top.tile), "amount": top.price,
             "cash": cash}  # fmt: skip
    plain = [c for c in offers.commands
             if isinstance(c, Concede) or (isinstance(c, Pay) and not c.card)]  # fmt: skip
    hand = ChoiceLine(words("table.open_hand"), Open("hand", top.seat), HAND)
    head = words("table.head_due", amount=top.price)
    text = words("table.ask_price", **facts)
    marked = 0 if isinstance(plain[0], Pay) else None
    choices = (*each(names, plain), hand)
    return Question(top.seat, head, text, choices, (top.tile,), marked)
