"""How a damaged file of saved games is told from a sound one, and what became of it."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import func, select

from ketuk.codes.database import Database
from ketuk.rooms.database import opened
from ketuk.rooms.remains import is_damaged_games
from ketuk.rooms.schema import entry, standing
from ketuk.rooms.trouble import JournalFault, Trouble


@dataclass(frozen=True, slots=True)
class Rescued:
    """What became of a damaged file."""

    kept: Path
    """The damaged file as it was."""
    games: int
    moves: int
    """What could be read and goes on: games, and their moves up to the first that was broken."""


def rescued(database: Database, kept: Path) -> Rescued:
    """What is in the file that was put in place of the damaged one, which lies at ``kept``."""
    with database.reading() as connection:
        games = connection.execute(select(func.count()).select_from(standing)).scalar_one()
        moves = select(func.count()).where(entry.c.seq > 0)
        return Rescued(kept, games, connection.execute(moves).scalar_one())


def is_damage(fault: JournalFault, path: Path) -> bool:
    """Whether a file that did not open so has been one of saved games, and can be rescued."""
    if fault.trouble is Trouble.NOT_A_JOURNAL:
        return is_damaged_games(path)
    return fault.trouble is Trouble.DAMAGED


def is_sound(path: Path) -> bool:
    """Whether a file opens now, or is at least not damaged."""
    try:
        opened(path).close()
    except JournalFault as fault:
        return not is_damage(fault, path)
    return True
