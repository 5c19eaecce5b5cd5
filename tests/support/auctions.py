"""Auctions in tests, from the landing to the hammer."""

from situations import Situation

from ketuk.engine.commands import BidCard, Decline, GoOn, Ready
from ketuk.engine.events import AnyEvent
from ketuk.engine.table import Bidding, BuyChoice, Free


def declined(game: Situation, tile: int, *, seat: int = 1) -> Situation:
    """A seat has landed on a property and does not buy it: the mortgage window is open."""
    game.ask(Free(seat), BuyChoice(seat, tile)).do(Decline(seat))
    assert isinstance(game.table.top, Bidding)
    return game


def all_ready(game: Situation) -> Situation:
    """Every bidder is done with mortgaging."""
    assert game.table.auction is not None
    game.do(*(Ready(s) for s in game.table.auction.seats))
    return game


def revealed(game: Situation, bids: dict[int, int]) -> list[AnyEvent]:
    """All lay a bid card (0 where ``bids`` names none) and the leader turns them over."""
    all_ready(game)
    auction = game.table.auction
    assert auction is not None
    return game.do(*(BidCard(s, bids.get(s, 0)) for s in auction.seats), GoOn(auction.leader))


def hammered(
    game: Situation, bids: dict[int, int], dice: list[tuple[int, ...]] | None = None
) -> list[AnyEvent]:
    """As ``revealed``, and nobody exchanges a card: up to the question of the price."""
    happened = revealed(game, bids)
    auction = game.table.auction
    assert auction is not None
    return happened + game.do(GoOn(auction.leader), dice=dice or [])
