"""The table: the ring, the question in the middle, players, log, scan bar."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.timer import Timer

from ketuk import engine
from ketuk.engine.acts import voting
from ketuk.engine.acts.pausing import PAUSE
from ketuk.engine.commands import AnyCommand, CallVote
from ketuk.engine.offers import BidForm, DiceForm
from ketuk.engine.taps import Choice as TapChoice
from ketuk.engine.taps import Fill, PutDown, Selected, Shown
from ketuk.rooms.answers import Changed, Told
from ketuk.tui.chronicle import Chronicle
from ketuk.tui.menu import (
    AskTable,
    ChoiceLine,
    More,
    Open,
    Question,
    TypeDice,
    chosen_by,
    finished,
    question,
)
from ketuk.tui.menu.costly import is_costly
from ketuk.tui.menu.sorting import each
from ketuk.tui.reminder import Reminder
from ketuk.tui.robots import Robots
from ketuk.tui.screens.game import GameScreen
from ketuk.tui.session import Session
from ketuk.tui.showing import Showing
from ketuk.tui.signs import letters, signs
from ketuk.tui.sound.rows import sound_of
from ketuk.tui.waits import Waits
from ketuk.tui.widgets.asking import ROOMY, Asking, Choices
from ketuk.tui.widgets.countdown import Countdown
from ketuk.tui.widgets.hint_line import HintLine
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.logbook import LogBook
from ketuk.tui.widgets.look import Glyphs, happening, looks
from ketuk.tui.widgets.players import Players
from ketuk.tui.widgets.ring import Ring
from ketuk.tui.widgets.scanbar import ScanBar
from ketuk.tui.widgets.stage import Stage
from ketuk.tui.widgets.state_line import StateLine


class TableScreen(GameScreen[None]):
    """Everything that lies on the table, and all of a turn."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *[Binding(str(n), f"digit({n})", show=False) for n in range(10)],
        Binding("enter", "enter", show=False),
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("slash,space", "entry", "screens.key_entry"),
        Binding("h", "hand", "screens.key_hand"),
        Binding("t", "trade", "screens.key_trade"),
        Binding("l", "tile", "screens.key_tile"),
        Binding("m", "owned", "screens.key_owned"),
        Binding("g", "goals", "screens.key_goals"),
        Binding("w", "why", "screens.key_why"),
        Binding("u", "undo", "screens.key_undo"),
        Binding("r", "history", "screens.key_history"),
        Binding("x", "leave", "screens.key_leave"),
        Binding("k", "cards", "screens.key_cards"),
        Binding("s", "lay_out", "screens.key_lay_out"),
        Binding("a", "rule_book", "screens.key_rules"),
        Binding("p", "phones", "rooms.key_phones"),
        Binding("d", "doctor", "screens.key_doctor"),
        Binding("b", "pace", "screens.key_pace"),
        Binding("j", "pause", "screens.key_pause"),
        Binding("c", "drawn", "screens.key_drawn"),
        Binding("i", "hints", "screens.key_hints"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.signs = signs()
        self.chronicle = Chronicle(session)
        self.question: Question | None = None
        self.robots = Robots(session)
        self.showing = Showing(self, session, self._show_happening)
        self._robot_turn: Timer | None = None
        self.waits = Waits(self, session)
        self.reminder = Reminder(
            session,
            seconds=lambda: self.app.settings.reminder_s,
            asked=lambda: self.question.seat if self.question else 0,
        )
        self._fresh = 0
        self._before: Question | None = None
        """What stood here until the question that is open: keys may still be meant for it."""
        self._since = 0.0
        """When it was replaced, by the clock of the keys."""
        self._by_program = False
        """Whether a seat of the program has replaced it."""

    def compose(self) -> ComposeResult:
        """State, ring around players, question and log; scan bar and keys."""
        yield StateLine(self.session)
        clock = Countdown(self.reminder.left, up=self._remind)
        parts = Players(id="players"), clock, HintLine(self.session), Asking(LogBook())
        middle = Vertical(*parts, Stage(), id="middle")
        yield Ring(middle, tiles=self.session.rules.board.size)
        yield ScanBar()
        yield KeyBar()

    def on_unmount(self) -> None:
        """However the screen goes, the box is free for another game."""
        self.session.close()

    # ---- drawing

    def changed(self, changed: Changed) -> None:
        """Tell what happened, then draw."""
        before = self.chronicle.table
        self._fresh = self.chronicle.take(changed)
        self.query_one(HintLine).heard(changed.events)
        self.robots.held = changed.kind != "move"
        self._by_program = self.robots.moving
        self.showing.take(changed, before)
        if sound := sound_of(changed, before, set(changed.table.seats) - self.session.bots):
            self.app.ring(sound, bell=sound == "end" or (sound == "turn" and self._by_program))
        super().changed(changed)
        if not self.is_current and self.session.host is not None:
            self._wait_for_robots()  # phones play on under whatever is open here
            self.waits.renew()
        if changed.table.top is None:
            self._ended()

    def reword(self) -> None:
        """The log is told again in the language of now."""
        self.chronicle.reword()
        self.showing.end()
        self.query_one(ScanBar).show()
        self.query_one(KeyBar).refresh()
        self.show_game()
        if self.session.table.top is None:
            self._ended()

    def show_game(self) -> None:
        session = self.session
        self.set_class(self.size.height >= ROOMY, "roomy")
        self._ask(self._question())
        self.query_one(StateLine).look()
        self._show_happening()
        self._explain()
        if self.question is not None:
            self.query_one(Asking).show(self.question, session.words)
        clock = self.query_one(Countdown)
        clock.large = self.size.height >= ROOMY
        clock.look()
        self.query_one(LogBook).show(self.chronicle.lines, self._fresh)
        self._wait_for_robots()
        self.waits.renew()

    def _remind(self) -> None:
        """Somebody has taken longer than people here have agreed on."""
        if seat := self.reminder.late():
            self.app.ring("turn")
            self.session.say("table.time_is_up", "note", name=self.session.names.seat(seat))

    def _show_happening(self) -> None:
        """Draw the ring, the players and what is over the middle, at this moment."""
        session, frame = self.session, self.showing.frame
        asked = self.question.seat if self.question else 0
        tiles = frozenset(self.question.tiles if self.question else ())
        marks = letters([p.name for p in session.table.players])
        box = Glyphs(self.signs, marks, session.words.language)
        found = looks(session.names, self.signs, tiles)
        self.query_one(Ring).show(happening(found, frame), box)
        ruined = session.room.bankrupt
        self.query_one(Players).show(session.names, asked, self.signs, frame, ruined)
        top = self.query_one(Asking).virtual_region.y
        self.query_one(Stage).show(frame, session.words("screens.go_on"), top)

    def on_key(self, event: events.Key) -> None:
        """A key hurries what happens; some do no more than that."""
        if self.showing.hurried(event.key, self.app.now() - self._since):
            event.stop()
            event.prevent_default()
            self._wait_for_robots()

    def on_stage_pressed(self) -> None:
        """Somebody has read it."""
        self.showing.end()
        self._wait_for_robots()

    def on_asking_resized(self) -> None:
        """More rows, or fewer."""
        if self.question is not None:
            self._explain()

    def _explain(self) -> None:
        """What is there for the first time, in the rows that players and question do not need."""
        asking, middle = self.query_one(Asking), self.query_one("#middle")
        if not asking.size.width:
            return  # not laid out yet
        needs = asking.needs(self.question) if self.question else 0
        room = middle.size.height - self.query_one(Players).size.height - needs
        self.query_one(HintLine).look(room, roomy=self.size.height >= ROOMY)

    def _ask(self, question: Question | None) -> None:
        """Put this question; remember what it replaces."""
        if question != self.question:
            self._before, self._since = self.question, self.app.now()
            self.question = question

    def _is_meant(self, digit: int = 0) -> bool:
        """Whether a digit, or Enter (0), can have been meant for the question that is open.

        For a moment after the table asks somebody else, Enter may still be the answer of who was
        asked before. Where the program has moved, so may a digit whose line was another.
        """
        before, now = self._before, self.question
        if before is None or now is None or self.query_one(Choices).title:
            return True
        seconds = self.app.now() - self._since
        if digit:
            same = chosen_by(before.choices, digit) == chosen_by(now.choices, digit)
            return same or not self._by_program or seconds >= self.app.changeover_s
        hurries = now.marked == 0 and isinstance(now.choices[0].action, Open)
        return hurries or before.seat == now.seat or seconds >= self.app.changeover_s

    def _wait_for_robots(self) -> None:
        """A bot that is on turn moves after a while, unless somebody is doing something."""
        if self._robot_turn is not None:
            self._robot_turn.stop()
        seconds = self.robots.seconds
        if seconds is not None:
            quick = self.robots.pace == "quick"
            seconds = max(seconds, self.showing.waits(read_only=quick))
        self._robot_turn = None if seconds is None else self.set_timer(seconds, self._robot_moves)

    def _robot_moves(self) -> None:
        self._robot_turn = None
        host = self.session.host
        here = self.session.choice is None and not self.query_one(Choices).busy
        if (self.is_current and here) if host is None else host.desk.poll is None:
            self.robots.move()
        else:
            self._wait_for_robots()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is anything for a key: bots' pace, a pause, goals, cards all see drawn."""
        if action == "goals":
            return bool(self.session.rules.goals)
        if action == "pause":
            return PAUSE in self.session.rules.votes
        if action == "drawn":
            return any(r.drawn is not None for r in self.session.rules.card_rules.values())
        return bool(self.session.bots) if action == "pace" else True

    def action_goals(self) -> None:
        """How far each player is in what there is to reach."""
        self.app.open("goals", self.session)

    def action_pause(self) -> None:
        """Who asks for a pause, of those who may."""
        rules, table = self.session.rules, self.session.table
        asks = [c for c in voting.callable_now(rules, table) if c.what == PAUSE]
        if asks:
            title = self.session.words("table.who_asks")
            self.query_one(Choices).open(title, each(self.session.names, asks))
        else:
            self.do(CallVote(table.active, PAUSE))

    def action_pace(self) -> None:
        """How fast the bots move."""
        self.session.say(f"screens.pace_{self.robots.slower_or_faster()}", "note")
        self._wait_for_robots()

    def on_resize(self) -> None:
        if self.is_attached and self.question is not None:
            self.show_game()

    def _question(self) -> Question | None:
        """What the table waits for; first of all, which of its meanings a tapped card has."""
        session = self.session
        choice = session.choice
        if choice is None:
            return self.robots.beside(question(session.names)) or finished(session.names)
        name = session.card_title(choice)
        choices = each(session.names, choice.commands)
        words = session.words
        return Question(
            choice.commands[0].seat,
            words("screens.head_which"),
            words("screens.ask_which", card=name),
            (*choices,),
        )

    # ---- the question

    def action_digit(self, number: int) -> None:
        """Choose by number."""
        choices = self.query_one(Choices)
        if number == 0 and not choices.back():
            self.action_back()
        elif not self._is_meant(number):
            self._too_soon()
        elif number:
            choices.digit(number)

    def action_enter(self) -> None:
        """The line that is marked, if one is."""
        if not self._is_meant():
            self._too_soon()
        elif not self.query_one(Choices).enter():
            self.session.say("screens.press_number", "note")

    def _too_soon(self) -> None:
        self.session.say("screens.too_soon", "note")

    def action_move(self, by: int) -> None:
        """Mark another choice."""
        self.query_one(Choices).move(by)

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        self.act(event.choice)

    def act(self, choice: ChoiceLine) -> None:
        """Do what a choice says."""
        match choice.action:
            case AskTable(commands) if any(self._is_costly(c) for c in commands):
                self._do_if_sure(choice.label, commands)
            case AskTable(commands):
                self.do(*commands)
            case TypeDice(form):
                self._type_dice(form)
            case Open("bid", seat):
                self._bid(seat)
            case Open("call", seat):
                self._call(seat)
            case Open("draw", seat):
                self._draw(seat)
            case Open("trade", _):
                self.action_trade()
            case Open("end", _):
                self._ended()
            case Open("robot", _):
                self.robots.move()
            case Open(_, seat):
                self.open_hand(seat)
            case More(title, choices):
                self.query_one(Choices).open(title, choices)

    def _is_costly(self, command: AnyCommand) -> bool:
        return is_costly(self.session.rules, self.session.table, command)

    def _do_if_sure(self, label: str, commands: tuple[AnyCommand, ...]) -> None:
        from ketuk.tui.screens.asking import Ask

        seq = self.session.room.seq

        def sure(yes: bool | None) -> None:
            if yes and self.session.room.seq == seq:
                self.do(*commands)

        self.app.push_screen(Ask("screens.sure", what=label), sure)

    def do(self, *commands: AnyCommand) -> bool:
        """Ask the table, and ring for a refusal."""
        done = self.session.do(*commands)
        if not done:
            self.app.ring()
        return done

    def action_back(self) -> None:
        """Out of a menu, out of a tapped card's choice, out of the game: it is saved anyway."""
        if self.query_one(Choices).back():
            return
        if self.session.choice is not None:
            self.session.drop_choice()
            self.show_game()
            return
        from ketuk.tui.screens.asking import Ask

        away = "screens.leave_table" if self.session.host is None else "rooms.leave"
        self.app.push_screen(Ask(away), self._left)

    def _left(self, sure: bool | None) -> None:
        if sure:
            self.session.close()
            self.dismiss()

    # ---- taps

    def after_tap(self, told: Told) -> None:
        """Go where the card leads."""
        match told.meaning:
            case TapChoice():
                self.show_game()
            case Fill(form):
                self._type_dice(form)
            case Selected(seat) if seat in callers(self.session):
                self._call(seat)
            case Selected(seat):
                self.open_hand(seat, tapped=True)
            case PutDown():
                pass
            case Shown(item) if item in self.session.rules.board.deeds:
                self._look_at(item)
            case _:
                if self.session.choice is None:
                    self.show_game()

    def on_ring_pressed(self, event: Ring.Pressed) -> None:
        """A tile was pressed: what it is, and what it costs."""
        self._look_at(event.tile)

    # ---- other screens

    def _type_dice(self, form: DiceForm) -> None:
        self.app.open("dice", self.session, form)

    def _bid(self, seat: int) -> None:
        self.app.open("bid", self.session, seat)

    def _call(self, seat: int) -> None:
        """A bid is called out: the sum is typed."""
        self.app.open("call", self.session, seat)

    def _draw(self, seat: int) -> None:
        self.app.open("draw", self.session, seat)

    def open_hand(self, seat: int, *, tapped: bool = False) -> None:
        """A player's cards; without a seat it is asked whose."""
        self.app.open("hand", self.session, seat, shown=tapped)

    def action_entry(self) -> None:
        """Type a code."""
        self.set_focus(self.query_one("#entry"))

    def action_hand(self) -> None:
        """Siasat cards in a hand."""
        self.open_hand(0)

    def action_trade(self) -> None:
        """Put a trade together."""
        from ketuk.tui.screens.trade import open_trade

        open_trade(self.app, self.session)

    def action_tile(self) -> None:
        """The tile that is asked about, else where the pawn of who is on turn stands."""
        tiles = self.question.tiles if self.question else ()
        self._look_at(tiles[0] if tiles else self.session.table.player(self._on_turn).at)

    def _look_at(self, tile: int) -> None:
        self.app.open("tile", self.session, tile)

    def action_owned(self) -> None:
        """What each player owns; first of all who is asked."""
        self.app.open("owned", self.session, self._on_turn)

    @property
    def _on_turn(self) -> int:
        """Who is asked, else the first who plays."""
        asked = self.question.seat if self.question else 0
        return asked or self.session.table.seats[0]

    def action_why(self) -> None:
        """Why an amount, a refusal or a target is as it is."""
        self.app.open("why", self.session, self.chronicle.lines)

    def action_undo(self) -> None:
        """Take back the last move."""
        from ketuk.tui.screens.consent import undo

        undo(self.app, self.session)

    def action_history(self) -> None:
        """All moves."""
        self.app.open("history", self.session)

    def action_drawn(self) -> None:
        """The cards that were drawn in the open, and by whom."""
        self.app.open("drawn", self.session)

    def action_cards(self) -> None:
        """The cards of the box, while the game goes on; first the one that the table asks about."""
        registry = self.session.registry
        if registry is None:
            self.session.say_no_box()
        else:
            tiles = self.question.tiles if self.question else ()
            asked = tiles[0] if len(tiles) == 1 else None
            box = registry.box_id
            self.app.open("cards", self.app.data, box, self.session, at=asked)

    def action_lay_out(self) -> None:
        """What lies where."""
        self.app.open("lay_out", self.session)

    def action_phones(self) -> None:
        """The room for phones."""
        self.app.open("phones", self.session)

    def action_doctor(self) -> None:
        """Readers, cameras and what they need."""
        self.app.open("doctor")

    def action_rule_book(self) -> None:
        """Look into the rule book."""
        self.app.open("rule_book", self.session.rules, self.query_one(HintLine).wanted)

    def action_hints(self) -> None:
        """Explain what is there for the first time, or no more."""
        on = self.query_one(HintLine).turn()
        self.show_game()
        self.session.say("screens.hints_on" if on else "screens.hints_off", "note")

    def action_leave(self) -> None:
        """A player leaves the game for good."""
        self.app.open("leaving", self.session)

    def _ended(self) -> None:
        from ketuk.tui.screens.end import EndScreen

        if not isinstance(self.app.screen, EndScreen):
            self.app.push_screen(EndScreen(self.session, self.chronicle.lines))


def callers(session: Session) -> tuple[int, ...]:
    """Who may call out a bid now: a player card is enough to do so."""
    forms = engine.offers(session.table, session.rules).forms
    return tuple(f.seat for f in forms if isinstance(f, BidForm))
