"""What sets of streets, stations and open decks share: their data, and what is made of it."""

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from pydantic import Field

from ketuk.engine.board import Board, Deed, Tile, board_of
from ketuk.engine.items import BOX, player_item
from ketuk.engine.rules.ruleset import Card, Item, Seating
from ketuk.engine.rulesets.schema import CardData, Data, Loc, SetData, TextData, TileData
from ketuk.engine.table import FOREVER

Does: TypeAlias = Literal[
    "go", "nearest_utility", "nearest_station", "receive", "pay", "fine", "pay_each", "from_each",
    "back", "repairs", "jail", "keep", "demolish",
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


class StreetsData(SetData):
    """Streets in sets, stations, utilities, and decks of cards that act when they are drawn."""

    seating: SeatingData
    terms: dict[str, TextData]

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

    def drawn(self) -> dict[str, DrawnData]:
        """Kinds of cards over all decks, by id."""
        decks = [cards for _, cards in self.decks()]
        return {key: c for cards in decks for key, c in cards.items() if isinstance(c, DrawnData)}

    def _cards(self) -> Iterator[tuple[Loc, str]]:
        kinds = {t.kind for t in self.tiles}
        for key, card in self.drawn().items():
            deck = card.deck
            if not card.to < len(self.tiles):
                yield (deck, key, "to"), "names a tile that the ring has not"
            if card.does in COUNTED and not card.amount:
                yield (deck, key, "amount"), f"a card that does {card.does} says how much"
            if card.does == "repairs" and not (card.house and card.hotel):
                yield (deck, key, "house"), "repairs have a price for a house and for a hotel"
            nearest = card.does.removeprefix("nearest_")
            if nearest != card.does and nearest not in kinds:
                yield (deck, key, "does"), f"the ring has no tile of kind {nearest}"


# --- what is made of it ------------------------------------------------------------------------


def board(data: StreetsData) -> Board:
    """The ring."""
    return board_of(tuple(_tile(t) for t in data.tiles))


def _tile(t: TileData) -> Tile:
    return Tile(
        index=t.index,
        name=t.name,
        kind=t.kind,
        group=t.group,
        zone=t.zone,
        deed=Deed(t.price, t.build, tuple(t.rents)) if t.price else None,
        amount=t.amount,
        trait=t.trait,
        deed_name=t.deed_name,
    )


def cards(data: StreetsData, letters: Mapping[str, str]) -> dict[int, Card]:
    """The cards by item, numbered in each deck after its letter."""
    by_item: dict[int, Card] = {}
    for name, deck in data.decks():
        letter = letters[name]
        printed = sorted((item, kind) for kind, card in deck.items() for item in card.items)
        for number, (item, kind) in enumerate(printed, 1):
            card = deck[kind]
            by_item[item] = Card(item, kind, card.deck, card.name, f"{letter}{number:02d}")
    return by_item


def seating(data: StreetsData, opener: Literal["thrown", "drawn"] = "thrown") -> Seating:
    """Equal cash, no end by rounds, and one opener for good whom dice or a draw have chosen; a draw
    decides who sits where as well.
    """
    seats = data.seating
    counts = range(seats.least, seats.most + 1)
    return Seating(
        cash={n: (seats.cash,) * n for n in counts},
        rounds=dict.fromkeys(counts, FOREVER),
        without=dict.fromkeys(counts, ()),
        opener=opener,
        drawn=opener == "drawn",
    )


def items(board: Board, known: Mapping[int, Card], seats: int) -> tuple[Item, ...]:
    """The stickers of a box: properties, players, both decks, the box itself."""
    box_items = [Item(t, "property", board.tiles[t].card_name) for t in board.deeds]
    box_items += [Item(player_item(seat), "player", str(seat)) for seat in range(1, seats + 1)]
    box_items += [Item(c.item, c.deck, c.name, c.code) for c in known.values()]
    return (*box_items, Item(BOX, "box", ""))
