"""Whether a camera's picture moves.

A still picture needs no reading again and again; one that is frozen means a fault.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Any

import numpy as np

from ketuk.scanning.decode import Grey

BLOCKS = (80, 45)
"""Each is the mean of many pixels, so that the noise of a sensor does not count as a change."""
THRESHOLD = 6.0
"""Steps of brightness by which one block must differ."""
FROZEN_AFTER = 5.0
"""Seconds of exactly the same picture; a living camera has noise."""
DARK = 8.0
"""Mean brightness below which a first frame is a camera that still sets its exposure."""
ALL_STEPS = 5
"""Frames after a movement that are all read, so that each step of the chain has had its turn."""
STILL_SKIPS = 5
"""After that, of pictures that do not change only every so many-th is read."""


class FrameChange(Enum):
    """How a frame differs from those before it."""

    MOVED = auto()
    """Something has moved: what was read before says nothing about it."""
    DUE = auto()
    """Nothing has moved, and it is worth another try."""
    STILL = auto()
    """Nothing has moved: what was read before still holds."""


class Watch:
    """Compares each frame of one camera with the last one."""

    def __init__(self) -> None:
        self._blocks: Any = None
        self._sample: Any = None
        self._same_since: float | None = None
        self._still_for = 0

    def look(self, grey: Grey, at: float) -> FrameChange:
        """How the frame differs from the last one that differed."""
        import cv2

        blocks = cv2.resize(grey, BLOCKS, interpolation=cv2.INTER_AREA).astype(np.float32)
        self._compare(grey, at)
        if self._blocks is None or float(np.abs(blocks - self._blocks).max()) > THRESHOLD:
            self._blocks, self._still_for = blocks, 0
            return FrameChange.MOVED
        self._still_for += 1
        due = self._still_for <= ALL_STEPS or self._still_for % STILL_SKIPS == 0
        return FrameChange.DUE if due else FrameChange.STILL

    def is_frozen(self, at: float) -> bool:
        """Whether the very same picture has come for five seconds."""
        return self._same_since is not None and at - self._same_since >= FROZEN_AFTER

    def _compare(self, grey: Grey, at: float) -> None:
        sample = grey[::4, ::4]
        if self._sample is None or not np.array_equal(sample, self._sample):
            self._sample, self._same_since = sample.copy(), at


def is_dark(grey: Grey) -> bool:
    """Whether it is as good as black."""
    return float(grey[::8, ::8].mean()) < DARK
