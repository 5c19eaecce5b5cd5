"""Tables of merek at each question that it asks, and what may come over any of them.

Seat 1 is on turn. ``QUESTIONS`` are the tables, ``OVER`` what may come; both are by name.
"""

from collections.abc import Callable, Sequence

from lucky import Lucky
from praca import BUS, CASINO, CONFRONTO, EQUIPES, FREE_CARD, M1, MARKET, RAPIDO, SORTE, TECH, Praca

from ketuk import engine
from ketuk.engine.acts.timekeeping import reopened
from ketuk.engine.commands import (
    AnyCommand,
    Bid,
    CallVote,
    Decline,
    Leave,
    Mortgage,
    Pass,
    PassTime,
    Propose,
    PutUp,
    Roll,
    Stake,
    Vote,
)
from ketuk.engine.events import AnyEvent
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Goods, Paused, Table, Trade, Voting

OFFERED = Propose(1, Trade(1, 2, Goods(cash=2000), Goods(tiles=(5,))))


def done(game: Praca, *commands: AnyCommand, dice: Sequence[Sequence[int]] = ()) -> Praca:
    game.do(*commands, dice=dice)
    return game


def landed(game: Praca, tile: int) -> Praca:
    game.lands(tile)
    return game


def drawn(game: Praca, card: int) -> Praca:
    game.draws(card)
    return game


def purchase(players: int = 3, **more: int) -> Praca:
    return landed(Praca(players, **more).owns(1, *MARKET), 5)


def price_to_raise() -> Praca:
    """Seat 2 has won for more than it has in hand."""
    game = done(purchase(), Decline(1))
    game.owns(2, *TECH).has(2, 500)
    return done(game, Bid(2, 2000), Pass(3))


def term_over() -> Praca:
    """The round in which a mortgage ends is over: all may bid."""
    game = done(Praca(round=2).owns(1, 31), Mortgage(1, 31))
    game.set(round=9).turn(3).at_second(0).lands(10, seat=3)
    return game


def own_auction(**more: int) -> Praca:
    """Seat 1 auctions its own mortgaged deed, in debt or not."""
    game = Praca(mode=CONFRONTO).owns(1, 39, mortgaged=True).owns(2, 5, 15)
    if more:
        landed(game.has(1, more["cash"]), 5)
    return done(game, PutUp(1, 39))


QUESTIONS: dict[str, Callable[[], Praca]] = {
    "a turn": lambda: Praca().owns(1, *MARKET).owns(2, 5),
    "a turn in prison": lambda: Praca().holds(1, FREE_CARD).stuck(1, tries=2),
    "an extra roll": lambda: done(Praca().stands(1, 6), Roll(1), dice=[(2, 2)]),
    "a turn without a time": lambda: Praca(turn=0).owns(1, *MARKET),
    "a purchase": purchase,
    "a purchase beyond the cash": lambda: landed(Praca().owns(1, *MARKET).has(1, 900), 39),
    "a rent": lambda: landed(Praca().owns(2, 5), 5),
    "a rent to raise": lambda: landed(Praca().owns(2, 39).owns(1, *MARKET).has(1, 400), 39),
    "a rent beyond all": lambda: landed(Praca().owns(2, 39, level=5).owns(1, *MARKET), 39),
    "a rent that a mate cannot help with": lambda: landed(
        Praca(4, mode=EQUIPES).owns(2, 39, level=5).owns(3, *MARKET).has(1, 900), 39
    ),
    "a tax": lambda: landed(Praca(), 4),
    "what each owes": lambda: drawn(Praca().owns(2, *MARKET).has(2, 100), 67),
    "what is owed to each": lambda: drawn(Praca(4).has(1, 900), 69),
    "the fee of the prison": lambda: done(
        Praca().has(1, 300).owns(1, 5).stuck(1, tries=2), Roll(1), dice=[(1, 2)]
    ),
    "bids": lambda: done(purchase(), Decline(1)),
    "bids above one": lambda: done(purchase(4), Decline(1), Bid(2, 2000)),
    "bids of two teams": lambda: done(purchase(4, mode=EQUIPES), Decline(1)),
    "a price to raise": price_to_raise,
    "bids for a lost deed": term_over,
    "bids for one's own": own_auction,
    "bids for one's own in debt": lambda: own_auction(cash=100),
    "an offer": lambda: done(Praca().owns(2, 5), OFFERED),
    "an offer at a purchase": lambda: done(landed(Praca().owns(2, 5), 15), OFFERED),
    "the casino": lambda: landed(Praca(), CASINO),
    "the die of the casino": lambda: done(
        Praca(dice="real").stands(1, CASINO - 3), Roll(1, (1, 2)), Stake(1, (1, 2))
    ),
    "a card of a real deck": lambda: landed(Praca(decks="real"), SORTE),
    "BUS": lambda: done(Praca(mode=RAPIDO, round=8), Roll(1), dice=[(5, 3, BUS)]),
    "BUS on a double": lambda: done(Praca(mode=RAPIDO, round=8), Roll(1), dice=[(4, 4, BUS)]),
    "three equal": lambda: done(Praca(mode=RAPIDO, round=8), Roll(1), dice=[(2, 2, 2)]),
    "a purchase before M1": lambda: done(
        Praca(mode=RAPIDO, round=8), Roll(1), dice=[(4, 1, M1)]
    ),
    "a building of an opponent": lambda: drawn(
        Praca(mode=CONFRONTO).owns(2, *TECH, level=1), 70
    ),
    "a vote": lambda: done(Praca(4), CallVote(1, "pause"), Vote(2, yes=True)),
    "a pause": lambda: done(
        Praca(), CallVote(1, "pause"), *[Vote(s, yes=True) for s in (2, 3)]
    ),
}  # fmt: skip


# ---- what may come over it


class Mesa:
    """A table that anything may be tried on; what the rules refuse leaves it as it was."""

    def __init__(self, game: Praca, seed: int) -> None:
        self.rules: RuleSet = game.rules
        self.table: Table = game.table
        self.luck = Lucky(seed)
        self.said: list[AnyEvent] = []

    def take(self, command: AnyCommand) -> bool:
        """Whether the rules took a command."""
        found = engine.advance(self.table, command, self.rules, self.luck)
        if isinstance(found, Refused):
            return False
        self.table = found.table
        self.said += found.events
        return True

    @property
    def over(self) -> bool:
        return self.table.top is None

    @property
    def left(self) -> int | None:
        """What is left of the time of what is open, in seconds; it may stand still meanwhile."""
        due = self.table.due
        return None if due is None else due - self.table.clock.now

    def expire(self) -> None:
        """Time goes by until what is open answers itself; where time stands all come back."""
        due = engine.offers(self.table, self.rules).deadline
        if due is not None:
            assert self.take(PassTime(due))
            return
        command = engine.offers(self.table, self.rules).commands[0]
        assert self.take(command), command

    def ask_for_a_pause(self) -> bool:
        """Whether somebody could ask, the last seat that may."""
        return any(self.take(CallVote(s, "pause")) for s in reversed(self.table.seats))

    def vote(self, *, yes: bool) -> None:
        """All who have not answered do."""
        while isinstance(self.table.top, Voting):
            seat = next(iter(self.table.top.waits_for(self.table)))
            assert self.take(Vote(seat, yes))

    def come_back(self) -> None:
        """All come back from a pause, and it ends."""
        while isinstance(self.table.top, Paused):
            self.expire()


def nothing(mesa: Mesa) -> bool:
    return True


def expires(mesa: Mesa) -> bool:
    mesa.expire()
    return True


def a_second_before(mesa: Mesa) -> bool:
    due = engine.offers(mesa.table, mesa.rules).deadline
    return due is not None and due - 1 > mesa.table.clock.now and mesa.take(PassTime(due - 1))


def vote_asked(mesa: Mesa) -> bool:
    return mesa.ask_for_a_pause()


def vote_lost(mesa: Mesa) -> bool:
    asked = mesa.ask_for_a_pause()
    mesa.vote(yes=False)
    return asked


def vote_silent(mesa: Mesa) -> bool:
    return mesa.ask_for_a_pause() and mesa.take(PassTime(mesa.table.due or 0))


def paused(mesa: Mesa) -> bool:
    asked = mesa.ask_for_a_pause()
    mesa.vote(yes=True)
    return asked


def paused_and_back(mesa: Mesa) -> bool:
    asked = paused(mesa)
    mesa.come_back()
    return asked


def active_leaves(mesa: Mesa) -> bool:
    return mesa.take(Leave(mesa.table.active))


def asked_leaves(mesa: Mesa) -> bool:
    top = mesa.table.top
    waited = top.waits_for(mesa.table) if top is not None else ()
    return bool(waited) and mesa.take(Leave(next(iter(waited))))


def last_leaves(mesa: Mesa) -> bool:
    return mesa.take(Leave(mesa.table.seats[-1]))


def all_but_one_leave(mesa: Mesa) -> bool:
    while not mesa.over:
        assert mesa.take(Leave(mesa.table.seats[0]))
    return True


def taken_back(mesa: Mesa) -> bool:
    """As an undo leaves it: later, and the question with its full time."""
    for event in reopened(mesa.table.clock.now + 7):
        mesa.table = engine.evolve(mesa.table, event)
    return True


def anything(mesa: Mesa) -> bool:
    """The last that is listed, whatever that is."""
    found = engine.offers(mesa.table, mesa.rules).commands
    return bool(found) and mesa.take(found[-1])


OVER: dict[str, Callable[[Mesa], bool]] = {
    "nothing": nothing,
    "its time is up": expires,
    "a second is left": a_second_before,
    "a vote": vote_asked,
    "a vote that is lost": vote_lost,
    "a vote that nobody answers": vote_silent,
    "a pause": paused,
    "a pause that is over": paused_and_back,
    "who is on turn leaves": active_leaves,
    "who is asked leaves": asked_leaves,
    "the last seat leaves": last_leaves,
    "all but one leave": all_but_one_leave,
    "an undo": taken_back,
    "an answer": anything,
}
