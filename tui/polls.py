"""What is put to all, as a table's screen has it: from its own desk, or from another laptop's."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Literal, Protocol

from ketuk.engine.commands import AnyCommand

if TYPE_CHECKING:
    from ketuk.rooms.guest import Guest
    from ketuk.rooms.heard import PollHeard
    from ketuk.rooms.host import Host
    from ketuk.rooms.room import Room
    from ketuk.rooms.sheet import PollSheet
    from ketuk.tui.words import Words


class PutAt(Protocol):
    """What is asked of a game that is open."""

    room: Room
    words: Words
    host: Host | None

    @property
    def guest(self) -> Guest | None:
        """The line to the laptop that decides, if there is one."""
        ...

    def say(self, key: str) -> None:
        """Say something at the table."""
        ...


class Polls:
    """Of one game that is open on the screen; without phones and other laptops there are none."""

    def __init__(self, session: PutAt) -> None:
        self._session = session
        self._heard: PollHeard | None = None

    @property
    def now(self) -> PollSheet | None:
        """What is put to all now."""
        if self._session.host is not None:
            return self._session.host.desk.poll_told(self._session.words.language)
        if self._guest is None or self._heard is None or self._heard.poll is None:
            return None
        poll = self._heard.poll
        left = max(0.0, poll.left - (monotonic() - self._heard.at))
        return poll.model_copy(update={"left": left})

    @property
    def ended(self) -> str:
        """How the last one ended; empty if none has."""
        if self._session.host is not None:
            return self._session.host.desk.ended_told(self._session.words.language)
        return self._heard.sentence if self._guest is not None and self._heard is not None else ""

    @property
    def _guest(self) -> Guest | None:
        """The line to the laptop that decides, while that is heard."""
        guest = self._session.guest
        return guest if guest is not None and guest.state == "following" else None

    @property
    def _answered_elsewhere(self) -> bool:
        """Whether there is a device on which somebody could answer."""
        if self._session.host is not None:
            return self._session.host.desk.answers_elsewhere
        return self._guest is not None

    def take(self, heard: PollHeard) -> bool:
        """The laptop that decides has told of one; whether it is a new one."""
        before, self._heard = self._heard, heard
        known = before.poll.poll if before is not None and before.poll is not None else ""
        return heard.poll is not None and heard.poll.poll != known

    def agree(self, seat: int, *, yes: bool) -> None:
        """A seat says yes or no at this table."""
        poll = self.now
        if poll is None:
            return
        if self._session.host is not None:
            self._session.host.desk.agree(seat, poll.poll, yes)
        elif self._guest is not None:
            self._guest.agree(seat, poll.poll, yes)

    def put(self, what: AnyCommand | Literal["undo"]) -> bool:
        """Ask all on their devices; False: there are none, so that all are asked here."""
        session = self._session
        if self.now is None and not self._answered_elsewhere:
            return False
        from ketuk.rooms.wire import Undo

        seq = session.room.seq
        wanted = Undo(id="-", seq=seq) if what == "undo" else what
        assert not isinstance(wanted, str)
        if session.host is None and self._guest is not None and self.now is None:
            self._guest.put_to_all(wanted, seq=seq)
        elif session.host is None or not session.host.desk.put_here(wanted):
            session.say("rooms.poll_other")
        return True
