"""A player's Siasat cards: covered until that player wants to look, and covered again soon."""

from textual.timer import Timer

from ketuk import engine
from ketuk.engine.commands import AnyCommand, Buy, Discard, Pay, Play
from ketuk.engine.offers import DiceForm
from ketuk.engine.taps import Denied
from ketuk.rooms.answers import Changed
from ketuk.tui.menu import AskTable, ChoiceLine, More, Open, TypeDice
from ketuk.tui.screens.asking import PickScreen
from ketuk.tui.session import Session
from ketuk.tui.telling import why
from ketuk.tui.widgets.asking import Choices

SECONDS = 20.0
"""Cards lie open for so long after the last key."""


class HandScreen(PickScreen[None]):
    """Whose cards; then, uncovered, what each of them can do now."""

    def __init__(self, session: Session, seat: int, *, shown: bool = False) -> None:
        super().__init__(session)
        self._seat = seat if seat in self._seats else 0
        self._shown = shown and bool(self._seat)
        self._timer: Timer | None = None
        self._idle: list[tuple[ChoiceLine, int]] = []
        """Lines of cards that cannot be used now, with these cards."""
        self._explaining = False

    def show_game(self) -> None:
        """Draw what may be seen now."""
        self._explaining = False
        words, names = self.session.words, self.session.names
        if not self._seat:
            asked = self.session.table.active
            marked = self._seats.index(asked) if asked in self._seats else None
            self.put(words("screens.hand_whose"), "", self._players(), marked=marked)
        elif not self._shown:
            name = names.seat(self._seat)
            look = ChoiceLine(words("screens.hand_look", name=name), Open("hand", self._seat))
            self.put(words("screens.hand_of", name=name), words("screens.hand_covered"), (look,))
        else:
            self._show_cards()

    @property
    def _seats(self) -> tuple[int, ...]:
        """Whose hands can be looked at: nobody looks into that of a computer."""
        session = self.session
        return tuple(s for s in session.table.seats if s not in session.bots)

    def _players(self) -> tuple[ChoiceLine, ...]:
        names, table = self.session.names, self.session.table
        return tuple(
            ChoiceLine(
                self.session.words("screens.hand_line", name=names.seat(s),
                                   count=len(table.player(s).hand)),
                Open("hand", s),
            )
            for s in self._seats
        )  # fmt: skip

    def _show_cards(self) -> None:
        words, names, seat = self.session.words, self.session.names, self._seat
        hand = self.session.table.player(seat).hand
        offers = engine.offers(self.session.table, self.session.rules)
        self._idle = []
        texts = [f"{names.card(c)}: {self._text(c)}" for c in hand]
        choices = tuple(self._card(c, offers) for c in hand)
        head = words("screens.hand_of", name=names.seat(seat))
        self.put(head, "\n".join(texts) or words("screens.hand_empty"), choices)
        self._stay()

    def _text(self, card: int) -> str:
        kind = self.session.rules.cards[card].kind
        return self.session.words.said(self.session.rules.texts[kind])

    def _card(self, card: int, offers: engine.Offers) -> ChoiceLine:
        """A card as a line: straight to its only way to be used, or to the ways there are."""
        words, names = self.session.words, self.session.names
        ways: list[ChoiceLine] = [
            ChoiceLine(names.label(c), AskTable((c,)))
            for c in offers.of(self._seat)
            if _uses(c, card)
        ]
        ways += [
            ChoiceLine(words("table.type_dice", count=f.count), TypeDice(f))
            for f in offers.forms
            if isinstance(f, DiceForm) and (f.card, f.seat) == (card, self._seat)
        ]
        name = names.card(card)
        if not ways:
            idle = ChoiceLine(words("screens.hand_not_now", card=name), Open("hand", self._seat))
            self._idle.append((idle, card))
            return idle
        return ChoiceLine(name, More(words("screens.hand_how", card=name), tuple(ways)))

    def _show_why_not(self, card: int) -> None:
        """Why a card cannot be used now, with the ruling; only here, since the card is secret."""
        session, words, self._explaining = self.session, self.session.words, True
        back = ChoiceLine(words("screens.hand_back"), Open("hand", self._seat))
        meaning = engine.meaning(session.table, session.rules, card, self._seat)
        lines = [self._text(card)]
        if isinstance(meaning, Denied):
            reasons = why.of_refusal(session.names, meaning.refused)
            rulings = why.rulings_text(session.rules, reasons.rulings, words.language)
            lines += [*reasons.lines, *filter(None, rulings.plain.split("\n"))]
        self.put(words("screens.hand_not_now", card=session.names.card(card)),
                 "\n".join(lines), (back,))  # fmt: skip
        self._stay()

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """A player, a look, or a way to use a card."""
        idle = next((card for choice, card in self._idle if choice is event.choice), 0)
        if idle:
            self._show_why_not(idle)
            return
        match event.choice.action:
            case Open(_, seat):
                if self._seat and not self._shown:
                    self._shown = True
                self._seat = seat
                self.show_game()
            case TypeDice(form):
                app, session = self.app, self.session
                self.dismiss()
                app.open("dice", session, form)
            case AskTable(commands):
                if not self.session.do(*commands):
                    self.app.ring()
                    self.dismiss()
            case _:
                pass

    def changed(self, changed: Changed) -> None:
        """A card was used, or something else happened: cover the cards."""
        self._put_away()

    def action_back(self) -> None:
        """Out of a card's ways, else away."""
        if self._explaining:
            self.show_game()
        elif not self.query_one(Choices).back():
            self.dismiss()

    def action_digit(self, number: int) -> None:
        """Choose by number, and look on for a while."""
        self._stay()
        super().action_digit(number)

    def _stay(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(SECONDS, self._put_away) if self._shown else None

    def _put_away(self) -> None:
        """Nobody looks any more: face down at once, also under a screen that lies over it."""
        self._shown = False
        self.show_game()
        self.go()


def _uses(command: AnyCommand, card: int) -> bool:
    match command:
        case Play() | Buy() | Pay() | Discard():
            return command.card == card
        case _:
            return False
