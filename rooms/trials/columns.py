"""One line a game: which columns it has, in what unit, and how a game fills them."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from ketuk.engine import RuleSet
from ketuk.engine.events import AnyEvent, CardDrawn, CardKept, CardShown, CardUsed, Paid
from ketuk.rooms.trials.loop import EndedGame

RENT = frozenset({"rent"})
COST = frozenset({"price", "build"})
BACK = frozenset({"building_sold", "property_sold"})
"""Why money moved about a property: rent for it, what it cost its owners, what they got back."""


class Column(Struct, frozen=True):
    """A column of the games; all hold whole numbers."""

    name: str
    unit: str
    meaning: str


def columns(rules: RuleSet, players: int) -> tuple[Column, ...]:
    """The columns of a set's games, in order."""
    return tuple(_columns(rules, players))


def _columns(rules: RuleSet, players: int) -> Iterator[Column]:
    yield Column("game", "number", "from 0; with the seed of the run it decides all chance")
    yield Column("seating", "number", "which of the run's seatings was played, from 0")
    yield Column("began", "seat", "which had the first turn")
    yield Column("ended", "0 or 1", "whether the game came to its end by its rules")
    yield Column("rounds", "rounds", "the round in which it ended, or was broken off")
    yield Column("commands", "commands", "moves of all players together")
    for seat in range(1, players + 1):
        yield Column(f"place_{seat}", "place", f"of seat {seat}; 1 has won, equal ones share it")
        yield Column(f"worth_{seat}", "money", f"of seat {seat} at the end, as the ranking has it")
        yield Column(f"cash_{seat}", "money", f"of seat {seat} at the end")
    for tile in rules.board.deeds:
        name = rules.board.tiles[tile].card_name
        yield Column(f"rent_{tile}", "money", f"rent that was paid for {name}")
        yield Column(f"cost_{tile}", "money", f"what owners paid for {name} and its buildings,"
                     " less what they got back for them")  # fmt: skip
    for card in rules.cards.values():
        yield Column(f"card_{card.item}", "seats", f"who drew or played {card.code} {card.name}:"
                     " the sum of 2^(seat - 1)")  # fmt: skip


class Notes:
    """What is written down of one game while it is played."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._money = {tile: [0, 0] for tile in rules.board.deeds}
        self._cards = dict.fromkeys(rules.cards, 0)

    def hear(self, events: Iterable[AnyEvent]) -> None:
        """Take in what has happened."""
        for event in events:
            match event:
                case Paid():
                    self._paid(event)
                case CardDrawn() | CardShown() | CardKept() | CardUsed():
                    if event.card in self._cards:
                        self._cards[event.card] |= 1 << (event.seat - 1)
                case _:
                    pass

    def _paid(self, event: Paid) -> None:
        kept = self._money.get(event.tile)
        if kept is None:
            return
        if event.why in RENT:
            kept[0] += event.amount
        elif event.why in COST:
            kept[1] += event.amount
        elif event.why in BACK:
            kept[1] -= event.amount

    def row(self, game: int, seating: int, ended: EndedGame) -> list[int]:
        """The line of the game, in the order of its columns."""
        table, rules = ended.table, self._rules
        ranking = table.ranking if ended.over else rules.ranking(rules, table)
        figures = [game, seating, ended.began, int(ended.over), table.round, ended.moves]
        by_seat = {place.seat: place for place in ranking}
        for seat in range(1, len(table.players) + 1):
            place = by_seat[seat]
            figures += [place.place, place.worth, place.cash]
        for money in self._money.values():
            figures += money
        figures += self._cards.values()
        return figures
