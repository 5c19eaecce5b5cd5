"""The same games by two rule sets: what changed, in pairs of one seed, with intervals."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ketuk.rooms.trials.columns import columns
from ketuk.rooms.trials.statistics import Share, mean_of, sign_test
from ketuk.rooms.trials.trial import Trial, rules_of


class GameOutcome(Struct, frozen=True):
    """What is compared of a game."""

    ended: bool
    rounds: int
    commands: int
    first: tuple[int, ...]
    """Seats that have won."""
    worth: int
    """What the winner was worth."""


class Difference(Struct, frozen=True):
    """By how much something is more in the second set, with its interval."""

    before: float
    after: float
    more: Share
    """Mean of the differences game by game; in the unit of the thing itself."""


class SeatChange(Struct, frozen=True):
    """What became of the wins of a seat."""

    seat: int
    wins: Difference
    chance: float
    """How likely as many games change hands one way rather than the other by chance."""


class Comparison(Struct, frozen=True):
    """Pairs of games that ended by both sets."""

    games: int
    pairs: int
    same_winner: int
    seats: tuple[SeatChange, ...]
    rounds: Difference
    commands: Difference
    worth: Difference


class Outcomes:
    """The outcomes of one run by game."""

    def __init__(self, trial: Trial) -> None:
        rules = rules_of(trial.data, trial.options)
        heads = [column.name for column in columns(rules, trial.players)]
        self._at = {name: at for at, name in enumerate(heads)}
        self.players = trial.players
        self.by_game: dict[int, GameOutcome] = {}

    def add(self, lines: Iterable[Sequence[int]]) -> None:
        """Take in some games."""
        for line in lines:
            at = self._at
            seats = range(1, self.players + 1)
            first = tuple([s for s in seats if line[at[f"place_{s}"]] == 1])
            self.by_game[line[at["game"]]] = GameOutcome(
                bool(line[at["ended"]]), line[at["rounds"]], line[at["commands"]],
                first, line[at[f"worth_{first[0]}"]],
            )  # fmt: skip


def compare(before: Outcomes, after: Outcomes) -> Comparison:
    """What changed from one set to the other."""
    games = sorted(before.by_game.keys() & after.by_game.keys())
    both = [(before.by_game[g], after.by_game[g]) for g in games]
    pairs = [(a, b) for a, b in both if a.ended and b.ended]
    return Comparison(
        games=len(games),
        pairs=len(pairs),
        same_winner=sum(a.first == b.first for a, b in pairs),
        seats=tuple(_seat(seat, pairs) for seat in range(1, before.players + 1)),
        rounds=_change([(a.rounds, b.rounds) for a, b in pairs]),
        commands=_change([(a.commands, b.commands) for a, b in pairs]),
        worth=_change([(a.worth, b.worth) for a, b in pairs]),
    )


def _seat(seat: int, pairs: Sequence[tuple[GameOutcome, GameOutcome]]) -> SeatChange:
    won = [(_part(a, seat), _part(b, seat)) for a, b in pairs]
    more, less = sum(b > a for a, b in won), sum(b < a for a, b in won)
    return SeatChange(seat, _change(won), sign_test(more, less))


def _part(outcome: GameOutcome, seat: int) -> float:
    return (seat in outcome.first) / len(outcome.first)


def _change(values: Sequence[tuple[float, float]]) -> Difference:
    differences = [b - a for a, b in values]
    count = len(values)
    more = mean_of(count, sum(differences), sum(d * d for d in differences))
    sums = [sum(column) / max(count, 1) for column in zip(*values, strict=True)] or [0.0, 0.0]
    return Difference(sums[0], sums[1], more)
