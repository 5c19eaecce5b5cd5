"""What the data of this set has beside what sets of its kind have: editions, news, missions."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

from pydantic import Field, model_validator

from ketuk.engine.rulesets.schema import CardData, Data, Loc, TextData
from ketuk.engine.rulesets.streets import DrawnData, StreetsData

Tells: TypeAlias = Literal["line_up", "line_closed", "salary", "tax_free", "cheap", "none"]
Counts: TypeAlias = Literal[
    "bought", "auction", "trade", "built", "hotel", "rent",
    "hubs", "utilities", "line", "lines", "areas",
]  # fmt: skip
BANDS = 3
"""Groups of lines of which each player is dealt a station in fast mode."""


class NamesData(Data):
    """Section ``names``: what an edition calls its tiles, lines, vehicles and cards."""

    tiles: list[str]
    lines: list[str]
    vehicles: list[str]
    cards: dict[str, str]


class FastData(Data):
    """Section ``fast``: the fast mode."""

    bands: list[list[int]] = Field(min_length=BANDS, max_length=BANDS)
    rounds: list[int]


class EndsData(Data):
    """Section ``ends``: what players may choose."""

    laps: list[int] = Field(min_length=2, max_length=2)
    rounds: int = Field(ge=5)
    qualifying: int = Field(ge=0)


class NewsData(CardData):
    """A piece of news, which holds until the next."""

    does: Tells
    line: int = Field(default=0, ge=0)
    amount: int = Field(default=0, ge=0)


class MissionData(Data):
    """Something small to reach, once each player."""

    does: Counts
    count: int = Field(ge=1)
    reward: int = Field(ge=1)
    areas: list[list[int]] = Field(default=[])
    name: TextData
    text: TextData


class RelData(StreetsData):
    """All data of this set in one: streets are the stations of its lines, stations its hubs."""

    names: NamesData
    fast: FastData
    ends: EndsData
    kad: dict[str, DrawnData]
    berita: dict[str, NewsData]
    misi: dict[str, MissionData]

    @model_validator(mode="before")
    @classmethod
    def _named(cls, data: Any) -> Any:
        """Tiles and cards with the names of the edition."""
        names = data.get("names") if isinstance(data, Mapping) else None
        if not isinstance(names, Mapping):
            return data
        whole, called = dict(data), names.get("tiles", ())
        if isinstance(tiles := data.get("tiles"), list):
            whole["tiles"] = [
                {"name": name, **tile} for name, tile in zip(called, tiles, strict=False)
            ] + tiles[len(called) :]
        for deck in ("kad", "berita"):
            if isinstance(cards := data.get(deck), Mapping):
                whole[deck] = {
                    kind: {"name": names.get("cards", {}).get(kind, ""), **card}
                    for kind, card in cards.items()
                }
        return whole

    def odd(self) -> Iterator[tuple[Loc, str]]:
        """What the single fields cannot show."""
        yield from super().odd()
        groups, most = {t.group for t in self.tiles} - {0}, self.seating.most
        if len(self.names.tiles) != len(self.tiles):
            yield ("names", "tiles"), f"a name for each of the {len(self.tiles)} tiles"
        if len(self.names.lines) != max(groups, default=0):
            yield ("names", "lines"), f"a name for each of the {max(groups, default=0)} lines"
        if len(self.names.vehicles) != most:
            yield ("names", "vehicles"), f"a vehicle for each of {most} players"
        if len(self.fast.rounds) != most - self.seating.least + 1:
            yield ("fast", "rounds"), "a number of rounds for each number of players"
        for band in self.fast.bands:
            streets = sum(t.kind == "street" and t.group in band for t in self.tiles)
            if streets < most:
                yield ("fast", "bands"), f"{streets} stations are too few to deal"
        for key, news in self.berita.items():
            if news.does.startswith("line_") and news.line not in groups:
                yield ("berita", key, "line"), "names a line that the ring has not"
            if news.does == "salary" and not news.amount:
                yield ("berita", key, "amount"), "says how much is paid"
        owned = {t.index for t in self.tiles if t.kind in ("street", "station")}
        for key, mission in self.misi.items():
            if not {t for area in mission.areas for t in area} <= owned:
                yield ("misi", key, "areas"), "areas are made of stations and hubs"
