"""Questions about seats that each player card answers for its own."""

from __future__ import annotations

from collections.abc import Collection

from ketuk.codes.verdict import Accepted, Answer
from ketuk.engine.items import seat_of
from ketuk.scanning.scan import Scan
from ketuk.tui.screens.asking import PickScreen, Result
from ketuk.tui.screens.verdict import judged
from ketuk.tui.session import Session
from ketuk.tui.signs import PLAIN, signs
from ketuk.tui.widgets.scanbar import SIGNS


class PlayerCards(PickScreen[Result]):
    """Lines of seats: a player card chooses its own, any other card waits until this is settled."""

    def card_seats(self) -> Collection[int]:
        """Seats whose cards are an answer."""
        raise NotImplementedError

    def seat_tapped(self, seat: int) -> None:
        """The card of one of them was read."""
        raise NotImplementedError

    def other_card(self, card: Accepted) -> None:
        """Say that this card is no answer."""
        title = self.session.taps.shut_title(card)
        self.session.say("screens.consent_tap", card=title)

    def tapped(self, scan: Scan) -> None:
        registry = self.session.registry
        if registry is None:
            self.session.say_no_box()
        else:
            judged(
                self.app, scan, by=registry, card=self.session.taps.shut_title, then=self._judged
            )

    def _judged(self, answer: Answer) -> None:
        if not isinstance(answer, Accepted):
            self.session.taps.tell(answer)
        elif (seat := seat_of(answer.item)) in self.card_seats():
            self.seat_tapped(seat)
            return
        else:
            self.other_card(answer)
        self.app.ring()


def agreeing(session: Session, seat: int, *, agreed: bool) -> str:
    """The line of a seat that is asked to agree."""
    name = session.names.seat(seat)
    if not agreed:
        return session.words("screens.agrees", name=name)
    return f"{SIGNS['good'][signs() is PLAIN]} {session.words('screens.agreed', name=name)}"
