"""The decoder chain on the real libraries."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
import segno
from scenes import CODES, A, B, Studio, symbol

from ketuk.codes.payload import find_code
from ketuk.scanning import decode
from ketuk.scanning.decode import Chain, DecodeStep, NoDecoder, steps
from ketuk.scanning.sources import grey_of

BOTH = pytest.mark.parametrize(
    "chain",
    [
        Chain(steps(use_zxing=True, use_zbar=True)),
        Chain(steps(use_zxing=True, use_zbar=False)),
        Chain(steps(use_zxing=False, use_zbar=True)),
    ],
    ids=["both", "zxing alone", "zbar alone"],
)


@BOTH
def test_a_sticker_on_the_table(chain):
    assert chain.look(grey_of(Studio().frame(A))) == (A,)


@BOTH
def test_light_on_dark_within_a_few_frames(chain):
    grey = grey_of(Studio().frame(A, invert=True))
    assert (A,) in [chain.look(grey) for _ in range(6)]


@BOTH
@pytest.mark.parametrize("width", [640, 1280, 3840])
def test_one_card_at_every_size_of_picture(chain, width):
    grey = grey_of(Studio().frame(A, scale=8))
    resized = cv2.resize(grey, (width, width * 9 // 16), interpolation=cv2.INTER_AREA)
    assert chain.read(resized) == (A,)


@pytest.mark.parametrize(
    "ink", [(0, 0, 0), (120, 30, 0), (0, 0, 120)], ids=["black", "blue", "red"]
)
@pytest.mark.parametrize("paper", [(255, 255, 255), (0, 230, 255)], ids=["white", "yellow"])
@BOTH
def test_colours(chain, ink, paper):
    card = symbol(A)
    colour = np.where((card < 128)[..., None], np.uint8(ink), np.uint8(paper))
    assert chain.read(grey_of(np.ascontiguousarray(colour))) == (A,)


def test_a_sheet_of_24_labels_is_read_whole():
    codes = [f"KTK:{i:04d}TEST{i:04d}" for i in range(24)]
    rows = [np.hstack([symbol(c, scale=4) for c in codes[r : r + 6]]) for r in range(0, 24, 6)]
    assert set(Chain().read_all(np.vstack(rows))) == set(codes)


def test_two_codes_in_one_frame_are_both_told():
    assert set(Chain().look(grey_of(Studio().frame(A, B)))) == {A, B}


def test_a_micro_qr_symbol_is_none_of_ours():
    out = segno.make("414641", micro=True)
    grey = np.array(
        [[0 if dark else 255 for dark in row] for row in out.matrix_iter(8, 4)], np.uint8
    )
    assert Chain().read(grey) == ()


@BOTH
@pytest.mark.parametrize(
    "text",
    ["\x0e\x0f\x00\x1b" + A, "ÄÖÜ€", "日本語", "", " ", "x" * 1000],
    ids=["controls", "umlauts", "kanji", "empty", "blank", "long"],
)
def test_odd_contents_do_no_harm(chain, text):
    try:
        card = segno.make(text or "0", micro=False)
    except ValueError:
        pytest.skip("no such symbol")
    grey = np.array([[0 if d else 255 for d in row] for row in card.matrix_iter(4, 4)], np.uint8)
    for said in chain.read(grey):
        assert find_code(said) is None


def test_a_symbol_in_several_parts_does_no_harm():
    for part in segno.make_sequence("KETUK " * 40, symbol_count=2):
        grey = np.array(
            [[0 if d else 255 for d in row] for row in part.matrix_iter(4, 4)], np.uint8
        )
        assert [find_code(text) for text in Chain().read_all(grey)] == [None] * len(
            Chain().read_all(grey)
        )


@BOTH
@pytest.mark.parametrize("shape", [(0, 0), (1, 1), (15, 400), (16, 16), (400, 16)])
def test_pictures_without_room_for_a_code(chain, shape):
    assert chain.look(np.zeros(shape, np.uint8)) == ()
    assert chain.read(np.zeros(shape, np.uint8)) == ()


def test_one_dear_step_a_frame_in_turn():
    asked: list[str] = []
    chain = Chain(
        [DecodeStep(n, lambda _, n=n: asked.append(n) or ()) for n in ("plain", "x", "y")]
    )
    grey = np.full((100, 100), 200, np.uint8)
    for _ in range(3):
        chain.look(grey)
    assert asked == ["plain", "x", "plain", "y", "plain", "x"]


def test_the_step_that_has_just_read_stays_on_turn():
    chain = Chain(
        [
            DecodeStep("plain", lambda _: ()),
            DecodeStep("x", lambda _: ()),
            DecodeStep("y", lambda _: ("!",)),
        ]
    )
    grey = np.full((100, 100), 200, np.uint8)
    assert [chain.look(grey) for _ in range(4)] == [(), ("!",), ("!",), ("!",)]


def test_no_decoder_at_all_is_told():
    with pytest.raises(NoDecoder):
        steps(use_zxing=False, use_zbar=False)


def test_no_text_of_ours_in_pictures_without_a_code():
    random = np.random.default_rng(7)
    chain = Chain()
    for _ in range(60):
        grey = cv2.resize(random.integers(0, 255, (90, 160)).astype(np.uint8), (1280, 720))
        assert [find_code(text) for text in chain.look(grey)] == []


def test_what_is_missing_is_seen(monkeypatch):
    import builtins

    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name.startswith(("pyzbar", "zxingcpp")):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    assert not decode.has_zxing()
    assert not decode.has_zbar()
    assert CODES
