"""Every command in any encoding of its output: what that lacks is replaced, and nothing ends."""

import io
import json
import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import click
import pytest
from command_line import CommandLine, every_command
from sentences import every

from ketuk import engine
from ketuk.codes.boxes import Boxes
from ketuk.codes.verdict import StickerState
from ketuk.tui.cli import main
from ketuk.tui.cli.streams import NEAREST
from ketuk.tui.plain import plain

ENCODINGS = ("cp1252", "latin-1", "cp437", "ascii", "utf-8")
NAMES = "Áyu,Łukasz,東京"
HOW: dict[str, list[str]] = {
    "box new": ["box", "new", "--name", "Kotak — “Á”"],
    "box list": ["box", "list"],
    "box show": ["box", "show", "BOX"],
    "box export": ["box", "export", "BOX", "FILE"],
    "box import": ["box", "import", "KEPT"],
    "box undo-import": ["box", "undo-import", "BOX"],
    "box spares": ["box", "spares", "BOX"],
    "box discard": ["box", "discard", "BOX", "SPARE"],
    "box count": ["box", "count", "BOX", "--show"],
    "box copies": ["box", "copies", "BOX", "ask"],
    "box scans": ["box", "scans", "BOX"],
    "box card": ["box", "card", "BOX", "--out", "FILE"],
    "stickers": ["stickers", "BOX", "--items", "35", "--out", "FILE"],
    "check": ["check", "N5NG0ANCHAVD"],
    "reissue": ["reissue", "BOX", "33"],
    "history": ["history", "BOX", "33"],
    "scan": ["scan", "NONE.png"],
    "write": ["write", "BOX", "--nfc", "no:where"],
    "doctor": ["doctor", "--camera", "NONE.mp4"],
    "play": ["play", "--players", NAMES, "--bots", "cautious", "--no-save", "--rounds", "1"],
    "games": ["games", "--all"],
    "results": ["results"],
    "shelve": ["shelve", "malam"],
    "replay": ["replay", "malam"],
    "rename": ["rename", "tidak — ada", "malam"],
    "delete": ["delete", "tidak — ada"],
    "box rename": ["box", "rename", "BOX", "Áyu’s …"],
    "box delete": ["box", "delete", "BOX"],
    "export": ["export", "malam", "FILE"],
    "import": ["import", "GAME"],
    "rules": ["rules"],
    "simulate": ["simulate", "nusantara", "--games", "1", "--jobs", "1", "--rounds", "1"],
    "completion": ["completion", "bash"],
}
"""A run of each command; more of some below."""
MORE = [
    ["rules", "--compare", "nusantara", "klasik"],
    ["rules", "4.4"],
    ["replay", "malam", "--json"],
    ["box", "show", "BOX", "--json"],
    ["doctor", "--camera", "NONE.mp4", "--json"],
    ["games", "--bogus"],
    ["replay", "tidak — ada"],
    [],
]


def test_every_command_is_tried_here() -> None:
    commands = {" ".join(path) for path, one in every_command() if not isinstance(one, click.Group)}
    assert commands <= set(HOW)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> CommandLine:
    """A box with spares and refused scans, and a game among people with names of all kinds."""
    line = CommandLine(tmp_path_factory.mktemp("signs") / "data")
    line.run("box", "new", "--name", "Áyu’s …", "--spares", "60")
    line.run("play", "--players", NAMES, "--game", "malam", "--bots", "cautious", "--seed", "1")
    line.run("export", "malam", str(line.data / "malam.jsonl"))
    (box,) = Boxes(line.data / "boxes").ids()
    line.run("box", "export", box, str(line.data / "kept.json"))
    line.run("check", f"{box}00000000", "--box", box, code=1)
    return line


def said(
    arguments: list[str], encoding: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, str, int]:
    """What the program prints on both streams when they have this encoding, and its code."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2)]
    monkeypatch.setattr(sys, "argv", ["ketuk", *arguments])
    monkeypatch.setattr(sys, "stdin", io.StringIO())  # nobody answers
    monkeypatch.setattr(sys, "stdout", streams[0])
    monkeypatch.setattr(sys, "stderr", streams[1])
    with pytest.raises(SystemExit) as ended:
        main()
    monkeypatch.undo()
    for stream in streams:
        stream.flush()
    out, err = (stream.buffer.getvalue().decode(encoding) for stream in streams)  # type: ignore[attr-defined]
    return out, err, int(ended.value.code or 0)


def filled(how: list[str], table: CommandLine, out: Path) -> list[str]:
    box = json.loads((table.data / "kept.json").read_text("utf-8"))["box"]["id"]
    with Boxes(table.data / "boxes").open(box) as registry:
        spare = registry.stickers(StickerState.SPARE)[0].code
    given = {
        "BOX": box, "SPARE": spare, "FILE": str(out), "KEPT": str(table.data / "kept.json"),
        "GAME": str(table.data / "malam.jsonl"),
    }  # fmt: skip
    return [given.get(word, word) for word in how]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_command_in_every_encoding(
    table: CommandLine, encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, how in enumerate([*HOW.values(), *MORE]):
        lang = ("id", "en")[(number + ENCODINGS.index(encoding)) % 2]
        arguments = filled(how, table, tmp_path / str(number))
        asked = ["--data", str(table.data), "--lang", lang, *arguments]
        out, err, code = said(asked, encoding, monkeypatch)
        assert not (table.data / "kesalahan.log").exists(), (asked, out, err)
        assert code in (0, 1, 2)
        assert "Traceback" not in out + err
        assert out + err
        if "--json" in how:
            assert all(json.loads(line)["v"] == 1 for line in out.splitlines())


def test_help_pages_too(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding, how in product(ENCODINGS, HOW):
        out, _, code = said(["--lang", "id", *how.split(), "--help"], encoding, monkeypatch)
        assert (code, out.startswith("Cara pakai:")) == (0, True)


def test_signs_are_replaced_as_in_ascii(
    table: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what an encoding lacks; and JSON, which has escapes, says the same in all of them."""
    asked = ["--data", str(table.data), "--lang", "en", "games", "--all"]
    whole, _, _ = said(asked, "utf-8", monkeypatch)
    assert "Áyu, Łukasz, 東京" in whole
    for encoding in ENCODINGS:
        less, _, _ = said(asked, encoding, monkeypatch)
        assert less == whole.encode(encoding, NEAREST).decode(encoding)
        as_json, _, _ = said([*asked, "--json"], encoding, monkeypatch)
        for line in as_json.splitlines():
            assert json.loads(line)["players"] == NAMES.split(",")
    assert "Ayu, Lukasz, ????" in said(asked, "ascii", monkeypatch)[0]


def test_no_sign_of_ours_is_without_a_nearest_one() -> None:
    texts = [text for entry in every().values() for text in entry.values()]
    for name in engine.NAMES:
        texts += [str(ruling) for ruling in engine.ruleset(name).rulings.values()]
    lost = {sign for text in texts for sign in text if not sign.isascii() and "?" in plain(sign)}
    assert lost == set()


@pytest.mark.parametrize("encoding", ["cp437", "ascii"])
def test_a_real_redirect(table: CommandLine, encoding: str) -> None:
    code = "from ketuk.tui.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "--data", str(table.data), "games", "--all"],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True, check=True,
    )  # fmt: skip
    assert b"yu, Lukasz, ????" in done.stdout


def test_an_argument_of_bytes_that_are_no_text(
    table: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python hands them over as lone surrogates; files may be called so."""
    start = ["--data", str(table.data), "--lang", "en"]
    for how in (
        ["replay", "mal\udcffam"],
        ["box", "show", "\udce9"],
        ["play", "--players", "\udcff"],
    ):
        _, err, code = said([*start, *how], "utf-8", monkeypatch)
        assert (code, "holds signs that are no text" in err) == (2, True)
    _, err, code = said([*start, "import", "\udcff"], "utf-8", monkeypatch)
    assert (code, err) == (1, "?: not there. Check the place and the name.\n")
    assert not (table.data / "kesalahan.log").exists()
