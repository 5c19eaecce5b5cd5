"""Where an amount in the log comes from: a printed figure, a bid, an agreement, what was there."""

from collections.abc import Callable
from dataclasses import dataclass

from ketuk.engine.acts.calling import least_call
from ketuk.engine.events import (
    AnyEvent,
    AuctionWon,
    Bankrupted,
    BidCalled,
    BidsRevealed,
    CardUsed,
    ContractMade,
    GoalReached,
    LevelChanged,
    Owed,
    Paid,
    Staked,
    TradeDone,
)
from ketuk.engine.rules.auction import bid_value
from ketuk.engine.table import Auction, Table, snake
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.naming import PARTS


@dataclass(frozen=True, slots=True)
class Moment:
    """When something happened."""

    before: Table
    """The table right before it."""
    move: tuple[AnyEvent, ...]
    """All that came of the same command."""
    card: int = 0
    """The card that was turned over last; 0 if it is not known."""
    shown: Table | None = None
    """The table when it was turned over."""


AMOUNTS = (
    Paid, Owed, AuctionWon, BidCalled, BidsRevealed, ContractMade, Bankrupted, GoalReached, Staked
)  # fmt: skip
"""Events that tell an amount."""


def lines(names: Names, event: AnyEvent, at: Moment) -> list[str]:
    """Where the amount of an event comes from; a bill, if there is one, says it better."""
    match event:
        case Paid():
            return [*([] if event.bill else SPECIAL.get(event.why, _plain)(names, event, at)),
                    *_short(names, event, at)]  # fmt: skip
        case Owed():
            return _owed(names, event, at)
        case AuctionWon():
            return _won(names, event, at)
        case BidsRevealed():
            return _revealed(names, event, at)
        case BidCalled():
            return _called(names, event, at)
        case ContractMade() if event.contract.repayment:
            return [names.words("why.contract", amount=event.contract.repayment)]
        case Bankrupted():
            return [names.words("why.bankrupted", amount=event.short)]
        case GoalReached():
            text = names.words.said(names.rules.texts[event.goal])
            return [names.words("why.goal", text=text, amount=event.amount)]
        case Staked():
            return [names.words("why.staked", amount=event.amount)]
        case _:
            return []


def topics(event: AnyEvent, at: Moment) -> list[str]:
    """Under which topics a rule set may cite a ruling on the amount."""
    match event:
        case Paid(why="price"):
            return ["why_price_bid" if at.before.auction else "why_price"]
        case Paid() | Owed():
            return [f"why_{event.why}", *(["rest_is_debt"] if isinstance(event, Owed) else [])]
        case AuctionWon() | BidCalled() | BidsRevealed() | Bankrupted() | Staked():
            return [f"why_{snake(type(event).__name__)}"]
        case _:
            return []


# --- payments ----------------------------------------------------------------------------------


def _plain(names: Names, event: Paid, at: Moment) -> list[str]:
    """A figure of the game, or what was agreed: a sentence for each reason."""
    return [names.words(f"why.{event.why}", **_facts(names, event, at))]


def _facts(names: Names, event: Paid, at: Moment) -> dict[str, object]:
    table, board = at.before, names.rules.board
    tile = event.tile if event.tile >= 0 else table.player(max(event.payer, 1)).at
    return {
        "amount": _due(event, at),
        "tile": names.tile(tile),
        "start": names.tile(0),
        "jail": names.jail,
        "salary": names.telling.names.term("salary"),
        "payer": names.seat(event.payer),
        "payee": names.seat(event.payee),
        "building": board.deed(tile).build_price if tile in board.deeds else 0,
    }


def _due(event: Paid, at: Moment) -> int:
    """What had to be paid; the cash may not have been enough."""
    return event.amount + sum(
        e.amount if isinstance(e, Owed) else e.short
        for e in at.move
        if (isinstance(e, Owed) and (e.debtor, e.creditor, e.why) == _way(event))
        or (isinstance(e, Bankrupted) and e.seat == event.payer and event.why != "estate")
    )


def _way(event: Paid) -> tuple[int, int, str]:
    return event.payer, event.payee, event.why


def _short(names: Names, event: Paid, at: Moment) -> list[str]:
    due = _due(event, at)
    if due == event.amount:
        return []
    return [names.words("why.short", due=due, amount=event.amount, rest=due - event.amount)]


def _build(names: Names, event: Paid, at: Moment) -> list[str]:
    """The printed price of a level, and what all of them cost then if that is another sum."""
    facts, level = _facts(names, event, at), at.before.holdings[event.tile].level
    built = [e.level for e in at.move if isinstance(e, LevelChanged) and e.tile == event.tile]
    count = max(built, default=level + 1) - level
    reasons = [names.words("why.build", **facts)]
    if event.amount != facts["building"]:
        reasons.append(names.words("why.built", count=count, amount=event.amount))
    return reasons


def _price(names: Names, event: Paid, at: Moment) -> list[str]:
    """The printed price or the winning bid, less a discount."""
    auction, deed = at.before.auction, names.rules.board.deed(event.tile)
    full = _bid_of(names, auction, event.payer) if auction else deed.price
    facts = {"tile": names.deed(event.tile), "full": full, "amount": event.amount}
    reasons = [names.words("why.price_bid" if auction else "why.price", **facts)]
    used = [e.card for e in at.move if isinstance(e, CardUsed) and e.seat == event.payer]
    reasons += [
        names.words("why.price_less", card=names.card(card), **facts)
        for card in used
        if names.rules.cards[card].kind in names.rules.discounts
    ]
    return reasons


def _bid_of(names: Names, auction: Auction, seat: int) -> int:
    if auction.high:
        return auction.high
    laid = next((b.card for b in auction.sealed.bids if b.seat == seat), 0)
    return bid_value(names.rules, auction.tile, laid)


def _debt(names: Names, event: Paid, at: Moment) -> list[str]:
    """What a debtor receives goes on, the oldest debt first."""
    owed = next(
        (d.amount for d in at.before.debts if (d.debtor, d.creditor) == (event.payer, event.payee)),
        event.amount,
    )
    facts = {"payer": names.seat(event.payer), "payee": names.seat(event.payee)}
    return [names.words("why.debt", owed=owed, left=owed - event.amount, **facts)]


def _trade(names: Names, event: Paid, at: Moment) -> list[str]:
    sides = {event.payer, event.payee}
    trades = [e.trade for e in at.move if isinstance(e, TradeDone)]
    done = next((t for t in trades if {t.proposer, t.partner} == sides), None)
    if done is None:
        return [names.words("why.trade_bare", amount=event.amount)]
    return [names.words("why.trade", amount=event.amount, trade=names.trade(done))]


def _card(names: Names, event: Paid, at: Moment) -> list[str]:
    """What the card that was turned over says."""
    card = names.rules.cards.get(at.card)
    text = names.rules.texts.get(card.kind, {}) if card else {}
    if not text:
        return [names.words("why.card_bare", amount=_due(event, at))]
    return [names.words("why.card", text=names.words.said(text), amount=_due(event, at))]


def _repairs(names: Names, event: Paid, at: Moment) -> list[str]:
    """The card, and what stood on the board when it was turned over."""
    reasons, table = _card(names, event, at), at.shown
    if table is None:
        return reasons
    built = ", ".join(
        f"{names.deed(tile)} {names.telling.names.level(table.holdings[tile].level)}"
        for tile in table.owned(event.payer)
        if table.holdings[tile].level
    )
    return [*reasons, names.words("why.repairs", built=built)]


def _sponsor(names: Names, event: Paid, at: Moment) -> list[str]:
    """The figure of the card, or what the pot still holds."""
    facts = {"amount": event.amount, "payer": names.seat(event.payer)}
    emptied = at.before.pot == event.amount
    return [names.words("why.sponsor_rest" if emptied else "why.sponsor", **facts)]


def _derived(names: Names, event: Paid, at: Moment) -> list[str]:
    """What the bank pays or takes that follows from a printed figure."""
    rules, tile = names.rules, event.tile
    deed = rules.board.deed(tile)
    value = rules.mortgaging.value(rules, at.before, tile)
    facts = {"tile": names.deed(tile), "amount": event.amount, "price": deed.price,
             "value": value, "building": deed.build_price}  # fmt: skip
    if deed.build_price:  # a top building that goes at once counts as all its levels
        facts["count"] = round(2 * event.amount / deed.build_price)
    return [names.words(f"screens.why_{event.why}", **facts)]


DERIVED = ("mortgage", "redeem", "property_sold", "building_sold", "compensation")
"""Payments with the bank whose amount comes from a printed figure."""
SPECIAL: dict[str, Callable[[Names, Paid, Moment], list[str]]] = {
    "build": _build,
    "price": _price,
    "debt": _debt,
    "trade": _trade,
    "card": _card,
    "fine": _card,
    "repairs": _repairs,
    "sponsor": _sponsor,
    **dict.fromkeys(DERIVED, _derived),
}
"""Whatever needs more than a sentence of its own."""


def _owed(names: Names, event: Owed, at: Moment) -> list[str]:
    paid = sum(
        e.amount
        for e in at.move
        if isinstance(e, Paid) and _way(e) == (event.debtor, event.creditor, event.why)
    )
    return [names.words("why.owed", due=paid + event.amount, paid=paid, rest=event.amount)]


# --- auctions ----------------------------------------------------------------------------------


def _won(names: Names, event: AuctionWon, at: Moment) -> list[str]:
    auction, words = at.before.auction, names.words
    if auction is None or auction.high:
        return [words("why.won_open", name=names.seat(event.seat), amount=event.price)]
    lines = [words("why.won", bids=_bids(names, auction))]
    if auction.minimum:
        lines.append(words("why.minimum", amount=auction.minimum))
    top = [b.seat for b in auction.sealed.bids if _bid_of(names, auction, b.seat) == event.price]
    if len(top) > 1:
        lines.append(words(f"why.tied_{at.before.options.edition}"))
        lines += [
            words("why.standing", name=names.seat(s.seat), worth=s.worth, cash=s.cash)
            for s in auction.sealed.standings
            if s.seat in top
        ]
    return lines


def _bids(names: Names, auction: Auction) -> str:
    values = ((b.seat, bid_value(names.rules, auction.tile, b.card)) for b in auction.sealed.bids)
    rows = sorted(values, key=lambda row: (-row[1], row[0]))
    return ", ".join(f"{names.seat(seat)} {names.words.figure(value)}" for seat, value in rows)


def _revealed(names: Names, event: BidsRevealed, at: Moment) -> list[str]:
    """What each bid card stands for."""
    auction = at.before.auction
    if auction is None:
        return []
    price = names.rules.board.deed(auction.tile).price
    return [
        names.words("why.bid_card", name=names.seat(bid.seat), part=PARTS[bid.card], price=price,
                    amount=bid_value(names.rules, auction.tile, bid.card))
        for bid in event.bids
    ]  # fmt: skip


def _called(names: Names, event: BidCalled, at: Moment) -> list[str]:
    auction = at.before.auction
    least = least_call(names.rules, auction, event.seat) if auction else 0
    return [
        names.words(
            "why.called", name=names.seat(event.seat), amount=event.amount, least=max(least, 1)
        )
    ]
