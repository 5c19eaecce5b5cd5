"""Whom the table waits for."""

from ketuk.engine.table import Answer, Auction, Bidding, Handover, Raid, Table, Throwing


def waiting(table: Table) -> tuple[int, ...]:
    """The seats that the table waits for; empty when the game is over.

    Bidders come in seat order; before a raid strikes its victim is asked first, then who goes on.

    Others may still have something to ask meanwhile: ``offers`` lists it.
    """
    top = table.top
    match top:
        case None:
            return ()
        case Bidding():
            return _bidders(table.auction) if table.auction is not None else ()
        case Handover():
            return (table.active,)
        case Answer():
            return (top.trade.partner,)
        case Raid():
            return tuple(dict.fromkeys((top.seat, table.active)))
        case Throwing():
            return (top.seats[len(top.thrown)],)
        case _:
            seat = getattr(top, "seat", 0)
            return (seat,) if seat else ()


def _bidders(auction: Auction) -> tuple[int, ...]:
    match auction.stage:
        case "window":
            done = set(auction.ready)
        case "bids":
            done = {b.seat for b in auction.bids}
        case "open":
            return auction.callers
        case "swap":
            return (auction.declared[0][0],)
        case _:
            return (auction.leader,)
    missing = tuple(sorted(set(auction.seats) - done))
    return missing or (auction.leader,)
