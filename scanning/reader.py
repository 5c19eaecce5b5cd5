"""What every reader is: a name, a start, a stop."""

from typing import Protocol

from ketuk.scanning.scan import Put


class Reader(Protocol):
    """Runs its own thread and reports; it never decides what a scan means.

    Another way of reading (PC/SC, Bluetooth) is one more class with these three members.
    """

    @property
    def name(self) -> str:
        """Names the reader in every reading; the same after a restart or a re-plug."""
        ...

    def start(self, put: Put) -> None:
        """Begin to read; ``put`` is called from the reader's own thread."""
        ...

    def stop(self) -> None:
        """End the thread and release the device; may be called twice, and before ``start``."""
        ...
