"""The course of a game: start and end, agenda, rounds and turns, time, states of mechanics."""

from ketuk.engine.causes import GameEnd, NothingFrom, StateChange
from ketuk.engine.events.event import Event
from ketuk.engine.states import AnyState
from ketuk.engine.table import AnyTask, Deck, Options, Place, Player


class GameStarted(Event, frozen=True):
    """The table is laid."""

    ruleset: str
    version: str
    options: Options
    players: tuple[Player, ...]
    tiles: int
    rounds: int
    pot: int
    stock: tuple[int, ...]
    decks: tuple[Deck, ...]


class Planned(Event, frozen=True):
    """Tasks were put on the agenda; the last of them is what the table turns to."""

    tasks: tuple[AnyTask, ...]


class Done(Event, frozen=True):
    """The task that the table had turned to is over."""


class RoundBegan(Event, frozen=True):
    """A round begins with its opener."""

    round: int
    opener: int
    ruling: str = ""


class EndNear(Event, frozen=True):
    """So many rounds are left, the one that begins included."""

    left: int


class RoundEnded(Event, frozen=True):
    """A round is over; effects of one round end with it."""

    round: int


class TurnBegan(Event, frozen=True):
    """A seat is on turn."""

    seat: int


class TurnEnded(Event, frozen=True):
    """A turn is over."""

    seat: int


class GoalReached(Event, frozen=True):
    """A seat has reached a goal of the set, which is paid for."""

    seat: int
    goal: str
    amount: int
    ruling: str = ""


class StateChanged(Event, frozen=True):
    """What a mechanic keeps is this from now on, in the place of what it kept."""

    state: AnyState
    what: StateChange = StateChange("")
    """Id of what is told about it; empty if another event says it."""
    seat: int = 0
    """Whom it is about; 0 for all."""
    ruling: str = ""


class TimePassed(Event, frozen=True):
    """The clock stands at a second of play; one that has passed already changes nothing."""

    to: int


class Timed(Event, frozen=True):
    """The question on top has so many seconds from now on."""

    seconds: int


class Expired(Event, frozen=True):
    """The time of a question is up; its default follows."""

    question: str
    """Id of the task."""
    seats: tuple[int, ...]
    """Who was asked."""


class TimeShared(Event, frozen=True):
    """The question on top runs on what is left of the time of the one below it."""


class Reopened(Event, frozen=True):
    """An undo has opened the question on top again: it has its full time."""


class Nothing(Event, frozen=True):
    """Something was done or revealed and changed nothing; says why."""

    what: NothingFrom
    why: str
    ruling: str = ""
    seat: int = 0
    """Whom it spared, if it is one of several; 0 if that goes without saying."""


class GameEnded(Event, frozen=True):
    """The final count."""

    ranking: tuple[Place, ...]
    why: GameEnd
