"""What the games of a run come to: counted as chunks arrive, and the same in whatever order."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import lcm

from msgspec import Struct

from ketuk.rooms.trials.columns import columns
from ketuk.rooms.trials.statistics import Share, by_chance, wilson
from ketuk.rooms.trials.trial import Trial, rules_of


class SeatLine(Struct, frozen=True):
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


class Summary(Struct, frozen=True):
    """A run in numbers."""

    ruleset: str
    players: int
    games: int
    ended: int
    seats: tuple[SeatLine, ...]
    """Of games that ended."""
    bots: tuple[SeatLine, ...]
    spread: float
    """From the seat that won least to the one that won most, in parts of 1."""
    chance: float
    """How likely seats that are equal lie as far apart."""
    rounds: tuple[int, int, int]
    """Rounds of a game: a tenth are not longer, half, nine tenths."""
    commands: tuple[int, int, int]
    worth: float
    """What winners were worth, on average."""
    properties: tuple[PropertyLine, ...]
    cards: tuple[CardLine, ...]


class Tally:
    """Counts games line by line."""

    def __init__(self, trial: Trial) -> None:
        self._trial, self._rules = trial, rules_of(trial.data, trial.options)
        heads = [column.name for column in columns(self._rules, trial.players)]
        self._at = {name: at for at, name in enumerate(heads)}
        self._places = [self._at[f"place_{s}"] for s in range(1, trial.players + 1)]
        self._cards = [self._at[f"card_{c}"] for c in self._rules.cards]
        self._sums = [0] * len(heads)
        self.games = self.ended = 0
        self._whole = lcm(*range(1, trial.players + 1))
        """A won game in parts that can be shared by any number of winners."""
        self._wins = [0] * trial.players
        self._bots = {bot: [0, 0] for seating in trial.seatings for bot in seating}
        self._had = [[0, 0] for _ in self._cards]
        self._rounds, self._commands = Counter[int](), Counter[int]()
        self._worth = 0

    def add(self, lines: Iterable[Sequence[int]]) -> None:
        """Count some more games."""
        for line in lines:
            self.games += 1
            self._sums = [s + n for s, n in zip(self._sums, line, strict=True)]
            self._rounds[line[self._at["rounds"]]] += 1
            self._commands[line[self._at["commands"]]] += 1
            if line[self._at["ended"]]:
                self._add_ended(line)

    def _add_ended(self, line: Sequence[int]) -> None:
        self.ended += 1
        first = [seat for seat, at in enumerate(self._places) if line[at] == 1]
        part, seating = self._whole // len(first), self._trial.seatings[line[self._at["seating"]]]
        for seat in first:
            self._wins[seat] += part
            self._worth += part * line[self._places[seat] + 1]
        for seat, bot in enumerate(seating):
            self._bots[bot][0] += 1
            self._bots[bot][1] += part * (seat in first)
        winners = sum(1 << seat for seat in first)
        for had, at in zip(self._had, self._cards, strict=True):
            if who := line[at]:
                had[0] += who.bit_count()
                had[1] += part * (who & winners).bit_count()

    def summary(self) -> Summary:
        """All of it so far."""
        count = self._trial.players
        all_wins = [wins / self._whole for wins in self._wins]
        shares = [wins / max(self.ended, 1) for wins in all_wins]
        return Summary(
            ruleset=self._rules.meta.id,
            players=count,
            games=self.games,
            ended=self.ended,
            seats=tuple(
                SeatLine(str(seat), self.ended, wins, wilson(wins, self.ended))
                for seat, wins in enumerate(all_wins, 1)
            ),
            bots=tuple(
                SeatLine(bot, n, wins / self._whole, wilson(wins / self._whole, n))
                for bot, (n, wins) in self._bots.items()
            ),
            spread=max(shares) - min(shares),
            chance=by_chance(all_wins),
            rounds=_tenths(self._rounds),
            commands=_tenths(self._commands),
            worth=self._worth / self._whole / max(self.ended, 1),
            properties=tuple(self._property(tile) for tile in self._rules.board.deeds),
            cards=tuple(self._card(at, item) for at, item in enumerate(self._rules.cards)),
        )

    def _property(self, tile: int) -> PropertyLine:
        name, games = self._rules.board.tiles[tile].card_name, max(self.games, 1)
        rent, cost = (self._sums[self._at[f"{kind}_{tile}"]] / games for kind in ("rent", "cost"))
        return PropertyLine(tile, name, rent, cost)

    def _card(self, at: int, item: int) -> CardLine:
        card, (seats, wins) = self._rules.cards[item], self._had[at]
        share = wilson(wins / self._whole, seats)
        more = share.share - 1 / self._trial.players
        return CardLine(item, f"{card.code} {card.name}".strip(), seats, share, more)


def _tenths(counted: Counter[int]) -> tuple[int, int, int]:
    """The numbers that a tenth, half and nine tenths do not pass."""
    total, found, seen = counted.total(), list[int](), 0
    for number in sorted(counted):
        seen += counted[number]
        while len(found) < 3 and seen * 10 >= total * (1, 5, 9)[len(found)]:
            found.append(number)
    return (found[0], found[1], found[2]) if found else (0, 0, 0)
