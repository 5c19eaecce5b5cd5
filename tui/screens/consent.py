"""Consent of every seat still playing: to an undo past what was seen, and to what is joint."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ketuk.engine.commands import AnyCommand
from ketuk.engine.refusal import Refused
from ketuk.rooms.answers import (
    Divided,
    Fenced,
    MoveDone,
    NeedsConsent,
    NoMove,
    Stale,
    TapResult,
    Unheard,
)
from ketuk.rooms.room import Room
from ketuk.rooms.trouble import JournalFault
from ketuk.tui.menu import AskTable, ChoiceLine
from ketuk.tui.screens.player_cards import PlayerCards, agreeing
from ketuk.tui.session import Session
from ketuk.tui.widgets.asking import Choices

if TYPE_CHECKING:
    from ketuk.tui.home import Home


def undo(app: Home, session: Session) -> None:
    """Take back the last move, or ask who has to agree."""
    match tried(session, session.bots):
        case NeedsConsent() if not session.polls.put("undo"):
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
    if not isinstance(outcome, MoveDone):
        session.tell(outcome)


def tried(session: Session, consents: frozenset[int]) -> object:
    """Try to take back the last move with these agreements; trouble is said in the bar."""
    room: Room = session.room
    session.drop_choice()
    try:
        outcome = room.undo(consents=consents)
    except JournalFault as fault:
        session.tell_fault(fault)
        return None
    if isinstance(outcome, Stale | Fenced | Divided | Unheard):
        session.tell(outcome)
    return outcome


def together(session: Session, command: AnyCommand, consents: frozenset[int], done: str) -> object:
    """Do what is joint, if all have agreed; what came of it, trouble is said in the bar.

    Args:
        done: key of the sentence that says that it is done; none if the screen shows it.
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


class Consent(PlayerCards[None]):
    """Each seat agrees by its key, or by tapping its own player card."""

    asks_once = True

    def __init__(self, session: Session, request: Request) -> None:
        super().__init__(session)
        self._request = request
        self._agreed: frozenset[int] = session.bots

    def show_game(self) -> None:
        """Who has agreed, and who has not; each seat keeps its number, whoever agrees first."""
        people = tuple(s for s in self.session.table.seats if s not in self.session.bots)
        lines = (agreeing(self.session, s, agreed=s in self._agreed) for s in people)
        choices = tuple(ChoiceLine(line, AskTable(())) for line in lines)
        self._people, self._choices = people, choices
        text = self.session.words(self._request.text)
        self.put(self._request.head(), text, choices, marked=None)

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """A seat agrees; once is enough."""
        seat = self._people[self._choices.index(event.choice)]
        if seat not in self._agreed:
            self._agree(seat)

    def card_seats(self) -> Collection[int]:
        """Everybody who still plays."""
        return self.session.table.seats

    def seat_tapped(self, seat: int) -> None:
        """Its player agrees."""
        self._agree(seat)

    def after_tap(self, result: TapResult) -> None:
        """Taps mean nothing else here."""

    def _agree(self, seat: int) -> None:
        self._agreed |= {seat}
        if not isinstance(self._request.act(self._agreed), NeedsConsent):
            self.go()
        else:
            self.show_game()
