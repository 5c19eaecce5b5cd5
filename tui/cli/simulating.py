"""The body of ``ketuk simulate``: what is wanted, made into a run; and what is said of it."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shlex import join
from typing import Any, cast

import click
import msgspec
from msgspec import to_builtins

from ketuk.engine import RuleSet
from ketuk.engine.table import Edition, Options
from ketuk.rooms.trials.again import Again
from ketuk.rooms.trials.bots import file_of
from ketuk.rooms.trials.crew import Alone, Cores, Crew, cores
from ketuk.rooms.trials.fault import TrialFault
from ketuk.rooms.trials.files import check_ending
from ketuk.rooms.trials.pairs import Comparison, Outcomes, compare
from ketuk.rooms.trials.rating import Ratings, check_rating
from ketuk.rooms.trials.run import Counting, check, finish, run
from ketuk.rooms.trials.seatings import all_seatings, one_seating
from ketuk.rooms.trials.tally import GamesTally, Summary
from ketuk.rooms.trials.trial import Trial
from ketuk.tui.cli.agreed import rules_agreed
from ketuk.tui.cli.cards import faults_told
from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.numbers import Numbers, in_words
from ketuk.tui.cli.outfile import all_asked
from ketuk.tui.cli.rule_sets import rules_named
from ketuk.tui.cli.shell import STOPPED
from ketuk.tui.cli.stopping import stopping
from ketuk.tui.simulating.bars import svg
from ketuk.tui.simulating.progress import bar
from ketuk.tui.simulating.report import Report

ASKED = {
    "ketuk": "ketuk --version", "loop": "ketuk --version",
    "since": "ketuk --version", "rules": "NAME|FILE",
    "options": "--edition --house --set", "bots": "--bots", "files": "--bots FILE.py",
    "seed": "--seed", "rounds": "--rounds", "pace": "--pace",
}  # fmt: skip
"""By which part of a command a run becomes another one."""
PICTURE = ".svg"
"""The ending of a picture."""


@dataclass(frozen=True, slots=True)
class WantedTrial:
    """What the options ask for."""

    sets: tuple[str, ...]
    """The rule set, and another to compare it with."""
    players: int
    games: range
    bots: tuple[str, ...]
    tournament: bool
    rating: bool
    seed: int
    rounds: int
    pace: int
    edition: str | None
    house: tuple[str, ...]
    settings: Numbers
    out: Path | None
    plot: Path | None
    jobs: int | None
    cluster: str | None
    force: bool


def simulated(at: Desk, wanted: WantedTrial) -> None:
    """Play, and say what came of it; what was stopped is kept where a file is asked for."""
    at, outs = all_asked(at, wanted.force, *_outs(wanted), wanted.plot)
    if wanted.rating and len(wanted.sets) > 1:
        raise click.UsageError(at.words("simulate.rating_alone"))
    sources = _sources(at, wanted)
    trials = [_trial(at, wanted, rules_named(at, name), sources) for name in wanted.sets]
    paths = [out.path if out is not None else None for out in outs[:-1]]
    with _faults(at, wanted, wanted.sets[0]), faults_told(at):
        if wanted.rating:
            check_rating()
        for trial, path in zip(trials, paths, strict=True):
            check(trial, path)
        if wanted.plot is not None:
            check_ending(wanted.plot, PICTURE)
    _evenly_seated(at, wanted, trials[0])
    runs = list[tuple[GamesTally, Counting | None]]()
    with faults_told(at), stopping() as stop:
        for name, trial, path in zip(wanted.sets, trials, paths, strict=True):
            with _faults(at, wanted, name):
                runs.append(_counted(at, wanted, trial, path, stop))
        stopped = any(tally.games < len(wanted.games) for tally, _ in runs)
        for trial, path in zip(trials, paths, strict=True):
            if path is not None and not stopped:
                with _faults(at, wanted, wanted.sets[0]):
                    finish(trial, wanted.games, path)
    if outs[-1] is not None:
        with faults_told(at):
            outs[-1].write(_picture(at, wanted, runs[0][0].summary()).encode())
    _tell(at, wanted, runs)
    if stopped:
        at.note("simulate.go_on" if wanted.out is not None else "simulate.stopped")
        raise click.exceptions.Exit(STOPPED)


def _outs(wanted: WantedTrial) -> tuple[Path | None, ...]:
    """The file of each run."""
    if wanted.out is None or len(wanted.sets) == 1:
        return (wanted.out,) * len(wanted.sets)
    return wanted.out, wanted.out.with_stem(f"{wanted.out.stem}-2")


def _evenly_seated(at: Desk, wanted: WantedTrial, trial: Trial) -> None:
    """Say so if some seatings of a tournament are played more often than others."""
    seatings, games = len(trial.seatings), len(wanted.games)
    if games % seatings:
        at.note("simulate.uneven", games=games, seatings=seatings)


def _counted(
    at: Desk, wanted: WantedTrial, trial: Trial, path: Path | None, stop: Callable[[], bool]
) -> tuple[GamesTally, Counting | None]:
    """One run, with what is counted beside its tally; players of one's own are looked at again."""
    other, again = _other(wanted, trial), Again(trial, wanted.games)
    counting = [again, other] if other is not None else [again]
    tally = _played(at, wanted, trial, path, counting, stop)
    if trial.sources and not stop() and (games := again.otherwise(stop)):
        own = ", ".join(filter(file_of, wanted.bots))
        at.note("simulate.otherwise", bots=own, game=games[0])
    return tally, other


def _other(wanted: WantedTrial, trial: Trial) -> Counting | None:
    """What is counted beside the tally."""
    if len(wanted.sets) > 1:
        return Outcomes(trial)
    return Ratings(trial) if wanted.rating else None


def _played(
    at: Desk,
    wanted: WantedTrial,
    trial: Trial,
    out: Path | None,
    others: Sequence[Counting],
    stop: Callable[[], bool],
) -> GamesTally:
    crew = _crew(wanted)
    with bar(at.words, len(wanted.games), hidden=at.as_json, waits=lambda: crew.deserted) as shown:

        def stopped() -> bool:
            if shown.begins_to_wait():
                at.note("simulate.no_workers")
            return stop()

        return run(
            trial, wanted.games, crew, out=out, stop=stopped,
            heard=lambda tally: shown.done(tally.games), others=others,
        )  # fmt: skip


def _crew(wanted: WantedTrial) -> Crew:
    if wanted.cluster is not None:
        from ketuk.rooms.trials.cluster import Cluster

        return Cluster(wanted.cluster)
    workers = wanted.jobs or cores()
    return Cores(workers) if workers > 1 and len(wanted.games) > 1 else Alone()


# ---- what is to be played


def _sources(at: Desk, wanted: WantedTrial) -> tuple[tuple[str, str], ...]:
    """Files of players of one's own, as text."""
    texts = {}
    for file in dict.fromkeys(filter(None, map(file_of, wanted.bots))):
        try:
            texts[file] = Path(file).read_text("utf-8-sig")
        except OSError as error:
            at.refuse("cli_play.input_missing", path=file, detail=error.strerror)
        except UnicodeDecodeError:
            at.refuse("cli_play.input_missing", path=file, detail="UTF-8")
    return tuple(texts.items())


def _trial(
    at: Desk, wanted: WantedTrial, rules: RuleSet, sources: tuple[tuple[str, str], ...]
) -> Trial:
    edition = cast(Edition, wanted.edition or rules.edition)
    options = Options(edition=edition, house=wanted.house, settings=wanted.settings)
    rules_agreed(at, rules, options)
    bots, players = wanted.bots or ("cautious",), wanted.players
    try:
        seatings = (
            all_seatings(bots, players) if wanted.tournament else (one_seating(bots, players),)
        )
    except ValueError:
        text = at.words("simulate.bots_count", count=len(bots), players=players)
        raise click.BadParameter(text, param_hint="--bots") from None
    return Trial(rules.data, options, seatings, wanted.seed, wanted.rounds, sources, wanted.pace)


# ---- what is said


def _tell(at: Desk, wanted: WantedTrial, runs: list[tuple[GamesTally, Any]]) -> None:
    tally, other = runs[0]
    summary = tally.summary()
    by_bot = len(summary.bots) > 1
    report = Report(at.words, shutil.get_terminal_size().columns)
    comparison = compare(other, runs[1][1]) if len(runs) > 1 else None
    ratings = other.rated() if isinstance(other, Ratings) else None
    if at.as_json:
        record = {"seed": wanted.seed, **to_builtins(summary)}
        record |= {"ratings": to_builtins(ratings)} if ratings is not None else {}
        at.tell(record | ({"comparison": _bounded(comparison)} if comparison is not None else {}))
        return
    lines = (
        report.of(summary, by_bot=by_bot)
        if comparison is None
        else report.of_comparison(comparison)
    )
    for line in lines:
        at.line(line)
    for line in report.of_ratings(ratings) if ratings is not None else ():
        at.line(line)


def _bounded(comparison: Comparison) -> Any:
    """As plain values; an interval without bounds has none (JSON knows no infinity)."""
    return msgspec.json.decode(msgspec.json.encode(comparison))


def _picture(at: Desk, wanted: WantedTrial, summary: Summary) -> str:
    lines = summary.bots if len(summary.bots) > 1 else summary.seats
    report = Report(at.words, 80)
    title = at.words("simulate.plot_title", ruleset=summary.ruleset, games=summary.ended)
    return svg(title, [report.name(line) for line in lines], lines, 1 / summary.players)


@contextmanager
def _faults(at: Desk, wanted: WantedTrial, name: str) -> Iterator[None]:
    """What cannot be played is said in a sentence, with the command that shows it."""
    try:
        yield
    except TrialFault as fault:
        facts = fault.facts
        if "differs" in facts:
            named = [ASKED.get(part, part) for part in str(facts["differs"]).split(", ")]
            facts = {**facts, "differs": ", ".join(dict.fromkeys(named))}
        at.remark(at.words(f"simulate.fault_{fault.trouble}", **facts))
        if "game" in fault.facts:
            at.note("simulate.show", command=_again(wanted, name, fault.facts["game"]))
        at.end()


def _again(wanted: WantedTrial, name: str, game: object) -> str:
    """The command that plays one game of a run alone, for a shell."""
    parts = ["ketuk", "simulate", name, "--players", wanted.players]
    parts += ["--bots", ",".join(wanted.bots), "--seed", wanted.seed]
    parts += ["--tournament"] if wanted.tournament else []
    parts += ["--edition", wanted.edition] if wanted.edition else []
    parts += ["--house", ",".join(wanted.house)] if wanted.house else []
    parts += ["--set", in_words(wanted.settings)] if wanted.settings else []
    parts += ["--rounds", wanted.rounds, "--pace", wanted.pace, "--first", game]
    return join([*map(str, parts), "--games", "1", "--jobs", "1"])
