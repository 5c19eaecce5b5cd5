"""Klasik at the command line: a box of its own, games with bots, bids and taps, house rules."""

import json
import random
from pathlib import Path

import pytest
from command_line import CommandLine, of

from ketuk import engine
from ketuk.engine.codec import to_plain
from ketuk.engine.commands import AnyCommand, Leave
from ketuk.engine.refusal import Refused
from ketuk.rooms.chance import SeededLuck

NAMES = ("Ayu", "Budi", "Citra")
PLAY = ("play", "--ruleset", "klasik", "--players", "Ayu,Budi,Citra")


@pytest.fixture
def ketuk(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path / "data")


def line(by: str, **command: object) -> str:
    return json.dumps({"do": command, "by": by})


def begun(ketuk: CommandLine, *more: str) -> str:
    """Whose turn it is once a game called ``a`` has begun."""
    (question,) = of(ketuk.records(*PLAY, "--seed", "4", "--game", "a", *more), "question")
    return ["Ayu", "Budi", "Citra"][question["seat"] - 1]


def test_a_box_has_its_own_69_cards(ketuk: CommandLine) -> None:
    (box,) = ketuk.records("box", "new", "--ruleset", "klasik", "--json")
    assert box["ruleset"] == "klasik"
    shown = ketuk.run("box", "show", box["box"])
    assert "Persiaran Mahligai" in shown
    assert "Peluang" not in shown or "P01" in shown
    ketuk.run("stickers", box["box"], "--out", str(ketuk.data / "klasik.pdf"))
    assert (ketuk.data / "klasik.pdf").stat().st_size > 10_000


def scripted(moves: int = 150) -> list[str]:
    """So many moves of random players with seed 4, then all but one leave."""
    rules, luck, choose = engine.ruleset("klasik"), SeededLuck(4), random.Random(4)
    table = engine.replay(engine.new_game(rules, NAMES, luck))
    lines: list[str] = []
    while table.top is not None:
        command: AnyCommand = Leave(table.seats[0])
        if len(lines) < moves:
            command = choose.choice(engine.offers(table, rules).commands)
        plain = to_plain(command)
        lines.append(line(NAMES[plain.pop("seat") - 1], **plain))
        events = engine.decide(table, command, rules, luck)
        assert not isinstance(events, Refused)
        for event in events:
            table = engine.evolve(table, event)
    return lines


def test_a_game_by_lines_to_the_last_one_standing_told_in_its_own_words(
    ketuk: CommandLine,
) -> None:
    records = ketuk.records(*PLAY, "--seed", "4", "--game", "c", lines=scripted())
    (ranking,) = of(records, "ranking")
    assert [p["place"] for p in ranking] == [1, 2, 3]
    assert ranking[0]["name"] == "Citra"
    told = ketuk.run("replay", "c")
    for word in ("Siapa mulai", "tidak menawar lagi", "menggadaikan"):
        assert word in told
    for word in ("Macet", "Kas Warga", "ruko", "Proyek"):
        assert word not in told


def test_bots_take_their_seats(ketuk: CommandLine) -> None:
    """Two bots move until the table waits for the person between them."""
    more = ("--bots", "Ayu=cautious,Citra=cautious", "--seed", "4", "--game", "d")
    asked = of(ketuk.records(*PLAY, *more, "--input", "/dev/null"), "question")[-1]
    assert 2 in asked["seats"]


def test_bids_are_called_and_a_game_goes_on_after_a_restart(ketuk: CommandLine) -> None:
    first = begun(ketuk)
    others = [n for n in NAMES if n != first]
    lines = [
        line(first, type="roll"),
        line(first, type="decline"),
        line(others[0], type="bid", amount=1501),
        line(others[0], type="bid", amount=7),
    ]
    said = ketuk.records(*PLAY, "--seed", "4", "--game", "a", code=1, lines=lines)
    (refused,) = of(said, "refused")
    assert (refused["reason"], refused["ruling"]) == ("bid_above_cash", "K-5")
    question = of(said, "question")[-1]
    assert question["type"] == "bidding"
    forms = [r["forms"] for r in said if "question" in r][-1]
    assert {f["least"] for f in forms if f["form"] == "bid_form"} == {8}
    lines += [line(others[1], type="pass"), line(first, type="pass")]
    again = ketuk.records(*PLAY, "--seed", "4", "--game", "a", lines=lines)
    sold = [e for events in of(again, "events") for e in events if e["type"] == "auction_won"]
    assert [e["price"] for e in sold] == [7]


def test_a_property_is_bought_by_its_card(ketuk: CommandLine) -> None:
    (box,) = ketuk.records("box", "new", "--ruleset", "klasik", "--json")
    (shown,) = ketuk.records("box", "show", box["box"], "--json")
    codes = {c["item"]: c["code"] for c in shown["codes"]}
    game = (*PLAY, "--seed", "4", "--game", "a", "--box", box["box"])
    first = begun(ketuk, "--box", box["box"])
    (asked,) = of(ketuk.records(*game, lines=[line(first, type="roll")]), "question")[-1:]
    assert asked["type"] == "buy_choice"
    tap = json.dumps({"tap": codes[asked["tile"]]})
    records = ketuk.records(*game, lines=[line(first, type="roll"), tap])
    bought = [e for r in records for e in r.get("events", []) if e["type"] == "acquired"]
    assert [(e["tile"], e["how"]) for e in bought] == [(asked["tile"], "bought")]


def test_house_rules_are_agreed_on_at_the_start(ketuk: CommandLine) -> None:
    records = ketuk.records(*PLAY, "--seed", "4", "--game", "b", "--house", "dealt, pot")
    assert records[0]["options"]["house"] == ["dealt", "pot"]
    assert records[0]["options"]["edition"] == "kertas", "a rent that is not asked for is lost"
    dealt = [e for e in records[0]["events"] if e["type"] == "acquired"]
    assert len(dealt) == 28
    phone = ketuk.records(*PLAY, "--edition", "hp", "--seed", "4", "--game", "e")
    assert phone[0]["options"]["edition"] == "hp"
    other = ketuk.run(*PLAY, "--seed", "4", "--game", "b", "--house", "pot", code=1)
    assert "--house" in other
    wrong = ketuk.run(*PLAY, "--game", "c", "--house", "judi", code=2)
    assert "judi" in wrong
    assert "pot, dealt" in wrong
    none = ketuk.run("play", "--players", "A,B,C", "--house", "pot", code=2)
    assert "Nusantara" in none
