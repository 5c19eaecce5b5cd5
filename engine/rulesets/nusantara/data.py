"""What the data of this set has beside what every set has: seats, Siasat, Kejadian."""

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from ketuk.engine.rulesets.schema import CardData, Data, Loc, SetData


class PlayersData(Data):
    """What depends on the number of players."""

    cash: list[int] = Field(min_length=1)
    rounds: int = Field(ge=1)
    without: list[int] = Field(default_factory=list)


class HandSeatingData(Data):
    """Section ``seating``."""

    opener: Literal["moving", "first"]
    hand: int = Field(ge=0, le=20)
    hand_limit: int = Field(ge=1)
    pot: int = Field(ge=0)
    players: dict[str, PlayersData]


class NusantaraData(SetData):
    """All data of this set in one."""

    seating: HandSeatingData
    siasat: dict[str, CardData]
    kejadian: dict[str, CardData]

    def odd(self) -> Iterator[tuple[Loc, str]]:
        """What the single fields cannot show."""
        for at, tile in enumerate(self.tiles):
            if tile.kind == "city" and not (tile.price and tile.build and tile.group and tile.zone):
                yield ("tiles", at, "price"), "a city has price, build, group and zone"
            if tile.kind == "city" and len(tile.rents) != 4:
                yield ("tiles", at, "rents"), "a city has four rents"
        yield from super().odd()
        deck = {item for card in self.kejadian.values() for item in card.items}
        for count, players in self.seating.players.items():
            if not count.isdigit() or len(players.cash) != int(count):
                yield ("seating", "players", count, "cash"), "one figure for each seat"
            if players.rounds > (cards := len(deck - set(players.without))):
                what = f"every round reveals a card, and there are {cards}"
                yield ("seating", "players", count, "rounds"), what
