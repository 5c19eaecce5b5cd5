"""What is put to all at one table: by a phone, by the table's own screen, by another laptop's."""

from msgspec.structs import replace

from ketuk.engine.commands import AnyCommand
from ketuk.rooms import wire
from ketuk.rooms.answers import MoveDone, Outcome, Turned
from ketuk.rooms.poll import Poll, opened
from ketuk.rooms.sheet import PollSheet
from ketuk.rooms.sitting import Sitting
from ketuk.rooms.teller import Teller
from ketuk.rooms.trouble import JournalFault
from ketuk.rooms.wire import RefusedMessage, ToDevice


class Polling(Sitting):
    """The part of a desk that has to do with polls: one at a time, told to everybody."""

    poll: Poll | None = None
    ended = ""
    """The key of how the last poll ended; empty while none has."""
    _not_done: Outcome | Turned | None = None
    """What came of the last one, where all agreed and it was not done."""
    _polls = 0

    def _turn(self, message: wire.Undo, consents: frozenset[int], named: str | None) -> Turned:
        if message.way == "undo":
            return self.room.undo(seq=message.seq, consents=consents, ident=named)
        return self.room.redo(seq=message.seq, ident=named)

    def _put(
        self, teller: Teller, what: object, asked: frozenset[int], seat: int, ident: str
    ) -> ToDevice:
        """Put something to all; while something else is, it is refused, and the same is a yes."""
        self.look()
        if self.poll is not None and not _is_same(self.poll.what, what):
            return RefusedMessage(id=ident, sentence=teller.say("poll_other"))
        if self.poll is not None:
            self.agree(seat, self.poll.ident, True)
        else:
            self._open_poll(what, asked, seat)
        return wire.DoneMessage(id=ident, seq=self.room.seq)

    def put_here(self, what: wire.Undo | AnyCommand) -> bool:
        """Put something to all from the table's own screen, or from another laptop's.

        Returns:
            Whether it is put to all now; not while something else is.
        """
        self.look()
        if self.poll is not None:
            return _is_same(self.poll.what, what)
        self._open_poll(what, frozenset(self.room.table.seats), 0)
        return True

    def _open_poll(self, what: object, asked: frozenset[int], opener: int) -> None:
        self._polls += 1
        self.ended, self._not_done = "", None
        self.poll = opened(
            f"p{self._polls}",
            what,
            seq=self.room.seq,
            asked=asked,
            opener=opener,
            computers=self.computers,
            now=self._now(),
        )
        self.look()
        self._poll_changed()

    def agree(self, seat: int, poll: str, yes: bool) -> bool:
        """A seat says yes or no, on its device, by its card or by a key; whether it counted."""
        counted = self.poll is not None and self.poll.ident == poll and self.poll.answer(seat, yes)
        self.look()
        if counted:
            self._poll_changed()
        return counted

    def _poll_changed(self) -> None:
        """Something is put to all, or somebody has answered; how one ended is told by itself."""
        if self.poll is not None:
            self.mejas.poll_changed()
            self._heard()

    def poll_told(self, language: str) -> PollSheet | None:
        """What is put to all now, as a table's screen says it."""
        self.look()
        poll = self.poll
        return None if poll is None else self._teller(language).poll(poll, 0, self._now())

    def look(self) -> None:
        """Whether the poll has ended: with a no, with a row more, in time, or with all agreed."""
        poll = self.poll
        if poll is None or (ending := poll.ending(self.room.seq, self._now())) is None:
            return
        self.poll, self.ended = None, f"poll_{ending}"
        if ending == "agreed":
            try:
                self._carry_out(poll)
            except JournalFault:
                self.ended = "poll_not_kept"
        self._tell_ended()
        self._heard()

    def _carry_out(self, poll: Poll) -> None:
        what = poll.what
        if isinstance(what, wire.Undo):
            done: Outcome | Turned = self._turn(what, frozenset(poll.yes), None)
        else:
            assert isinstance(what, AnyCommand)
            done = self.room.do(what, consents=frozenset(poll.yes))
        if not isinstance(done, MoveDone):
            self.ended, self._not_done = "poll_refused", done

    def ended_told(self, language: str) -> str:
        """How the last poll ended, and why where all agreed and the rules did not."""
        return self._ended_told(self._teller(language), 0) if self.ended else ""

    def _ended_told(self, teller: Teller, seat: int) -> str:
        sentence = teller.say(self.ended)
        if self._not_done is None:
            return sentence
        return f"{sentence} {teller.outcome(self._not_done, seat)[0]}"

    def _tell_ended(self) -> None:
        """How it ended, to everybody who sits here, and to the laptops that follow."""
        self.mejas.poll_changed()
        for connection in tuple(self.connections.values()):
            if connection.known is not None and not connection.laptop and not connection.over:
                sentence = self._ended_told(self.teller(connection), connection.seat)
                self.tell(connection, wire.PollMessage(poll=None, sentence=sentence))


def _is_same(put: object, wanted: object) -> bool:
    """Whether what is put to all is what somebody else wants to put."""
    if isinstance(put, wire.Undo) and isinstance(wanted, wire.Undo):
        return (put.seq, put.way) == (wanted.seq, wanted.way)
    if not isinstance(put, AnyCommand) or not isinstance(wanted, AnyCommand):
        return False
    return put == replace(wanted, seat=put.seat)  # whoever asked for it
