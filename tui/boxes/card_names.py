"""What the cards of a box are called, on the screen, on the command line and on their stickers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ketuk.engine.items import bid_of
from ketuk.tui.words import LANGUAGES, Words

if TYPE_CHECKING:
    from ketuk.codes.sticker import BoxItem
    from ketuk.engine import Item, RuleSet

T = TypeVar("T")

BID = "bid"
"""Kind of the cards whose sticker names the seat and not the value."""
ALIKE = 0.75
"""How alike a name must be to be suggested; 1 is the same."""
RANGE = re.compile(r"(\d{1,4})\s*[-–]\s*(\d{1,4})")
NEAR = 3
"""Cards that are suggested."""
BID_VALUES = ("0", "1/4", "1/2", "3/4", "1", "5/4")
"""What the k-th bid card of a seat offers, as a part of the price."""


@dataclass(frozen=True, slots=True)
class NamedCard:
    """One card that carries a sticker: its name, and the short code printed on it, if any."""

    number: int
    kind: str
    name: str
    short: str
    names: frozenset[str] = frozenset()
    """All that it is called: in every language, on its sticker, by its short code; as :func:`said`
    has it.
    """

    @property
    def title(self) -> str:
        """Name and short code, since two Siasat cards share a name."""
        return f"{self.short} {self.name}".strip()


@dataclass(frozen=True, slots=True)
class CardNames:
    """The cards of a box, by number. A rule set that is not here leaves kinds and numbers."""

    known: dict[int, NamedCard]

    @classmethod
    def of(cls, rules: RuleSet, words: Words) -> CardNames:
        """The cards of a rule set, named in the language of ``words`` and found in every one."""
        code = rules.meta.rules
        words, spoken = words.of(code), [Words(language).of(code) for language in LANGUAGES]
        return cls({item.number: _card(item, words, spoken) for item in rules.items})

    def name(self, number: int, kind: str = "") -> str:
        """What a card is called."""
        card = self.known.get(number)
        return card.name if card else f"{kind} {number}".strip()

    def title(self, number: int, kind: str = "") -> str:
        """What tells a card from all others: its name, with the short code before it."""
        card = self.known.get(number)
        return card.title if card else f"{kind} {number}".strip()

    def names(self, number: int) -> frozenset[str]:
        """All that a card is called."""
        card = self.known.get(number)
        return card.names if card else frozenset()

    def meant(self, text: str, among: set[int]) -> list[int]:
        """The cards that ``text`` may mean: a number, a short code, or a name in any language."""
        if text.strip().isascii() and text.strip().isdigit():
            return [int(text)] if int(text) in among else []
        wanted = said(text)
        cards = [card for card in self.known.values() if card.number in among]
        short = [card.number for card in cards if said(card.short) == wanted]
        named = [card.number for card in cards if wanted in card.names]
        return short or named

    def one(self, text: str, among: set[int]) -> int:
        """The card that ``text`` means.

        Raises:
            UnclearCard: none or several are called so.
        """
        match self.meant(text, among):
            case [number]:
                return number
            case []:
                near = self._listed(self.nearly(text, among))
                key = "cli_codes.item_near" if near else "codes.fault_no_item"
                raise UnclearCard(key, item=text.strip(), near=near)
            case several:
                facts = {"text": text.strip(), "names": self._listed(several)}
                raise UnclearCard("cli_codes.ambiguous", **facts)

    def parts(self, text: str, among: set[int]) -> list[str]:
        """What stands between the commas; a name that has commas itself stays one."""
        parts = [part for part in text.split(",") if part.strip()]
        entries, at = [], 0
        while at < len(parts):
            ends = range(len(parts), at, -1)
            whole = (e for e in ends if self.meant(",".join(parts[at:e]), among))
            end = next(whole, at + 1)
            entries.append(",".join(parts[at:end]).strip())
            at = end
        return entries

    def _listed(self, numbers: Sequence[int]) -> str:
        return ", ".join(f"{self.title(number)} ({number})" for number in numbers)

    def nearly(self, text: str, among: set[int]) -> list[int]:
        """The cards that are called nearly so, the nearest first."""
        called = {number: self.names(number) for number in among}
        return nearest(text, called)


class UnclearCard(Exception):
    """A text means no card, or several: ``key`` of the sentence, which wants the box too."""

    def __init__(self, key: str, **facts: str) -> None:
        super().__init__(f"{key}: {facts}")
        self.key, self.facts = key, facts


def range_meant(text: str, among: set[int]) -> list[int]:
    """The cards from one number to another, as in ``10-20``; none if it is no such text."""
    ends = RANGE.fullmatch(text.strip())
    return [n for n in sorted(among) if ends and int(ends[1]) <= n <= int(ends[2])]


def said(text: str) -> str:
    """A name as it is compared: single spaces, no capitals."""
    return " ".join(text.split()).casefold()


def nearest(text: str, called: Mapping[T, Iterable[str]]) -> list[T]:
    """Whose names begin so, or differ by a slip; the nearest first, :data:`NEAR` at most."""
    wanted = said(text)
    if not wanted:
        return []
    score: dict[T, float] = {}
    for who, names in called.items():
        ratios = (SequenceMatcher(None, wanted, name).ratio() for name in names)
        begins = any(name.startswith(wanted) for name in names)
        score[who] = max(*ratios, 1.0 if begins else 0.0, 0.0)
    near = [who for who in score if score[who] >= ALIKE]
    return sorted(near, key=lambda who: -score[who])[:NEAR]


def cards_named(data: Path, ruleset: str, words: Words) -> CardNames:
    """The cards of a box's rule set; without names if it is not here or cannot be read."""
    from ketuk.engine import BadData
    from ketuk.tui.own_rules import rules_called

    try:
        return CardNames.of(rules_called(data, ruleset), words)
    except (KeyError, BadData, OSError):
        return CardNames({})


def printing_place(kind: str, number: int, code: str) -> tuple[bool, int, str]:
    """Where a sticker stands on a sheet or in a table: by number, bid cards last, by seat and
    random code, so that no order tells their values.
    """
    return (True, bid_of(number)[0], code) if kind == BID else (False, number, "")


def _card(item: Item, words: Words, spoken: Sequence[Words]) -> NamedCard:
    names = {_name(item, each) for each in spoken}
    names |= {f"{item.code} {name}".strip() for name in names}
    if item.kind == BID:
        names |= {w("cli_codes.bid_title", seat=bid_of(item.number)[0]) for w in spoken}
    every = frozenset(said(name) for name in (*names, item.code) if name)
    return NamedCard(item.number, item.kind, _name(item, words), item.code, every)


def _name(item: Item, words: Words) -> str:
    match item.kind:
        case "player":
            return words("cli_codes.player_name", seat=item.name)
        case "bid":
            seat, place = bid_of(item.number)
            return words("cli_codes.bid_name", seat=seat, value=BID_VALUES[place])
        case "box":
            return words("cli_codes.box_name")
        case _:
            return item.name


def sticker_title(words: Words, cards: CardNames, item: BoxItem) -> str:
    """What a card's sticker calls it: a bid card its seat only."""
    if item.kind == BID:
        return words("cli_codes.bid_title", seat=bid_of(item.number)[0])
    return cards.title(item.number, item.kind)
