"""Pictures of our own stickers as a hand-held camera takes them; the same seed, the same pictures.

Each is 1280 x 720 and grey: a card with its sticker on a table, seen small, dim, blurred, tilted or
with a burnt-out spot, each in four strengths, and mixtures of two. Half of the labels are 2-H, half
the small 1-Q.
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import segno

from ketuk.codes.code import ALPHABET, sealed
from ketuk.codes.payload import payload

WIDTH, HEIGHT = 1280, 720
KINDS = ("small", "dim", "blurred", "tilted", "glare", "dim and small", "blurred and tilted")
STRENGTHS = 4


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture, what it shows, and the text that a decoder should find."""

    grey: np.ndarray
    kind: str
    strength: int
    text: str


def shots(count: int, *, seed: int = 20_260) -> Iterator[Shot]:
    """``count`` pictures, every kind and strength in turn."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        strength = number // len(KINDS) % STRENGTHS
        code = sealed("".join(ALPHABET[i] for i in rng.integers(0, 32, 10)))
        text = payload(code)
        yield Shot(_shot(rng, text, kind, strength, number), kind, strength, text)


def empty_tables(count: int, *, seed: int = 7) -> Iterator[np.ndarray]:
    """Frames without a code: cloth, print, checks, stripes, letters, noise."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        frame = _table(rng)
        match number % 5:
            case 0:
                frame = _checks(rng, frame)
            case 1:
                frame = _letters(rng, frame)
            case 2:
                frame = _blocks(rng, frame)
            case 3:
                frame = _finders(rng, frame)
            case _:
                pass
        yield _noisy(rng, frame, 6.0)


def _shot(rng: np.random.Generator, text: str, kind: str, strength: int, number: int) -> np.ndarray:
    small, dim = "small" in kind, "dim" in kind
    version, level = (2, "h") if number % 2 else (1, "q")
    module = (3.2, 2.6, 2.1, 1.8)[strength] if small else 5.0
    card, corners = _card(text, version, level)
    tilt = (35, 45, 55, 62)[strength] if "tilted" in kind else rng.uniform(0, 15)
    frame = _laid(rng, card, corners, module=module, tilt=np.radians(tilt))
    if "glare" in kind:
        frame = _spot(rng, frame, strength)
    if "blurred" in kind:
        frame = _moved(rng, frame, (3, 5, 7, 9)[strength] if kind == "blurred" else 3 + strength)
    if dim:
        light = (
            (0.35, 0.2, 0.12, 0.07)[strength] if kind == "dim" else (0.5, 0.4, 0.3, 0.2)[strength]
        )
        frame = frame * light + 8
    return _noisy(rng, frame, 6.0 if dim else 3.0)


def _card(text: str, version: int, level: str) -> tuple[np.ndarray, np.ndarray]:
    out = io.BytesIO()
    symbol = segno.make(text, version=version, error=level, micro=False, boost_error=False)
    symbol.save(out, kind="png", scale=12, border=4)
    label = cv2.imdecode(np.frombuffer(out.getvalue(), np.uint8), cv2.IMREAD_GRAYSCALE)
    card = np.full((label.shape[0] + 240, label.shape[1] + 200), 70, np.uint8)
    card[160 : 160 + label.shape[0], 100 : 100 + label.shape[1]] = label
    cv2.putText(card, "KARTU", (110, 110), cv2.FONT_HERSHEY_SIMPLEX, 2.5, 220, 8)
    height, width = card.shape
    return card, np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) / 12


def _laid(
    rng: np.random.Generator, card: np.ndarray, corners: np.ndarray, *, module: float, tilt: float
) -> np.ndarray:
    """The card on the table, turned, and tilted away from the camera."""
    turn, height, width = rng.uniform(0, 2 * np.pi), card.shape[0], card.shape[1]
    flat = (corners - corners.mean(0)) * module
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    flat = flat @ rotation.T
    away = 1 + flat[:, 1:] * np.sin(tilt) / 900
    seen = np.hstack([flat[:, :1], flat[:, 1:] * np.cos(tilt)]) / away
    seen += (rng.uniform(430, WIDTH - 430), rng.uniform(300, HEIGHT - 300))
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    move = cv2.getPerspectiveTransform(source, seen.astype(np.float32))
    size, area = (WIDTH, HEIGHT), cv2.INTER_AREA
    shrunk = cv2.GaussianBlur(card, (0, 0), max(0.1, 12 / module / 2.5))
    there = cv2.warpPerspective(np.full_like(card, 255), move, size, flags=area) / 255.0
    picture = cv2.warpPerspective(shrunk, move, size, flags=cv2.INTER_LINEAR)
    return _table(rng) * (1 - there) + picture * there


def _table(rng: np.random.Generator) -> np.ndarray:
    coarse = rng.integers(60, 190, (9, 16)).astype(np.uint8)
    return cv2.resize(coarse, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC).astype(np.float64)


def _spot(rng: np.random.Generator, frame: np.ndarray, strength: int) -> np.ndarray:
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    bright = np.argwhere(frame > 200)
    cy, cx = bright[rng.integers(len(bright))] if len(bright) else (HEIGHT / 2, WIDTH / 2)
    reach = (8, 12, 16, 20)[strength]
    return frame + 500 * np.exp(-((y - cy) ** 2 + (x - cx) ** 2) / (2 * reach**2))


def _moved(rng: np.random.Generator, frame: np.ndarray, length: int) -> np.ndarray:
    """A hand that moved during the exposure."""
    kernel = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1 / length
    angle = cv2.getRotationMatrix2D(((length - 1) / 2, (length - 1) / 2), rng.uniform(0, 180), 1)
    kernel = cv2.warpAffine(kernel, angle, (length, length))
    return cv2.filter2D(frame, -1, kernel / max(kernel.sum(), 1e-6))


def _noisy(rng: np.random.Generator, frame: np.ndarray, sigma: float) -> np.ndarray:
    noise = rng.standard_normal(frame.shape, np.float32) * sigma
    return np.clip(frame + noise, 0, 255).astype(np.uint8)


def _checks(rng: np.random.Generator, frame: np.ndarray) -> np.ndarray:
    side = int(rng.integers(4, 40))
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    return np.where((y // side + x // side) % 2 == 0, 30.0, frame)


def _letters(rng: np.random.Generator, frame: np.ndarray) -> np.ndarray:
    page = np.full(frame.shape, 235, np.uint8)
    for line in range(20, HEIGHT, 26):
        words = "".join(ALPHABET[i] for i in rng.integers(0, 32, 80))
        cv2.putText(page, words, (10, line), cv2.FONT_HERSHEY_PLAIN, 1.4, 20, 2)
    return page.astype(np.float64)


def _blocks(rng: np.random.Generator, frame: np.ndarray) -> np.ndarray:
    side = int(rng.integers(3, 12))
    cells = rng.integers(0, 2, (HEIGHT // side + 1, WIDTH // side + 1)).astype(np.uint8) * 255
    large = cv2.resize(cells, None, fx=side, fy=side, interpolation=cv2.INTER_NEAREST)
    return large[:HEIGHT, :WIDTH].astype(np.float64)


def _finders(rng: np.random.Generator, frame: np.ndarray) -> np.ndarray:
    """Three corner marks of a symbol with chance in between: the hardest picture without a code."""
    side, modules = int(rng.integers(3, 9)), 25
    cells = rng.integers(0, 2, (modules, modules)).astype(np.uint8)
    mark = np.zeros((8, 8), np.uint8)
    mark[:7, :7], mark[1:6, 1:6], mark[2:5, 2:5] = 1, 0, 1
    cells[:8, :8], cells[:8, -8:], cells[-8:, :8] = mark, mark[:, ::-1], mark[::-1]
    code = cv2.resize(255 - cells * 255, None, fx=side, fy=side, interpolation=cv2.INTER_NEAREST)
    code = cv2.copyMakeBorder(code, *[4 * side] * 4, cv2.BORDER_CONSTANT, value=255)
    top, left = (int(rng.integers(0, room - code.shape[0])) for room in (HEIGHT, WIDTH))
    frame[top : top + code.shape[0], left : left + code.shape[1]] = code
    return frame
