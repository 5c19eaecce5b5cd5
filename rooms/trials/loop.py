"""The loop of every trial: who is asked, and what becomes of a wrong answer."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from ketuk.engine import RuleSet, Table, advance, new_game, replay
from ketuk.engine.bots import Policy
from ketuk.engine.commands import AnyCommand, PassTime
from ketuk.engine.events import AnyEvent
from ketuk.engine.luck import Luck
from ketuk.engine.refusal import Refused
from ketuk.engine.table import Options
from ketuk.engine.waiting import in_turn
from ketuk.rooms.trials.fault import TrialFault, TrialTrouble, in_short

VERSION = 2
"""Counted up when this loop asks otherwise: rows of before and after are not rows of one run."""
SINCE = {"penilai": 3}
"""By players of ours that answer otherwise since: the version after which they do. Whoever changes
next gets a number above all."""
MOST_MOVES = 200_000
"""Commands of one game; more are taken for a game without end."""
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What seats are called in a trial."""


def since(bots: Iterable[str]) -> dict[str, int]:
    """What ``SINCE`` says of these players; with ``VERSION`` it is what their games hang on."""
    return {bot: SINCE[bot] for bot in sorted(set(bots)) if bot in SINCE}


class TrialSeat(Struct, frozen=True):
    """Who plays a seat."""

    bot: str
    policy: Policy


class EndedGame(Struct, frozen=True):
    """A game at its end, or where it was broken off."""

    table: Table
    moves: int
    """Commands carried out."""
    began: int
    """The seat that had the first turn."""

    @property
    def over(self) -> bool:
        """Whether it came to its end by its rules."""
        return self.table.top is None


def play(
    rules: RuleSet,
    options: Options,
    seats: Sequence[TrialSeat],
    luck: Luck,
    *,
    number: int,
    most_rounds: int,
    pace: int = 0,
    heard: Callable[[Iterable[AnyEvent]], None],
) -> EndedGame:
    """Play one game to its end, or to the end of round ``most_rounds``.

    Args:
        rules: as these options make it (``engine.under``).
        number: of the game, for what is said of a fault.
        pace: seconds of play that a turn takes where the rules have a clock, but never so many
            that its time is up; 0 for a clock that stands.
        heard: is told all events as they come.

    Raises:
        TrialFault: BOT_RAISED, BOT_REFUSED, NOBODY.
    """
    opening = new_game(rules, NAMES[: len(seats)], luck, options)
    heard(opening)
    table, moves = replay(opening), 0
    began, turn = table.turn.seat, (0, 0)
    while table.top is not None and table.round <= most_rounds and moves < MOST_MOVES:
        if pace and rules.timing is not None and turn != (table.round, table.turn.seat):
            turn = table.round, table.turn.seat
            table = _later(rules, table, pace, luck)
        about = {"game": number, "move": moves + 1}
        command = _next(rules, table, seats, about)
        outcome = advance(table, command, rules, luck)
        if isinstance(outcome, Refused):
            detail = f"{command}: {outcome.reason.value} {outcome.ruling}".rstrip()
            raise _fault(TrialTrouble.BOT_REFUSED, seats, command.seat, about, detail)
        heard(outcome.events)
        table, moves = outcome.table, moves + 1
    return EndedGame(table, moves, began)


def _later(rules: RuleSet, table: Table, pace: int, luck: Luck) -> Table:
    """The table so many seconds later, or as near to that as its question allows."""
    now, to = table.clock.now, table.clock.now + pace
    to = to if table.due is None else min(to, table.due - 1)
    outcome = advance(table, PassTime(to), rules, luck) if to > now else None
    return table if outcome is None or isinstance(outcome, Refused) else outcome.table


def _next(
    rules: RuleSet, table: Table, seats: Sequence[TrialSeat], about: dict[str, int]
) -> AnyCommand:
    """What is done next, and by whom."""
    asked = in_turn(table)
    for seat in asked:
        try:
            command = seats[seat - 1].policy(rules, table, seat)
        except BaseException as error:
            raise raised(error, seats[seat - 1].bot, seat, **about) from error
        if command is None:
            continue
        if getattr(command, "seat", None) != seat:
            raise _fault(TrialTrouble.BOT_REFUSED, seats, seat, about, in_short(command))
        return command
    raise _fault(TrialTrouble.NOBODY, seats, asked[0], about, type(table.top).__name__)


def raised(error: BaseException, bot: str, seat: int, *, game: int, move: int) -> TrialFault:
    """What is said of a player that raised something: before its first move if that is 0."""
    facts = {"bot": bot, "seat": seat, "detail": in_short(error), "game": game, "move": move}
    return TrialFault(TrialTrouble.BOT_RAISED, facts)


def _fault(
    trouble: TrialTrouble, seats: Sequence[TrialSeat], seat: int, about: dict[str, int], detail: str
) -> TrialFault:
    bot = seats[seat - 1].bot
    return TrialFault(trouble, {"bot": bot, "seat": seat, "detail": detail, **about})
