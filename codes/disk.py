"""Writing files whole or not at all, and the disk's refusals by name."""

import errno
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ketuk.codes.fault import CodesFault, Fault

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


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
        fault = Fault.FULL if error.errno in NO_ROOM else Fault.FORBIDDEN
        raise CodesFault(fault, path=path, detail=error.strerror) from error


def replace_file(out: Path, content: bytes) -> None:
    """Write ``content`` to ``out``; what was there is replaced only by the whole of it.

    A device or a pipe is written to and stays what it is.

    Raises:
        CodesFault: NOT_THERE (the folder), FULL, FORBIDDEN.
    """
    with disk_faults(out):
        if out.exists() and not out.is_file() and not out.is_dir():
            out.write_bytes(content)
            return
        with _whole(out, content) as part:
            part.replace(out)


def new_file(out: Path, content: bytes) -> None:
    """Write ``content`` to ``out``, if no file may be; whole or not at all.

    Raises:
        CodesFault: EXISTS, NOT_THERE (the folder), FULL, FORBIDDEN.
    """
    with disk_faults(out), _whole(out, content) as part:
        try:
            os.link(part, out)
        except FileExistsError:
            raise
        except OSError:  # a disk that knows no links
            out.open("xb").close()
            part.replace(out)


@contextmanager
def _whole(out: Path, content: bytes) -> Iterator[Path]:
    """``content`` in a file of its own beside ``out``, on disk; gone afterwards."""
    if not out.parent.is_dir():
        raise CodesFault(Fault.NOT_THERE, path=out.parent)
    handle, name = tempfile.mkstemp(prefix=f"{out.name}.", suffix=".part", dir=out.parent)
    part = Path(name)
    try:
        with open(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(handle)
        yield part
    finally:
        part.unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """See to it that there is a folder.

    Raises:
        CodesFault: EXISTS (a file of that name), FULL, FORBIDDEN.
    """
    with disk_faults(folder):
        own_folder(folder)


def own_folder(folder: Path) -> None:
    """See to it that there is a folder; one that is made can be looked into by its owner only.

    Raises:
        OSError: it cannot be made.
    """
    for missing in reversed([place for place in (folder, *folder.parents) if not place.exists()]):
        missing.mkdir(0o700, exist_ok=True)
    folder.mkdir(exist_ok=True)


def owner_only(path: str, flags: int) -> int:
    """An ``opener``: a file that is made so can be read by its owner only, for it holds codes."""
    return os.open(path, flags, 0o600)


def copy_file(source: Path, target: Path) -> None:
    """Copy a file to another one, that only its owner can read.

    Raises:
        OSError: it is not there, or there is no room.
    """
    with source.open("rb") as old, open(target, "wb", opener=owner_only) as new:
        shutil.copyfileobj(old, new)
