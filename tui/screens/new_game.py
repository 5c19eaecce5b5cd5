"""A new game: who sits where, which edition, whose dice and decks, house rules, numbers, box."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Input

from ketuk import engine
from ketuk.engine.items import BOX, seat_of
from ketuk.engine.rules.options import preset_of
from ketuk.tui.own_rules import playable
from ketuk.tui.scans import Said
from ketuk.tui.screens.filling import (
    EDITIONS,
    fill,
    fill_box,
    is_endless,
    keep_habits,
    offer_learning,
    options_of,
    own_table,
    put_numbers,
    seated,
    switches,
    take_numbers,
)
from ketuk.tui.screens.seat_lines import SeatLines
from ketuk.tui.screens.switches import Dial, Switch
from ketuk.tui.screens.table_files import keep_table, load_table
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static
from ketuk.tui.widgets.scanbar import ScanBar

if TYPE_CHECKING:
    from ketuk.codes.sticker import Box
    from ketuk.codes.verdict import Accepted
    from ketuk.engine.rules.ruleset import RuleSet
    from ketuk.scanning.scan import Scan
    from ketuk.tui.home import Home
    from ketuk.tui.saved.again import FormPlan

DEMO = "demo"
"""The answer that stands for a box that is made when the game begins."""


class NewGame(Screen[None]):
    """The form; Enter goes to the next line, and begins from the last one."""

    app: Home
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5,ctrl+s", "begin", "screens.key_begin"),
        Binding("f4", "bot", "screens.key_bot"),
        Binding("f6", "keep_table", "screens.key_keep_table"),
        Binding("f7", "load_table", "screens.key_load_table"),
        Binding("f3", "names", "screens.key_names"),
        Binding("f8", "turn_seats", "screens.key_turn_seats"),
        Binding("escape", "back", "screens.key_back"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    def __init__(
        self,
        *,
        boxes: Sequence[Box],
        box: str | None,
        seat: int = 0,
        looked: bool = True,
        plan: FormPlan | None = None,
    ) -> None:
        super().__init__()
        self._plan = plan
        """What stands in it at first, when a game is played once more."""
        self._box_to_come: FormPlan | None = None
        """The plan whose box is chosen once it is known which there are."""
        self._looked = looked
        """Whether the folder of boxes has been read."""
        self._boxes = sorted(boxes, key=lambda b: b.id != box)
        self._seat = seat
        self._rules = engine.ruleset(engine.FIRST)
        self._sets = {engine.FIRST: self._rules}
        """What can be played, by id: sets of the game, and those of one's own."""
        self.seats = SeatLines(self._rules)

    def compose(self) -> ComposeResult:
        yield Static(id="new-head")
        self._sets = playable(self.app.data)
        with VerticalScroll(id="new-form"):
            yield Switch("rules", [(name, name) for name in self._sets])
            yield self.seats
            yield from switches(self.app.settings, self._sets.values())
        yield Static(id="new-missing")
        yield ScanBar()
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin at the first seat, with the rules of the box that was used last."""
        if self._plan is not None:
            self._switch("rules").pick(self._plan.ruleset)
        elif self._boxes:
            self._switch("rules").pick(self._boxes[0].ruleset)
        self._fit_rules()
        if self._plan is not None:
            self.seats.bots = dict(self._plan.bots)
            fill(self, self._plan)
            self._fit_rules()
            self._box_to_come = self._plan
            self._fill_box()
        self.reword()
        offer_learning(self)
        self.seats.field(1).focus()
        if self._seat:
            self.take_seat(self._seat)

    def reword(self) -> None:
        words = self.app.words
        self.query_one("#new-head", Static).update(words("screens.new_head"))
        self.seats.reword(self._counts[0])
        self._switch("edition").answers = [(e, self._edition(e)) for e in EDITIONS]
        for switch in self.query(Switch):
            switch.refresh()
        self._tell_missing()
        self.query_one(KeyBar).refresh()

    def action_names(self) -> None:
        """The names that were played with: one of them for the seat whose line is open."""
        line = self.seats.open_line or self.seats.free_line
        if not line:
            return self.app.ring()

        def chosen(name: str | None) -> None:
            if name is not None:
                self.seats.give(line, name)

        self.app.open("people", self.seats.names, then=chosen)

    def action_turn_seats(self) -> None:
        """Everybody one seat further: somebody else begins, and nobody is drawn."""
        self._switch("seats").pick("")
        self.seats.turn()
        self.reword()

    def action_bot(self) -> None:
        """The seat whose line is open is played by the next kind of player, people among them."""
        if line := self.seats.open_line:
            self.seats.next_kind(line)
            self.reword()

    def offer_boxes(self, boxes: Sequence[Box], box: str | None) -> None:
        """Which boxes there are."""
        self._looked = True
        self._boxes = sorted(boxes, key=lambda b: b.id != box)
        self._fit_rules()
        self._fill_box()

    def _fill_box(self) -> None:
        """The box of the game that is played once more, when it is known which boxes there are."""
        if self._box_to_come is not None and self._looked:
            fill_box(self, self._box_to_come)
            self._box_to_come = None

    def _fit_rules(self) -> None:
        """Seats, house rules and boxes of the rule set that is chosen."""
        chosen, switch = self._switch("rules").value, self._switch("box")
        self._rules = self._sets[chosen]
        self._fit_options()
        self.seats.fit(self._rules, self._counts[-1])
        edition = self._switch("edition")
        edition.display = bool(self._rules.editions)
        self._switch("seats").display = self._rules.seating.drawn
        self._switch("reminder").display = self._rules.timing is None
        if not edition.touched:
            edition.at = EDITIONS.index(self._rules.edition)
        before, touched = switch.value, switch.touched
        fitting = [(b.id, f"{b.name} ({b.id})") for b in self._boxes if b.ruleset == chosen]
        if not fitting and self._looked:
            fitting = [(DEMO, "screens.box_demo")]
        switch.answers = [*fitting, ("", "screens.without_box")]
        if not (touched and switch.pick(before)):
            switch.at = 0
        switch.refresh()

    def _fit_options(self) -> None:
        """House rules and numbers of the rule set that is chosen."""
        settings, code = {s.name: s for s in self._rules.settings}, self._rules.meta.rules
        for line in self.query(Switch):
            what, _, name = line.key.partition("_")
            if what == "house":
                line.display = name in self._rules.house
                line.code = code if line.display else line.code  # it may be drawn once more
            elif isinstance(line, Dial):
                line.display = name in settings
                if name in settings:
                    line.fit(settings[name], code)
        preset, presets = self._switch("preset"), self._rules.presets
        preset.display, preset.code = bool(presets), code
        preset.answers = [(name, f"screens.preset_{name or 'none'}") for name in ("", *presets)]
        preset.put(["", *presets].index(preset_of(self._rules, options_of(self, self._rules))))

    def _edition(self, edition: str) -> str:
        """What an edition means in these rules, if that is not the whole of it."""
        own = self._rules.terms.get(f"edition_{edition}")
        return self.app.words.said(own) if own else f"screens.edition_{edition}"

    @property
    def _counts(self) -> tuple[int, ...]:
        """Numbers of players that the rules are for."""
        return tuple(sorted((self._agreed() or self._rules).seating.cash))

    def _agreed(self) -> RuleSet | None:
        """The rules with what stands in the form; None if that does not fit."""
        try:
            return engine.under(self._rules, options_of(self, self._rules))
        except ValueError:  # numbers that do not go together, or a form that is not filled in yet
            return None

    def _switch(self, key: str) -> Switch:
        return self.query_one(f"#switch-{key}", Switch)

    def on_switch_turned(self, event: Switch.Turned) -> None:
        """Other rules have other seats and boxes; a game with a name of its own, its numbers."""
        if event.switch.key == "preset":
            put_numbers(self, self._rules, dict(self._rules.presets.get(event.switch.value, ())))
        self._fit_rules()
        self.reword()

    def takes_sign(self, sign: str) -> Callable[[], None] | None:
        """A digit names the number of a line; how to have that as it was."""
        line = self.focused
        return line.as_it_was() if isinstance(line, Dial) and sign.isdecimal() else None

    def take_seat(self, seat: int) -> None:
        """A player card was tapped: that seat plays, under a name that can be typed over."""
        self.seats.seat(seat)
        self.app.say("screens.seat_taken", "good", seat=seat)

    def _tell_missing(self) -> str:
        words, names, missing = self.app.words, self.seats.names, ""
        least, most = self._counts[0], self._counts[-1]
        if len(names) < least:
            facts = {"count": least - len(names), "least": least, "most": most}
            missing = words("screens.players_missing", **facts)
        elif len({n.casefold() for n in names}) < len(names):
            missing = words("screens.names_equal")
        elif self._agreed() is None:
            missing = words("screens.numbers_unfit")
        elif is_endless(self, self._rules):
            missing = words("screens.endless")
        line = missing or words("screens.ready_to_begin", count=len(names))
        line += f" {own}" if (own := own_table(self, self._rules)) else ""
        self.query_one("#new-missing", Static).update(
            Text(line, style="dim" if missing else "bold")
        )
        return missing

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tables of one's own are kept and loaded if rules have numbers to agree on."""
        return bool(self._rules.settings) if action in ("keep_table", "load_table") else True

    def action_keep_table(self) -> None:
        """Keep the numbers for another table."""
        if self._agreed() is None:
            self.app.say("screens.numbers_unfit")
            return
        keep_table(self.app, self._switch("rules").value, options_of(self, self._rules).settings)

    def action_load_table(self) -> None:
        """Take the numbers of a table that was kept."""

        def take(path: Path, numbers: Mapping[str, int]) -> None:
            self.app.scans.say(take_numbers(self, self._rules, path, numbers))
            self._fit_rules()
            self.reword()

        load_table(self.app, self._switch("rules").value, take)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say what is still missing, and explain the game to who has not played here yet."""
        self._tell_missing()
        offer_learning(self)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter: to the next seat; from an empty one with enough players: begin."""
        if not event.value.strip() and len(self.seats.names) >= self._counts[0]:
            self.action_begin()
        else:
            self.app.action_focus_next()

    def action_begin(self) -> None:
        if missing := self._tell_missing():
            self.app.scans.say(Said(missing, "bad"))
            return
        from ketuk.tui.screens.opening import begin, box_of

        options, app, rules = options_of(self, self._rules), self.app, self._switch("rules").value
        chosen = self._switch("box").value
        if (box := box_of(app, rules) if chosen == DEMO else chosen) is None:
            return
        names, bots, notice = seated(self, self._rules)
        keep_habits(self)
        learn = bool(self._switch("learn").value)
        app.pop_screen()
        begun = begin(app, names=names, options=options, box=box or None, ruleset=rules,
                      bots=bots, learn=learn)  # fmt: skip
        if not begun:
            app.push_screen(self)
        elif notice:
            app.scans.say(Said(notice, "good"))

    def action_back(self) -> None:
        self.app.pop_screen()

    def tapped(self, scan: Scan) -> None:
        """A player card takes its seat; a box card chooses its box."""
        from ketuk.tui.screens.verdict import judged_at_home

        judged_at_home(self.app, scan, accepted=self._accepted)

    def _accepted(self, card: Accepted) -> None:
        self._choose_box(card.box)
        if seat := seat_of(card.item):
            self.take_seat(seat)
        elif card.item == BOX:
            self.app.say("screens.box_chosen", "good", box=card.box)
        else:
            self.app.say("screens.card_no_seat", "note", box=card.box)

    def _choose_box(self, box: str) -> None:
        known = next((b for b in self._boxes if b.id == box), None)
        if known is not None and self._switch("rules").pick(known.ruleset):
            self._fit_rules()
            self._switch("box").pick(box)
            self.reword()
