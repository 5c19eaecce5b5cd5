"""Tails: what one laptop has of a game and another has not, after the last row that both have.

One that the game does not go on with is kept as a saved game of its own, with all that led to it.
"""

from collections.abc import Sequence

from msgspec.structs import replace
from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError

from ketuk.rooms.entries import add, last_of
from ketuk.rooms.journal import Journal
from ketuk.rooms.names import LONGEST, is_fit
from ketuk.rooms.past import Past
from ketuk.rooms.playing import progress
from ketuk.rooms.recalling import UNFOLDABLE
from ketuk.rooms.records import Header, Row, Saved
from ketuk.rooms.reign import Reign
from ketuk.rooms.reigns import hold_against
from ketuk.rooms.schema import entry
from ketuk.rooms.trouble import PlaceTaken


class Astray(Exception):
    """Rows do not follow from those that are here: ask anew for what comes after a common row."""


def followed(past: Past, rows: Sequence[Row]) -> Past:
    """What has happened after these rows too; ``past`` itself is left as it is.

    Raises:
        Astray: they do not follow.
    """
    longer = past.copied()
    for row in rows:
        if row.seq != len(longer.rows):
            raise Astray(f"row {row.seq} after {len(longer.rows) - 1}")
        try:
            longer.take(row)
            _ = longer.table
        except UNFOLDABLE as error:
            raise Astray(f"row {row.seq}: {error}") from error
    return longer


def up_to(past: Past, seq: int) -> Past:
    """What has happened up to a row."""
    shorter = Past(past.start.row)
    for row in past.rows[1 : seq + 1]:
        shorter.take(row)
    return shorter


def put(journal: Journal, name: str, was: Past, now: Past, *, fork: int, under: Reign) -> None:
    """Put the rows of ``now`` in the place of those of ``was`` after ``fork``; all on disk at once.

    Args:
        under: the reign that is known to whoever asks for it.

    Raises:
        Outreigned: a higher one is known.
        PlaceTaken: another program has written meanwhile.
        JournalFault: those of every writing; nothing was changed.
    """
    mine = entry.c.game == name
    rows = now.rows[fork + 1 :] or now.rows[fork:]
    try:
        with journal.writing() as connection:
            hold_against(connection, name, under)
            last = last_of(connection, name)
            if last is None or not last.is_that_of(was.rows[-1]):
                raise PlaceTaken
            connection.execute(delete(entry).where(mine & (entry.c.seq >= rows[0].seq)))
            add(connection, name, rows, progress(now.table))
    except IntegrityError as error:
        raise PlaceTaken from error


def branch(journal: Journal, header: Header, past: Past, laptop: str) -> str:
    """Keep a game as it stood at a laptop as a saved game of its own; what it is called.

    It belongs to nobody else: whoever opens it plays on.

    Raises:
        JournalFault: those of every writing.
    """
    name = journal.free_name(branch_name(header.game, laptop))
    journal.create(replace(header, game=name), past.rows, progress(past.table))
    return name


def branch_name(game: str, laptop: str) -> str:
    """``malam (Budi)``: the game, and whose tail it is; its own name where that is none."""
    ending = f" ({laptop})"
    name = f"{game[: LONGEST - len(ending)].rstrip()}{ending}"
    return name if is_fit(name) else game


def begun_so(journal: Journal, header: Header) -> tuple[Saved, ...]:
    """The saved games that were begun so, whatever they are called now."""
    here = journal.listing()
    return tuple(
        saved
        for saved in (*here.games, *here.shelved)
        if saved.made == header.made
        and replace(journal.header(saved.name), game=header.game) == header
    )
