"""Stickers of a box on their way to paper: what each of them says, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ketuk.codes.code import grouped
from ketuk.codes.label import Label
from ketuk.tui.boxes.card_names import BID, CardNames, printing_place, sticker_title
from ketuk.tui.boxes.rows import StickerRow, is_fresh

if TYPE_CHECKING:
    from ketuk.codes.papers import Paper
    from ketuk.codes.registry import Registry
    from ketuk.codes.sheet import Sheets
    from ketuk.codes.sticker import Sticker
    from ketuk.tui.words import Words


FARTHEST_MM = 100.0
"""A shift corrects a printer; a larger one is a slip."""
PICKED = "cards.print_picked"
"""The lot of cards that are named in the form."""
MARKED = "cards.print_marked"
"""The lot of the marked cards; printed, they are marked no more."""


@dataclass(frozen=True, slots=True)
class Lot:
    """Stickers that may be printed together: the words key of what they are, and its facts."""

    key: str
    stickers: tuple[Sticker, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """How stickers come onto paper."""

    paper: str = ""
    """Of those that come with the program, or a file of one's own; empty for the default."""
    start: int = 1
    shift: tuple[float, float] = (0.0, 0.0)
    outline: bool = False
    font: Path | None = None
    crop: bool = False

    def sheets(self) -> Sheets:
        """Empty sheets.

        Raises:
            CodesFault: there is no such paper, label or font.
        """
        from ketuk.codes.papers import DEFAULT, paper
        from ketuk.codes.sheet import Sheets

        return Sheets(
            paper(self.paper or DEFAULT),
            start=self.start,
            shift=self.shift,
            outline=self.outline,
            font=self.font,
            crop=self.crop,
        )


@dataclass(frozen=True, slots=True)
class Job:
    """Stickers to print, with all that they need; nothing in it touches the registry."""

    stickers: tuple[Sticker, ...]
    labels: tuple[Label, ...]
    peel: str
    key: bytes
    """The file that says which code of a bid card is which value."""
    bids: tuple[Sticker, ...]
    """Those of bid cards among them."""

    @property
    def hints(self) -> tuple[str, ...]:
        """Words keys of what is to be minded when they are stuck on."""
        again = any((label.serial or 1) > 1 for label in self.labels)
        inside = ["cli_codes.bids_inside"] if self.bids else []
        return tuple(["cards.printed_peel"] * again + inside)

    def put_on(self, sheets: Sheets, going: Callable[[int], bool] = lambda done: True) -> bool:
        """Put them on sheets, one after another; whether all of them are there.

        ``going`` is told how many are, after each, and says whether to go on. Where every card
        has an old sticker on it, a line below says so.
        """
        for done, label in enumerate(self.labels, start=1):
            sheets.add(label)
            if not going(done):
                return False
        if self.labels and all((label.serial or 1) > 1 for label in self.labels):
            sheets.note(self.peel)
        return True

    def noted(self, registry: Registry) -> None:
        """They are on paper now: it stands in each card's history.

        Raises:
            CodesFault: FULL and the like; the sheet is written all the same.
        """
        registry.carriers.note_printed([s.code for s in self.stickers], now=datetime.now(UTC))


def job_of(words: Words, registry: Registry, cards: CardNames, stickers: Iterable[Sticker]) -> Job:
    """These stickers in printing order; all that is asked of the registry is asked here."""
    chosen = in_order(registry, stickers)
    bids = bids_among(registry, chosen)
    return Job(
        stickers=chosen,
        labels=labels(words, registry, cards, chosen),
        peel=words("cli_codes.peel"),
        key=key_of_bids(words, registry.box_id, cards, bids),
        bids=bids,
    )


def lots_of(chosen: tuple[StickerRow, ...], every: tuple[StickerRow, ...]) -> list[Lot]:
    """What may be printed: these cards first, the whole box, replacements, spares."""
    stickers = [row.sticker for row in every]
    fresh = tuple(s for s in stickers if is_fresh(s))
    spares = tuple(s for s in stickers if s.item is None)
    lots = [Lot("cards.print_box", tuple(s for s in stickers if s.item is not None))]
    lots += [Lot("cards.print_fresh", fresh)] if fresh else []
    lots += [Lot("cards.print_spares", spares)] if spares else []
    lots += [Lot(PICKED, ())]
    match chosen:
        case ():
            return lots
        case (row,):
            return [Lot("cards.print_one", (row.sticker,), row.title), *lots]
        case _:
            return [Lot(MARKED, tuple(row.sticker for row in chosen)), *lots]


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
    words: Words, registry: Registry, cards: CardNames, stickers: Iterable[Sticker]
) -> tuple[Label, ...]:
    """What each of these stickers says."""
    items = {item.number: item for item in registry.items()}
    return tuple(
        Label(s.code, spare_title(words, s.spare), None)
        if s.item is None
        else Label(s.code, sticker_title(words, cards, items[s.item]), s.serial)
        for s in stickers
    )


def spare_title(words: Words, number: int | None) -> str:
    """What is printed on a spare sticker: its number tells it from the other spares."""
    return words("cli_codes.spare_title", number=number or "").strip()


def bids_among(registry: Registry, stickers: Iterable[Sticker]) -> tuple[Sticker, ...]:
    """Those that belong on bid cards."""
    bids = {item.number for item in registry.items() if item.kind == BID}
    return tuple(s for s in stickers if s.item in bids)


def key_of_bids(words: Words, box: str, cards: CardNames, bids: Iterable[Sticker]) -> bytes:
    """The file that says which code is which value, for the one who sticks them on."""
    lines = [f"{grouped(s.code)}  {cards.name(s.item or 0)}" for s in bids]
    return "\n".join([words("cli_codes.key_head", box=box), "", *lines, ""]).encode()


def shift_meant(text: str) -> tuple[float, float] | None:
    """Millimetres to the right and down, as in ``0.5,-1``; None if it is no such text.

    A decimal comma is meant if two are told apart by a semicolon or a space.
    """
    plain = text.strip()
    parts = plain.replace(",", ".").split() if " " in plain else plain.split(",")
    if ";" in plain:
        parts = plain.replace(",", ".").split(";")
    try:
        right, down = (float(part) for part in parts)
    except ValueError:
        return None
    near = abs(right) <= FARTHEST_MM and abs(down) <= FARTHEST_MM
    return (right, down) if near else None


def places_told(words: Words, *, count: int, start: int, places: int) -> str:
    """Which labels of which sheets so many stickers take, from label ``start`` on."""
    last = start + count - 1
    facts = {"count": count, "start": start, "last": min(last, places), "places": places}
    if count == 1:
        return words("cards.print_place", **facts)
    if last <= places:
        return words("cards.print_places", **facts)
    sheets, end = divmod(last - 1, places)
    return words("cards.print_sheets", **facts, sheets=sheets + 1, end=end + 1)


def papers_known() -> tuple[tuple[str, Paper], ...]:
    """The papers that come with the program, the default first."""
    from ketuk.codes.papers import names, paper

    return tuple((name, paper(name)) for name in names())


def paper_told(words: Words, paper: Paper) -> str:
    """A paper by its name, labels and their size."""
    size = words.decimal(f"{paper.label.width:g} × {paper.label.height:g}")
    return words("cards.paper", name=paper.name, places=paper.places, size=size)
