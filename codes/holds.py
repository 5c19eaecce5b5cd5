"""Who has a registry open: a small locked file beside it, for as long.

Everybody who opens a registry holds it together with the others; whoever replaces what it knows
(an import) holds it alone, so nobody goes on with what it knew before. A crash lets go.
"""

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

from ketuk.codes.disk import disk_faults, owner_only
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.locks import lock

PATIENCE_S = 2.0
"""How long one waits for a look-up, or for an import, of somebody else to be over."""
_PAUSE_S = 0.02


class Hold:
    """A registry held; let go with :meth:`release`."""

    def __init__(self, path: Path, file: IO[bytes] | None) -> None:
        self._path, self._file = path, file

    @classmethod
    def take(cls, registry: Path, *, alone: bool = False) -> Self:
        """Hold the registry at ``registry``, together with others or ``alone``.

        Where nothing can be written nothing can be replaced either, so it is read without a hold.

        Raises:
            CodesFault: IN_USE, it is wanted alone and somebody has it open; LOCKED, somebody has
                it alone; FORBIDDEN, it is wanted alone if nothing can be written.
        """
        path = registry.with_name(f".{registry.stem}.hold")
        end = time.monotonic() + PATIENCE_S
        try:
            while (file := _held(path, registry, shared=not alone)) is None:
                if time.monotonic() > end:
                    raise CodesFault(Fault.IN_USE if alone else Fault.LOCKED, path=registry)
                time.sleep(_PAUSE_S)
        except CodesFault as fault:
            if alone or fault.fault in (Fault.IN_USE, Fault.LOCKED):
                raise
            return cls(path, None)
        return cls(path, file)

    def release(self) -> None:
        """Let go, and the last one removes the file; a second time does nothing."""
        if self._file is None:
            return
        with self._file:
            if lock(self._file):
                with suppress(OSError):  # Windows removes no file that is open: it stays
                    self._path.unlink()
        self._file = None


def _held(path: Path, registry: Path, *, shared: bool) -> IO[bytes] | None:
    """The file at ``path``, locked; None if somebody else has it, or removed it just now."""
    with disk_faults(registry):
        file = open(path, "ab", opener=owner_only)  # noqa: SIM115 - open as long as it is held
    with suppress(FileNotFoundError):
        if lock(file, shared=shared) and os.path.samestat(os.fstat(file.fileno()), path.stat()):
            return file
    file.close()
    return None
