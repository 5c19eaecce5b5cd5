"""What a move of the past is called: whose it was, and what was asked."""

from ketuk.rooms.past import Move
from ketuk.rooms.views import public_command, view
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.telling import Telling


def move_told(telling: Telling, move: Move) -> str:
    """Who asked for what, as far as the listener may know; empty for the start of the game."""
    if move.command is None:
        return ""
    listener = telling.seat or None
    names = Names(telling, view(move.before.table, listener, telling.rules))
    command = public_command(move.command, listener)
    name = names.seat(command.seat) if command.seat else ""
    return f"{name}: {names.label(command)}" if name else names.label(command)
