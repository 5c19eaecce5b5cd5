"""One sentence on each event. The key is its type, with a variant by what it is about."""

from typing import Any

from ketuk.engine import events as ev
from ketuk.engine.acts.correcting import WHY as CORRECTED
from ketuk.engine.events import AnyEvent
from ketuk.engine.states import Ballot, Site
from ketuk.engine.table import Table, snake
from ketuk.rooms.views import HIDDEN
from ketuk.tui.telling import corrections
from ketuk.tui.telling.naming import Naming

SILENT: frozenset[type] = frozenset(
    {ev.Planned, ev.Done, ev.SalaryDue, ev.TimePassed, ev.Timed, ev.TimeShared, ev.Reopened}
)
"""Steps of the engine that nobody needs to hear of: what follows from them is told."""
QUIET = frozenset(
    {
        "turn_ended",
        "landed_nothing",
        "landed_harbour",
        "auction_closed_sold",
        "rent_closed_paid",
        "queue_changed_empty",
    }
)
"""Left out of the log: the sentence before or after says it too."""


def quiet(event: AnyEvent) -> bool:
    """Whether the log can do without it."""
    return _silent(event) or _key(event, "") in QUIET


def _silent(event: AnyEvent) -> bool:
    """Steps, and what only carries out a correction: that is told in one sentence."""
    if type(event) in SILENT or (isinstance(event, ev.StateChanged) and not event.what):
        return True
    causes = (getattr(event, "why", ""), getattr(event, "how", ""))
    return CORRECTED in causes and not isinstance(event, ev.CardReturned)


def event_sentence(names: Naming, event: AnyEvent, table: Table) -> str | None:
    """The sentence on an event; hidden cards are already cut from it."""
    if _silent(event):
        return None
    kind = names.rules.cards[event.card].kind if isinstance(event, ev.Targeted) else ""
    facts = _facts(names, event, table) | {"jail": names.jail, "salary": names.term("salary")}
    key = f"events.{_key(event, kind)}"
    if isinstance(event, ev.RoundBegan):
        key = f"{key}{_which_round(event, table)}"
    return names.words(key, **facts)


_ENDLESS = 1000
"""No game has so many rounds: it ends otherwise."""


def _which_round(event: ev.RoundBegan, table: Table) -> str:
    if table.rounds >= _ENDLESS:
        return "_bare"
    return "_last" if event.round == table.rounds else ""


def _key(event: AnyEvent, kind: str) -> str:
    key = snake(type(event).__name__)
    variant = _variant(event, kind)
    return f"{key}_{variant}" if variant else key


def _variant(event: AnyEvent, kind: str) -> str:
    match event:
        case ev.Rolled():
            return "double" if event.double else ""
        case ev.Moved():
            return event.stopped or event.how
        case ev.Landed():
            return event.effect
        case ev.MortgageSet():
            return "" if event.mortgaged else "lifted" if event.why else "redeemed"
        case ev.CardDrawn() | ev.BidLaid():
            return "hidden" if event.card == HIDDEN else ""
        case ev.Targeted():
            return event.by if event.by == "choice" else kind
        case ev.EffectsChanged() | ev.StateChanged():
            return event.what
        case ev.ContractMade():
            return event.contract.kind
        case ev.Nothing():
            return f"{event.what}_{event.why}" if event.why == "no_worth" else event.what
        case ev.QueueChanged():
            return "" if event.queue else "empty"
        case ev.Corrected():
            return "noted" if event.note else ""
        case ev.Owed() | ev.CardReturned():
            return ""
        case _:
            return str(getattr(event, "how", "") or getattr(event, "why", ""))


def _facts(names: Naming, event: AnyEvent, table: Table) -> dict[str, object]:
    facts: dict[str, object] = {}
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if (known := FACTS.get(field)) is not None:
            facts |= known(names, value, table)
        elif isinstance(value, int | str):
            facts[field] = value
    return facts | _special(names, event, table)


def _special(names: Naming, event: AnyEvent, table: Table) -> dict[str, object]:
    match event:
        case ev.GameStarted():
            return {"players": names.all_of([p.name for p in event.players])}
        case ev.RoundBegan():
            return {"player": names.player(event.opener, table), "rounds": table.rounds}
        case ev.Moved():
            return {"tile": names.spot(event.to, table)}
        case ev.Landed():
            return {"tile": names.spot(event.tile, table)}
        case ev.AuctionWon() if table.auction is not None:
            return {"tile": names.lot(table.auction)}
        case ev.Paid(why="harbour"):
            return {"tile": names.place(event.tile)}
        case ev.Paid():
            return {"amount": event.amount}  # what was paid, not what the bill came to
        case ev.Owed():
            return {
                "player": names.account(event.debtor, table),
                "payee": names.account(event.creditor, table),
            }
        case ev.CardPassed():
            return {"other": names.player(event.to, table)}
        case ev.Bankrupted():
            return {"payee": names.account(event.creditor, table)}
        case ev.CardShown() | ev.CardKept() | ev.EventRevealed():
            texts = names.rules.texts.get(names.rules.cards[event.card].kind, {})
            return {"text": names.words.said(texts)}
        case ev.Targeted():
            return _target(names, event, table)
        case ev.EffectsChanged():
            return _effect(names, event, table)
        case ev.StateChanged():
            return _state(names, event, table)
        case ev.BidLaid() | ev.BidSwapped():
            return {"amount": names.bid(event.card, table)} if event.card != HIDDEN else {}
        case ev.BidsRevealed():
            return {"bids": ", ".join(_bid(names, b.seat, b.card, table) for b in event.bids)}
        case ev.TradeVoid():
            key = f"events.void_{event.reason}"
            return {"reason": names.words(key if names.words.has(key) else "events.void_other")}
        case ev.Corrected():
            change = corrections.change(names, event.was, event.what, table)
            return {"change": change}
        case ev.GameEnded():
            first = [p.seat for p in event.ranking if p.place == 1]
            return {"players": names.players(first, table)}
        case _:
            return {}


def _bid(names: Naming, seat: int, card: int, table: Table) -> str:
    player, amount = names.player(seat, table), names.bid(card, table)
    return names.words("events.bid_of", player=player, amount=amount)


def _target(names: Naming, event: ev.Targeted, table: Table) -> dict[str, object]:
    kind, board = names.rules.cards[event.card].kind, names.rules.board
    match "tile" if event.by == "choice" else names.rules.card_rules[kind].hits:
        case "zone":
            return {"target": event.target, "tiles": names.tiles(board.zones[event.target])}
        case "group":
            return {"tiles": names.tiles(board.groups[event.target])}
        case "seat":
            return {"player": names.player(event.target, table)}
        case "tile":
            return {"tile": names.tile(event.target)}


def _effect(names: Naming, event: ev.EffectsChanged, table: Table) -> dict[str, object]:
    match event.what:
        case "invested":
            return {"tiles": names.tiles(names.rules.board.groups[event.at])}
        case "capital":
            return {"tile": names.place(event.at)}
        case _ if event.at < 0:
            return {}
        case _:
            here, ahead = names.place(event.at, table), names.place(event.at + 1, table)
            return {"target": event.at, "tile": here, "next": ahead}


def _state(names: Naming, event: ev.StateChanged, table: Table) -> dict[str, object]:
    match event.state:
        case Site(tile=tile):
            return {"tile": names.tile(tile)}
        case Ballot(yes=yes, no=no):
            return {"yes": names.players(yes, table), "no": names.players(no, table)}
        case _:
            return {}


def _bill(names: Naming, value: Any, table: Table) -> dict[str, object]:
    if value is None:
        return {}
    return {"amount": value.total, "tile": names.tile(value.tile)}


def _trade(names: Naming, value: Any, table: Table) -> dict[str, object]:
    return {
        "player": names.player(value.proposer, table),
        "other": names.player(value.partner, table),
        "trade": names.trade(value, table),
    }


def _contract(names: Naming, value: Any, table: Table) -> dict[str, object]:
    return {
        "player": names.player(value.giver, table),
        "other": names.player(value.taker, table),
        "until": value.until,
        "amount": value.repayment,
    }


FACTS: dict[str, Any] = {
    "seat": lambda n, v, t: {"player": n.player(v, t)},
    "lander": lambda n, v, t: {"player": n.player(v, t)},
    "owner": lambda n, v, t: {"owner": n.player(v, t)},
    "former": lambda n, v, t: {"former": n.account(v, t)},
    "payer": lambda n, v, t: {"payer": n.account(v, t)},
    "payee": lambda n, v, t: {"payee": n.account(v, t)},
    "tile": lambda n, v, t: {"tile": n.tile(v)},
    "card": lambda n, v, t: {"card": n.card(v, t)},
    "item": lambda n, v, t: {"card": n.card(v, t)},
    "deck": lambda n, v, t: {"deck": n.deck(v)},
    "dice": lambda n, v, t: {"dice": n.dice(v)},
    "level": lambda n, v, t: {"level": n.level(v)},
    "goal": lambda n, v, t: {"goal": n.term(f"goal_{v}")},
    "queue": lambda n, v, t: {"tiles": n.tiles(v)},
    "numbers": lambda n, v, t: {"numbers": n.all_of([str(number) for number in v])},
    "seats": lambda n, v, t: {"players": n.players(v, t)},
    "amount": lambda n, v, t: {"amount": v},
    "price": lambda n, v, t: {"amount": v},
    "bill": _bill,
    "trade": _trade,
    "contract": _contract,
    "auction": lambda n, v, t: {"tile": n.lot(v), "players": n.players(v.seats, t)},
}
"""Facts by the name of an event's field, whatever the event: (names, value, table)."""
