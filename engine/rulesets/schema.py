"""The data of a rule set as pydantic checks it: every fault named by file, line and field."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ketuk.engine.items import DECKS, PROPERTIES

Loc: TypeAlias = tuple[str | int, ...]
"""Where a fault is: section, entry, field."""
S = TypeVar("S", bound="SetData")

LONGEST_LINE = 10_000
"""Signs in a line of a set's data: tomllib takes minutes for a name of a hundred thousand dots."""


class BadData(ValueError):
    """Rule set data that cannot be used; each fault says where and what."""

    def __init__(self, source: str, faults: list[tuple[int, str, str]]) -> None:
        self.source = source
        self.faults = faults
        """Line (0 if unknown), field, and what is wrong with it."""
        super().__init__("; ".join(f"{source}:{n}: {f}: {w}" for n, f, w in faults))


class Data(BaseModel):
    """A table of a rule set's data: nothing unknown, nothing bent into shape."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class MetaData(Data):
    """Section ``meta``."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_-]{1,31}$")
    version: str = Field(min_length=1)
    name: str = Field(min_length=1, max_length=40)
    rules: str
    step: int = Field(ge=1)


class TileData(Data):
    """One entry of ``tiles``."""

    index: int = Field(ge=0)
    name: str = Field(min_length=1, max_length=24)
    kind: str
    deed_name: str = ""
    group: int = Field(default=0, ge=0, le=99)
    zone: int = Field(default=0, ge=0, le=99)
    price: int = Field(default=0, ge=0)
    build: int = Field(default=0, ge=0)
    rents: list[int] = []
    connects: list[int] = []
    amount: int = Field(default=0, ge=0)
    trait: str = ""


class TextData(Data):
    """A text by language: Indonesian and English, if a set has it Malay and Portuguese too."""

    id: str = Field(min_length=1)
    en: str = Field(min_length=1)
    ms: str | None = Field(default=None, min_length=1)
    pt: str | None = Field(default=None, min_length=1)

    def by_language(self) -> dict[str, str]:
        """The text in each language that has it."""
        return self.model_dump(exclude_none=True)


class CardData(Data):
    """One kind of card; ``items`` are its item numbers in the box."""

    id: str
    name: str = Field(min_length=1)
    deck: str
    items: list[int] = Field(min_length=1)
    text: TextData
    when: str = ""


class SetData(Data):
    """What the data of every set has; each set adds its own sections."""

    meta: MetaData
    figures: dict[str, int]
    tiles: list[TileData] = Field(min_length=8)

    def figures_with(self, names: Iterable[str]) -> dict[str, int]:
        """The figures.

        Raises:
            KeyError: one of these is missing.
        """
        if missing := [name for name in names if name not in self.figures]:
            raise KeyError(f"figures.{missing[0]}")
        return self.figures

    def odd(self) -> Iterator[tuple[Loc, str]]:
        """What the single fields cannot show, each fault with its place."""
        size, step = len(self.tiles), self.meta.step
        for at, tile in enumerate(self.tiles):
            if tile.index != at:
                yield ("tiles", at, "index"), f"tiles stand in order, {at} expected"
            if sorted(tile.rents) != tile.rents:
                yield ("tiles", at, "rents"), "rents rise with the level"
            if any(amount % step for amount in (tile.price, tile.build, tile.amount, *tile.rents)):
                yield ("tiles", at, "price"), f"money is in steps of {step}"
            if any(not 0 <= t < size for t in tile.connects):
                yield ("tiles", at, "connects"), "names a tile that the ring has not"
            if tile.price and at not in PROPERTIES:
                last = PROPERTIES[-1]
                yield ("tiles", at, "price"), f"a property lies on a tile up to {last}: its item"
        yield from self._odd_cards()

    def decks(self) -> Iterator[tuple[str, Mapping[str, CardData]]]:
        """The sections that hold cards, by name."""
        for section in type(self).model_fields:
            cards = getattr(self, section)
            if isinstance(cards, dict) and any(isinstance(c, CardData) for c in cards.values()):
                yield section, cards

    def _odd_cards(self) -> Iterator[tuple[Loc, str]]:
        """Each item names one card, and each id one kind, over all decks."""
        items: set[int] = set()
        kinds: set[str] = set()
        for deck, cards in self.decks():
            for key, card in cards.items():
                if card.deck != deck or card.id != key:
                    yield (deck, key, "deck"), f"id {key} and deck {deck} expected"
                if key in kinds:
                    yield (deck, key, "id"), "is the id of a card of the other deck too"
                kinds.add(key)
                for item in card.items:
                    if item not in DECKS or item in items:
                        least, most = DECKS[0], DECKS[-1]
                        what = f"{item} is taken, or not from {least} to {most}"
                        yield (deck, key, "items"), what
                    items.add(item)


def parse(text: str, source: str) -> dict[str, Any]:
    """TOML text as plain data.

    Raises:
        BadData: it is not TOML, or none that can be read at once: a line of more than
            ``LONGEST_LINE`` signs, lists in lists without an end, a number of thousands of digits.
            The fault names the line.
    """
    lines = text.splitlines() or [""]
    longest = 1 + max(range(len(lines)), key=lambda at: len(lines[at]))
    if len(lines[longest - 1]) > LONGEST_LINE:
        raise BadData(source, [(longest, "", f"more than {LONGEST_LINE} signs in a line")])
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        # Where a text ends too early, no line is named.
        line = getattr(error, "lineno", 0) or _line_in(str(error)) or len(lines)
        raise BadData(source, [(line, "", str(error))]) from error
    except (ValueError, RecursionError) as error:
        raise BadData(source, [(longest, "", str(error))]) from error


def _line_in(message: str) -> int:
    words = message.replace(",", " ").replace(")", " ").split()
    for word, after in pairwise(words):
        if word == "line" and after.isdigit():
            return int(after)
    return 0


def check(data: Mapping[str, Any], source: str, model: type[S], text: str = "") -> S:
    """Data of a set, checked as ``model`` has it; ``text`` helps to name lines.

    Raises:
        BadData: with every fault found.
    """
    try:
        checked = model.model_validate(data)
    except ValidationError as error:
        faults = [
            (line_of(text, e["loc"]), ".".join(map(str, e["loc"])), e["msg"])
            for e in error.errors()
        ]
        raise BadData(source, faults) from error
    faults = [(line_of(text, loc), ".".join(map(str, loc)), what) for loc, what in checked.odd()]
    if faults:
        raise BadData(source, faults)
    return checked


def line_of(text: str, loc: tuple[str | int, ...]) -> int:
    """The line of a field in TOML text, as near as its headers tell; 0 if it is not there."""
    header: tuple[str, ...] = ()
    counts: dict[str, int] = {}
    best = 0
    wanted = tuple(str(part) for part in loc)
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if line.startswith("[["):
            name = line.strip("[]").strip()
            counts[name] = counts.get(name, -1) + 1
            header = (name, str(counts[name]))
        elif line.startswith("["):
            header = tuple(part.strip(' "') for part in line.strip("[]").split("."))
        if header and wanted[: len(header)] == header:
            best = best or number
            key = line.partition("=")[0].strip(' "')
            if len(wanted) > len(header) and key == wanted[len(header)]:
                return number
    return best
