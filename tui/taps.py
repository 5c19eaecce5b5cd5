"""Cards that are tapped at the table of a game: judged, understood, done, and told."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from ketuk.codes.fault import CodesFault
from ketuk.codes.verdict import Accepted, Answer, Copied, Copies
from ketuk.engine.commands import BidCard, Buy, Discard, Draw, Pay, Play
from ketuk.engine.refusal import Reason, Refused
from ketuk.engine.table import Table
from ketuk.engine.taps import (
    Choice,
    Denied,
    Do,
    Fill,
    Ignored,
    Meaning,
    PutDown,
    Selected,
    Shown,
)
from ketuk.rooms.answers import Stale, TapResult
from ketuk.rooms.trouble import JournalFault
from ketuk.scanning.scan import Scan
from ketuk.tui.scans import Said
from ketuk.tui.telling.titles import title
from ketuk.tui.telling.verdicts import verdict_sentence

if TYPE_CHECKING:
    from ketuk.tui.session import Session


class Taps:
    """What a session makes of taps, and says of them in the scan bar."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def tap(self, scan: Scan) -> TapResult | None:
        """A card was read or typed: judged, understood, done where it is a command.

        The bar says what was read and what came of it; None if nothing could be kept or judged.
        Where it ``asks``, nothing is said yet: go on with :meth:`copied`, or refuse.
        """
        session, before = self._session, self._session.table
        if session.registry is None or session.box_lost():
            if session.registry is None:
                session.say_no_box()
            return None
        try:
            result = session.room.tap(
                scan.text, source=scan.source, uid=scan.uid, making=session.making
            )
        except (JournalFault, CodesFault) as fault:
            session.tell_fault(fault)
            return None
        return result if asks(result) else self._taken(result, before)

    def shut_title(self, card: Accepted | Copied) -> str:
        """A card that may lie face down, so that no secret is told."""
        return self._title(card.item, hidden=True)

    def copied(self, copied: Copied, seq: int) -> TapResult | None:
        """The table has said that the copied sticker counts this once.

        Nothing is done where the game has gone on since row ``seq``, at which it was tapped.
        """
        if self._session.room.seq != seq:
            self._session.tell(Stale(self._session.room.seq))
            return None
        return self.judged(copied.sticker)

    def judged(self, card: Accepted) -> TapResult | None:
        """As :meth:`tap`, for a card that the box has accepted already."""
        before = self._session.table
        try:
            result = self._session.room.tap_item(
                card.item, verdict=card, making=self._session.making
            )
        except JournalFault as fault:
            self._session.tell_fault(fault)
            return None
        return self._taken(result, before)

    def _taken(self, result: TapResult, before: Table) -> TapResult:
        """Say what came of a tap at this table."""
        if result.verdict is None:
            self._session.say_no_box()
        elif not isinstance(result.verdict, Accepted):
            self.tell(result.verdict)
        elif result.meaning is not None and result.item is not None:
            self._say_meaning(result, result.meaning, result.item, before)
        return result

    def tell(self, answer: Answer) -> None:
        """Say what is wrong with a card."""
        session, name = self._session, self._title(getattr(answer, "item", None), hidden=True)
        ruling = session.telling.verdict_ruling(answer)
        sentence = verdict_sentence(session.words, answer, name=name, ruling=ruling)
        session.scans.say(Said(sentence, "bad"))

    def _say_meaning(self, result: TapResult, meaning: Meaning, item: int, before: Table) -> None:
        name, session = self._title(item, hidden=not _open(meaning)), self._session
        match meaning:
            case Do():
                if session.was_done(result.outcome):
                    session.scans.say(Said(self._done(meaning, name, before), "good"))
                elif isinstance(result.outcome, Refused):
                    self._refuse(result.outcome, item, name)
            case Denied(refused=refused):
                self._refuse(refused, item, name)
            case Choice() | Fill():
                session.say("screens.tap_which", "good", card=name)
            case PutDown():
                session.say("questions.tap_put_down", "good", card=name)
            case Selected(seat=seat):
                session.say("screens.tap_seat", "note", name=session.names.seat(seat))
            case Ignored() | Shown():
                unwanted = session.telling.unwanted(meaning, name, session.table)
                session.scans.say(Said(unwanted, "note"))
            case _:
                assert_never(meaning)

    def _refuse(self, refused: Refused, item: int, name: str) -> None:
        """Say why not; of a card that is held in secret the reason would tell which one it is."""
        session = self._session
        card = session.rules.cards.get(item)
        if card is None or card.deck != session.rules.seating.hand_deck:
            session.refuse(refused, f"{name}: ")
            return
        drawn = refused.reason is Reason.CARD_NOT_IN_DECK
        session.say("why.not_drawn" if drawn else "why.in_hand", card=name)

    def _done(self, meaning: Do, name: str, before: Table) -> str:
        """What a tap did; of a secret card only that it was taken."""
        if isinstance(meaning.command, BidCard | Draw | Discard):
            return self._session.words("screens.tap_done_hidden", card=name)
        done = self._session.telling.command(meaning.command, before)
        if name in done:
            return done
        return self._session.words("screens.tap_done", card=name, done=done)

    def _title(self, item: int | None, *, hidden: bool) -> str:
        return "" if item is None else title(self._session.names, item, hidden=hidden)


def asks(result: TapResult) -> bool:
    """Whether the sticker may be a copy, and its box leaves it to the table."""
    return isinstance(result.verdict, Copied) and result.verdict.copies is Copies.ASK


def _open(meaning: Meaning) -> bool:
    """Whether a tap has laid its card open: it is played, or used to pay."""
    if isinstance(meaning, Choice):
        return all(isinstance(c, Play | Buy | Pay) for c in meaning.commands)
    return isinstance(meaning, Fill) or (
        isinstance(meaning, Do) and isinstance(meaning.command, Play | Buy | Pay)
    )
