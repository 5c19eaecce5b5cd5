"""What is there for the first time, and the sentence that explains it.

Sentences lie in ``words/<language>/hints.toml``, a set's own in its folder. What a tile does that
nobody can own is said by the rule book's own sentence about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ketuk.engine.events import (
    AnyEvent,
    Bankrupted,
    CardKept,
    CardShown,
    ContractMade,
    EndNear,
    Expired,
    GoalReached,
    Jailed,
    Landed,
    LevelChanged,
    MortgageSet,
    Moved,
    Paid,
    QueueChanged,
    RentOpened,
    SeatLeft,
    StateChanged,
)
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.states import Laps, Loans, Missed, News, State
from ketuk.engine.table import Table, snake
from ketuk.tui.menu.tiles import stopping
from ketuk.tui.telling.names import Names

EXPLAINED: tuple[type[AnyEvent], ...] = (
    Bankrupted, CardKept, CardShown, ContractMade, EndNear, Expired, GoalReached, Jailed,
    LevelChanged, MortgageSet, QueueChanged, RentOpened, SeatLeft,
)  # fmt: skip
"""Events that have a sentence; a rent that is paid and a tile that takes effect have one too."""
STATES: tuple[type[State], ...] = (Laps, Loans, Missed, News)
"""What single mechanics keep and have a sentence for, when it is another for the first time."""
SEPARATOR = " || "
"""Between a sentence and what the rule book is searched for."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A sentence, and what the rule book is searched for."""

    text: str
    wanted: str


def kinds(
    rules: RuleSet, table: Table, events: Iterable[AnyEvent], *, asked: bool = True
) -> Iterator[str]:
    """What is there now: the open question first, if people are ``asked``, then what happened."""
    if table.top is not None and asked:
        yield f"task_{snake(type(table.top).__name__)}"
    for event in events:
        match event:
            case Landed(tile=at) | Moved(to=at):
                tile = rules.board.tiles[at]
                yield f"deed_{tile.kind}" if tile.deed is not None else f"tile_{tile.kind}"
            case Paid(why="rent"):
                yield "event_rent"
            case Paid(why="salary"):
                yield "tile_start"
            case StateChanged(state=state) if isinstance(state, STATES):
                yield f"state_{snake(type(state).__name__)}"
            case QueueChanged(queue=()):
                pass
            case _ if isinstance(event, EXPLAINED):
                yield f"event_{snake(type(event).__name__)}"
            case _:
                pass


def hint(names: Names, kind: str) -> Hint | None:
    """What explains it; None if there is nothing to say."""
    words = names.words
    if words.has(f"hints.{kind}"):
        text, _, wanted = words(f"hints.{kind}", jail=names.jail).partition(SEPARATOR)
        return Hint(text, wanted)
    what, _, of = kind.partition("_")
    tiles = names.rules.board.tiles
    at = next((t.index for t in tiles if what in ("tile", "deed") and t.kind == of), None)
    if at is None or not (sentence := stopping(names.telling, at)):
        return None
    place = names.telling.names.place(at)
    return Hint(words("hints.tile", tile=place, text=sentence), place)
