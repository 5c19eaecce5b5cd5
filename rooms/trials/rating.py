"""Players rated by their places, as chess players are: Plackett and Luce's model, by openskill.

Such a rating depends on the order of the games; it is the order that the seed shuffles them into.
For players of fixed strength the share of wins says more.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ketuk.rooms.chance import figure
from ketuk.rooms.trials.columns import columns
from ketuk.rooms.trials.fault import TrialFault, TrialTrouble
from ketuk.rooms.trials.trial import Trial, rules_of


class Rating(Struct, frozen=True):
    """How strong a player is held to be."""

    bot: str
    mean: float
    deviation: float


def check_rating() -> None:
    """See now whether there can be ratings.

    Raises:
        TrialFault: EXTRA, if openskill is not installed.
    """
    try:
        import openskill  # noqa: F401
    except ImportError as error:
        raise TrialFault(TrialTrouble.EXTRA, {"extra": "rating"}) from error


class Ratings:
    """The places of all games."""

    def __init__(self, trial: Trial) -> None:
        self._trial = trial
        heads = [c.name for c in columns(rules_of(trial.data, trial.options), trial.players)]
        self._places = [heads.index(f"place_{seat}") for seat in range(1, trial.players + 1)]
        self._games: list[tuple[int, int, list[int]]] = []

    def add(self, lines: Iterable[Sequence[int]]) -> None:
        """Take in some games: number, seating, places."""
        for line in lines:
            self._games.append((line[0], line[1], [line[at] for at in self._places]))

    def rated(self) -> tuple[Rating, ...]:
        """Everybody, the strongest first.

        A player on several seats of a game moves by the mean of what its seats would.
        """
        from openskill.models import PlackettLuce

        seed, model = self._trial.seed, PlackettLuce()
        names = sorted({bot for seating in self._trial.seatings for bot in seating})
        now = {name: model.rating(name=name) for name in names}
        for _, seating, places in sorted(self._games, key=lambda g: figure(seed, f"rated {g[0]}")):
            bots = self._trial.seatings[seating]
            teams = [[model.rating(mu=now[bot].mu, sigma=now[bot].sigma)] for bot in bots]
            rated = model.rate(teams, ranks=[float(place) for place in places])
            for name in set(bots):
                own = [team[0] for bot, team in zip(bots, rated, strict=True) if bot == name]
                mean = sum(r.mu for r in own) / len(own)
                now[name] = model.rating(mu=mean, sigma=sum(r.sigma for r in own) / len(own))
        ratings = [Rating(name, rating.mu, rating.sigma) for name, rating in now.items()]
        return tuple(sorted(ratings, key=lambda rating: (-rating.mean, rating.bot)))
