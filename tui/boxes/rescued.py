"""Boxes whose file was damaged: where it is kept, and whose sticker is to be printed anew."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ketuk.codes.fault import CodesFault
from ketuk.codes.rescue import set_aside
from ketuk.tui.boxes.box import boxes
from ketuk.tui.boxes.card_names import cards_named

if TYPE_CHECKING:
    from ketuk.codes.registry import Registry
    from ketuk.tui.words import Words


def rescued_told(data: Path, words: Words, box: str, *, just_now: Path | None) -> Iterator[str]:
    """What was done about a box's damaged file ``just_now``, and what is still to be done."""
    folder = boxes(data)
    if just_now is not None:
        yield words("codes.rescued", box=box, kept=just_now)
    if set_aside(folder.path(box)):
        with suppress(CodesFault), folder.open(box) as registry:
            yield from bare_told(data, words, registry)


def bare_told(data: Path, words: Words, registry: Registry) -> Iterator[str]:
    """The cards whose code was lost, a line each, until their new sticker is made."""
    if lost := registry.to_be_printed():
        cards = cards_named(data, registry.box.ruleset, words)
        for item in lost:
            yield words("codes.rescued_bare", card=cards.title(item), item=item)
