"""What is too long for one frame, or is packed for one: rows in batches, and exports."""

import base64
import binascii
import zlib
from collections.abc import Sequence
from contextlib import suppress

from ketuk.rooms.meja_wire import BATCH_BYTES, BATCH_ROWS, RowsMessage
from ketuk.rooms.records import Row, to_text

MOST_EXPORT = 32 * 1024 * 1024
"""Bytes that an export may come to."""


def batch(rows: Sequence[Row], last: int) -> RowsMessage:
    """As many of the rows as go into a frame: one at least; ``last`` is the last there is."""
    texts: list[str] = []
    size = 0
    for row in rows[:BATCH_ROWS]:
        text = to_text(row)
        size += len(text.encode())
        if texts and size > BATCH_BYTES:
            break
        texts.append(text)
    return RowsMessage(rows=tuple(texts), last=last)


def batches(rows: Sequence[Row]) -> list[RowsMessage]:
    """All of them, as they go into frames."""
    messages: list[RowsMessage] = []
    done = 0
    while done < len(rows):
        messages.append(batch(rows[done : done + BATCH_ROWS], rows[-1].seq))
        done += len(messages[-1].rows)
    return messages


def packed(content: bytes) -> str:
    """An export as it goes into a frame."""
    return base64.b64encode(zlib.compress(content)).decode()


def unpacked(data: str) -> bytes | None:
    """An export out of its frame; None if it is none."""
    with suppress(binascii.Error, ValueError):
        return inflated(base64.b64decode(data, validate=True))
    return None


def inflated(data: bytes) -> bytes | None:
    """An export that was packed; None if it is none."""
    with suppress(zlib.error):
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(data, MOST_EXPORT)
        return content if unpacking.eof else None
    return None
