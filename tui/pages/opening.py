"""Opening the room of a game to phones; the server is loaded here, and not before."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from secrets import token_hex
from socket import gethostname

from ketuk.codes.boxfile import exported
from ketuk.codes.fault import CodesFault
from ketuk.rooms.by_game import game_key
from ketuk.rooms.device import device_of
from ketuk.rooms.door import TOKEN_BYTES
from ketuk.rooms.heard import BoxHeard
from ketuk.rooms.host import Host
from ketuk.rooms.meja_keys import GameKeys, MejaKeys
from ketuk.rooms.passes import Passes
from ketuk.rooms.place import PORT
from ketuk.rooms.profiles import Profiles
from ketuk.rooms.proof import Claim, new_secret, sound_key
from ketuk.rooms.reign import Reign
from ketuk.rooms.results import Result
from ketuk.rooms.room import Room
from ketuk.rooms.trouble import JournalFault
from ketuk.tui.pages.teller import Tellers
from ketuk.tui.session import Session
from ketuk.tui.words.languages import LANGUAGES, SPOKEN


async def open_room(
    session: Session,
    address: str,
    *,
    port: int = PORT,
    laptop: str = "",
    claim: Claim | None = None,
    seen: Callable[[], None] = lambda: None,
) -> Host:
    """The room of this game, reachable under an address of this machine.

    Args:
        laptop: what this machine is called.
        claim: with which it has taken the game over; None: the one that it has.
        seen: called when who is here, or what is asked of the table, may have changed.

    Raises:
        OSError: nothing can be opened there.
    """
    room, folder = session.room, session.room.journal.path.parent
    passes, named = Passes(folder), game_key(room)
    claim = claim or await asyncio.to_thread(_claim, room, laptop or gethostname())
    host = Host(
        room,
        Tellers(room, session.bots, session.first_times),
        tuple((language, SPOKEN[language].name) for language in LANGUAGES),
        computers=session.bots,
        passes=tuple(passes.of(named) or ()),
        keep=lambda given: passes.keep(named, list(given)),
        profiles=await asyncio.to_thread(_profiles, room),
        seen=seen,
        claim=claim,
        box=lambda: _box(room),
    )
    await host.open(address, port)
    if session.closed:  # the table was left meanwhile
        await host.close()
    else:
        session.host = host
    return host


def _claim(room: Room, laptop: str) -> Claim:
    """Who this laptop is to others that follow, with secrets of the game that stay."""
    folder = room.journal.path.parent
    keys, named = MejaKeys(folder), game_key(room)
    known, reigns = keys.of(named), room.journal.reigns(room.name)
    lost = bool(reigns) and (known is None or not known.secret)
    if known is None or not known.secret:
        known = GameKeys(new_secret(), token_hex(TOKEN_BYTES), known.key if known else "")
    known = replace(known, key=sound_key(known.key))
    keys.keep(named, known)
    own = Reign(room.reign.number, device_of(folder), laptop, since=room.header.made)
    return Claim(own, known.secret, known.token, known.key, reigns, lost=lost)


def _box(room: Room) -> BoxHeard | None:
    """The box as it is now, for laptops that follow; None where it cannot be read."""
    registry = room.registry
    if registry is None:
        return None
    with suppress(CodesFault):
        return BoxHeard(registry.box_id, registry.box.revision, exported(registry))
    return None


def _profiles(room: Room) -> Profiles:
    """The profiles of a data folder, with what its saved games tell; beside the loop."""
    results: tuple[Result, ...] = ()
    undone: frozenset[str] = frozenset()
    with suppress(JournalFault):
        undone = room.journal.taken_back() - {room.header.made}
        results = room.journal.results()
    undone -= {result.game.made for result in results}
    return Profiles(room.journal.path.parent, results, undone=undone)
