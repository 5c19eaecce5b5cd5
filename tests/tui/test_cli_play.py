"""``ketuk play``: JSON lines in and out, kept line by line, killed and continued."""

import json
import random
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from command_line import CommandLine, of
from tables import NAMES, script

from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.room import Room
from ketuk.tui.words import Words

THREE = ("play", "--players", "Ayu,Budi,Citra")
REVEAL = '{"do": {"type": "reveal_card"}, "by": "Ayu"}'


@pytest.fixture
def ketuk(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path / "data")


@pytest.fixture
def moves(tmp_path: Path) -> Path:
    """A whole scripted game with seed 5."""
    file = tmp_path / "moves.jsonl"
    file.write_text("\n".join(script()) + "\n", "utf-8")
    return file


def game_of(ketuk: CommandLine, name: str) -> tuple[Any, ...]:
    """Everything that matters of a saved game: rows without their times, and the table."""
    with Journal.open(ketuk.data / FILE) as journal:
        room = Room.resume(journal, name)
        rows = [(r.kind, r.command, r.events, r.chance, r.line) for r in room.rows]
        return rows, room.table


# ---- whole games


def test_a_scripted_game_of_three_is_played_to_its_ranking(ketuk: CommandLine, moves: Path) -> None:
    records = ketuk.records(*THREE, "--seed", "5", "--game", "a", "--input", str(moves))
    (ranking,) = of(records, "ranking")
    assert sorted(place["name"] for place in ranking) == sorted(NAMES)
    assert [p["place"] for p in ranking] == [1, 2, 3]
    done = [r for r in records if "seq" in r]
    assert [r["seq"] for r in done] == list(range(len(done)))
    assert [r["line"] for r in done[1:]] == list(range(1, len(done)))


def test_killed_half_way_it_continues_to_the_same_result(ketuk: CommandLine, moves: Path) -> None:
    same = (*THREE, "--seed", "5", "--input", str(moves))
    ketuk.run(*same, "--game", "straight")
    child = ketuk.child(*same, "--game", "killed")
    assert child.stdout is not None
    last = 0
    for line in child.stdout:
        last = json.loads(line).get("seq", last)
        if last >= 60:
            break
    child.send_signal(signal.SIGKILL)
    child.communicate()
    assert child.returncode == -signal.SIGKILL
    rows, table = game_of(ketuk, "killed")
    assert table.phase != "over"
    assert last <= len(rows) - 1
    records = ketuk.records(*same, "--game", "killed")
    assert records[0]["resumed"] is True
    assert records[0]["seq"] == len(rows) - 1
    assert of(records, "line")[0] == len(rows)
    assert game_of(ketuk, "killed") == game_of(ketuk, "straight")


def test_killed_again_and_again_at_any_moment(ketuk: CommandLine) -> None:
    same = (*THREE, "--seed", "9", "--bots", "Ayu=random,Budi=cautious,Citra=random")
    ketuk.run(*same, "--game", "straight")
    choose, kills = random.Random(4), 0
    while kills < 3:
        child = ketuk.child(*same, "--game", "killed")
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(choose.random() * 0.6)
        child.send_signal(signal.SIGKILL)
        child.communicate()
        kills += 1
    ketuk.run(*same, "--game", "killed")
    assert game_of(ketuk, "killed") == game_of(ketuk, "straight")


def test_the_same_command_again_finds_nothing_left_to_do(ketuk: CommandLine, moves: Path) -> None:
    same = (*THREE, "--seed", "5", "--game", "a", "--input", str(moves))
    first = ketuk.records(*same)
    again = ketuk.records(*same)
    assert of(again, "events") == []
    assert again[-1] == first[-1]


@pytest.mark.parametrize(
    ("bots", "edition"),
    [("random", "kertas"), ("cautious", "hp"), ("ayu=random, budi=cautious, citra=random", "hp")],
)
def test_bots_play_to_the_end_without_any_input(
    ketuk: CommandLine, bots: str, edition: str
) -> None:
    seeded = ("--bots", bots, "--edition", edition, "--seed", "3")
    records = ketuk.records(*THREE, *seeded)
    assert of(records, "ranking")
    assert of(ketuk.records(*THREE, *seeded), "ranking") == of(records, "ranking")


def test_computers_among_themselves_stop_at_a_bound_and_say_how_they_stand(
    ketuk: CommandLine,
) -> None:
    """Asked again, it says the same; with a larger bound the game goes on."""
    same = (*THREE, "--ruleset", "klasik", "--bots", "cautious", "--seed", "1", "--game", "a")
    first = ketuk.records(*same, "--rounds", "3")
    last = first[-1]
    assert last["say"] == words_id("cli_play.stopped", round=3)
    assert last["round"] == 3
    assert [place["place"] for place in last["standing"]] == [1, 2, 3]
    assert sorted(place["name"] for place in last["standing"]) == sorted(NAMES)
    assert [q["round"] for q in of(first, "question")] == []
    assert ketuk.records(*same, "--rounds", "3")[-1] == last
    on = ketuk.records(*same, "--rounds", "5")
    assert on[0]["seq"] == of(first, "seq")[-1]
    assert on[-1]["round"] == 5


def test_computers_do_not_stop_as_long_as_a_person_plays(ketuk: CommandLine) -> None:
    same = (*THREE, "--ruleset", "klasik", "--seed", "1", "--game", "a", "--rounds", "3")
    ketuk.run(*same, "--bots", "cautious")
    records = ketuk.records(*same, "--bots", "Budi=cautious,Citra=cautious")
    assert of(records, "standing") == []
    (question,) = of(records, "question")
    assert (question["round"], question["seats"]) == (4, [1])


def test_a_trial_is_not_saved(ketuk: CommandLine) -> None:
    trial = (*THREE, "--bots", "cautious", "--seed", "3", "--no-save")
    assert of(ketuk.records(*trial), "ranking")
    assert not ketuk.data.exists()
    wrong = ketuk.run(*trial, "--game", "a", code=2)
    assert "--no-save" in wrong


def test_a_program_hears_the_ranking_as_soon_as_the_game_is_over(
    ketuk: CommandLine, moves: Path
) -> None:
    """Its input stays open, since a game that is over may be undone, and end anew."""
    child = ketuk.child(*THREE, "--seed", "5", "--input", "-", stdin=subprocess.PIPE)
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(moves.read_text("utf-8"))
    child.stdin.flush()
    records = (json.loads(line) for line in child.stdout)
    first = next(record for record in records if "ranking" in record)
    child.stdin.write('{"undo": true, "agree": ["Ayu", "Budi", "Citra"]}\n{"redo": true}\n')
    child.stdin.flush()
    assert next(record for record in records if "ranking" in record) == first
    assert child.poll() is None
    rest, _ = child.communicate()
    assert "ranking" not in rest
    assert child.returncode == 0


def test_bots_and_a_person_at_one_table(ketuk: CommandLine) -> None:
    """The bots wait for the person, and go on when it has moved."""
    lines = [
        REVEAL,
        '{"do": {"type": "roll"}, "by": "Ayu"}',
        '{"do": {"type": "decline"}, "by": "Ayu"}',
    ]
    records = ketuk.records(
        *THREE, "--seed", "5", "--bots", "Budi=cautious,Citra=cautious", lines=lines, code=1
    )
    questions = of(records, "question")
    assert all(1 in q["seats"] for q in questions)


# ---- lines


def test_each_line_is_answered_before_the_next_is_given(ketuk: CommandLine) -> None:
    """A program at the other end of two pipes can play by what it hears."""
    child = ketuk.child(*THREE, "--seed", "5", "--input", "-", stdin=subprocess.PIPE)
    assert child.stdin is not None
    assert child.stdout is not None
    offers = []
    for _ in range(12):
        record = json.loads(child.stdout.readline())
        if "question" in record:
            offers = record["offers"]
            plain = {k: v for k, v in offers[0].items() if k != "seat"}
            child.stdin.write(json.dumps({"do": plain, "by": offers[0]["seat"]}) + "\n")
            child.stdin.flush()
    child.communicate()
    assert child.returncode == 0


def test_each_answer_is_one_of_the_records_of_the_contract(ketuk: CommandLine) -> None:
    records = ketuk.records(
        *THREE, "--seed", "5",
        lines=[REVEAL, "", "hello", '{"do": {"type": "buy"}, "by": "Budi"}'], code=1,
    )  # fmt: skip
    first, question, moved, asked, unreadable, refused = records
    assert list(first)[:2] == ["v", "game"]
    assert first["events"][0]["type"] == "game_started"
    assert question["question"]["type"] == "reveal"
    targets = {"targets": "set"}
    assert question["offers"] == [{"type": "reveal_card", "seat": 1, "card": 0, **targets}]
    assert (moved["seq"], moved["line"]) == (1, 1)
    assert asked["question"]["seats"] == [1]
    assert unreadable["line"] == 3
    assert unreadable["unreadable"].startswith("no JSON")
    assert refused["line"] == 4
    assert refused["refused"] == {
        "reason": "not_asked", "ruling": "", "about": {"question": "free"},
    }  # fmt: skip
    assert refused["say"].startswith("Itu tidak ditunggu sekarang.")


NO_COMMANDS = [
    ("[]", "no JSON object"),
    ("{}", "one of tap, do, dice, undo, redo, look, time expected"),
    ('{"do": {"type": "fly_to_moon"}, "by": "Ayu"}', "Invalid value 'fly_to_moon'"),
    ('{"do": {"type": "build"}, "by": "Ayu"}', "missing required field `tile`"),
    ('{"do": {"type": "build", "tile": "x"}, "by": "Ayu"}', "Expected `int`"),
    ('{"do": {"type": "buy", "crad": 56}, "by": "Ayu"}', "unknown field `crad`"),
    ('{"do": {"type": "buy"}}', "by: whose command is it?"),
    ('{"do": {"type": "buy"}, "by": "Eka"}', "by: no player 'Eka' here"),
    ('{"do": {"type": "buy", "seat": 2}, "by": "Ayu"}', "by and seat are not the same"),
    ('{"do": "buy", "by": "Ayu"}', "do: a command expected"),
    ('{"dice": []}', "dice: a list of numbers expected"),
    ('{"dice": [true, 1]}', "dice: a list of numbers expected"),
    ('{"tap": 7}', "tap: text expected"),
    ('{"tap": "X", "dice": [1, 2]}', "one of tap"),
    ('{"undo": 1}', "undo: true expected"),
    ('{"undo": true, "agree": "Ayu"}', "agree: a list of players expected"),
    ('{"v": 2, "dice": [1, 2]}', "v: 1 expected"),
    ('{"dice": [1, 2], "colour": 1}', "colour: not known beside dice"),
    ("[" * 100_000, "no JSON"),
    ('{"dice": [1' + "0" * 5000 + "]}", "no JSON"),
    ('{"tap": "\\ud800"}', "no text: half of a surrogate pair"),
    ('{"do": {"type": "\\udfff"}, "by": "Ayu"}', "no text"),
    ('{"\\ud800": 1}', "no text"),
    *(
        (json.dumps({"tap": "N5NG0ANCHAVD", "source": "nfc:usb", "uid": uid}), "uid: 2 to 20")
        for uid in ("0" * 22, "04A2G", "4", "\u0663" * 8, "\n")
    ),
]


def test_lines_of_an_editor_that_marks_its_files_are_read(
    ketuk: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "lines.jsonl"
    line = b'{"do": {"type": "reveal_card", "card": 0}, "by": "Ayu"}\r\n'
    file.write_bytes(b"\xef\xbb\xbf" + line)
    ketuk.run("play", "--players", "Ayu,Budi,Citra", "--game", "m", "--input", str(file))
    file.write_bytes(file.read_bytes() + b"x\r\n")
    told = ketuk.run("play", "--game", "m", "--input", str(file), code=1)
    assert '"line": 2' in told
    assert '"line": 1' not in told


def test_a_line_that_is_no_command_gets_one_clear_record_and_the_game_goes_on(
    ketuk: CommandLine,
) -> None:
    lines = [*(line for line, _ in NO_COMMANDS), REVEAL]
    records = ketuk.records(*THREE, "--seed", "5", lines=lines, code=1)
    unreadable = [r for r in records if "unreadable" in r]
    assert [r["line"] for r in unreadable] == list(range(1, len(lines)))
    for record, (_, what) in zip(unreadable, NO_COMMANDS, strict=True):
        assert what in record["unreadable"]
        assert record["say"].count("\n") == 0
    assert [r["seq"] for r in records if "seq" in r] == [0, 1]


def test_nothing_in_a_line_ends_the_game(
    ketuk: CommandLine, codes: dict[int, str], tmp_path: Path
) -> None:
    """Every key of every kind of line with every kind of value; each is answered, one by one."""
    values = (
        None, True, -1, 2**63, 2**64, -(2**70), 1e400, 0.5, "", "\ud800", "\0", "x" * 100_000,
        [], [[]], {}, {"": ""}, "Ayu", 1, [1, 2], {"type": "buy"},
        {"type": "roll", "dice": [2**64, 1]},
        {"type": "correct", "what": {"type": "cash_of", "account": 1, "amount": 2**63}},
    )  # fmt: skip
    whole = [
        {"tap": codes[40], "by": "Ayu", "source": "nfc:usb", "uid": "04A2", "ask": 1},
        {"do": {"type": "roll"}, "by": "Ayu", "ask": "0.0.", "id": "a", "agree": ["Ayu"]},
        {"dice": [1, 2], "by": "Ayu"},
        {"undo": True, "agree": ["Ayu"]},
        {"redo": True},
        {"look": "Ayu"},
    ]
    lines = [json.dumps({**line, key: value}) for line in whole for key in line for value in values]
    said = ketuk.records(*THREE, "--box", "Meja", "--seed", "5", lines=lines, code=1)
    answered = {record["line"] for record in said if "line" in record}
    assert answered == set(range(1, len(lines) + 1))
    ketuk.run("box", "export", "Meja", str(tmp_path / "box.json"))
    ketuk.run("box", "import", str(tmp_path / "box.json"))
    assert not (ketuk.data / "kesalahan.log").exists()


def test_bytes_that_are_no_text_are_no_command_either(ketuk: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.write_bytes(b"\xff\xfe\n" + REVEAL.encode() + b"\r\n")
    records = ketuk.records(*THREE, "--input", str(file), code=1)
    assert [r["seq"] for r in records if "seq" in r] == [0, 1]


def test_real_dice_and_real_decks(ketuk: CommandLine) -> None:
    records = ketuk.records(
        *THREE, "--dice", "real", "--decks", "real",
        lines=[
            '{"do": {"type": "draw", "card": 52}, "by": "Ayu"}',
            '{"do": {"type": "draw", "card": 52}, "by": "Budi"}',
            '{"do": {"type": "draw", "card": 60}, "by": "Budi"}',
            '{"do": {"type": "draw", "card": 61}, "by": "Citra"}',
            '{"do": {"type": "reveal_card", "card": 83}, "by": "Ayu"}',
            '{"dice": [3]}',
            '{"dice": [3, 7]}',
            '{"dice": [3, 2]}',
        ],
        code=1,
    )  # fmt: skip
    reasons = [r["reason"] for r in of(records, "refused")]
    assert reasons == ["card_not_in_deck", "bad_dice", "bad_dice"]
    events = [e for r in records for e in r.get("events", [])]
    assert next(e for e in events if e["type"] == "rolled")["dice"] == [3, 2]
    assert next(e for e in events if e["type"] == "moved")["to"] == 5
    forms = [f for r in records for f in r.get("forms", [])]
    assert {"form": "dice_form", "seat": 1, "command": "roll", "count": 2, "card": 0} in forms


def test_dice_at_a_table_where_the_app_rolls_are_refused(ketuk: CommandLine) -> None:
    records = ketuk.records(*THREE, "--seed", "5", lines=[REVEAL, '{"dice": [3, 4]}'], code=1)
    assert of(records, "refused")[0]["reason"] == "dice_by_app"


def test_undo_and_redo_with_consent(ketuk: CommandLine) -> None:
    lines = [
        REVEAL,
        '{"do": {"type": "roll"}, "by": "Ayu"}',
        '{"undo": true}',
        '{"undo": true, "agree": ["Ayu", "budi", 3]}',
        '{"redo": true}',
        '{"redo": true}',
    ]
    records = ketuk.records(*THREE, "--seed", "5", "--game", "a", lines=lines, code=1)
    reasons = [(r["reason"], r["about"]) for r in of(records, "refused")]
    assert reasons == [("needs_consent", {"seats": [1, 2, 3]}), ("no_redo", {})]
    turned = [(r["line"], r["kind"]) for r in records if "kind" in r]
    assert turned == [(4, "undo"), (5, "redo")]
    rolled = [r for r in records if r.get("line") in (2, 5)]
    assert rolled[0]["events"] == rolled[1]["events"]
    # The same again: all of it is on disk but the last line, which made no move.
    again = ketuk.records(*THREE, "--seed", "5", "--game", "a", lines=lines, code=1)
    assert of(again, "events") == []


def test_a_question_is_answered_once(ketuk: CommandLine) -> None:
    reveal = json.dumps({"do": {"type": "reveal_card"}, "by": "Ayu", "ask": "0.12."})
    records = ketuk.records(*THREE, "--seed", "5", lines=[reveal, reveal], code=1)
    asked = of(records, "question")[0]["ask"]
    reveal = reveal.replace("0.12.", asked)
    records = ketuk.records(*THREE, "--seed", "5", lines=[reveal, reveal], code=1)
    assert [r["seq"] for r in records if "seq" in r] == [0, 1]
    assert of(records, "refused")[0]["reason"] == "late"


def test_a_hand_is_shown_to_who_asks_and_else_nowhere(ketuk: CommandLine) -> None:
    records = ketuk.records(*THREE, "--seed", "5", "--game", "a", lines=['{"look": "Budi"}'])
    (hand,) = of(records, "hand")
    assert (hand["seat"], hand["name"], len(hand["cards"])) == (2, "Budi", 1)
    events = [e for r in records for e in r.get("events", [])]
    assert [e["card"] for e in events if e["type"] == "card_drawn"] == [-1, -1, -1]


# ---- cards of a box


@pytest.fixture
def codes(ketuk: CommandLine) -> dict[int, str]:
    """Codes by item of a box called Meja."""
    ketuk.run("box", "new", "--name", "Meja")
    ketuk.run("box", "new", "--name", "Lain")
    return codes_of(ketuk, "Meja")


def codes_of(ketuk: CommandLine, box: str) -> dict[int, str]:
    (shown,) = ketuk.records("box", "show", box, "--json")
    return {c["item"]: c["code"] for c in shown["codes"] if c["item"] is not None}


REAL = (*THREE, "--dice", "real", "--decks", "real", "--box", "Meja", "--game", "a")


def taps(*codes: str, **more: Any) -> list[str]:
    return [json.dumps({"tap": code, **more}) for code in codes]


def test_a_game_by_taps_alone(ketuk: CommandLine, codes: dict[int, str]) -> None:
    """Draw, reveal, buy a city by its card; the second tap is ignored, other cards are told."""
    lines = [
        *taps(codes[52], codes[60], codes[61], codes[83]),
        '{"dice": [3, 2]}',
        *taps(codes[5], codes[5]),
        *taps(codes_of(ketuk, "Lain")[5], "HALO", codes[6].lower()),
    ]
    records = ketuk.records(*REAL, lines=lines, code=1)
    verdicts = [(r["verdict"], r.get("meaning")) for r in records if "verdict" in r]
    assert verdicts == [
        *[("accepted", "do")] * 5,
        ("accepted", "ignored"),
        ("other_box", None),
        ("malformed", None),
        ("accepted", "shown"),
    ]
    said = {r["line"]: r["say"] for r in records if "verdict" in r}
    assert said[8].startswith(Words("id")("codes.other_box", box="") + " (putusan 4.6.4). ")
    bought = [e for r in records for e in r.get("events", []) if e["type"] == "acquired"]
    assert [(e["seat"], e["tile"], e["price"]) for e in bought] == [(1, 5, 1000)]
    verdict = next(r for r in records if r.get("line") == 6 and "verdict" in r)
    assert (verdict["item"], verdict["name"], verdict["source"]) == (5, "Padang", "typed")
    assert list(verdict)[:3] == ["v", "line", "verdict"]


def test_a_second_tap_is_ignored_across_a_restart_too(
    ketuk: CommandLine, codes: dict[int, str]
) -> None:
    lines = [*taps(codes[52], codes[60], codes[61], codes[83]), '{"dice": [3, 2]}', *taps(codes[5])]
    ketuk.records(*REAL, lines=lines)
    records = ketuk.records(*REAL, lines=[*lines, *taps(codes[5])])
    assert [r["meaning"] for r in records if "meaning" in r] == ["ignored"]


def test_a_card_that_wants_dice_takes_the_next_ones(
    ketuk: CommandLine, codes: dict[int, str]
) -> None:
    lines = [*taps(codes[52], codes[60], codes[61], codes[83], codes[52]), '{"dice": [1, 2, 3]}']
    records = ketuk.records(*REAL, lines=lines)
    fill = next(r for r in records if r.get("meaning") == "fill")
    assert fill["form"] == {
        "form": "dice_form", "seat": 1, "command": "play", "count": 3, "card": 52,
    }  # fmt: skip
    events = [e for r in records for e in r.get("events", [])]
    assert next(e for e in events if e["type"] == "rolled")["dice"] == [1, 2, 3]


def test_a_choice_is_narrowed_by_the_next_card(ketuk: CommandLine, codes: dict[int, str]) -> None:
    """Warga Ramai asks for a city: the next card says which."""
    lines = [
        *taps(codes[62], codes[60], codes[61], codes[83]),
        '{"dice": [3, 2]}', *taps(codes[5]),
        '{"do": {"type": "end_turn"}, "by": "Ayu"}',
        '{"dice": [3, 2]}', '{"do": {"type": "pay_rent", "tile": 5}, "by": "Budi"}',
        '{"do": {"type": "end_turn"}, "by": "Budi"}',
        '{"dice": [1, 2]}',
        '{"do": {"type": "draw", "card": 70}, "by": "Citra"}',
        '{"do": {"type": "end_turn"}, "by": "Citra"}',
        '{"do": {"type": "reveal_card", "card": 84}, "by": "Budi"}',
        '{"dice": [4, 5]}', '{"do": {"type": "buy"}, "by": "Budi"}',
        '{"do": {"type": "end_turn"}, "by": "Budi"}',
        '{"dice": [1, 2]}', '{"do": {"type": "buy"}, "by": "Citra"}',
        '{"do": {"type": "end_turn"}, "by": "Citra"}',
        '{"dice": [1, 2]}', '{"do": {"type": "buy"}, "by": "Ayu"}',
        *taps(codes[62], codes[5]),
    ]  # fmt: skip
    records = ketuk.records(*REAL, lines=lines)
    (choice,) = [r for r in records if r.get("meaning") == "choice"]
    assert {c["tile"] for c in choice["choices"]} == {5, 8}
    festival = [
        e["at"] for r in records for e in r.get("events", []) if e.get("what") == "festival"
    ]
    assert festival == [5]


def test_taps_without_a_box_are_told(ketuk: CommandLine) -> None:
    records = ketuk.records(*THREE, lines=taps("N5NG0ANCHAVD"), code=1)
    assert of(records, "refused")[0]["reason"] == "no_box"


def test_a_game_knows_the_box_it_was_begun_with(ketuk: CommandLine, codes: dict[int, str]) -> None:
    ketuk.records(*REAL, lines=taps(codes[52]))
    records = ketuk.records("play", "--game", "a", lines=taps(codes[52], codes[60]))
    assert [r["meaning"] for r in records if "meaning" in r] == ["do"]
    said = ketuk.run("play", "--game", "a", "--box", "Lain", code=1)
    assert said.startswith("Kotak ")
    assert said.count("\n") == 1


def test_a_damaged_box_is_told_apart_from_a_missing_one(
    ketuk: CommandLine, codes: dict[int, str]
) -> None:
    ketuk.records(*REAL, lines=taps(codes[52]))
    file = ketuk.data / "boxes" / f"{codes[52][:4]}.sqlite"
    for log in file.parent.glob("*.sqlite-*"):
        log.unlink()
    file.write_bytes(file.read_bytes()[:3000])
    said = ketuk.run("play", "--game", "a", "--input", "-")
    assert "ketuk box import" in said
    assert f"kode kotak {file.stem} tidak bisa diperiksa" in said
    file.unlink()
    assert "tidak ada di sini" in ketuk.run("play", "--game", "a", "--input", "-")


# ---- wrong use and other games


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("play",), 2),
        (("play", "--players", "Ayu,Budi"), 2),
        (("play", "--players", "Ayu,Ayu,Budi"), 2),
        (("play", "--players", "Ayu,,Budi"), 2),
        ((*THREE, "--edition", "kayu"), 2),
        ((*THREE, "--dice", "batu"), 2),
        ((*THREE, "--bots", "jenius"), 2),
        ((*THREE, "--bots", "Eka=random"), 2),
        ((*THREE, "--ruleset", "catur"), 1),
        ((*THREE, "--input", "/no/such/file"), 1),
        ((*THREE, "--box", "ZZZZ"), 1),
    ],
)
def test_wrong_use_gets_one_clear_answer(
    ketuk: CommandLine, arguments: tuple[str, ...], code: int
) -> None:
    said = ketuk.run(*arguments, code=code)
    assert said
    assert not ketuk.run("games", "--json")


def test_another_game_is_not_mixed_in(ketuk: CommandLine) -> None:
    ketuk.records(*THREE, "--seed", "5", "--game", "a", lines=[REVEAL])
    other = ("play", "--players", "Ayu,Budi,Dewi", "--seed", "5", "--game", "a")
    assert "--players" in ketuk.run(*other, code=1)
    assert "--seed" in ketuk.run(*THREE, "--seed", "6", "--game", "a", code=1)
    changed = ketuk.run(
        *THREE, "--seed", "5", "--game", "a", "--input", "-", code=1, input='{"look": "Ayu"}\n'
    )
    assert Words("id")("cli_play.input_differs", line=1, game="a") in changed
    assert len(game_of(ketuk, "a")[0]) == 2


def test_own_rules_are_named_by_line_and_field(ketuk: CommandLine, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    ketuk.run("rules", "--export", "nusantara", str(own))
    text = own.read_text("utf-8")
    line = text[: text.index("price = 800")].count("\n") + 1
    own.write_text(text.replace("price = 800", 'price = "mahal"'), "utf-8")
    said = ketuk.run(*THREE, "--ruleset", str(own), code=1)
    assert said.startswith(f"own.toml, baris {line}, tiles.2.price: ")
    own.write_text(text.replace("salary = 2000", "salary = 2500"), "utf-8")
    records = ketuk.records(
        *THREE, "--ruleset", str(own), "--game", "s", "--seed", "5", "--bots", "cautious"
    )
    paid = [e["amount"] for r in records for e in r.get("events", []) if e.get("why") == "salary"]
    assert set(paid) == {2500}


def test_a_reader_that_goes_away_ends_the_game_quietly(ketuk: CommandLine) -> None:
    child = ketuk.child(*THREE, "--bots", "cautious", "--game", "a")
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.readline()
    child.stdout.close()
    complaint = child.stderr.read()
    child.wait()
    assert "Traceback" not in complaint
    assert game_of(ketuk, "a")


def test_two_programs_at_one_game_end_with_one_journal(ketuk: CommandLine) -> None:
    """Both let the bots play: each move is made once, and both come to the same ranking."""
    same = (*THREE, "--seed", "9", "--bots", "cautious", "--game", "a")
    ketuk.run(*THREE, "--seed", "9", "--bots", "cautious", "--game", "straight")
    ketuk.records(*THREE, "--seed", "9", "--game", "a", lines=[])
    children = [ketuk.child(*same) for _ in range(2)]
    outputs = [child.communicate()[0] for child in children]
    assert [child.returncode for child in children] == [0, 0]
    assert outputs[0].splitlines()[-1] == outputs[1].splitlines()[-1]
    rows, table = game_of(ketuk, "a")
    straight, end = game_of(ketuk, "straight")
    assert table == end
    assert [r[1] for r in rows] == [r[1] for r in straight]


# ---- corrections

CASH = {"type": "cash_of", "account": 1, "amount": 15500}


def correct(what: dict[str, Any], *agree: object, note: str = "") -> str:
    command = {"type": "correct", "what": what, "note": note}
    return json.dumps({"do": command, "by": "Budi", "agree": list(agree)})


def test_a_correction_with_the_consent_of_all(ketuk: CommandLine) -> None:
    lines = [
        REVEAL,
        correct(CASH, "Ayu"),
        correct(CASH, "ayu", 2, "Citra", note="salah ambil"),
        correct(CASH, "ayu", 2, "Citra"),
        correct({"type": "cash_of", "account": 1}, 1, 2, 3),
        correct({"type": "pawn_on", "seat": 1, "tile": 5}, 1, 2, 3),
        '{"undo": true}',
    ]
    records = ketuk.records(*THREE, "--seed", "5", "--game", "a", lines=lines, code=1)
    refused = [(r["line"], r["refused"]["reason"]) for r in records if "refused" in r]
    assert refused == [(2, "needs_consent"), (4, "nothing_to_correct")]
    assert [r["line"] for r in records if "unreadable" in r] == [5, 6]
    (done,) = [r for r in records if r.get("line") == 3]
    told, paid = done["events"]
    assert (told["type"], told["what"], told["note"]) == ("corrected", CASH, "salah ambil")
    assert (paid["payer"], paid["payee"], paid["amount"]) == (1, -2, 1500)
    told_to_people = ketuk.run("replay", "a", "--at", "2")
    assert "2. Pembetulan: kas Ayu 17.000 → 15.500" in told_to_people
    assert "(koreksi −1.500). Alasan: salah ambil" in told_to_people
    assert words_id("corrections.account", amount=1500) in told_to_people
    assert "2. Correct: Ayu's cash" in ketuk.run("replay", "a", "--at", "2", lang="en")
    assert words_id("corrections.account", amount=1500) not in ketuk.run("replay", "a")


def test_the_end_says_what_the_account_of_corrections_has(ketuk: CommandLine) -> None:
    bots = ("--bots", "cautious")
    assert of(ketuk.records(*THREE, "--seed", "5", *bots, lines=[]), "corrected") == [0]
    lines = [REVEAL, correct(CASH, 1, 2, 3)]
    begun = ketuk.records(*THREE, "--seed", "5", "--game", "b", lines=lines)
    assert of(begun, "corrected") == [], "it goes on"
    assert of(ketuk.records("play", "--game", "b", *bots), "corrected") == [1500]
    last = ketuk.run("replay", "b").splitlines()[-4:]
    assert last[0] == words_id("corrections.account", amount=1500)


def words_id(key: str, **facts: object) -> str:
    return Words("id")(key, **facts)
