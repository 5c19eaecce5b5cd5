"""What the commands on boxes share: opening a box, and finding a card in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

import typer

from ketuk.codes.code import holds, typed
from ketuk.codes.fault import CodesFault
from ketuk.tui.boxes.card_names import Cards, cards_named
from ketuk.tui.cli.desk import REFUSED, Desk

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
    from ketuk.tui.telling.verdicts import trouble

    typer.echo(trouble(desk.words, error), err=True)
    raise typer.Exit(REFUSED)


@contextmanager
def box_open(desk: Desk, text: str) -> Iterator["Registry"]:
    """The registry of the box that ``text`` means; its faults told in one line."""
    from ketuk.codes.boxes import Boxes

    with faults_told(desk), Boxes(desk.boxes).called(text) as registry:
        yield registry


def cards_of(desk: Desk, ruleset: str) -> Cards:
    """The cards of a box's rule set; without names if it is not here or cannot be read."""
    return cards_named(desk.data, ruleset, desk.words)


def item_meant(desk: Desk, registry: "Registry", cards: Cards, text: str) -> int:
    """The card that ``text`` means: number, short code, name, or the code on its sticker."""
    code = typed(text)
    if isinstance(code, str) and holds(code):
        item = registry.find(code).item
        if item is not None:
            return item
    numbers = cards.meant(text, {item.number for item in registry.items()})
    match numbers:
        case [number]:
            return number
        case []:
            desk.refuse("codes.fault_no_item", item=text, box=registry.box.id)
        case _:
            names = ", ".join(f"{cards.title(number)} ({number})" for number in numbers)
            desk.refuse("cli_codes.ambiguous", text=text, names=names)


def stickers_meant(
    desk: Desk, registry: "Registry", cards: Cards, items: str | None
) -> "tuple[Sticker, ...]":
    """The active stickers of the cards that ``items`` names, with commas between; None: of all."""
    if items is None:
        return registry.stickers()
    parts = [part for part in items.split(",") if part.strip()]
    if not parts:
        raise typer.BadParameter(desk.words("cli_codes.no_items"), param_hint="--items")
    numbers = dict.fromkeys(item_meant(desk, registry, cards, part) for part in parts)
    return tuple(registry.active(number) for number in numbers)
