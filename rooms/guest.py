"""A laptop that follows a host: a line in a thread of its own, so that no screen ever waits for it.

It keeps nothing on disk: what it hears is taken by :meth:`Guest.drain` in the screen's thread.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from secrets import token_hex
from time import monotonic
from typing import Any, Literal, Self

from ketuk.engine import codec
from ketuk.engine.commands import AnyCommand
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.rooms import meja_wire, outcomes, wire
from ketuk.rooms.answers import Late, MoveDone, NoMove, Outcome, Stale, Turned, Unheard
from ketuk.rooms.bearings import Me
from ketuk.rooms.following import Answer, FollowingLine
from ketuk.rooms.heard import GuestState, Heard, TakenOver, Unable, UnputHeard
from ketuk.rooms.message import LONGEST_NAME
from ketuk.rooms.pagefiles import build_of, pages
from ketuk.rooms.place import PORT, place_of
from ketuk.rooms.records import InputLine, Row
from ketuk.rooms.reign import Reign
from ketuk.rooms.taking_over import taken_over
from ketuk.rooms.waiting import Waiting

WAIT_S = 1.0
"""So long a screen waits for an answer at most."""
TAKE_S = 4.0
"""So long a take-over may take at most to be made ready."""


class AtLine:
    """What is known of the line, to be read from any thread."""

    _following: FollowingLine

    @property
    def state(self) -> GuestState:
        """How it stands."""
        return self._following.state

    @property
    def why(self) -> meja_wire.GoneWhy | None:
        """Why it was refused; None: it was not."""
        return self._following.why

    @property
    def sentence(self) -> str:
        """What the host said when it refused this laptop, or let go of it last; may be empty."""
        return self._following.sentence

    @property
    def host_name(self) -> str:
        """What the host's laptop is called; empty until it is known."""
        return self._following.host_name

    @property
    def token(self) -> str:
        """With which it is let in again; empty until it has been."""
        return self._following.token

    @property
    def secret(self) -> str:
        """Of the game; empty until it has been let in."""
        return self._following.secret

    @property
    def key(self) -> str:
        """Under which copies of the game are sealed; empty until it has come."""
        return self._following.key

    @property
    def reign(self) -> Reign | None:
        """The highest that was heard of; None: none yet."""
        return self._following.reign

    @property
    def game(self) -> str:
        """What the game is called there; empty until it is known."""
        return self._following.game

    @property
    def listens(self) -> str:
        """Where this laptop is reached: address and port; empty: nowhere."""
        return self._following.listens

    @property
    def silent_s(self) -> float:
        """Seconds since the host was last heard; it is asked every two seconds."""
        return monotonic() - self._following.heard_at

    @property
    def rows(self) -> tuple[Row, ...]:
        """The game as the host has it, as far as it has come."""
        return tuple(self._following.rows)

    @property
    def progress(self) -> tuple[int, int]:
        """How many rows have come, and how many there are."""
        return len(self._following.rows), self._following.last + 1


class Guest(AtLine):
    """The line of one laptop to its host. Make it with :meth:`dial`."""

    def __init__(self, following: FollowingLine, changed: Callable[[], None]) -> None:
        self._following, self._changed = following, changed
        self._news: deque[Heard] = deque()
        self._waiting = Waiting(following)
        self._begun = monotonic()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="guest", daemon=True)

    @classmethod
    def dial(
        cls,
        address: str,
        code: str,
        *,
        name: str,
        device: str,
        listen: str | None,
        changed: Callable[[], None],
        language: str = "id",
        token: str = "",
        secret: str = "",
        rows: Sequence[Row] = (),
        keep: Callable[[str, str], None] = lambda token, secret: None,
        port: int = PORT,
    ) -> Self:
        """Begin to follow; this returns at once.

        Args:
            address: of the host, as its screen says it: ``192.168.1.23:8765``, or the whole
                address of its page.
            code: of the room; one in the address holds too.
            name: what this laptop is called.
            listen: the address of this machine at which it is reached if it becomes host; None: it
                never does.
            changed: called in the loop that is running now, whenever there is something to drain or
                the state has changed; in the guest's own thread where no loop is running.
            language: in which the host speaks to it.
            token: what it was let in with before; then nobody is asked again.
            secret: of the game, where this laptop has had it.
            rows: of the game, that are here already.
            keep: called in the guest's thread with the token, and with the secret of the game.
            port: at which it listens, or at one of the next.

        Raises:
            ValueError: the address is none.
            OSError: it cannot listen there.
        """
        place, written = place_of(address)
        me = Me(name[:LONGEST_NAME], device, language, build_of(pages()))
        following = FollowingLine(
            me, place, code.strip() or written, token=token, secret=secret, rows=rows, keep=keep
        )
        guest = cls(following, _in_loop(changed))
        following.put = guest._put
        guest._thread.start()
        if listen is not None:
            try:
                guest._called(guest._waiting.open(listen, port)).result()
            except OSError:
                guest.close()
                raise
        guest._loop.call_soon_threadsafe(guest._follow)
        return guest

    # ---- what has come

    def drain(self) -> list[Heard]:
        """What has come since the last time, in order; also while something is being asked."""
        heard: list[Heard] = []
        with suppress(IndexError):
            while True:
                heard.append(self._news.popleft())
        return heard

    def kept(self, seq: int) -> None:
        """All rows up to this one are on disk here: the host may be told."""
        self._soon(self._following.has_kept, seq)

    def anew(self, rows: Sequence[Row]) -> None:
        """Ask once more for what comes after these rows, where others did not follow from them."""
        self._soon(self._following.anew, rows)

    # ---- asking

    def act(
        self,
        command: AnyCommand,
        *,
        ask: str | None,
        consents: frozenset[int],
        line: InputLine | None,
        ident: str,
    ) -> Outcome | Unheard:
        """Ask a command of the host; its rows can be drained before this returns.

        Raises:
            JournalFault: the host could not keep it; nothing was done.
        """
        message = meja_wire.Act(
            id=ident,
            ask=ask,
            cmd=codec.to_plain(command),
            consents=tuple(sorted(consents)),
            line=(line.number, line.text[: meja_wire.LONGEST_LINE]) if line is not None else None,
        )
        answer = self._asked(message)
        return answer if not isinstance(answer, NoMove) else refuse(Reason.NOT_ASKED)

    def turn(
        self, way: Literal["undo", "redo"], *, seq: int, consents: frozenset[int], ident: str
    ) -> Turned | Unheard:
        """Ask the host to take a move back, or to bring one back.

        Raises:
            JournalFault: the host could not keep it; nothing was done.
        """
        agreed = tuple(sorted(consents))
        message = meja_wire.TurnMessage(id=ident, way=way, seq=seq, consents=agreed)
        answer = self._asked(message)
        if isinstance(answer, Refused | Late):
            return Stale(self._following.last)
        return answer

    def agree(self, seat: int, poll: str, yes: bool) -> None:
        """Say yes or no for a seat to what is put to all; what comes of it is heard."""
        self._soon(self._following.say, meja_wire.AgreeFor(seat=seat, poll=poll, yes=yes))

    def put_to_all(self, what: wire.Undo | AnyCommand, *, seq: int) -> None:
        """Have the host put something to all, if the last row is ``seq``; what comes is heard."""
        ident = token_hex(8)
        if isinstance(what, wire.Undo):
            message = meja_wire.PutMessage(id=ident, seq=seq, way=what.way)
        else:
            message = meja_wire.PutMessage(id=ident, seq=seq, cmd=codec.to_plain(what))

        def answered(answer: Answer | None) -> None:
            if answer is None:
                self._put(UnputHeard(Unheard(0.0)))
            elif isinstance(answer, meja_wire.UnmovedMessage):
                with suppress(ValueError, TypeError):
                    self._put(UnputHeard(outcomes.not_done(answer)))

        self._soon(self._following.ask, message, answered)

    def _asked(
        self, message: meja_wire.Act | meja_wire.TurnMessage
    ) -> MoveDone | outcomes.NotDone | Unheard:
        awaited: Future[Answer | None] = Future()

        def answered(answer: Answer | None) -> None:
            if not awaited.done():
                awaited.set_result(answer)

        begun = monotonic()
        if not self._soon(self._following.ask, message, answered):
            return Unheard(0.0)
        try:
            answer = awaited.result(WAIT_S)
        except TimeoutError:
            return Unheard(monotonic() - begun)
        if answer is None:
            return Unheard(0.0)
        if isinstance(answer, wire.DoneMessage):
            row = next((row for row in self.rows[answer.seq :][:1]), None)
            if row is None:  # the line was lost at that moment, and its rows are told anew
                return Unheard(monotonic() - begun)
            return MoveDone(
                row.seq, row.command, row.events, "move" if row.kind == "start" else row.kind
            )
        try:
            return outcomes.not_done(answer)
        except (ValueError, TypeError):
            return refuse(Reason.NOT_ASKED)

    def take_over(self) -> TakenOver | Unable:
        """Ask all who are reached what they have, and claim the next number.

        It takes up to three seconds: not for a screen's thread. Nobody is told: the caller keeps
        the rows and the reign first, then closes this guest and opens its room.
        """
        with suppress(TimeoutError, CancelledError, RuntimeError):
            claimed: TakenOver | Unable = self._called(taken_over(self._following)).result(TAKE_S)
            return claimed
        return Unable("incomplete")

    def close(self) -> threading.Thread:
        """Let go of the line, which holds nobody up; once is enough.

        Returns:
            The thread that ends now: after it, the place is free at which it listened.
        """
        self._soon(self._stop)
        return self._thread

    # ---- the thread

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
        finally:
            self._loop.run_until_complete(self._ended())
            self._loop.close()

    async def _ended(self) -> None:
        await self._waiting.close()  # first of all: its port is wanted by the room that opens next
        mine = asyncio.current_task()
        tasks = [task for task in asyncio.all_tasks() if task is not mine]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._loop.shutdown_default_executor()

    def _follow(self) -> None:
        self._task = self._loop.create_task(self._following.run())

    def _stop(self) -> None:
        if self._following.state != "closed":  # else its end is under way, and is not to be cut off
            self._following.close()
            self._loop.stop()

    def _called(self, work: Any) -> "Future[Any]":
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def _soon(self, act: Callable[..., object], *given: object) -> bool:
        """Do it in the thread; whether that is still there."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(act, *given)
            return True
        return False

    def _put(self, heard: Heard | None) -> None:
        if heard is not None:
            self._news.append(heard)
        self._changed()


def _in_loop(changed: Callable[[], None]) -> Callable[[], None]:
    """The same, called in the loop that runs now, if one does."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return changed

    def soon() -> None:
        with suppress(RuntimeError):  # that loop is over
            loop.call_soon_threadsafe(changed)

    return soon
