"""Who has a registry open: a small locked file beside it.

Everybody who opens a registry holds it together with the others; whoever replaces what it knows
(an import) holds it alone, so nobody goes on with what it knew before. A crash lets go.
"""

import time
from pathlib import Path
from typing import IO, Self

from ketuk.codes.disk import disk_faults
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.locks import lock

PATIENCE_S = 2.0
"""How long one waits for a look-up, or for an import, of somebody else to be over."""
_PAUSE_S = 0.02


class Hold:
    """A registry held; let go with :meth:`release`."""

    def __init__(self, file: IO[bytes] | None) -> None:
        self._file = file

    @classmethod
    def take(cls, registry: Path, *, alone: bool = False) -> Self:
        """Hold the registry at ``registry``, together with others or ``alone``.

        Where nothing can be written nothing can be replaced either, so it is read without a hold.

        Raises:
            CodesFault: IN_USE, it is wanted alone and somebody has it open; LOCKED, somebody has
                it alone; FORBIDDEN, it is wanted alone where nothing can be written.
        """
        try:
            with disk_faults(registry):
                file = registry.with_name(f".{registry.stem}.hold").open("ab")
        except CodesFault:
            if alone:
                raise
            return cls(None)
        end = time.monotonic() + PATIENCE_S
        while not lock(file, shared=not alone):
            if time.monotonic() > end:
                file.close()
                raise CodesFault(Fault.IN_USE if alone else Fault.LOCKED, path=registry)
            time.sleep(_PAUSE_S)
        return cls(file)

    def release(self) -> None:
        """Let go; a second time does nothing."""
        if self._file is not None:
            self._file.close()
            self._file = None
