"""The table: the ring, the question in the middle, players, log, scan bar."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input

from ketuk.engine.acts import voting
from ketuk.engine.acts.pausing import PAUSE
from ketuk.engine.commands import AnyCommand, CallVote
from ketuk.engine.taps import Choice as TapChoice
from ketuk.engine.taps import Fill, PutDown, Selected, Shown
from ketuk.rooms.answers import Changed, TapResult
from ketuk.tui.asked import asked_at, callers
from ketuk.tui.meant import Meant
from ketuk.tui.menu import (
    AskTable,
    ChoiceLine,
    More,
    Open,
    TypeDice,
)
from ketuk.tui.menu.costly import any_costly
from ketuk.tui.menu.sorting import each
from ketuk.tui.reminder import Reminder
from ketuk.tui.robot_turns import RobotTurns
from ketuk.tui.robots import Robots
from ketuk.tui.screens.asking import when_sure
from ketuk.tui.screens.table_ways import TableWays
from ketuk.tui.session import Session
from ketuk.tui.showing import Showing
from ketuk.tui.signs import letters, signs
from ketuk.tui.sound.rows import sound_of
from ketuk.tui.telling.names import Names
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


class TableScreen(TableWays):
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
        Binding("o", "take_over", "rooms.key_take_over"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.signs = signs()
        self.meant = Meant(self)
        self.robots = Robots(session)
        self.showing = Showing(self, session, self._show_frame)
        self.robot_turns = RobotTurns(self, self.robots, self.showing)
        self.waits = Waits(self, session)
        session.room.parting.append(self._by_itself)  # that is chosen over this screen
        self.reminder = Reminder(
            session,
            seconds=lambda: self.app.settings.reminder_s,
            asked=lambda: self.question.seat if self.question else 0,
        )
        self._fresh = 0
        self._begins = session.begins
        """Whether what the opening brought is still to be shown."""
        self._rests_on_dice = False
        """Whether dice were still to fall when the table was drawn last."""

    def compose(self) -> ComposeResult:
        yield StateLine(self.session)
        clock = Countdown(self.reminder.left, up=self._remind)
        parts = Players(id="players"), clock, HintLine(self.session), Asking(LogBook())
        middle = Vertical(*parts, Stage(), id="middle")
        yield Ring(middle, tiles=self.session.rules.board.size)
        yield ScanBar()
        yield KeyBar()

    def on_unmount(self) -> None:
        """However the screen goes, the box is free for another game."""
        self.session.room.parting.remove(self._by_itself)
        self.session.close()

    # ---- drawing

    def changed(self, changed: Changed) -> None:
        """Tell what happened, then draw."""
        before, untold = self.chronicle.table, self.showing.frame.untold
        self._fresh = self.chronicle.take(changed) + (self._fresh if untold else 0)
        self.query_one(HintLine).heard(changed.events)
        self.robots.held = changed.kind != "move"
        self.meant.by_program = self.robots.moving
        self.showing.take(changed, before)
        if sound := sound_of(changed, before, set(changed.table.seats) - self.session.bots):
            bell = sound == "end" or (sound == "turn" and self.meant.by_program)
            self.showing.ring(sound, bell=bell)
        super().changed(changed)
        if not self.is_current and self.session.host is not None:
            self._by_itself()  # phones play on under whatever is open here
        if changed.table.top is None:
            self.show_end()

    def reword(self) -> None:
        """The log is told again in the language of now."""
        self.chronicle.reword()
        self.showing.end()
        if self._begins:
            self._begins, self._fresh = False, len(self.chronicle.lines)
            self.showing.begin()
        self.query_one(KeyBar).refresh()
        self.show_game()
        if self.session.table.top is None:
            self.show_end()

    def show_game(self) -> None:
        self.set_class(self.size.height >= ROOMY, "roomy")
        if self.showing.frame.untold:
            self._show_untold()
        else:
            self._show_told()
        self._by_itself()

    def _by_itself(self) -> None:
        """Wait for the next move of a computer, and for the end of the time of what is open."""
        self.robot_turns.renew()
        self.waits.renew()

    def _show_untold(self) -> None:
        """Dice are still to fall: the question before them stays, and nothing tells of theirs."""
        self._show_happening()
        known = len(self.chronicle.lines) - self._fresh
        self.query_one(LogBook).show(self.chronicle.lines[: max(known, 0)], 0)

    def _show_told(self) -> None:
        session = self.session
        asked = asked_at(session, self.robots)
        if asked != self.question:
            self.meant.replaced(self.question)
            self.question = asked
        self.query_one(StateLine).look()
        self._show_happening()
        self._explain()
        if self.question is not None:
            self.query_one(Asking).show(self.question, session.words)
        clock = self.query_one(Countdown)
        clock.large = self.size.height >= ROOMY
        clock.look()
        self.query_one(LogBook).show(self.chronicle.lines, self._fresh)

    def _remind(self) -> None:
        """Somebody has taken longer than people here have agreed on."""
        if seat := self.reminder.late():
            self.app.ring("turn")
            self.session.say("table.time_is_up", "note", name=self.session.names.seat(seat))

    def _show_frame(self) -> None:
        """Something else is in sight; when dice have fallen, all that they have led to."""
        if self._rests_on_dice != self.showing.frame.untold:
            self.show_game()
        else:
            self._show_happening()

    def _show_happening(self) -> None:
        """Draw the ring, the players and what is over the middle, at this moment."""
        session, frame = self.session, self.showing.frame
        self._rests_on_dice = frame.untold
        names = Names(session.telling, self.showing.before or session.table)
        asked = self.question.seat if self.question else 0
        tiles = frozenset(self.question.tiles if self.question else ())
        marks = letters([p.name for p in session.table.players])
        box = Glyphs(self.signs, marks, session.words.language)
        tile_looks = looks(names, self.signs, tiles)
        self.query_one(Ring).show(happening(tile_looks, frame), box)
        ruined = session.room.bankrupt
        self.query_one(Players).show(names, asked, self.signs, frame, ruined)
        top = self.query_one(Asking).virtual_region.y
        self.query_one(Stage).show(frame, session.words("screens.go_on"), top)

    def on_key(self, event: events.Key) -> None:
        """A key hurries what happens; some do no more than that. Who types a code does that."""
        if isinstance(self.focused, Input):
            self.showing.end()
        elif self.showing.hurried(event.key, self.meant.seen_s):
            event.stop()
            event.prevent_default()
            self.robot_turns.renew()

    def on_stage_pressed(self) -> None:
        """Somebody has read it."""
        self.showing.end()
        self.robot_turns.renew()

    def on_asking_resized(self) -> None:
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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is anything for a key: bots' pace, a pause, goals, cards all see drawn."""
        if action == "goals":
            return bool(self.session.rules.goals)
        if action == "pause":
            return PAUSE in self.session.rules.votes
        if action == "drawn":
            return any(r.drawn is not None for r in self.session.rules.card_rules.values())
        if action == "take_over":
            return self.session.may_take_over
        if action == "pace":
            return bool(self.session.bots) and self.session.room.leads
        return True

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
        self.session.say(f"screens.pace_{self.robots.slower_or_faster()}", "note")
        self.robot_turns.renew()

    def on_resize(self) -> None:
        if self.is_attached and self.question is not None:
            self.show_game()

    # ---- the question

    def action_digit(self, number: int) -> None:
        choices = self.query_one(Choices)
        if number == 0 and not choices.back():
            self.action_back()
        elif not self.meant.for_this(self.question, number):
            self.meant.note("screens.too_soon")
        elif number:
            choices.digit(number)

    def action_enter(self) -> None:
        if not self.meant.for_this(self.question):
            self.meant.note("screens.too_soon")
        elif not self.query_one(Choices).enter():
            self.meant.note("screens.press_number")

    def action_move(self, by: int) -> None:
        self.query_one(Choices).move(by)
        self.meant.forget_note()

    def on_choices_turned(self) -> None:
        self.meant.forget_note()

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        if self.showing.frame.untold:
            self.showing.end()  # what is pressed there was answered
        elif event.clicked and not self.meant.for_this(self.question, event.clicked):
            self.meant.note("screens.too_soon")
        else:
            self.act(event.choice)

    def act(self, choice: ChoiceLine) -> None:
        """Do what a choice says."""
        session = self.session
        match choice.action:
            case AskTable(commands) if any_costly(session.rules, session.table, commands):
                seq = session.room.seq

                def go_on() -> None:
                    if session.room.seq == seq:
                        self.do(*commands)

                when_sure(self.app, go_on, "screens.sure", what=choice.label)
            case AskTable(commands):
                self.do(*commands)
            case TypeDice(form):
                self.app.open("dice", self.session, form)
            case Open("bid", seat):
                self.app.open("bid", self.session, seat)
            case Open("call", seat):
                self.app.open("call", self.session, seat)
            case Open("draw", seat):
                self.app.open("draw", self.session, seat)
            case Open("trade", _):
                self.action_trade()
            case Open("end", _):
                self.show_end()
            case Open("robot", _):
                self.robots.move()
            case Open(_, seat):
                self.open_hand(seat)
            case More(title, choices):
                self.query_one(Choices).open(title, choices)

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
        away = "screens.leave_table" if self.session.host is None else "rooms.leave"
        if not self.session.room.leads:
            away = "rooms.copy_leave"

        def leave() -> None:
            self.session.close()
            self.dismiss()

        when_sure(self.app, leave, away)

    # ---- taps

    def after_tap(self, result: TapResult) -> None:
        """Go where the card leads."""
        match result.meaning:
            case TapChoice():
                self.show_game()
            case Fill(form):
                self.app.open("dice", self.session, form)
            case Selected(seat) if seat in callers(self.session):
                self.app.open("call", self.session, seat)
            case Selected(seat):
                self.open_hand(seat, tapped=True)
            case PutDown():
                pass
            case Shown(item) if item in self.session.rules.board.deeds:
                self.look_at(item)
            case _:
                if self.session.choice is None:
                    self.show_game()

    def action_hints(self) -> None:
        """Explain what is there for the first time, or no more."""
        on = self.query_one(HintLine).turn()
        self.show_game()
        self.session.say("screens.hints_on" if on else "screens.hints_off", "note")
