"""A box is in use by one room at a time (ruling 4.6.9).

The lease is a row in the box's registry, renewed by scans and accepted commands, never by a program
that merely runs; after six hours of silence it lapses. A room that ends gives it back. A room that
crashed is found out on its own machine: while it lives it keeps a lock on a small file beside the
registry, which the system lets go of whatever happens; so the next start of that same game takes
the lease over at once. Two machines with copies of a box do not see each other's lease.
"""

import platform
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO, Self

from ketuk.codes import leases
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.leases import BoxLease
from ketuk.codes.locks import lock
from ketuk.codes.registry import Registry

SILENCE = timedelta(hours=6)
"""Without scan or accepted command for so long, a lease lapses (ruling 4.6.9)."""
RENEWED_EACH = timedelta(minutes=1)
"""A renewal within this time of the last one writes nothing, so that a tap costs no disk write."""


@dataclass(frozen=True, slots=True)
class InUse:
    """Another room uses the box: its game, where, its last use, and when its lease will lapse."""

    box: str
    game: str
    machine: str
    used: datetime
    until: datetime


class Lease:
    """The right of one room to use a box; made by :meth:`take`, given back by :meth:`release`."""

    def __init__(self, registry: Registry, held: BoxLease, pulse: "Pulse") -> None:
        self._registry = registry
        self._held = held
        self._pulse = pulse

    @classmethod
    def take(
        cls, registry: Registry, *, game: str, now: datetime, machine: str | None = None
    ) -> "Self | InUse":
        """Take a box for a game, or hear who has it.

        ``machine`` names this computer (default: its network name); the lease of a program that
        crashed on it while playing ``game`` is taken over.

        Raises:
            CodesFault: those of the registry.
        """
        here = machine or platform.node()
        held = BoxLease(holder=secrets.token_hex(8), machine=here, game=game, used=now)
        pulse = Pulse(_pulse_file(registry, held.holder))
        try:
            with registry.writing() as connection:
                present = leases.holding(connection, registry.box_id)
                if present and _active(registry, present, held):
                    pulse.stop()
                    return _in_use(registry, present)
                leases.hold(connection, registry.box_id, held)
        except BaseException:
            pulse.stop()
            raise
        if present:
            _sweep(registry, present.holder)
        return cls(registry, held, pulse)

    def renew(self, now: datetime) -> InUse | None:
        """Say that the box was used at ``now``; who has it, if it lapsed and another took it.

        Raises:
            CodesFault: those of the registry.
        """
        if abs(now - self._held.used) < RENEWED_EACH:
            return None
        with self._registry.writing() as connection:
            present = leases.holding(connection, self._registry.box_id)
            if present and present.holder != self._held.holder:
                return _in_use(self._registry, present)
            self._held = BoxLease(self._held.holder, self._held.machine, self._held.game, now)
            leases.hold(connection, self._registry.box_id, self._held)
        return None

    def release(self) -> None:
        """Give the box back. A lease that another took meanwhile stays theirs."""
        try:
            with self._registry.writing() as connection:
                leases.let_go(connection, self._registry.box_id, self._held.holder)
        finally:
            self._pulse.stop()


def _active(registry: Registry, present: BoxLease, mine: BoxLease) -> bool:
    if abs(mine.used - present.used) >= SILENCE:  # ahead by so much is a clock that was set back
        return False
    same = (present.machine, present.game) == (mine.machine, mine.game)
    return not same or Pulse.beats(_pulse_file(registry, present.holder))


def _in_use(registry: Registry, present: BoxLease) -> InUse:
    return InUse(
        box=registry.box_id,
        game=present.game,
        machine=present.machine,
        used=present.used,
        until=present.used + SILENCE,
    )


def _pulse_file(registry: Registry, holder: str) -> Path:
    return registry.path.with_name(f".{registry.box_id}-{holder}.alive")


def _sweep(registry: Registry, holder: str) -> None:
    """Remove what a crashed holder left; a living one's file stays."""
    file = _pulse_file(registry, holder)
    if not Pulse.beats(file):
        file.unlink(missing_ok=True)


class Pulse:
    """A locked file: locked as long as this program lives, however it ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file: IO[bytes] | None = path.open("wb")
        except OSError as error:
            raise CodesFault(Fault.FORBIDDEN, path=path, detail=error.strerror) from error
        lock(self._file)

    def stop(self) -> None:
        """Let go and leave nothing behind; a second time does nothing."""
        if self._file is not None:
            self._file.close()
            self._file = None
            self._path.unlink(missing_ok=True)

    @staticmethod
    def beats(path: Path) -> bool:
        """Whether a living program holds the file."""
        try:
            with path.open("r+b") as file:
                return not lock(file)
        except FileNotFoundError:
            return False
