"""A headless game: lines are done one after the other, and what comes of each is one record a line.

What is printed is on disk. Lines that are there already (of an earlier run of the same command) are
skipped; the game then goes on with the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from json import JSONDecodeError
from typing import Any

from ketuk import engine
from ketuk.codes.fault import CodesFault
from ketuk.codes.verdict import Accepted
from ketuk.engine.codec import Unreadable, to_plain
from ketuk.engine.commands import AnyCommand, Play, Roll, Throw
from ketuk.engine.offers import DiceForm, Form
from ketuk.engine.refusal import Refused
from ketuk.engine.table import Free, Place, Throwing, snake
from ketuk.engine.taps import Choice, Fill, LastTap
from ketuk.engine.waiting import waiting
from ketuk.rooms.answers import (
    Changed,
    Divided,
    Fenced,
    Late,
    MoveDone,
    NeedsConsent,
    NoMove,
    Outcome,
    Stale,
    TapResult,
    Turned,
    Unheard,
)
from ketuk.rooms.records import InputLine
from ketuk.rooms.room import Room
from ketuk.rooms.views import open_offers, public
from ketuk.tui.cli.bot_seats import BotSeats
from ketuk.tui.cli.cards import tell_fault
from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.lines import DiceLine, DoIt, LookLine, TapLine, TurnLine, Wait, Wish, read
from ketuk.tui.telling.honours import honours, honours_sentence
from ketuk.tui.telling.telling import Telling
from ketuk.tui.telling.verdicts import record as verdict_record
from ketuk.tui.words import Words


class GameClerk:
    """Does the lines of one game and prints the records; remembers whether any was refused."""

    def __init__(self, at: Desk, room: Room, *, bots: BotSeats, resumed: bool) -> None:
        self._desk, self._room, self._resumed = at, room, resumed
        self._telling = Telling(at.words, room.rules)
        self._bots = bots
        self._line: InputLine | None = None
        self._said: list[dict[str, Any]] = []
        self._asked = -1
        self._pending: DiceForm | None = None
        self.refused = False
        """Whether a line was refused, or was none."""

    def play(self, lines: Iterator[bytes]) -> None:
        """Do all lines, one after the other."""
        stop = self._room.watch(self._changed)
        try:
            self._begin()
            self._go_on()
            for line in self._fresh(lines):
                self._line = line
                self._do(line)
                self._line = None
                self._go_on()
        finally:
            stop()

    # ---- lines

    def _fresh(self, lines: Iterator[bytes]) -> Iterator[InputLine]:
        """The lines that are not on disk yet."""
        kept = {row.line.number: row.line for row in self._room.rows if row.line is not None}
        last = max(kept, default=0)
        for number, raw in enumerate(lines, 1):
            form = "utf-8-sig" if number == 1 else "utf-8"  # editors of Windows begin with a mark
            line = InputLine(number, raw.decode(form, "replace").strip())
            if number > last:
                if line.text:
                    yield line
                continue
            if number in kept and kept[number].text != line.text:
                game = self._room.name
                self._desk.refuse("cli_play.input_differs", line=number, game=game)
            if number == last:
                self._remember(line)

    def _remember(self, line: InputLine) -> None:
        """The last line on disk may be a tap that the next line repeats (4.6.5)."""
        room = self._room
        try:
            wish = read(line.text, room.header.names)
            if isinstance(wish, TapLine) and room.registry is not None:
                item = room.registry.find(wish.text.strip().upper()).item
                moves = (room.opening, *room.moves)
                if item is not None and len(moves) > 1:
                    room.reading.last = LastTap(item, moves[-2].table.ask)
        except (Unreadable, CodesFault):
            return

    def _do(self, line: InputLine) -> None:
        try:
            wish = read(line.text, self._room.header.names)
        except Unreadable as error:
            self.refused = True
            problem = _unreadable(self._desk.words, line.number, error)
            self._desk.tell({"line": line.number, "unreadable": str(error), "say": problem})
            return
        self._carry_out(wish, line)

    def _carry_out(self, wish: Wish, line: InputLine) -> None:
        pending, self._pending = self._pending, None
        if not isinstance(wish, TapLine):
            self._room.reading.choice = None
        match wish:
            case DoIt(command, ask, ident, agreed):
                done = self._room.do(command, ask=ask, consents=agreed, line=line, ident=ident)
                self._answer(done)
            case DiceLine(dice, seat):
                command = self._with_dice(dice, seat, pending)
                self._answer(self._room.do(command, line=line))
            case TurnLine(back=True, agreed=agreed):
                self._answer(self._room.undo(consents=agreed, line=line))
            case TurnLine():
                self._answer(self._room.redo(line=line))
            case LookLine(seat):
                self._show_hand(seat, line)
            case Wait(seconds):
                self._wait(seconds, line)
            case TapLine():
                self._tap(wish, line)

    def _wait(self, seconds: int, line: InputLine) -> None:
        refused = self._room.wait(seconds)
        if refused is not None:
            self._tell_refusal(refused, {})
        self._flush()
        if refused is None and (left := self._room.time_left) is not None:
            self._desk.tell({"line": line.number, "seconds_left": round(left, 1)})

    def _with_dice(
        self, dice: tuple[int, ...], seat: int | None, pending: DiceForm | None
    ) -> AnyCommand:
        """The command that these dice are for: a card that waits for them, a die, or a roll."""
        table = self._room.table
        top = table.top
        if pending is not None and pending.card:
            return Play(pending.seat, pending.card, dice=dice)
        if isinstance(top, Throwing) and len(dice) == 1:
            return Throw(seat or top.seats[len(top.thrown)], dice[0])
        whose = top.seat if isinstance(top, Free) else table.active
        return Roll(seat or whose, dice)

    # ---- answers

    def _answer(self, outcome: Outcome | Turned) -> None:
        if not isinstance(outcome, MoveDone):
            self._tell_refusal(outcome, {})
        self._flush()

    def _tell_refusal(
        self, outcome: Outcome | Turned | None, more: Mapping[str, Any], say: str = ""
    ) -> None:
        self.refused = True
        line = {"line": self._line.number} if self._line else {}
        say = say or (self._telling.outcome(outcome, self._room.table) if outcome else "")
        refusal = {"refused": _plain_refusal(outcome)} if outcome is not None else {}
        self._desk.tell({**line, **more, **refusal, "say": say})

    def _tap(self, tap: TapLine, line: InputLine) -> None:
        room, before = self._room, self._room.table
        if room.registry is None:
            refused = {"refused": {"reason": "no_box", "ruling": "", "about": {}}}
            self._tell_refusal(None, refused, self._desk.words("refusals.no_box"))
            return
        try:
            result = room.tap(
                tap.text,
                source=tap.source,
                uid=tap.uid,
                seat=tap.seat,
                ask=tap.ask,
                now=datetime.now(UTC),
                line=line,
            )
        except CodesFault as fault:
            tell_fault(self._desk, fault)
        if isinstance(result.meaning, Fill):
            self._pending = result.meaning.form
        self._tell_tap(tap, result, self._telling.tap(result, before), before)

    def _tell_tap(self, tap: TapLine, result: TapResult, say: str, before: engine.Table) -> None:
        assert result.verdict is not None
        name = self._telling.names.card(result.item, before) if result.item is not None else None
        facts = {**verdict_record(result.verdict, name=name), "source": tap.source, "uid": tap.uid}
        if result.meaning is not None:
            facts["meaning"] = snake(type(result.meaning).__name__)
        if isinstance(result.meaning, Choice):
            facts["choices"] = to_plain(result.meaning.commands)
        elif isinstance(result.meaning, Fill):
            facts["form"] = _plain_form(result.meaning.form)
        if not isinstance(result.verdict, Accepted):
            self._tell_refusal(None, facts, say)
        elif result.outcome is not None and not isinstance(result.outcome, MoveDone):
            self._tell_refusal(result.outcome, facts, say)
        else:
            line = {"line": self._line.number} if self._line else {}
            self._desk.tell({**line, **facts, "say": say})
        self._flush()

    def _show_hand(self, seat: int, line: InputLine) -> None:
        table, rules = self._room.table, self._room.rules
        cards = [
            {"item": c, "code": rules.cards[c].code, "name": rules.cards[c].name}
            for c in table.player(seat).hand
        ]
        whose = {"seat": seat, "name": table.player(seat).name, "cards": cards}
        self._desk.tell({"line": line.number, "hand": whose})

    # ---- what happened

    def _changed(self, changed: Changed) -> None:
        """Kept until the verdict that it follows from is told."""
        row = self._room.rows[-1]
        record: dict[str, Any] = {"seq": changed.seq}
        if row.line is not None and row.line == self._line:
            record["line"] = row.line.number
        if changed.kind != "move":
            record["kind"] = changed.kind
        self._said.append({**record, "events": self._plain_events(changed.events)})

    def _plain_events(self, events: tuple[Any, ...]) -> Any:
        over = self._room.table.phase == "over"
        return to_plain(events if over else public(events, None))

    def _flush(self) -> None:
        said, self._said = self._said, []
        for record in said:
            self._desk.tell(record)

    def _begin(self) -> None:
        room, header = self._room, self._room.header
        first = {
            "game": room.name,
            "ruleset": header.ruleset,
            "version": header.version,
            "players": list(header.names),
            "options": to_plain(header.options),
            "box": header.box,
        }
        if self._resumed:
            self._desk.tell({**first, "seq": room.seq, "resumed": True})
        else:
            self._desk.tell({**first, "seq": 0, "events": self._plain_events(room.opening.events)})

    # ---- bots and questions

    def _go_on(self) -> None:
        """Let the bots move as long as they have something to do; then say how the table stands."""
        while self._bots.moved():
            self._flush()
        self._ask()

    def _ask(self) -> None:
        """What the table waits for, or how the game ended: once for every state of the game."""
        if self._asked == self._room.seq:
            return
        self._asked = self._room.seq
        if self._room.table.phase == "over":
            self._tell_end()
        elif self._bots.done:
            self._tell_stop()
        elif self._room.table.top is not None:
            self._tell_question()

    def _tell_question(self) -> None:
        table, rules = self._room.table, self._room.rules
        assert table.top is not None
        offered = open_offers(engine.offers(table, rules), None)
        question = {
            **to_plain(table.top),
            "ask": self._room.question,
            "seats": list(waiting(table)),
            "round": table.round,
        }
        if (left := self._room.time_left) is not None:
            question["seconds_left"] = round(left, 1)
        self._desk.tell(
            {
                "question": question,
                "say": self._telling.question(table),
                "offers": to_plain(offered.commands),
                "forms": [_plain_form(form) for form in offered.forms],
            }
        )

    def _tell_end(self) -> None:
        table = self._room.table
        counts = honours(self._room)
        more = {"counts": to_plain(counts), "say": honours_sentence(self._desk.words, self._room)}
        ranking = {"ranking": self._places(table.ranking), "corrected": table.corrected}
        self._desk.tell(ranking | (more if counts is not None else {}))

    def _tell_stop(self) -> None:
        """The computers among themselves have played as long as they may."""
        table, rules = self._room.table, self._room.rules
        say = self._telling.words("cli_play.stopped", round=table.round - 1)
        standing = self._places(rules.ranking(rules, table))
        self._desk.tell({"standing": standing, "round": table.round - 1, "say": say})

    def _places(self, places: tuple[Place, ...]) -> list[dict[str, Any]]:
        table = self._room.table
        return [{**to_plain(place), "name": table.player(place.seat).name} for place in places]


def _unreadable(words: Words, line: int, error: Unreadable) -> str:
    """Why a line was passed over; the terms of the lines themselves are English."""
    if isinstance(error.__cause__, JSONDecodeError):
        return words("cli_play.no_json", line=line, column=error.__cause__.colno)
    return words("cli_play.unreadable", line=line, detail=str(error))


def _plain_form(form: Form) -> dict[str, Any]:
    return {"form": snake(type(form).__name__), **to_plain(form)}


def _plain_refusal(outcome: Outcome | Turned) -> dict[str, Any]:
    match outcome:
        case Refused(reason, ruling, about):
            return {"reason": reason.value, "ruling": ruling, "about": dict(about)}
        case Stale(seq):
            return {"reason": "stale", "ruling": "", "about": {"seq": seq}}
        case Late(asked, open):
            return {"reason": "late", "ruling": "", "about": {"asked": asked, "open": open}}
        case NeedsConsent(seats):
            return {"reason": "needs_consent", "ruling": "", "about": {"seats": list(seats)}}
        case NoMove(kind):
            return {"reason": f"no_{kind}", "ruling": "", "about": {}}
        case Fenced(_, name, address):
            return {"reason": "fenced", "ruling": "", "about": {"name": name, "address": address}}
        case Divided(name):
            return {"reason": "parted", "ruling": "", "about": {"name": name}}
        case Unheard(asked_s):
            return {"reason": "unheard", "ruling": "", "about": {"seconds": round(asked_s, 1)}}
        case MoveDone():
            raise AssertionError("not refused")
