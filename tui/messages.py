"""What screens and readers tell each other. Only ``Scanned`` crosses from thread to thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from ketuk.scanning.settle import Settled


class Scanned(Message):
    """A reader said something; posted from its thread."""

    def __init__(self, settled: Settled) -> None:
        super().__init__()
        self.settled = settled
