"""Sheets as a printer would see them: PDF rendered to grey pixels, cut into labels, decoded."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pypdfium2
import zxingcpp
from numpy.typing import NDArray
from pyzbar import pyzbar

from ketuk.codes.papers import Paper

Grey = NDArray[np.uint8]
DPI = 300
PIXELS_A_MM = DPI / 25.4


def rendered(pdf: Path) -> list[Grey]:
    """Each page at 300 dpi, grey."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [
            np.array(page.render(scale=DPI / 72, grayscale=True).to_pil().convert("L"))
            for page in document
        ]
    finally:
        document.close()


def text_of(pdf: Path) -> list[str]:
    """The words on each page."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


def cut_labels(pages: list[Grey], paper: Paper, *, first: int = 0) -> Iterator[Grey]:
    """The labels in order, from place ``first`` (from 0) of the first sheet."""
    for number, page in enumerate(pages):
        for place in range(first if number == 0 else 0, paper.places):
            x, y = paper.corner(place)
            yield part(page, x, y, paper.label.width, paper.label.height)


def part(page: Grey, x: float, y: float, width: float, height: float) -> Grey:
    """A rectangle of a page, given in mm."""
    left, top = round(x * PIXELS_A_MM), round(y * PIXELS_A_MM)
    right, bottom = round((x + width) * PIXELS_A_MM), round((y + height) * PIXELS_A_MM)
    return np.ascontiguousarray(page[max(0, top) : bottom, max(0, left) : right])


def by_zxing(picture: Grey) -> list[str]:
    """What zxing-cpp reads: QR symbols only, so a Micro QR symbol would not count."""
    found = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCodeModel2)
    return [symbol.text for symbol in found]


def by_zbar(picture: Grey) -> list[str]:
    """What zbar reads."""
    found = pyzbar.decode(picture, symbols=[pyzbar.ZBarSymbol.QRCODE])
    return [symbol.data.decode() for symbol in found]
