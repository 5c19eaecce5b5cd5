"""Games and boxes called otherwise and deleted, by command and on the screen; asked first."""

from pathlib import Path

import pytest
from command_line import CommandLine
from screens_at_hand import AtTable, lobby
from tables import begun, journal_in, play_on
from textual.widgets import Input, OptionList

from ketuk.tui.boxes.box import boxes


@pytest.fixture
def ketuk(tmp_path: Path) -> CommandLine:
    """A box, and a game that is played with it."""
    line = CommandLine(tmp_path)
    line.run("box", "new", "--name", "Kita")
    line.run("play", "--players", "Ayu,Budi,Citra", "--game", "malam", "--box", "Kita")
    return line


def test_a_game_by_command(ketuk: CommandLine) -> None:
    assert "bernama pagi" in ketuk.run("rename", "malam", "pagi")
    assert ketuk.run("rename", "malam", "x", code=1).startswith("Tidak ada permainan")
    assert "Tidak ada yang dihapus" in ketuk.run("delete", "pagi", code=1)
    assert "Tidak ada yang dihapus" in ketuk.run("delete", "pagi", code=1, input="y\n")
    assert [game["game"] for game in ketuk.records("games", "--json")] == ["pagi"]
    asked = ketuk.run("delete", "pagi", lang="en", input="yes\n")
    assert "game pagi (Ayu, Budi, Citra)" in asked
    assert ketuk.records("games", "--json") == []
    assert ketuk.run("delete", "pagi", "--yes", code=1).startswith("Tidak ada permainan")


def test_a_box_by_command(ketuk: CommandLine) -> None:
    (box,) = boxes(ketuk.data).ids()
    (told,) = ketuk.records("box", "rename", "Kita", "Rumah", "--json")
    assert (told["box"], told["name"]) == (box, "Rumah")
    asked = ketuk.run("box", "delete", "Rumah", code=1, lang="en")
    assert f"box Rumah ({box}) will be known no more, and 1 saved game of it" in asked
    (told,) = ketuk.records("box", "delete", "rumah", "--yes", "--json")
    assert Path(told["path"]).is_file()
    assert boxes(ketuk.data).ids() == ()
    ketuk.run("box", "new", "--name", "Lain")
    (other,) = boxes(ketuk.data).ids()
    boxes(ketuk.data).path(other).write_bytes(b"x" * 9999)
    ketuk.run("box", "delete", other, "--yes")
    assert boxes(ketuk.data).ids() == ()


def line(at: AtTable) -> str:
    option = at.app.screen.query_one(OptionList).highlighted_option
    return (option.id or "") if option is not None else ""


async def test_games_and_boxes_on_the_screen(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        play_on(begun(journal, "malam"), 3)
    async with lobby(tmp_path) as at:
        await at.settle(lambda: line(at) == "game malam")
        await at.press("r")
        await at.settle(lambda: at.on == "NameFor")
        at.app.screen.query_one(Input).value = "pagi"
        await at.press("enter")
        await at.settle(lambda: at.on == "Lobby" and line(at) == "game pagi")
        assert at.said() == "Permainan malam sekarang bernama pagi."
        assert "Ayu, Budi, Citra" in at.text()
        assert " · pagi" in at.text()
        await at.press("x")  # first the shelf, then for good
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: at.on == "Lobby" and "Rak: 1" in at.text())
        await at.press("end", "enter")
        await at.settle(lambda: line(at) == "shelved pagi")
        await at.press("delete")
        await at.settle(lambda: at.on == "Ask" and "untuk selamanya" in at.text())
        await at.press("enter")  # Enter alone says no
        await at.settle(lambda: at.on == "Lobby" and line(at) == "shelved pagi")
        await at.press("x")
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: at.said() == "Permainan pagi dihapus.")
        (box,) = boxes(tmp_path).ids()
        await at.press("k")
        await at.settle(lambda: at.on == "Cards")
        await at.press("n")
        await at.settle(lambda: at.on == "NameFor")
        at.app.screen.query_one(Input).value = "Kotak Kita"
        await at.press("enter")
        await at.settle(lambda: at.on == "Cards" and "Kotak Kita" in at.text())
        await at.press("x")
        await at.settle(lambda: at.on == "Ask" and "0 permainan" in at.text())
        await at.press("1")
        await at.settle(lambda: at.on == "Lobby" and box not in boxes(tmp_path).ids())
        assert at.said().startswith(f"Kotak Kotak Kita ({box}) tidak ada lagi di daftar.")
    with journal_in(tmp_path) as journal:
        assert journal.names() == frozenset()
