"""Kompleks at the command line: its box, a game by lines to each of its ends, bids and taps."""

import json
from pathlib import Path

import pytest
from command_line import CommandLine, of
from districtfolk import decision, tired
from evening import Decide

from ketuk import engine
from ketuk.engine.codec import to_plain
from ketuk.engine.refusal import Refused
from ketuk.engine.states import Laps
from ketuk.engine.table import Table
from ketuk.rooms.chance import SeededLuck
from ketuk.tui.words import LANGUAGES

NAMES = ("Ayu", "Budi", "Citra")
PLAY = ("play", "--ruleset", "kompleks", "--players", ",".join(NAMES))
SEED = 214


@pytest.fixture
def ketuk(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path / "data")


def line(by: str, **command: object) -> str:
    return json.dumps({"do": command, "by": by})


def scripted(decide: Decide) -> tuple[list[str], Table]:
    """Every move of the people of the screen, as lines, and the table at its end."""
    rules, luck = engine.ruleset("kompleks"), SeededLuck(SEED)
    table, lines = engine.replay(engine.new_game(rules, NAMES, luck)), list[str]()
    while table.top is not None:
        plain = to_plain(command := decide(rules, table))
        lines.append(line(NAMES[plain.pop("seat") - 1], **plain))
        outcome = engine.advance(table, command, rules, luck)
        assert not isinstance(outcome, Refused)
        table = outcome.table
    return lines, table


def test_a_box_has_its_own_67_cards(ketuk: CommandLine) -> None:
    (box,) = ketuk.records("box", "new", "--ruleset", "kompleks", "--json")
    assert box["ruleset"] == "kompleks"
    (shown,) = ketuk.records("box", "show", box["box"], "--json")
    assert len({c["code"] for c in shown["codes"]}) == len(shown["codes"]) == 67
    told = ketuk.run("box", "show", box["box"])
    for name in ("Nusa Dua Bali", "Stasiun Gambir", "Perusahaan Air", "K16", "D16"):
        assert name in told
    ketuk.run("stickers", box["box"], "--out", str(ketuk.data / "kompleks.pdf"))
    assert (ketuk.data / "kompleks.pdf").stat().st_size > 10_000


@pytest.mark.parametrize(("decide", "why"), [(tired, "vote"), (decision, "last")])
def test_a_game_by_lines_to_its_end_told_in_its_own_words(
    ketuk: CommandLine, decide: Decide, why: str
) -> None:
    lines, table = scripted(decide)
    records = ketuk.records(*PLAY, "--seed", str(SEED), "--game", "c", lines=lines)
    (ranking,) = of(records, "ranking")
    assert [p["name"] for p in ranking] == [NAMES[p.seat - 1] for p in table.ranking]
    ended = [e for events in of(records, "events") for e in events if e["type"] == "game_ended"]
    assert [e["why"] for e in ended] == [why]
    told = ketuk.run("replay", "c")
    for word in ("putaran pertama", "bonus MULAI", "tetap kosong", "mengajak"):
        assert word in told
    for word in ("Macet", "Kas Warga", "ruko", "Proyek", "{"):
        assert word not in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_is_told_in_every_language(ketuk: CommandLine, language: str) -> None:
    lines, _ = scripted(tired)
    said = ketuk.run(
        *PLAY, "--seed", str(SEED), "--no-save", "--input", "-", lang=language,
        input="\n".join(lines) + "\n",
    )  # fmt: skip
    sentences = [s for r in map(json.loads, said.splitlines()) if (s := r.get("say"))]
    assert len(sentences) > 50
    assert not [s for s in sentences if "{" in s]


def test_land_is_bought_by_its_card_once_the_first_lap_is_done(ketuk: CommandLine) -> None:
    lines, _ = scripted(tired)
    rules, luck = engine.ruleset("kompleks"), SeededLuck(SEED)
    table = engine.replay(engine.new_game(rules, NAMES, luck))
    first = next(n for n, text in enumerate(lines) if '"buy"' in text)
    for command in (json.loads(text) for text in lines[:first]):
        seat = NAMES.index(command["by"]) + 1
        done = engine.codec.command_of(command["do"] | {"seat": seat})
        outcome = engine.advance(table, done, rules, luck)
        assert not isinstance(outcome, Refused)
        table = outcome.table
    tile, buyer = table.top.tile, table.top.seat
    assert table.state(Laps).of(buyer) == 1
    (box,) = ketuk.records("box", "new", "--ruleset", "kompleks", "--json")
    (shown,) = ketuk.records("box", "show", box["box"], "--json")
    codes = {c["item"]: c["code"] for c in shown["codes"]}
    tap = json.dumps({"tap": codes[tile]})
    records = ketuk.records(
        *PLAY, "--seed", str(SEED), "--game", "a", "--box", box["box"],
        lines=[*lines[:first], tap],
    )  # fmt: skip
    bought = [e for r in records for e in r.get("events", []) if e["type"] == "acquired"][-1]
    assert (bought["tile"], bought["how"], bought["seat"]) == (tile, "bought", buyer)


def test_a_tap_in_the_first_lap_buys_nothing(ketuk: CommandLine) -> None:
    (box,) = ketuk.records("box", "new", "--ruleset", "kompleks", "--json")
    (shown,) = ketuk.records("box", "show", box["box"], "--json")
    taps = [json.dumps({"tap": c["code"]}) for c in shown["codes"] if c["item"] < 40]
    records = ketuk.records(
        *PLAY, "--seed", str(SEED), "--game", "a", "--box", box["box"], lines=taps
    )
    assert not [e for r in records[1:] for e in r.get("events", [])]
