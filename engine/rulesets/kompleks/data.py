"""What the data of this set has beside what sets of its kind have: its decks."""

from ketuk.engine.rulesets.streets import DrawnData, StreetsData


class KompleksData(StreetsData):
    """All data of this set in one."""

    chance: dict[str, DrawnData]
    chest: dict[str, DrawnData]
