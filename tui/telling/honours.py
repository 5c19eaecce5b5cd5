"""What a game that is over counts for, and why."""

from ketuk.engine.rules.ruleset import Honours
from ketuk.rooms.room import Room
from ketuk.tui.words import Words


def honours(room: Room) -> Honours | None:
    """Ranking and experience of a game; None while it goes on, or if nothing is counted."""
    rules, table = room.rules, room.table
    if rules.honours is None or table.top is not None:
        return None
    return rules.honours(rules, table, bool(room.header.bots))


def honours_sentence(words: Words, room: Room) -> str:
    """The same in a sentence; empty if there is nothing to say."""
    rating = honours(room)
    if rating is None:
        return ""
    spoken = words.of(room.rules.meta.rules)
    return spoken(f"screens.honours_{rating.why}", count=rating.count, least=rating.least)
