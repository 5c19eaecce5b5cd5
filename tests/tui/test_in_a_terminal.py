"""The real command in a real terminal: full and sealed disks, two at one game, stop and go on."""

import json
import resource
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from forbidding import as_anybody, seal, unseal
from saved_games import saved_game
from terminals import KETUK, Terminal

import engine
from rooms.journal import FILE, Journal

READY = "Buka kartu Kejadian"
ESC, F2, F5 = "\x1b", "\x1bOQ", "\x1b[15~"


def ketuk(data: Path, *arguments: str, **more: object) -> Terminal:
    return Terminal("--data", data, "--lang", "id", *arguments, **more)  # type: ignore[arg-type]


def at_table(data: Path, **more: object) -> Terminal:
    """The saved game, continued."""
    screen = ketuk(data, **more)
    screen.wait_for("Lanjutkan: Ayu")
    screen.send("\r")
    return screen


def moves(data: Path) -> int:
    with Journal.open(data / FILE) as journal:
        return sum(game.moves for game in journal.games())


class Disk:
    """The disk of a running program: full, or with room."""

    def __init__(self, screen: Terminal) -> None:
        self._pid = screen.pid

    def fill(self) -> None:
        resource.prlimit(self._pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    def free(self) -> None:
        limits = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(self._pid, resource.RLIMIT_FSIZE, limits)


linux = pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of another process")


@linux
def test_a_full_disk_shows_no_move_says_why_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    saved_game(tmp_path)
    (tmp_path / "settings.json").write_text(json.dumps({"folder": str(tmp_path)}))
    with at_table(tmp_path) as screen:
        screen.wait_for(READY)
        disk = Disk(screen)
        disk.fill()
        screen.send("\r")
        screen.wait_for("Tempat di disk habis, jadi tidak dilakukan", READY)
        assert moves(tmp_path) == 0
        screen.press("r")
        screen.wait_for("Riwayat: 0 langkah")
        screen.press("e")
        screen.wait_for("Ekspor permainan")
        screen.send("\r")
        screen.wait_for("disk penuh")
        screen.send(ESC)
        screen.wait_for(READY)
        screen.send(F2)
        screen.wait_for("Reveal the Kejadian card", "settings cannot be kept")
        assert not [*tmp_path.glob("*.part"), *tmp_path.glob("*.ketuk")]
        disk.free()
        screen.send("\r")
        screen.wait_for("Kejadian: ")
    assert moves(tmp_path) == 1


@linux
def test_on_a_disk_that_is_full_from_the_start_the_lobby_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    with ketuk(tmp_path / "data", before=full) as screen:
        screen.wait_for("Tidak bisa ditulis, disk penuh", "Kosongkan sedikit, lalu ulangi")
        screen.press("n")
        screen.wait_for("Kursi 1")
        for name in ("Ayu", "Budi", "Citra"):
            screen.press(f"{name}\r")
        screen.wait_for("3 pemain")
        screen.send(F5)
        screen.wait_for("disk", "3 pemain", "Ayu")
        Disk(screen).free()
        screen.send(ESC)
        screen.wait_for("baru dibuat", gone="disk penuh")


@pytest.fixture
def sealed(tmp_path: Path) -> Iterator[Path]:
    data = tmp_path / "data"
    saved_game(data, moves=2)
    seal(data)
    yield data
    unseal(data)


def test_in_a_folder_that_takes_nothing_games_and_cards_can_be_looked_at(sealed: Path) -> None:
    with ketuk(sealed, before=as_anybody) as screen:
        screen.wait_for("Lanjutkan: Ayu", "Kotak")
        screen.send("\r")
        screen.wait_for("Tidak bisa dibaca atau ditulis di sini", "--data", "Lanjutkan: Ayu")
        screen.press("k")
        screen.wait_for("Banda Aceh", "Kode:")
        screen.send(ESC)
        screen.wait_for("Lanjutkan: Ayu")
        screen.send(F2)
        screen.wait_for("settings cannot be kept")
        screen.send("\x11")
        assert screen.ended() == 0


@pytest.mark.parametrize(
    "where", ["berkas/di bawahnya", "x" * 300, "map dengan spasi, é 日本 ?#%20", "y" * 120]
)
def test_any_path_of_a_data_folder_is_used_or_named(tmp_path: Path, where: str) -> None:
    (tmp_path / "berkas").write_text("")
    with ketuk(tmp_path / where) as screen:
        screen.until(
            lambda: "tidak bisa dibaca" in screen.text.lower() or "baru dibuat" in screen.text
        )
        screen.send("\x11")
        assert screen.ended() == 0
        assert b"Traceback" not in screen.raw


def test_two_at_one_game_and_the_second_goes_on_when_the_first_is_killed(tmp_path: Path) -> None:
    saved_game(tmp_path)
    with at_table(tmp_path) as first, ketuk(tmp_path) as second:
        first.wait_for(READY)
        second.wait_for("Lanjutkan: Ayu")
        second.send("\r")
        second.wait_for("sedang dipakai permainan", "Tutup dulu")
        first.kill()
        second.send("\r")
        second.wait_for(READY)


def test_without_a_box_two_may_play_and_the_slower_one_sees_what_the_other_did(
    tmp_path: Path,
) -> None:
    saved_game(tmp_path, box=False)
    with at_table(tmp_path) as first, at_table(tmp_path) as second:
        first.wait_for(READY)
        second.wait_for(READY)
        first.send("\r")
        first.wait_for("Kejadian: ")
        second.send("\r")
        second.wait_for("Ada yang bergerak lebih dulu", "Kejadian: ")
    assert moves(tmp_path) == 1


def test_ctrl_z_gives_the_shell_back_and_fg_the_whole_screen(tmp_path: Path) -> None:
    saved_game(tmp_path)
    with Terminal(
        "--norc", "-i", program=("/bin/bash",), variables={"PS1": "SHELL> ", "HISTFILE": None}
    ) as shell:
        shell.wait_for("SHELL>")
        command = " ".join(f"'{part}'" for part in (*KETUK, "--data", tmp_path, "--lang", "id"))
        shell.send(f"{command}\r")
        shell.wait_for("Lanjutkan: Ayu")
        shell.send("\r")
        shell.wait_for(READY, "Balikpapan")
        shell.press("x")
        shell.wait_for("Siapa yang keluar")  # over a question too
        shell.send("\x1a")
        shell.wait_for("Stopped", "SHELL>", gone="Siapa yang keluar")
        shell.send("stty -a | grep -o ' echo ' | tr e E\r")
        shell.wait_for(" Echo ")
        shell.resize(100, 30)
        shell.send("fg\r")
        shell.wait_for("Siapa yang keluar", "Ayu keluar", gone="SHELL>")
        shell.send(ESC)
        shell.wait_for(READY, "Balikpapan", gone="Siapa yang keluar")
        shell.send("\r")
        shell.wait_for("Kejadian: ")
        shell.send("\x11")
        shell.wait_for("SHELL>")


def test_a_window_that_is_closed_ends_the_program(tmp_path: Path) -> None:
    saved_game(tmp_path)
    with at_table(tmp_path) as screen:
        screen.wait_for(READY)
        assert screen.hang_up() in (0, -signal.SIGHUP)
    with at_table(tmp_path) as again:  # the box was let go of
        again.wait_for(READY)


def test_a_storm_of_sizes_leaves_the_screen_whole(tmp_path: Path) -> None:
    saved_game(tmp_path)
    with at_table(tmp_path) as screen:
        screen.wait_for(READY)
        for size in ((20, 5), (300, 100), (1, 1), (79, 23), (59, 40), (200, 19)) * 3:
            screen.resize(*size)
            screen.pump(0.02)
        screen.wait_for("terlalu kecil: 200 x 19", "60 x 20")
        screen.resize(80, 24)
        screen.wait_for(READY, "Mulai", gone="terlalu kecil")
        screen.send("\r")
        screen.wait_for("Kejadian: ")


@pytest.mark.parametrize(
    "variables",
    [
        {"TERM": "linux"},
        {"LANG": "C", "LC_ALL": "C"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "cp437", "NO_COLOR": "1"},
    ],
)
def test_a_poor_terminal_gets_ascii_and_nothing_else(
    tmp_path: Path, variables: dict[str, str]
) -> None:
    saved_game(tmp_path)
    with at_table(tmp_path, variables={"KETUK_ASCII": None, **variables}) as screen:
        screen.wait_for(READY, "oA Ayu", "#B Budi")
        screen.send("\r")
        screen.wait_for("Kejadian: ")
        assert screen.raw.isascii()
        assert b"\\u" not in screen.raw


def test_a_terminal_without_colours_shows_the_same_table(tmp_path: Path) -> None:
    saved_game(tmp_path)
    with at_table(tmp_path, variables={"NO_COLOR": "1"}) as screen:
        screen.wait_for(READY, "●A Ayu", "■B Budi", "▲C")


def test_where_no_screen_can_be_drawn_one_line_says_so(tmp_path: Path) -> None:
    with ketuk(tmp_path, variables={"TERM": "dumb"}) as screen:
        assert screen.ended() == 1
        assert "tidak bisa menggambar layar" in screen.text
        assert b"\x1b" not in screen.raw


@pytest.mark.parametrize("seed", range(3))
def test_killed_at_any_moment_it_goes_on_at_that_very_move(tmp_path: Path, seed: int) -> None:
    """Enter is pressed and the program killed after some bytes of its answer, again and again."""
    saved_game(tmp_path, seed=seed)
    for painted in (0, 1, 400, 4_000):
        with at_table(tmp_path) as screen:
            screen.wait_for("Putaran 1")
            before = len(screen.raw)
            screen.send("\r")
            while len(screen.raw) - before < painted:
                screen.pump()
            screen.kill()
        with Journal.open(tmp_path / FILE) as journal:
            (game,) = journal.games()
            events = [event for row in journal.rows(game.name) for event in row.events]
            left = engine.replay(events)
        assert left.count == len(events)
