"""What somebody has put to all from a phone: seats without one answer here, by key or by card."""

from collections.abc import Collection

from ketuk.rooms.answers import TapResult
from ketuk.tui.menu import AskTable, ChoiceLine
from ketuk.tui.screens.player_cards import PlayerCards, agreeing
from ketuk.tui.widgets.asking import Choices

LOOK_S = 0.5


class PutToAll(PlayerCards[None]):
    """A line a seat that has not said yes, and a last one that says no for the table."""

    asks_once = True
    by_itself = True

    def on_mount(self) -> None:
        """Follow what phones answer meanwhile."""
        super().on_mount()
        self.set_interval(LOOK_S, self._look)

    def _look(self) -> None:
        host = self.session.host
        if host is None or host.desk.poll is None:
            self.go()
        elif self.is_current:
            self.show_game()

    def show_game(self) -> None:
        host, words, names = self.session.host, self.session.words, self.session.names
        if host is None or (poll := host.desk.poll) is None:
            return
        open_poll = host.desk.poll_told(words.language)
        assert open_poll is not None, "it is open"
        self._seats = tuple(s for s in sorted(poll.asked) if s not in self.session.bots)
        lines = [
            ChoiceLine(agreeing(self.session, s, agreed=s in poll.yes), AskTable(()))
            for s in self._seats
        ]
        self._no = ChoiceLine(words("rooms.poll_nobody"), AskTable(()))
        facts = {"seconds": int(open_poll.left), "names": names.seats(tuple(sorted(poll.waits)))}
        self._choices = (*lines, self._no)
        self.put(open_poll.text, words("rooms.poll_how", **facts), self._choices, marked=None)

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """A seat says yes, or somebody says no."""
        if event.choice is self._no:
            self._refuse()
        else:
            self._answer(self._seats[self._choices.index(event.choice)], yes=True)

    def _refuse(self) -> None:
        """No, for somebody who has not said yes."""
        host = self.session.host
        if host is not None and host.desk.poll is not None:
            self._answer(min(host.desk.poll.waits), yes=False)

    def _answer(self, seat: int, *, yes: bool) -> None:
        host = self.session.host
        if host is not None and host.desk.poll is not None:
            host.desk.agree(seat, host.desk.poll.ident, yes)
        self._look()

    def card_seats(self) -> Collection[int]:
        """Everybody who is asked."""
        return self._seats

    def seat_tapped(self, seat: int) -> None:
        """That is a yes."""
        self._answer(seat, yes=True)

    def after_tap(self, result: TapResult) -> None:
        """Taps mean nothing else here."""
