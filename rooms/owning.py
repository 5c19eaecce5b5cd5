"""Whose profile is whose at one table, and what its device is told of it (ruling 4.6.8)."""

from collections.abc import Callable

from ketuk.rooms import wire
from ketuk.rooms.connection import Connection
from ketuk.rooms.door import Door
from ketuk.rooms.mejas import Mejas
from ketuk.rooms.names import person
from ketuk.rooms.profile import Played, Profile, together
from ketuk.rooms.profiles import KeptProfile, Profiles
from ketuk.rooms.room import Room
from ketuk.rooms.teller import Teller
from ketuk.rooms.wire import ToDevice


class Owning:
    """The part of a sitting that has to do with profiles."""

    room: Room
    door: Door
    mejas: Mejas
    computers: frozenset[int]
    connections: dict[int, Connection]
    tell: Callable[[Connection, ToDevice], None]
    teller: Callable[[Connection], Teller]
    _profiles: Profiles | None
    _over: bool
    """Whether the game was over when they were told last."""
    _spoken: Callable[[str], str]

    def _taken_over(self, connection: Connection, *, fresh: bool) -> list[ToDevice]:
        """The profile of whoever sits there is this device's from now on (ruling 4.6.8).

        Args:
            fresh: it has just sat down: what it has not chosen itself is the profile's.
        """
        if self._profiles is None or connection.known is None or not connection.seat:
            return []
        kept_profile = self._profiles.of(self.room.table.players[connection.seat - 1].name)
        profile = kept_profile.profile
        if not fresh or connection.chosen or not profile.language:
            profile = profile.model_copy(update={"language": connection.language})
        elif (spoken := self._spoken(profile.language)) != connection.language:
            connection.language = spoken
            connection.known = self.door.speaks(connection.known, spoken)
        if fresh and connection.chosen:
            profile = profile.model_copy(update={"sound": connection.sound})
        return self._owned(connection, kept_profile, profile)

    def brought(self, connection: Connection, profile: Profile) -> list[ToDevice]:
        """A device has changed its profile, or brings a newer one than is kept here.

        Nobody else's, and never less than is kept here: what was played stays.
        """
        if self._profiles is None or connection.known is None or not connection.seat:
            return []
        kept_profile = self._profiles.of(self.room.table.players[connection.seat - 1].name)
        if kept_profile.owner != connection.known.hash or person(profile.name) != person(
            kept_profile.profile.name
        ):
            return []
        brought = self._profiles.that_count(profile.played)
        played = together(kept_profile.profile.played, brought)
        turn = max(kept_profile.profile.turn, profile.turn)
        kept = kept_profile.profile.model_copy(
            update={"turn": turn, "sound": profile.sound, "played": played}
        )
        return self._owned(connection, kept_profile, kept)

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
        self, connection: Connection, kept_profile: KeptProfile, profile: Profile
    ) -> list[ToDevice]:
        """What the device that owns a profile now is told of it; kept first, if it has changed."""
        assert self._profiles is not None
        assert connection.known is not None
        games = [one for one in profile.played if not self._is_this(one)]
        profile = profile.model_copy(update={"played": together(self._ended(connection), games)})
        if (
            KeptProfile(profile=profile, owner=connection.known.hash) != kept_profile
            or not profile.turn
        ):
            profile = self._kept(profile, connection.known.hash)
        lines = self.teller(connection).played(profile)
        return [wire.ProfileMessage(profile=profile, lines=lines)]

    def _give_back(self, hashes: set[str], seat: int) -> None:
        """The device of a seat has it no more: the profile is the host's."""
        if self._profiles is None or not seat:
            return
        kept_profile = self._profiles.of(self.room.table.players[seat - 1].name)
        if kept_profile.owner in hashes:
            self._kept(kept_profile.profile, "")

    def _kept(self, profile: Profile, owner: str) -> Profile:
        """Kept here, and at every laptop that follows."""
        assert self._profiles is not None
        kept = self._profiles.keep(profile, owner)
        self.mejas.person_changed(KeptProfile(profile=kept, owner=owner))
        return kept

    def _people(self) -> list[KeptProfile]:
        """The profiles of those who sit here."""
        if self._profiles is None:
            return []
        names = [
            p.name for s, p in enumerate(self.room.table.players, 1) if s not in self.computers
        ]
        return [self._profiles.of(name) for name in names]

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
