"""Several readers, one settled stream, one callback."""

import logging
import threading
from collections.abc import Callable, Iterable

from ketuk.scanning.reader import Reader
from ketuk.scanning.scan import Reading
from ketuk.scanning.settle import Settled, Settler

log = logging.getLogger(__name__)


class Stream:
    """Starts the readers and tells what :mod:`ketuk.scanning.settle` makes of their readings.

    ``tell`` runs in a reader's thread, one call at a time and in order; it should only pass the
    value on. What it raises is logged and stops no reader.
    """

    def __init__(self, readers: Iterable[Reader], tell: Callable[[Settled], None]) -> None:
        self.readers = tuple(readers)
        self._tell = tell
        self._settle = Settler()
        self._turn = threading.RLock()

    def start(self) -> None:
        """Start every reader."""
        for reader in self.readers:
            reader.start(self.put)

    def stop(self) -> None:
        """Stop every reader; the last one to end has released its device when this returns."""
        for reader in self.readers:
            reader.stop()

    def add(self, reader: Reader) -> None:
        """One more reader, while the others go on."""
        self.readers = (*self.readers, reader)
        reader.start(self.put)

    def drop(self, reader: Reader) -> None:
        """Stop one reader and forget what lay before it."""
        self.readers = tuple(other for other in self.readers if other is not reader)
        reader.stop()
        with self._turn:
            self._settle.forget(reader.name)

    def put(self, reading: Reading) -> None:
        """Take one reading; for readers, and for what the screen itself reads (typed codes)."""
        with self._turn:
            for settled in self._settle.take(reading):
                try:
                    self._tell(settled)
                except Exception:
                    log.exception("a listener failed on %r", settled)

    def lying(self) -> frozenset[str]:
        """The codes that lie on a reader now: these cards must be lifted before they tap again."""
        with self._turn:
            return self._settle.lying()

    def __enter__(self) -> "Stream":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
