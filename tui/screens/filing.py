"""Files that a screen writes: where they go, and nothing that is there is lost without a word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from ketuk.codes.fault import CodesFault
from ketuk.rooms.trouble import JournalFault
from ketuk.tui.scans import Said
from ketuk.tui.screens.asking import when_sure
from ketuk.tui.screens.one_line import OneLine

if TYPE_CHECKING:
    from ketuk.tui.home import Home
    from ketuk.tui.settings import Settings


def folder(settings: Settings) -> Path:
    """Where the last file went, else among a person's documents, else at home."""
    from platformdirs import user_documents_path

    places = [Path(settings.folder)] if settings.folder else []
    return next((p for p in (*places, user_documents_path()) if p.is_dir()), Path.home())


def free_path(settings: Settings, stem: str, suffix: str) -> Path:
    """A file that is not there yet: ``stem``, else ``stem-2`` and so on."""
    place = folder(settings)
    names = (stem if n == 1 else f"{stem}-{n}" for n in count(1))
    return next(path for n in names if not (path := place / f"{n}{suffix}").exists())


def path_meant(text: str, place: Path) -> Path:
    """What was typed as a path; ``~`` is home, and a mere name is one in the folder ``place``."""
    path = Path(text.strip())
    try:
        return place / path.expanduser()
    except RuntimeError:  # no such user
        return place / path


def when_free(app: Home, paths: Sequence[Path], then: Callable[[], object]) -> None:
    """Go on at once if none of these files is there, else when somebody has said so."""
    taken = [path for path in paths if path.exists()]
    if taken:
        when_sure(app, then, "cards.overwrite", path=taken[0])
    else:
        then()


def remember(app: Home, path: Path) -> None:
    """The next file is offered the same folder."""
    app.settings = app.settings.with_folder(path.parent.absolute())
    app.settings.save(app.data)


def write_where_asked(
    app: Home, key: str, path: Path, write: Callable[[Path], str], **facts: object
) -> None:
    """Ask where to, and have it written; what ``write`` says of it is said, or why it cannot be."""

    def chosen(out: Path | None) -> None:
        if out is None:
            return
        try:
            sentence = write(out)
        except (CodesFault, JournalFault) as fault:
            app.ring()
            app.tell_fault(fault)
        else:
            remember(app, out)
            app.scans.say(Said(sentence, "good"))

    app.push_screen(WhereTo(key, path, **facts), chosen)


class WhereTo(OneLine[Path]):
    """Asks for a file to write; what is there already is written over only after a question."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "screens.key_write_file"),
        Binding("escape", "none", "screens.key_back"),
    ]

    def __init__(self, key: str, path: Path, **facts: object) -> None:
        super().__init__(key, str(path), **facts)

    def action_take(self) -> None:
        path = path_meant(self.typed, folder(self.app.settings))
        if not self.typed.strip():
            return
        if path.is_dir():
            self.app.say("cards.is_folder", path=path)
            self.app.ring()
        else:
            when_free(self.app, [path], lambda: self.dismiss(path))
