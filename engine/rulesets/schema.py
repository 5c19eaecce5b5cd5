"""The data of a rule set as pydantic checks it: every fault named by file, line and field."""

import tomllib
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

SECTIONS = ("meta", "seating", "figures", "tiles", "siasat", "kejadian")


class BadData(ValueError):
    """Rule set data that cannot be used; each fault says where and what."""

    def __init__(self, source: str, faults: list[tuple[int, str, str]]) -> None:
        self.source = source
        self.faults = faults
        """Line (0 where unknown), field, and what is wrong with it."""
        super().__init__("; ".join(f"{source}:{n}: {f}: {w}" for n, f, w in faults))


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class MetaData(_Data):
    """Section ``meta``."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_-]{1,31}$")
    version: str = Field(min_length=1)
    name: str = Field(min_length=1, max_length=40)
    rules: str
    step: int = Field(ge=1)


class PlayersData(_Data):
    """What depends on the number of players."""

    cash: list[int] = Field(min_length=1)
    rounds: int = Field(ge=1)
    without: list[int] = []


class SeatingData(_Data):
    """Section ``seating``."""

    opener: Literal["moving", "first"]
    hand: int = Field(ge=0)
    hand_limit: int = Field(ge=1)
    pot: int = Field(ge=0)
    players: dict[str, PlayersData]


class TileData(_Data):
    """One entry of ``tiles``."""

    index: int = Field(ge=0)
    name: str = Field(min_length=1, max_length=24)
    kind: str
    deed_name: str = ""
    group: int = Field(default=0, ge=0)
    zone: int = Field(default=0, ge=0)
    price: int = Field(default=0, ge=0)
    build: int = Field(default=0, ge=0)
    rents: list[int] = []
    connects: list[int] = []
    amount: int = Field(default=0, ge=0)
    trait: str = ""


class TextData(_Data):
    """A text in both languages."""

    id: str = Field(min_length=1)
    en: str = Field(min_length=1)


class CardData(_Data):
    """One kind of card; ``items`` are its item numbers in the box."""

    id: str
    name: str = Field(min_length=1)
    deck: str
    items: list[int] = Field(min_length=1)
    text: TextData
    when: str = ""


class SetData(_Data):
    """All data of a set in one."""

    meta: MetaData
    seating: SeatingData
    figures: dict[str, int]
    tiles: list[TileData] = Field(min_length=8)
    siasat: dict[str, CardData]
    kejadian: dict[str, CardData]


def parse(text: str, source: str) -> dict[str, Any]:
    """TOML text as plain data.

    Raises:
        BadData: it is not TOML; the fault names the line.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = getattr(error, "lineno", 0) or _line_in(str(error))
        raise BadData(source, [(line, "", str(error))]) from error


def _line_in(message: str) -> int:
    words = message.replace(",", " ").replace(")", " ").split()
    for word, after in pairwise(words):
        if word == "line" and after.isdigit():
            return int(after)
    return 0


def check(data: Mapping[str, Any], source: str, text: str = "") -> SetData:
    """Data of a set, checked; ``text`` helps to name lines.

    Raises:
        BadData: with every fault found.
    """
    try:
        checked = SetData.model_validate(data)
    except ValidationError as error:
        faults = [
            (line_of(text, e["loc"]), ".".join(map(str, e["loc"])), e["msg"])
            for e in error.errors()
        ]
        raise BadData(source, faults) from error
    faults = [(line_of(text, loc), ".".join(map(str, loc)), what) for loc, what in _odd(checked)]
    if faults:
        raise BadData(source, faults)
    return checked


def _odd(data: SetData) -> list[tuple[tuple[str | int, ...], str]]:
    """What the single fields cannot show."""
    found: list[tuple[tuple[str | int, ...], str]] = []
    size, step = len(data.tiles), data.meta.step
    for at, tile in enumerate(data.tiles):
        if tile.index != at:
            found.append((("tiles", at, "index"), f"tiles stand in order, {at} expected"))
        if tile.kind == "city" and not (tile.price and tile.build and tile.group and tile.zone):
            found.append((("tiles", at, "price"), "a city has price, build, group and zone"))
        if tile.kind == "city" and len(tile.rents) != 4:
            found.append((("tiles", at, "rents"), "a city has four rents"))
        if sorted(tile.rents) != tile.rents:
            found.append((("tiles", at, "rents"), "rents rise with the level"))
        if any(amount % step for amount in (tile.price, tile.build, tile.amount, *tile.rents)):
            found.append((("tiles", at, "price"), f"money is in steps of {step}"))
        if any(not 0 <= t < size for t in tile.connects):
            found.append((("tiles", at, "connects"), "names a tile that the ring has not"))
    for count, players in data.seating.players.items():
        if not count.isdigit() or len(players.cash) != int(count):
            found.append((("seating", "players", count, "cash"), "one figure for each seat"))
        deck = {item for card in data.kejadian.values() for item in card.items}
        if players.rounds > (cards := len(deck - set(players.without))):
            what = f"every round reveals a card, and there are {cards}"
            found.append((("seating", "players", count, "rounds"), what))
    return found


def line_of(text: str, loc: tuple[str | int, ...]) -> int:
    """The line of a field in TOML text, as near as its headers tell; 0 where it is not there."""
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
