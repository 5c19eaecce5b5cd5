"""What the commands on saved games share: the journal open, its troubles told in one line."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ketuk.tui.cli.desk import Desk

if TYPE_CHECKING:
    from ketuk.rooms.game import Game
    from ketuk.rooms.journal import Journal


@contextmanager
def journal_open(desk: Desk, folder: Path | None = None) -> Iterator["Journal"]:
    """The saved games of the data folder or of another; a trouble is told, and ends the command."""
    from ketuk.rooms.journal import FILE, Journal
    from ketuk.rooms.trouble import JournalFault
    from ketuk.tui.telling.troubles import trouble

    try:
        with Journal.open((folder or desk.data) / FILE) as journal:
            if journal.rescued is not None:
                r = journal.rescued
                desk.note("saved.rescued", games=r.games, moves=r.moves, kept=r.kept)
            yield journal
            _tell_mended(desk, journal)
    except JournalFault as fault:
        desk.end(trouble(desk.words, fault))


def _tell_mended(desk: Desk, journal: "Journal") -> None:
    mending = journal.mending
    while mending.begun_anew:
        desk.note("saved.begun_anew", game=mending.begun_anew.pop(0))
    while mending.remade:
        game, seq = mending.remade.pop(0)
        desk.note("saved.move_anew" if seq else "saved.start_anew", game=game, seq=seq)


def tell_damage(desk: Desk, room: "Game") -> None:
    """Say what of a game could not be read."""
    _tell_mended(desk, room.journal)
    if (damage := room.damage) is not None:
        facts = {"game": damage.game, "seq": damage.seq, "lost": damage.lost}
        desk.note("saved.broken", detail=damage.detail, **facts)
