"""What somebody has put to all from a phone: seats without one answer here, by key or by card."""

from ketuk.codes.verdict import Accepted, Answer
from ketuk.engine.taps import FIRST_PLAYER
from ketuk.rooms.answers import Changed, Told
from ketuk.scanning.scan import Scan
from ketuk.tui.menu import AskTable, ChoiceLine
from ketuk.tui.screens.asking import PickScreen
from ketuk.tui.screens.verdict import judged
from ketuk.tui.signs import PLAIN, signs
from ketuk.tui.widgets.asking import Choices
from ketuk.tui.widgets.scanbar import SIGNS

LOOK_S = 0.5


class PutToAll(PickScreen[None]):
    """A line a seat that has not said yes, and a last one that says no for the table."""

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
        """The proposal, and who has said yes to it."""
        host, words, names = self.session.host, self.session.words, self.session.names
        if host is None or (poll := host.desk.poll) is None:
            return
        told = host.desk.poll_told(words.language)
        assert told is not None, "it is open"
        self._seats = tuple(s for s in sorted(poll.asked) if s not in self.session.bots)
        lines = [ChoiceLine(self._line(s, s in poll.yes), AskTable(())) for s in self._seats]
        self._no = ChoiceLine(words("rooms.poll_nobody"), AskTable(()))
        facts = {"seconds": int(told.left), "names": names.seats(tuple(sorted(poll.waits)))}
        self._choices = (*lines, self._no)
        self.put(told.text, words("rooms.poll_how", **facts), self._choices, marked=None)

    def _line(self, seat: int, agreed: bool) -> str:
        words, name = self.session.words, self.session.names.seat(seat)
        if agreed:
            return f"{SIGNS['good'][signs() is PLAIN]} {words('screens.agreed', name=name)}"
        return words("screens.agrees", name=name)

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

    def tapped(self, scan: Scan) -> None:
        """A player card agrees for its seat; any other card waits until this is settled."""
        registry = self.session.registry
        if registry is None:
            self.session.say_no_box()
        else:
            judged(self.app, scan, by=registry, card=self.session.shut_title, then=self._judged)

    def _judged(self, answer: Answer) -> None:
        seat = answer.item - FIRST_PLAYER + 1 if isinstance(answer, Accepted) else 0
        if seat in self._seats:
            self._answer(seat, yes=True)
        elif isinstance(answer, Accepted):
            card = self.session.shut_title(answer)
            self.session.say("screens.consent_tap", card=card)
        else:
            self.session.tell_verdict(answer)

    def after_tap(self, told: Told) -> None:
        """Taps mean nothing else here."""

    def changed(self, changed: Changed) -> None:
        """Done, or the game went on."""
        self.go()
