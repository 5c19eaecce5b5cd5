"""Rents for the rule book, asked of the engine itself on tables laid for the purpose."""

from dataclasses import dataclass, field

from ketuk import engine
from ketuk.engine.luck import NoLuck
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.states import Effects, Marker
from ketuk.engine.table import Bill, Factor, Options, Table, replace

OWNER, LANDER = 1, 2
FIRST_ROUND = 1
NOTHING = Effects()
"""Nothing lies on the board, nothing is in force."""


@dataclass(frozen=True, slots=True)
class Example:
    """One line of the table of examples."""

    key: str
    tile: str
    count: int
    """Connected cities, if the example is about them."""
    bill: Bill


@dataclass(frozen=True, slots=True)
class Scene:
    """What is laid on the table before somebody lands on ``tile``."""

    tile: int
    levels: dict[int, int] = field(default_factory=dict)
    """Owned tiles with their building level."""
    mortgaged: frozenset[int] = frozenset()
    effects: Effects = NOTHING
    last_round: bool = False

    def bill(self, rules: RuleSet) -> Bill:
        """What the engine asks for."""
        rent = rules.rent(rules, self._table(rules), self.tile, LANDER)
        if not isinstance(rent, Bill):
            raise TypeError(f"tile {self.tile}: no rent, {rent.why}")
        return rent

    def _table(self, rules: RuleSet) -> Table:
        table = _empty(rules)
        levels = {self.tile: 0} | self.levels
        holdings = tuple(
            replace(h, owner=OWNER, level=levels[t], mortgaged=t in self.mortgaged)
            if t in levels
            else h
            for t, h in enumerate(table.holdings)
        )
        number = table.rounds if self.last_round else FIRST_ROUND
        return replace(table, holdings=holdings, states=(self.effects,), round=number)


def _empty(rules: RuleSet) -> Table:
    """A table just laid; decks are real, so that no chance is asked for."""
    names = [str(seat) for seat in range(1, min(rules.seating.cash) + 1)]
    return engine.replay(engine.new_game(rules, names, NoLuck(), Options(decks="real")))


def _set_of(rules: RuleSet, tile: int, level: int = 0) -> dict[int, int]:
    return dict.fromkeys(rules.board.siblings(tile), level)


def _festival(tile: int) -> Marker:
    return Marker(tile, FIRST_ROUND)


def _scenes(rules: RuleSet) -> dict[str, Scene]:
    board = rules.board
    small, large = board.groups[1][-1], board.groups[-1][-1]
    other = board.groups[4][0]
    project = next(t for t in board.tiles if t.kind == "project" and not t.trait)
    toll = next(t.index for t in board.tiles if t.trait == "toll")
    return {
        "plain": Scene(small),
        "set": Scene(small, _set_of(rules, small)),
        "all": Scene(
            large,
            _set_of(rules, large),
            effects=Effects(boom=board.tiles[large].zone, festival=_festival(large)),
            last_round=True,
        ),
        "built": Scene(
            large,
            _set_of(rules, large, rules.top_level),
            effects=Effects(festival=_festival(large)),
        ),
        "late": Scene(
            other,
            _set_of(rules, other, 1),
            effects=Effects(invested=board.tiles[other].group, festival=_festival(other)),
            last_round=True,
        ),
        "project": Scene(
            project.index,
            dict.fromkeys(project.connects[:3], 0),
            mortgaged=frozenset(project.connects[:1]),
        ),
        "toll": Scene(toll, effects=Effects(homecoming=True), last_round=True),
        "capital": Scene(board.find("harbour"), effects=Effects(capital=True), last_round=True),
    }


def examples(rules: RuleSet) -> list[Example]:
    """The examples of the book, in order."""
    return [
        Example(key, rules.board.tiles[scene.tile].card_name, len(scene.levels), scene.bill(rules))
        for key, scene in _scenes(rules).items()
    ]


def factors(rules: RuleSet) -> list[Factor]:
    """Every multiplier that the examples meet, each once."""
    bills = [scene.bill(rules) for scene in _scenes(rules).values()]
    return list({factor.name: factor for bill in bills for factor in bill.factors}.values())


def project_rents(rules: RuleSet, tile: int) -> list[int]:
    """The rent of a Proyek by how many connected cities its owner has, none first."""
    connects = rules.board.tiles[tile].connects
    return [
        Scene(tile, dict.fromkeys(connects[:count], 0)).bill(rules).base
        for count in range(len(connects) + 1)
    ]
