"""How the cards of a box are numbered, in every set alike: an item is one card with its sticker."""

PROPERTIES = range(40)
"""Properties have the number of their tile."""
PLAYERS = range(40, 48)
"""Player cards, by seat."""
DECKS = range(50, 100)
"""The cards of all decks."""
BIDS = range(100, 140)
"""Bid cards, :data:`BID_CARDS` a seat, one seat after the other."""
BOX = 140
"""The card of the box itself."""
BID_CARDS = 6
"""Bid cards of a seat: nothing, a quarter, a half, three quarters, the price, five quarters."""


def player_item(seat: int) -> int:
    """The player card of a seat (1 or more)."""
    return PLAYERS.start + seat - 1


def seat_of(item: int) -> int:
    """The seat that a player card is of; 0 for every other card."""
    return item - PLAYERS.start + 1 if item in PLAYERS else 0


def bid_item(seat: int, card: int) -> int:
    """The bid card of a seat (1 or more) at a place from 0 to ``BID_CARDS - 1``."""
    return BIDS.start + BID_CARDS * (seat - 1) + card


def bid_of(item: int) -> tuple[int, int]:
    """Seat and place of a bid card; any other number is a fault of the caller."""
    seat, card = divmod(item - BIDS.start, BID_CARDS)
    return seat + 1, card
