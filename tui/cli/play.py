"""``ketuk play``: a game without a screen, JSON lines in and out."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NoReturn

import click

from ketuk.tui.cli import options
from ketuk.tui.cli.agreed import names_of, rules_agreed
from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.numbers import in_words, numbers_agreed
from ketuk.tui.cli.shell import command, flag, option
from ketuk.tui.cli.values import Whole

if TYPE_CHECKING:
    from ketuk.codes.registry import Registry
    from ketuk.engine import Options, RuleSet
    from ketuk.rooms.journal import Journal
    from ketuk.rooms.records import Header
    from ketuk.rooms.room import Room

PLAY = "ketuk play"
"""How a game without a name is called to those who want its box."""
LONGEST = 400
"""Rounds after which computers that are left among themselves stop: they risk less than people,
and a game that the last one left wins may go round for thousands."""


@command("play", help="cli_play.play")
@options.a_rule_set
@option("--players", metavar="NAME,NAME,...", help="cli_play.players", default="")
@option("--game", metavar="NAME", help="cli_play.game")
@option("--box", metavar="BOX", help="cli_play.box")
@option("--seed", type=Whole(), help="cli_play.seed")
@options.edition
@options.dice
@options.decks
@options.house
@options.numbers
@options.table
@option("--keep-table", metavar="FILE", help="cli_play.keep_table")
@option("--bots", metavar="POLICY|NAME=POLICY,...", help="cli_play.bots", default="")
@option("--rounds", type=Whole(1), help="cli_play.rounds", default=LONGEST)
@option("--input", metavar="FILE|-", help="cli_play.input")
@flag("--no-save", "unsaved", help="cli_play.no_save")
@click.pass_obj
def play(
    at: Desk,
    ruleset: str,
    players: str,
    game: str | None,
    box: str | None,
    seed: int | None,
    edition: str | None,
    dice: str,
    decks: str,
    house: str,
    numbers: str,
    table: str | None,
    keep_table: str | None,
    bots: str,
    rounds: int,
    input: str | None,
    unsaved: bool,
) -> None:
    """Lines in, records out: always JSON, asked for or not."""
    names = tuple(name.strip() for name in players.split(",")) if players.strip() else ()
    settings = numbers_agreed(at, ruleset, numbers, table, keep_table)
    wanted = WantedGame(ruleset, names, game, seed, edition, dice, decks, names_of(house), settings)
    if unsaved and game is not None:
        raise click.BadParameter(at.words("cli_play.no_save_named"), param_hint="--no-save")
    with _ended_by_readers(at), _lines(at, input) as lines, _kept(at, unsaved) as journal:
        _play(at, journal, wanted, box, Computers(bots, rounds), lines)


class WantedGame:
    """What the options ask for."""

    def __init__(
        self,
        ruleset: str,
        names: tuple[str, ...],
        game: str | None,
        seed: int | None,
        edition: str | None,
        dice: str,
        decks: str,
        house: tuple[str, ...],
        settings: tuple[tuple[str, int], ...] = (),
    ) -> None:
        self.house, self.settings = house, settings
        self.ruleset, self.names, self.game, self.seed = ruleset, names, game, seed
        self.edition, self.dice, self.decks = edition, dice, decks

    def options(self, rules: "RuleSet") -> "Options":
        """The agreements of a new game."""
        import msgspec

        from ketuk.engine.table import Options

        plain = {"edition": self.edition or rules.edition, "dice": self.dice, "decks": self.decks}
        agreed = {"house": self.house, "settings": self.settings}
        return msgspec.convert({**plain, **agreed}, Options)


@dataclass(frozen=True, slots=True)
class Computers:
    """Who is played by the computer, as ``--bots`` says it, and how long they go on alone."""

    policies: str
    rounds: int


@contextmanager
def _kept(at: Desk, unsaved: bool) -> "Iterator[Journal]":
    """The saved games; of a trial, a folder that is gone afterwards."""
    from ketuk.tui.cli.saved import journal_open

    if not unsaved:
        with journal_open(at) as journal:
            yield journal
        return
    with TemporaryDirectory(prefix="ketuk-") as folder, journal_open(at, Path(folder)) as journal:
        yield journal


def _play(
    at: Desk,
    journal: "Journal",
    wanted: WantedGame,
    box: str | None,
    computers: Computers,
    lines: Iterator[bytes],
) -> None:
    from ketuk.tui.cli.bot_seats import BotSeats
    from ketuk.tui.cli.playing import GameClerk
    from ketuk.tui.cli.saved import tell_damage

    with _registry(at, box) as registry:
        header = _begun(at, journal, wanted)
        policies = _policies(at, computers.policies, wanted, header)
        if registry is None and header is not None and header.box is not None:
            registry = _own_registry(at, header.box)
        with _held(at, registry, wanted.game or PLAY) as used:
            alone = len(policies) == len(wanted.names)
            room = _room(at, journal, wanted, header, registry, alone=alone)
            room.watch(used)
            tell_damage(at, room)
            bots = BotSeats(room, policies, computers.rounds)
            clerk = GameClerk(at, room, bots=bots, resumed=header is not None)
            clerk.play(lines)
    if clerk.refused:
        at.end()


# ---- the game


def _begun(at: Desk, journal: "Journal", wanted: WantedGame) -> "Header | None":
    """The game of that name, if there is one; it must have been begun as the options say."""
    if wanted.game is None or wanted.game not in journal.names():
        return None
    header = journal.header(wanted.game)
    _same(at, wanted, header)
    return header


def _room(
    at: Desk,
    journal: "Journal",
    wanted: WantedGame,
    header: "Header | None",
    registry: "Registry | None",
    *,
    alone: bool,
) -> "Room":
    """The game that the options ask for, begun or continued; ``alone`` are computers that are all
    of its players, and begin none that no end is set to."""
    from ketuk.rooms.room import Room
    from ketuk.tui.cli.rule_sets import rules_named

    if header is not None:
        return Room.resume(journal, header.game, registry=registry)
    rules = rules_named(at, wanted.ruleset)
    _fit(at, wanted, rules)
    if rules.endless is not None and alone and rules.endless(wanted.options(rules)):
        at.refuse("screens.endless")
    return Room.start(
        journal,
        rules=rules,
        names=wanted.names,
        options=wanted.options(rules),
        name=wanted.game,
        registry=registry,
        seed=wanted.seed,
    )


def _fit(at: Desk, wanted: WantedGame, rules: "RuleSet") -> None:
    """Whether these players can sit down by what they agreed on; numbers may allow fewer."""
    rules = rules_agreed(at, rules, wanted.options(rules))
    if not wanted.names:
        raise click.BadParameter(at.words("cli_play.players_needed"), param_hint="--players")
    same = {name.casefold() for name in wanted.names} - {""}
    printable = all(name.isprintable() for name in wanted.names)
    if (
        len(wanted.names) not in rules.seating.cash
        or len(same) < len(wanted.names)
        or not printable
    ):
        known = ", ".join(map(str, sorted(rules.seating.cash)))
        text = at.words("cli_play.players_wrong", ruleset=rules.meta.name, known=known)
        raise click.BadParameter(text, param_hint="--players")


def _same(at: Desk, wanted: WantedGame, header: "Header") -> None:
    """Whether a game that is continued was begun so; options that were left out do not matter."""
    edition = header.options.edition
    begun = {
        "--players": (wanted.names or header.names, header.names, ",".join(header.names)),
        "--seed": (wanted.seed, header.seed, header.seed if wanted.seed is not None else ""),
        "--edition": (wanted.edition or edition, edition, edition),
        "--dice": (wanted.dice, header.options.dice, header.options.dice),
        "--decks": (wanted.decks, header.options.decks, header.options.decks),
        "--house": (wanted.house, header.options.house, ",".join(header.options.house) or "-"),
        "--set": (wanted.settings, header.options.settings, in_words(header.options.settings)),
    }
    if not wanted.names:  # only --game: go on as it was begun
        return
    for name, (asked, was, shown) in begun.items():
        if asked != was:
            at.refuse("cli_play.other_game", game=header.game, option=name, begun=str(shown))


# ---- box, bots, input


@contextmanager
def _registry(at: Desk, box: str | None) -> Iterator["Registry | None"]:
    if box is None:
        yield None
        return
    from ketuk.tui.cli.cards import box_open

    with box_open(at, box) as registry:
        yield registry


@contextmanager
def _held(at: Desk, registry: "Registry | None", game: str) -> "Iterator[Callable[[object], None]]":
    """The box for this game alone (ruling 4.6.9); to be called at every move, so that it stays."""
    if registry is None:
        yield lambda _: None
        return
    from ketuk.codes.fault import CodesFault
    from ketuk.rooms.lease import InUse, Lease
    from ketuk.tui.cli.cards import faults_told
    from ketuk.tui.telling.verdicts import in_use

    with faults_told(at):
        taken = Lease.take(registry, game=game, now=datetime.now(UTC))
    if isinstance(taken, InUse):
        at.end(in_use(at.words, taken))

    def used(_: object) -> None:
        with suppress(CodesFault):  # a full disk does not end a game
            taken.renew(datetime.now(UTC))

    try:
        yield used
    finally:
        with suppress(CodesFault):
            taken.release()


def _own_registry(at: Desk, box: str) -> "Registry | None":
    """The box that a game was begun with; without it the game goes on, but reads no codes."""
    from ketuk.codes.boxes import Boxes
    from ketuk.codes.fault import CodesFault, Fault
    from ketuk.tui.cli.cards import remark_rescue
    from ketuk.tui.telling.troubles import trouble

    try:
        registry = Boxes(at.boxes).open(box)
    except CodesFault as error:
        if error.fault is Fault.NO_BOX:
            at.note("cli_play.box_none", box=box)
        else:
            at.remark(trouble(at.words, error))
            at.note("cli_play.box_unread", box=box)
        return None
    remark_rescue(at, registry)
    return registry


def _policies(at: Desk, text: str, wanted: WantedGame, header: "Header | None") -> dict[int, str]:
    """Policy by seat, from ``--bots``."""
    from ketuk import engine
    from ketuk.tui.cli.rule_sets import rules_named

    if not text.strip():
        return {}
    names = header.names if header is not None else wanted.names
    rules = (
        engine.ruleset_from_data(header.data)
        if header is not None
        else rules_named(at, wanted.ruleset)
    )
    known = engine.players.makers(rules)
    if text.strip() in known:
        return dict.fromkeys(range(1, len(names) + 1), text.strip())
    seats = {name.casefold(): seat for seat, name in enumerate(names, 1)}
    policies: dict[int, str] = {}
    for part in text.split(","):
        name, _, policy = (piece.strip() for piece in part.partition("="))
        if name.casefold() not in seats or policy not in known:
            wrong = at.words("cli_play.bots_unknown", text=part.strip(), known=", ".join(known))
            raise click.BadParameter(wrong, param_hint="--bots")
        policies[seats[name.casefold()]] = policy
    return policies


@contextmanager
def _lines(at: Desk, source: str | None) -> Iterator[Iterator[bytes]]:
    if source is None:
        yield iter(())
    elif source == "-":
        yield iter(sys.stdin.buffer.readline, b"")
    else:
        try:
            with Path(source).open("rb") as file:
                yield iter(file)
        except (FileNotFoundError, IsADirectoryError, PermissionError) as error:
            at.refuse("cli_play.input_missing", path=source, detail=error.strerror)


@contextmanager
def _ended_by_readers(at: Desk) -> Iterator[None]:
    """Whoever read our output is gone: what was done is on disk, there is nothing to say."""
    try:
        yield
    except BrokenPipeError:
        _quit(at)


def _quit(at: Desk) -> NoReturn:
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    at.end()
