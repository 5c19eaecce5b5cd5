"""Stickers of a box on their way to paper: what each of them says, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from codes.code import grouped
from codes.label import Label
from tui.card_names import BID, Cards, printing_place, sticker_title

if TYPE_CHECKING:
    from codes.papers import Paper
    from codes.registry import Registry
    from codes.sheet import Sheets
    from codes.sticker import Sticker
    from tui.words import Words


def in_order(registry: Registry, stickers: Iterable[Sticker]) -> tuple[Sticker, ...]:
    """By item, then bid cards by seat and random code, then spares."""
    kinds = {item.number: item.kind for item in registry.items()}

    def place(sticker: Sticker) -> tuple[bool, tuple[bool, int, str]]:
        number = sticker.item
        if number is None:
            return True, (False, 0, sticker.code)
        return False, printing_place(kinds[number], number, sticker.code)

    return tuple(sorted(stickers, key=place))


def labels(
    words: Words, registry: Registry, cards: Cards, stickers: Iterable[Sticker]
) -> tuple[Label, ...]:
    """What each of these stickers says."""
    items = {item.number: item for item in registry.items()}
    spare = words("cli_codes.spare_title")
    return tuple(
        Label(s.code, spare, None)
        if s.item is None
        else Label(s.code, sticker_title(words, cards, items[s.item]), s.serial)
        for s in stickers
    )


def fill(
    sheets: Sheets,
    labels: Sequence[Label],
    *,
    peel: str,
    going: Callable[[int], bool] = lambda done: True,
) -> bool:
    """Put stickers on sheets, one after another; whether all of them are there.

    ``going`` is told how many are, after each, and says whether to go on. Where every card has an
    old sticker on it, the line ``peel`` is printed below.
    """
    for done, label in enumerate(labels, start=1):
        sheets.add(label)
        if not going(done):
            return False
    if labels and all(label.serial is not None and label.serial > 1 for label in labels):
        sheets.note(peel)
    return True


def bids_among(registry: Registry, stickers: Iterable[Sticker]) -> tuple[Sticker, ...]:
    """Those that belong on bid cards."""
    bids = {item.number for item in registry.items() if item.kind == BID}
    return tuple(s for s in stickers if s.item in bids)


def key_of_bids(words: Words, box: str, cards: Cards, bids: Iterable[Sticker]) -> bytes:
    """The file that says which code is which value, for the one who sticks them on."""
    told = [f"{grouped(s.code)}  {cards.name(s.item or 0)}" for s in bids]
    return "\n".join([words("cli_codes.key_head", box=box), "", *told, ""]).encode()


def papers_known() -> tuple[tuple[str, Paper], ...]:
    """The papers that come with the program, the default first."""
    from codes.papers import names, paper

    return tuple((name, paper(name)) for name in names())


def paper_told(words: Words, paper: Paper) -> str:
    """A paper by its name, labels and their size."""
    size = f"{paper.label.width:g} × {paper.label.height:g}"
    if words.language == "id":
        size = size.replace(".", ",")
    return words("cards.paper", name=paper.name, places=paper.places, size=size)
