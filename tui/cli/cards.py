"""What the commands on boxes share: opening a box, and finding a card in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

import click

from ketuk.codes.code import box_of, holds, typed
from ketuk.codes.fault import CodesFault
from ketuk.codes.verdict import StickerState
from ketuk.tui.boxes.card_names import CardNames, UnclearCard, cards_named, range_meant
from ketuk.tui.cli.desk import Desk

if TYPE_CHECKING:
    from ketuk.codes.registry import Registry
    from ketuk.codes.sticker import Sticker


@contextmanager
def faults_told(desk: Desk) -> Iterator[None]:
    """Tell a fault of a registry, a file or a paper in one line, and end with code 1."""
    try:
        yield
    except CodesFault as error:
        tell_fault(desk, error)


def tell_fault(desk: Desk, error: CodesFault) -> NoReturn:
    """One line on a fault, and the end."""
    from ketuk.tui.telling.troubles import trouble

    desk.end(trouble(desk.words, error))


@contextmanager
def box_open(desk: Desk, text: str) -> Iterator["Registry"]:
    """The registry of the box that ``text`` means; its faults told in one line."""
    from ketuk.codes.boxes import Boxes

    with faults_told(desk), Boxes(desk.boxes).called(text) as registry:
        remark_rescue(desk, registry)
        yield registry


def remark_rescue(desk: Desk, registry: "Registry") -> None:
    """What was done about the file of a box that was opened just now, if it was damaged."""
    from ketuk.tui.boxes.rescued import rescue_told

    for line in rescue_told(desk.data, desk.words, registry):
        desk.remark(line)


def cards_of(desk: Desk, ruleset: str) -> CardNames:
    """The cards of a box's rule set; without names if it is not here or cannot be read."""
    return cards_named(desk.data, ruleset, desk.words)


def item_meant(desk: Desk, registry: "Registry", cards: CardNames, text: str) -> int:
    """The card that ``text`` means: number, short code, name, or the code on its sticker."""
    code = code_of_box(desk, registry, text)
    item = registry.find(code).item if code is not None else None
    if item is not None:
        return item
    try:
        return cards.one(text, {item.number for item in registry.items()})
    except UnclearCard as unclear:
        desk.refuse(unclear.key, box=registry.box_id, **unclear.facts)


def code_of_box(desk: Desk, registry: "Registry", text: str) -> str | None:
    """The code that ``text`` is, None if it is none; one of another box is refused by name."""
    code = typed(text)
    if not isinstance(code, str) or not holds(code):
        return None
    if box_of(code) != registry.box_id:
        from ketuk.tui.boxes.strangers import stranger

        desk.end(stranger(desk.data, desk.words, box=box_of(code), code=code))
    return code


def spare_code(desk: Desk, registry: "Registry", text: str) -> str | None:
    """The code that ``text`` is, or that of the spare that says so, also of one that is none any
    more, so that the registry says what became of it; None if there is none.
    """
    spares = spare_meant(text, tuple(s for s in registry.stickers(None) if s.spare))
    return spares[0].code if len(spares) == 1 else code_of_box(desk, registry, text)


def stickers_meant(
    desk: Desk, registry: "Registry", cards: CardNames, items: str | None
) -> "tuple[Sticker, ...]":
    """The active stickers of the cards that ``items`` names, with commas between; None: of all.

    A spare is named by the code on it, or as it says ("Cadangan 3").
    """
    if items is None:
        return registry.stickers()
    among = {item.number for item in registry.items()}
    parts = cards.parts(items, among)
    if not parts:
        raise click.BadParameter(desk.words("cli_codes.no_items"), param_hint="--items")
    spares = registry.stickers(StickerState.SPARE)
    chosen: dict[str, Sticker] = {}
    for part in parts:
        meant = spare_meant(part, spares) or tuple(
            registry.active(number)
            for number in range_meant(part, among) or [item_meant(desk, registry, cards, part)]
        )
        chosen |= {sticker.code: sticker for sticker in meant}
    return tuple(chosen.values())


def spare_meant(text: str, spares: "tuple[Sticker, ...]") -> "tuple[Sticker, ...]":
    """The spare that ``text`` means: by the code on it, or by what else is printed on it."""
    from ketuk.tui.boxes.printing import spare_title
    from ketuk.tui.words import LANGUAGES, Words

    code, name = typed(text), " ".join(text.split()).casefold()

    def titles(spare: "Sticker") -> set[str]:
        return {spare_title(Words(lang), spare.spare).casefold() for lang in LANGUAGES}

    return tuple(spare for spare in spares if code == spare.code or name in titles(spare))
