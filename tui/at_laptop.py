"""A game that is open at this laptop: its box here, and whether it is decided here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime

from ketuk.codes.fault import CodesFault
from ketuk.codes.moment import stamp
from ketuk.codes.registry import Registry
from ketuk.rooms.lease import InUse, Lease
from ketuk.rooms.reign import Reign
from ketuk.rooms.room import Room


class AtLaptop:
    """The room of a game, and the right to its box."""

    def __init__(
        self,
        room: Room,
        lease: Lease | None,
        look_for_box: Callable[[], tuple[Registry, Lease] | None],
    ) -> None:
        self.room = room
        self._lease, self._look_for_box = lease, look_for_box
        room.when_fenced.append(lambda fenced: self._give_back())

    @property
    def registry(self) -> Registry | None:
        """The registry of the game's box; one that was brought meanwhile is used from now on."""
        if self.room.registry is None and (brought := self._look_for_box()) is not None:
            registry, self._lease = brought
            self.room.bring(registry)
        return self.room.registry

    @property
    def decider(self) -> str:
        """What the laptop is called that decides the game, where this one does not; else empty."""
        fenced = self.room.fenced
        return (fenced.name or fenced.address or "?") if fenced is not None else ""

    def lead_alone(self, laptop: str) -> InUse | None:
        """As :meth:`lead`, where no other laptop can be asked what it has."""
        now = stamp(datetime.now(UTC))
        return self.lead(self.room.next_reign(name=laptop, address="", since=now))

    def lead(self, reign: Reign) -> InUse | None:
        """Decide the game here from now on; who has the box, if another room took it meanwhile.

        Raises:
            CodesFault, Outreigned, JournalFault: nothing has changed.
        """
        registry = self.room.registry
        if self._lease is None and registry is not None:
            taken = Lease.take(registry, game=self.room.name, now=datetime.now(UTC))
            if isinstance(taken, InUse):
                return taken
            self._lease = taken
        self.room.lead(reign)
        return None

    def _give_back(self) -> None:
        """The box is free for other rooms (ruling 4.6.9)."""
        lease, self._lease = self._lease, None
        if lease is not None:
            with suppress(CodesFault):  # on a full disk it lapses by itself
                lease.release()

    def let_go_of_box(self) -> None:
        """Close the box and give it back; it is opened again when it is next asked for."""
        self._give_back()
        registry, self.room.registry = self.room.registry, None
        if registry is not None:
            registry.close()
