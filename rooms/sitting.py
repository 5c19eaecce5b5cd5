"""Who is at the door and who sits where: greeting, seats, languages, and what is late.

No sockets and no tasks: the host has those.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ketuk.codes.fault import CodesFault
from ketuk.codes.verdict import Accepted
from ketuk.engine.items import player_item
from ketuk.rooms import wire
from ketuk.rooms.door import Door, DoorPass
from ketuk.rooms.meja_wire import GoneWhy
from ketuk.rooms.names import person
from ketuk.rooms.profile import Played, Profile, together
from ketuk.rooms.profiles import KeptProfile, Profiles
from ketuk.rooms.room import Room
from ketuk.rooms.teller import Here, Teller
from ketuk.rooms.wire import RefusedMessage, ToDevice


@dataclass(slots=True, eq=False)
class Connection:
    """One socket of one device, by its number: what is late from another one is not heard."""

    number: int
    address: str
    device: str = ""
    language: str = "id"
    known: DoorPass | None = None
    """Once it has a seat or watches."""
    met: bool = False
    """Whether its ``hello`` was good."""
    asleep: bool = False
    name: str = ""
    chosen: bool = False
    """Whether its language and sound were chosen on this device."""
    sound: bool = True
    over: bool = False
    """Nothing that comes from it counts any more."""

    @property
    def seat(self) -> int:
        """0: it watches, or has not chosen yet."""
        return self.known.seat if self.known is not None else 0


UNHEARD_S = 10.0
"""So long no device of a seat is heard, and the network counts as gone."""


class Sitting:
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
    ) -> None:
        """
        Args:
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
        self._keep, self._heard, self._profiles = keep, heard, profiles
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
        if connection.seat:
            self._left_at[connection.seat] = self._now()
        if self.connections.pop(connection.number, None) is not None and connection.met:
            self._heard()

    def teller(self, connection: Connection) -> Teller:
        """Who speaks its language."""
        return self._teller(connection.language)

    def gone(self, connection: Connection, why: GoneWhy) -> wire.GoneMessage:
        """The last message of a connection."""
        connection.over = True
        again = why in ("slow", "unclear")
        sentence = self.teller(connection).say(f"gone_{why}")
        return wire.GoneMessage(why=why, sentence=sentence, again=again)

    @property
    def here(self) -> dict[int, Here]:
        """Who is here with a device: asleep, away or awake."""
        found: dict[int, Here] = {p.seat: "away" for p in self.door.passes if p.seat}
        for connection in self.connections.values():
            if connection.seat and not connection.over:
                found[connection.seat] = "asleep" if connection.asleep else "here"
        return found

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
        return sum(c.known is not None and not c.seat for c in self.connections.values())

    def move_out(self, seat: int) -> None:
        """The host frees a seat: its device is let go of, and its token lets nobody in.

        The profile is the host's again.
        """
        self._give_back({p.hash for p in self.door.passes if p.seat == seat}, seat)
        self.door.free(seat)
        self._keep(self.door.passes)
        for connection in tuple(self.connections.values()):
            if connection.seat == seat and not connection.over:
                self.let_go(connection, "moved")
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
        if hello.build != self._build:
            return [self.gone(connection, "build")]
        if self.door.shut_for(connection.address, self._now()) > 0:
            return [self.gone(connection, "blocked")]
        known = self.door.known(hello.token)
        if known is None and not self.door.opens(hello.code):
            if hello.token or hello.code.strip():  # who has none yet is asked for it
                self.door.was_wrong(connection.address, self._now())
            return [self.gone(connection, "token" if hello.token else "code")]
        connection.met = True
        if known is not None:
            self._replace(connection, known)
            connection.known = self.door.speaks(known, connection.language)
            if known.language != connection.language:
                self._keep(self.door.passes)
        self._heard()
        return [self._welcome(connection), *self._taken_over(connection, fresh=False)]

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
            self._keep(self.door.passes)
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
        self._keep(self.door.passes)
        self._heard()
        return [self._welcome(connection, token), *profile]

    # ---- profiles

    def _taken_over(self, connection: Connection, *, fresh: bool) -> list[ToDevice]:
        """The profile of whoever sits there is this device's from now on (ruling 4.6.8).

        Args:
            fresh: it has just sat down: what it has not chosen itself is the profile's.
        """
        if self._profiles is None or connection.known is None or not connection.seat:
            return []
        found = self._profiles.of(self.room.table.players[connection.seat - 1].name)
        profile = found.profile
        if not fresh or connection.chosen or not profile.language:
            profile = profile.model_copy(update={"language": connection.language})
        elif (spoken := self._spoken(profile.language)) != connection.language:
            connection.language = spoken
            connection.known = self.door.speaks(connection.known, spoken)
        if fresh and connection.chosen:
            profile = profile.model_copy(update={"sound": connection.sound})
        return self._owned(connection, found, profile)

    def brought(self, connection: Connection, profile: Profile) -> list[ToDevice]:
        """A device has changed its profile, or brings a newer one than is kept here.

        Nobody else's, and never less than is kept here: what was played stays.
        """
        if self._profiles is None or connection.known is None or not connection.seat:
            return []
        found = self._profiles.of(self.room.table.players[connection.seat - 1].name)
        if found.owner != connection.known.hash or person(profile.name) != person(
            found.profile.name
        ):
            return []
        played = together(found.profile.played, profile.played)
        turn = max(found.profile.turn, profile.turn)
        kept = found.profile.model_copy(
            update={"turn": turn, "sound": profile.sound, "played": played}
        )
        return self._owned(connection, found, kept)

    def tell_profiles(self) -> None:
        """Once the game is over, and where that is taken back, all who sit here have it told."""
        over = self.room.table.phase == "over"
        if over == self._over:
            return
        self._over = over
        for connection in tuple(self.connections.values()):
            if not connection.over:
                for message in self._taken_over(connection, fresh=False):
                    self.tell(connection, message)

    def _owned(
        self, connection: Connection, found: KeptProfile, profile: Profile
    ) -> list[ToDevice]:
        """What the device that owns a profile now is told of it; kept first, if it has changed."""
        assert self._profiles is not None
        assert connection.known is not None
        games = [one for one in profile.played if not self._is_this(one)]
        profile = profile.model_copy(update={"played": together(self._ended(connection), games)})
        if KeptProfile(profile=profile, owner=connection.known.hash) != found or not profile.turn:
            profile = self._profiles.keep(profile, connection.known.hash)
        lines = self.teller(connection).played(profile)
        return [wire.ProfileMessage(profile=profile, lines=lines)]

    def _give_back(self, hashes: set[str], seat: int) -> None:
        """The device of a seat has it no more: the profile is the host's."""
        if self._profiles is None or not seat:
            return
        found = self._profiles.of(self.room.table.players[seat - 1].name)
        if found.owner in hashes:
            self._profiles.keep(found.profile, "")

    def _is_this(self, game: Played) -> bool:
        return (game.game, game.made) == (self.room.name, self.room.header.made)

    def _ended(self, connection: Connection) -> tuple[Played, ...]:
        """This game, once it is over."""
        table, header = self.room.table, self.room.header
        for place in table.ranking if table.phase == "over" else ():
            if place.seat == connection.seat:
                ended = self.room.rows[-1].at
                one = Played(
                    game=self.room.name, made=header.made, ruleset=header.ruleset, ended=ended,
                    place=place.place, of=len(table.ranking), worth=place.worth,
                )  # fmt: skip
                return (one,)
        return ()

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
