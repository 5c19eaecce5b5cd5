"""What is to be played, as one value that can be sent anywhere; and the function that plays it."""

import gzip
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from functools import lru_cache

from msgspec import Struct

from ketuk.engine import RuleSet, ruleset_from_data, under
from ketuk.engine.players import Maker
from ketuk.engine.table import Options
from ketuk.rooms.chance import SeededLuck, figure
from ketuk.rooms.trials import loop
from ketuk.rooms.trials.bots import maker_of
from ketuk.rooms.trials.columns import Notes
from ketuk.rooms.trials.pace import PACE

Seating = tuple[str, ...]
"""Names of the players by seat."""


class Trial(Struct, frozen=True):
    """A run: games 0 and up of it are the same wherever and in whatever order they are played."""

    data: str
    """The rule set (``RuleSet.data``)."""
    options: Options
    seatings: tuple[Seating, ...]
    """Game n is seated as number n modulo their count, with the chance of n divided by it: so
    every seating meets the same dice."""
    seed: int
    most_rounds: int
    """A game is broken off after so many rounds."""
    sources: tuple[tuple[str, str], ...] = ()
    """Files of players of one's own: name and text."""
    pace: int = PACE
    """Seconds of play that a turn takes, where the rules have a clock."""

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.seatings[0])


class Chunk(Struct, frozen=True):
    """Games that were played: ``first`` up to, but not including, ``end``."""

    first: int
    end: int
    seconds: float
    """Of one core."""
    rows: bytes
    """Lines of CSV without a heading, gzipped."""

    @property
    def lines(self) -> list[list[int]]:
        """The lines as numbers."""
        return unpacked(self.rows)


def unpacked(rows: bytes) -> list[list[int]]:
    """Packed lines of CSV as numbers."""
    text = gzip.decompress(rows).decode("ascii")
    return [[int(n) for n in line.split(",")] for line in text.splitlines()]


@lru_cache(maxsize=8)
def rules_of(data: str, options: Options) -> RuleSet:
    """The rules that are played; made once in each process."""
    return under(ruleset_from_data(data), options)


@lru_cache(maxsize=64)
def _maker(data: str, options: Options, bot: str, sources: tuple[tuple[str, str], ...]) -> Maker:
    return maker_of(rules_of(data, options), bot, sources)


def makers_of(trial: Trial) -> Mapping[str, Maker]:
    """Its players by name, each file of one's own loaded once in each process.

    Raises:
        TrialFault: NO_BOT, BOT_FILE, BOT_IMPORTS, BOT_NAME.
    """
    names = sorted({bot for seating in trial.seatings for bot in seating})
    return {bot: _maker(trial.data, trial.options, bot, trial.sources) for bot in names}


def played(trial: Trial, first: int, end: int, enough: Callable[[], bool] = lambda: False) -> Chunk:
    """Play some games: the one function that cores here and workers elsewhere carry out.

    Args:
        enough: asked before each game; once true, the chunk ends there.

    Raises:
        TrialFault: a player cannot be loaded, or did what cannot be done.
    """
    began, makers = time.process_time(), makers_of(trial)
    lines = list[str]()
    while first + len(lines) < end and not enough():
        lines.append(",".join(map(str, row(trial, first + len(lines), makers))))
    packed = gzip.compress("".join(f"{line}\n" for line in lines).encode(), 6, mtime=0)
    return Chunk(first, first + len(lines), time.process_time() - began, packed)


def row(trial: Trial, number: int, makers: Mapping[str, Maker]) -> list[int]:
    """Play one game; its line."""
    rules = rules_of(trial.data, trial.options)
    chance, at = divmod(number, len(trial.seatings))
    notes, luck = Notes(rules), SeededLuck(figure(trial.seed, f"game {chance}"))
    with redirect_stdout(sys.stderr):  # what players print is no part of what is told
        seats = [
            _seat(trial, number, seat, bot, makers[bot])
            for seat, bot in enumerate(trial.seatings[at], 1)
        ]
        ended = loop.play(
            rules, trial.options, seats, luck,
            number=number, most_rounds=trial.most_rounds, pace=trial.pace,
            heard=notes.hear,
        )  # fmt: skip
    return notes.row(number, at, ended)


def _seat(trial: Trial, number: int, seat: int, bot: str, maker: Maker) -> loop.TrialSeat:
    """A fresh player for a seat, with chance of its own."""
    chance = number // len(trial.seatings)
    draw = SeededLuck(figure(trial.seed, f"bot {chance} {seat}")).below
    try:
        return loop.TrialSeat(bot, maker(draw))
    except BaseException as error:
        raise loop.raised(error, bot, seat, game=number, move=0) from error
