"""All files that commands write: none is overwritten unasked, and ``-`` is standard output."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from command_line import CommandLine, every_command

import ketuk.tui.cli
from ketuk.codes.boxes import Boxes
from ketuk.tui.cli import build
from ketuk.tui.cli.shell import a_file
from ketuk.tui.words import Words

SIMULATE = [
    "simulate",
    "nusantara",
    "--players",
    "3",
    "--games",
    "2",
    "--jobs",
    "1",
    "--rounds",
    "1",
]
READ = {
    ("box import", "FILE"),
    ("box card", "--font"),
    ("box count", "--image"),
    ("box count", "--input"),
    ("stickers", "--font"),
    ("import", "FILE"),
    ("scan", "--image"),
    ("scan", "FILE"),
}
"""Parameters that name a file or folder to read."""
WRITTEN = {
    ("box new", "--csv"): ["box", "new", "--csv", "FILE"],
    ("box export", "FILE"): ["box", "export", "BOX", "FILE"],
    ("box card", "--out"): ["box", "card", "BOX", "--out", "FILE"],
    ("box spares", "--out"): ["box", "spares", "BOX", "--out", "FILE"],
    ("stickers", "--out"): ["stickers", "BOX", "--items", "35", "--out", "FILE"],
    ("stickers", "--csv"): ["stickers", "BOX", "--csv", "FILE"],
    ("stickers", "--key"): ["stickers", "BOX", "--key", "FILE"],
    ("reissue", "--out"): ["reissue", "BOX", "CARD", "--out", "FILE"],
    ("export", "FILE"): ["export", "GAME", "FILE"],
    ("simulate", "--out"): [*SIMULATE, "--out", "FILE"],
    ("simulate", "--plot"): [*SIMULATE, "--plot", "FILE"],
    ("rules", "--export"): ["rules", "--export", "klasik", "FILE"],
}
"""How to have each file written that any command writes."""
CARDS = iter(range(50, 74))
"""A card is not given a third sticker right after its second."""
MINE = b"another card's sticker, not printed yet"


def parameters() -> Iterator[tuple[str, str, click.ParamType[Any]]]:
    """Every parameter of every command: command, name, kind of value."""
    for path, command in every_command():
        for one in command.params:
            known = one.opts[0] if one.opts[0].startswith("-") else str(one.metavar)
            yield " ".join(path), known, one.type


def parts(kind: click.ParamType[Any]) -> tuple[click.ParamType[Any], ...]:
    return tuple(kind.types) if isinstance(kind, click.Tuple) else ()


def test_every_parameter_that_names_a_file_is_known_here() -> None:
    """A new one is either read, or has to keep the rules below."""
    every = list(parameters())
    files = {(command, name) for command, name, kind in every if a_file in (kind, *parts(kind))}
    assert files - {(" ".join(path), "--data") for path, _ in every_command()} == READ | set(
        WRITTEN
    )
    forced = {command for command, name, _ in every if name == "--force"} - {"box import"}
    assert forced == {command for command, _ in WRITTEN}


def test_commands_have_one_way_to_write() -> None:
    writing = re.compile(r"replace_file|new_file|write_(bytes|text)|\.open\(\s*\"[wxa]")
    folder = Path(ketuk.tui.cli.__file__).parent
    assert [f.name for f in folder.glob("*.py") if writing.search(f.read_text())] == ["outfile.py"]


@pytest.fixture(scope="module")
def ketuk_(tmp_path_factory: pytest.TempPathFactory) -> CommandLine:
    """A box and a game."""
    line = CommandLine(tmp_path_factory.mktemp("out") / "data")
    line.run("box", "new")
    line.run("play", "--players", "Ayu,Budi,Citra", "--game", "malam")
    return line


def asked(ketuk: CommandLine, how: tuple[str, str], file: Path | str) -> list[str]:
    (box, *_) = Boxes(ketuk.data / "boxes").ids()
    given = {"BOX": box, "GAME": "malam", "FILE": str(file)}
    if "CARD" in WRITTEN[how]:
        given["CARD"] = str(next(CARDS))
    return [given.get(word, word) for word in WRITTEN[how]]


def state(ketuk: CommandLine) -> list[str]:
    """What the boxes hold, without the times."""
    ids = Boxes(ketuk.data / "boxes").ids()
    return [ketuk.run("box", "show", box, "--json") for box in ids]


@pytest.mark.parametrize("how", WRITTEN, ids=" ".join)
def test_a_file_that_is_there_is_overwritten_when_it_is_meant_and_else_nothing_happens(
    ketuk_: CommandLine, how: tuple[str, str], tmp_path: Path
) -> None:
    out = tmp_path / "file"
    out.write_bytes(MINE)
    before = state(ketuk_)
    said = ketuk_.run(*asked(ketuk_, how, out), code=1, lang="en")
    assert said == Words("en")("cli.out_exists", path=out) + "\n"
    assert out.read_bytes() == MINE
    assert state(ketuk_) == before, "refused before anything was done"
    ketuk_.run(*asked(ketuk_, how, out), "--force")
    assert MINE not in out.read_bytes()
    assert len(out.read_bytes()) > 50
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("how", WRITTEN, ids=" ".join)
def test_a_folder_that_is_not_there_is_told_before_anything_is_done(
    ketuk_: CommandLine, how: tuple[str, str], tmp_path: Path
) -> None:
    before = state(ketuk_)
    said = ketuk_.run(*asked(ketuk_, how, tmp_path / "none" / "file"), code=1, lang="en")
    assert said == f"{tmp_path / 'none'}: not there. Check the place and the name.\n"
    said = ketuk_.run(*asked(ketuk_, how, tmp_path), "--force", code=1, lang="en")
    assert said == Words("en")("cards.is_folder", path=tmp_path) + "\n"
    assert list(tmp_path.iterdir()) == []
    assert state(ketuk_) == before


@pytest.mark.parametrize("how", WRITTEN, ids=" ".join)
def test_standard_output_is_the_file_and_nothing_else(
    ketuk_: CommandLine, how: tuple[str, str], tmp_path: Path
) -> None:
    there = Path("-")
    app = build("en")
    done = CliRunner().invoke(app, ["--data", str(ketuk_.data), *asked(ketuk_, how, "-")])
    assert done.exit_code == 0, done.output
    assert not there.exists()
    ketuk_.run(*asked(ketuk_, how, tmp_path / "file"), lang="en")
    written = (tmp_path / "file").read_bytes()
    assert done.stdout_bytes[:5] == written[:5]
    assert abs(len(done.stdout_bytes) - len(written)) < len(written) / 20 + 40
    assert done.stderr or how in {("box new", "--csv")}, "what it says goes there"


def test_two_files_of_one_name_are_refused(ketuk_: CommandLine, tmp_path: Path) -> None:
    (box, *_) = Boxes(ketuk_.data / "boxes").ids()
    for name in (str(tmp_path / "x"), "-"):
        said = ketuk_.run("stickers", box, "--csv", name, "--key", name, code=2, lang="en")
        assert f"{name} is named twice" in said
    assert list(tmp_path.iterdir()) == []


def test_all_boxes_go_to_a_folder_and_are_printed_anew_when_it_is_meant(
    ketuk_: CommandLine, tmp_path: Path
) -> None:
    first, *_ = Boxes(ketuk_.data / "boxes").ids()
    (tmp_path / f"{first}.pdf").write_bytes(MINE)
    ketuk_.run("stickers", "all", "--out", str(tmp_path))
    assert (tmp_path / f"{first}.pdf").read_bytes() == MINE
    ketuk_.run("stickers", "all", "--out", str(tmp_path), "--force")
    assert (tmp_path / f"{first}.pdf").read_bytes().startswith(b"%PDF")
    ketuk_.run("stickers", "all", "--out", "-", code=2)
