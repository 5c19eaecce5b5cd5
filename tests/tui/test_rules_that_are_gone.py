"""A game whose rules no code here plays: listed, told move by move and exported, and it says so."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from command_line import CommandLine
from saved_games import saved_game

from ketuk import engine
from ketuk.engine.rulesets.schema import BadData
from ketuk.engine.rulesets.unplayed import unplayed
from ketuk.engine.table import Free
from ketuk.rooms.journal import FILE
from ketuk.tui.words import LANGUAGES, Language, Words

GONE = "hilang"


def forgotten(data: Path, ruleset: str, **wanted: int) -> str:
    """A saved game whose code is not here any more; its name."""
    name = saved_game(data, ruleset=ruleset, box=False, **wanted)
    with closing(sqlite3.connect(data / FILE)) as connection, connection:
        (text,) = connection.execute("SELECT header FROM game").fetchone()
        header = json.loads(text)
        kept = json.loads(header["data"])
        kept["meta"] |= {"id": GONE, "rules": GONE}
        header |= {"ruleset": GONE, "data": json.dumps(kept)}
        connection.execute("UPDATE game SET header = ?", (json.dumps(header),))
    return name


@pytest.mark.parametrize("ruleset", engine.NAMES)
def test_it_is_told_to_its_last_move_and_how_it_stands(tmp_path: Path, ruleset: str) -> None:
    ketuk = CommandLine(tmp_path / "data")
    name = forgotten(ketuk.data, ruleset, moves=60)
    told = ketuk.run("replay", name)
    assert Words("id")("saved.only_looked", game=name) in told
    lines = told.replace(Words("id")("saved.only_looked", game=name), "").split("\n")
    lines = [line for line in lines if line]
    assert any(line.startswith("60. ") for line in lines)
    assert {line.split(":")[0] for line in lines[-3:]} == {"Ayu", "Budi", "Citra"}
    assert all("kekayaan" in line for line in lines[-3:])


@pytest.mark.parametrize("ruleset", engine.NAMES)
def test_what_was_secret_stays_so_until_the_end(tmp_path: Path, ruleset: str) -> None:
    ketuk = CommandLine(tmp_path / "data")
    name = forgotten(ketuk.data, ruleset, moves=40)
    told = [line for line in ketuk.run("replay", name, "--json").splitlines() if line[0] == "{"]
    *rows, last = map(json.loads, told)
    rules = engine.ruleset(ruleset)
    for player in last["table"]["players"]:
        assert all(c == -1 or rules.cards[c].deck != rules.seating.hand_deck
                   for c in player["hand"])  # fmt: skip
    drawn = [e for row in rows for e in row["events"] if e["type"] == "card_drawn"]
    assert all(e["card"] == -1 for e in drawn)
    assert bool(drawn) == bool(rules.seating.hand_deck)


def test_it_is_listed_exported_and_taken_in_again(tmp_path: Path) -> None:
    ketuk = CommandLine(tmp_path / "data")
    name = forgotten(ketuk.data, "klasik", moves=20)
    assert name in ketuk.run("games")
    ketuk.run("export", name, str(tmp_path / "it.jsonl"))
    elsewhere = CommandLine(tmp_path / "elsewhere")
    elsewhere.run("import", str(tmp_path / "it.jsonl"))
    assert elsewhere.run("replay", name) == ketuk.run("replay", name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_would_play_on_is_told_where_to_read_it(language: Language) -> None:
    said = Words(language)("saved.rules", game="malam", detail="x")
    assert "`ketuk replay malam`" in said


def test_nothing_is_offered_by_rules_that_are_only_looked_at() -> None:
    known = engine.ruleset("merek")
    rules = unplayed(known.data)
    assert (rules.board.deeds, set(rules.cards)) == (known.board.deeds, set(known.cards))
    assert (rules.acts, rules.tasks, rules.turn_offers) == ({}, {}, ())
    assert not rules.asks(Free(1))


@pytest.mark.parametrize("data", ["", "[]", "{}", '{"meta": {}, "tiles": 5}'])
def test_data_without_a_board_is_refused(data: str) -> None:
    with pytest.raises(BadData):
        unplayed(data)
