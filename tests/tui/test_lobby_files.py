"""Games and boxes that come into the lobby from files, go out to files, and lie on the shelf."""

import shutil
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from boxes_at_hand import make_box
from screens_at_hand import SMALL, AtTable, lobby
from tables import begun, export, journal_in, play_on
from textual.widgets import OptionList

from ketuk.codes.boxfile import exported
from ketuk.codes.sticker import Why
from ketuk.rooms.journal import FILE
from ketuk.tui.boxes.box import boxes
from ketuk.tui.saved import contents
from ketuk.tui.screens import importing
from ketuk.tui.screens.importing import Files, PathField, completed
from ketuk.tui.screens.lobby import Lobby
from ketuk.tui.words import Words


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A game of twenty moves, exported."""
    out = tmp_path / "luar" / "malam.ketuk"
    (tmp_path / "lain").mkdir()
    out.parent.mkdir()
    with journal_in(tmp_path / "lain") as journal:
        play_on(begun(journal), 20)
        export(journal, "malam", out)
    return out


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def keep_game(data: Path, *names: str) -> None:
    with journal_in(data) as journal:
        for name in names:
            play_on(begun(journal, name), 3)


def marked(at: AtTable) -> str:
    option = at.app.screen.query_one(OptionList).highlighted_option
    assert option is not None
    return option.id or ""


def told(at: AtTable) -> str:
    """All that stands on the screen, in one line."""
    return " ".join(at.text().replace("│", " ").split())


async def import_file(at: AtTable, path: Path) -> None:
    """Type its place and take it."""
    await at.press("i")
    await at.settle(lambda: at.on == "Import")
    await type_path(at, path)


async def type_path(at: AtTable, path: Path) -> None:
    at.app.screen.query_one(PathField).focus()
    await at.press("ctrl+u", *str(path))
    await at.press("enter")
    await at.settle()


async def mark(at: AtTable, line: str) -> None:
    options = at.app.screen.query_one(OptionList)
    options.highlighted = options.get_option_index(line)
    await at.settle()


# ---- games


async def test_a_game_is_taken_in_and_marked(data: Path, file: Path) -> None:
    keep_game(data, "siang", "sore")
    async with lobby(data) as at:
        await import_file(at, file)
        await at.settle(lambda: at.on == "Lobby" and marked(at) == "game malam")
        assert at.said() == "malam: 20 langkah diambil."
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        assert at.session.room.name == "malam"
        assert len(at.session.room.moves) == 20


async def test_a_file_is_chosen_from_the_list(data: Path, file: Path) -> None:
    (file.parent / "foto.jpg").touch()
    async with lobby(data) as at:
        await at.press("i")
        await at.settle(lambda: at.on == "Import")
        await type_path(at, file.parent)
        files = at.app.screen.query_one(Files)
        await at.settle(lambda: files.has_focus and "malam.ketuk" in at.text())
        assert "foto.jpg" not in at.text()
        await at.press("down", "enter")
        await at.settle(lambda: at.on == "Lobby" and at.said())
        assert at.said() == "malam: 20 langkah diambil."
        assert at.app.settings.folder == str(file.parent)


async def test_a_file_that_was_cut_off_is_taken_to_its_last_whole_move(
    data: Path, file: Path
) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:10]) + lines[10][:30])
    async with lobby(data) as at:
        await import_file(at, file)
        await at.settle(lambda: at.on == "Lobby" and marked(at) == "game malam")
        assert at.said() == (
            f"{file} terpotong di baris 11: permainan malam diambil sampai langkah utuh terakhir "
            "(8 langkah)."
        )


async def test_a_name_that_is_taken_asks_for_another(data: Path, file: Path) -> None:
    keep_game(data, "malam")
    async with lobby(data) as at:
        await import_file(at, file)
        await at.settle(lambda: at.on == "NameFor")
        assert "Sudah ada permainan bernama malam." in told(at)
        await at.press("ctrl+u", *"malam", "enter")
        await at.settle(lambda: at.on == "NameFor" and "malam-2" in at.text())
        await at.press("enter")
        await at.settle(lambda: at.on == "Lobby" and marked(at) == "game malam-2")
    with journal_in(data) as journal:
        moves = {game.name: game.moves for game in journal.games()}
    assert moves == {"malam": 3, "malam-2": 20}


REFUSED = [
    (b'{"a": 1}', "bukan permainan atau kotak dari Ketuk."),
    (b"", "bukan permainan atau kotak dari Ketuk."),
    (b'{"ketuk":"game","format":9}\n', "dari Ketuk yang lebih baru (versi berkas 9, di sini 1)."),
    (b'{"ketuk":"game","format":1', "baris 1: bukan ekspor permainan Ketuk, atau rusak."),
    (b'{"v":99,"kind":"ketuk-box"}', "ekspor dari Ketuk yang lebih baru (versi berkas 99"),
    (b'{"v":1,"kind":"ketuk-box","box', "isinya bukan ekspor, atau terpotong."),
]


@pytest.mark.parametrize(("content", "why"), REFUSED)
async def test_what_cannot_be_taken_is_refused_and_changes_nothing(
    data: Path, tmp_path: Path, content: bytes, why: str
) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(content)
    async with lobby(data, size=SMALL) as at:
        before = boxes(data).ids()
        await import_file(at, file)
        await at.settle(lambda: why in told(at))
        assert at.on == "Import"
        await at.press("escape")
        await at.settle(lambda: at.on == "Lobby")
        assert boxes(data).ids() == before
    with journal_in(data) as journal:
        assert journal.games() == ()


async def test_a_file_that_is_not_there(data: Path, tmp_path: Path) -> None:
    async with lobby(data, size=SMALL) as at:
        await import_file(at, tmp_path / "none.ketuk")
        said = "none.ketuk: tidak ada. Periksa tempat dan namanya."
        # a long path is folded within a word, wherever the line ends
        await at.settle(lambda: said.replace(" ", "") in told(at).replace(" ", ""))


async def test_who_goes_back_while_a_file_is_read_hears_of_it_all_the_same(
    data: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, real = threading.Event(), importing.take

    def slow(*given: Any, **more: Any) -> Any:
        assert gate.wait(30)
        return real(*given, **more)

    monkeypatch.setattr(importing, "take", slow)
    async with lobby(data) as at:
        await import_file(at, file)
        await at.press("escape")
        await at.settle(lambda: at.on == "Lobby")
        gate.set()
        await at.settle(lambda: at.said() == "malam: 20 langkah diambil.")
        await at.settle(lambda: "game malam" in lines(at))


async def test_tab_completes_a_path(data: Path, file: Path) -> None:
    async with lobby(data) as at:
        await at.press("i")
        await at.settle(lambda: at.on == "Import")
        field = at.app.screen.query_one(PathField)
        field.focus()
        await at.press("ctrl+u", *str(file.parent / "ma"), "tab")
        await at.settle()
        assert field.value == str(file)
        await at.press("tab")
        await at.settle(lambda: at.app.screen.query_one(Files).has_focus)


def test_completion(tmp_path: Path) -> None:
    (tmp_path / "rak").mkdir()
    (tmp_path / "rak" / "a.ketuk").touch()
    (tmp_path / "rak" / ".sembunyi.ketuk").touch()
    (tmp_path / "rak" / "b.png").touch()
    assert completed(f"{tmp_path}/r", tmp_path) == f"{tmp_path}/rak/"
    assert completed(f"{tmp_path}/rak/", tmp_path) == f"{tmp_path}/rak/a.ketuk"
    assert completed(f"{tmp_path}/rak/b", tmp_path) is None
    assert completed(f"{tmp_path}/none/x", tmp_path) is None
    assert completed("", tmp_path) is None
    assert completed("ra", tmp_path) == "rak/", "a mere name is one in the folder that is shown"


# ---- boxes


def kept_box(folder: Path, out: Path, *, lost: int = 0) -> str:
    """A demo box in a data folder, exported, some of its cards replaced afterwards."""
    from ketuk.tui.boxes.box import demo_box

    box = demo_box(folder)
    assert box is not None
    with boxes(folder).open(box.id) as registry:
        out.write_bytes(exported(registry))
        for item in range(1, lost + 1):
            code = registry.active(item).code
            registry.reissue(code, reason=Why.LOST, now=registry.box.made)
    return box.id


async def test_a_box_is_taken_in_and_chosen(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "kotak.json"
    other = kept_box(tmp_path / "lain", file)
    async with lobby(data) as at:
        await import_file(at, file)
        await at.settle(
            lambda: at.on == "Lobby" and f"▣ Kotak demo, kode kotak {other}" in at.text()
        )
        assert at.said() == f"Kotak demo (kotak {other}) diambil, revisi 1."
        assert "ganti kotak" in " ".join(k for k in told(at).split("  "))
        await at.press("b")
        await at.settle(lambda: f"▢ Kotak demo, kode kotak {other}" in at.text())


async def test_an_older_box_changes_nothing(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "kotak.json"
    box = kept_box(data, file, lost=1)
    async with lobby(data) as at:
        await import_file(at, file)
        await at.settle(lambda: "lebih lama (revisi 1) daripada kotak di sini" in told(at))
        assert at.on == "Import"
    with boxes(data).open(box) as registry:
        assert registry.active(1).serial == 2


@pytest.mark.parametrize(("keys", "mine"), [(("f5",), True), (("right", "f5"), False)])
async def test_two_copies_that_went_different_ways_are_put_together_as_people_choose(
    data: Path, tmp_path: Path, keys: tuple[str, ...], *, mine: bool
) -> None:
    file, there = tmp_path / "kotak.json", tmp_path / "lain"
    box = kept_box(there, file)
    boxes(data).folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(boxes(there).path(box), boxes(data).path(box))
    codes = []
    for folder, items in ((data, (1, 2)), (there, (1, 5))):
        with boxes(folder).open(box) as registry:
            for item in items:
                old = registry.active(item).code
                registry.reissue(old, reason=Why.LOST, now=datetime.now(UTC))
            codes.append({s.item: s.code for s in registry.stickers()})
            if folder == there:
                file.write_bytes(exported(registry))
    async with lobby(data) as at:
        await import_file(at, file)
        await at.settle(lambda: at.on == "Forking")
        assert f"Kotak {box} di sini dan di berkas sudah berjalan sendiri-sendiri." in told(at)
        assert "yang dibuat di sini (no. 2" in told(at)
        await at.press("escape")
        await at.settle(lambda: at.on == "Import" and "Kotak di sini tidak diubah." in told(at))
        await import_again(at)
        await at.press(*keys)
        await at.settle(lambda: at.on == "Lobby")
        assert f"ketuk box undo-import {box}" in at.said()
    with boxes(data).open(box) as registry:
        now = {s.item: s.code for s in registry.stickers()}
    here, theirs = codes
    assert (now[1], now[2], now[5]) == ((here if mine else theirs)[1], here[2], theirs[5])


async def import_again(at: AtTable) -> None:
    await at.press("enter")
    await at.settle(lambda: at.on == "Forking")


async def test_a_damaged_box_is_restored_after_a_yes_and_kept_beside(
    data: Path, tmp_path: Path
) -> None:
    file = tmp_path / "kotak.json"
    box = kept_box(data, file)
    boxes(data).path(box).write_bytes(b"rusak" * 100)
    async with lobby(data) as at:
        await import_file(at, file)
        await at.settle(lambda: at.on == "Ask")
        assert "Yang rusak disimpan di sebelahnya." in told(at)
        await at.press("1")
        await at.settle(lambda: at.on == "Lobby" and f"▣ Kotak demo, kode kotak {box}" in at.text())
    assert list((data / "boxes").glob(f"{box}.sqlite*.damaged-1"))


# ---- export


async def test_a_game_goes_out_and_nothing_is_overwritten_without_a_word(
    data: Path, tmp_path: Path
) -> None:
    keep_game(data, "malam")
    out = tmp_path / "keluar"
    out.mkdir()
    async with lobby(data) as at:
        at.app.settings = at.app.settings.with_folder(out)
        for name in ("malam", "malam-2"):
            await at.press("e")
            await at.settle(lambda: at.on == "WhereTo")
            await at.press("enter")
            await at.settle(lambda: at.on == "Lobby")
            assert at.said() == f"3 langkah ditulis ke {out / name}.ketuk"
        (out / "malam.ketuk").write_text("yang lama")
        await at.press("e")
        await at.settle(lambda: at.on == "WhereTo")
        await at.press("ctrl+u", *str(out / "malam.ketuk"), "enter")
        await at.settle(lambda: at.on == "Ask")
        await at.press("2")
        await at.settle(lambda: at.on == "WhereTo")
        assert (out / "malam.ketuk").read_text() == "yang lama"
        await at.press("enter")
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: at.on == "Lobby")
    assert (out / "malam.ketuk").read_bytes() == (out / "malam-2.ketuk").read_bytes()


async def test_a_folder_that_is_not_there_is_one_line(data: Path, tmp_path: Path) -> None:
    keep_game(data, "malam")
    async with lobby(data) as at:
        await at.press("e")
        await at.settle(lambda: at.on == "WhereTo")
        await at.press("ctrl+u", *str(tmp_path / "tidak" / "ada.ketuk"), "enter")
        await at.settle(lambda: at.on == "Lobby" and at.said())
        assert at.said() == f"{tmp_path / 'tidak'}: tidak ada. Periksa tempat dan namanya."


# ---- the shelf


async def test_a_game_goes_to_the_shelf_after_a_yes_and_comes_back(data: Path) -> None:
    keep_game(data, "malam", "siang")
    async with lobby(data) as at:
        await mark(at, "game malam")
        await at.press("x", "2")
        await at.settle(lambda: at.on == "Lobby")
        assert "Rak:" not in at.text()
        await at.press("x", "1")
        await at.settle(lambda: "Rak: 1 permainan" in at.text())
        assert "game malam" not in lines(at)
        await mark(at, "shelf")
        await at.press("enter")
        await at.settle(lambda: marked(at) == "shelved malam")
        await at.press("enter")
        await at.settle(lambda: marked(at) == "game malam" and "Rak:" not in at.text())


def lines(at: AtTable) -> list[str]:
    options = at.app.screen.query_one(OptionList)
    return [options.get_option_at_index(n).id or "" for n in range(options.option_count)]


async def test_keys_that_mean_nothing_are_not_offered(data: Path) -> None:
    async with lobby(data) as at:
        foot = at.text().splitlines()[-1]
        assert "ekspor" not in foot
        assert "simpan di rak" not in foot
        assert "ganti kotak" not in foot
        await at.press("e", "x", "b")
        await at.settle()
        assert at.on == "Lobby"


# ---- a full list, and what is broken in it


async def test_broken_games_are_named_and_harm_no_other(data: Path) -> None:
    keep_game(data, "malam", "siang", "sore")
    with closing(sqlite3.connect(data / FILE)) as connection, connection:
        connection.execute("UPDATE game SET header = '{}' WHERE name = 'siang'")
        connection.execute("UPDATE entry SET events = 'x' WHERE game = 'siang'")
        connection.execute("UPDATE entry SET events = 'x' WHERE game = 'sore' AND seq = 2")
    async with lobby(data) as at:
        assert "! siang: rusak, tidak bisa dibaca" in at.text()
        await mark(at, "broken siang")
        await at.press("enter")
        await at.settle(lambda: at.said().startswith("Permainan siang rusak:"))
        assert at.on == "Lobby"
        await mark(at, "game sore")
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        assert at.said().startswith("Permainan sore: langkah 2 rusak")


async def test_a_game_whose_rules_are_of_a_newer_version_is_one_line(data: Path) -> None:
    keep_game(data, "malam")
    with closing(sqlite3.connect(data / FILE)) as connection, connection:
        connection.execute("UPDATE game SET header = replace(header, 'nusantara', 'masadepan')")
    async with lobby(data) as at:
        await at.press("enter")
        await at.settle(lambda: bool(at.said()))
        assert at.on == "Lobby"
        assert at.said().startswith("Aturan yang tersimpan dalam permainan malam")


async def test_a_file_of_games_of_a_newer_version_leaves_the_lobby_open(data: Path) -> None:
    keep_game(data, "malam")
    shutil.copy(data / FILE, data / "dulu")
    with closing(sqlite3.connect(data / FILE)) as connection, connection:
        connection.execute("CREATE TABLE later (name TEXT)")
        connection.execute("PRAGMA user_version = 99")
    async with lobby(data) as at:
        assert "ditulis oleh Ketuk yang lebih baru (versi berkas 99" in at.said()
        assert lines(at) == ["new", "cards", "joining", "reviving"]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
@pytest.mark.parametrize(
    "names",
    [
        ("[b]Ayu[/x]", "Budi", "Citra"),
        ("🐯Harimau🐯", "Ayu 👩‍👩‍👧", "名前長い名前"),
        ("Namanya Panjang1", "Sekali Sampai2", "Tidak Muat Lagi3", "Di Satu Baris4"),
    ],
)
async def test_odd_names_keep_round_and_time_in_sight(
    data: Path, names: tuple[str, ...], size: tuple[int, int]
) -> None:
    from ketuk import engine
    from ketuk.engine.table import Options
    from ketuk.rooms.room import Room

    with journal_in(data) as journal:
        rules = engine.ruleset("nusantara")
        Room.start(journal, rules=rules, names=names, name="x", options=Options())
    async with lobby(data, size=size) as at:
        (line,) = [row for row in at.text().splitlines() if "Lanjutkan" in row]
        assert "· putaran 1 · 20" in line
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        await at.press("x")
        await at.settle(lambda: at.on == "LeaveScreen")
        await at.press("1")
        await at.settle(lambda: at.on == "Ask")
        assert names[0][:8] in at.text()


async def test_two_hundred_games(data: Path) -> None:
    keep_game(data, *(f"g{n:03}" for n in range(5)))
    with closing(sqlite3.connect(data / FILE)) as connection, connection:
        for n in range(5, 200):
            for table, field in (("game", "name"), ("standing", "game")):
                rows = [r[1] for r in connection.execute(f"PRAGMA table_info({table})")]
                taken = ", ".join(f"'g{n:03}'" if r == field else r for r in rows)
                connection.execute(
                    f"INSERT INTO {table} SELECT {taken} FROM {table} WHERE {field} = 'g004'"
                )
    async with lobby(data) as at:
        assert len(lines(at)) == 204
        assert lines(at)[1:5] == ["new", "cards", "joining", "reviving"]
        await at.press("end")
        await at.settle(lambda: marked(at) == lines(at)[-1])
        screen = at.app.screen
        assert isinstance(screen, Lobby)
        screen.look()
        await at.settle()
        assert marked(at) == lines(at)[-1]


async def test_a_file_of_games_that_was_set_aside_is_named_and_looked_into_again(
    data: Path,
) -> None:
    keep_game(data, "malam")
    kept = data / "games.damaged-20261130-120000.sqlite"
    (data / FILE).rename(kept)  # as a program that was killed right then left it
    async with lobby(data) as at:
        assert lines(at) == ["new", "cards", "joining", "reviving", f"aside {kept.name}"]
        assert kept.name in at.text()
        await at.press("end", "enter")
        await at.settle(lambda: "masih terbaca: 1 permainan" in at.said())
        await at.settle(lambda: lines(at)[0] == "game malam")


def test_it_is_told_how_far_the_look_into_many_boxes_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for box in ("KTK7", "N5NG", "ZZ00"):
        make_box(tmp_path / "boxes", box).close()
    monkeypatch.setattr(contents, "TOLD_EACH", 1)
    told: list[tuple[int, int]] = []
    contents.look_into(tmp_path, Words("en"), lambda done, count: told.append((done, count)))
    assert told == [(1, 3), (2, 3)]


async def test_the_lobby_shows_how_far_the_look_into_boxes_is(tmp_path: Path) -> None:
    async with lobby(tmp_path, language="en") as at:
        home = at.app.screen
        assert isinstance(home, Lobby)
        await at.app.run_worker(lambda: home._going(300, 2000), thread=True).wait()
        await at.settle(lambda: "Looking into boxes: 300 of 2,000" in at.text())
