"""A run from its beginning, or from where it was stopped, to its tally."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Protocol

from ketuk.rooms.trials import files
from ketuk.rooms.trials.columns import columns
from ketuk.rooms.trials.crew import Crew
from ketuk.rooms.trials.fault import TrialFault, TrialTrouble
from ketuk.rooms.trials.kept import kept_beside
from ketuk.rooms.trials.spread import spread
from ketuk.rooms.trials.tally import GamesTally
from ketuk.rooms.trials.trial import Trial, makers_of, rules_of


class Counting(Protocol):
    """What takes in lines of games."""

    def add(self, lines: Iterable[Sequence[int]]) -> None:
        """Count some more games."""
        ...


def check(trial: Trial, out: Path | None) -> None:
    """See before the first game what would be found out in the middle.

    Raises:
        TrialFault: SEATS, FORM, EXTRA, or of a player that cannot be loaded.
    """
    rules = rules_of(trial.data, trial.options)
    if trial.players not in rules.seating.cash:
        known = ", ".join(map(str, sorted(rules.seating.cash)))
        raise TrialFault(TrialTrouble.SEATS, {"players": trial.players, "known": known})
    if out is not None:
        files.check_form(out)
    makers_of(trial)


def run(
    trial: Trial,
    wanted: range,
    crew: Crew,
    *,
    out: Path | None = None,
    stop: Callable[[], bool] = lambda: False,
    heard: Callable[[GamesTally], None] = lambda tally: None,
    others: Sequence[Counting] = (),
) -> GamesTally:
    """Play the games that are wanted and not kept yet.

    Args:
        out: beside it they are kept as chunks, until :func:`finish`; None keeps none.
        stop: asked all the time; once true, what is done is kept and counted.
        heard: told after every chunk.
        others: are given the lines of all games as well.

    Raises:
        TrialFault: of a player, a worker, or the folder of another run.
        CodesFault: the disk is full, or does not let us write.
    """
    tally = GamesTally(trial)
    with kept_beside(out, trial) if out is not None else nullcontext() as kept:
        if kept is not None:
            for lines in kept.lines():
                _count((tally, *others), lines, wanted)
            heard(tally)
        gaps = kept.gaps(wanted) if kept is not None else [wanted]
        with _at_work(crew):
            for chunk in spread(trial, gaps, crew, stop):
                if kept is not None:
                    kept.keep(chunk)
                _count((tally, *others), chunk.lines, wanted)
                heard(tally)
    return tally


def finish(trial: Trial, wanted: range, out: Path) -> None:
    """Make one file of the games that are kept, and let go of the chunks.

    Raises:
        TrialFault: of the folder of another run.
        CodesFault: the disk is full, or does not let us write.
    """
    with kept_beside(out, trial) as kept:
        heads = columns(rules_of(trial.data, trial.options), trial.players)
        files.write(out, heads, kept, wanted)
        kept.remove()


def _count(counting: Iterable[Counting], lines: list[list[int]], wanted: range) -> None:
    asked = [line for line in lines if line[0] in wanted]
    for one in counting:
        one.add(asked)


@contextmanager
def _at_work(crew: Crew) -> Iterator[None]:
    try:
        yield
    finally:
        crew.leave()
