"""Who is at the door and who sits where: greeting, seats, languages, and what is late.

No sockets and no tasks: the host has those.
"""

import platform
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from ketuk.codes.fault import CodesFault
from ketuk.codes.verdict import Accepted
from ketuk.engine.items import player_item
from ketuk.rooms import wire
from ketuk.rooms.connection import Connection
from ketuk.rooms.copies import SealedCopies
from ketuk.rooms.door import Door, DoorPass, new_code
from ketuk.rooms.heard import BoxHeard
from ketuk.rooms.meja_wire import GoneWhy
from ketuk.rooms.mejas import Mejas
from ketuk.rooms.owning import Owning
from ketuk.rooms.profiles import Profiles
from ketuk.rooms.proof import Claim, proved, reign_of, said
from ketuk.rooms.reign import Reign
from ketuk.rooms.room import Room
from ketuk.rooms.teller import Here, Teller
from ketuk.rooms.trouble import JournalFault
from ketuk.rooms.wire import RefusedMessage, ToDevice

UNHEARD_S = 10.0
"""So long no device of a seat is heard, and the network counts as gone."""


class Sitting(Owning):
    """Who sits where in one room."""

    def __init__(
        self,
        room: Room,
        teller: Callable[[str], Teller],
        languages: tuple[tuple[str, str], ...],
        door: Door,
        *,
        computers: frozenset[int],
        now: Callable[[], float],
        build: str = wire.BUILD,
        keep: Callable[[tuple[DoorPass, ...]], None] = lambda passes: None,
        profiles: Profiles | None = None,
        heard: Callable[[], None] = lambda: None,
        claim: Claim | None = None,
        box: Callable[[], BoxHeard | None] = lambda: None,
    ) -> None:
        """
        Args:
            claim: who this laptop is among those that have the game; None: the only one.
            box: an export of the game's box as it is now.
            languages: id and own name of each.
            computers: seats that the program plays.
            now: seconds that go on evenly.
            build: of the pages that this host gives out.
            keep: has the passes kept beyond this program; called when they have changed.
            profiles: of the people who sit here; None: none are kept.
            heard: called after each request that may have changed what pages show.
        """
        self.room, self.door, self.languages = room, door, languages
        self.computers = computers
        self._teller, self._now, self._build = teller, now, build
        self._keep_passes, self._heard, self._profiles = keep, heard, profiles
        self.connections: dict[int, Connection] = {}
        self._number = 0
        self._since = now()
        self._over = room.table.phase == "over"
        self._left_at: dict[int, float] = {}
        """When the last connection of a seat was gone."""
        self.let_go: Callable[[Connection, GoneWhy], None] = lambda connection, why: None
        """Ends another connection, for this reason; the host sets it."""
        self.tell: Callable[[Connection, ToDevice], None] = lambda connection, message: None
        """Sends what nobody has asked for; the host sets it."""
        self.claim = claim or Claim(Reign(room.reign.number, room.journal.device, platform.node()))
        self.mejas = Mejas(room, door, self.claim, now=now, box=box, people=self._people)
        self.mejas.connections = lambda: self.connections.values()
        self.mejas.tell = lambda connection, message: self.tell(connection, message)
        self.mejas.seen = lambda: self.seen()
        self.seen: Callable[[], None] = lambda: None
        """Called when only the table's own screen has something new to show; the host sets it."""
        self.copies = SealedCopies(room, door, self.claim, box=box)
        self.copies.tell = lambda connection, message: self.tell(connection, message)
        self.copies.seen = lambda: self.seen()
        self.fenced: Reign | None = None
        """The higher reign that has been heard of: the game goes on there."""
        self.rumour: Reign | None = None
        """A higher reign that nobody can prove here (``Claim.lost``): people know."""
        self.stop: Callable[[], None] = lambda: None
        """Called once there is one; the host sets it."""

    # ---- connections

    def connect(self, address: str) -> Connection:
        """A new connection; it has said nothing yet."""
        self._number += 1
        connection = Connection(self._number, address)
        self.connections[connection.number] = connection
        return connection

    def left(self, connection: Connection) -> None:
        """A connection is gone. It ends nothing but itself: its device may be back already."""
        connection.over = True
        self.mejas.left(connection)
        self.copies.left(connection)
        if connection.seat:
            self._left_at[connection.seat] = self._now()
        if self.connections.pop(connection.number, None) is not None and connection.met:
            self._heard()

    def opened_at(self, place: str) -> None:
        """The host is reached at this address and port: that is kept, and told from now on."""
        reign = replace(self.claim.reign, address=place)
        with suppress(JournalFault):  # what is told is true all the same
            self.room.lead(reign)
        self.claim = replace(self.claim, reign=reign)
        self.mejas.claim = self.claim
        self.copies.claimed(self.claim)

    def passes_changed(self) -> None:
        """The passes have changed."""
        self._keep_passes(self.door.passes)
        self.mejas.passes_changed()
        self.copies.passes_changed()

    def look_at_box(self) -> None:
        """Whoever has a copy has the box as it is now; one that cannot be read stays theirs."""
        if self.room.registry is not None and (self.mejas.here() or self.copies.here):
            with suppress(CodesFault):
                box = self.room.registry.box
                self.mejas.look_at_box((box.id, box.revision))
                self.copies.look_at_box((box.id, box.revision))

    def teller(self, connection: Connection) -> Teller:
        """Who speaks its language."""
        return self._teller(connection.language)

    def gone(self, connection: Connection, why: GoneWhy) -> wire.GoneMessage:
        """The last message of a connection."""
        connection.over = True
        again, reign = why in ("slow", "unclear"), self.fenced
        name, address = (reign.name, reign.address) if reign is not None else ("", "")
        of_laptop = connection.laptop and why in ("token", "put_out")
        key = f"gone_{why}_laptop" if of_laptop else f"gone_{why}"
        sentence = self.teller(connection).say(key, name=name, address=address)
        part = proved(self.claim.secret, reign) if reign is not None else None
        return wire.GoneMessage(why=why, sentence=sentence, again=again, reign=part)

    @property
    def here(self) -> dict[int, Here]:
        """Who is here with a device: asleep, away or awake."""
        states: dict[int, Here] = {p.seat: "away" for p in self.door.passes if p.seat}
        for connection in self.connections.values():
            if connection.seat and not connection.over:
                states[connection.seat] = "asleep" if connection.asleep else "here"
        return states

    @property
    def answers_elsewhere(self) -> bool:
        """Whether a device with a seat, or a laptop that follows, is connected."""
        return any(state != "away" for state in self.here.values()) or bool(self.mejas.here())

    @property
    def unheard(self) -> bool:
        """Whether seats have devices, and none of them was heard for a while (ruling 4.6.3)."""
        seats = {p.seat for p in self.door.passes} & set(self.room.table.seats)
        here, now = self.here, self._now()
        return bool(seats) and all(
            here[s] == "away" and now - self._left_at.get(s, self._since) >= UNHEARD_S
            for s in seats
        )

    @property
    def watchers(self) -> int:
        """How many look on."""
        looking = [c.known for c in self.connections.values() if not c.seat]
        return sum(known is not None and not known.meja for known in looking)

    def move_out(self, seat: int, why: GoneWhy = "moved") -> None:
        """The host frees a seat: its device is let go of, and its token lets nobody in.

        The profile is the host's again.
        """
        self._give_back({p.hash for p in self.door.passes if p.seat == seat}, seat)
        self.door.free(seat)
        self.passes_changed()
        for connection in tuple(self.connections.values()):
            if connection.seat == seat and not connection.over:
                self.let_go(connection, why)
        self._heard()

    @property
    def devices(self) -> tuple[DoorPass, ...]:
        """What has been let in and may come back: phones and laptops, but for this one."""
        own = self.door.known(self.claim.token)
        return tuple(p for p in self.door.passes if not p.out and p != own)

    def put_out(self, known: DoorPass) -> None:
        """A device is not wanted any more: it is told so, its token lets nobody in, and the code of
        the room, which it knows, is another one from now on.
        """
        self.door.code = new_code()
        for connection in tuple(self.connections.values()):
            undecided = connection.met and connection.known is None and not connection.laptop
            if undecided and not connection.over:
                self.let_go(connection, "code")  # it came by the code of before
        if known.seat:
            self.move_out(known.seat, "put_out")
            return
        if known.meja:
            self.mejas.put_out(known)
        else:
            self.door.drop(known)
        self.passes_changed()
        for connection in tuple(self.connections.values()):
            own = connection.known
            if own is not None and own.hash == known.hash and not connection.over:
                self.let_go(connection, "put_out")
        self._heard()

    # ---- greeting

    def woken(self, connection: Connection) -> None:
        """Something came from it, so it sleeps no more."""
        if connection.asleep:
            connection.asleep = False
            self._heard()

    def _hello(self, connection: Connection, hello: wire.Hello) -> list[ToDevice]:
        if connection.met:
            return [self.gone(connection, "unclear")]
        connection.device = hello.device
        connection.language = self._spoken(hello.language)
        connection.name = hello.name.strip()
        connection.chosen, connection.sound = hello.chosen, hello.sound
        connection.sealed = hello.sealed
        if hello.build != self._build:
            return [self.gone(connection, "build")]
        if (gone := self._outreigned(connection, hello)) is not None:
            return [gone]
        if self.door.shut_for(connection.address, self._now()) > 0:
            return [self.gone(connection, "blocked")]
        known = self.door.known(hello.token)
        if hello.meja and self.door.was_put_out(hello.token):
            return [self.gone(connection, "put_out")]
        if hello.meja and (answers := self.mejas.greeted(connection, hello)) is not None:
            if connection.known is not None:
                self._replace(connection, connection.known)
            return answers or [self.gone(connection, "full")]
        if known is not None and (known.meja or hello.meja):
            known = None  # each kind of device by its own kind of token
        if hello.meja or (known is None and not self.door.opens(hello.code)):
            if hello.token or hello.code.strip():  # who has none yet is asked for it
                self.door.was_wrong(connection.address, self._now())
            return [self.gone(connection, "token" if hello.token else "code")]
        connection.met = True
        if known is not None:
            self._replace(connection, known)
            connection.known = self.door.speaks(known, connection.language)
            if known.language != connection.language:
                self.passes_changed()
            self.copies.begin(connection)
        self._heard()
        return [self._welcome(connection), *self._taken_over(connection, fresh=False)]

    def _outreigned(self, connection: Connection, hello: wire.Hello) -> wire.GoneMessage | None:
        """That the game goes on under a higher reign, of which a device has brought the news."""
        heard = reign_of(self.claim.secret, hello.reign)
        if heard is not None and heard.device in self.door.put_out_devices:
            heard = None  # what it began alone is a game of its own
        if heard is None and self.claim.lost and hello.reign is not None:
            self._rumoured(said(hello.reign))
        if heard is not None and heard > self.claim.reign and self.fenced is None:
            self.believe(heard)
        if self.fenced is None:
            return None
        return self.gone(connection, "fenced")

    def _rumoured(self, reign: Reign) -> None:
        known = self.rumour or self.claim.reign
        if reign > known and reign.device not in self.door.put_out_devices:
            self.rumour = reign
            self.seen()

    def believe(self, reign: Reign) -> None:
        """The game goes on under this reign, which is proved, or which people have said yes to."""
        with suppress(JournalFault):  # it stops all the same
            self.room.fence(reign)
        self.fenced = reign
        self.stop()

    def _replace(self, connection: Connection, known: DoorPass) -> None:
        """The newest connection of a token is the one that counts."""
        for other in tuple(self.connections.values()):
            same = other.known is not None and other.known.hash == known.hash
            if other is not connection and same and not other.over:
                self.let_go(other, "newer")

    def _spoken(self, language: str) -> str:
        known = [spoken for spoken, _ in self.languages]
        return language if language in known else known[0]

    def _speak(self, connection: Connection, language: str) -> list[ToDevice]:
        connection.language, connection.chosen = self._spoken(language), True
        if connection.known is not None:
            connection.known = self.door.speaks(connection.known, connection.language)
            self.passes_changed()
        self._heard()
        return [self._welcome(connection), *self._taken_over(connection, fresh=False)]

    def _welcome(self, connection: Connection, token: str = "") -> wire.Welcome:
        teller, table = self.teller(connection), self.room.table
        taken = {p.seat for p in self.door.passes}
        seats = [
            wire.SeatLine(
                seat=seat,
                name=player.name,
                taken="gone"
                if player.left
                else "computer"
                if seat in self.computers
                else "device"
                if seat in taken and seat != connection.seat
                else "",
            )
            for seat, player in enumerate(table.players, 1)
        ]
        own = table.players[connection.seat - 1].name if connection.seat else connection.name
        return wire.Welcome(
            seat=connection.seat if connection.known is not None else None,
            name=own,
            token=token,
            language=connection.language,
            languages=self.languages,
            game=self.room.name,
            seats=tuple(seats),
            agreed=teller.agreed(),
            words=teller.words(),
            reign=proved(self.claim.secret, self.claim.reign) if self.claim.reign.address else None,
            guests=self.mejas.places,
        )

    def _sit(self, connection: Connection, wanted: wire.SeatMessage) -> list[ToDevice]:
        """A free seat of a person, or a place to look on; one that has a device stays its own."""
        line = next((s for s in self._welcome(connection).seats if s.seat == wanted.seat), None)
        if line is not None and line.taken == "device" and wanted.card:
            if sentence := self._not_shown(connection, wanted):
                return self._not_seated(connection, sentence)
            self.move_out(wanted.seat)
        elif wanted.seat and (line is None or line.taken):
            why = line.taken if line is not None else "gone"
            return self._not_seated(connection, self.teller(connection).say(f"seat_{why}"))
        if connection.known is not None:
            self._give_back({connection.known.hash}, connection.seat)
            self.door.drop(connection.known)
        connection.name = wanted.name.strip() or connection.name
        token, connection.known = self.door.give(
            wanted.seat, name=connection.name, language=connection.language
        )
        profile = self._taken_over(connection, fresh=True)
        self.passes_changed()
        self.copies.begin(connection)
        self._heard()
        return [self._welcome(connection, token), *profile]

    def _not_seated(self, connection: Connection, sentence: str) -> list[ToDevice]:
        return [RefusedMessage(id="seat", sentence=sentence), self._welcome(connection)]

    def _not_shown(self, connection: Connection, wanted: wire.SeatMessage) -> str:
        """Why the card that was typed does not open a seat that has a device; empty: it does."""
        teller = self.teller(connection)
        if self.door.shut_for(connection.address, self._now()) > 0:
            return teller.say("gone_blocked")
        try:
            answer = self.room.check(wanted.card.strip())
        except CodesFault as fault:
            return teller.trouble(fault)
        if answer is None:
            return teller.say("no_box")
        if isinstance(answer, Accepted) and answer.item == player_item(wanted.seat):
            return ""
        self.door.was_wrong(connection.address, self._now())
        return teller.say("seat_card")
