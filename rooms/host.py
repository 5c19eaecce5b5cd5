"""The server of one room: pages, sockets, and one task and one slot for each device.

It lives in the loop of whoever opens it, beside the game; a device that stops reading delays
nobody. What a message comes to is the desk's; here is only how it travels.
"""

import asyncio
import base64
import binascii
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from aiohttp import WSMsgType, web
from msgspec.structs import replace

from ketuk.engine.commands import AnyCommand, RevealCard
from ketuk.rooms import photo, wire
from ketuk.rooms.answers import Changed, Fenced
from ketuk.rooms.connection import Connection
from ketuk.rooms.copies import CopyLine
from ketuk.rooms.desk import RoomDesk
from ketuk.rooms.device_line import DeviceLine
from ketuk.rooms.door import MOST_SOCKETS, Door, DoorPass
from ketuk.rooms.followers import MejaLine, Tail, Wanted
from ketuk.rooms.front import Front
from ketuk.rooms.garbage import Garbage
from ketuk.rooms.heard import BoxHeard
from ketuk.rooms.herald import herald
from ketuk.rooms.meja_wire import GoneWhy
from ketuk.rooms.pages import Pages
from ketuk.rooms.place import PORT
from ketuk.rooms.profiles import Profiles
from ketuk.rooms.proof import Claim
from ketuk.rooms.reigns import Outreigned
from ketuk.rooms.room import Room
from ketuk.rooms.seal_wire import SealedMessage
from ketuk.rooms.teller import Teller
from ketuk.scanning.decode import NoDecoder

HEARTBEAT_S = 5.0
GREETING_S = 10.0
"""A socket that says nothing for so long is closed."""
SEND_S = 10.0
"""A device that takes nothing for so long is let go of."""
MOST_ANSWERS = 64
"""Answers that wait for a device; more, and it is let go of."""
LOOK_S = 0.5
"""How often it is looked whether a poll has lapsed."""


class Host:
    """A room that phones can reach. Open it with :meth:`open`; a closed one stays closed."""

    def __init__(
        self,
        room: Room,
        teller: Callable[[str], Teller],
        languages: tuple[tuple[str, str], ...],
        *,
        computers: frozenset[int] = frozenset(),
        passes: tuple[DoorPass, ...] = (),
        keep: Callable[[tuple[DoorPass, ...]], None] = lambda passes: None,
        profiles: Profiles | None = None,
        seen: Callable[[], None] = lambda: None,
        now: Callable[[], float] = monotonic,
        claim: Claim | None = None,
        box: Callable[[], BoxHeard | None] = lambda: None,
    ) -> None:
        """
        Args:
            passes: what was kept (``keep``) when this game was open to phones before.
            profiles: of the people who sit here; None: none are kept.
            seen: called when who is here, or what is put to all, may have changed.
            claim: who this laptop is, and its reign; None: no other laptop can follow it.
            box: an export of the game's box as it is now; None where none is at hand.
        """
        self._front = Front(self._socket, lambda: self.desk.claim.places)
        self.build = self._front.build
        self.desk = RoomDesk(
            room,
            teller,
            languages,
            Door(p for p in passes if not (p.meja and claim is not None and claim.lost)),
            computers=computers,
            now=now,
            build=self.build,
            keep=keep,
            profiles=profiles,
            heard=self.renew,
            claim=claim,
            box=box,
        )
        self.desk.stop = self._stopped
        self.desk.let_go = self._let_go
        self.desk.tell = self._tell
        self.desk.seen = seen
        self.desk.copies.wake = self._wake
        self.desk.mejas.polls = self.desk
        self.address, self.port = "", 0
        self._room, self._seen, self._now = room, seen, now
        self._lines: dict[int, DeviceLine] = {}
        self._actor: DeviceLine | None = None
        self.pages, self._garbage = Pages(self.desk), Garbage(now)
        self._reading = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []
        self._closing: asyncio.Task[None] | None = None
        self._unwatch: Callable[[], None] = lambda: None

    # ---- opening and closing

    async def open(self, address: str, port: int = PORT) -> None:
        """Be reached under this address of the machine, at this port or one of the next.

        Raises:
            OSError: nothing can be opened there.
            Outreigned: the game goes on elsewhere.
        """
        if not self._room.leads:
            raise Outreigned(self._room.reign)
        await self._front.open(address, port)
        self.address, self.port = self._front.address, self._front.port
        try:
            self.desk.opened_at(self._front.place)
        except Outreigned:
            await self._front.close()
            raise
        self._garbage.begin()
        self._unwatch = self._room.watch(self._changed)
        self._room.parting.append(self.renew)
        self._room.adapt = self._adapted
        news = herald(self.desk.claim, self.build)
        self._tasks = [asyncio.create_task(self._look()), asyncio.create_task(news)]

    async def close(self) -> None:
        """Tell all devices that the room closes, and let go of the port."""
        self._unwatch()
        if self.renew in self._room.parting:
            self._room.parting.remove(self.renew)
        self._garbage.end()
        self._room.part("")
        self._room.adapt = lambda command: command
        for task in self._tasks:
            task.cancel()
        for line in tuple(self._lines.values()):
            if not line.connection.over:
                self._let_go(line.connection, "closed")
        if self._lines:
            await asyncio.sleep(0.05)
        await self._front.close()

    @property
    def url(self) -> str:
        """What the QR of the room says: its code stands in the fragment, which no server sees."""
        return f"http://{self.address}:{self.port}/{self.build}/#{self.desk.door.code}"

    @property
    def laptop(self) -> str:
        """What this laptop is called at other tables' screens."""
        return self.desk.claim.reign.name

    @property
    def mejas(self) -> tuple[MejaLine, ...]:
        """The laptops that ask to follow, that follow, or have."""
        return self.desk.mejas.lines

    @property
    def wanted(self) -> Wanted | None:
        """The laptop that asks to follow; the one that has waited longest."""
        return self.desk.mejas.wanted

    def admit(self, ident: str, yes: bool) -> None:
        """What the table says to a laptop that asks (``Wanted.ident``)."""
        refused = self.desk.mejas.admit(ident, yes)
        if refused is not None:
            self._let_go(refused, "unwanted")
        elif yes:
            self.desk.passes_changed()

    @property
    def tails(self) -> tuple[Tail, ...]:
        """Rows that laptops have brought which decided this game meanwhile; they are not here."""
        return self.desk.mejas.tails

    def drop_tail(self, device: str) -> None:
        """The table has said what becomes of the tail of this laptop: it is played on."""
        self.desk.mejas.drop_tail(device)

    @property
    def copies(self) -> dict[int, CopyLine]:
        """How far the sealed copies are, by the seats that have a device."""
        return self.desk.copies.lines

    @property
    def revivable(self) -> bool:
        """Whether two phones would do for another laptop to go on with the game."""
        return self.desk.copies.revivable

    @property
    def fenced(self) -> Fenced | None:
        """Where the game goes on, once this host has heard of it: then it closes by itself."""
        return self._room.fenced

    def _stopped(self) -> None:
        """The game goes on elsewhere: everybody is told where, and nobody is let in any more."""
        for line in tuple(self._lines.values()):
            self._let_go(line.connection, "fenced")
        self._closing = asyncio.get_running_loop().create_task(self.close())
        self._seen()

    # ---- telling

    def _adapted(self, command: AnyCommand) -> AnyCommand:
        """Where the network is gone, dice choose what an event hits (ruling 4.6.3)."""
        if isinstance(command, RevealCard) and self.desk.unheard:
            return replace(command, targets="dice")
        return command

    def _changed(self, changed: Changed) -> None:
        """The game has changed."""
        self.desk.mejas.back_to(changed.seq)
        self.desk.copies.back_to(changed.seq)
        self.desk.look()
        self.desk.tell_profiles()
        self.renew()

    def renew(self) -> None:
        """Every page is an old one; whoever has acted sees it first."""
        self.pages.renew()
        if self._actor is not None:
            self._actor.renew()
        for line in self._lines.values():
            line.renew()
        self._seen()

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            desk = self.desk
            for look in (desk.look, self._look_at_late, desk.look_at_box, self._garbage.look):
                try:
                    look()
                except Exception as error:  # it is looked again, and at the rest anyhow
                    self.pages.fail("look", 0, error)

    def _look_at_late(self) -> None:
        for connection in self.desk.mejas.late():
            self.admit(f"{connection.number}", yes=False)

    def _let_go(self, connection: Connection, why: GoneWhy) -> None:
        """End a connection with a reason."""
        line = self._lines.get(connection.number)
        gone = self.desk.gone(connection, why)
        if line is not None:
            line.answers.clear()
            line.put([gone])

    def _tell(self, connection: Connection, message: wire.ToDevice) -> None:
        line = self._lines.get(connection.number)
        if line is not None:
            line.put([message])

    def _next(self, line: DeviceLine) -> wire.ToDevice | str | None:
        """What goes out next, a page as it is written; what is sealed comes after all else."""
        message = line.next(self.desk.mejas.batch)
        if message is None and line.stale:
            line.stale = False
            if (page := self.pages.of(line.connection)) is not None:
                return page
        return message or self._sealed(line.connection)

    def _sealed(self, connection: Connection) -> SealedMessage | None:
        """What is sealed for a device; one that no copy can be made for goes on without."""
        try:
            return self.desk.copies.batch(connection)
        except Exception as error:
            self.desk.copies.left(connection)
            self.pages.fail("copy", connection.seat, error)
            return None

    def _wake(self) -> None:
        for line in self._lines.values():
            line.wake.set()

    async def _write(self, line: DeviceLine) -> None:
        """All that goes out to one device."""
        socket = line.socket
        with suppress(ConnectionError, TimeoutError, RuntimeError):
            while not socket.closed:
                await line.wake.wait()
                line.wake.clear()
                while (message := self._next(line)) is not None:
                    text = message if isinstance(message, str) else wire.written(message)
                    await asyncio.wait_for(socket.send_str(text), SEND_S)
                    if isinstance(message, wire.GoneMessage):
                        await socket.close()
                        return
        if not socket.closed:  # it takes nothing any more: it need not be told
            line.connection.over = True
            with suppress(ConnectionError, TimeoutError, RuntimeError):
                await asyncio.wait_for(socket.close(), 1.0)

    # ---- hearing

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if len(self._lines) >= MOST_SOCKETS:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT_S, max_msg_size=wire.PHOTO, compress=False, timeout=2.0
        )
        await socket.prepare(request)
        connection = self.desk.connect(request.remote or "")
        line = self._lines[connection.number] = DeviceLine(connection, socket)
        writer = asyncio.create_task(self._write(line))
        try:
            await self._read(line)
            if line.ends and not socket.closed:  # a last word, which may be on its way
                await asyncio.wait({writer}, timeout=1.0)
        finally:
            self._lines.pop(connection.number, None)
            self.desk.left(connection)
            writer.cancel()
        return socket

    async def _read(self, line: DeviceLine) -> None:
        connection, socket = line.connection, line.socket
        while not connection.over:
            try:
                wait = None if connection.met else GREETING_S
                frame = await socket.receive(timeout=wait)
            except TimeoutError:
                return
            if frame.type is not WSMsgType.TEXT:
                if frame.type is WSMsgType.BINARY:
                    self._let_go(connection, "unclear")
                return
            if (seconds := line.flow.wait(self._now())) > 0:
                await asyncio.sleep(seconds)
            try:
                message = wire.read(frame.data)
            except wire.Unclear:
                self._let_go(connection, "unclear")
                return
            await self._take(line, message)

    async def _take(self, line: DeviceLine, message: wire.FromDevice) -> None:
        connection, desk = line.connection, self.desk
        if not isinstance(message, wire.Sleep):
            desk.woken(connection)
        if isinstance(message, wire.Photo):
            if connection.met and connection.seat:
                read = await self._photo_text(line, message.id, message.data)
                if read is None or connection.over:
                    return
            else:
                read = "-"  # watchers are refused
            message = wire.TapMessage(
                id=message.id, ask=message.ask, text=read, making=message.making
            )
        if isinstance(message, wire.SeatMessage) and message.photo:
            read = await self._card_text(line, message.photo)
            if read is None or connection.over:
                return
            message = message.model_copy(update={"card": read, "photo": ""})
        self._actor = line
        try:
            answers = desk.take(connection, message)
        finally:
            self._actor = None
        line.put(answers)
        if len(line.answers) > MOST_ANSWERS:
            self._let_go(connection, "slow")
        if any(isinstance(answer, wire.Welcome) for answer in answers):
            line.renew()

    async def _card_text(self, line: DeviceLine, picture: str) -> str | None:
        """What a player card says that somebody shows at the door; of others no photo is read."""
        connection, desk = line.connection, self.desk
        if not connection.met or desk.door.shut_for(connection.address, self._now()) > 0:
            return "-"  # refused as any wrong card is
        return await self._photo_text(line, "seat", picture)

    async def _photo_text(self, line: DeviceLine, ident: str, picture: str) -> str | None:
        """What the one code on a photo says; None if there is none, which is said."""
        say = self.desk.teller(line.connection).say
        try:
            data = base64.b64decode(picture, validate=True)
            async with self._reading:
                codes = await asyncio.to_thread(photo.texts, data)
        except (binascii.Error, photo.NoPicture):
            key = "photo_none"
        except NoDecoder:
            key = "photo_no_decoder"
        else:
            if len(codes) == 1:
                return codes[0][: wire.TEXT]
            key = "photo_many" if codes else "photo_empty"
        line.put([wire.RefusedMessage(id=ident, sentence=say(key))])
        return None
