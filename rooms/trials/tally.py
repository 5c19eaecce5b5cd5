"""What the games of a run come to: counted as chunks arrive, and the same in whatever order."""

from collections.abc import Iterable, Mapping, Sequence
from math import lcm

from msgspec import Struct

from ketuk.rooms.trials.columns import columns
from ketuk.rooms.trials.statistics import Share, by_chance, wilson
from ketuk.rooms.trials.trial import Trial, rules_of


class SeatFigures(Struct, frozen=True):
    """How a seat, or a player by name, has done."""

    name: str
    games: int
    """Seats that it sat on, in games that ended."""
    wins: float
    """Games won; one that several have won counts in equal parts."""
    share: Share


class PropertyLine(Struct, frozen=True):
    """What a property brought its owners against what it cost them; money a game."""

    tile: int
    name: str
    rent: float
    cost: float


class CardLine(Struct, frozen=True):
    """How often those won who drew or played a card."""

    item: int
    name: str
    seats: int
    """Seats that had it, in games that ended."""
    share: Share
    beyond: float
    """How much more often than all seats together, in parts of 1."""


class Counts(Struct):
    """What has been counted: sums, so that they can be kept and added to."""

    games: int
    ended: int
    sums: list[int]
    """By column."""
    wins: list[int]
    """By seat, of games that ended; a won game has ``whole`` parts."""
    turns: list[int]
    """The same by order of play."""
    whole: int
    bots: dict[str, list[int]]
    """Seats that a player had, and its wins."""
    had: list[list[int]]
    """By card: seats that had it, and their wins."""
    rounds: dict[int, int]
    commands: dict[int, int]
    """How many games took so many."""
    worth: int
    """Of winners, in parts as well."""


class Summary(Struct, frozen=True):
    """A run in numbers."""

    ruleset: str
    players: int
    games: int
    ended: int
    seats: tuple[SeatFigures, ...]
    """Of games that ended."""
    bots: tuple[SeatFigures, ...]
    spread: float
    """From the seat that won least to the one that won most, in parts of 1."""
    chance: float
    """How likely seats that are equal lie as far apart."""
    turns: tuple[SeatFigures, ...]
    """The same seats by the order of their first turns."""
    turns_spread: float
    turns_chance: float
    rounds: tuple[int, int, int]
    """Rounds of a game: a tenth are not longer, half, nine tenths."""
    commands: tuple[int, int, int]
    worth: float
    """What winners were worth, on average."""
    properties: tuple[PropertyLine, ...]
    cards: tuple[CardLine, ...]


class GamesTally:
    """Counts games line by line.

    Args:
        counts: what was counted before of the same trial; it is added to.
    """

    def __init__(self, trial: Trial, counts: Counts | None = None) -> None:
        self._trial, self._rules = trial, rules_of(trial.data, trial.options)
        heads = [column.name for column in columns(self._rules, trial.players)]
        self._at = {name: at for at, name in enumerate(heads)}
        self._places = [self._at[f"place_{s}"] for s in range(1, trial.players + 1)]
        self._cards = [self._at[f"card_{c}"] for c in self._rules.cards]
        self.counts = counts or self._nothing(len(heads))

    def _nothing(self, columns: int) -> Counts:
        seats, bots = self._trial.players, {b for s in self._trial.seatings for b in s}
        return Counts(
            games=0, ended=0, sums=[0] * columns, wins=[0] * seats, turns=[0] * seats,
            whole=lcm(*range(1, seats + 1)), bots={bot: [0, 0] for bot in sorted(bots)},
            had=[[0, 0] for _ in self._cards], rounds={}, commands={}, worth=0,
        )  # fmt: skip

    @property
    def games(self) -> int:
        """How many were counted."""
        return self.counts.games

    def add(self, lines: Iterable[Sequence[int]]) -> None:
        """Count some more games."""
        counts = self.counts
        for line in lines:
            counts.games += 1
            counts.sums = [s + n for s, n in zip(counts.sums, line, strict=True)]
            for counted, name in ((counts.rounds, "rounds"), (counts.commands, "commands")):
                number = line[self._at[name]]
                counted[number] = counted.get(number, 0) + 1
            if line[self._at["ended"]]:
                self._add_ended(line)

    def _add_ended(self, line: Sequence[int]) -> None:
        counts, players, began = self.counts, self._trial.players, line[self._at["began"]]
        counts.ended += 1
        first = [seat for seat, at in enumerate(self._places) if line[at] == 1]
        part, seating = counts.whole // len(first), self._trial.seatings[line[self._at["seating"]]]
        for seat in first:
            counts.wins[seat] += part
            counts.turns[(seat + 1 - began) % players] += part
            counts.worth += part * line[self._places[seat] + 1]
        for seat, bot in enumerate(seating):
            counts.bots[bot][0] += 1
            counts.bots[bot][1] += part * (seat in first)
        winners = sum(1 << seat for seat in first)
        for had, at in zip(counts.had, self._cards, strict=True):
            if who := line[at]:
                had[0] += who.bit_count()
                had[1] += part * (who & winners).bit_count()

    def summary(self) -> Summary:
        """All of it so far."""
        counts = self.counts
        seats, spread, chance = self._lines(counts.wins)
        turns, turns_spread, turns_chance = self._lines(counts.turns)
        return Summary(
            ruleset=self._rules.meta.id,
            players=self._trial.players,
            games=counts.games,
            ended=counts.ended,
            seats=seats,
            bots=tuple(self._line(bot, n, wins) for bot, (n, wins) in counts.bots.items()),
            spread=spread,
            chance=chance,
            turns=turns,
            turns_spread=turns_spread,
            turns_chance=turns_chance,
            rounds=_tenths(counts.rounds),
            commands=_tenths(counts.commands),
            worth=counts.worth / counts.whole / max(counts.ended, 1),
            properties=tuple(self._property(tile) for tile in self._rules.board.deeds),
            cards=tuple(self._card(at, item) for at, item in enumerate(self._rules.cards)),
        )

    def _lines(self, wins: Sequence[int]) -> tuple[tuple[SeatFigures, ...], float, float]:
        """Seats one by one, how far they lie apart, and how likely that is by chance."""
        of, whole = self.counts.ended, self.counts.whole
        lines = tuple(self._line(str(seat), of, won) for seat, won in enumerate(wins, 1))
        shares = [line.share.share for line in lines]
        chance = by_chance([won / whole for won in wins])
        return lines, max(shares) - min(shares), chance

    def _line(self, name: str, of: int, parts: int) -> SeatFigures:
        wins = parts / self.counts.whole
        return SeatFigures(name, of, wins, wilson(wins, of))

    def _property(self, tile: int) -> PropertyLine:
        name, games = self._rules.board.tiles[tile].card_name, max(self.counts.games, 1)
        sums = self.counts.sums
        rent, cost = (sums[self._at[f"{kind}_{tile}"]] / games for kind in ("rent", "cost"))
        return PropertyLine(tile, name, rent, cost)

    def _card(self, at: int, item: int) -> CardLine:
        card, (seats, wins) = self._rules.cards[item], self.counts.had[at]
        share = wilson(wins / self.counts.whole, seats)
        more = share.share - 1 / self._trial.players
        return CardLine(item, f"{card.code} {card.name}".strip(), seats, share, more)


def _tenths(counted: Mapping[int, int]) -> tuple[int, int, int]:
    """The numbers that a tenth, half and nine tenths do not pass."""
    total, numbers, seen = sum(counted.values()), list[int](), 0
    for number in sorted(counted):
        seen += counted[number]
        while len(numbers) < 3 and seen * 10 >= total * (1, 5, 9)[len(numbers)]:
            numbers.append(number)
    return (numbers[0], numbers[1], numbers[2]) if numbers else (0, 0, 0)
