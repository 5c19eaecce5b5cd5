"""Pictures of stickers as a camera would see them, made here with a fixed seed."""

from __future__ import annotations

import io
from pathlib import Path

import cv2
import numpy as np
import segno
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

CODES = ("N5NG0ANCHAVD", "KTK7Z3A9QXGY", "000000000168")
A, B, C = ("KTK:" + code for code in CODES)


def symbol(text: str, *, scale: int = 6, level: str = "h") -> Picture:
    """A QR symbol as stickers carry it (2-H), or as large as its text needs, in grey."""
    out = io.BytesIO()
    code = segno.make(
        text, version=2 if len(text) <= 16 else None, error=level, micro=False, boost_error=False
    )
    code.save(out, kind="png", scale=scale, border=4)
    return np.asarray(cv2.imdecode(np.frombuffer(out.getvalue(), np.uint8), cv2.IMREAD_GRAYSCALE))


class Studio:
    """Makes frames with the noise of a sensor; the same seed gives the same frames."""

    def __init__(self, *, seed: int = 1, size: tuple[int, int] = (720, 1280)) -> None:
        self._random = np.random.default_rng(seed)
        self.height, self.width = size
        self._table = self._random.integers(90, 150, size=(9, 16)).astype(np.uint8)
        self._table = cv2.resize(self._table, (self.width, self.height))

    def frame(self, *texts: str, scale: int = 6, invert: bool = False) -> Picture:
        """A colour frame of a table top with these symbols side by side."""
        grey = self._table.copy()
        for place, text in enumerate(texts):
            card = symbol(text, scale=scale)
            card = 255 - card if invert else card
            y, x = 60, 60 + place * (card.shape[1] + 40)
            grey[y : y + card.shape[0], x : x + card.shape[1]] = card
        noisy = grey + self._random.normal(0, 3, grey.shape)
        return cv2.cvtColor(np.clip(noisy, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)


def film(path: Path, frames: list[Picture], *, rate: float = 30.0) -> Path:
    """Write frames as a film; the file's name ends in .avi."""
    height, width = frames[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), rate, (width, height))
    for frame in frames:
        writer.write(frame)
    writer.release()
    return path
