"""Cards of decks and hands, and what lies on the board by them."""

from ketuk.engine.causes import CardUsedFor, EffectChange, InsuranceSpentOn
from ketuk.engine.events.event import Event
from ketuk.engine.states import Effects


class CardDrawn(Event, frozen=True):
    """A card came into a hand; secret to others."""

    seat: int
    card: int
    deck: str


class DeckShuffled(Event, frozen=True):
    """The used cards of a deck were shuffled, and lie there unseen again."""

    deck: str


class DeckEmpty(Event, frozen=True):
    """No card was drawn since all are in hands."""

    seat: int
    deck: str
    ruling: str = ""


class CardUsed(Event, frozen=True):
    """A card of a hand was played or discarded and lies under its deck now."""

    seat: int
    card: int
    deck: str
    how: CardUsedFor
    """played, discarded."""
    ruling: str = ""


class CardReturned(Event, frozen=True):
    """A card that lay on the board, or with a player who left, goes under its deck."""

    card: int
    deck: str
    why: str


class CardShown(Event, frozen=True):
    """A card was turned over for all to see; it lies under its deck now and takes effect."""

    seat: int
    card: int
    deck: str


class CardKept(Event, frozen=True):
    """A card was turned over for all to see, and the seat keeps it in its hand."""

    seat: int
    card: int
    deck: str


class CardPassed(Event, frozen=True):
    """A card went from hand to hand."""

    seat: int
    to: int
    card: int


class CardLaid(Event, frozen=True):
    """An insurance lies on a city now."""

    seat: int
    card: int
    tile: int


class InsuranceSpent(Event, frozen=True):
    """The insurance of a city went under its deck."""

    tile: int
    card: int
    deck: str
    why: InsuranceSpentOn
    ruling: str = ""


class EventRevealed(Event, frozen=True):
    """The event of the round lies open."""

    seat: int
    card: int
    deck: str


class Targeted(Event, frozen=True):
    """What an event hits, with the figures that chose it."""

    card: int
    target: int
    """A zone, group, tile or seat, by the card."""
    by: str
    """data, dice, or the choice of a player."""
    figures: tuple[tuple[int, ...], ...] = ()
    """Candidates in order, each with the figures compared."""
    ruling: str = ""


class EffectsChanged(Event, frozen=True):
    """Something lies on the board, or holds, that did not before, or no longer."""

    effects: Effects
    what: EffectChange
    at: int = -1
    ruling: str = ""
