"""The stickers of a box as rows of a list: what counts now by item, then the spares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ketuk.codes.code import grouped
from ketuk.codes.verdict import State

if TYPE_CHECKING:
    from ketuk.codes.registry import Registry
    from ketuk.codes.sticker import Sticker
    from ketuk.tui.boxes.card_names import Cards
    from ketuk.tui.words import Words

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
class Row:
    """One sticker and what its card is called."""

    sticker: Sticker
    title: str

    @property
    def item(self) -> int | None:
        """The card's number; None for a spare."""
        return self.sticker.item


def rows_of(registry: Registry, cards: Cards, words: Words) -> tuple[Row, ...]:
    """The stickers that count, by item, and the spares."""
    kinds = {item.number: item.kind for item in registry.items()}
    active = [
        Row(s, cards.title(s.item, kinds[s.item]))
        for s in registry.stickers()
        if s.item is not None
    ]
    spares = registry.stickers(State.SPARE)
    named = [Row(s, words("cards.spare_row", code=grouped(s.code))) for s in spares]
    return (*active, *named)


def standing(sticker: Sticker) -> Standing:
    """A sticker's state; one that has replaced another and was never printed yet is ``fresh``."""
    if is_fresh(sticker):
        return "fresh"
    return sticker.state.value


def is_fresh(sticker: Sticker) -> bool:
    """Whether it has replaced another one and is neither printed nor on a tag yet."""
    again = (sticker.serial or 1) > 1
    unmade = sticker.printed is None and sticker.uid is None
    return again and sticker.state is State.ACTIVE and unmade


def fits(row: Row, wanted: str) -> bool:
    """Whether each word of ``wanted`` begins a word of the card's name, or its number."""
    there = [word.casefold() for word in (str(row.item or ""), *row.title.split())]
    return all(any(w.startswith(word) for w in there) for word in wanted.casefold().split())


def place_of(rows: Sequence[Row], number: str) -> int | None:
    """Where the card with that number stands, or the first whose number begins so."""
    exact = [at for at, row in enumerate(rows) if str(row.item) == number]
    begun = [at for at, row in enumerate(rows) if row.item and str(row.item).startswith(number)]
    return next(iter((*exact, *begun)), None)


def items_of(rows: Iterable[Row]) -> tuple[int, ...]:
    """The cards among them, by number."""
    return tuple(row.item for row in rows if row.item is not None)
