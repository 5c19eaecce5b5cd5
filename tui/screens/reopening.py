"""The room for phones of a game that goes on here now, opened where they will look for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from ketuk.codes.fault import CodesFault
from ketuk.rooms.reigning import fenced_by
from ketuk.rooms.reigns import Outreigned
from ketuk.rooms.trouble import JournalFault
from ketuk.tui.telling.troubles import trouble

if TYPE_CHECKING:
    from ketuk.rooms.proof import Claim
    from ketuk.tui.home import Home
    from ketuk.tui.session import Session


async def _nothing() -> None:
    pass


async def reopened(
    app: Home,
    session: Session,
    address: str,
    *,
    port: int,
    claim: Claim | None = None,
    first: Callable[[], Awaitable[None]] = _nothing,
) -> None:
    """Open it, or say why it does not open; nobody else opens the room meanwhile.

    Args:
        claim: as of ``open_room``.
        first: what has to be done before; done even where the table was left.
    """
    async with session.opening:
        await first()
        if not session.closed and session.host is None:
            await _opened(app, session, address, port, claim)


async def _opened(
    app: Home, session: Session, address: str, port: int, claim: Claim | None
) -> None:
    from ketuk.tui.pages.opening import open_room
    from ketuk.tui.screens.phones import Seen

    seen, laptop = Seen(app, session), app.settings.laptop
    try:
        host = await open_room(session, address, port=port, laptop=laptop, claim=claim, seen=seen)
        host.pages.failed = seen.failed
    except OSError as error:
        session.say("rooms.took_over_no_phones", detail=error.strerror or str(error))
    except (JournalFault, CodesFault) as fault:
        session.say("rooms.took_over_no_phones", detail=trouble(app.words, fault))
    except Outreigned as higher:
        app.open("elsewhere", session, fenced_by(higher.by))
