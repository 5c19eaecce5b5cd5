"""Why saved games cannot be read or written: a closed list, with facts and without words."""

from enum import StrEnum


class Trouble(StrEnum):
    """The closed list. Sentences are made elsewhere, from the facts beside it."""

    NO_GAME = "no_game"
    """No saved game is called ``game``."""
    BAD_NAME = "bad_name"
    """``game`` is no name that can be shown, or longer than ``most`` signs."""
    NAME_TAKEN = "name_taken"
    """A saved game is called ``game`` already."""
    NEWER = "newer"
    """Written by a newer version of this program: ``found``, ``known``."""
    GAME_NEWER = "game_newer"
    """A game that a newer version of this program has played on: ``game``, ``seq``, ``detail``."""
    NOT_A_JOURNAL = "not_a_journal"
    """A file of another kind."""
    DAMAGED = "damaged"
    """Saved games whose file does not hold together: ``detail``."""
    NO_START = "no_start"
    """A game whose first move cannot be read: ``game``, ``detail``, and ``names``, ``ruleset`` and
    ``made`` by its header."""
    LOCKED = "locked"
    """Another program writes to it and does not let go."""
    FULL = "full"
    """The disk is full: nothing was changed."""
    FORBIDDEN = "forbidden"
    """It cannot be read or written here: ``detail``."""
    NOT_THERE = "not_there"
    """No such file."""
    TOO_LARGE = "too_large"
    """A file that is, or unpacks to, more than ``most`` million bytes: it was not read on."""
    NOT_EXPORT = "not_export"
    """No exported game: ``line``, ``detail``."""
    EXPORT_NEWER = "export_newer"
    """A game exported by a newer version: ``found``, ``known``."""
    RULES = "rules"
    """The rule set data that a game keeps cannot be played: ``detail``."""
    BOX = "box"
    """The box at hand is not for this game: ``box``, ``wanted``."""


class JournalFault(Exception):
    """Something here cannot be done: ``trouble`` says what, ``facts`` with which values."""

    def __init__(self, trouble: Trouble, **facts: object) -> None:
        super().__init__(f"{trouble}: {facts}" if facts else str(trouble))
        self.trouble = trouble
        self.facts = facts


class PlaceTaken(Exception):
    """That place of the journal is filled: somebody else moved first."""
