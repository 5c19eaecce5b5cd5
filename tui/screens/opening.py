"""Opening a game: journal, box and room together, and the table's screen on top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from codes.fault import CodesFault
from codes.registry import Registry
from engine.table import Options
from rooms.journal import FILE, Journal
from rooms.room import Room
from rooms.trouble import JournalFault
from tui.box import registry_of
from tui.scans import Said
from tui.session import Session
from tui.telling import trouble as game_trouble
from tui.verdicts import trouble

if TYPE_CHECKING:
    from engine.luck import Luck
    from tui.app import KetukApp


def resume(app: KetukApp, name: str) -> bool:
    """Go on with a saved game; whether it could be opened."""

    def room(journal: Journal) -> Room:
        box = journal.header(name).box
        return Room.resume(journal, name, registry=_registry(app, box))

    return _open(app, room)


def begin(
    app: KetukApp,
    *,
    names: Sequence[str],
    options: Options,
    box: str | None,
    luck: Luck | None = None,
) -> bool:
    """Begin a new game; whether it could be kept."""
    from tui.own_rules import rules_called

    def room(journal: Journal) -> Room:
        registry = _registry(app, box)
        ruleset = registry.box.ruleset if registry is not None else "nusantara"
        return Room.start(
            journal,
            rules=rules_called(app.data, ruleset),
            names=names,
            options=options,
            registry=registry,
            luck=luck or app.luck,
        )

    return _open(app, room)


def _open(app: KetukApp, make) -> bool:  # type: ignore[no-untyped-def]
    from tui.screens.table import TableScreen

    journal: Journal | None = None
    try:
        app.data.mkdir(parents=True, exist_ok=True)
        journal = Journal.open(app.data / FILE)
        room = make(journal)
    except (JournalFault, CodesFault, OSError) as fault:
        if journal is not None:
            journal.close()
        app.scans.say(Said(_sentence(app, fault), "bad"))
        return False
    app.scans.clear()
    app.push_screen(TableScreen(Session(room, app.words, app.scans)))
    return True


def _sentence(app: KetukApp, fault: JournalFault | CodesFault | OSError) -> str:
    match fault:
        case JournalFault():
            return game_trouble(app.words, fault)
        case CodesFault():
            return trouble(app.words, fault)
        case _:
            return app.words("screens.no_folder", path=app.data, detail=fault.strerror or "")


def _registry(app: KetukApp, box: str | None) -> Registry | None:
    return registry_of(app.data, box)
