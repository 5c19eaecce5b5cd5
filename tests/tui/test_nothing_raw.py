"""Nothing from a file, a name or a reader reaches the terminal as a command to it."""

import json
import re
import sqlite3
from pathlib import Path

import msgspec
import pytest
from boxes_at_hand import make_box
from command_line import CommandLine
from saved_games import saved_game
from screens_at_hand import lobby

from ketuk.codes.boxfile import digest, exported, read
from ketuk.codes.boxform import BoxId
from ketuk.codes.code import ALPHABET
from ketuk.rooms.gamefile import exported as game_file
from ketuk.rooms.journal import FILE, Journal
from ketuk.tui.filters import VisibleFilter
from ketuk.tui.visible import in_json, visible
from ketuk.tui.words import Words

ESC, BELL, CSI, TURNED = "\x1b[31m", "\x07", "\x9b31m", "\u202e"
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
NAMES = [
    "..",
    " ",
    "a\nb",
    f"a{ESC}b",
    "a\tb",
    f"a{CSI}",
    f"a{TURNED}",
    "a" * 61,
    " a",
]


@pytest.mark.parametrize("sign", [chr(n) for n in (*range(9), *range(11, 32), *range(127, 160))])
def test_no_control_passes_into_a_sentence(sign: str) -> None:
    assert visible(f"Ayu{sign}!") == "Ayu?!"
    assert sign not in Words("en")("saved.no_game", game=f"Ayu{sign}")
    assert json.loads(in_json(json.dumps({"a": f"x{sign}"}, ensure_ascii=False))) == {
        "a": f"x{sign}"
    }
    assert not RAW.search(in_json(json.dumps(sign, ensure_ascii=False)))


def test_what_is_shown_is_left_as_it_is() -> None:
    for text in ("Ayu", "Budi 🎲", "Á é ñ 日本", "two\nlines\tand a tab", "👩‍👩‍👧"):
        assert visible(text) == text


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_not_called_so(tmp_path: Path, name: str) -> None:
    ketuk = CommandLine(tmp_path)
    args = ("play", "--players", "Ayu,Budi,Citra", "--game", name, "--input", "-")
    said = ketuk.run(*args, code=1)
    assert "bukan nama yang bisa dipakai" in said
    assert not RAW.search(said)
    assert "Belum" in ketuk.run("games") or "Tidak" in ketuk.run("games")


@pytest.mark.parametrize("name", ["A\x1b]0;x\x07", "A\x9b2J", "A\nB", "A" * 61])
def test_a_game_that_is_taken_in_brings_no_such_names(tmp_path: Path, name: str) -> None:
    other, here = tmp_path / "other", tmp_path / "here"
    game, file = saved_game(other, moves=3, box=False), tmp_path / "game.ketuk"
    _rename(other / FILE, name)
    with Journal.open(other / FILE) as journal:
        file.write_bytes(game_file(journal, game)[0])
    said = CommandLine(here).run("import", str(file), code=1)
    assert "bukan ekspor permainan Ketuk" in said
    assert not RAW.search(said)


async def test_a_name_that_lies_in_the_saved_games_is_painted_without_commands(
    tmp_path: Path,
) -> None:
    saved_game(tmp_path, moves=3)
    path = tmp_path / FILE
    _rename(path, "Bu\x1b[2Jdi")
    async with lobby(tmp_path) as at:
        assert not RAW.search(at.text().replace("\n", ""))
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        painted = [s for line in at.app.screen._compositor.render_strips() for s in line]
        shown = VisibleFilter().apply(painted, at.app.screen.styles.background)
        assert not any(RAW.search(segment.text) for segment in shown)
        assert any(isinstance(f, VisibleFilter) for f in at.app.get_line_filters())


def _rename(path: Path, name: str) -> None:
    with sqlite3.connect(path) as file:
        for table, column in (("game", "header"), ("entry", "events")):
            new = f"replace({column}, '\"Budi\"', ?)"
            file.execute(f"UPDATE {table} SET {column} = {new}", (json.dumps(name),))


def test_a_boxs_id_does_not_end_in_a_line_break(tmp_path: Path) -> None:
    assert msgspec.convert("N5NG", BoxId) == "N5NG"
    for wrong in ("N5NG\n", "N5N\n", "\nN5NG", "N5NG ", "N5N" + "I", "Ñ5NG"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, BoxId)
    assert "I" not in ALPHABET


@pytest.mark.parametrize(
    ("part", "field"), [("box", "ruleset"), ("box", "name"), ("items", "kind")]
)
@pytest.mark.parametrize("text", [f"nusantara{ESC}", "a\nb", f"a{BELL}", "a" * 201])
def test_a_box_that_is_taken_in_brings_no_such_words(
    tmp_path: Path, part: str, field: str, text: str
) -> None:
    with make_box(tmp_path / "boxes") as registry:
        file = read(exported(registry), path=tmp_path)
    if part == "box":
        changed = msgspec.structs.replace(
            file, box=msgspec.structs.replace(file.box, **{field: text})
        )
    else:
        first = msgspec.structs.replace(file.items[0], kind=text)
        changed = msgspec.structs.replace(file, items=[first, *file.items[1:]])
    whole = msgspec.structs.replace(changed, sha256=digest(changed))
    path = tmp_path / "box.json"
    path.write_bytes(msgspec.json.encode(whole))
    said = CommandLine(tmp_path / "here").run("box", "import", str(path), code=1)
    assert not RAW.search(said)
    assert CommandLine(tmp_path / "here").run("box", "list").count("N5NG") == 0
