"""What the data of this set has beside streets and decks: modes, and bounds of own tables."""

from collections.abc import Iterator

from pydantic import Field

from ketuk.engine.rulesets.schema import Data, Loc
from ketuk.engine.rulesets.streets import DrawnData, StreetsData

OWN = ("cash", "turn", "salary_ends", "tax_from", "term", "building", "third_die")
"""Fields of a mode that an own table may change, in the order in which they are listed."""


class ModeData(Data):
    """One of ``modes``: 0 is none, or never."""

    least: int = Field(default=0, ge=0, le=6)
    most: int = Field(default=0, ge=0, le=6)
    cash: int = Field(default=0, ge=0)
    turn: int = Field(ge=0)
    salary_ends: int = Field(ge=0)
    tax_from: int = Field(ge=0)
    term: int = Field(ge=0)
    building: int = Field(ge=0, le=2)
    sale: int = Field(ge=1, le=100)
    third_die: int = Field(ge=0)
    dealt: int = Field(default=0, ge=0)
    teams: bool = False
    own_auction: bool = False
    ranked: bool = False
    cards: list[str] = Field(default_factory=list)
    """Kinds of cards that no other mode has."""


class BoundsData(Data):
    """One of ``own``: what an own table may choose."""

    least: int = Field(ge=0)
    most: int = Field(ge=0)
    step: int = Field(default=1, ge=1)
    none: bool = False


class MerekData(StreetsData):
    """All data of this set in one."""

    modes: dict[str, ModeData] = Field(min_length=1)
    own: dict[str, BoundsData]
    sorte: dict[str, DrawnData]

    def mode(self, number: int) -> ModeData:
        """A mode by its place; seats and cash that it does not name are those of all."""
        chosen, seats = list(self.modes.values())[number], self.seating
        usual = {"least": seats.least, "most": seats.most, "cash": seats.cash}
        missing = {name: value for name, value in usual.items() if not getattr(chosen, name)}
        return chosen.model_copy(update=missing)

    def odd(self) -> Iterator[tuple[Loc, str]]:
        """What the single fields cannot show."""
        yield from super().odd()
        if [t.kind for t in self.tiles].count("casino") != 1:
            yield ("tiles",), "exactly one tile of kind casino"
        deeds = sum([t.price > 0 for t in self.tiles])
        for number, name in enumerate(self.modes):
            mode = self.mode(number)
            if mode.least > mode.most:
                yield ("modes", name, "least"), "more than the most"
            if mode.dealt * mode.most > deeds:
                yield ("modes", name, "dealt"), f"more than the {deeds} properties"
            if mode.teams and mode.least % 2 + mode.most % 2:
                yield ("modes", name, "teams"), "sides of two need an even number of players"
            if unknown := sorted(set(mode.cards) - set(self.sorte)):
                yield ("modes", name, "cards"), f"there is no card {unknown[0]}"
        for field in OWN:
            bounds = self.own.get(field)
            if bounds is None or bounds.least > bounds.most:
                yield ("own", field, "least"), "bounds of an own table, the least first"
