"""What a laptop does before it takes a game over: it asks all whom it reaches what they have."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

import aiohttp

from ketuk.codes.moment import stamp
from ketuk.rooms import meja_wire, wire
from ketuk.rooms.following import MOST_FRAME, FollowingLine
from ketuk.rooms.heard import TakenOver, Unable
from ketuk.rooms.journal import system_time
from ketuk.rooms.proof import Claim, reign_of, sound_key
from ketuk.rooms.records import Row, Unsound, row_from
from ketuk.rooms.reign import Mark, Reign, after, common, mark, worth

ASK_S = 1.2
"""So long each one may take to say what it has, and then to give what is missing here."""


@dataclass(frozen=True, slots=True)
class _Other:
    """What somebody said who was asked."""

    place: str
    leads: bool
    reign: Reign | None
    marks: tuple[Mark, ...]


async def taken_over(following: FollowingLine) -> TakenOver | Unable:
    """The next reign is this laptop's, with the best rows that there are.

    It takes as long as two questions, and changes nothing: neither here nor elsewhere.
    """
    if following.header is None or following.state in ("asked", "copying", "dialling"):
        return Unable("incomplete")
    if not following.listens:
        return Unable("deaf")
    async with aiohttp.ClientSession() as session:
        asked = [_asked(session, following, place) for place in following.places]
        others = [one for one in await asyncio.gather(*asked) if one is not None]
        if (leading := next((one for one in others if one.leads), None)) is not None:
            return _leads(following, leading.reign or following.reign)
        heard = [one.reign for one in others if one.reign is not None]
        if heard and following.reign is not None and max(heard) > following.reign:
            return _leads(following, max(heard))
        rows = await _best(session, following, others)
    address, port = following.listens.split(":")
    known = [*following.reigns, *heard]
    if following.reign is not None:
        known.append(following.reign)
    reign = after(
        known,
        following.me.device,
        name=following.me.name,
        address=following.listens,
        since=stamp(system_time()),
    )
    claim = Claim(
        reign,
        secret=following.secret,
        token=following.token,
        key=sound_key(following.key),
        earlier=tuple(sorted(set(known))),
        guests=tuple(p for p in following.guests if p != following.listens),
    )
    return TakenOver(claim, rows, following.passes, address, int(port))


def _leads(following: FollowingLine, reign: Reign | None) -> Unable:
    same = reign is not None and reign == following.reign
    name, address = (reign.name, reign.address) if reign is not None else ("", "")
    return Unable("alive" if same else "other", name, address)


async def _asked(
    session: aiohttp.ClientSession, following: FollowingLine, place: str
) -> _Other | None:
    """What somebody has who listens at a place; None: nobody does."""
    with suppress(OSError, TimeoutError, aiohttp.ClientError, wire.Unclear, RuntimeError):
        async with asyncio.timeout(ASK_S), _dialled(session, following, place) as socket:
            await socket.send_str(wire.written(following.hello(asks=True)))
            while True:
                match wire.heard(str(await socket.receive_str())):
                    case meja_wire.MarksMessage(have=have, reign=part, leads=leads):
                        marks = tuple(sorted(Mark(m.seq, m.host, m.digest) for m in have))
                        reign = reign_of(following.secret, part)
                        return _Other(place, leads, reign, marks)
                    case wire.GoneMessage(why="put_out"):  # it is alive, and wants nothing of us
                        return _Other(place, True, following.reign, ())
                    case wire.GoneMessage(reign=part):
                        return _Other(place, False, reign_of(following.secret, part), ())
                    case _:
                        return None
    return None


def _dialled(
    session: aiohttp.ClientSession, following: FollowingLine, place: str
) -> "aiohttp.client._WSRequestContextManager":
    url = f"http://{place}/{following.me.build}/ws"
    return session.ws_connect(url, max_msg_size=MOST_FRAME, compress=0)


async def _best(
    session: aiohttp.ClientSession, following: FollowingLine, others: list[_Other]
) -> tuple[Row, ...]:
    """The whole game, of whoever has most of it."""
    mine, rows = following.all_marks, tuple(following.rows)
    for other in sorted(others, key=lambda one: worth(one.marks), reverse=True):
        if worth(other.marks) <= worth(mine):
            break
        fork = common(mine, other.marks)
        fetched = await _fetched(session, following, other, fork)
        if fetched and mark_of(fetched, mine[fork] if fork >= 0 else None) == other.marks[-1]:
            return (*rows[: fork + 1], *fetched)
    return rows


def mark_of(rows: tuple[Row, ...], before: Mark | None) -> Mark | None:
    """The mark of the last of rows that come after another one."""
    for row in rows:
        before = mark(row, before)
    return before


async def _fetched(
    session: aiohttp.ClientSession, following: FollowingLine, other: _Other, fork: int
) -> tuple[Row, ...]:
    rows: list[Row] = []
    with suppress(OSError, TimeoutError, aiohttp.ClientError, wire.Unclear, Unsound, RuntimeError):
        async with asyncio.timeout(ASK_S), _dialled(session, following, other.place) as socket:
            await socket.send_str(wire.written(following.hello(asks=True)))
            await socket.receive_str()
            await socket.send_str(wire.written(meja_wire.Feed(after=fork)))
            while not rows or rows[-1].seq < other.marks[-1].seq:
                message = wire.heard(str(await socket.receive_str()))
                if not isinstance(message, meja_wire.RowsMessage) or not message.rows:
                    return ()
                rows += [row_from(text) for text in message.rows]
    return tuple(row for row in rows if row.seq <= other.marks[-1].seq)
