"""A rule set that is asked how it plays, on a small table laid for the purpose."""

from collections.abc import Callable, Sequence
from functools import cached_property

from ketuk.engine.draft import Draft
from ketuk.engine.events import Paid
from ketuk.engine.luck import NoLuck
from ketuk.engine.rules.options import under
from ketuk.engine.rules.ruleset import Excuse, RuleSet
from ketuk.engine.states import Laps
from ketuk.engine.table import (
    POT,
    Free,
    Holding,
    Options,
    Player,
    Table,
    replace,
)
from ketuk.tui.words import Fund, Words

Answer = tuple[str, dict[str, object]]
"""The key of a sentence, and its facts."""


class Asked:
    """A rule set with a small table to ask it on: seat 1 on turn, nobody owns anything."""

    def __init__(self, rules: RuleSet, words: Words) -> None:
        self.rules = under(rules, Options(edition=rules.edition))
        self.words = words.of(rules.meta.rules)
        self.players = sorted(rules.seating.cash)

    @cached_property
    def table(self) -> Table:
        """The table."""
        least = self.players[0]
        cash = self.rules.seating.cash[least]
        players = tuple(Player(f"P{n}", amount) for n, amount in enumerate(cash, 1))
        return Table(
            ruleset=self.rules.meta.id,
            options=Options(edition=self.rules.edition),
            players=players,
            holdings=(Holding(),) * self.rules.board.size,
            stock=self.rules.stock,
            phase="turn",
            round=1,
            agenda=(Free(1),),
            opened=(1,),
        )

    @cached_property
    def built_on(self) -> tuple[int, ...]:
        """The first group that can be built on."""
        board = self.rules.board
        return next(g for g in board.groups if g and board.deed(g[0]).build_price)

    def chooses(self, name: str) -> bool:
        """Whether players of this set may choose the number of that name."""
        return any(setting.name == name for setting in self.rules.settings)

    def span(self, numbers: Sequence[int]) -> str:
        """The least and the most of some numbers, as the language writes them."""
        figure, least, most = self.words.figure, min(numbers), max(numbers)
        return figure(least) if least == most else f"{figure(least)}\u2013{figure(most)}"

    def said(self, ask: Callable[["Asked"], Answer]) -> str:
        """An answer as a sentence."""
        key, facts = ask(self)
        return self.words(f"compare.{key}", **facts)

    def owning(self, tiles: tuple[int, ...], **fields: object) -> Table:
        """The table with tiles of seat 2; further fields are those of their first.

        All have done a lap, so that nobody is spared anything.
        """
        holdings = list(self.table.holdings)
        for tile in tiles:
            holdings[tile] = Holding(2)
        holdings[tiles[0]] = replace(holdings[tiles[0]], **fields)
        laps = Laps((1,) * len(self.table.players))
        return replace(self.table, holdings=tuple(holdings), states=(laps,))

    def earned(self, *, exact: bool, times: int = 1) -> list[int]:
        """What the start pays to seat 1, so many times in one turn."""
        draft = Draft(self.table, self.rules, NoLuck())
        for _ in range(times):
            self.rules.at_start(draft, 1, exact, "")
        return [e.amount for e in draft.events if isinstance(e, Paid) and e.payee == 1]

    def times(self, table: Table, tile: int) -> int:
        """By how much the bare rent of a tile is multiplied."""
        outcome = self.rules.rent(self.rules, table, tile, 1)
        base = self.rules.board.deed(tile).rents[0]
        return 0 if isinstance(outcome, Excuse) else outcome.total // base

    def account(self, account: int) -> str:
        """The bank, or the pot as this set calls it."""
        own = self.rules.terms.get("pot")
        if account == POT and own is not None:
            return Fund(self.words.said(own))
        return Fund(self.words("questions.pot" if account == POT else "questions.bank"))
