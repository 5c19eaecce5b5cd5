"""Opening the room of a game to phones; the server is loaded here, and not before."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from ketuk.rooms.host import Host
from ketuk.rooms.journal import Journal
from ketuk.rooms.passes import Passes
from ketuk.rooms.profiles import Profiles
from ketuk.rooms.results import Result
from ketuk.rooms.trouble import JournalFault
from ketuk.tui.pages.teller import Tellers
from ketuk.tui.session import Session
from ketuk.tui.words.languages import LANGUAGES, SPOKEN


async def open_room(
    session: Session, address: str, *, seen: Callable[[], None] = lambda: None
) -> Host:
    """The room of this game, reachable under an address of this machine.

    Args:
        seen: called when who is here, or what is put to all, may have changed.

    Raises:
        OSError: nothing can be opened there.
    """
    room, passes = session.room, Passes(session.room.journal.path.parent)
    named = f"{room.name} {room.header.made}"
    host = Host(
        room,
        Tellers(room, session.bots, session.first_times),
        tuple((language, SPOKEN[language].name) for language in LANGUAGES),
        computers=session.bots,
        passes=passes.of(named),
        keep=lambda given: passes.keep(named, given),
        profiles=await asyncio.to_thread(_profiles, room.journal.path),
        seen=seen,
    )
    await host.open(address)
    session.host = host
    return host


def _profiles(path: Path) -> Profiles:
    """The profiles of a data folder, with what its saved games tell; beside the loop."""
    found: tuple[Result, ...] = ()
    with suppress(JournalFault), Journal.open(path) as journal:
        found = journal.results()
    return Profiles(path.parent, found)
