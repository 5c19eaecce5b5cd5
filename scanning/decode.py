"""QR symbols in a grey picture, as the texts they hold.

zxing-cpp reads plain, then doubled or sharpened; then zbar, which still reads at steep tilts and
under burnt-out spots; then zxing-cpp softened. The order is that of what each step adds on the
pictures of ``benchmarks/scanning_decode.py`` for its time. The first step runs on every frame, of
the others one a frame, in turn: all of them on each frame would keep a core busy. Either library
alone serves when the other is missing. What is read is returned as it stands; only
:mod:`ketuk.codes.payload` says what is ours.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]
"""Rows of brightness, 0 to 255."""
Decoder = Callable[[Grey], tuple[str, ...]]

LARGEST_DOUBLED = 2_000
"""Pixels of width beyond which a picture is halved instead of doubled for a second look."""
SMALLEST = 16
"""A picture smaller than this holds no symbol (the smallest has 21 modules a side)."""


class NoDecoder(Exception):
    """Neither zxing-cpp nor pyzbar with libzbar can be loaded."""


@dataclass(frozen=True, slots=True)
class DecodeStep:
    """One way to read a picture."""

    name: str
    read: Decoder


def zxing(grey: Grey) -> tuple[str, ...]:
    """Read with zxing-cpp, QR model 2 only: damaged stickers were read as Micro QR otherwise."""
    import zxingcpp

    model_2 = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCodeModel2])
    symbols = zxingcpp.read_barcodes(np.ascontiguousarray(grey), formats=model_2)
    return _unique([result.text for result in symbols if result.valid])


def sees_damaged(grey: Grey) -> bool:
    """Whether a symbol is in view that zxing-cpp finds and cannot read."""
    import zxingcpp

    model_2 = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCodeModel2])
    symbols = zxingcpp.read_barcodes(
        np.ascontiguousarray(grey), formats=model_2, return_errors=True
    )
    return any(not result.valid for result in symbols)


def zbar(grey: Grey) -> tuple[str, ...]:
    """Read with pyzbar, QR only: other symbologies cost time and print asserts."""
    from pyzbar import pyzbar

    try:
        symbols = pyzbar.decode(np.ascontiguousarray(grey), symbols=[pyzbar.ZBarSymbol.QRCODE])
    except (ValueError, ZeroDivisionError):  # a symbol in several parts; a picture without area
        return ()
    return _unique([result.data.decode("utf-8", "replace") for result in symbols])


def sharpened(grey: Grey) -> Grey:
    """Unsharp mask: edges of a small or dim symbol stand out again."""
    import cv2

    soft = cv2.GaussianBlur(grey, (0, 0), 1.5)
    return _grey(cv2.addWeighted(grey, 2.5, soft, -1.5, 0))


def resized(grey: Grey) -> Grey:
    """Twice the size; a large picture half, since its symbols may be too coarse instead."""
    import cv2

    large = grey.shape[1] > LARGEST_DOUBLED
    factor, way = (0.5, cv2.INTER_AREA) if large else (2.0, cv2.INTER_CUBIC)
    return _grey(cv2.resize(grey, None, fx=factor, fy=factor, interpolation=way))


def softened(grey: Grey) -> Grey:
    """A light blur: noise and the pattern of a screen go away."""
    import cv2

    return _grey(cv2.GaussianBlur(grey, (0, 0), 1.2))


def has_zxing() -> bool:
    """Whether zxing-cpp can be loaded."""
    try:
        import zxingcpp  # noqa: F401
    except ImportError:
        return False
    return True


def has_zbar() -> bool:
    """Whether pyzbar and the library behind it can be loaded."""
    if importlib.util.find_spec("pyzbar") is None:
        return False
    try:
        from pyzbar import pyzbar  # noqa: F401
    except (ImportError, OSError):
        return False
    return True


def steps(*, use_zxing: bool | None = None, use_zbar: bool | None = None) -> list[DecodeStep]:
    """The steps that can run here, the one for every frame first.

    Raises:
        NoDecoder: there is none.
    """
    chain: list[DecodeStep] = []
    if has_zxing() if use_zxing is None else use_zxing:
        chain += [
            DecodeStep("zxing", zxing),
            DecodeStep("zxing, resized", lambda grey: zxing(resized(grey))),
            DecodeStep("zxing, sharpened", lambda grey: zxing(sharpened(grey))),
            DecodeStep("zxing, softened", lambda grey: zxing(softened(grey))),
        ]
    if has_zbar() if use_zbar is None else use_zbar:
        if chain:
            chain.insert(3, DecodeStep("zbar", zbar))
        else:
            chain = [
                DecodeStep("zbar", zbar),
                DecodeStep("zbar, resized", lambda grey: zbar(resized(grey))),
                DecodeStep("zbar, inverted", lambda grey: zbar(_grey(255 - grey))),
            ]
    if not chain:
        raise NoDecoder
    return chain


class Chain:
    """Reads frame after frame of one camera. Not for several threads at once."""

    def __init__(self, chain: list[DecodeStep] | None = None) -> None:
        first, *others = chain or steps()
        self._first, self._others = first, others
        self._turn = 0

    def look(self, grey: Grey) -> tuple[str, ...]:
        """The texts in one frame of many: the first step, else one of the others, in turn."""
        if min(grey.shape) < SMALLEST:
            return ()
        texts = self._first.read(grey)
        if texts or not self._others:
            return texts
        step = self._others[self._turn]
        texts = step.read(grey)
        if not texts:  # a step that has just read stays on turn for the next frame
            self._turn = (self._turn + 1) % len(self._others)
        return texts

    def read(self, grey: Grey) -> tuple[str, ...]:
        """The texts in a single picture: every step until one of them reads."""
        if min(grey.shape) < SMALLEST:
            return ()
        for step in (self._first, *self._others):
            if texts := step.read(grey):
                return texts
        return ()

    def read_all(self, grey: Grey) -> tuple[str, ...]:
        """The texts that any step reads: for a sheet of many symbols, when no time presses."""
        if min(grey.shape) < SMALLEST:
            return ()
        texts = [text for step in (self._first, *self._others) for text in step.read(grey)]
        return _unique(texts)


def _grey(picture: Any) -> Grey:
    """OpenCV's own array type, which its stubs leave open, as what it is here."""
    return np.asarray(picture, dtype=np.uint8)


def _unique(texts: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))
