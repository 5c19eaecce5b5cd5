"""Rooms and journals for tests: real files, a clock that goes on by itself, seats and scripts."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from ketuk import engine
from ketuk.engine.bots import cautious_policy
from ketuk.engine.codec import to_plain
from ketuk.engine.commands import AnyCommand
from ketuk.engine.luck import Luck
from ketuk.engine.refusal import Refused
from ketuk.engine.table import Options, Table
from ketuk.rooms.chance import SeededLuck
from ketuk.rooms.gamefile import exported
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.room import MoveDone, Room

NAMES = ("Ayu", "Budi", "Citra")
ALL = frozenset({1, 2, 3})


class Ticking:
    """A clock that is one second further every time it is asked."""

    def __init__(self) -> None:
        self._now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self._now += timedelta(seconds=1)
        return self._now


def journal_in(folder: Path) -> Journal:
    """The journal of a data folder."""
    return Journal.open(folder / FILE, clock=Ticking())


def begun(journal: Journal, name: str = "malam", **more: Any) -> Room:
    """A game of three that has just begun; seed 5 unless said otherwise."""
    chance = {} if "luck" in more or "seed" in more else {"seed": 5}
    return Room.start(
        journal,
        names=NAMES,
        name=name,
        clock=Ticking(),
        **{"rules": engine.ruleset("nusantara"), "options": Options(), **chance, **more},
    )


def bot_move(rules: engine.RuleSet, table: Table) -> AnyCommand:
    """What the cautious player does next, whichever seat it is."""
    policy = cautious_policy()
    for seat in table.seats:
        if (command := policy(rules, table, seat)) is not None:
            return command
    raise AssertionError(f"nobody goes on with {table.top}")


def play_on(room: Room, moves: int = 100_000) -> int:
    """Let cautious players go on for a number of moves, or to the end; how many were made."""
    for made in range(moves):
        if room.table.top is None:
            return made
        done = room.do(bot_move(room.rules, room.table))
        assert isinstance(done, MoveDone), done
    return moves


def script(seed: int = 5, options: Options | None = None) -> list[str]:
    """A whole game of three as input lines for ``ketuk play --seed``, to its ranking."""
    rules = engine.ruleset("nusantara")
    luck: Luck = SeededLuck(seed)
    table = engine.replay(engine.new_game(rules, NAMES, luck, options))
    lines: list[str] = []
    while table.top is not None:
        command = bot_move(rules, table)
        plain = to_plain(command)
        by = NAMES[plain.pop("seat") - 1]
        lines.append(json.dumps({"do": plain, "by": by}))
        events = engine.decide(table, command, rules, luck)
        assert not isinstance(events, Refused), (command, events)
        for event in events:
            table = engine.evolve(table, event)
    return lines


def export(journal: Journal, game: str, out: Path) -> int:
    """Write a game to a file; how many moves it has."""
    content, moves = exported(journal, game)
    out.write_bytes(content)
    return moves
