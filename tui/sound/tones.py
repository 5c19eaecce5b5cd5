"""The sounds: a few short tones each, made of sines with soft edges. Nothing is loaded or kept."""

from __future__ import annotations

import math
from array import array
from typing import Literal, TypeAlias

SoundName: TypeAlias = Literal["accepted", "money", "turn", "refused", "end"]
SOUNDS: dict[SoundName, tuple[tuple[float, float], ...]] = {
    "accepted": ((880.0, 0.07), (1174.7, 0.09)),
    "money": ((1318.5, 0.05), (1568.0, 0.05), (2093.0, 0.10)),
    "turn": ((659.3, 0.10), (880.0, 0.16)),
    "refused": ((220.0, 0.14), (174.6, 0.20)),
    "end": ((523.3, 0.14), (659.3, 0.14), (784.0, 0.14), (1046.5, 0.34)),
}
"""Pitch in hertz and length in seconds of each tone. Of several things at once the last one here is
heard. Up is good, down is not."""
RATE = 22_050
"""Samples a second."""
VOLUME = 0.25
EDGE_S = 0.012
"""Seconds in which a tone swells and fades, so that it does not click."""


def samples(name: SoundName) -> array[int]:
    """One channel of 16-bit samples."""
    wave = array("h")
    for pitch, seconds in SOUNDS[name]:
        count = int(RATE * seconds)
        for at in range(count):
            edge = min(at, count - at) / (RATE * EDGE_S)
            swing = math.sin(2 * math.pi * pitch * at / RATE)
            wave.append(int(32_767 * VOLUME * min(edge, 1.0) * swing))
    return wave


def louder(one: SoundName | None, other: SoundName) -> SoundName:
    """Which of two sounds that fall together is heard."""
    ranks = list(SOUNDS)
    return other if one is None or ranks.index(other) > ranks.index(one) else one
