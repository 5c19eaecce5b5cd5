"""The stickers of a box as rows of a list: what counts now by item, then the spares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ketuk.codes.code import grouped, typed
from ketuk.codes.verdict import StickerState
from ketuk.tui.boxes.card_names import nearest, said

if TYPE_CHECKING:
    from ketuk.codes.registry import Registry
    from ketuk.codes.sticker import Sticker
    from ketuk.tui.boxes.card_names import CardNames
    from ketuk.tui.words import Words

SHORT = 3
"""Letters of a word that is too short to be looked for by itself."""
Standing = Literal["active", "fresh", "spare", "replaced", "lost", "blocked", "void"]
COLOURS: dict[Standing, str] = {
    "active": "green",
    "fresh": "yellow",
    "spare": "cyan",
    "replaced": "dim",
    "lost": "red",
    "blocked": "red",
    "void": "dim",
}
"""Colours of the states; the letter before them says the same."""


@dataclass(frozen=True, slots=True)
class StickerRow:
    """One sticker and what its card is called."""

    sticker: Sticker
    title: str
    names: frozenset[str] = frozenset()
    """All that the card is called, in every language."""

    @property
    def item(self) -> int | None:
        """The card's number; None for a spare."""
        return self.sticker.item


def rows_of(registry: Registry, cards: CardNames, words: Words) -> tuple[StickerRow, ...]:
    """The stickers that count, by item, and the spares."""
    kinds = {item.number: item.kind for item in registry.items()}
    active = [
        StickerRow(s, cards.title(s.item, kinds[s.item]), cards.names(s.item))
        for s in registry.stickers()
        if s.item is not None
    ]
    spares = registry.stickers(StickerState.SPARE)
    named = [
        StickerRow(s, words("cards.spare_row", number=s.spare or "", code=grouped(s.code)))
        for s in spares
    ]
    return (*active, *named)


def standing(sticker: Sticker) -> Standing:
    """A sticker's state; one that has replaced another and was never printed yet is ``fresh``."""
    if is_fresh(sticker):
        return "fresh"
    return sticker.state.value


def is_replacement(sticker: Sticker) -> bool:
    """Whether it counts and has replaced another one."""
    return (sticker.serial or 1) > 1 and sticker.state is StickerState.ACTIVE


def is_fresh(sticker: Sticker) -> bool:
    """Whether it has replaced another one and is neither printed nor on a tag yet."""
    return is_replacement(sticker) and sticker.printed is None and sticker.uid is None


def fits(row: StickerRow, wanted: str) -> bool:
    """Whether each word of ``wanted`` begins a word of a name of the card, or its number.

    The code on its sticker fits too.
    """
    there = [said(row.title), *row.names, str(row.item or "")]
    words = {word for name in there for word in name.split()}
    named = all(any(w.startswith(word) for w in words) for word in wanted.casefold().split())
    return named or typed(wanted) == row.sticker.code


def nearly(rows: Sequence[StickerRow], wanted: str) -> tuple[StickerRow, ...]:
    """The cards that are called nearly so, the nearest first."""
    called = {row: {said(row.title), *row.names, *_words(row)} for row in rows if row.item}
    return tuple(nearest(wanted, called))


def _words(row: StickerRow) -> Iterator[str]:
    """The longer words of its name: who slips in one of two still finds it."""
    return (word for word in said(row.title).split() if len(word) > SHORT)


def place_of(rows: Sequence[StickerRow], number: str) -> int | None:
    """Where the card with that number stands, or the first whose number begins so."""
    exact = [at for at, row in enumerate(rows) if str(row.item) == number]
    begun = [at for at, row in enumerate(rows) if row.item and str(row.item).startswith(number)]
    return next(iter((*exact, *begun)), None)
