"""The table of a print run: one line a sticker, for variable-data printing and tag encoding."""

import csv
import io
from collections.abc import Callable, Iterable

from ketuk.codes.payload import payload

HEAD = "box,item,name,code,payload\r\n"
"""CSV as RFC 4180 has it: commas, CR LF, UTF-8."""


def lines(box: str, stickers: Iterable[tuple[int | None, str]], name: Callable[[int], str]) -> str:
    """The lines of one box: ``stickers`` are item (None: a spare) and code; ``name`` says what
    the sticker calls the item.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    for item, code in stickers:
        called = ("", "") if item is None else (item, name(item))
        writer.writerow((box, *called, code, payload(code)))
    return text.getvalue()
