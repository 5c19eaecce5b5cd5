"""What lies in the data folder: saved games, those on the shelf, boxes, and what is wrong there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ketuk.codes.sticker import Box
    from ketuk.rooms.journal import Journal
    from ketuk.rooms.records import Saved
    from ketuk.tui.words import Words


@dataclass(frozen=True, slots=True)
class Found:
    """What was found; ``trouble`` has a sentence a line."""

    games: tuple[Saved, ...]
    boxes: tuple[Box, ...]
    made: Box | None
    """The demo box, if it was made just now."""
    trouble: str = ""
    shelved: tuple[Saved, ...] = ()
    broken: tuple[str, ...] = ()
    """Games of which nothing but the name can be read."""


@dataclass(frozen=True, slots=True)
class _Games:
    saved: tuple[Saved, ...] = ()
    shelved: tuple[Saved, ...] = ()
    broken: tuple[str, ...] = ()
    told: str = ""


def look_into(data: Path, words: Words) -> Found:
    """Read the data folder; what cannot be read is told, and the rest is shown."""
    from ketuk.codes.fault import CodesFault
    from ketuk.tui.boxes.box import demo_box
    from ketuk.tui.telling.verdicts import trouble

    games = _games(data, words)
    said, made = [games.told] if games.told else [], None
    boxes: tuple[Box, ...] = ()
    try:
        made = demo_box(data)
        boxes = _boxes(data, words, said)
    except CodesFault as fault:
        said.append(trouble(words, fault))
    return Found(games.saved, boxes, made, "\n".join(said), games.shelved, games.broken)


def _boxes(data: Path, words: Words, said: list[str]) -> tuple[Box, ...]:
    """The boxes that can be read; why the others cannot is added to ``said``."""
    from ketuk.codes.fault import CodesFault
    from ketuk.tui.boxes.box import boxes
    from ketuk.tui.telling.verdicts import trouble

    there, found = boxes(data), []
    for box in there.ids():
        try:
            with there.open(box) as registry:
                found.append(registry.box)
        except CodesFault as fault:
            said.append(trouble(words, fault))
    return tuple(found)


def _games(data: Path, words: Words) -> _Games:
    """The saved games, and what was wrong with their file or was done about it."""
    from ketuk.rooms.journal import FILE, Journal, named_troubles
    from ketuk.rooms.trouble import JournalFault
    from ketuk.tui.telling.telling import trouble

    try:
        with named_troubles(data / FILE):
            if not (data / FILE).exists():
                return _Games()
        with Journal.open(data / FILE) as journal:
            shelved = journal.games(from_shelf=True)
            told = _rescued(journal, words)
            return _Games(journal.games(), shelved, journal.unreadable(), told)
    except JournalFault as fault:
        return _Games(told=trouble(words, fault))


def _rescued(journal: Journal, words: Words) -> str:
    lost = journal.rescued
    if lost is None:
        return ""
    return words("saved.rescued", games=lost.games, moves=lost.moves, kept=lost.kept)
