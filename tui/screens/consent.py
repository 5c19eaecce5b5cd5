"""Consent of every seat still playing: to an undo past what was seen, and to what is joint."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from ketuk.codes.verdict import Accepted, Answer
from ketuk.engine.commands import AnyCommand
from ketuk.engine.refusal import Refused
from ketuk.engine.taps import FIRST_PLAYER
from ketuk.rooms.answers import Changed, MoveDone, NeedsConsent, NoMove, Stale, Told
from ketuk.rooms.room import Room
from ketuk.rooms.trouble import JournalFault
from ketuk.scanning.scan import Scan
from ketuk.tui.menu import AskTable, ChoiceLine
from ketuk.tui.screens.asking import DIGITS, PickScreen
from ketuk.tui.screens.verdict import judged
from ketuk.tui.session import Session
from ketuk.tui.signs import PLAIN, signs
from ketuk.tui.telling.titles import title
from ketuk.tui.widgets.asking import Choices
from ketuk.tui.widgets.scanbar import SIGNS

if TYPE_CHECKING:
    from ketuk.tui.home import Home


def undo(app: Home, session: Session) -> None:
    """Take back the last move, or ask who has to agree."""
    match tried(session, session.bots):
        case NeedsConsent():
            app.push_screen(Consent(session, undoing(session)))
        case NoMove() as none:
            session.tell(none)
        case _:
            pass


def redo(session: Session) -> None:
    """Bring back the move that was undone last."""
    try:
        outcome = session.room.redo()
    except JournalFault as fault:
        session.tell_fault(fault)
        return
    if isinstance(outcome, NoMove | Stale):
        session.tell(outcome)


def tried(session: Session, consents: frozenset[int]) -> object:
    """Try to take back the last move with these agreements; trouble is said in the bar."""
    room: Room = session.room
    session.choice = None
    try:
        outcome = room.undo(consents=consents)
    except JournalFault as fault:
        session.tell_fault(fault)
        return None
    if isinstance(outcome, Stale):
        session.tell(outcome)
    return outcome


def together(session: Session, command: AnyCommand, consents: frozenset[int], done: str) -> object:
    """Do what is joint, if all have agreed; what came of it, trouble is said in the bar.

    Args:
        done: key of the sentence that says that it is done; none where the screen shows it.
    """
    try:
        outcome = session.room.do(command, consents=consents)
    except JournalFault as fault:
        session.tell_fault(fault)
        return None
    match outcome:
        case MoveDone():
            if done:
                session.say(done, "good")
            else:
                session.scans.clear()
        case Refused():
            session.refuse(outcome)
        case NeedsConsent():
            pass
        case _:
            session.tell(outcome)
    return outcome


@dataclass(frozen=True, slots=True)
class Request:
    """What the seats are asked to agree to."""

    act: Callable[[frozenset[int]], object]
    """Tries it with these agreements, and answers ``NeedsConsent`` as long as they do not do."""
    head: Callable[[], str]
    """The question, in the language of now."""
    text: str
    """Key of the sentence on how to agree, and who has."""


def undoing(session: Session) -> Request:
    """Taking back the last move."""
    return Request(
        act=lambda consents: tried(session, consents),
        head=lambda: session.words("screens.consent_head"),
        text="screens.consent_text",
    )


class Consent(PickScreen[None]):
    """Each seat agrees by its key, or by tapping its own player card."""

    BINDINGS: ClassVar[list[BindingType]] = [*DIGITS]

    def __init__(self, session: Session, request: Request) -> None:
        super().__init__(session)
        self._request = request
        self._agreed: frozenset[int] = session.bots

    def show_game(self) -> None:
        """Who has agreed, and who has not; each seat keeps its number, whoever agrees first."""
        people = tuple(s for s in self.session.table.seats if s not in self.session.bots)
        choices = tuple(ChoiceLine(self._line(seat), AskTable(())) for seat in people)
        self._people, self._choices = people, choices
        text = self.session.words(self._request.text)
        self.put(self._request.head(), text, choices, marked=None)

    def _line(self, seat: int) -> str:
        words, name = self.session.words, self.session.names.seat(seat)
        if seat not in self._agreed:
            return words("screens.agrees", name=name)
        return f"{SIGNS['good'][signs() is PLAIN]} {words('screens.agreed', name=name)}"

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """A seat agrees; once is enough."""
        seat = self._people[self._choices.index(event.choice)]
        if seat not in self._agreed:
            self._agree(seat)

    def tapped(self, scan: Scan) -> None:
        """A player card agrees for its seat; any other card waits until this is settled."""
        registry = self.session.registry
        if registry is None:
            self.session.say_no_box()
        else:
            card = self.session.shut_title
            judged(self.app, scan, by=registry, card=card, then=self._judged)

    def _judged(self, answer: Answer) -> None:
        seat = answer.item - FIRST_PLAYER + 1 if isinstance(answer, Accepted) else 0
        if seat in self.session.table.seats:
            self._agree(seat)
            return
        if isinstance(answer, Accepted):
            self.session.say("screens.consent_tap", card=title(self.session.names, answer.item))
        else:
            self.session.tell_verdict(answer)
        self.app.ring()

    def after_tap(self, told: Told) -> None:
        """Taps mean nothing else here."""

    def changed(self, changed: Changed) -> None:
        """Done, or the game went on."""
        self.go()

    def _agree(self, seat: int) -> None:
        self._agreed |= {seat}
        if not isinstance(self._request.act(self._agreed), NeedsConsent):
            self.go()
        else:
            self.show_game()
