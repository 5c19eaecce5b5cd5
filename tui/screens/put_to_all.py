"""What somebody has put to all: seats without a device answer here, by key or by card."""

from collections.abc import Collection

from ketuk.rooms.answers import Changed, TapResult
from ketuk.tui.menu import AskTable, ChoiceLine
from ketuk.tui.scans import Said
from ketuk.tui.screens.player_cards import PlayerCards, agreeing
from ketuk.tui.widgets.asking import Choices

LOOK_S = 0.5


class PutToAll(PlayerCards[None]):
    """A line a seat that is asked, and a last one that says no for the table."""

    by_itself = True
    _seats: tuple[int, ...] = ()

    def on_mount(self) -> None:
        """Follow what is answered elsewhere meanwhile."""
        super().on_mount()
        self.set_interval(LOOK_S, self._look)

    def _look(self) -> None:
        if not self.is_current:
            return
        if self.session.polls.now is not None:
            self.show_game()
            return
        if ended := self.session.polls.ended:
            self.session.scans.say(Said(ended, "note"))
        self.go()

    def show_game(self) -> None:
        words, names = self.session.words, self.session.names
        if (poll := self.session.polls.now) is None:
            return
        self._seats = poll.asked
        lines = [
            ChoiceLine(agreeing(self.session, s, agreed=s in poll.agreed), AskTable(()))
            for s in self._seats
        ]
        self._waits = tuple(s for s in poll.asked if s not in poll.agreed)
        self._no = ChoiceLine(words("rooms.poll_nobody"), AskTable(()))
        facts = {"seconds": int(poll.left), "names": names.seats(self._waits)}
        self._choices = (*lines, self._no)
        self.put(poll.text, words("rooms.poll_how", **facts), self._choices, marked=None)

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """A seat says yes, or somebody who has not says no."""
        if event.choice is not self._no:
            self._answer(self._seats[self._choices.index(event.choice)], yes=True)
        elif self._waits:
            self._answer(self._waits[0], yes=False)

    def _answer(self, seat: int, *, yes: bool) -> None:
        self.session.polls.agree(seat, yes=yes)
        self._look()

    def card_seats(self) -> Collection[int]:
        """Everybody who is asked."""
        return self._seats

    def seat_tapped(self, seat: int) -> None:
        """That is a yes."""
        self._answer(seat, yes=True)

    def after_tap(self, result: TapResult) -> None:
        """Taps mean nothing else here."""

    def changed(self, changed: Changed) -> None:
        self._look()
