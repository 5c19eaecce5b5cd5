"""What lies in the data folder: saved games, those on the shelf, boxes, and what is wrong there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ketuk.tui.people import begin_with

if TYPE_CHECKING:
    from collections.abc import Callable

    from ketuk.codes.sticker import Box
    from ketuk.rooms.journal import Journal
    from ketuk.rooms.listing import Listing
    from ketuk.rooms.records import Saved
    from ketuk.tui.words import Words

TOLD_EACH = 100
"""Boxes after which it is told how far the look into them is: what takes a tenth of a second."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What is in the data folder; ``trouble`` has a sentence a line."""

    games: tuple[Saved, ...]
    boxes: tuple[Box, ...]
    made: Box | None
    """The demo box, if it was made just now."""
    trouble: str = ""
    shelved: tuple[Saved, ...] = ()
    broken: tuple[str, ...] = ()
    """Games of which nothing but the name can be read."""
    aside: tuple[Path, ...] = ()
    """Damaged files of games that were set aside."""


@dataclass(frozen=True, slots=True)
class _Games:
    listing: Listing
    notice: str = ""


def look_into(
    data: Path, words: Words, going: Callable[[int, int], None] = lambda done, count: None
) -> Contents:
    """Read the data folder; what cannot be read is told, and the rest is shown.

    ``going`` is told now and then how many boxes have been looked into, of how many.
    """
    from ketuk.codes.fault import CodesFault
    from ketuk.tui.boxes.box import demo_box
    from ketuk.tui.telling.troubles import trouble

    games = _games(data, words)
    listed = games.listing
    begin_with(data, _people(listed))
    notices, demo = [games.notice] if games.notice else [], None
    boxes: tuple[Box, ...] = ()
    try:
        demo = demo_box(data)
        boxes = _boxes(data, words, notices, going)
    except CodesFault as fault:
        notices.append(trouble(words, fault))
    return Contents(
        listed.games,
        boxes,
        demo,
        "\n".join(notices),
        listed.shelved,
        listed.broken,
        set_aside(data),
    )


def _people(listed: Listing) -> Iterator[str]:
    """Who has played, as the saved games tell it, the latest first."""
    for game in (*listed.games, *listed.shelved):
        yield from (n for seat, n in enumerate(game.names, 1) if seat not in game.bots)


def _boxes(
    data: Path, words: Words, said: list[str], going: Callable[[int, int], None]
) -> tuple[Box, ...]:
    """The boxes that can be read; why the others cannot is added to ``said``."""
    from ketuk.codes.fault import CodesFault
    from ketuk.tui.boxes.box import boxes
    from ketuk.tui.boxes.rescued import Aside
    from ketuk.tui.telling.troubles import trouble

    sound, aside, count = [], Aside(data, words), len(boxes(data).ids())
    for done, (_, glance) in enumerate(boxes(data).glances()):
        if done and done % TOLD_EACH == 0:
            going(done, count)
        if isinstance(glance, CodesFault):
            said.append(trouble(words, glance))
        else:
            sound.append(glance.box)
            said += aside.notices(glance)
    return tuple(sound)


def _games(data: Path, words: Words) -> _Games:
    """The saved games, and what was wrong with their file or was done about it."""
    from ketuk.rooms.database import named_troubles
    from ketuk.rooms.journal import FILE, Journal
    from ketuk.rooms.listing import Listing
    from ketuk.rooms.trouble import JournalFault
    from ketuk.tui.telling.troubles import trouble

    try:
        with named_troubles(data / FILE):
            if not (data / FILE).exists():
                return _Games(Listing())
        with Journal.open(data / FILE) as journal:
            listed = journal.listing()
            sentences = (_rescued(journal, words), *begun_anew(journal, words))
            return _Games(listed, "\n".join(filter(None, sentences)))
    except JournalFault as fault:
        return _Games(Listing(), trouble(words, fault))


def begun_anew(journal: Journal, words: Words) -> list[str]:
    """A sentence for each game whose beginning was damaged, and is put together again."""
    return [words("saved.begun_anew", game=game) for game in journal.mending.begun_anew]


def _rescued(journal: Journal, words: Words) -> str:
    lost = journal.rescued
    if lost is None:
        return ""
    return words("saved.rescued", games=lost.games, moves=lost.moves, kept=lost.kept)


def set_aside(data: Path) -> tuple[Path, ...]:
    """Damaged files of games that lie in the data folder, the latest first."""
    from ketuk.rooms import wrecks
    from ketuk.rooms.journal import FILE

    return wrecks.set_aside(data / FILE)


def look_again(data: Path, file: Path, words: Words) -> tuple[str, bool]:
    """Look once more into such a file; what came of it, and whether that is good news."""
    from ketuk.rooms import wrecks
    from ketuk.rooms.journal import FILE, Journal
    from ketuk.rooms.trouble import JournalFault
    from ketuk.tui.telling.troubles import trouble

    try:
        with Journal.open(data / FILE) as journal:
            search = wrecks.look_again(journal, file)
    except JournalFault as fault:
        return trouble(words, fault), False
    key = "saved.found_again" if search.games else "saved.nothing_more"
    return words(key, games=search.games, moves=search.moves, kept=file), True
