"""A laptop without the game gathers the sealed copies of phones, until two of them open it.

Its server lies where the room will be opened: the pages of the phones dial it there, and once this
is closed they dial the room.
"""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import monotonic

from aiohttp import ClientError, WSMsgType, web
from pydantic import ValidationError

from ketuk.rooms import wire
from ketuk.rooms.door import Door, Flow, hashed
from ketuk.rooms.front import Front
from ketuk.rooms.gathered import GatheredGame, NotYet, PhoneCopy, Why, gathered_or_less
from ketuk.rooms.meja_wire import GoneWhy, KeptMessage, ReignPart
from ketuk.rooms.place import PORT
from ketuk.rooms.proof import reign_of
from ketuk.rooms.seal_wire import GatheringMessage, OfferMessage, SealedHave, SealedMessage
from ketuk.rooms.sheet import Sheet

GREETING_S, IDLE_S, SEND_S = 10.0, 30.0, 10.0
MOST_LINES, MOST_PHONES = 64, 64
MOST_ROWS, MOST_SIGNS = 50_000, 64 * 1024 * 1024
"""Of one phone's copy."""
MOST_SIGNS_OF_ALL = 256 * 1024 * 1024


@dataclass(slots=True)
class GatheredPhone:
    """A phone that has come, and how far its copy is."""

    device: str
    language: str = "id"
    player: str = ""
    title: str = ""
    """What its game is called."""
    sheet: Sheet | None = None
    """What its page has shown last, without what is its own alone."""
    has: SealedHave | None = None
    """What it has said is in its store."""
    copy: PhoneCopy = field(default_factory=PhoneCopy)
    reign: ReignPart | None = None
    here: bool = False
    """Whether its line holds."""
    build: str = ""
    """Of its page."""
    token: str = field(default="", repr=False)
    """With which it was let in where the game was."""
    signs: int = 0
    offered: bool = False
    """Whether it has said what it has."""

    @property
    def got(self) -> int:
        """Rows that are here."""
        return len(self.copy.rows)

    @property
    def of(self) -> int:
        """Rows that it has."""
        return self.has.seq + 1 if self.has is not None else 0

    @property
    def is_whole(self) -> bool:
        """Whether all that it has is here."""
        return bool(self.copy.game) and self.got >= self.of

    def comes(self, hello: wire.Hello) -> None:
        """It is here, or here again: what it has handed over stays, if it still has the same."""
        if hello.sealed != self.has or self.copy.last < 0:
            self.copy, self.signs = PhoneCopy(self.copy.game), 0
        self.language, self.has, self.reign = hello.language, hello.sealed, hello.reign
        self.here, self.build, self.token = True, hello.build, hello.token

    def offers(self, offer: OfferMessage) -> None:
        """What it has, and what its page showed."""
        self.offered, self.title = True, offer.title.strip()
        self.sheet = offer.sheet and seen_by_all(offer.sheet)
        mine = [p.name for p in offer.sheet.players if p.mine] if offer.sheet else []
        self.player = offer.player.strip() or next(iter(mine), "")
        if offer.game != self.copy.game:
            self.copy = PhoneCopy(offer.game)
        self.copy.secret, self.copy.wraps = offer.secret, offer.wraps
        self.copy.last = max(self.copy.last, offer.last)


def seen_by_all(sheet: Sheet) -> Sheet:
    """What may stand on a screen that everybody sees: nothing that this page alone was told."""
    return Sheet(
        language=sheet.language,
        mine=sheet.mine,
        headline=sheet.headline,
        text="",
        waits=sheet.waits,
        fields=(),
        players=sheet.players,
        lot=sheet.lot,
        over=sheet.over,
    )


class Gathering:
    """The server. Open it with :meth:`open`; a closed one stays closed."""

    def __init__(
        self,
        say: Callable[..., str],
        changed: Callable[[], None],
        *,
        code: str | None = None,
        before: "Gathering | None" = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        """
        Args:
            say: a sentence of the room: language, key, and its facts by name.
            changed: called when something has come, or what has come opens.
            before: one at another place that is closed: its code holds, and what has come there.
            now: seconds that go on evenly.
        """
        self._say, self._now = say, now
        self.changed = changed
        self._door = Door(code=before.code if before is not None else code)
        self._front = Front(self._socket, strangers=True)
        self._phones: dict[str, GatheredPhone] = before._phones if before is not None else {}
        self._lines: dict[web.WebSocketResponse, GatheredPhone | None] = {}
        self._news = asyncio.Event()
        self._opening: asyncio.Task[None] | None = None
        self.outcome: GatheredGame | NotYet = (
            before.outcome if before is not None else NotYet("few")
        )
        """What has come so far comes to this."""
        self.failed: Callable[[Exception], object] = lambda error: None
        """Told of copies that could not be looked at, whatever it was, once a fault; it goes on."""
        self._faults: set[str] = set()

    async def open(self, address: str, port: int = PORT) -> None:
        """Be reached here.

        Raises:
            OSError: nothing can be opened there.
        """
        await self._front.open(address, port)
        if self._phones:  # the look of the one before may have been cut off
            self._news.set()
        self._opening = asyncio.create_task(self._open_copies())

    async def close(self, *, revived: bool = False) -> None:
        """Let go of the port.

        Args:
            revived: the game goes on here: a page of this build dials it by itself, any other one
                is told to open the page anew.
        """
        if self._opening is not None:
            self._opening.cancel()
        for socket, phone in tuple(self._lines.items()):
            if revived and phone is not None and phone.build != self.build:
                await self._gone(socket, phone.language, "build")
            elif revived and phone is not None:
                await self._told(socket, phone, "gather_revived")
            with suppress(ConnectionError, TimeoutError, RuntimeError):
                await asyncio.wait_for(socket.close(), 1.0)
        await self._front.close()

    @property
    def code(self) -> str:
        """With which phones are let in."""
        return self._door.code

    @property
    def address(self) -> str:
        """Under which it is reached."""
        return self._front.address

    @property
    def port(self) -> int:
        """At which it is reached."""
        return self._front.port

    @property
    def build(self) -> str:
        """Of the pages of the room that will be opened here."""
        return self._front.build

    @property
    def game(self) -> GatheredGame | None:
        """The game that is open, if one is."""
        return self.outcome if isinstance(self.outcome, GatheredGame) else None

    @property
    def why(self) -> Why | None:
        """Why no game is open yet; None: one is."""
        return self.outcome.why if isinstance(self.outcome, NotYet) else None

    @property
    def phones(self) -> tuple[GatheredPhone, ...]:
        """All that have come, in their order."""
        return tuple(self._phones.values())

    # ---- what the copies come to

    async def _open_copies(self) -> None:
        """Beside the loop: a whole game takes a moment."""
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                fault = await self._look_at_copies()
            except Exception as error:  # what one phone has brought ends nothing for the others
                fault = error
            said = f"{type(fault).__name__}: {fault}"
            if fault is not None and said not in self._faults:
                self._faults.add(said)
                self.failed(fault)

    async def _look_at_copies(self) -> Exception | None:
        """Returns a fault for which one of them was left aside."""
        copies = [phone.copy.copied() for phone in self._phones.values()]
        outcome, fault = await asyncio.to_thread(gathered_or_less, copies)
        self.outcome = self._with_news(outcome) if isinstance(outcome, GatheredGame) else outcome
        for socket, phone in tuple(self._lines.items()):
            if phone is not None:
                await self._tell(socket, phone)
        self.changed()
        return fault

    def _with_news(self, game: GatheredGame) -> GatheredGame:
        """With the reigns that phones have heard of. Where a page of another build has come, so are
        those that have not: they come anew, and find their seats free.
        """
        phones = self._phones.values()
        same = {hashed(phone.token) for phone in phones if phone.build == self.build}
        heard = (reign_of(game.secret, phone.reign) for phone in phones)
        known = {*game.reigns, *(reign for reign in heard if reign is not None)}
        passes = game.passes
        if any(phone.build != self.build for phone in phones):
            passes = tuple(p for p in passes if not p.seat or p.hash in same)
        return replace(game, reigns=tuple(sorted(known)), passes=passes)

    # ---- lines

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if len(self._lines) >= MOST_LINES:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(
            heartbeat=5.0, max_msg_size=wire.PHOTO, compress=False, timeout=2.0
        )
        await socket.prepare(request)
        self._lines[socket] = None
        try:
            with suppress(ConnectionError, TimeoutError, RuntimeError, ClientError):
                await self._speak(socket, request.remote or "")
        finally:
            phone = self._lines.pop(socket)
            if phone is not None:
                phone.here = phone in self._lines.values()
                if not (phone.here or phone.copy.secret or phone.sheet):
                    self._phones.pop(phone.device, None)  # nothing has come of it
                self._news.set()  # what it has handed over may be enough
                self.changed()
            with suppress(ConnectionError, TimeoutError, RuntimeError):
                await asyncio.wait_for(socket.close(), 1.0)
        return socket

    async def _speak(self, socket: web.WebSocketResponse, address: str) -> None:
        hello = await self._heard(socket, GREETING_S)
        if not isinstance(hello, wire.Hello) or hello.meja:
            return
        if (why := self._refused(hello, address)) is not None:
            await self._gone(socket, hello.language, why)
            return
        phone = self._phones.setdefault(hello.device, GatheredPhone(hello.device))
        self._lines[socket] = phone
        phone.comes(hello)
        self.changed()
        await self._tell(socket, phone)
        flow = Flow()
        while (message := await self._heard(socket, IDLE_S)) is not None:
            if (seconds := flow.wait(self._now())) > 0:
                await asyncio.sleep(seconds)
            match message:
                case OfferMessage():
                    phone.offers(message)
                case SealedMessage():
                    self._take(phone, message)
                case wire.Speak(language=language):
                    phone.language = language
                case wire.Ping(n=n):
                    await self._send(socket, wire.Pong(n=n))
                    continue
                case wire.Sleep() | KeptMessage():
                    continue
                case wire.Bye():
                    return
                case _:
                    await self._gone(socket, phone.language, "unclear")
                    return
            if self._is_too_much(phone):
                await self._gone(socket, phone.language, "full")
                return
            await self._tell(socket, phone)
            if phone.is_whole:
                self._news.set()
            self.changed()

    def _refused(self, hello: wire.Hello, address: str) -> GoneWhy | None:
        """Why a phone is not let in; None: it is."""
        if self._door.shut_for(address, self._now()) > 0:
            return "blocked"
        if not self._door.opens(hello.code):
            if hello.code.strip():  # a page that dials its old address has none
                self._door.was_wrong(address, self._now())
            return "code"
        known = hello.device in self._phones
        return "full" if not known and len(self._phones) >= MOST_PHONES else None

    def _is_too_much(self, phone: GatheredPhone) -> bool:
        all_signs = sum(one.signs for one in self._phones.values())
        large = phone.got > MOST_ROWS or phone.signs > MOST_SIGNS
        return large or all_signs > MOST_SIGNS_OF_ALL

    def _take(self, phone: GatheredPhone, message: SealedMessage) -> None:
        if phone.copy.secret:  # of nobody else is anything kept
            phone.signs += sum(len(part.data) for part in message.parts)
            phone.copy.take(message)

    async def _heard(self, socket: web.WebSocketResponse, seconds: float) -> wire.FromDevice | None:
        """What comes next; None: nothing more does."""
        frame = await socket.receive(timeout=seconds)
        if frame.type is not WSMsgType.TEXT:
            return None
        try:
            return read_of_any(frame.data)
        except wire.Unclear:
            phone = self._lines[socket]
            await self._gone(socket, phone.language if phone is not None else "", "unclear")
            return None

    # ---- telling

    async def _tell(self, socket: web.WebSocketResponse, phone: GatheredPhone) -> None:
        """How far its copy is, and what is waited for."""
        await self._told(socket, phone, self._stands(phone))

    def _stands(self, phone: GatheredPhone) -> str:
        if phone.offered and not phone.copy.secret:
            return "gather_none" if phone.sheet is not None else "gather_empty"
        if not phone.is_whole:
            return "gather_sending"
        return f"gather_{self.why or 'ready'}"

    async def _told(self, socket: web.WebSocketResponse, phone: GatheredPhone, key: str) -> None:
        message = GatheringMessage(
            sentence=self._say(phone.language, key),
            got=phone.got,
            of=phone.of,
            wanted=phone.has is not None and not phone.is_whole,
        )
        await self._send(socket, message)

    async def _gone(self, socket: web.WebSocketResponse, language: str, why: GoneWhy) -> None:
        key = f"gather_{why}" if why in ("code", "build") else f"gone_{why}"
        sentence = self._say(language, key, place=self._front.place)
        again = why in ("unclear", "slow")
        await self._send(socket, wire.GoneMessage(why=why, sentence=sentence, again=again))

    async def _send(self, socket: web.WebSocketResponse, message: wire.ToDevice) -> None:
        with suppress(ConnectionError, TimeoutError, RuntimeError):
            await asyncio.wait_for(socket.send_str(wire.written(message)), SEND_S)


def read_of_any(text: str) -> wire.FromDevice:
    """A message of a page of any build: what only a newer one knows is left out.

    Raises:
        Unclear: it is none.
    """
    try:
        return wire.read(text)
    except wire.Unclear as error:
        fault = error.__cause__
        if not isinstance(fault, ValidationError):
            raise
        more = [one["loc"][1:] for one in fault.errors() if one["type"] == "extra_forbidden"]
        if not more:
            raise
        said = json.loads(text)
        for *way, last in more:
            part = said
            for step in way:
                part = part[step]
            del part[last]
        return wire.read(json.dumps(said))
