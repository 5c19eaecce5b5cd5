"""Typing codes as scanners and people do, against a clock that the test moves."""

import random
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from typing import Any

from textual import events
from textual.events import Key

from ketuk.codes.code import ALPHABET, groups, sealed
from ketuk.codes.layouts import LAYOUTS, under
from ketuk.tui.app import KetukApp
from ketuk.tui.keyboard import Keyboard, PutBack

ENDINGS: tuple[tuple[str, ...], ...] = (
    (),
    ("enter",),
    ("tab",),
    ("enter", "ctrl+j"),
    ("ctrl+c", "enter"),
)
CHARACTERS = {"enter": "\r", "tab": "\t", "ctrl+j": "\n", "ctrl+c": "\x03"}


class MovedClock:
    """Time passes when the test says so; what is due is done then."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self._due: list[tuple[float, Callable[[], None]]] = []

    def later(self, seconds: float, call: Callable[[], None]) -> object:
        self._due.append((self.now + seconds, call))
        return None

    def pass_by(self, seconds: float) -> None:
        end = self.now + seconds
        while due := [one for one in self._due if one[0] <= end]:
            first = min(due, key=lambda one: one[0])
            self._due.remove(first)
            self.now = max(self.now, first[0])
            first[1]()
        self.now = end

    def stand_still(self, seconds: float) -> None:
        """The machine does something else for so long: what is due is done when it comes back."""
        self.now += seconds


class MovedApp(KetukApp):
    """The real app, for which time passes when the test says so, and which notes its codes."""

    def __init__(self, **more: Any) -> None:
        self.clock = MovedClock()
        self.codes: list[str] = []
        super().__init__(**more)

    def later(self, seconds: float, call: Callable[[], None]) -> object:
        return self.clock.later(seconds, call)

    def now(self) -> float:
        return self.clock.now

    def enter(self, text: str) -> None:
        self.codes.append(text)

    def key(self, sign: str) -> None:
        """A key, read now: a character, or a key's name."""
        event = key(sign)
        event.time = self.clock.now
        self.post_message(event)

    def button(self, kind: type[events.MouseDown | events.MouseUp], x: int, y: int) -> None:
        """The left one goes down or up here, read now."""
        event = kind(None, x, y, 0, 0, 1, False, False, False, screen_x=x, screen_y=y)
        event.time = self.clock.now
        self.post_message(event)


def key(sign: str) -> Key:
    """The event of a character, or of a key's name."""
    if len(sign) > 1:
        return Key(sign, CHARACTERS.get(sign))
    name = {"\r": "enter", "\t": "tab", " ": "space", "/": "slash", "?": "question_mark"}
    return Key(name.get(sign, sign), sign)


@dataclass(frozen=True, slots=True)
class Typing:
    """A code as somebody types it: its keys, and the seconds before each of them."""

    code: str
    keys: tuple[str, ...]
    gaps: tuple[float, ...]


def typings(seed: int, codes: tuple[str, ...] = ()) -> Iterator[Typing]:
    """Without end: any speed from 5 to 250 ms a key, form, case, ending and keyboard layout."""
    chance = random.Random(seed)
    while True:
        code = chance.choice(codes) if codes else sealed("".join(chance.choices(ALPHABET, k=10)))
        text = "-".join(groups(code)) if chance.random() < 0.2 else code
        prefix = chance.choice(("", "KTK:"))
        text = chance.choice((str.upper, str.lower))(prefix + text)
        # Without the prefix one code in 1,500 is another one under another layout.
        if prefix and chance.random() < 0.4:
            text = under(chance.choice(tuple(LAYOUTS)), text)
        keys = (*text, *chance.choice(ENDINGS))
        pace, steady = chance.uniform(0.005, 0.25), chance.random() < 0.5
        yield Typing(
            code, keys, tuple(pace if steady else chance.uniform(0.005, pace) for _ in keys)
        )


class Model:
    """A screen in the small: every key that reaches it is a command; it may have a field."""

    def __init__(self, *, field: bool = False) -> None:
        self.clock = MovedClock()
        self.keyboard = Keyboard(self)
        self.commands: list[str] = []
        self.codes: list[str] = []
        self.text: str | None = "Ayu" if field else None
        self.opened: str | None = None
        self.marked: str | None = None
        self.question = 0
        self.answers = False
        """Whether every key answers the question, so that another one comes."""
        self.opens = False
        """Whether a command opens a form with a field."""
        self.answered: list[int] = []
        """The questions that were there when keys acted."""
        self.painted_at: float | None = None
        self.busy: Callable[[], None] | None = None
        """What keeps the machine busy right after a key has acted."""

    def key(self, sign: str, *, at: float | None = None) -> None:
        """``at``: when it was read, if that was earlier than it could be handled."""
        event = key(sign)
        event.time = self.clock.now if at is None else at
        self.keyboard.take(event)

    def type(self, typing: Typing) -> None:
        for sign, gap in zip(typing.keys, typing.gaps, strict=True):
            self.clock.pass_by(gap)
            self.key(sign)
        self.clock.pass_by(0.5)

    # ---- the desk

    def asked(self) -> object:
        return self.question

    def stands(self, x: int, y: int) -> object:
        return x, y

    def painted(self) -> float | None:
        return self.painted_at

    def press(self, event: events.Event) -> None:
        assert isinstance(event, Key)
        self.answered.append(self.question)
        if self.text is not None and event.is_printable:
            self.text += event.character or ""
        else:
            self.commands.append(event.key)
            self.question += self.answers or self.opens
            self.text = "" if self.opens else self.text

    async def settling(self) -> Any:
        busy, self.busy = self.busy, None
        if busy is not None:
            busy()
        for step in range(2):
            yield step

    def now(self) -> float:
        return self.clock.now

    def rests(self) -> bool:
        return True

    def takes_text(self, asked: object) -> bool:
        return self.opens and self.text is not None

    def place(self, sign: str) -> PutBack | None:
        if self.text is None:
            return None
        before = self.text

        def put_back(kept: str) -> None:
            self.text = before + kept

        return put_back

    def mark(self, event: Key | None) -> None:
        self.marked = event.key if event is not None else None

    def show(self, text: str) -> None:
        self.opened = text

    def hide(self) -> None:
        self.opened = None

    def enter(self, text: str) -> None:
        self.codes.append(text)

    def later(self, seconds: float, call: Callable[[], None]) -> object:
        return self.clock.later(seconds, call)

    def work(self, all_of_it: Coroutine[Any, Any, None]) -> object:
        try:
            all_of_it.send(None)
        except StopIteration:
            return None
        raise AssertionError("nothing here waits")
