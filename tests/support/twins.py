"""A game and its twin, which differ only in what one seat may not know: an oracle of its own.

It says by itself what is secret, and asks no code of the product: cards of the hand deck that
others hold or that lie in the deck, as long as nobody has seen them, and bids before they are
revealed. Whatever a seat is told has to be the same in both games, byte for byte.
"""

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from ketuk.engine.rules.ruleset import RuleSet
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.playing import progress
from ketuk.rooms.records import Row
from ketuk.rooms.room import Room

CARD_KEYS = frozenset({"card", "cards", "hand", "unseen", "discarded", "drawn", "order"})
BIDS = frozenset({"bid_laid", "bid_card"})


def secret_cards(rules: RuleSet) -> frozenset[int]:
    """All cards that a hand holds in secret, by the printed deck."""
    return frozenset(c for c, card in rules.cards.items() if card.deck == rules.seating.hand_deck)


def twin(room: Room, seat: int, folder: Path, chance: random.Random) -> Room | None:
    """The same game with other secrets; None where this seat knows all there is."""
    rows = [msgspec.to_builtins(row) for row in room.rows]
    known = seen_cards(room, seat)
    hidden = [c for c in secret_cards(room.rules) if c not in known]
    mixed = hidden[:]
    chance.shuffle(mixed)
    swap = dict(zip(hidden, mixed, strict=True))
    bids = _open_bids(room, seat)
    moved = any(a != b for a, b in swap.items()) and any(
        c in swap for s, p in enumerate(room.table.players, 1) if s != seat for c in p.hand
    )
    if not moved and not bids:
        return None
    auction_since = _auction_since(room)
    changed = [
        _swapped(row, swap, seat, bids if row["seq"] >= auction_since else set()) for row in rows
    ]
    read = [msgspec.convert(row, Row) for row in changed]
    journal = Journal.open(folder / FILE)
    journal.create(room.header, read, progress(room.table))
    return Room.resume(journal, room.name)


def same(room: Room, folder: Path) -> Room:
    """The very same game, read from disk as the twin is."""
    journal = Journal.open(folder / FILE)
    journal.create(room.header, room.rows, progress(room.table))
    return Room.resume(journal, room.name)


def seen_cards(room: Room, seat: int) -> set[int]:
    """Cards of the hand deck that this seat has seen: its own, and all that was ever laid open."""
    found = set[int]()
    if seat:
        found |= set(room.table.player(seat).hand)
    for row in room.rows:
        for event in msgspec.to_builtins(row)["events"]:
            if event["type"] == "game_started":
                continue
            if event["type"] == "card_drawn":
                if event["seat"] == seat:
                    found.add(event["card"])
                continue
            if event["type"] not in BIDS:
                found |= set(_cards_in(event))
    return found


def _cards_in(value: Any, key: str = "") -> Iterable[int]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _cards_in(part, name)
    elif isinstance(value, list):
        for part in value:
            yield from _cards_in(part, key)
    elif isinstance(value, int) and (key in CARD_KEYS or key == "item" or key == "items"):
        yield value


def _open_bids(room: Room, seat: int) -> set[int]:
    """Seats whose bids lie face down now."""
    auction = room.table.auction
    if auction is None or auction.stage != "bids":
        return set()
    return {b.seat for b in auction.sealed.bids if b.seat != seat}


def _auction_since(room: Room) -> int:
    """The row at which the auction of now began."""
    found = 0
    for row in room.rows:
        if any(msgspec.to_builtins(e)["type"] == "auction_opened" for e in row.events):
            found = row.seq
    return found


def _swapped(value: Any, swap: dict[int, int], seat: int, bids: set[int], key: str = "") -> Any:
    if isinstance(value, dict):
        if value.get("type") in BIDS:
            other = value["seat"] in bids
            return {**value, "card": 1 if value["card"] != 1 else 0} if other else value
        return {k: _swapped(v, swap, seat, bids, k) for k, v in value.items()}
    if isinstance(value, list | tuple):
        if key == "chance":
            return [(what, swap.get(n, n) if what == "card" else n) for what, n in value]
        found = [_swapped(v, swap, seat, bids, key) for v in value]
        return sorted(found) if key == "unseen" else found
    if isinstance(value, int) and not isinstance(value, bool) and key in CARD_KEYS:
        return swap.get(value, value)
    return value
