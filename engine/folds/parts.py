"""Parts of the table with one thing changed."""

from collections.abc import Callable
from typing import TypeVar

from ketuk.engine import events as ev
from ketuk.engine.table import (
    Auction,
    Deck,
    Holding,
    Player,
    Table,
    replace,
)
from ketuk.engine.table.game import OWNERS

V = TypeVar("V")


def put(values: tuple[V, ...], at: int, value: V) -> tuple[V, ...]:
    """The same values, another one at that place: quicker than a tuple of two slices."""
    changed = list(values)
    changed[at] = value
    return tuple(changed)


def with_player(table: Table, seat: int, player: Player) -> tuple[Player, ...]:
    """All players, the one of a seat as it is now."""
    return put(table.players, seat - 1, player)


def with_hand(table: Table, seat: int, hand: tuple[int, ...]) -> tuple[Player, ...]:
    """All players, the one of a seat with these cards."""
    return put(table.players, seat - 1, replace(table.players[seat - 1], hand=hand))


def with_holding(table: Table, tile: int, holding: Holding) -> tuple[Holding, ...]:
    """All properties, the one of a tile as it is now; it belongs to whom it belonged before."""
    holdings = put(table.holdings, tile, holding)
    OWNERS.same(table.holdings, holdings)
    return holdings


def with_deck(table: Table, name: str, change: Callable[[Deck], Deck]) -> tuple[Deck, ...]:
    """All decks, the one of that name changed."""
    return tuple([change(d) if d.name == name else d for d in table.decks])


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Cards less one of them.

    Raises:
        ValueError: it is not among them.
    """
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


def taken(card: int) -> Callable[[Deck], Deck]:
    """A card is taken out of its deck."""

    def change(deck: Deck) -> Deck:
        if card in deck.unseen:
            return replace(deck, unseen=without(deck.unseen, card))
        return replace(deck, bottom=without(deck.bottom, card))

    return change


def under(card: int) -> Callable[[Deck], Deck]:
    """A card goes under its deck, for all to see."""

    def change(deck: Deck) -> Deck:
        return replace(deck, bottom=(*deck.bottom, card))

    return change


def among(card: int) -> Callable[[Deck], Deck]:
    """A card goes among those of its deck that nobody has seen."""

    def change(deck: Deck) -> Deck:
        return replace(deck, unseen=tuple(sorted((*deck.unseen, card))))

    return change


def auction_of(table: Table) -> Auction:
    """The auction on the table.

    Raises:
        ValueError: there is none.
    """
    if table.auction is None:
        raise ValueError("no auction on the table")
    return table.auction


def for_the_log(table: Table, e: ev.AnyEvent) -> Table:
    """Facts that people want to know and that change nothing."""
    return replace(table, count=table.count + 1)
