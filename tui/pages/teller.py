"""Says to one device what it may know, in its language: a teller for each language of a room."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Literal

from ketuk import engine
from ketuk.codes.fault import CodesFault
from ketuk.codes.verdict import Accepted
from ketuk.engine.commands import AnyCommand, BidCard, Correct, Discard, Draw, Propose
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Table, Trade, replace
from ketuk.engine.taps import Choice, Denied, Do, Fill, Ignored, Meaning, PutDown, Selected, Shown
from ketuk.rooms.answers import Changed, MoveDone, Outcome, TapResult, Turned
from ketuk.rooms.past import Move
from ketuk.rooms.poll import Poll
from ketuk.rooms.profile import Profile
from ketuk.rooms.room import Room
from ketuk.rooms.sheet import Back, Fact, Facts, Logged, PollSheet, Sheet
from ketuk.rooms.teller import Around, TapTold
from ketuk.rooms.trouble import JournalFault
from ketuk.rooms.views import public
from ketuk.rooms.wire import Undo
from ketuk.tui.chronicle import Chronicle
from ketuk.tui.learning.first_times import FirstTimes
from ketuk.tui.menu import question
from ketuk.tui.pages import standing
from ketuk.tui.pages.answers import always, fields, line
from ketuk.tui.pages.deals import put_down, weighed
from ketuk.tui.pages.dice import dice
from ketuk.tui.pages.hand import hand
from ketuk.tui.pages.learning import PageHints
from ketuk.tui.pages.place import SeatPlace, begun, place
from ketuk.tui.telling import corrections, why
from ketuk.tui.telling.moves import move_told
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.page_words import page_words
from ketuk.tui.telling.telling import Telling
from ketuk.tui.telling.titles import title
from ketuk.tui.telling.troubles import trouble
from ketuk.tui.telling.why import Reasons
from ketuk.tui.telling.why_amounts import Moment
from ketuk.tui.widgets.logbook import LogLine
from ketuk.tui.words import Language, Words

LOGGED = 30
"""Lines of the log on a page."""
NAMED = 200
"""Lines of each log that can still be asked about."""


@dataclass(frozen=True, slots=True)
class Listener:
    """The page of one seat, as it hears of the game."""

    room: Room
    telling: Telling

    @property
    def table(self) -> Table:
        """The game as it stands."""
        return self.room.table

    @property
    def words(self) -> Words:
        """The words of its language."""
        return self.telling.words


class _Log:
    """What one seat has heard, with a name for each line."""

    def __init__(self, listener: Listener) -> None:
        self.chronicle = Chronicle(listener)
        self.chronicle.reword()
        self._count = 0
        self._named: OrderedDict[str, LogLine] = OrderedDict()
        self._names: dict[int, str] = {}

    def lines(self) -> tuple[Logged, ...]:
        """The newest first."""
        latest = self.chronicle.lines[-LOGGED:]
        return tuple(self._logged(line) for line in reversed(latest))

    def _logged(self, line: LogLine) -> Logged:
        name = self._names.get(id(line))
        if name is None:
            self._count += 1
            name = f"log:{self._count}"
            self._names[id(line)], self._named[name] = name, line
            while len(self._named) > NAMED:
                _, old = self._named.popitem(last=False)
                self._names.pop(id(old), None)
        explained = line.event is not None and why.is_explained(line.event)
        return Logged(seq=int(name[4:]), text=begun(line.text), why=name if explained else "")

    def named(self, name: str) -> LogLine | None:
        """The line of that name."""
        return self._named.get(name)


class PageTeller:
    """The teller of one room in one language."""

    def __init__(
        self,
        room: Room,
        language: Language,
        computers: frozenset[int] = frozenset(),
        hints: PageHints | None = None,
    ) -> None:
        self._room, self._computers = room, computers
        self._hints = hints or PageHints(room, None)
        self._words = Words(language)
        self._tellings: dict[int, Telling] = {}
        self._logs: dict[int, _Log] = {}
        room.watch(self._changed)

    @property
    def _rules(self) -> RuleSet:
        return self._room.rules

    def _telling(self, seat: int) -> Telling:
        if seat not in self._tellings:
            self._tellings[seat] = Telling(self._words, self._rules, seat=seat)
        return self._tellings[seat]

    def _place(self, seat: int) -> SeatPlace:
        whole = Names(self._telling(seat), self._room.table)
        offers, reads = engine.offers(whole.table, self._rules), self._room.registry is not None
        return place(whole, seat, offers, reads=reads)

    def _log(self, seat: int) -> _Log:
        if seat not in self._logs:
            self._logs[seat] = _Log(Listener(self._room, self._telling(seat)))
        return self._logs[seat]

    def _changed(self, changed: Changed) -> None:
        for log in self._logs.values():
            log.chronicle.take(changed)

    # ---- a page

    def sheet(self, seat: int, around: Around) -> Sheet:
        """What the page of a seat shows; 0: of whoever looks on."""
        at, room = self._place(seat), self._room
        words, table = at.names.words, at.table
        asked = question(Names(at.names.telling, self._asked_of(seat)))
        over = table.top is None
        waited = at.names.telling.waiting(table)
        headline = asked.headline if asked is not None else words("table.head_over")
        text = asked.text if asked is not None else self._over(at)
        if room.parted is not None and not over:
            asked, waited = None, ()
            headline, text = (
                words("rooms.parted_head"),
                words("rooms.parted", name=room.parted.name),
            )
        mine = seat in waited and seat > 0
        explained = self._hints.text(at.names, seat) if mine else ""
        return Sheet(
            language=words.language,
            mine=mine,
            headline=headline,
            text=f"{begun(text)} {explained}".strip(),
            waits=tuple(at.names.seat(s) for s in waited),
            timer=around.timer,
            fields=fields(at, asked),
            always=always(at) if room.parted is None else (),
            hand=hand(at),
            purse=standing.purse(at),
            deeds=standing.deeds(at),
            players=standing.players(at, around, self._computers),
            lot=standing.lot(at),
            facts=self._facts(at, asked.tiles if asked is not None else ()),
            log=self._log(seat).lines(),
            back=self._back(room, at) if seat and room.parted is None else (),
            poll=self.poll(around.poll, seat, around.now) if around.poll is not None else None,
            over=over,
        )

    def _asked_of(self, seat: int) -> Table:
        """The table whose question is told: if a rent lapses, only who owes it hears of it."""
        table = self._room.table
        if not table.rents or not self._rules.rent_lapses(table.options):
            return table
        return replace(table, rents=tuple(r for r in table.rents if r.lander == seat))

    def _over(self, at: SeatPlace) -> str:
        winners = tuple(p.seat for p in at.table.ranking if p.place == 1)
        return at.names.words("table.ask_over", names=at.names.seats(winners))

    def _facts(self, at: SeatPlace, tiles: tuple[int, ...]) -> tuple[Facts, ...]:
        return standing.facts(at, tiles)

    def _back(self, room: Room, at: SeatPlace) -> tuple[Back, ...]:
        """The last move, to be taken back; the one undone last, to be brought back."""
        backs: list[Back] = []
        ways: tuple[tuple[Literal["undo", "redo"], Move | None], ...] = (
            ("undo", room.undoable),
            ("redo", room.redoable),
        )
        for way, move in ways:
            if move is not None and move.command is not None:
                what = move_told(at.names.telling, move)
                label = at.names.words(f"rooms.{way}", what=what)
                backs.append(Back(way=way, seq=room.seq, label=label))
        return tuple(backs)

    # ---- sentences

    def words(self) -> dict[str, str]:
        """What the page itself says."""
        return page_words(self._words)

    def agreed(self) -> tuple[Fact, ...]:
        """What the players have agreed on before the game."""
        words = self._words.of(self._rules.meta.rules)
        return standing.agreed_on(words, self._rules, self._room.table.options)

    def say(self, key: str, **facts: object) -> str:
        """A sentence of the room."""
        return self._words(f"rooms.{key}", **facts)

    def outcome(self, outcome: Outcome | Turned, seat: int) -> tuple[str, str]:
        """Why something was not done, and the number of its ruling."""
        at = self._place(seat)
        return at.names.telling.outcome(outcome, at.table), getattr(outcome, "ruling", "")

    def trouble(self, fault: JournalFault | CodesFault) -> str:
        """Why something could not be kept or judged."""
        return trouble(self._words, fault)

    def poll(self, poll: Poll, seat: int, now: float) -> PollSheet:
        """What is put to all, as a seat sees it."""
        at = self._place(seat)
        words, names = at.names.words, at.names
        who = names.seat(poll.opener) if poll.opener else words("rooms.poll_somebody")
        if isinstance(poll.what, Undo):
            move = self._room.undoable if poll.what.way == "undo" else self._room.redoable
            what = move_told(at.names.telling, move) if move is not None else ""
            text = words(f"rooms.poll_{poll.what.way}", name=who, what=what)
        elif isinstance(poll.what, Correct):
            what = corrections.wanted(names.telling.names, self._room.rules, poll.what, at.table)
            text = words("rooms.poll_correct", name=who, what=what)
        else:
            text = words("rooms.poll_end", name=who)
        return PollSheet(
            poll=poll.ident,
            text=text,
            yes=tuple(names.seat(s) for s in sorted(poll.yes)),
            waits=tuple(names.seat(s) for s in sorted(poll.waits)),
            left=max(0.0, poll.until - now),
            mine=seat in poll.waits,
            asked=tuple(sorted(poll.asked - self._computers)),
            agreed=tuple(sorted(poll.yes - self._computers)),
        )

    def weigh(self, command: AnyCommand) -> tuple[tuple[str, ...], str]:
        """What a trade is worth, and why it may not be proposed."""
        if not isinstance(command, Propose):
            return (), self.say("not_understood")
        return weighed(self._place(command.seat), command.trade)

    def played(self, profile: Profile) -> tuple[Fact, ...]:
        """The games of a profile: how many and how many won, then each."""
        return standing.played(self._words, profile)

    # ---- cards

    def tap(
        self, result: TapResult, before: Table, seat: int, making: Trade | None = None
    ) -> TapTold:
        """What a card came to; of one held in secret by somebody else nothing is told."""
        names = Names(self._telling(seat), self._place(seat).table)
        telling, words = names.telling, names.words
        if result.meaning is None or result.item is None:
            return TapTold(telling.tap(result, before), "bad")
        item, meaning = result.item, result.meaning
        if self._is_secret(item, seat) and not isinstance(result.outcome, MoveDone):
            return TapTold(words("rooms.card_no_use"), "bad")
        name = title(names, item, hidden=isinstance(result.verdict, Accepted) and _covers(meaning))
        match meaning:
            case Do(command) if isinstance(result.outcome, MoveDone):
                done = isinstance(command, BidCard | Draw | Discard)
                key = "screens.tap_done_hidden" if done else "rooms.tap_done"
                return TapTold(words(key, card=name), "good")
            case Do() if result.outcome is not None:
                return TapTold(telling.outcome(result.outcome, names.table), "bad")
            case Denied(refused=refused):
                return TapTold(f"{name}: {names.refusal(refused)}", "bad")
            case Choice(commands=commands):
                at = self._place(seat)
                lines = tuple(line(at, c) for c in commands if c.seat == seat)
                return TapTold(words("screens.tap_which", card=name), "good", lines)
            case Fill(form):
                field = dice(self._place(seat), form)
                return TapTold(words("screens.tap_which", card=name), "good", (), (field,))
            case PutDown() | Selected() if making is not None:
                return put_down(self._place(seat), making, name, meaning)
            case Selected(seat=who):
                return TapTold(words("screens.tap_seat", name=names.seat(who)), "note")
            case Ignored() | Shown():
                return TapTold(telling.unwanted(meaning, name, names.table), "note")
            case PutDown() | Do():
                return TapTold(words("rooms.card_no_use"), "note")

    def _is_secret(self, item: int, seat: int) -> bool:
        """Whether a card might lie in a hand that this seat does not see."""
        table, card = self._room.table, self._rules.cards.get(item)
        own = bool(seat) and item in table.player(seat).hand
        return card is not None and card.deck == self._rules.seating.hand_deck and not own

    # ---- why

    def why(self, what: str, seat: int) -> tuple[str, tuple[str, ...]] | None:
        """Title and lines on what a page has named: a log line, a worth, a ruling, what is due."""
        kind, _, name = what.partition(":")
        at = self._place(seat)
        match kind:
            case "log" if (logged := self._log(seat).named(what)) is not None:
                return self._why_logged(at, logged)
            case "worth" if name.isascii() and name.isdigit():
                return self._why_worth(at, int(name))
            case "ruling" if name in self._rules.rulings:
                heading, text = at.names.telling.ruling_text(name)
                return f"{name}  {heading}", (text,)
            case _:
                return None

    def _why_logged(self, at: SeatPlace, logged: LogLine) -> tuple[str, tuple[str, ...]] | None:
        if logged.event is None or logged.at is None:
            return None
        event, moment = logged.event, logged.at
        if at.table.phase != "over":
            event = public((event,), at.seat or None)[0]
            seen = public(moment.move, at.seat or None)
            moment = Moment(moment.before, seen, moment.card, moment.shown)
        reasons = why.of_event(Names(at.names.telling, moment.before), event, moment)
        return logged.text, self._with_rulings(at, reasons)

    def _why_worth(self, at: SeatPlace, seat: int) -> tuple[str, tuple[str, ...]] | None:
        ranking = at.rules.ranking(at.rules, at.table)
        place = next((p for p in ranking if p.seat == seat), None)
        if place is None or seat not in at.table.seats:
            return None
        heading = at.names.words("screens.why_worth", name=at.names.seat(seat), amount=place.worth)
        return heading, self._with_rulings(at, why.of_place(at.names, place))

    def _with_rulings(self, at: SeatPlace, reasons: Reasons) -> tuple[str, ...]:
        cited = why.rulings_text(at.rules, reasons.rulings, at.names.words.language).plain
        return (*reasons.lines, *filter(None, cited.split("\n")))


def _covers(meaning: Meaning) -> bool:
    return isinstance(meaning, Do) and isinstance(meaning.command, BidCard | Draw | Discard)


class Tellers:
    """All tellers of a room, by language."""

    def __init__(
        self, room: Room, computers: frozenset[int], times: FirstTimes | None = None
    ) -> None:
        """``times`` is what was explained in a first game, if it is one."""
        self._room, self._computers = room, computers
        self._hints = PageHints(room, times)
        self._made: dict[str, PageTeller] = {}

    def __call__(self, language: str) -> PageTeller:
        """The teller of a language."""
        if language not in self._made:
            spoken: Language = language  # type: ignore[assignment]
            self._made[language] = PageTeller(self._room, spoken, self._computers, self._hints)
        return self._made[language]
