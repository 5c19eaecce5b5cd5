"""Two copies of a box that went different ways, told card by card; and what putting them together
came to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ketuk.codes.code import grouped
from ketuk.codes.history import change_of
from ketuk.codes.moment import moment
from ketuk.tui.telling.verdicts import befell, when

if TYPE_CHECKING:
    from ketuk.codes.boxform import ChangeRow
    from ketuk.codes.importing import Imported
    from ketuk.codes.merging import Merged, Parted
    from ketuk.tui.boxes.card_names import CardNames
    from ketuk.tui.words import Words


def parted_told(words: Words, cards: CardNames, parted: Iterable[Parted]) -> Iterator[str]:
    """What each copy alone knows, a few lines a card."""
    for card in parted:
        yield card_told(words, cards, card)
        for key, rows in (("fork_here", card.here), ("fork_file", card.file)):
            if rows:
                lines = "; ".join(_line(words, row) for row in rows)
                yield words(f"codes.{key}", told=lines)
        if card.choice:
            yield words("codes.fork_choice")


def card_told(words: Words, cards: CardNames, card: Parted) -> str:
    """The card, or the spare, that two copies differ on."""
    if card.item is None:
        return words("cards.spare_row", number="", code=grouped(card.code))
    return f"{cards.title(card.item)} ({card.item})"


def sticker_told(words: Words, rows: Iterable[ChangeRow]) -> str:
    """The sticker that one copy has put on a card, by its number and since when."""
    last = [row for row in rows if row.state == "active" and row.what == "state"][-1:]
    return "".join(f" (no. {row.serial}, {when(moment(row.at))})" for row in last)


def came_told(words: Words, cards: CardNames, came: Imported) -> Iterator[str]:
    """What an import has changed: cards whose sticker is another one now, and what it cost."""
    anew = [card for card in came.news if sticker_told(words, card.file)]
    if anew and came.merged is None:
        names = ", ".join(card_told(words, cards, card) for card in anew)
        yield words("codes.import_anew", names=names)
    if came.merged is not None:
        yield from _cost(words, cards, came.merged)


def _cost(words: Words, cards: CardNames, end: Merged) -> Iterator[str]:
    for row in end.dropped:
        printed = words("codes.fork_printed", when=when(moment(row.printed))) if row.printed else ""
        facts = {"card": cards.title(row.item or 0), "code": grouped(row.code)}
        yield words("codes.fork_dropped", since=when(moment(row.made)), printed=printed, **facts)
    for item in end.bare:
        yield words("codes.fork_bare", card=cards.title(item), item=item)


def _line(words: Words, row: ChangeRow) -> str:
    change = change_of(row)
    change_text = befell(words, change)
    if change.serial is None:
        return f"{when(change.at)} {change_text}"
    return f"{when(change.at)} {words('cards.number', serial=change.serial)} {change_text}"
