"""What the players set by hand, when the table before them and the game here have come apart.

Each kind says how something is to stand; the same kind says how it stood before.
"""

from typing import TypeAlias

from msgspec import Struct

from ketuk.engine.table import NOWHERE, POT, Table, snake

DECK = 0
"""Where a card lies that is in no hand: in the part of its deck whose order nobody knows."""


class Correction(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag=snake, tag_field="type"
):
    """How one thing stands."""


class PawnOn(Correction, frozen=True):
    """A pawn stands on a tile; ``stuck`` only in the jail."""

    seat: int
    tile: int
    stuck: bool


class CashOf(Correction, frozen=True):
    """A player, or the pot, has so much cash."""

    account: int
    amount: int


class DeedOf(Correction, frozen=True):
    """A property belongs to a seat or the bank, mortgaged or not."""

    tile: int
    owner: int
    mortgaged: bool


class BuildingsOn(Correction, frozen=True):
    """A city has buildings up to a level."""

    tile: int
    level: int


class CardIn(Correction, frozen=True):
    """A card is in the hand of a seat, or in its deck (``DECK``)."""

    card: int
    hand: int


AnyCorrection: TypeAlias = PawnOn | CashOf | DeedOf | BuildingsOn | CardIn


def as_it_stands(table: Table, what: AnyCorrection) -> AnyCorrection:
    """What a correction is about, as the game has it; the seat or tile must exist."""
    match what:
        case PawnOn(seat=seat):
            player = table.player(seat)
            return PawnOn(seat, player.at, stuck=player.jail != NOWHERE)
        case CashOf(account=account):
            return CashOf(account, cash_of(table, account))
        case DeedOf(tile=tile):
            held = table.holdings[tile]
            return DeedOf(tile, held.owner, mortgaged=held.mortgaged)
        case BuildingsOn(tile=tile):
            return BuildingsOn(tile, table.holdings[tile].level)
        case CardIn(card=card):
            return CardIn(card, holder(table, card))


def cash_of(table: Table, account: int) -> int:
    """What a player or the pot has."""
    return table.pot if account == POT else table.player(account).cash


def holder(table: Table, card: int) -> int:
    """The seat in whose hand a card is; ``DECK`` where it is in none."""
    return next((s for s, p in enumerate(table.players, 1) if card in p.hand), DECK)
