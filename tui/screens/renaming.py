"""Calling games and boxes otherwise, and deleting them once somebody is sure."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ketuk.codes.fault import CodesFault
from ketuk.tui.saved.shelf import changed
from ketuk.tui.scans import Said
from ketuk.tui.screens.asking import when_sure
from ketuk.tui.screens.naming import NameFor
from ketuk.tui.telling.troubles import trouble

if TYPE_CHECKING:
    from ketuk.codes.registry import Registry
    from ketuk.codes.sticker import Box
    from ketuk.rooms.journal import Journal
    from ketuk.tui.home import Home


def _tell(app: Home, why: str | None, key: str, **facts: object) -> bool:
    """Say that it was done, or why not; whether it was."""
    app.scans.say(Said(why, "bad") if why else Said(app.words(key, **facts), "good"))
    if why:
        app.ring()
    return why is None


def rename_game(app: Home, game: str, then: Callable[[str], object]) -> None:
    """Ask for another name; ``then`` is told it once the game has it."""

    def named(name: str | None) -> None:
        if name is None or name == game:
            return
        why = changed(app.data, app.words, lambda journal: journal.rename(game, name))
        if _tell(app, why, "lobby.renamed", was=game, game=name):
            then(name)

    app.push_screen(NameFor("lobby.rename_head", game, game=game), named)


def delete_game(app: Home, game: str, who: str, then: Callable[[], object]) -> None:
    """Delete a game; ``who`` is how the question names it."""

    def delete() -> None:
        why = changed(app.data, app.words, lambda journal: journal.remove(game))
        _tell(app, why, "lobby.deleted", game=game)
        then()

    when_sure(app, delete, "lobby.delete_sure", game=game, names=who)


def rename_box(app: Home, registry: Registry, then: Callable[[], object]) -> None:
    """Ask for another name of a box."""
    was = registry.box

    def named(name: str | None) -> None:
        if name is None:
            return
        try:
            kept = registry.rename(name)
        except CodesFault as fault:
            _tell(app, trouble(app.words, fault), "")
        else:
            _tell(app, None, "cards.renamed", box=was.id, name=kept)
            then()

    app.push_screen(NameFor("cards.rename_head", was.name, box=was.id), named)


def delete_box(app: Home, data: Path, box: Box, leave: Callable[[], object]) -> None:
    """Take a box out of the list; ``leave`` lets go of it before that."""
    from ketuk.tui.boxes.box import boxes
    from ketuk.tui.saved.shelf import games_with

    counted: list[int] = []

    def count(journal: Journal) -> None:
        counted.append(games_with(journal, box.id))

    def delete() -> None:
        leave()
        try:
            kept = boxes(data).remove(box.id)
        except CodesFault as fault:
            _tell(app, trouble(app.words, fault), "")
        else:
            _tell(app, None, "cards.deleted", box=box.id, name=box.name, path=kept)

    changed(data, app.words, count)
    facts = {"box": box.id, "name": box.name, "games": counted[0] if counted else 0}
    when_sure(app, delete, "cards.delete_sure", **facts)
