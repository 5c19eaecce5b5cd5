"""Photos of stickers of a box, as a phone's camera takes them."""

from pathlib import Path

import cv2
import numpy as np

from ketuk.codes.symbol import runs, side


def photographed(folder: Path, code: str) -> Path:
    """A sticker somewhere on a picture of twelve megapixels."""
    picture = np.full((3000, 4000), 190, np.uint8)
    module = 30
    wide = side("1-Q", quiet=4) * module
    picture[900 : 900 + wide, 1500 : 1500 + wide] = 255
    for run in runs(code, "1-Q"):
        top, left = 900 + (run.y + 4) * module, 1500 + (run.x + 4) * module
        picture[top : top + module, left : left + run.length * module] = 20
    path = folder / "sticker.png"
    cv2.imwrite(str(path), picture)
    return path
