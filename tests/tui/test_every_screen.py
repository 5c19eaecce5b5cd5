"""Every screen that keys lead to: in ASCII alone, in windows of any size, and without colours."""

from pathlib import Path

import pytest
from every_screen import screens
from screens_at_hand import AtTable, landed, lobby, table

from ketuk.tui.plain import plain
from ketuk.tui.screens.too_small import LEAST
from ketuk.tui.signs import FINE, PLAIN, SEATS


@pytest.fixture
def ascii_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KETUK_ASCII", "1")


def outside_ascii(at: AtTable) -> str:
    return "".join(sorted({sign for sign in at.text() if not sign.isascii()}))


@pytest.mark.usefixtures("ascii_only")
async def test_no_screen_of_a_game_shows_more_than_ascii(tmp_path: Path) -> None:
    async with table(tmp_path, names=("Ayu", "Née", "日本")) as at:
        await landed(at)
        seen = set()
        async for name in screens(at, deep=True):
            seen.add(name)
            assert not outside_ascii(at), name
        assert len(seen) > 12, seen
        await at.press("f1")
        await at.settle(lambda: at.on == "Help")
        await at.press("end")  # below all the keys
        await at.settle(lambda: "h ruko, T menara" in at.text())
        assert not outside_ascii(at)


@pytest.mark.usefixtures("ascii_only")
async def test_no_screen_of_the_lobby_shows_more_than_ascii(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        seen = set()
        async for name in screens(at, deep=True):
            seen.add(name)
            assert not outside_ascii(at), name
        assert len(seen) > 5, seen


@pytest.mark.parametrize("size", [(60, 20), (300, 100)])
async def test_every_screen_bears_a_window_that_changes(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with table(tmp_path) as at:
        await landed(at)
        async for name in screens(at, deep=False):
            shown = at.app.screen
            for other in ((20, 5), (59, 19), size):
                await at.pilot.resize_terminal(*other)
                await at.settle()
                small = other[0] < LEAST.width or other[1] < LEAST.height
                assert (at.on == "TooSmall") is small, name
            assert at.app.screen is shown
            assert at.text().strip(), name


async def test_the_question_and_all_answers_are_there_in_the_least_window(tmp_path: Path) -> None:
    names = ("Ayu", "Budi", "Citra", "Dewi", "Eka", "Fajar")
    async with table(tmp_path, names=names, size=(LEAST.width, LEAST.height)) as at:
        await landed(at)
        shown = at.text()
        assert "Beli" in shown
        assert all(name in shown for name in names)


async def test_a_card_tapped_in_a_window_too_small_does_nothing_unseen(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await landed(at)
        before = at.table
        await at.pilot.resize_terminal(30, 10)
        await at.settle(lambda: at.on == "TooSmall")
        await at.tap(2)
        assert at.table == before
        await at.pilot.resize_terminal(120, 36)
        await at.settle(lambda: at.on == "TableScreen")
        await at.tap(2)
        await at.settle(lambda: at.table != before)


def test_every_sign_has_one_in_ascii_and_seats_differ_by_shape() -> None:
    for kind in (FINE, PLAIN):
        assert len(set(kind.shapes)) == len(kind.shapes) == len(SEATS)
    assert plain(FINE.shapes) == PLAIN.shapes
    assert plain("“Née” … 日 ▶ ½") == '"Nee" ~ ?? > 1'


@pytest.mark.parametrize(
    ("variables", "fine"),
    [
        ({"LANG": "id_ID.UTF-8"}, True),
        ({}, True),
        ({"LANG": "C.UTF-8"}, True),
        ({"LANG": "C"}, False),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, False),  # what Python makes of LANG=C
        ({"LANG": "en_US.UTF-8", "LC_ALL": "POSIX"}, False),
        ({"LANG": "id_ID.UTF-8", "TERM": "linux"}, False),
        ({"LANG": "C", "KETUK_ASCII": "0"}, True),
        ({"LANG": "id_ID.UTF-8", "KETUK_ASCII": "1"}, False),
    ],
)
def test_what_the_terminal_can_show(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], fine: bool
) -> None:
    from ketuk.tui import signs

    for name in ("LANG", "LC_ALL", "LC_CTYPE", "TERM", "KETUK_ASCII"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(signs, "_writes_unicode", lambda: True)
    assert (signs.signs() is FINE) is fine


@pytest.mark.parametrize("where", ["berkas/di bawahnya", "x" * 300, "y" * 120, "é 日本 ?#%20"])
async def test_any_path_of_a_data_folder_is_used_or_named(tmp_path: Path, where: str) -> None:
    (tmp_path / "berkas").write_text("")
    async with lobby(tmp_path / where) as at:
        usable = (tmp_path / where).is_dir() if len(where) < 200 else False
        assert ("baru dibuat" in at.text()) is usable
        assert at.said().startswith("Tidak bisa dibaca atau ditulis") is not usable
