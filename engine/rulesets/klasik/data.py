"""What the data of this set has beside what every set has: seats, terms, cards that act."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from pydantic import Field

from ketuk.engine.rulesets.schema import CardData, Data, Loc, SetData, TextData

Does: TypeAlias = Literal[
    "go", "nearest_utility", "nearest_station", "receive", "pay", "fine", "pay_each", "from_each",
    "back", "repairs", "jail", "keep",
]  # fmt: skip
COUNTED: frozenset[Does] = frozenset(
    {
        "nearest_utility",
        "nearest_station",
        "receive",
        "pay",
        "fine",
        "pay_each",
        "from_each",
        "back",
    }
)
"""What is done with an amount: money, times or tiles."""
CORNERS = ("start", "jail")
"""Tiles that there is exactly one of."""


class SeatingData(Data):
    """Section ``seating``."""

    least: int = Field(ge=2, le=8)
    most: int = Field(ge=2, le=8)
    cash: int = Field(ge=0)


class DrawnData(CardData):
    """A card with what it does."""

    does: Does
    amount: int = Field(default=0, ge=0)
    to: int = Field(default=0, ge=0)
    house: int = Field(default=0, ge=0)
    hotel: int = Field(default=0, ge=0)


class KlasikData(SetData):
    """All data of this set in one."""

    seating: SeatingData
    terms: dict[str, TextData]
    chance: dict[str, DrawnData]
    chest: dict[str, DrawnData]

    def odd(self) -> Iterator[tuple[Loc, str]]:
        """What the single fields cannot show."""
        for at, tile in enumerate(self.tiles):
            if tile.kind == "street" and not (tile.price and tile.build and tile.group):
                yield ("tiles", at, "price"), "a street has price, build and group"
            if tile.kind == "street" and len(tile.rents) != 6:
                yield ("tiles", at, "rents"), "a street has six rents"
            if tile.kind in ("station", "utility") and (tile.build or not tile.price):
                yield ("tiles", at, "price"), f"a {tile.kind} has a price and no buildings"
        yield from super().odd()
        yield from self._rings()
        if self.seating.least > self.seating.most:
            yield ("seating", "least"), "more than the most"
        yield from self._cards()

    def _rings(self) -> Iterator[tuple[Loc, str]]:
        kinds = [t.kind for t in self.tiles]
        for kind in CORNERS:
            if kinds.count(kind) != 1:
                yield ("tiles",), f"exactly one tile of kind {kind}"
        if kinds[0] != "start":
            yield ("tiles", 0, "kind"), "the ring begins with the start"
        stations = kinds.count("station")
        for at, tile in enumerate(self.tiles):
            if tile.kind == "station" and len(tile.rents) < stations:
                yield ("tiles", at, "rents"), f"a rent for each number of the {stations} stations"

    def _cards(self) -> Iterator[tuple[Loc, str]]:
        kinds = {t.kind for t in self.tiles}
        for deck, cards in (("chance", self.chance), ("chest", self.chest)):
            for key, card in cards.items():
                if not card.to < len(self.tiles):
                    yield (deck, key, "to"), "names a tile that the ring has not"
                if card.does in COUNTED and not card.amount:
                    yield (deck, key, "amount"), f"a card that does {card.does} says how much"
                if card.does == "repairs" and not (card.house and card.hotel):
                    yield (deck, key, "house"), "repairs have a price for a house and for a hotel"
                nearest = card.does.removeprefix("nearest_")
                if nearest != card.does and nearest not in kinds:
                    yield (deck, key, "does"), f"the ring has no tile of kind {nearest}"
