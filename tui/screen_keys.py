"""What the keyboard needs of the screen: what is asked, where one types, the code field."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import ScreenStackError
from textual.errors import NoWidget
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widgets import Input, Tree

from ketuk.tui.keyboard import PutBack
from ketuk.tui.widgets.asking import Choices
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import OptionList
from ketuk.tui.widgets.scanbar import CodeInput

if TYPE_CHECKING:
    from ketuk.tui.home import Home

ROUNDS = 2
"""What a key does may send messages of its own."""
STEP = 0.001
"""Seconds between two looks at what has come of a key."""
PATIENCE = 2_000
"""Such looks at one widget at most. They are counted, not timed: while a slow disk holds up the
program nothing looks, and that does not count."""


@dataclass(frozen=True, slots=True)
class ScreenAsked:
    """A screen, how far its game is, and which questions it shows."""

    screen: Screen[Any]
    moves: int
    menus: tuple[object, ...]
    opened: tuple[Screen[Any], ...] = field(compare=False)
    """All screens that were put together and open then."""


class ScreenKeys:
    """The :class:`~ketuk.tui.keyboard.KeyTarget` of the app."""

    def __init__(self, app: Home) -> None:
        self._app = app
        self._opened: CodeInput | None = None
        self._rested: Screen[Any] | None = None
        """The screen on which all that was pressed was done when this was waited for last."""

    def asked(self) -> object:
        """What is on the screen.

        A screen that is not put together yet asks nothing that could be answered: not even what was
        pressed a moment ago is for the same.
        """
        if not self._app.screen_stack:
            return None  # the program ends
        screen = self._app.screen
        opened = tuple(one for one in self._app.screen_stack if one.is_mounted)
        if screen not in opened:
            return ScreenAsked(screen, 0, (object(),), opened)
        session = getattr(screen, "session", None)
        moves = session.room.seq if session is not None else 0
        return ScreenAsked(screen, moves, tuple(c.asked for c in screen.query(Choices)), opened)

    def stands(self, x: int, y: int) -> object:
        """The widget there; of a list also its lines, which another person or folder may change."""
        if not self._app.screen_stack:
            return None
        try:
            widget, _ = self._app.screen.get_widget_at(x, y)
        except NoWidget:
            return None
        match widget:
            case OptionList():
                return widget, tuple(str(option.prompt) for option in widget.options)
            case Tree():
                return widget, widget.last_line
            case _:
                return widget

    def painted(self) -> float | None:
        """When the choices that are there now were first painted; None if there are none."""
        if not self._app.screen_stack:
            return None
        times = [
            choices.painted[1]
            for choices in self._app.screen.query(Choices)
            if choices.painted[0] == choices.asked
        ]
        return max(times, default=None)

    def press(self, event: events.Event) -> None:
        """To the app once more, which hands it on."""
        self._app.press(event)

    # ---- waiting

    async def settling(self) -> AsyncIterator[None]:
        """Through the queues of all that a key passes on its way, and what it sends passes back."""
        for _ in range(ROUNDS):
            for pump in tuple(self._way()):
                async for _ in _passing(pump):
                    yield
        self._rested = self._app.screen if self._app.screen_stack else None

    def rests(self) -> bool:
        """Whether nothing is under way on this screen from when it was opened."""
        return bool(self._app.screen_stack) and self._app.screen is self._rested

    def now(self) -> float:
        """By the app's clock."""
        return self._app.now()

    def _way(self) -> Iterator[MessagePump]:
        app = self._app
        yield app
        if not app.screen_stack:
            return
        screen = app.screen
        starts = [screen.focused or screen, *screen.query(Choices)]
        for start in starts:
            yield from start.ancestors_with_self
        yield app

    # ---- typing

    def takes_text(self, asked: object) -> bool:
        """A field of a screen that was not there then, or where only a move came meanwhile."""
        now = self.asked()
        if not (isinstance(asked, ScreenAsked) and isinstance(now, ScreenAsked)):
            return False
        same = (now.screen, now.menus) == (asked.screen, asked.menus)
        return isinstance(self._app.focused, Input) and (same or now.screen not in asked.opened)

    def place(self, sign: str) -> PutBack | None:
        """The field that has the focus, or what the screen says takes this sign."""
        field = self._app.focused
        if isinstance(field, CodeInput):
            return lambda before: field.leave()
        if isinstance(field, Input):
            return _put_back(field)
        screen = self._app.screen
        takes = getattr(screen, "takes_sign", None)
        undo = takes(sign) if takes is not None else None
        return None if undo is None else lambda before: self._if_open(screen, undo)

    def _if_open(self, screen: Screen[Any], undo: Callable[[], None]) -> None:
        if screen in self._app.screen_stack:
            undo()

    def mark(self, event: events.Key | None) -> None:
        """The line with that digit, or the key in the last row."""
        screen = self._app.screen
        digit = event.character if event is not None else None
        for choices in screen.query(Choices):
            choices.hint(int(digit) if digit and digit in "123456789" else 0)
        for bar in screen.query(KeyBar):
            bar.hint(event.key.lower() if event is not None else "")

    def show(self, text: str) -> None:
        """In the field of the scan bar; a screen without one gets a field for this code."""
        entry = CodeInput.of(self._app.screen)
        if self._opened is not entry:
            self.hide()
            self._opened = entry
        if entry.is_attached:  # else its screen is about to close
            entry.show(text)

    def hide(self) -> None:
        """Close the field, wherever it was opened."""
        opened, self._opened = self._opened, None
        if opened is not None and opened.is_attached:
            opened.leave()

    def enter(self, text: str) -> None:
        """A tap of the card that has this code."""
        self._app.enter(text)

    # ---- time

    def later(self, seconds: float, call: Callable[[], None]) -> object:
        """By the app's clock."""
        return self._app.later(seconds, call)

    def work(self, all_of_it: Coroutine[Any, Any, None]) -> object:
        """Beside the app's own messages, which it waits for."""
        return self._app.run_worker(self._until_the_end(all_of_it), group="keys")

    async def _until_the_end(self, all_of_it: Coroutine[Any, Any, None]) -> None:
        """When the program ends, keys that still wait mean nothing."""
        try:
            await all_of_it
        except ScreenStackError:
            if self._app.screen_stack:
                raise


async def _passing(pump: MessagePump) -> AsyncIterator[None]:
    """Until a widget has handled all that waits for it."""
    done = asyncio.Event()
    if not pump.call_later(done.set):
        return
    for _ in range(PATIENCE):
        if done.is_set() or not pump.is_running:
            return
        await asyncio.sleep(STEP)
        yield


def _put_back(field: Input) -> PutBack:
    value, at = field.value, field.cursor_position

    def put_back(before: str) -> None:
        if not field.is_attached:
            return  # its screen has closed
        field.value, field.cursor_position = value, at
        if before:
            field.insert_text_at_cursor(before)

    return put_back
