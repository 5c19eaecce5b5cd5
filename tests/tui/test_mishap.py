"""What nobody foresaw: no traceback reaches a player, and the record is kept."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from ketuk.tui import mishap
from ketuk.tui.app import KetukApp
from ketuk.tui.cli import main
from ketuk.tui.words import Words

CALL = "from ketuk.tui.cli import main; main()"


def test_the_command_line_says_one_line_and_keeps_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(language: str) -> object:
        def run() -> None:
            raise RuntimeError("a wire came loose\nand more")

        return run

    monkeypatch.setattr("ketuk.tui.cli.build", broken)
    monkeypatch.setattr(sys, "argv", ["ketuk", "--data", str(tmp_path), "games"])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr().err
    assert ended.value.code == 1
    assert said.count("\n") == 1
    assert "a wire came loose" in said
    assert "Traceback" not in said
    assert str(tmp_path / mishap.LOG) in said
    assert "RuntimeError: a wire came loose" in (tmp_path / mishap.LOG).read_text("utf-8")


def test_a_folder_that_takes_nothing_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    said = mishap.report(OSError("no"), blocked / "data", Words("en"))
    assert "ketuk doctor" in said


def test_games_of_an_unknown_shape_give_one_line(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "games.sqlite") as file:
        file.execute("CREATE TABLE game (name TEXT)")
        file.execute("PRAGMA user_version = 1")
    out = subprocess.run(
        [
            sys.executable,
            "-c",
            "from ketuk.tui.cli import main; main()",
            "--data",
            str(tmp_path),
            "games",
        ],
        capture_output=True,
        text=True,
    )
    assert out.returncode == 1
    assert "Traceback" not in out.stderr
    assert len(out.stderr.strip().splitlines()) == 1


class Broken(KetukApp):
    """The screen with a fault that nobody foresaw."""

    def on_mount(self) -> None:
        raise RuntimeError("a wire came loose")


def test_the_screen_ends_with_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    app = Broken(data=tmp_path, words=Words("en"))
    app.run(headless=True)
    told = " ".join(capsys.readouterr().err.split())
    assert app.return_code == 1
    assert "Every move made is safe on disk" in told
    assert "Traceback" not in told
    assert "a wire came loose" in (tmp_path / mishap.LOG).read_text("utf-8")
