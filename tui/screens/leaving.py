"""A player leaves the game for good, or all of them stop here."""

from collections.abc import Callable

from ketuk.engine.acts import voting
from ketuk.engine.acts.ending import may_conclude
from ketuk.engine.acts.leaving import queue_up
from ketuk.engine.commands import CallVote, Conclude, Leave
from ketuk.rooms.answers import NeedsConsent
from ketuk.tui.menu import AskTable, ChoiceLine
from ketuk.tui.screens.asking import Ask, PickScreen
from ketuk.tui.screens.consent import Consent, Request, together
from ketuk.tui.widgets.asking import Choices


class LeaveScreen(PickScreen[None]):
    """Who leaves; asked once more before it is done."""

    asks_once = True

    def show_game(self) -> None:
        """The players still there; all of them, if their rules know that."""
        words, names = self.session.words, self.session.names
        rules, table = self.session.rules, self.session.table
        choices = [
            ChoiceLine(words("screens.leaves", name=names.seat(s)), AskTable((Leave(s),)))
            for s in table.seats
            if s not in self.session.bots
        ]
        asks = voting.callable_now(rules, table)
        choices += [ChoiceLine(names.label(c), AskTable((c,))) for c in asks]
        if may_conclude(rules, table):
            choices.append(
                ChoiceLine(words("screens.conclude"), AskTable((Conclude(table.active),)))
            )
        later = rules.ruin.left_behind is queue_up
        text = words("screens.leave_text" if later else "screens.leave_text_at_once")
        self.put(words("screens.leave_head"), text, tuple(choices), marked=None)

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Ask once more."""
        match event.choice.action:
            case AskTable(commands=(Leave(seat=seat) as leave,)):
                name = self.session.names.seat(seat)
                self._ask_again(
                    Ask("screens.leave_sure", name=name), lambda: self.session.do(leave)
                )
            case AskTable(commands=(CallVote() as ask,)):
                self.session.do(ask)
            case AskTable(commands=(Conclude() as conclude,)):
                self._ask_all(conclude)
            case _:
                pass

    def _ask_again(self, question: Ask, act: Callable[[], object]) -> None:
        def sure(yes: bool | None) -> None:
            if yes:
                act()
            else:
                self.go()

        self.app.push_screen(question, sure)

    def _ask_all(self, conclude: Conclude) -> None:
        """All agree, or whoever is here decides: once more, since it is over then."""
        session = self.session

        def act(consents: frozenset[int]) -> object:
            return together(session, conclude, consents, "")

        if isinstance(conclude, session.rules.at_screen):
            self._ask_again(Ask("screens.conclude_sure"), lambda: act(session.bots))
        elif isinstance(act(session.bots), NeedsConsent) and not session.polls.put(conclude):
            request = Request(act, lambda: session.words("screens.conclude"), "corrections.consent")
            self.app.push_screen(Consent(session, request))
