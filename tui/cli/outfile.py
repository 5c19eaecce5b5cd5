"""Files that commands write: one that is there is overwritten with ``--force`` only.

``-`` is standard output. What a command has to say goes to standard error then, so that the file is
all that a pipe gets.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

import click

from ketuk.tui.cli.desk import Desk

STDOUT = "-"


@dataclass(frozen=True, slots=True)
class OutFile:
    """A file that a command was asked to write."""

    path: Path
    force: bool

    @property
    def is_stdout(self) -> bool:
        """Whether it goes to standard output."""
        return str(self.path) == STDOUT

    def write(self, content: bytes) -> None:
        """Write all of it.

        Raises:
            CodesFault: EXISTS, NOT_THERE (the folder), FULL, FORBIDDEN.
        """
        from ketuk.codes.disk import new_file, replace_file

        if self.is_stdout:
            click.echo(content, nl=False)
        else:
            (replace_file if self.force else new_file)(self.path, content)

    @contextmanager
    def lines(self) -> Iterator[Callable[[str], None]]:
        """A function that writes some lines and has them on disk when it returns.

        Without a line no file is made, and none that is there is touched.

        Raises:
            CodesFault: as :meth:`write`.
        """
        from ketuk.codes.disk import disk_faults

        if self.is_stdout:
            yield lambda text: self.write(text.encode())
            return
        fresh, written = not os.path.lexists(self.path), False
        with disk_faults(self.path):
            file = self._open()
            try:

                def write(text: str) -> None:
                    nonlocal written
                    if not fresh and not written:
                        file.truncate(0)
                    written = True
                    file.write(text)
                    file.flush()

                yield write
            finally:
                file.close()
                if fresh and not written:
                    self.path.unlink()

    def _open(self) -> IO[str]:
        from ketuk.codes.disk import owner_only

        mode = "a" if self.force else "x"
        return open(self.path, mode, encoding="utf-8", newline="", opener=owner_only)


def asked(at: Desk, force: bool, path: Path) -> tuple[Desk, OutFile]:
    """The file to write, looked at before anything is done; and the desk to speak from then."""
    at, (out,) = all_asked(at, force, path)
    assert out is not None
    return at, out


def all_asked(
    at: Desk, force: bool, *paths: Path | None
) -> tuple[Desk, tuple[OutFile | None, ...]]:
    """The same of several files, each of which may be left out."""
    named = [path for path in paths if path is not None]
    for path in named:
        if named.count(path) > 1:
            raise click.BadParameter(at.words("cli.out_twice", path=path))
    outs = tuple(None if path is None else OutFile(path, force) for path in paths)
    for out in outs:
        if out is not None and not out.is_stdout:
            _look(at, out)
    aside = at.aside or any(out is not None and out.is_stdout for out in outs)
    return replace(at, aside=aside), outs


def _look(at: Desk, out: OutFile) -> None:
    """Refuse now what would be refused when it is too late to turn back."""
    if not out.force and os.path.lexists(out.path):
        at.refuse("cli.out_exists", path=out.path)
    if out.path.is_dir():
        at.refuse("cards.is_folder", path=out.path)
    if not out.path.parent.is_dir():
        at.refuse("codes.fault_not_there", path=out.path.parent)
