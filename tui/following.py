"""A game that another laptop decides, followed here: what is heard is kept, and then told.

The line (``ketuk.rooms.guest``) has a thread of its own; all that is here happens in the screen's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ketuk.rooms.by_game import game_key
from ketuk.rooms.copied import CopiedRoom
from ketuk.rooms.guest import Guest
from ketuk.rooms.heard import (
    BoxHeard,
    CopyHeard,
    GoneHeard,
    GuestsHeard,
    PassesHeard,
    PersonHeard,
    PollHeard,
    RowsHeard,
    TakenOver,
    UnputHeard,
)
from ketuk.rooms.lease import InUse
from ketuk.rooms.meja_keys import GameKeys, MejaKeys
from ketuk.rooms.passes import Passes
from ketuk.rooms.profiles import Profiles
from ketuk.rooms.reigns import Outreigned
from ketuk.rooms.tails import Astray
from ketuk.rooms.trouble import JournalFault
from ketuk.tui.boxes.taken import take_box
from ketuk.tui.scans import Said

if TYPE_CHECKING:
    from ketuk.rooms.heard import Heard
    from ketuk.rooms.records import Row
    from ketuk.tui.session import Session

SILENT_S = 10.0
"""After so long without a word of the laptop that decides, this one may take over."""


class Following:
    """What keeps a copied game level with its host, from the first word to the last."""

    def __init__(self, data: Path, looked: Callable[[], None]) -> None:
        """``looked`` is told whenever something may have changed, until a table is open."""
        self._data, self._looked = data, looked
        self._early: list[Heard] = []
        """What came before the game was open here."""
        self._box: BoxHeard | None = None
        """A box that has changed at the host, and not here yet."""
        self.guest: Guest | None = None
        self.session: Session | None = None
        self.put_to_all: Callable[[], object] = lambda: None
        """Told when something new is put to all."""

    # ---- before there is a game

    def dial(
        self,
        address: str,
        code: str,
        *,
        name: str,
        device: str,
        listen: str | None,
        language: str,
        keys: GameKeys,
        rows: Sequence[Row],
    ) -> None:
        """Ask to be let in, in the loop of the screen.

        Args:
            rows: of the game, where this laptop has decided it before.

        Raises:
            OSError: this laptop cannot listen at ``listen``.
        """
        self.guest = Guest.dial(
            address,
            code,
            name=name,
            device=device,
            listen=listen,
            changed=self._changed,
            language=language,
            token=keys.token,
            secret=keys.secret,
            rows=rows,
        )

    @property
    def sentence(self) -> str:
        """Why the line was refused, as the host said it."""
        return self.guest.sentence if self.guest is not None else ""

    def _changed(self) -> None:
        if self.session is not None:
            self.take()
        else:
            self._looked()

    def copied(self) -> CopyHeard | None:
        """The game, once it is here."""
        self._drain()
        return next((one for one in self._early if isinstance(one, CopyHeard)), None)

    def begin(self, session: Session) -> None:
        """The game is open: what has come meanwhile is kept, and the line answers its room."""
        assert isinstance(session.room, CopiedRoom)
        assert self.guest is not None
        self.session = session
        session.following = self
        session.room.upstream = self.guest
        session.room.settle = self.take
        keys = GameKeys(self.guest.secret, self.guest.token, self.guest.key)
        MejaKeys(self._data).keep(game_key(session.room), keys)
        self.guest.kept(session.room.seq)
        first = next(n for n, one in enumerate(self._early) if isinstance(one, CopyHeard))
        early, self._early = self._early[:first] + self._early[first + 1 :], []
        for one in early:
            self._keep(one)
        self.take()

    def keep_box(self) -> None:
        """The box has come along with the game: keep it before the game is opened with it."""
        for one in [e for e in self._early if isinstance(e, BoxHeard)]:
            self._early.remove(one)
            take_box(self._data, one)

    # ---- as long as it goes on

    @property
    def name(self) -> str:
        """What the laptop that decides is called."""
        return self.session.decider if self.session is not None else ""

    @property
    def silent(self) -> int:
        """Seconds of its silence, once it has been long; 0: it is heard."""
        if self.guest is None or self.guest.silent_s < SILENT_S:
            return 0
        return int(self.guest.silent_s)

    def take(self) -> None:
        """Keep and tell all that has come; called in the screen's thread."""
        if self.session is None:
            return
        self._drain()
        heard, self._early = self._early, []
        for one in heard:
            self._keep(one)
        if heard and self.guest is not None:
            self.guest.kept(self.session.room.seq)

    def settle_box(self) -> None:
        """Have the box as the host has it; stickers that either side has revoked stay so.

        To be called while no screen looks into the box.
        """
        box, self._box = self._box, None
        if box is None or self.session is None:
            return
        self.session.let_go_of_box()
        if (fault := take_box(self._data, box)) is not None:
            self.session.tell_fault(fault)

    def lead(self, taken: TakenOver) -> InUse | None:
        """Decide the game here from now on: what others had and the reign are on disk first.

        Returns:
            Who has the box, if another room here took it meanwhile: then this is a copy still.

        Raises:
            JournalFault, CodesFault, Outreigned: as of :meth:`Session.lead`.
            Astray: what others had is another game.
        """
        session = self.session
        assert session is not None
        room = session.room
        assert isinstance(room, CopiedRoom)
        self.take()
        room.take_game(taken.rows)
        Passes(self._data).keep(game_key(room), list(taken.passes))
        present = session.lead(taken.claim.reign)
        if present is None:
            self.close()
        return present

    def close(self) -> None:
        """Let go of the line."""
        guest, self.guest = self.guest, None
        if guest is not None:
            guest.close()
        if self.session is not None:
            self.session.following = None

    # ---- parts

    def _drain(self) -> None:
        if self.guest is not None:
            self._early += self.guest.drain()

    def _keep(self, one: Heard) -> None:
        session = self.session
        assert session is not None
        match one:
            case CopyHeard() | RowsHeard():
                self._rows(session, one)
            case BoxHeard():
                self._box = one
            case PassesHeard(passes=passes):
                room = session.room
                Passes(self._data).keep(game_key(room), list(passes))
            case PersonHeard(person=person):
                Profiles(self._data).take(person)
            case PollHeard():
                if session.polls.take(one):
                    self.put_to_all()
            case UnputHeard(why=why):
                session.was_done(why)
            case GuestsHeard():
                pass
            case GoneHeard():
                self._gone(session, one)

    def _gone(self, session: Session, gone: GoneHeard) -> None:
        """The host has let go of this laptop, and says why."""
        session.scans.say(Said(gone.sentence, "bad"))
        if gone.why == "put_out":  # what is played here from now on is a game of its own
            MejaKeys(self._data).keep(game_key(session.room), GameKeys())
            self.close()

    def _rows(self, session: Session, one: CopyHeard | RowsHeard) -> None:
        room = session.room
        assert isinstance(room, CopiedRoom)
        try:
            if isinstance(one, RowsHeard):
                called = room.take_rows(one.rows)
            else:
                room.follow(*one.reigns)
                called = room.take_rows(one.rows, since=one.since)
        except JournalFault as fault:  # a full disk: the host sends again what was not kept
            session.tell_fault(fault)
        except Astray:
            assert self.guest is not None
            self.guest.anew(room.rows)
        except Outreigned as higher:
            name, address = higher.by.name or "?", higher.by.address
            session.say("rooms.unable_other", name=name, address=address)
            self.close()
        else:
            if called:
                session.say("rooms.tail_kept", "note", game=called)
