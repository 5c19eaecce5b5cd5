"""Photos of stickers of a box, as a phone's camera takes them."""

import base64
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import segno
from PIL import Image

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


def pictured(*texts: str, kind: str = "JPEG") -> bytes:
    """Symbols beside each other on a light table, scaled as a page scales them."""
    sheet = Image.new("L", (1280, 960), 225)
    for place, text in enumerate(texts):
        drawn = BytesIO()
        segno.make_qr(text, error="m").save(drawn, kind="png", scale=8, border=4)
        sheet.paste(Image.open(drawn).convert("L"), (90 + 600 * place, 200))
    out = BytesIO()
    sheet.rotate(7, fillcolor=225).save(out, kind, quality=80)
    return out.getvalue()


def sent(data: bytes) -> str:
    return base64.b64encode(data).decode()
