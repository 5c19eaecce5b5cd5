"""The laptops that follow a host: who asks to, who may, what goes to them, and how far each one is.

What is secret leaves here for a laptop that the table has let in, and for no other device.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ketuk.rooms import meja_requests, meja_wire, wire
from ketuk.rooms.batches import batch, packed
from ketuk.rooms.connection import Connection
from ketuk.rooms.door import Door, DoorPass
from ketuk.rooms.followers import Follower, MejaLine, MejaState, Tail, Wanted
from ketuk.rooms.heard import BoxHeard
from ketuk.rooms.meja_requests import PutsToAll
from ketuk.rooms.message import LONGEST_NAME
from ketuk.rooms.profiles import KeptProfile
from ketuk.rooms.proof import Claim, proved
from ketuk.rooms.records import to_text
from ketuk.rooms.reign import Mark, common, spaced
from ketuk.rooms.room import Room
from ketuk.rooms.wire import ToDevice

ASKED_S = 60.0
"""So long the table may take to say yes; then it is a no."""
MOST_WANTED, MOST_MEJAS = 4, 16
"""Laptops that may ask at once, and that may follow."""
MOST_TAIL = 20_000
"""Rows of another tail that are taken in from a laptop."""


@dataclass(slots=True)
class _Asking:
    connection: Connection
    hello: wire.Hello
    since: float


class Mejas:
    """All laptops of one room but its host's."""

    def __init__(
        self,
        room: Room,
        door: Door,
        claim: Claim,
        *,
        now: Callable[[], float],
        box: Callable[[], BoxHeard | None] = lambda: None,
        people: Callable[[], Iterable[KeptProfile]] = lambda: (),
    ) -> None:
        """
        Args:
            claim: what the host says of itself; its address is known once it is open.
            box: an export of the game's box as it is now.
            people: the profiles of those who sit here.
        """
        self.room, self.door, self.claim = room, door, claim
        self._now, self._box, self._people = now, box, people
        self._asking: list[_Asking] = []
        self._followers: dict[str, Follower] = {}
        """By the hash of its token."""
        self._revision: tuple[str, int] | None = None
        self.connections: Callable[[], Iterable[Connection]] = lambda: ()
        """All there are, of phones too."""
        self.tell: Callable[[Connection, ToDevice], None] = lambda connection, message: None
        """Sends what nobody has asked for."""
        self.seen: Callable[[], None] = lambda: None
        """Called when what is told of laptops has changed."""
        self.polls: PutsToAll | None = None
        """What is put to all is kept there."""
        door.knows(claim.token, name=claim.reign.name)

    # ---- what the screen shows

    @property
    def lines(self) -> tuple[MejaLine, ...]:
        """Those who ask first, then those who follow or have followed."""
        asking = [
            MejaLine(one.hello.meja, one.hello.listens or one.connection.address, "asked", 0)
            for one in self._asking
        ]
        return (*asking, *(self._line(one) for one in self._followers.values()))

    def _line(self, one: Follower) -> MejaLine:
        behind = max(0, self.room.seq - one.kept)
        state: MejaState = "silent"
        if one.connection is not None and not one.connection.over:
            state = "following" if (one.connection.sent or 0) >= self.room.seq else "copying"
        return MejaLine(one.name, one.address, state, behind)

    @property
    def wanted(self) -> Wanted | None:
        """The laptop that has asked first."""
        for one in self._asking:
            place = one.hello.listens or one.connection.address
            return Wanted(str(one.connection.number), one.hello.meja, place)
        return None

    @property
    def tails(self) -> tuple[Tail, ...]:
        """What laptops have brought that came back from a reign of their own, once it is whole."""
        return tuple(
            Tail(one.device, one.name, one.fork, tuple(one.tail))
            for one in self._followers.values()
            if one.tail_whole
        )

    def drop_tail(self, device: str) -> None:
        """The table has said what becomes of it."""
        for one in self._followers.values():
            if one.device == device:
                one.tail, one.ahead = [], 0
        self._part()
        self.seen()

    @property
    def places(self) -> tuple[str, ...]:
        """Where to look for the game once this host is silent: who has most of it first."""
        listening = [one for one in self._followers.values() if ":" in one.address]
        hosts = [one.address for one in sorted(listening, key=lambda one: -one.kept)]
        return tuple(dict.fromkeys((*hosts, *self.claim.guests)))

    # ---- coming in

    def greeted(self, connection: Connection, hello: wire.Hello) -> list[ToDevice] | None:
        """A laptop with a token of this game, or the room's code; None: it has neither."""
        known = self.door.known(hello.token)
        connection.laptop = hello.meja
        if known is not None and known.meja:
            connection.met = True
            if hello.asks:
                return [self._marks_told()]
            connection.known = known
            return self._let_in(connection, hello, known, token="")
        if hello.asks or not self.door.opens(hello.code):
            return None
        if len(self._asking) >= MOST_WANTED or len(self._followers) >= MOST_MEJAS:
            return []
        connection.met = True
        self._asking.append(_Asking(connection, hello, self._now()))
        self.seen()
        name = self.claim.reign.name
        return [meja_wire.AskedMessage(game=self.room.name, host=name)]

    def _marks_told(self) -> ToDevice:
        some = reversed(spaced(self.room.marks()))
        parts = [meja_wire.MarkPart(seq=m.seq, host=m.host, digest=m.digest) for m in some]
        reign = proved(self.claim.secret, self.claim.reign)
        return meja_wire.MarksMessage(have=tuple(parts), reign=reign, leads=True)

    def admit(self, ident: str, yes: bool) -> Connection | None:
        """What the table has said; the connection that is to be let go of, after a no."""
        one = next((a for a in self._asking if str(a.connection.number) == ident), None)
        if one is None:
            return None
        self._asking.remove(one)
        self.seen()
        if not yes:
            return one.connection
        for old, other in tuple(self._followers.items()):
            if other.device == one.hello.device and other.connection is None:
                del self._followers[old]  # it has lost its token
                self.door.revoke(old)
        self.door.let_back(one.hello.device)
        token, known = self.door.give(
            0,
            name=one.hello.meja[:LONGEST_NAME],
            language=one.connection.language,
            meja=True,
        )
        one.connection.known = known
        for message in self._let_in(one.connection, one.hello, known, token=token):
            self.tell(one.connection, message)
        return None

    def put_out(self, known: DoorPass) -> None:
        """A laptop is not wanted any more; whoever has its line lets go of that."""
        follower = self._followers.pop(known.hash, None)
        self.door.put_out(known, follower.device if follower is not None else "")
        self._part()
        self.places_changed()

    def late(self) -> list[Connection]:
        """Those whom the table has not answered in time."""
        due = [a for a in self._asking if self._now() - a.since >= ASKED_S]
        return [a.connection for a in due]

    def left(self, connection: Connection) -> None:
        """A connection is gone."""
        self._asking = [a for a in self._asking if a.connection is not connection]
        for one in self._followers.values():
            if one.connection is connection:
                one.connection = None
        if connection.laptop:
            self.seen()

    def _let_in(
        self, connection: Connection, hello: wire.Hello, known: DoorPass, *, token: str
    ) -> list[ToDevice]:
        """The copy, and all that goes along with it; rows follow as the line takes them."""
        theirs = [Mark(m.seq, m.host, m.digest) for m in hello.have]
        fork = common(self.room.marks(), theirs)
        place = hello.listens or connection.address
        one = self._followers.setdefault(known.hash, Follower(hello.meja, place, hello.device))
        one.name, one.address, one.connection, one.kept = hello.meja, place, connection, fork
        last = max(theirs, default=None)
        own = last if last not in self.room.settled else None
        asked = one.offers(own, self.room.marks(), fork, MOST_TAIL)
        self._part()
        connection.sent = fork
        copy = meja_wire.CopyMessage(
            token=token,
            secret=self.claim.secret,
            key=self.claim.key,
            header=to_text(self.room.header),
            reigns=tuple(proved(self.claim.secret, reign) for reign in self.claim.reigns),
            after=fork,
            last=self.room.seq,
        )
        feed = [meja_wire.Feed(after=fork)] if asked else []
        self.places_changed(but=connection)
        self.seen()
        guests = meja_wire.GuestsMessage(guests=self.places)
        people = [
            meja_wire.PersonMessage(profile=one.profile, owner=one.owner) for one in self._people()
        ]
        beside = [*people, *self._boxes(), *self._poll(connection)]
        return [copy, *feed, guests, self._passes(), *beside]

    # ---- what goes along with the rows

    def _passes(self) -> ToDevice:
        return meja_wire.PassesMessage(passes=tuple(p.part for p in self.door.passes))

    def _boxes(self) -> list[ToDevice]:
        copy = self._box()
        if copy is None:
            return []
        self._revision = (copy.box, copy.revision)
        data = packed(copy.content)
        return [meja_wire.BoxMessage(box=copy.box, revision=copy.revision, data=data)]

    def passes_changed(self) -> None:
        """Somebody has been let in, or is not any more."""
        self._tell_all([self._passes()])

    def person_changed(self, person: KeptProfile) -> None:
        """A profile has been kept."""
        self._tell_all([meja_wire.PersonMessage(profile=person.profile, owner=person.owner)])

    def poll_changed(self) -> None:
        """Something is put to all, somebody has answered, or it has ended."""
        for connection in self.here():
            for message in self._poll(connection):
                self.tell(connection, message)

    def _poll(self, connection: Connection) -> list[ToDevice]:
        if self.polls is None:
            return []
        language = connection.language
        poll, ended = self.polls.poll_told(language), self.polls.ended_told(language)
        return [wire.PollMessage(poll=poll, sentence="" if poll is not None else ended)]

    def places_changed(self, but: Connection | None = None) -> None:
        """Another laptop may become host: everybody is told where to look for it."""
        guests = meja_wire.GuestsMessage(guests=self.places)
        for connection in tuple(self.connections()):
            if connection is not but and connection.known is not None and not connection.over:
                self.tell(connection, guests)

    def look_at_box(self, now: tuple[str, int]) -> None:
        """The box is at this revision: who follows has it too."""
        if now != self._revision:
            self._tell_all(self._boxes())

    def here(self) -> list[Connection]:
        """The lines to those who follow now."""
        lines = [one.connection for one in self._followers.values()]
        return [c for c in lines if c is not None and not c.over]

    def _tell_all(self, messages: list[ToDevice]) -> None:
        for connection in self.here():
            for message in messages:
                self.tell(connection, message)

    # ---- rows

    def batch(self, connection: Connection) -> meja_wire.RowsMessage | None:
        """The next rows that go out to a laptop; None if it has had all, or may have none."""
        if connection.sent is None or connection.over or connection.sent >= self.room.seq:
            return None
        first = connection.sent + 1
        rows = batch(self.room.rows[first : first + meja_wire.BATCH_ROWS], self.room.seq)
        connection.sent += len(rows.rows)
        return rows

    def back_to(self, seq: int) -> None:
        """The game stands at this row: those who have had more are told other rows after it."""
        for one in self._followers.values():
            one.kept = min(one.kept, seq)
            if one.connection is not None and one.connection.sent is not None:
                one.connection.sent = min(one.connection.sent, seq)

    # ---- what a laptop says

    def take(self, connection: Connection, message: wire.FromDevice) -> list[ToDevice] | None:
        """The answers to a message of a laptop that was let in; None: it may not say that."""
        known = connection.known
        one = self._followers.get(known.hash) if known is not None and known.meja else None
        if one is None or connection.sent is None:
            return None
        match message:
            case meja_wire.Act():
                return [meja_requests.acted(self.room, message)]
            case meja_wire.TurnMessage():
                return [meja_requests.turned(self.room, message)]
            case meja_wire.AgreeFor(seat=seat, poll=poll, yes=yes):
                if self.polls is not None:
                    self.polls.agree(seat, poll, yes)
                return []
            case meja_wire.PutMessage() if self.polls is not None:
                answer = meja_requests.put(self.room, self.polls, message)
                return [answer] if answer is not None else None
            case meja_wire.KeptMessage(seq=seq):
                self._has_kept(one, min(seq, connection.sent))
                return []
            case meja_wire.RowsMessage(rows=rows):
                return [] if self._brings(one, rows) else None
            case _:
                return None

    def _has_kept(self, one: Follower, seq: int) -> None:
        whole = one.kept < self.room.seq <= seq
        one.kept = max(one.kept, seq)
        if whole:
            self.seen()

    def _brings(self, one: Follower, rows: tuple[str, ...]) -> bool:
        brought = one.brings(rows, self.room.marks())
        if one.tail_whole and one.last(self.room.marks()) in self.room.settled:
            one.tail, one.ahead = [], 0
        if one.tail_whole:
            self._part()
            self.seen()
        return brought

    def _part(self) -> None:
        """While the table has not chosen between two tails, nobody goes on with either."""
        self.room.part(next((tail.name for tail in self.tails), ""))
