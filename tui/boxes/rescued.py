"""Boxes whose file was damaged: where it is kept, and whose sticker is to be printed anew."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ketuk.codes.fault import CodesFault
from ketuk.codes.rescue import all_set_aside
from ketuk.tui.boxes.box import boxes
from ketuk.tui.boxes.card_names import cards_named

if TYPE_CHECKING:
    from ketuk.codes.glance import Glance
    from ketuk.codes.registry import Registry
    from ketuk.tui.home import Home
    from ketuk.tui.words import Words


class Aside:
    """The damaged files of all boxes in a data folder, and what is to be said of them."""

    def __init__(self, data: Path, words: Words) -> None:
        self._data, self._words = data, words
        self._files = all_set_aside(boxes(data).folder)

    def files(self, box: str) -> tuple[Path, ...]:
        """The damaged files that were set aside for a box, the latest first."""
        return self._files.get(boxes(self._data).path(box).name, ())

    def notices(self, glance: Glance) -> Iterator[str]:
        """What was done about a box's damaged file just now, and what is still to be done."""
        box = glance.box.id
        if glance.rescued is not None:
            yield self._words("codes.rescued", box=box, kept=glance.rescued)
        if glance.rescued is not None or self.files(box):
            with suppress(CodesFault), boxes(self._data).open(box) as registry:
                yield from _file_told(self._words, registry)
                yield from _bare_told(self._data, self._words, registry)


def rescue_told(data: Path, words: Words, registry: Registry) -> Iterator[str]:
    """What was done about a box's damaged file as it was opened; nothing where it was sound."""
    if registry.rescued is not None:
        yield from _file_told(words, registry)
        yield from _bare_told(data, words, registry)


def _file_told(words: Words, registry: Registry) -> Iterator[str]:
    if (kept := registry.rescued) is not None:
        yield words("codes.rescued", box=registry.box_id, kept=kept)


def _bare_told(data: Path, words: Words, registry: Registry) -> Iterator[str]:
    """The cards whose code was lost, a line each, until their new sticker is made."""
    if lost := registry.to_be_printed():
        cards = cards_named(data, registry.box.ruleset, words)
        for item in lost:
            yield words("codes.rescued_bare", card=cards.title(item), item=item)


def tell_rescue(app: Home, registry: Registry) -> None:
    """Say in the bar what was done about the file of a box that was opened just now, after what
    stands there as bad.
    """
    from ketuk.tui.scans import Said

    if notices := list(rescue_told(app.data, app.words, registry)):
        said = app.scans.said
        before = [said.text] if said is not None and said.tone == "bad" else []
        app.scans.say(Said("\n".join([*before, *notices]), "bad"))
