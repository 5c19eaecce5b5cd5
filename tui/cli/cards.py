"""What the commands on boxes share: opening a box, finding a card in it, calling it by name."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

import typer

from codes.code import holds, typed
from codes.fault import CodesFault
from engine.rules.auction import BID_CARDS
from engine.taps import FIRST_BID
from tui.cli.desk import REFUSED, Desk
from tui.words import Words

if TYPE_CHECKING:
    from codes.registry import Registry
    from codes.sticker import BoxItem, Sticker
    from engine import Item, RuleSet

BID = "bid"
"""Kind of the cards whose sticker names the seat and not the value."""
BID_VALUES = ("0", "1/4", "1/2", "3/4", "1", "5/4")
"""What the k-th bid card of a seat offers, as a part of the price."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card that carries a sticker: its name, and the short code printed on it, if any."""

    number: int
    kind: str
    name: str
    short: str

    @property
    def title(self) -> str:
        """Name and short code, since two Siasat cards share a name."""
        return f"{self.short} {self.name}".strip()


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a box, by number. A rule set that is not here leaves kinds and numbers."""

    known: dict[int, Card]

    @classmethod
    def of(cls, rules: "RuleSet", words: Words) -> "Cards":
        """The cards of a rule set, named in the language of ``words``."""
        return cls({item.number: _card(item, words) for item in rules.items})

    def name(self, number: int, kind: str = "") -> str:
        """What a card is called."""
        card = self.known.get(number)
        return card.name if card else f"{kind} {number}".strip()

    def title(self, number: int, kind: str = "") -> str:
        """What tells a card from all others: its name, with the short code before it."""
        card = self.known.get(number)
        return card.title if card else f"{kind} {number}".strip()

    def meant(self, text: str, among: set[int]) -> list[int]:
        """The cards that ``text`` may mean: a number, a short code or a name."""
        if text.strip().isascii() and text.strip().isdigit():
            return [int(text)] if int(text) in among else []
        wanted = " ".join(text.split()).casefold()
        cards = [card for card in self.known.values() if card.number in among]
        short = [card.number for card in cards if card.short.casefold() == wanted]
        named = [c.number for c in cards if wanted in (c.name.casefold(), c.title.casefold())]
        return short or named


def seat_of_bid(number: int) -> int:
    """The seat whose bid card has that number."""
    return (number - FIRST_BID) // BID_CARDS + 1


def printing_place(kind: str, number: int, code: str) -> tuple[bool, int, str]:
    """Where a sticker stands on a sheet or in a table: by number, bid cards last, by seat and
    random code, so that no order tells their values.
    """
    return (True, seat_of_bid(number), code) if kind == BID else (False, number, "")


def _card(item: "Item", words: Words) -> Card:
    match item.kind:
        case "player":
            name = words("cli_codes.player_name", seat=item.name)
        case "bid":
            value = BID_VALUES[(item.number - FIRST_BID) % BID_CARDS]
            name = words("cli_codes.bid_name", seat=seat_of_bid(item.number), value=value)
        case "box":
            name = words("cli_codes.box_name")
        case _:
            name = item.name
    return Card(item.number, item.kind, name, item.code)


@contextmanager
def faults_told(desk: Desk) -> Iterator[None]:
    """Tell a fault of a registry, a file or a paper in one line, and end with code 1."""
    try:
        yield
    except CodesFault as error:
        tell_fault(desk, error)


def tell_fault(desk: Desk, error: CodesFault) -> NoReturn:
    """One line on a fault, and the end."""
    from tui.verdicts import trouble

    typer.echo(trouble(desk.words, error), err=True)
    raise typer.Exit(REFUSED)


@contextmanager
def box_open(desk: Desk, text: str) -> Iterator["Registry"]:
    """The registry of the box that ``text`` means; its faults told in one line."""
    from codes.boxes import Boxes

    with faults_told(desk), Boxes(desk.boxes).called(text) as registry:
        yield registry


def cards_of(desk: Desk, ruleset: str) -> Cards:
    """The cards of a box's rule set; without names if it is not here or cannot be read."""
    from engine import BadData
    from tui.own_rules import rules_called

    try:
        return Cards.of(rules_called(desk.data, ruleset), desk.words)
    except (KeyError, BadData, OSError):
        return Cards({})


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


def sticker_title(desk: Desk, cards: Cards, item: "BoxItem") -> str:
    """What a card's sticker calls it: a bid card its seat only."""
    if item.kind == BID:
        return desk.words("cli_codes.bid_title", seat=seat_of_bid(item.number))
    return cards.title(item.number, item.kind)
