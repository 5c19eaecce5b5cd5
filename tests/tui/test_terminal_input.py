"""What a terminal sends: bytes that are no UTF-8, old mouse reports, sizes in pixels, any bytes."""

import os
import random
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ketuk.tui.terminal_input import ESCAPE, PASTE_ENDS, Sieve

STRINGS = int(os.environ.get("KETUK_BYTES", "300"))
"""Random byte strings that are sent to the program in its terminal."""
KNOWN = (
    b"\x1b[A", b"\x1bOP", b"\x1b[[A", b"\x1b[15~", b"\x1b[1;5C", b"\x1b[Z", b"\x1b[97;;97u",
    b"\x1b[13u", b"\x1b[<0;5;6M", b"\x1b[<0;5;6m", b"\x1b[<35;120;36M", b"\x1b[I", b"\x1b[O",
    b"\x1b[5;7R",
    b"\x1b[?2026;2$y", b"\r", b"\x7f", b"Ayu", "Née 日本".encode(),
    b"\x1b[200~KTK:N5NG0ANCHAVD\n\x1b[201~",
)  # fmt: skip
"""What Textual understands as it is."""
REPLIES = (
    b"\x1b[48;36;120;720;1200t", b"\x1b[8;36;120t", b"\x1b[?2048;2$y", b"\x1b[?1;2c",
    b"\x1b[>1;10;0c", b"\x1b[0n", b"\x1b]11;rgb:0000/0000/0000\x07", b"\x1bP1$r0m\x1b\\",
    b"\x1b_Gi=1;OK\x1b\\",
    b"\x1b[?62;22c", b"\x1b[9999999999;1u", b"\x1b[55296;;56320u", b"\x1b[97:65;1:3u",
    b"\x1b[5\x80",
)  # fmt: skip
"""Replies and faults that would come out as keys, or end the program."""


@pytest.mark.parametrize("sent", KNOWN)
def test_what_is_understood_passes_as_it_is_however_it_is_cut(sent: bytes) -> None:
    assert Sieve().feed(sent) == sent
    for at in range(1, len(sent)):
        sieve = Sieve()
        assert sieve.feed(sent[:at]) + sieve.feed(sent[at:]) == sent


@pytest.mark.parametrize("sent", REPLIES)
def test_replies_are_no_keys_however_they_are_cut(sent: bytes) -> None:
    for at in range(len(sent) + 1):
        sieve = Sieve()
        assert sieve.feed(sent[:at]) + sieve.feed(sent[at:] + b"q") == b"q"


def test_esc_alone_is_a_key_after_a_moment() -> None:
    sieve = Sieve()
    assert (sieve.feed(b"\x1b"), sieve.waits) == (b"", True)
    assert (sieve.idle(), sieve.waits) == (ESCAPE, False)
    assert sieve.feed(b"\x1b[12") + sieve.idle() == b""
    assert sieve.feed(b"\x1b\x1b[A") == ESCAPE + b"\x1b[A"
    assert sieve.feed(b"\x1bx") == b"\x1b[120;3u"  # Alt and a key


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"\x1b[M !!\x1b[M#!!", b"\x1b[<0;1;1M\x1b[<0;1;1m"),
        (b'\x1b[M"\xf0\x95\x1b[M#\xf0\x95', b"\x1b[<2;208;117M\x1b[<2;208;117m"),
        (b"\x1b[M`%&", b"\x1b[<64;5;6M"),
        (b"\x1b[MC\xff\xff", b"\x1b[<35;223;223M"),
        (b"\x1b[32;120;36M\x1b[35;120;36M", b"\x1b[<0;120;36M\x1b[<0;120;36m"),
    ],
)
def test_old_reports_of_the_mouse_are_told_as_new_ones(old: bytes, new: bytes) -> None:
    assert Sieve().feed(old) == new


def test_a_latin_terminal_types_its_letters() -> None:
    sieve = Sieve()
    assert sieve.feed("Née".encode("latin-1")) == "Née".encode()
    assert sieve.feed(b"\xe9") + sieve.idle() == "é".encode()


def test_nothing_in_a_paste_is_a_command_and_a_paste_without_an_end_ends() -> None:
    sieve = Sieve()
    assert b"\x1b[48" not in sieve.feed(b"\x1b[200~a\x1b[48;1;1;1;1tb")
    assert sieve.idle() == b"\x1b[201~"
    assert sieve.feed(b"q") == b"q"


@given(st.lists(st.binary(max_size=40)))
def test_whatever_comes_is_well_formed_and_nothing_is_held_for_ever(reads: list[bytes]) -> None:
    sieve = Sieve()
    out = b"".join(sieve.feed(read) for read in reads)
    out += sieve.idle() + sieve.idle()
    out.decode()
    assert not sieve.waits


if sys.platform != "win32":
    from saved_games import saved_game
    from terminals import Terminal

    READY = "Buka kartu Kejadian"
    DEADLY = b"\x11\x1a"
    """Ctrl-Q and Ctrl-Z, by which people end and stop the program."""

    def at_table(data: Path) -> Terminal:
        saved_game(data)
        screen = Terminal("--data", data, "--lang", "id")
        screen.wait_for("Lanjutkan: Ayu")
        screen.press("\r")
        screen.wait_for(READY)
        return screen

    def any_bytes(chance: random.Random) -> bytes:
        """Bytes as they come, or parts of sequences put together."""
        if chance.random() < 0.5:
            sent = chance.randbytes(chance.randint(1, 60))
        else:
            parts = [
                *KNOWN,
                *REPLIES,
                b"\xe9",
                b"\x1b[M\xf0\xf0\xf0",
                b"\x1b[",
                b"\x1b[200~",
                b"\x9b",
            ]
            sent = b"".join(p[: chance.randint(1, len(p))] for p in chance.choices(parts, k=4))
        return sent.translate(None, DEADLY)

    def test_random_bytes_end_nothing(tmp_path: Path) -> None:
        chance = random.Random(7)
        with at_table(tmp_path) as screen:
            for _ in range(STRINGS):
                screen.send_bytes(any_bytes(chance))
                assert screen.pump(0.002), screen.raw[-2000:]
            while screen.pump(1.0):  # a key in a paste, or together with others, is none
                screen.send_bytes(PASTE_ENDS + b"\x11")
            assert screen.ended() == 0
        assert not (tmp_path / "kesalahan.log").exists()

    def test_after_a_report_in_pixels_clicks_land_where_they_are_made(tmp_path: Path) -> None:
        with at_table(tmp_path) as screen:
            screen.send("\x1b[?2048;2$y\x1b[48;36;120;720;1200t")
            screen.pump(0.3)
            screen.click_once("Surabaya")
            screen.wait_for("Harga 3.000")
