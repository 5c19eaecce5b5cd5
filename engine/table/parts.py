"""Players, properties, decks and the turn, as they stand."""

from ketuk.engine.table.value import BANK, NOWHERE, Value


class Player(Value, frozen=True):
    """One seat."""

    name: str
    cash: int
    at: int = 0
    hand: tuple[int, ...] = ()
    jail: int = NOWHERE
    """Failed tries to leave the jail (Macet) since it caught the pawn; -1 when free."""
    left: bool = False


class Holding(Value, frozen=True):
    """A property as it stands."""

    owner: int = BANK
    mortgaged: bool = False
    level: int = 0
    """Buildings: 0 none; the set's highest level is its menara or hotel."""
    insurance: int = 0
    """The insurance card laid on it; 0 for none."""


class Turn(Value, frozen=True):
    """The turn in progress."""

    seat: int = 1
    rolls: int = 0
    """Rolls made, cards that replace one included."""
    doubles: int = 0
    dice: tuple[int, ...] = ()
    """The last throw."""
    may_roll: bool = True
    salary: bool = False
    """Whether this turn's salary was paid."""
    proposed: int = 0
    """Trades proposed in this turn, by whomever."""


class Deck(Value, frozen=True):
    """Cards not yet seen in this game, and the used ones in order under them."""

    name: str
    unseen: tuple[int, ...]
    """Ascending; the order in which they lie is nobody's knowledge."""
    bottom: tuple[int, ...] = ()
    """Known order, the next to come first."""


class Place(Value, frozen=True):
    """One line of the ranking; equal places share a number."""

    place: int
    seat: int
    worth: int
    cash: int
    properties: int
