"""Situations for tests of the engine: a table laid exactly so, then played through the front door.

    game = Situation(players=3)
    game.owns(2, 1, 2).stands(1, at=35)
    events = game.do(Roll(1), dice=[(1, 2)])

Setting up writes into the table and keeps its sums: cash comes from or goes to the bank, buildings
from or to the stock, cards from or to their deck. ``do`` and ``refused`` go through
``ketuk.engine.decide`` and check on every step that nothing was made or lost.
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from scripts import Script

from ketuk import engine
from ketuk.engine.commands import AnyCommand
from ketuk.engine.events import AnyEvent
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.states import Effects, Flood, Marker
from ketuk.engine.table import (
    BANK,
    NOWHERE,
    AnyTask,
    Debt,
    Free,
    Options,
    Table,
    Turn,
    replace,
)

E = TypeVar("E")


NAMES = ("Ayu", "Budi", "Citra", "Dewi", "Eka", "Fajar", "Gita", "Hadi")


class Situation:
    """A table in the first free moment of seat 1, round 1, nothing in force; nusantara by default.

    Further arguments are ``Options``: edition, dice, decks, house.
    """

    RULESET = "nusantara"

    def __init__(self, players: int = 3, *, round: int = 1, seat: int = 1, **options: Any) -> None:
        self.rules = self.ruleset()
        names = NAMES[:players]
        options = {"decks": "app", "edition": self.rules.edition, **options}
        real = options["decks"] == "real"
        laid = engine.new_game(self.rules, names, _Any(), Options(**{**options, "decks": "app"}))
        self.rules = engine.under(self.rules, Options(**options))
        table = engine.replay(laid)
        empty = tuple(replace(p, hand=()) for p in table.players)
        cards = {d.name: sorted((*d.unseen, *d.bottom)) for d in table.decks}
        for player in table.players:
            for card in player.hand:
                cards[self.rules.cards[card].deck].append(card)
        decks = tuple(
            replace(d, unseen=tuple(sorted(cards[d.name])), bottom=()) for d in table.decks
        )
        self.table: Table = replace(
            table,
            options=replace(table.options, decks="real" if real else "app"),
            players=empty,
            decks=decks,
            phase="turn",
            round=round,
            opener=1,
            turn=Turn(seat=seat),
            agenda=(Free(seat),),
            opened=(table.count,),
        )

    def ruleset(self) -> RuleSet:
        """The rules that it is played by."""
        return engine.ruleset(self.RULESET)

    # --- setting up ----------------------------------------------------------------------------

    def owns(self, seat: int, *tiles: int, mortgaged: bool = False, level: int = 0) -> "Situation":
        """Give properties to a seat (0: the bank), with buildings out of the stock."""
        holdings = list(self.table.holdings)
        stock = list(self.table.stock)
        for tile in tiles:
            old = holdings[tile].level
            for lv, sign in ((old, 1), (level, -1)) if stock else ():
                if lv == self.rules.top_level:
                    stock[1] += sign
                else:
                    stock[0] += sign * lv
            holdings[tile] = replace(holdings[tile], owner=seat, mortgaged=mortgaged, level=level)
        self.table = replace(self.table, holdings=tuple(holdings), stock=tuple(stock))
        return self

    def has(self, seat: int, cash: int) -> "Situation":
        """Set a player's cash; the bank bears the difference."""
        before = self.table.player(seat).cash
        self._player(seat, cash=cash)
        self.table = replace(self.table, bank=self.table.bank + before - cash)
        return self

    def pot(self, amount: int) -> "Situation":
        """Set Kas Warga; the bank bears the difference."""
        bank = self.table.bank + self.table.pot - amount
        self.table = replace(self.table, pot=amount, bank=bank)
        return self

    def stock(self, ruko: int, menara: int) -> "Situation":
        """Set what is left of the buildings (the total changes for this situation)."""
        self.table = replace(self.table, stock=(ruko, menara))
        return self

    def holds(self, seat: int, *cards: int) -> "Situation":
        """Put Siasat cards from the deck into a hand."""
        self._take(cards)
        self._player(seat, hand=(*self.table.player(seat).hand, *cards))
        return self

    def insured(self, tile: int, card: int = 60) -> "Situation":
        """Lay an Asuransi from the deck on a city."""
        self._take((card,))
        holdings = list(self.table.holdings)
        holdings[tile] = replace(holdings[tile], insurance=card)
        self.table = replace(self.table, holdings=tuple(holdings))
        return self

    def stands(self, seat: int, at: int) -> "Situation":
        """Put a pawn on a tile."""
        self._player(seat, at=at)
        return self

    def stuck(self, seat: int, tries: int = 0) -> "Situation":
        """Put a pawn into the jail."""
        self._player(seat, at=self.rules.board.find("jail"), jail=tries)
        return self

    def owes(self, debtor: int, creditor: int, amount: int) -> "Situation":
        """Book a debt."""
        debts = (*self.table.debts, Debt(debtor, creditor, amount))
        self.table = replace(self.table, debts=debts)
        return self

    def turn(self, seat: int, **fields: Any) -> "Situation":
        """Whose turn, and how far it is: rolls, doubles, may_roll, salary."""
        self.table = replace(self.table, turn=Turn(seat=seat, **fields), agenda=(Free(seat),))
        return self

    def effects(self, **fields: Any) -> "Situation":
        """What lies on the board or holds: boom, invested, backward, route_open, capital ..."""
        changed = replace(self.table.state(Effects), **fields)
        self.table = replace(self.table, states=self.table.keeping(changed))
        return self

    def flooded(self, *tiles: int, until: int = 99) -> "Situation":
        """Lay flood tiles."""
        floods = (*self.table.state(Effects).floods, *(Flood(t, until) for t in tiles))
        return self.effects(floods=floods)

    def festival(self, tile: int, until: int = 99) -> "Situation":
        """Place the festival marker."""
        return self.effects(festival=Marker(tile, until))

    def barricade(self, edge: int, until: int = 99) -> "Situation":
        """Place the barricade on the edge after a tile."""
        return self.effects(barricade=Marker(edge, until))

    def ask(self, *tasks: AnyTask) -> "Situation":
        """Set the agenda, the last entry on top."""
        self.table = replace(self.table, agenda=tasks, opened=(self.table.count,) * len(tasks))
        return self

    def set(self, **fields: Any) -> "Situation":
        """Set any other part of the table."""
        self.table = replace(self.table, **fields)
        return self

    # --- playing -------------------------------------------------------------------------------

    def do(
        self,
        *commands: AnyCommand,
        dice: Iterable[Sequence[int]] = (),
        cards: Iterable[int] = (),
    ) -> list[AnyEvent]:
        """Carry out commands; dice and cards come in the order in which they are needed."""
        luck = Script(dice, cards)
        happened: list[AnyEvent] = []
        for command in commands:
            outcome = engine.decide(self.table, command, self.rules, luck)
            assert not isinstance(outcome, Refused), (command, outcome)
            before = sums(self.table, self.rules)
            for event in outcome:
                self.table = engine.evolve(self.table, event)
                happened.append(event)
            assert sums(self.table, self.rules) == before, (command, outcome)
        assert luck.used_up, "dice or cards were left over"
        return happened

    def refused(self, command: AnyCommand) -> Refused:
        """A command that must be refused; the table stays as it is."""
        luck = engine.ScriptedLuck([(1, 2)] * 3, sorted(self.rules.cards))
        outcome = engine.decide(self.table, command, self.rules, luck)
        assert isinstance(outcome, Refused), (command, outcome)
        assert command not in self.offered()
        return outcome

    def offered(self) -> tuple[AnyCommand, ...]:
        """The commands listed now."""
        return engine.offers(self.table, self.rules).commands

    def cash(self, seat: int) -> int:
        """Cash of a seat."""
        return self.table.player(seat).cash

    def at(self, seat: int) -> int:
        """Where a pawn stands."""
        return self.table.player(seat).at

    def owner(self, tile: int) -> int:
        """Owner of a property, 0 for the bank."""
        return self.table.holdings[tile].owner

    # --- parts ---------------------------------------------------------------------------------

    def _player(self, seat: int, **fields: Any) -> None:
        players = list(self.table.players)
        players[seat - 1] = replace(players[seat - 1], **fields)
        self.table = replace(self.table, players=tuple(players))

    def _take(self, cards: Sequence[int]) -> None:
        decks = tuple(
            replace(d, unseen=tuple(c for c in d.unseen if c not in cards))
            for d in self.table.decks
        )
        self.table = replace(self.table, decks=decks)


def sums(table: Table, rules: RuleSet | None = None) -> tuple[object, ...]:
    """What no command may change: money, buildings and the cards of decks that hands draw from."""
    rules = rules or engine.ruleset(table.ruleset)
    levels, top = [h.level for h in table.holdings], rules.top_level
    cards = [c for p in table.players for c in p.hand]
    cards += [h.insurance for h in table.holdings if h.insurance]
    for deck in table.decks:
        if deck.name == rules.seating.hand_deck or not rules.seating.hand_deck:
            cards += [*deck.unseen, *deck.bottom]
    return (
        table.bank + table.pot + table.corrected + sum(p.cash for p in table.players),
        table.stock and table.stock[0] + sum(levels) - top * levels.count(top),
        table.stock and table.stock[1] + levels.count(top),
        sorted(cards),
    )


class _Any:
    """Chance for a table that is laid by hand afterwards; the first to throw begins."""

    def __init__(self) -> None:
        self._thrown = 0

    def dice(self, count: int) -> tuple[int, ...]:
        self._thrown += 1
        return (6 if self._thrown <= 2 else 1,) * count

    def draw(self, cards: Sequence[int]) -> int:
        return cards[0]


def only(events: Iterable[AnyEvent], kind: type[E]) -> E:
    """The one event of a kind.

    Raises:
        AssertionError: there is none, or more than one.
    """
    found = [e for e in events if isinstance(e, kind)]
    assert len(found) == 1, f"{len(found)} of {kind.__name__}"
    return found[0]


def kinds(events: Iterable[AnyEvent]) -> list[str]:
    """Names of the events, in order, for a quick look."""
    return [type(e).__name__ for e in events]


__all__ = ["BANK", "NOWHERE", "Situation", "kinds", "only", "sums"]
