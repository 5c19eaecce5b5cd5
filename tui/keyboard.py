"""Keys on their way to the screen: a typed code is never a hot key, and no key comes too soon.

Keys are handled one after another, each when all that the one before has done is on the screen. The
rules are those of docs/scan-behaviour.md, B28 to B33 and B36.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from textual import events

from ketuk.scanning.typed import AFTER, APART, ENDS, LOOKS_UP, OPENS, TypedCode, TypedRun, may_begin

PutBack: TypeAlias = Callable[[str], None]
"""Makes a place as it was before somebody typed into it, and types this there."""
DOUBLE = 0.5
"""Seconds within which two clicks at one place are one double click."""
LATE = 0.1
"""Seconds by which a timer is late when the machine is busy: keys may be waiting unread."""
SCANNERS_END = "ctrl+c"
"""ETX: ends a code, and is a person's key if there is none."""


class KeyTarget(Protocol):
    """What the keyboard needs of the screen."""

    def asked(self) -> object:
        """What is on the screen to be answered; another value as soon as it is another question."""

    def stands(self, x: int, y: int) -> object:
        """What is at this place of the screen; another value as soon as it shows something else."""

    def painted(self) -> float | None:
        """When that was first painted, if that is known."""

    def press(self, event: events.Event) -> None:
        """Handle a key or a mouse button as usual."""

    def settling(self) -> AsyncIterator[None]:
        """Until all that has been pressed is done, step by step."""

    def rests(self) -> bool:
        """Whether the screen is open altogether, so that keys go where they are to go on it."""

    def now(self) -> float:
        """The time by which events are stamped, in seconds."""

    def takes_text(self, asked: object) -> bool:
        """Whether text that was pressed for this question may go to the field that is open now."""

    def place(self, sign: str) -> PutBack | None:
        """Where this sign is typed at once, a field or a number, if there is such a place now."""

    def mark(self, event: events.Key | None) -> None:
        """Show which choice a key stands for that is held; None: none is."""

    def show(self, text: str) -> None:
        """Open the code field with what was typed."""

    def hide(self) -> None:
        """Close it."""

    def enter(self, text: str) -> None:
        """Take this as a code."""

    def later(self, seconds: float, call: Callable[[], None]) -> object:
        """Call back after so many seconds."""

    def work(self, all_of_it: Coroutine[Any, Any, None]) -> object:
        """Do this beside the messages of the screen."""


@dataclass(frozen=True, slots=True)
class Click:
    """A button that went down: where, for which question, on what, and whether it counts.

    ``began`` is what stood there at the first of clicks that follow each other closely.
    """

    event: events.MouseDown
    asked: object
    began: object
    counts: bool

    def is_at(self, event: Button) -> bool:
        """Whether the pointer is where it was, give or take the column of an unsteady hand."""
        return event.screen_y == self.event.screen_y and abs(event.x - self.event.x) <= 1

    def is_doubled_by(self, event: Button) -> bool:
        """Whether this follows it as the second half of a double click does."""
        return self.is_at(event) and event.time - self.event.time <= DOUBLE


@dataclass(frozen=True, slots=True)
class KeyPressed:
    """A key, the question that it was pressed for, and whether it is on the screen already."""

    event: events.Key
    asked: object
    shown: bool = False

    @property
    def sign(self) -> str:
        """The character of a printable key, else its name."""
        event = self.event
        return event.character if event.is_printable and event.character else event.key


Step: TypeAlias = Callable[[], Awaitable[None]]
Button: TypeAlias = events.MouseDown | events.MouseUp


class Keyboard:
    """``take`` every key and ``click`` every move of a button, as the terminal sends them."""

    def __init__(self, desk: KeyTarget) -> None:
        self._desk = desk
        self._waiting: deque[Step] = deque()
        self._working = False
        self._answered: tuple[object, float] | None = None
        """The question that was answered last, and when the next one took its place."""
        self._run = TypedRun()
        self._keys: list[KeyPressed] = []
        self._put_back: PutBack | None = None
        self._ends_until = float("-inf")
        """End keys until then belong to the code that was taken last."""
        self._count = 0
        self._down: Click | None = None
        self._begun: object = None
        """The form into which text came before it was on the screen."""
        self._cut: object = None
        """The same, if a key that does nothing came after that text: what followed it is none."""
        self._acted = ""
        """The key that acted last."""

    def take(self, event: events.Key) -> None:
        """One key as it comes from the terminal."""
        self._count += 1
        pressed = KeyPressed(event, self._asked(event))
        self._do(lambda: self._key(pressed))

    def click(self, event: Button) -> None:
        """A button of the mouse goes down or up."""
        asked = self._asked(event)
        self._do(lambda: self._button(event, asked))

    def _asked(self, event: events.Event) -> object:
        """The question for which this was pressed: what was there when it was read."""
        if self._answered is not None and event.time <= self._answered[1]:
            return self._answered[0]
        return self._desk.asked()

    def _do(self, step: Step) -> None:
        self._waiting.append(step)
        if not self._working:
            self._working = True
            self._desk.work(self._work())

    async def _work(self) -> None:
        try:
            while self._waiting:
                await self._waiting.popleft()()
        finally:
            self._working = False

    # ---- one key

    @property
    def _held(self) -> list[KeyPressed]:
        """Keys that have done nothing yet."""
        return [key for key in self._keys if not key.shown]

    @property
    def _open(self) -> bool:
        """Whether the code field shows what was typed."""
        return len(self._keys) >= OPENS and bool(self._held)

    async def _key(self, key: KeyPressed) -> None:
        at = key.event.time
        if self._run and not self._run.follows(at):
            await self._pause()
        if key.sign in ENDS:
            await self._end(key)
        elif key.event.is_printable:
            await self._printable(key)
        else:
            await self._other(key)

    async def _printable(self, key: KeyPressed) -> None:
        self._ends_until = float("-inf")
        key = await self._meant(key)
        put_back = None if self._held else self._desk.place(key.sign)
        if put_back is None and not self._run and not may_begin(key.sign):
            await self._release(key)
            return
        self._run.add(key.sign, key.event.time)
        if put_back is None:
            self._hold(key)
        else:
            self._put_back = self._put_back or put_back
            self._keys.append(KeyPressed(key.event, key.asked, shown=True))
            self._press_if_due(key)
        self._await_pause()

    def _hold(self, key: KeyPressed) -> None:
        self._keys.append(key)
        if not self._open:
            self._desk.mark(key.event)
            return
        self._desk.mark(None)
        if self._put_back is not None:
            self._put_back("")
            self._put_back = None
        self._desk.show(self._run.text)

    async def _end(self, key: KeyPressed) -> None:
        at = key.event.time
        if not self._run and at <= self._ends_until:
            # the line feed after a carriage return, Enter twice, or Enter after a pause
            self._ends_until = min(self._ends_until, at + AFTER)
            return
        taken = self._run.taken(ended=True, alone=self._open)
        if taken is None and self._open and key.sign != SCANNERS_END:
            taken = TypedCode(self._run.text)
        if taken is None:
            await self._other(key)
        else:
            await self._enter(taken, until=at + APART)

    async def _other(self, key: KeyPressed) -> None:
        """A key that no code contains: what is held acts first, and at once."""
        self._ends_until = float("-inf")
        if self._held and not self._open:
            if key.event.key == "escape":
                self._forget()
                return
            await self._give_back()
        self._forget()
        await self._release(key)

    # ---- a pause

    def _await_pause(self, *, again: bool = False) -> None:
        count, due = self._count, self._desk.now() + APART
        self._desk.later(APART, lambda: self._paused(count, late=not again and self._is_late(due)))

    def _is_late(self, due: float) -> bool:
        return self._desk.now() - due > LATE

    def _paused(self, count: int, *, late: bool) -> None:
        if count != self._count:
            return
        if late:
            self._await_pause(again=True)
        else:
            self._do(self._pause)

    async def _pause(self) -> None:
        """No key has come for a while: a code without an end key, or a person's keys."""
        if not self._run:
            return
        taken = self._run.taken(ended=False, alone=self._open)
        if taken is not None:
            after = AFTER if self._run.quick else LOOKS_UP
            await self._enter(taken, until=max(self._run.last + APART, self._desk.now()) + after)
        elif self._open:
            self._forget()  # the rest is typed into the code field
        else:
            await self._give_back()
            self._forget()

    # ---- what becomes of keys

    async def _enter(self, taken: TypedCode, *, until: float) -> None:
        put_back = self._put_back
        self._forget()
        self._ends_until = until
        if put_back is not None:
            await self._settled(self._desk.asked())  # what was typed has reached its place
            put_back(taken.before)
        self._desk.hide()
        self._desk.enter(taken.text)

    async def _give_back(self) -> None:
        held = self._held
        self._forget()
        for key in held:
            await self._release(key)

    def _forget(self) -> None:
        self._run, self._keys, self._put_back = TypedRun(), [], None
        self._desk.mark(None)

    async def _release(self, key: KeyPressed) -> None:
        """Let a key act, unless it was pressed before the question was there."""
        key = await self._meant(key)
        if self._press_if_due(key):
            await self._settled(key.asked)

    async def _meant(self, key: KeyPressed) -> KeyPressed:
        """Text that came while a form was opening is for that form; no other key is.

        Nor is the key that opened it, which a hand or a keyboard may have doubled; and where
        another key followed the text, the rest would stand where it was not meant to.
        """
        if self._desk.asked() == key.asked and self._desk.rests():
            return key
        await self._settled(self._desk.asked())  # it has opened
        asked = self._desk.asked()
        if asked == key.asked:
            return key
        is_text = key.event.is_printable and self._desk.takes_text(key.asked)
        is_doubled = asked != self._begun and key.event.key == self._acted
        if is_text and asked != self._cut and not is_doubled:
            self._begun = asked
            return KeyPressed(key.event, asked)
        if asked == self._begun:
            self._cut = asked
        return key

    async def _settled(self, asked: object) -> None:
        """Until what was pressed for this question is done; note when the next one came.

        On a busy machine people may see it some time before that is noticed here.
        """
        began = self._desk.now()
        async for _ in self._desk.settling():
            if self._desk.asked() != asked:
                painted = self._desk.painted()
                seen = painted is not None and painted > began
                self._answered = asked, painted if seen and painted else self._desk.now()
                asked = self._desk.asked()

    def _press_if_due(self, key: KeyPressed) -> bool:
        due = self._desk.asked() == key.asked
        if due:
            self._acted = key.event.key
            self._desk.press(key.event)
        return due

    # ---- the mouse

    async def _button(self, event: Button, asked: object) -> None:
        if isinstance(event, events.MouseDown):
            if self._held and not self._open:
                self._forget()  # whoever uses the mouse says it anew
            self._down = self._went_down(event, asked)
            if self._down.counts:
                self._desk.press(event)
        elif self._down is None or self._down.counts:
            await self._went_up(event)

    def _went_down(self, event: events.MouseDown, asked: object) -> Click:
        """It counts for the question that it was made for; a double click, for the first one.

        What has come up beneath the pointer by the first half takes none of the rest.
        """
        before, now = self._down, self._desk.asked()
        stands = now, self._desk.stands(event.screen_x, event.screen_y)
        doubles = before is not None and before.is_doubled_by(event)
        began = before.began if doubles and before is not None else stands
        return Click(event, asked, began, counts=asked == now and began == stands)

    async def _went_up(self, event: Button) -> None:
        """A press that ends elsewhere, or at another question, is no click."""
        down = self._down
        asked = self._desk.asked()
        if down is not None and not (down.is_at(event) and asked == down.asked):
            event = _aside(event)
        self._desk.press(event)
        await self._settled(asked)


def _aside(event: Button) -> Button:
    """The button goes up where nothing is."""
    return type(event)(
        event.widget, -1, -1, event.delta_x, event.delta_y, event.button,
        event.shift, event.meta, event.ctrl, -1, -1,
    )  # fmt: skip
