"""The line of a laptop to its host, in a loop of its own: dialled, lost, dialled again.

It knows the whole game as it has come so far, the highest reign it has heard of, and where to look
for a host: at the one of that reign, then at each place where another laptop listens.
"""

import asyncio
import random
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from time import monotonic
from typing import TypeAlias

import aiohttp

from ketuk.rooms import meja_wire, wire
from ketuk.rooms.batches import batches, unpacked
from ketuk.rooms.bearings import Bearings, MarkList, Me, mark_parts
from ketuk.rooms.door import DoorPass
from ketuk.rooms.heard import (
    BoxHeard,
    CopyHeard,
    GoneHeard,
    GuestsHeard,
    GuestState,
    Heard,
    PassesHeard,
    PersonHeard,
    PollHeard,
    RowsHeard,
)
from ketuk.rooms.herald import carried
from ketuk.rooms.profiles import KeptProfile
from ketuk.rooms.proof import reign_of
from ketuk.rooms.records import Header, Row, Unsound, header_from, row_from
from ketuk.rooms.reign import Mark, marks_of

DIAL_S, PING_S, DEAD_S = 2.0, 2.0, 5.0
"""A place that does not answer is left; how often a host is asked; a silent one is dead."""
FIRST_S, MOST_S = 0.25, 2.0
"""Between two rounds of dialling, with jitter."""
MOST_FRAME = 8 * 1024 * 1024
"""Of a host: the largest is a box, or one row."""
Answer: TypeAlias = wire.DoneMessage | meja_wire.UnmovedMessage
FOR_GOOD = ("code", "build", "unwanted", "newer", "blocked", "full", "fenced")
"""Why a host lets go of a laptop that it has not let in, and dialling again changes nothing."""


class FollowingLine(Bearings):
    """One laptop's way to its host. All of it belongs to one loop, but for what is read."""

    def __init__(
        self,
        me: Me,
        home: str,
        code: str,
        *,
        token: str,
        secret: str,
        rows: Sequence[Row],
        keep: Callable[[str, str], None],
    ) -> None:
        """
        Args:
            keep: keeps the token, and the secret of the game.
        """
        super().__init__(me, home, code, token=token, secret=secret, rows=rows)
        self._keep = keep
        self.put: Callable[[Heard | None], None] = lambda heard: None
        """Takes what was heard; None: the state has changed."""
        self.state: GuestState = "dialling"
        self.why: meja_wire.GoneWhy | None = None
        self.sentence = self.host_name = self.game = ""
        self.heard_at = monotonic()
        self._tail: list[Row] = []
        """What was here beyond the last row that both have, until the game goes on there: both
        stand still until the table has chosen, over all lines that are lost meanwhile."""
        self._offers = False
        """Whether it has greeted with that, and no copy has answered yet."""
        self._since: Mark | None = None
        """Of the last row that both have and that was told here; None: none was."""
        self._told = len(self.rows) - 1
        self._kept = -1
        self._asked: dict[str, Callable[[Answer | None], None]] = {}
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._hurry = asyncio.Event()
        self._tasks: set[asyncio.Task[object]] = set()

    def note(self, part: meja_wire.ReignPart | None) -> bool:
        """News of a reign, from anybody who has it; whether it is a higher one."""
        before = self.reign
        if not super().note(part):
            return False
        self._stand("fenced")
        self._hurry.set()
        if self._socket is not None:
            self._do(self._socket.close())
        if before is not None and before.address:
            self._do(self._carry(before.address))
        return True

    async def _carry(self, place: str) -> None:
        """Whoever was followed so far hears of it too, where only this laptop reaches both."""
        async with aiohttp.ClientSession() as session:
            hello = self.hello(asks=True).model_copy(update={"token": "", "code": ""})
            await carried(session, hello, place)

    # ---- the line

    async def run(self) -> None:
        """Follow until it is over."""
        tries = 0
        async with aiohttp.ClientSession() as session:
            while self.state not in ("refused", "closed"):
                self._hurry.clear()
                for place in self.places:
                    if await self._visit(session, place):
                        tries = 0
                        break
                    if self.state in ("refused", "closed"):
                        return
                delay = min(MOST_S, FIRST_S * 2**tries) * (0.5 + random.random() / 2)
                tries = min(tries + 1, 8)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._hurry.wait(), delay)

    async def _visit(self, session: aiohttp.ClientSession, place: str) -> bool:
        """Dial a place and stay while a host is there; whether one was."""
        url = f"http://{place}/{self.me.build}/ws"
        try:
            async with asyncio.timeout(DIAL_S):
                socket = await session.ws_connect(url, max_msg_size=MOST_FRAME, compress=0)
        except aiohttp.WSServerHandshakeError as error:
            if error.status == 404 and not self.rows:  # a host of another build
                self._refused("build", "")
            return False
        except (OSError, TimeoutError, aiohttp.ClientError):
            return False
        stayed = False
        self._socket = socket
        pings = asyncio.create_task(self._ping(socket))
        try:
            await socket.send_str(wire.written(self._greeting()))
            while (message := await self._next(socket)) is not None:
                goes_on = await self._take(message)
                if self.state in ("asked", "copying", "following"):  # else it is no host
                    stayed, self.heard_at = True, monotonic()
                if not goes_on:
                    break
        except (OSError, TimeoutError, aiohttp.ClientError, RuntimeError):
            pass
        finally:
            pings.cancel()
            self._lost()
            with suppress(OSError, TimeoutError, aiohttp.ClientError, RuntimeError):
                await asyncio.wait_for(socket.close(), 1.0)
        return stayed

    async def _next(self, socket: aiohttp.ClientWebSocketResponse) -> wire.ToDevice | None:
        """The next message of a host; None: there is none any more."""
        frame = await socket.receive(timeout=DEAD_S)
        if frame.type is not aiohttp.WSMsgType.TEXT:
            return None
        with suppress(wire.Unclear):
            return wire.heard(frame.data)
        return None

    async def _ping(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        with suppress(OSError, aiohttp.ClientError, RuntimeError):
            while True:
                await asyncio.sleep(PING_S)
                await socket.send_str(wire.written(wire.Ping()))

    def _lost(self) -> None:
        """The line is gone: nobody waits for an answer any more."""
        self._socket = None
        asked, self._asked = self._asked, {}
        for answer in asked.values():
            answer(None)
        if self.state in ("copying", "following"):
            self._stand("silent")
        elif self.state == "asked":
            self._stand("dialling")

    def _stand(self, state: GuestState) -> None:
        if self.state not in (state, "closed"):
            self.state = state
            self.put(None)

    def _refused(self, why: meja_wire.GoneWhy, sentence: str) -> None:
        self.why, self.sentence = why, sentence
        self._stand("refused")
        self.put(GoneHeard(why, sentence))

    # ---- what a host says

    async def _take(self, message: wire.ToDevice) -> bool:
        """Whether this line goes on."""
        match message:
            case meja_wire.AskedMessage(game=game, host=host):
                self.game, self.host_name = game, host
                self._stand("asked")
            case meja_wire.CopyMessage():
                return self._copied(message)
            case meja_wire.RowsMessage(rows=rows, last=last):
                return self._rows(rows, last)
            case wire.DoneMessage() | meja_wire.UnmovedMessage():
                if (answer := self._asked.pop(message.id, None)) is not None:
                    answer(message)
            case meja_wire.Feed(after=after):
                await self._feed(after)
            case wire.GoneMessage():
                self._gone(message)
                return False
            case meja_wire.MarksMessage(reign=reign):  # no host: a laptop as this one
                self.note(reign)
                return False
            case _:
                return self._beside(message)
        return True

    def _beside(self, message: wire.ToDevice) -> bool:
        """What goes along with the rows."""
        match message:
            case meja_wire.PassesMessage(passes=passes):
                self.passes = tuple(
                    DoorPass(p.hash, p.seat, p.name, p.language, p.meja, p.out) for p in passes
                )
                self.put(PassesHeard(self.passes))
            case meja_wire.PersonMessage(profile=profile, owner=owner):
                self.put(PersonHeard(KeptProfile(profile=profile, owner=owner)))
            case meja_wire.GuestsMessage(guests=guests):
                self.guests = guests
                self.put(GuestsHeard(guests))
            case wire.PollMessage(poll=poll, sentence=sentence):
                self.put(PollHeard(poll, sentence, monotonic()))
            case meja_wire.BoxMessage(box=box, revision=revision, data=data):
                content = unpacked(data)
                if content is None:
                    return False
                self.put(BoxHeard(box, revision, content))
            case _:
                pass
        return True

    def _copied(self, copy: meja_wire.CopyMessage) -> bool:
        """This laptop may follow: its rows come next."""
        secret = copy.secret if copy.token else self.secret or copy.secret
        rows = self._with_tail() if self._offers else self.rows
        reigns = [reign_of(secret, part) for part in copy.reigns]
        sound = tuple(reign for reign in reigns if reign is not None)
        if not sound or len(sound) < len(reigns) or copy.after >= len(rows):
            return False  # of another game
        if self.reign is not None and sound[-1] < self.reign:
            return False  # an old host, which has been told so
        try:
            header = header_from(copy.header)
        except Unsound:
            return False
        self.secret, self.token, self.sentence = secret, copy.token or self.token, ""
        self.key = copy.key or self.key
        self._keep(self.token, secret)
        self.reigns, self.reign, self.header = sound, sound[-1], header
        self.game, self.host_name, self.last = header.game, sound[-1].name, copy.last
        if self._offers and self._tail:
            self._told = min(self._told, self._tail[0].seq - 1)
            self.rows, self._tail, self._marks = rows, [], MarkList()
        self._offers = False
        self._told = min(self._told, copy.after)  # what came when a line was lost is told later
        self._since = self._marks.of(self.rows)[self._told] if self._told >= 0 else None
        if len(self.rows) > copy.after + 1:
            beyond, self.rows = self.rows[copy.after + 1 :], self.rows[: copy.after + 1]
            self._tail = beyond if copy.after >= 0 else []  # nothing in common is another game
            self._marks = MarkList()
        self._kept = min(self._kept, copy.after)
        self._stand("copying")
        if copy.last <= copy.after:
            self._whole(header)
        return True

    def _rows(self, texts: Sequence[str], last: int) -> bool:
        try:
            rows = [row_from(text) for text in texts]
        except Unsound:
            return False
        first = len(self.rows)
        if [row.seq for row in rows] != list(range(first, first + len(rows))):
            return False  # dialled again, it is told what is missing
        self.rows += rows
        self.last = max(self.last, last)
        if self.state == "following":
            self._told, self._tail = rows[-1].seq, []
            self.put(RowsHeard(tuple(rows)))
        elif self.state == "copying" and self.header is not None and len(self.rows) > self.last:
            self._whole(self.header)
        return True

    def _greeting(self) -> wire.Hello:
        """To whoever answers: rows of its own that nobody has chosen about are told of once more.

        What is here stays the host's game until a host answers: it may be none, or gone at once.
        """
        hello, self._offers = self.hello(), bool(self._tail)
        if not self._tail:
            return hello
        have = mark_parts(marks_of(self._with_tail()))[: meja_wire.MOST_MARKS]
        return hello.model_copy(update={"have": have})

    def _with_tail(self) -> list[Row]:
        """The game as it was here before the host's."""
        return self.rows[: self._tail[0].seq] + self._tail if self._tail else self.rows

    def _whole(self, header: Header) -> None:
        fresh = tuple(self.rows[self._told + 1 :])
        self._told = len(self.rows) - 1
        self.put(CopyHeard(header, fresh, self.reigns, self._since))
        self._stand("following")

    async def _feed(self, after: int) -> None:
        """The host asks for rows that were written here, and that it has not."""
        assert self._socket is not None
        for message in batches([row for row in self._tail if row.seq > after]):
            await self._socket.send_str(wire.written(message))

    def _gone(self, gone: wire.GoneMessage) -> None:
        self.note(gone.reign)
        if gone.why == "token" and self.token and not self.rows:
            self.token = ""  # the table is asked again
        elif (gone.why in FOR_GOOD and not self.secret) or gone.why in (
            "newer",
            "token",
            "unwanted",
            "put_out",
        ):
            self._refused(gone.why, gone.sentence)
        elif gone.sentence and gone.why != "fenced" and gone.sentence != self.sentence:
            self.sentence = gone.sentence  # dialled again, it may say so again and again
            self.put(GoneHeard(gone.why, gone.sentence))

    # ---- what is asked here

    def ask(
        self,
        message: meja_wire.Act | meja_wire.TurnMessage | meja_wire.PutMessage,
        answer: Callable[[Answer | None], None],
    ) -> None:
        """Ask the host; ``answer`` is called once, with None where the line is down."""
        if self._socket is None or self.state != "following":
            answer(None)
            return
        self._asked[message.id] = answer
        self.say(message)

    def has_kept(self, seq: int) -> None:
        """These rows are on disk here."""
        if seq > self._kept:
            self._kept = seq
            self.say(meja_wire.KeptMessage(seq=seq))

    def say(self, message: wire.FromDevice) -> None:
        """Something that has no answer of its own."""
        socket = self._socket

        async def said() -> None:
            with suppress(OSError, aiohttp.ClientError, RuntimeError):
                if socket is not None:
                    await socket.send_str(wire.written(message))

        self._do(said())

    def anew(self, rows: Sequence[Row]) -> None:
        """Ask once more for what comes after the rows that are here."""
        self.rows, self._tail, self._marks, self._kept = list(rows), [], MarkList(), -1
        self._told = len(rows) - 1
        self._hurry.set()
        if self._socket is not None:
            self._do(self._socket.close())

    def _do(self, work: Coroutine[None, None, object]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """No more dialling."""
        self._stand("closed")
        self._hurry.set()
