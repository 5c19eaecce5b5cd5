"""Whose seat is moved by whom: a seat that the program plays is moved by nobody else.

What lies on the real table is people's to say all the same: they throw its dice, draw its cards and
hand them over. Dice and decks of the app are not.
"""

from ketuk.engine.commands import AnyCommand, Confirm, Draw, GoOn, RevealCard, Roll, Throw
from ketuk.engine.taps import Choice, Do, Meaning, Shown


def is_programs(command: AnyCommand, bots: frozenset[int]) -> bool:
    """Whether only the program may ask this, since it plays that seat."""
    return command.seat in bots and not _is_on_the_table(command)


def _is_on_the_table(command: AnyCommand) -> bool:
    """Whether it says what happened with real dice and cards, or that everybody is done."""
    match command:
        case Roll(dice=thrown):
            return bool(thrown)
        case Draw(card=card) | RevealCard(card=card):
            return bool(card)
        case _:
            return isinstance(command, Confirm | GoOn | Throw)


def peoples(meaning: Meaning, item: int, bots: frozenset[int]) -> Meaning:
    """What a tap means without what would move a seat of the program: then the card is shown."""
    match meaning:
        case Do(command) if is_programs(command, bots):
            return Shown(item)
        case Choice(_, commands):
            rest = tuple(c for c in commands if not is_programs(c, bots))
            return Choice(item, rest) if rest else Shown(item)
        case _:
            return meaning
