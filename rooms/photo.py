"""What a photo that a phone has sent shows: the codes on it, by the same chain as a camera's."""

from functools import cache
from io import BytesIO

import cv2
import numpy as np
from PIL import Image, UnidentifiedImageError

from ketuk.scanning.decode import Chain

MOST_PIXELS = 20_000_000
"""A page scales its photo to far less; a small file can claim to be a huge picture."""


class NoPicture(ValueError):
    """It is none, or too large a one."""


def texts(data: bytes) -> tuple[str, ...]:
    """The texts of the symbols on a JPEG, PNG or WebP. Not for several threads at once.

    Raises:
        NoPicture: it cannot be read as a picture.
        NoDecoder: no library that reads symbols is here.
    """
    try:
        with Image.open(BytesIO(data), formats=("JPEG", "PNG", "WEBP")) as picture:
            width, height = picture.size
    except (OSError, ValueError, UnidentifiedImageError, Image.DecompressionBombError) as error:
        raise NoPicture from error
    if width * height > MOST_PIXELS:
        raise NoPicture
    grey = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    if grey is None:
        raise NoPicture
    return _chain().read(np.asarray(grey, dtype=np.uint8))


@cache
def _chain() -> Chain:
    return Chain()
