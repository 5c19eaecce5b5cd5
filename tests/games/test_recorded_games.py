"""Recorded games, played again: the same commands and chance lead to the same end.

A file holds a header (rule set, players, options, cards dealt), one line a command with the dice
and cards that came with it, and last the result. Failures of the property tests land in ``found/``
in the same form; a mended one moves to its rule set's folder and stays.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from scripts import Script

from ketuk import engine
from ketuk.engine import codec
from ketuk.engine.refusal import Refused
from ketuk.engine.table import Options

HERE = Path(__file__).parent
GAMES = sorted(HERE.glob("*/*.jsonl"))


@pytest.mark.parametrize("path", GAMES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_recorded_game_ends_as_it_did(path: Path) -> None:
    header, *lines, result = [json.loads(line) for line in path.read_text().splitlines()]
    options = msgspec.convert(header["options"], Options)
    rules = engine.under(engine.ruleset(header["ruleset"]), options)
    dealt = engine.ScriptedLuck(header.get("dice", []), header["cards"])
    table = engine.replay(engine.new_game(rules, header["players"], dealt, options))
    started = _money(table)
    count = table.count
    for line in lines:
        luck = Script(line["dice"], line["cards"])
        outcome = engine.advance(table, codec.command_of(line["do"]), rules, luck)
        assert not isinstance(outcome, Refused), (line, outcome)
        assert luck.used_up, line
        for event in outcome.events:
            table = engine.evolve(table, event)
        assert table == outcome.table, line
        count += len(outcome.events)
        assert _money(table) == started, line
    assert table.count == count
    assert _result(table) == result


def test_there_is_a_game_for_every_way_of_ending() -> None:
    assert {"rounds", "last"} <= _endings("nusantara")
    assert {"player", "bank", "left"} <= _endings("klasik")
    assert {"last", "vote", "lost", "auction"} <= _endings("kompleks")
    for edition in ("rel", "rel-borneo"):
        assert {"last", "laps", "rounds", "fast", "agreed"} <= _endings(edition), edition
    assert {"rent", "bank", "left", "missed", "team", "agreed"} <= _endings("merek")


def _endings(ruleset: str) -> set[str]:
    return {path.stem.split("-")[0] for path in GAMES if path.parent.name == ruleset}


def _money(table: engine.Table) -> int:
    return table.bank + table.pot + table.corrected + sum(p.cash for p in table.players)


def _result(table: engine.Table) -> dict[str, Any]:
    return {
        "ranking": list(codec.to_plain(table.ranking)),
        "cash": [p.cash for p in table.players],
        "events": table.count,
        "round": table.round,
    }
