"""The real command in a real terminal: full and sealed disks, two at one game, stop and go on."""

import json
import re
import resource
import signal
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from forbidding import as_anybody, seal, unseal
from saved_games import saved_game
from terminals import KETUK, Terminal

from ketuk import engine
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.lease import Lease
from ketuk.tui.boxes.box import boxes
from ketuk.tui.menu import question
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.telling import Telling
from ketuk.tui.words import Words

READY = "Buka kartu Kejadian"
ESC, F2, F5 = "\x1b", "\x1bOQ", "\x1b[15~"


def ketuk(data: Path, *arguments: str, **more: object) -> Terminal:
    return Terminal("--data", data, "--lang", "id", *arguments, **more)  # type: ignore[arg-type]


def at_table(data: Path, **more: object) -> Terminal:
    """The saved game, continued."""
    screen = ketuk(data, **more)
    screen.wait_for("Lanjutkan: Ayu")
    screen.press("\r")
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
        screen.press("\r")
        screen.wait_for("Tempat di disk habis, jadi tidak dilakukan", READY)
        assert moves(tmp_path) == 0
        screen.press("r")
        screen.wait_for("Riwayat: 0 langkah")
        screen.press("e")
        screen.wait_for("Ekspor permainan")
        screen.press("\r")
        screen.wait_for("disk penuh")
        screen.press([ESC])
        screen.wait_for(READY)
        screen.press([F2])
        screen.wait_for("Reveal the Kejadian card", "settings cannot be kept")
        assert not [*tmp_path.glob("*.part"), *tmp_path.glob("*.ketuk")]
        disk.free()
        screen.press("\r")
        screen.wait_for("Kejadian: ")
    assert moves(tmp_path) == 1


def named_box(screen: Terminal) -> str:
    """The file of a box that is named on the screen."""
    found = re.search(r"\w{4}\.sqlite", screen.text)
    return found[0] if found else ""


@linux
def test_on_a_disk_that_is_full_from_the_start_the_lobby_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    with ketuk(tmp_path / "data", before=full) as screen:
        screen.wait_for("Tidak bisa ditulis, disk penuh", "Kosongkan sedikit tempat, lalu ulangi")
        screen.press("n")
        screen.wait_for("Kursi 1")
        for name in ("Ayu", "Budi", "Citra"):
            screen.press(f"{name}\r")
        screen.wait_for("3 pemain")
        told = named_box(screen)
        screen.send(F5)
        screen.until(lambda: named_box(screen) not in ("", told))  # another one was tried
        screen.wait_for("disk penuh", "3 pemain", "Ayu")
        Disk(screen).free()
        screen.press([ESC])
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
        screen.press("\r")
        screen.wait_for("Tidak bisa dibaca atau ditulis di sini", "--data", "Lanjutkan: Ayu")
        screen.press("k")
        screen.wait_for("Banda Aceh", "Kode:")
        screen.press([ESC])
        screen.wait_for("Lanjutkan: Ayu")
        screen.press([F2])
        screen.wait_for("settings cannot be kept")
        screen.send("\x11")
        assert screen.ended() == 0


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
        second.wait_for(Words("id")("refusals.stale").partition(".")[0], "Kejadian: ")
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
        shell.wait_for("Echo SHELL>")
        shell.resize(100, 30)
        shell.send("fg\r")
        shell.wait_for("Siapa yang keluar", "Ayu keluar", gone="SHELL>")
        shell.send(ESC)
        shell.wait_for(READY, "Mulai", gone="Siapa yang keluar")
        shell.send("\r")
        shell.wait_for("Kejadian: ")
        shell.send("\x11")
        shell.wait_for("SHELL>")


def test_a_window_that_is_closed_ends_the_program(tmp_path: Path) -> None:
    saved_game(tmp_path)
    with at_table(tmp_path) as screen:
        screen.wait_for(READY)
        assert screen.hang_up() == 0
    assert not [*tmp_path.rglob("*.alive"), *tmp_path.rglob("*.log"), *tmp_path.rglob("*-wal")]


def test_who_quits_at_the_table_leaves_the_box_to_any_game(tmp_path: Path) -> None:
    saved_game(tmp_path)
    with at_table(tmp_path) as screen:
        screen.wait_for(READY)
        screen.send("\x11")
        assert screen.ended() == 0
    (box,) = boxes(tmp_path).ids()
    with boxes(tmp_path).open(box) as registry:
        assert isinstance(Lease.take(registry, game="lain", now=datetime.now(UTC)), Lease)


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
        screen.click(f"1  {READY}", then="Kejadian: ")


@pytest.mark.parametrize(
    "variables",
    [
        {"TERM": "linux"},
        {"LANG": "C", "LC_ALL": "C"},
        {"PYTHONIOENCODING": "cp437", "NO_COLOR": "1"},
    ],
)
def test_a_poor_terminal_gets_ascii_and_nothing_else(
    tmp_path: Path, variables: dict[str, str]
) -> None:
    saved_game(tmp_path)
    with at_table(tmp_path, variables={"KETUK_ASCII": None, **variables}) as screen:
        screen.wait_for(READY, "oA Ayu", "#B Budi")
        screen.press("\r")
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


def test_killed_at_any_moment_it_goes_on_at_that_very_move(tmp_path: Path) -> None:
    """Enter is pressed and the program killed after some bytes of its answer, again and again."""
    saved_game(tmp_path)
    for painted in (0, 1, 5_000):
        asked = asked_now(tmp_path)
        with at_table(tmp_path) as screen:
            screen.wait_for(asked)
            before = len(screen.raw)
            screen.send("\r")
            screen.until(lambda seen=before + painted: len(screen.raw) >= seen)  # type: ignore[misc]
            screen.kill()
    with at_table(tmp_path) as screen:
        screen.wait_for(asked_now(tmp_path))


def asked_now(data: Path) -> str:
    """The first choice that the table has, by what is on disk."""
    with Journal.open(data / FILE) as journal:
        (game,) = journal.games()
        found = [event for row in journal.rows(game.name) for event in row.events]
    rules = engine.ruleset("nusantara")
    asked = question(Names(Telling(Words("id"), rules), engine.replay(found)))
    assert asked is not None
    return f"1 {asked.choices[0].label}"


WHOLE = (b"?1000l", b"?1003l", b"?1006l", b"?2004l", b"?1049l", b"?25h")
"""Mouse and pastes are reported no more, the first screen and the cursor are back."""


def is_whole(screen: Terminal, before: int, settings: object) -> None:
    left = screen.raw[before:]
    assert [mode for mode in WHOLE if b"\x1b[" + mode not in left] == []
    assert b"Traceback" not in left
    assert screen.settings == settings


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_told_to_end_it_leaves_the_terminal_whole(tmp_path: Path, number: signal.Signals) -> None:
    """Twice, as by somebody who is in a hurry."""
    with ketuk(tmp_path) as screen:
        settings = screen.settings
        screen.wait_for("baru dibuat")
        assert screen.settings != settings
        before = len(screen.raw)
        screen.signal(number)
        screen.signal(number)
        assert screen.ended() == 0
        is_whole(screen, before, settings)


FAULTY = """
import sys
from pathlib import Path
from ketuk.tui.app import KetukApp
from ketuk.tui.words import Words

class Faulty(KetukApp):
    def on_mount(self):
        super().on_mount()
        self.call_after_refresh(self.fail if sys.argv[1] == "app" else self.work)

    def work(self):
        self.run_worker(self.fail, thread=True)

    def fail(self):
        raise RuntimeError("a wire came loose")

app = Faulty(data=Path(sys.argv[2]), words=Words("id"))
app.run()
sys.exit(app.return_code)
"""


@pytest.mark.parametrize("where", ["app", "worker"])
def test_a_fault_that_nobody_foresaw_leaves_the_terminal_whole(tmp_path: Path, where: str) -> None:
    program = (sys.executable, "-c", FAULTY)
    with Terminal(where, tmp_path, program=program) as screen:
        settings = screen.settings
        assert screen.ended() == 1
        is_whole(screen, 0, settings)
        assert "a wire came loose" in " ".join(screen.text.split())


def test_after_sleep_what_the_terminal_says_meanwhile_is_no_key(tmp_path: Path) -> None:
    """Replies, focus and mouse that pile up while the program stands still, in a menu."""
    saved_game(tmp_path)
    with at_table(tmp_path) as screen:
        screen.wait_for(READY)
        screen.press("x")
        screen.wait_for("Siapa yang keluar")
        screen.signal(signal.SIGSTOP)
        screen.send("\x1b[?62;22c\x1b[?2026;2$y\x1b[8;36;120t\x1b[4;720;1200t\x1b]11;rgb:1/1/1\x07")
        screen.send("\x1b[O\x1b[I\x1b[<35;10;10M")
        screen.resize(20, 5)
        screen.signal(signal.SIGCONT)
        screen.wait_for("20 x 5")
        screen.resize(120, 36)
        screen.wait_for("Siapa yang keluar", "Ayu keluar", gone="20 x 5")
        screen.press([ESC])
        screen.wait_for(READY, "Mulai", gone="Siapa yang keluar")
        assert moves(tmp_path) == 0
        screen.press("\r")
        screen.wait_for("Kejadian: ")


def test_killed_in_the_middle_and_continued_at_that_very_move(tmp_path: Path) -> None:
    first = ketuk(tmp_path)
    first.wait_for("baru dibuat")
    first.press("n")
    first.wait_for("Kursi 1")
    for name in ("Ayu", "Budi", "Citra"):
        first.press(f"{name}\r")
        first.wait_for(name)
    first.send(F5)
    first.wait_for(READY)
    first.press("\r")
    first.wait_for("Kejadian:")
    first.kill()
    with Journal.open(tmp_path / FILE) as journal:
        (saved,) = journal.games()
        assert saved.moves == 1
        rows = journal.rows(saved.name)
        left = engine.replay([e for row in rows for e in row.events])
    second = ketuk(tmp_path)
    second.wait_for("Lanjutkan: Ayu, Budi, Citra")
    second.press("\r")
    card = engine.ruleset("nusantara").cards[left.event].name
    second.wait_for(f"Kejadian: {card}")
    second.kill()
