"""Writing files whole or not at all, and the disk's refusals by name."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ketuk.codes.fault import CodesFault, Fault

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextmanager
def disk_faults(path: Path) -> Iterator[None]:
    """Turn what the system says about a file into NOT_THERE, EXISTS, FULL or FORBIDDEN."""
    try:
        yield
    except FileNotFoundError as error:
        raise CodesFault(Fault.NOT_THERE, path=Path(error.filename or path)) from error
    except FileExistsError as error:
        raise CodesFault(Fault.EXISTS, path=path) from error
    except OSError as error:
        fault = Fault.FULL if error.errno in _NO_ROOM else Fault.FORBIDDEN
        raise CodesFault(fault, path=path, detail=error.strerror) from error


def replace_file(out: Path, content: bytes) -> None:
    """Write ``content`` to ``out``; what was there is replaced only by the whole of it.

    Raises:
        CodesFault: NOT_THERE (the folder), FULL, FORBIDDEN.
    """
    part = out.with_name(out.name + ".part")
    with disk_faults(out):
        if not out.parent.is_dir():
            raise CodesFault(Fault.NOT_THERE, path=out.parent)
        try:
            part.write_bytes(content)
            part.replace(out)
        except OSError:
            part.unlink(missing_ok=True)
            raise


def make_folder(folder: Path) -> None:
    """See to it that there is a folder.

    Raises:
        CodesFault: EXISTS (a file of that name), FULL, FORBIDDEN.
    """
    with disk_faults(folder):
        folder.mkdir(parents=True, exist_ok=True)
