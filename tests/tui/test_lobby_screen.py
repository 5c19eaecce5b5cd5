"""The lobby: a first start, a new game by names or tapped cards, going on after a crash."""

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from saved_games import saved_game
from screens_at_hand import AtTable, lobby, table
from tables import begun, journal_in, play_on

from ketuk.engine.table import Options
from ketuk.rooms.journal import FILE
from ketuk.tui.boxes.box import DEMO, boxes
from ketuk.tui.screens.lobby import Lobby
from ketuk.tui.screens.opening import begin


async def test_a_first_start_makes_the_demo_box_and_says_so(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        (box,) = boxes(tmp_path).all()
        assert box.name == DEMO
        assert f"{DEMO} baru dibuat" in at.text()
        assert "+ Permainan baru" in at.text()
    async with lobby(tmp_path) as at:
        assert len(boxes(tmp_path).ids()) == 1
        assert "baru dibuat" not in at.text()


async def test_a_new_game_by_names_and_choices(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await at.press("n")
        await at.settle(lambda: at.on == "NewGame")
        assert "Masih kurang 3 nama" in at.text()
        for name in ("Ayu", "Budi", "Citra", "Dewi"):
            await at.press(*name)
            await at.press("enter")
        await at.press("enter", "right")  # from an empty seat with enough players: it begins
        await at.settle(lambda: at.on == "TableScreen")
        assert [p.name for p in at.table.players] == ["Ayu", "Budi", "Citra", "Dewi"]
        assert at.table.rounds == 12


async def test_player_cards_take_seats_and_the_box_card_chooses_the_box(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        (box,) = boxes(tmp_path).ids()
        with boxes(tmp_path).open(box) as registry:
            codes = {item: registry.active(item).code for item in (40, 41, 42, 140)}
        await at.tap_text(codes[140])
        assert at.said() == f"Bermain dengan kotak {box}."
        await at.tap_text(codes[40])
        await at.settle(lambda: at.on == "NewGame")
        await at.tap_text(codes[41])
        await at.tap_text(codes[42])
        assert "3 pemain. F5 mulai bermain." in at.text()
        await at.press("f5")
        await at.settle(lambda: at.on == "TableScreen")
        assert [p.name for p in at.table.players] == ["Pemain 1", "Pemain 2", "Pemain 3"]


async def test_options_reach_the_game(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await at.press("n")
        await at.settle(lambda: at.on == "NewGame")
        for name in ("Ayu", "Budi", "Citra"):
            await at.press(*name)
            await at.press("enter")
        await at.press("down", "down", "down", "right", "down", "right", "down", "right", "f5")
        await at.settle(lambda: at.on == "TableScreen")
        assert at.table.options == Options(edition="kertas", dice="real", decks="real")


async def test_who_is_quicker_than_the_disk_plays_with_the_demo_box_all_the_same(
    tmp_path: Path,
) -> None:
    async with lobby(tmp_path) as at:
        first = at.app.screen
        assert isinstance(first, Lobby)
        contents, first.contents = first.contents, None
        await at.press("n")
        await at.settle(lambda: at.on == "NewGame")
        assert "◉ tanpa kotak" in at.text()
        assert contents is not None
        first.show(contents)
        await at.settle()
        assert f"◉ {DEMO}" in at.text()


@pytest.mark.parametrize(("moves", "screen"), [(0, "NewGame"), (4, "TableScreen")])
async def test_enter_before_the_folder_is_read_means_the_line_that_will_be_first(
    tmp_path: Path, moves: int, screen: str
) -> None:
    if moves:
        saved_game(tmp_path, moves=moves)
    async with lobby(tmp_path) as at:
        first = at.app.screen
        assert isinstance(first, Lobby)
        contents, first.contents = first.contents, None
        first._list()
        await at.press("enter")
        await at.settle()
        assert at.on == "Lobby"
        assert contents is not None
        first.show(contents)
        await at.settle(lambda: at.on == screen)


async def test_the_cards_before_the_folder_is_read_are_those_of_the_box_that_will_be_shown(
    tmp_path: Path,
) -> None:
    async with lobby(tmp_path) as at:
        first = at.app.screen
        assert isinstance(first, Lobby)
        (contents, first.contents), (box, first.box) = (first.contents, None), (first.box, None)
        await at.press("k")
        await at.settle()
        assert at.on == "Lobby"
        assert "Belum ada kotak" not in at.text()
        assert contents is not None
        first.show(contents)
        await at.settle(lambda: at.on == "Cards")
        assert box in at.text()


async def test_the_next_start_offers_the_very_move_after_a_crash(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        for _ in range(2):
            moves = len(at.session.room.moves)
            await at.press(at.first_key)
            await at.settle(lambda moves=moves: len(at.session.room.moves) > moves)
        left, game = at.table, at.session.room.name
        # The program ends here without closing anything: what is on disk must do.
        at.session._lease = None
    async with lobby(tmp_path, size=(80, 24)) as at:
        assert "▶ Lanjutkan: Ayu, Budi, Citra · putaran 1" in at.text()
        release_crashed(tmp_path)
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        assert at.table == left
        assert at.session.room.name == game


def release_crashed(data: Path) -> None:
    """Within one process the lock of a lease lives on; a real crash lets go of it."""
    for file in (data / "boxes").glob(".*.alive"):
        file.unlink()


async def test_a_damaged_file_of_games_is_told_where_it_is_found(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        play_on(begun(journal))
    os.truncate(tmp_path / FILE, (tmp_path / FILE).stat().st_size * 6 // 10)
    async with lobby(tmp_path) as at:
        assert at.said().startswith("Berkas permainan rusak.")
        (kept,) = tmp_path.glob("games.damaged-*.sqlite")
        assert kept.name in at.said()
        assert "▶ Lanjutkan: Ayu, Budi, Citra · putaran " in at.text()


async def test_a_box_that_cannot_be_read_is_told_and_the_others_are_there(tmp_path: Path) -> None:
    async with lobby(tmp_path):
        pass
    newer = tmp_path / "boxes" / "N5NG.sqlite"
    newer.write_bytes(boxes(tmp_path).path(boxes(tmp_path).ids()[0]).read_bytes())
    with closing(sqlite3.connect(newer)) as registry, registry:
        registry.execute("CREATE TABLE novelty (id INTEGER)")
        registry.execute("PRAGMA user_version = 99")
    async with lobby(tmp_path) as at:
        assert at.said().startswith(f"{newer}: dibuat oleh Ketuk yang lebih baru (versi berkas 99")
        assert DEMO in at.text()


async def test_leaving_a_table_frees_the_box_for_another_game(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at.press("escape", "1")
        await at.settle(lambda: at.on == "Lobby")
        (box,) = boxes(tmp_path).ids()
        assert begin(at.app, names=("A", "B", "C"), options=Options(), box=box)
        await at.settle(lambda: at.on == "TableScreen")


async def test_a_box_in_use_is_refused_in_one_line(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        (box,) = boxes(tmp_path).ids()
        assert not begin(at.app, names=("A", "B", "C"), options=Options(), box=box)
        assert at.said().startswith(f"Kotak {box} sedang dipakai permainan")


async def test_language_is_switched_live_and_kept(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at.press("f2")
        await at.settle(lambda: "Round 1/11" in at.text())
        assert "Reveal the Kejadian card" in at.text()
        assert "trade" in at.text()
        assert json.loads((tmp_path / "settings.json").read_text())["language"] == "en"
        await at.press("f2")
        await at.settle(lambda: "Putaran 1/11" in at.text())


@pytest.mark.parametrize(
    ("key", "on", "indonesian", "english"),
    [
        ("escape", "Ask", "Kembali ke lobi?", "Back to the lobby?"),
        ("h", "HandScreen", "Kartu siapa?", "Whose cards?"),
    ],
)
async def test_the_keys_of_every_screen_work_over_the_table_too(
    tmp_path: Path, key: str, on: str, indonesian: str, english: str
) -> None:
    async with table(tmp_path) as at:
        await at.press(key)
        await at.settle(lambda: at.on == on and indonesian in at.text())
        await at.press("f2")
        await at.settle(lambda: english in at.text())
        await at.press("f1")
        await at.settle(lambda: at.on == "Help")
        await at.press("f1")
        await at.settle(lambda: at.on == on)
        await at.press("ctrl+q")
        await at.settle(lambda: not at.app.is_running)


async def test_help_names_every_key_of_the_screen(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at.press("question_mark")
        await at.settle(lambda: at.on == "Help")
        for told in ("ketik kode", "tangan", "tukar", "mengapa", "susun meja", "aturan"):
            assert told in at.text()
        await at.press(*["pagedown"] * 3)
        await at.settle(lambda: "barikade" in at.text())
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")


async def test_the_palette_speaks_the_language_of_the_table(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at.press("ctrl+p")
        await at.settle(lambda: "Cari perintah" in at.text())


async def test_a_broken_file_of_games_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_text("bukan basis data")
    async with lobby(tmp_path) as at:
        assert "games.sqlite" in at.said()
        assert at.on == "Lobby"


async def test_cards_of_the_box_show_code_and_qr_and_replace_a_lost_card(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        old = at.code(1)
        await at.press("k")
        await at.settle(lambda: at.on == "Cards")
        assert f"{old[:4]}-{old[4:8]}-{old[8:]}" in at.text()
        assert "█" in at.text()
        await at.press("r")
        await at.settle(lambda: at.on == "ChooseScreen")
        await at.press("1")
        await at.settle(lambda: "dicabut untuk seterusnya (hilang)" in at.text())
        await at.press("1")
        await at.settle(lambda: at.on == "Ask" and at.code(1) != old)
        await at.press("2")
        await at.settle(lambda: at.on == "Cards" and "Stiker ke-2" in at.text())
        await at.press("c")
        await at.tap(1)
        assert "Sudah 1 dari 104" in at.text()
        await at.press("escape", "escape")
        await at.settle(lambda: at.on == "TableScreen")


async def test_the_qr_on_the_screen_is_read_by_a_camera(tmp_path: Path) -> None:
    from ketuk.scanning.decode import Chain

    async with table(tmp_path, size=(140, 48)) as at:
        await at.press("k")
        await at.settle(lambda: at.on == "Cards")
        picture = grey(at)
        assert any(at.code(1) in text for text in Chain().read_all(picture))


def grey(at: AtTable):  # type: ignore[no-untyped-def]
    """The screen as a picture: cells of 9 by 18 dots, half blocks as a terminal draws them."""
    import numpy as np

    width, height = at.app.size
    dots = np.zeros((height * 18, width * 9), dtype=np.uint8)
    for y, strip in enumerate(at.app.screen._compositor.render_strips()):
        x = 0
        for segment in strip:
            white = segment.style is not None and segment.style.bgcolor is not None
            back = brightness(segment.style.bgcolor) if white else 0
            front = brightness(segment.style.color) if segment.style else 0
            for sign in segment.text:
                cell = dots[y * 18 : y * 18 + 18, x * 9 : x * 9 + 9]
                cell[:] = front if sign == "█" else back
                if sign == "▀":
                    cell[:9] = front
                elif sign == "▄":
                    cell[9:] = front
                x += 1
    return dots


def brightness(colour) -> int:  # type: ignore[no-untyped-def]
    """How bright a colour of a cell is."""
    if colour is None:
        return 128
    return int(sum(colour.get_truecolor()) / 3)


async def test_the_doctor_tells_its_findings_and_takes_a_test_tap(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at.press("d")
        await at.settle(lambda: at.on == "Doctor" and at.app.screen._done)  # type: ignore[attr-defined]
        assert at.app.screen._findings  # type: ignore[attr-defined]
        count = at.table.count
        await at.tap(2)
        code = at.code(2)
        assert at.said() == f"nfc:uji membaca {code[:4]}-{code[4:8]}-{code[8:]}: Medan"
        assert at.table.count == count
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")
