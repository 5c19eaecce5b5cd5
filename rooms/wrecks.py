"""Damaged files of saved games that were set aside, to be looked into once more."""

from contextlib import suppress
from pathlib import Path

from ketuk.rooms.damage import Rescued
from ketuk.rooms.database import named_troubles
from ketuk.rooms.journal import Journal
from ketuk.rooms.records import Unsound, header_from
from ketuk.rooms.remains import remains
from ketuk.rooms.salvage import DAMAGED, take, unbroken
from ketuk.rooms.tails import begun_so


def set_aside(path: Path) -> tuple[Path, ...]:
    """Those of the file at ``path``, the latest first; none if nobody can look."""
    with suppress(OSError):
        kept = path.parent.glob(f"{path.stem}.{DAMAGED}*{path.suffix}")
        return tuple(sorted(kept, reverse=True))
    return ()


def look_again(journal: Journal, kept: Path) -> Rescued:
    """Take what is not in ``journal`` yet out of a damaged file that was set aside: games, and
    those of which it holds more moves, under a free name.

    Raises:
        JournalFault: NOT_THERE, and those of every writing.
    """
    with named_troubles(kept):
        left = remains(kept)
    games = moves = 0
    for name in left.headers:
        rows = len(unbroken(left.rows.get(name, {})))
        with suppress(Unsound):
            here = begun_so(journal, header_from(left.headers[name]))
            if rows - 1 > max((saved.moves for saved in here), default=-1):
                free = journal.free_name(name)
                with journal.writing() as connection:
                    moves += take(connection, left, name, free=free)
                games += 1
    return Rescued(kept, games, moves)
