"""Why a registry, a box file or a label paper cannot be used, or a change cannot be made."""

from enum import StrEnum


class Fault(StrEnum):
    """The closed list. Sentences are made elsewhere, from the facts beside it."""

    NOT_THERE = "not_there"
    """No such file or folder."""
    EXISTS = "exists"
    """That box is there already."""
    NEWER = "newer"
    """Made by a newer version of this program: ``found``, ``known``."""
    NOT_A_REGISTRY = "not_a_registry"
    """A file of another kind, or one that was never finished."""
    DAMAGED = "damaged"
    """A registry whose content does not hold together: ``detail``."""
    LOCKED = "locked"
    """Another program writes to it and does not let go."""
    FULL = "full"
    """The disk is full or failing, or a limit is reached: nothing was changed; ``detail``."""
    FORBIDDEN = "forbidden"
    """It cannot be read or written here."""
    NO_BOX = "no_box"
    """The registry does not hold ``box``."""
    NO_ITEM = "no_item"
    """The box has no item ``item``."""
    NO_CODE = "no_code"
    """The box has no such code."""
    NOT_ACTIVE = "not_active"
    """The sticker is not (or no longer) the active one: ``state``, ``since``."""
    NOT_SPARE = "not_spare"
    """The sticker is not (or no longer) a spare: ``state``."""
    NOT_EXPORT = "not_export"
    """No exported box: ``where``, ``detail``."""
    EXPORT_NEWER = "export_newer"
    """An exported box of a newer form: ``found``, ``known``."""
    DIGEST = "digest"
    """The exported box was changed or cut after it was written."""
    OLDER = "older"
    """The box here knows all that the file does, and more: ``found`` and ``present`` revision."""
    FORK = "fork"
    """Each copy of the box knows something of its own: ``parted`` says what."""
    SAME_NAME = "same_name"
    """Two different boxes that happen to have the same four signs."""
    IN_USE = "in_use"
    """A game or a command has the box open."""
    NO_IMPORT = "no_import"
    """No import of that box can be taken back."""
    CHANGED_SINCE = "changed_since"
    """After the import stickers were changed or made here: ``count``."""
    PAPER = "paper"
    """A label paper's file has faults: ``where``, ``detail``."""
    NO_PAPER = "no_paper"
    """No such label paper: ``paper``, ``known``."""
    START = "start"
    """No such place on the sheet: ``start``, ``places``."""
    NO_FIT = "no_fit"
    """The label is too small for a readable symbol: ``paper``, ``module`` in mm."""
    FONT = "font"
    """No font file that can be used: ``path``."""
    NO_BOX_LEFT = "no_box_left"
    """Every name of a box is taken in this folder."""


class CodesFault(Exception):
    """Something here cannot be done: ``fault`` says what, ``facts`` with which values."""

    def __init__(self, fault: Fault, **facts: object) -> None:
        super().__init__(f"{fault}: {facts}" if facts else str(fault))
        self.fault = fault
        self.facts = facts
