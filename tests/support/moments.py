"""Every moment of a game in which something is open, for tests that try one thing in all of them.

Four players, seat 1 on turn (or opener) in round 10 of 12, unless the moment says otherwise.
"""

from collections.abc import Callable

from auctions import all_ready, declined, hammered, revealed
from rounds import reveal
from situations import Situation

from ketuk.engine.commands import (
    Accept,
    BidCard,
    Choose,
    Concede,
    EndTurn,
    GoOn,
    PayRent,
    Play,
    Propose,
    Ready,
    Roll,
    Throw,
)
from ketuk.engine.table import (
    Bill,
    BuyChoice,
    Contract,
    DrawCard,
    Free,
    Goods,
    OpenRent,
    OpenRound,
    OpenTurns,
    Reveal,
    Throwing,
    Trade,
)

TAWAR, RAZIA, JALUR = 54, 64, 66


def four(**options: str) -> Situation:
    """Four players, everybody with a city and a card."""
    game = Situation(players=4, round=10, **options)
    return game.owns(2, 10).owns(3, 20).owns(4, 28).holds(4, 70)


def rolled() -> Situation:
    return four().turn(1, rolls=1, may_roll=False, dice=(1, 2))


def buying() -> Situation:
    return four().ask(Free(1), BuyChoice(1, 5))


def rent_open() -> Situation:
    game = four().stands(1, 7)
    game.do(Roll(1), dice=[(1, 2)])
    return game


def rent_due() -> Situation:
    """Seat 1 owes 140 to seat 2 and has to mortgage first."""
    game = rent_open().has(1, 0).owns(1, 35)
    game.do(PayRent(1, 10))
    return game


def tax_due() -> Situation:
    game = four().stands(1, 13)
    game.do(Roll(1), dice=[(1, 2)])
    return game


def wealth_tax() -> Situation:
    game = four()
    reveal(game, 86)
    return game


def loan_due() -> Situation:
    """Phase d: seat 2 has to raise what it repays to seat 3; one to seat 4 comes after it."""
    game = four().has(2, 0).turn(4, may_roll=False)
    game.set(contracts=(Contract("loan", 3, 2, 10, 500), Contract("loan", 4, 2, 10, 500)))
    game.do(EndTurn(4))
    return game


def window() -> Situation:
    return declined(four(), 5)


def window_of_one() -> Situation:
    """All but seat 3 are done with mortgaging."""
    game = window()
    game.do(Ready(1), Ready(2), Ready(4))
    return game


def bids() -> Situation:
    """All but seat 3 have laid a card."""
    game = all_ready(window())
    game.do(BidCard(1, 1), BidCard(2, 4), BidCard(4, 2))
    return game


def turned_over() -> Situation:
    """Bids 250, 1,000, 0, 500; seats 3 and 4 want to exchange."""
    game = window().holds(3, TAWAR).holds(4, 55)
    revealed(game, {1: 1, 2: 4, 4: 2})
    game.do(Play(3, TAWAR), Play(4, 55))
    return game


def swapping() -> Situation:
    """Seat 3 may lay another card."""
    game = turned_over()
    game.do(GoOn(1))
    return game


def price() -> Situation:
    """Seat 2 has won for 1,000; seat 4 bid 500, seat 1 250."""
    game = window()
    hammered(game, {1: 1, 2: 4, 4: 2})
    return game


def only_bid() -> Situation:
    """Seat 2 has won and nobody else has bid."""
    game = window()
    hammered(game, {2: 4})
    return game


def tied() -> Situation:
    """Seats 2, 3 and 4 have bid the same with equal means; seat 2's real die lies there."""
    game = Situation(players=4, round=10, dice="real")
    declined(game, 5)
    hammered(game, {2: 2, 3: 2, 4: 2})
    game.do(Throw(2, 6))
    return game


def bid_fine() -> Situation:
    """On paper: seat 2 cannot pay its bid and has to mortgage for the fine."""
    game = four(edition="kertas").has(2, 0)
    declined(game, 5)
    hammered(game, {2: 4, 3: 2})
    game.do(Concede(2))
    return game


def forced(stage: str = "window") -> Situation:
    """Lelang Aset: Jakarta of seat 3."""
    game = four().owns(3, 35, 33)
    reveal(game, 88)
    if stage == "bids":
        all_ready(game)
        game.do(BidCard(1, 1), BidCard(3, 2))
    elif stage == "revealed":
        revealed(game, {1: 1, 2: 2})
    elif stage == "price":
        hammered(game, {1: 1, 2: 2})
    return game


def forced_swap() -> Situation:
    game = forced().holds(4, TAWAR)
    revealed(game, {1: 1, 2: 2})
    game.do(Play(4, TAWAR), GoOn(1))
    return game


def forced_tie() -> Situation:
    """Lelang Aset with real dice: seats 1 and 2 have bid the same with equal means."""
    game = Situation(players=4, round=10, dice="real").has(1, 16500).has(3, 9000)
    game.owns(3, 35, 33, 20)
    reveal(game, 88)
    hammered(game, {1: 2, 2: 2})
    return game


def forced_fine() -> Situation:
    """Lelang Aset on paper: the winner, seat 2, has to raise the fine; seat 4 is next."""
    game = four(edition="kertas").owns(3, 35, 33).has(2, 0)
    reveal(game, 88)
    hammered(game, {2: 4, 4: 2})
    game.do(Concede(2))
    return game


def picking() -> Situation:
    game = four().owns(3, 29, 31).owns(3, 33).owns(0, 33, 31).owns(3, 28)
    reveal(game, 88)
    return game


def richest_tied() -> Situation:
    """Real dice say which of seats 2 and 3 is hit by Lelang Aset."""
    game = Situation(players=4, round=10, dice="real").owns(2, 5, 10, 19).owns(3, 6, 11, 20)
    reveal(game, 88)
    return game


def zone_thrown() -> Situation:
    """On paper, real dice: seat 1 throws for a zone of Boom."""
    game = four(edition="kertas", dice="real")
    reveal(game, 84)
    return game


def city_thrown() -> Situation:
    """On paper, real dice: seat 1 has thrown for a zone of Mudik and throws for the city."""
    game = four(edition="kertas", dice="real")
    reveal(game, 87)
    game.do(Throw(1, 3))
    return game


def poorest_tied() -> Situation:
    """Real dice say which of seats 2, 3 and 4 gets the Subsidi that RT, seat 1, has picked."""
    game = Situation(players=4, round=10, dice="real").has(1, 20000).stands(1, 4)
    game.do(Roll(1, (1, 2)), Choose(1, "subsidi"))
    assert isinstance(game.table.top, Throwing)
    return game


def community() -> Situation:
    game = four().stands(1, 4)
    game.do(Roll(1), dice=[(1, 2)])
    return game


def detour() -> Situation:
    game = four().barricade(4).stands(1, 1)
    game.do(Roll(1), dice=[(2, 3)])
    return game


def raid() -> Situation:
    """Seat 1 has played Razia against seat 3."""
    game = four().holds(1, RAZIA).holds(3, JALUR)
    game.do(Play(1, RAZIA, target=3))
    return game


def raid_on_turn() -> Situation:
    """Seat 2 has played Razia against seat 1, who is on turn."""
    game = four().holds(2, RAZIA).has(1, 30000)
    game.do(Play(2, RAZIA, target=1))
    return game


TRADE = Trade(1, 2, Goods(cash=1400), Goods(tiles=(10,)))


def answer() -> Situation:
    game = four()
    game.do(Propose(1, TRADE))
    return game


def agreed() -> Situation:
    game = answer()
    game.do(Accept(2))
    return game


def handing_over() -> Situation:
    """The turn of seat 1 ends with its trade; cards are to be handed over."""
    game = four().holds(1, 50).holds(2, 51, 52, 53, 56)
    trade = Trade(1, 2, Goods(cash=500, cards=(50,)), Goods(tiles=(10,)))
    game.do(Propose(1, trade), Accept(2))
    game.turn(1, may_roll=False).do(EndTurn(1))
    return game


def over_after_trade() -> Situation:
    """The trade is done, seat 2 has to discard."""
    game = handing_over()
    game.do(GoOn(1))
    return game


def over_limit() -> Situation:
    game = four().stands(1, 1).holds(1, 50, 51, 52, 53)
    game.do(Roll(1), dice=[(1, 1)], cards=[57])
    return game


def drawing() -> Situation:
    game = four(decks="real").stands(1, 1)
    game.do(Roll(1), dice=[(1, 1)])
    return game


def revealing() -> Situation:
    return four().set(phase="queue").ask(OpenTurns(), Reveal(1))


def queue() -> Situation:
    """Phase a: a property of somebody who left is under the hammer."""
    game = four().turn(4, may_roll=False).set(queue=(14, 15))
    game.do(EndTurn(4))
    return game


def dealing() -> Situation:
    """Real decks: seat 2 draws its first card."""
    game = Situation(players=4, decks="real").set(phase="setup", round=0)
    return game.ask(OpenRound(), DrawCard(3, "siasat"), DrawCard(2, "siasat"))


def last_turns() -> Situation:
    """Putaran Terakhir, the last seat's turn, a rent of seat 4 open."""
    game = four().set(round=12).turn(4, may_roll=False)
    rents = [OpenRent(4, o, Bill(t, 140, "level", total=280)) for o, t in ((2, 10), (3, 20))]
    return game.set(rents=tuple(rents))


MOMENTS: dict[str, Callable[[], Situation]] = {
    "free": four,
    "rolled": rolled,
    "buying": buying,
    "rent_open": rent_open,
    "rent_due": rent_due,
    "tax_due": tax_due,
    "wealth_tax": wealth_tax,
    "loan_due": loan_due,
    "window": window,
    "window_of_one": window_of_one,
    "bids": bids,
    "turned_over": turned_over,
    "swapping": swapping,
    "price": price,
    "only_bid": only_bid,
    "tied": tied,
    "bid_fine": bid_fine,
    "forced": forced,
    "forced_bids": lambda: forced("bids"),
    "forced_revealed": lambda: forced("revealed"),
    "forced_price": lambda: forced("price"),
    "forced_swap": forced_swap,
    "forced_tie": forced_tie,
    "forced_fine": forced_fine,
    "picking": picking,
    "richest_tied": richest_tied,
    "zone_thrown": zone_thrown,
    "city_thrown": city_thrown,
    "poorest_tied": poorest_tied,
    "community": community,
    "detour": detour,
    "raid": raid,
    "raid_on_turn": raid_on_turn,
    "answer": answer,
    "agreed": agreed,
    "handing_over": handing_over,
    "over_after_trade": over_after_trade,
    "over_limit": over_limit,
    "drawing": drawing,
    "revealing": revealing,
    "queue": queue,
    "dealing": dealing,
    "last_turns": last_turns,
}
"""By name; each call lays the moment anew."""
