"""Taking a file into the data folder: a game or a box, told apart by how the file begins."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from ketuk.codes.fault import CodesFault
from ketuk.rooms.trouble import JournalFault
from ketuk.tui.telling.troubles import trouble

if TYPE_CHECKING:
    from ketuk.codes.boxform import BoxFile
    from ketuk.codes.importing import Imported
    from ketuk.codes.merging import Parted, Preference
    from ketuk.rooms.gamefile import Loaded
    from ketuk.rooms.journal import Journal
    from ketuk.tui.boxes.card_names import CardNames
    from ketuk.tui.words import Words

SUFFIXES = (".ketuk", ".json", ".jsonl")
"""How the names of such files end."""
BOX = b'"ketuk-box"'
"""Stands in every exported box."""


@dataclass(frozen=True, slots=True)
class TakenIn:
    """It is in the data folder now; ``game`` or ``box`` is what it is called there."""

    sentence: str
    whole: bool = True
    game: str = ""
    box: str = ""


@dataclass(frozen=True, slots=True)
class NameTaken:
    """Another game is called like that here; ``free`` is a name that none has."""

    name: str
    free: str


@dataclass(frozen=True, slots=True)
class WouldReplace:
    """The box here cannot be read: people say whether it is replaced."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Forked:
    """The box here and the one in the file have gone different ways: people choose."""

    box: str
    ruleset: str
    parted: tuple[Parted, ...]


@dataclass(frozen=True, slots=True)
class NotTaken:
    """Nothing has changed; why."""

    sentence: str


Outcome: TypeAlias = TakenIn | NameTaken | WouldReplace | Forked | NotTaken


def take(
    data: Path,
    path: Path,
    words: Words,
    *,
    name: str = "",
    repair: bool = False,
    choice: Preference | None = None,
) -> Outcome:
    """Take what is in a file, if it is a game or a box.

    Args:
        name: what the game shall be called; by default as in the file.
        repair: whether a box replaces one that cannot be read.
        choice: whose stickers count if a box here has gone another way than the file's.
    """
    try:
        return _taken(data, path, words, name, repair=repair, choice=choice)
    except JournalFault as fault:
        return NotTaken(trouble(words, fault))
    except CodesFault as fault:
        return _box_refused(words, fault)


def _taken(
    data: Path, path: Path, words: Words, name: str, *, repair: bool, choice: Preference | None
) -> Outcome:
    from ketuk.codes.boxfile import load
    from ketuk.rooms.gamefile import is_game

    content = load(path)
    if is_game(content):
        return _game(data, path, words, name)
    if BOX not in content:
        return NotTaken(words("lobby.not_ours", path=path))
    return _box(BoxComing.of(data, path, content, words), words, repair=repair, choice=choice)


# ---- a box


@dataclass(frozen=True, slots=True)
class BoxComing:
    """An exported box that has been read; nothing has changed yet."""

    data: Path
    path: Path
    content: bytes
    file: BoxFile
    cards: CardNames

    @classmethod
    def of(cls, data: Path, path: Path, content: bytes, words: Words) -> BoxComing:
        """What is in a file.

        Raises:
            CodesFault: it is no exported box, or damaged.
        """
        from ketuk.codes.boxfile import read
        from ketuk.tui.boxes.card_names import cards_named

        file = read(content, path=path)
        return cls(data, path, content, file, cards_named(data, file.box.ruleset, words))

    def take(self, *, choice: Preference | None, repair: bool) -> Imported:
        """Take it in, all or nothing.

        Raises:
            CodesFault: as :func:`ketuk.codes.importing.imported`; FORK, people have to choose.
        """
        from ketuk.codes.importing import imported
        from ketuk.tui.boxes.box import boxes

        return imported(
            boxes(self.data),
            self.content,
            path=self.path,
            now=datetime.now(UTC),
            choice=choice,
            repair=repair,
        )


def _box(
    coming: BoxComing, words: Words, *, repair: bool, choice: Preference | None
) -> TakenIn | Forked:
    from ketuk.tui.boxes.copies import came_told

    file = coming.file.box
    try:
        came = coming.take(choice=choice, repair=repair)
    except CodesFault as fault:
        parted = fault.facts.get("parted")
        if not isinstance(parted, tuple):
            raise
        return Forked(file.id, file.ruleset, parted)
    box, key = came.box, "lobby.box_taken" if came.changed else "lobby.box_same"
    sentences = [words(key, name=box.name, box=box.id, revision=box.revision)]
    sentences += came_told(words, coming.cards, came)
    if came.kept is not None:
        sentences.append(words("lobby.box_kept", box=box.id))
    return TakenIn(" ".join(sentences), box=box.id)


# ---- a game


@dataclass(frozen=True, slots=True)
class GameCame:
    """A game that was taken in; ``lacks`` is the box that it is played with, if it is not here."""

    loaded: Loaded
    lacks: str | None


def game_from(data: Path, journal: Journal, path: Path, name: str | None) -> GameCame:
    """Take a game in.

    Raises:
        JournalFault, CodesFault: as :func:`ketuk.rooms.gamefile.load`.
    """
    from ketuk.rooms.gamefile import load
    from ketuk.tui.boxes.box import boxes

    loaded = load(journal, path, name=name)
    box = journal.header(loaded.game).box
    here = box is None or boxes(data).path(box).is_file()
    return GameCame(loaded, None if here else box)


def _game(data: Path, path: Path, words: Words, name: str) -> Outcome:
    from ketuk.rooms.gamefile import name_in
    from ketuk.rooms.journal import FILE, Journal

    with Journal.open(data / FILE) as journal:
        wanted = name or name_in(path)
        if wanted in journal.names():
            return NameTaken(wanted, journal.free_name(wanted))
        came = game_from(data, journal, path, wanted)
    sentence, loaded = came_in(words, came, path, "lobby.game_taken"), came.loaded
    if came.lacks is not None:
        sentence = f"{sentence} {words('lobby.box_not_here', box=came.lacks)}"
    return TakenIn(sentence, whole=not loaded.flaw, game=loaded.game)


def came_in(words: Words, came: GameCame, path: Path, whole: str) -> str:
    """How far a game could be read; ``whole`` is the words key if nothing is wrong with it."""
    loaded = came.loaded
    facts = {"game": loaded.game, "moves": loaded.moves, "path": path, "line": loaded.line}
    return words(f"cli_play.flaw_{loaded.flaw}" if loaded.flaw else whole, **facts)


def is_box(path: Path) -> bool:
    """Whether a file is an exported box, by how it looks; one that cannot be read is none."""
    from ketuk.codes.boxfile import load
    from ketuk.rooms.gamefile import is_game

    try:
        content = load(path)
    except CodesFault:
        return False
    return BOX in content and not is_game(content)


def _box_refused(words: Words, fault: CodesFault) -> WouldReplace | NotTaken:
    from ketuk.codes.importing import UNREADABLE

    if fault.fault in UNREADABLE:
        return WouldReplace(words("lobby.box_unreadable", **fault.facts))
    return NotTaken(trouble(words, fault))
