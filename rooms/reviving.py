"""A game that phones have brought goes on here: what comes on disk, and in which order.

First the game, as a copy that another laptop decides; then what devices come back with and laptops
prove; last the reign, with which this laptop decides. Whoever is killed between any two of these
has lost nothing, and can do it all again.
"""

from collections.abc import Callable
from datetime import datetime
from secrets import token_hex

from ketuk.codes.moment import stamp
from ketuk.codes.registry import Registry
from ketuk.rooms.by_game import game_key
from ketuk.rooms.copied import CopiedRoom, Copy, copy_here
from ketuk.rooms.device import DIGITS
from ketuk.rooms.door import TOKEN_BYTES
from ketuk.rooms.gathered import GatheredGame
from ketuk.rooms.journal import Journal, system_time
from ketuk.rooms.meja_keys import GameKeys, MejaKeys
from ketuk.rooms.passes import Passes
from ketuk.rooms.reign import Reign, common, marks_of
from ketuk.rooms.reigns import Outreigned

UNKNOWN = "0" * DIGITS
"""The name of a laptop that is called nothing here."""


def revived(
    journal: Journal,
    game: GatheredGame,
    *,
    laptop: str,
    address: str,
    registry: Registry | None = None,
    clock: Callable[[], datetime] = system_time,
) -> CopiedRoom:
    """The game, decided by this laptop from now on; all of it is on disk when this returns.

    Where this laptop decides it already, only what is missing here is taken. A tail that the game
    does not go on with is kept (``branched``). Where the copies have lost the game's secret, so has
    this laptop: the room gets a new one when it is opened, and no other laptop is fenced.

    Args:
        laptop: what this one is called.
        address: where it is reached: ``192.168.1.23:8765``.

    Raises:
        Outreigned: the game goes on elsewhere, as is known here.
        Astray: the rows make no game.
        JournalFault: RULES, BOX, and those of every writing.
    """
    reigns = game.reigns or (Reign(game.rows[-1].host, UNKNOWN),)
    copy = Copy(game.header, game.rows, reigns)
    try:
        room = CopiedRoom.begin(journal, copy, registry=registry, clock=clock)
    except Outreigned:
        return _here_already(journal, game, registry, clock)
    named = game_key(room)
    Passes(journal.path.parent).keep(named, list(game.passes))
    keys = GameKeys(game.secret, token_hex(TOKEN_BYTES), game.key)
    MejaKeys(journal.path.parent).keep(named, keys)
    since = stamp(clock())
    room.lead(room.next_reign(game.reigns, name=laptop, address=address, since=since))
    return room


def _here_already(
    journal: Journal,
    game: GatheredGame,
    registry: Registry | None,
    clock: Callable[[], datetime],
) -> CopiedRoom:
    """The game as this laptop has gone on with it; what phones have beyond that is kept too."""
    name = copy_here(journal, game.header)
    room = CopiedRoom.resume(journal, name, registry=registry, clock=clock)
    if not room.leads:
        raise Outreigned(room.reign)
    fork = common(room.marks(), marks_of(game.rows))
    beyond = game.rows[fork + 1 :]
    if beyond and fork == room.seq:
        room.take_rows(beyond)
    elif beyond:
        room.branched = room.keep_rows(beyond)
    return room
