"""Tables of one's own in files, from the form: the same as ``ketuk play --keep-table`` writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ketuk.tui.kept_tables import NoTable, load, text_of
from ketuk.tui.screens.choosing import ChooseScreen
from ketuk.tui.screens.filing import folder, free_path, write_where_asked

if TYPE_CHECKING:
    from ketuk.tui.home import Home

SUFFIX = ".toml"


def keep_table(app: Home, ruleset: str, numbers: Iterable[tuple[str, int]]) -> None:
    """Ask where to, and write it; a file that is there is replaced only after a question."""

    def write(out: Path) -> str:
        from ketuk.codes.disk import replace_file

        replace_file(out, text_of(ruleset, numbers).encode())
        return app.words("screens.table_kept", path=out)

    path = free_path(app.settings, ruleset, SUFFIX)
    write_where_asked(app, "screens.keep_table_head", path, write)


def load_table(app: Home, ruleset: str, then: Callable[[Path, Mapping[str, int]], object]) -> None:
    """Ask which of the tables where the last file went, and go on with its numbers."""
    place = folder(app.settings)
    tables = list(_kept(place, ruleset))
    if not tables:
        app.say("screens.no_tables", path=place)
        return

    def chosen(at: int | None) -> None:
        if at is not None:
            then(*tables[at])

    def question() -> str:
        return app.words("screens.which_table", path=place)

    app.push_screen(ChooseScreen(question, lambda: [path.stem for path, _ in tables]), chosen)


def _kept(place: Path, ruleset: str) -> Iterator[tuple[Path, Mapping[str, int]]]:
    """The tables for these rules in a folder, by name."""
    for path in sorted(place.glob(f"*{SUFFIX}")):
        with suppress(NoTable, OSError):
            yield path, load(path, ruleset)
