"""The screen of Ketuk: opens the lobby, games and readers. What screens do, they do themselves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from textual import events
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input

from ketuk.tui.filters import PlainFilter, VisibleFilter
from ketuk.tui.home import Home
from ketuk.tui.keyboard import Keyboard
from ketuk.tui.messages import Scanned
from ketuk.tui.scans import Said
from ketuk.tui.screen_keys import ScreenKeys
from ketuk.tui.screens.lobby import Lobby
from ketuk.tui.screens.too_small import TooSmall, fits
from ketuk.tui.settings import REMINDERS_S, Settings
from ketuk.tui.signs import PLAIN, signs
from ketuk.tui.words import Words

if TYPE_CHECKING:
    from textual.driver import Driver
    from textual.filter import LineFilter
    from textual.geometry import Size

    from ketuk.engine.luck import Luck
    from ketuk.scanning.reader import Reader
    from ketuk.scanning.scan import Scan
    from ketuk.tui.sound.speaker import Speaker

NOTICE_S, CLEARED_S = 5.0, 24 * 3600.0
"""So long a notice stands over the screen; by Textual's own time it would stand for a day."""
HERE = Path(__file__).parent
STYLES = [
    *sorted(HERE.glob("*.tcss")),
    *sorted(HERE.glob("widgets/*.tcss")),
    *sorted(HERE.glob("screens/*.tcss")),
]


class KetukApp(Home):
    """``data`` is the folder of boxes, games and settings.

    ``luck`` replaces the system's chance in new games, ``readers`` the readers that ``nfc`` and
    ``cameras`` name; ``told_apart`` says whether keys are watched for a scanner that types. Without
    a ``speaker`` the terminal's bell rings.
    """

    CSS_PATH = STYLES  # type: ignore[assignment]
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        # A modal screen hides the keys of the app, but its last row offers these all the same.
        Binding("f1", "help", "screens.key_help", priority=True),
        Binding("f2", "language", "screens.key_language", priority=True),
        Binding("f9", "sound", "screens.key_sound", priority=True),
        Binding("ctrl+g", "motion", "screens.key_motion", priority=True),
        Binding("ctrl+q", "quit", "screens.key_quit", priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(
        self,
        *,
        data: Path,
        words: Words | None = None,
        nfc: Sequence[str] = (),
        cameras: Sequence[str] = (),
        readers: Callable[[], Sequence[Reader]] | None = None,
        luck: Luck | None = None,
        told_apart: bool = True,
        speaker: Speaker | None = None,
    ) -> None:
        self._visible = VisibleFilter()
        self._plainly = (PlainFilter(),) if signs() is PLAIN else ()
        super().__init__(
            data=data,
            words=words,
            luck=luck,
            speaker=speaker,
            readers=lambda settings: (
                readers() if readers is not None else _readers(nfc, cameras, settings.camera)
            ),
        )
        self.scans.quiet = not nfc and not cameras and readers is None
        self._shown: Said | None = None
        self._notice: Timer | None = None
        self._keyboard = Keyboard(ScreenKeys(self)) if told_apart else None

    def on_mount(self) -> None:
        """The lobby first; readers when it is painted."""
        self.title = self.words("screens.title")
        self.set_class(bool(self._plainly), "-plain")
        self._mind_signals()
        self.scans.watch(self._said)
        self.push_screen(Lobby())
        self._fit(self.size)
        self.call_after_refresh(self.open_readers)

    def on_resize(self, event: events.Resize) -> None:
        """More room, or less."""
        self._fit(event.size)

    def _fit(self, size: Size) -> None:
        """A window in which nothing could be read says so."""
        if fits(size):
            if isinstance(self.screen, TooSmall):
                self.screen.dismiss()
        elif not any(isinstance(s, TooSmall) for s in self.screen_stack):
            self.push_screen(TooSmall())

    def push_screen(self, screen: Any, *given: Any, **more: Any) -> Any:
        """Open a screen over the others; a refusal stays under it only where it is explained."""
        if not getattr(screen, "explains", False):
            self.scans.leave()
        return super().push_screen(screen, *given, **more)

    def get_driver_class(self) -> type[Driver]:
        """On Unix the terminal is read through a sieve."""
        driver = super().get_driver_class()
        if sys.platform == "win32" or driver.__name__ != "LinuxDriver":
            return driver
        from ketuk.tui.driver import SievedDriver

        return SievedDriver

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Everything painted passes here: no controls, and if the terminal shows ASCII only,
        nothing else.
        """
        return [*super().get_line_filters(), self._visible, *self._plainly]

    def _mind_signals(self) -> None:
        """Told to end, or the terminal closed: leave as by the key, so that readers are let go.

        A second interrupt while the first is being heeded would leave the terminal as it is.
        """
        import asyncio
        import signal
        import threading
        from contextlib import suppress

        if threading.current_thread() is not threading.main_thread():
            return
        for name in ("SIGTERM", "SIGHUP", "SIGINT"):
            with suppress(AttributeError, NotImplementedError):  # not on Windows
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), self.exit)

    # ---- taps

    def on_scanned(self, message: Scanned) -> None:
        """A tap goes to the screen that is open; the rest is said in the scan bar.

        A screen that borrows the readers takes what it wants before it means anything.
        """
        borrower = getattr(self.screen, "heard", None)
        if borrower is not None and borrower(message.settled):
            return
        scan = self.scans.heard(message.settled)
        if scan is not None:
            self._tapped(scan)

    def _tapped(self, scan: Scan) -> None:
        """It answers what is open, or goes to the screen that hears; else it is set aside."""
        from ketuk.tui.screens.hearing import hearer, set_aside

        takes = getattr(self.screen, "takes", None)
        if takes is not None and takes(scan):
            return
        tapped = getattr(hearer(self), "tapped", None)
        if tapped is not None:
            tapped(scan)
        else:
            set_aside(self, scan)

    def _said(self) -> None:
        """What is said where no scan bar is in sight is shown over the screen."""
        from ketuk.tui.screens.hearing import bar_in_sight

        said, before = self.scans.said, self._shown
        self._shown = said
        if said is not None and said is not before and not bar_in_sight(self):
            severity: Literal["warning", "information"] = (
                "warning" if said.tone == "bad" else "information"
            )
            self.notify(said.text, severity=severity, markup=False)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Show it over the screen for a while, in place of what is shown there.

        It goes by a timer of ours: where a screen opens at the moment at which Textual's own time
        is up, the notice would be drawn with less than none left, and its timer turn for ever.
        """
        self._clear_notices()
        super().notify(message, title=title, severity=severity, timeout=CLEARED_S, markup=markup)
        self._notice = self.set_timer(timeout or NOTICE_S, self._clear_notices)

    def _clear_notices(self) -> None:
        """Also of screens that lie below another one."""
        if self._notice is not None:
            self._notice.stop()
        self.clear_notifications()
        for screen in self.screen_stack:
            screen.query("ToastHolder").remove()

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted outside a field is a code."""
        self.enter(event.text.strip())

    def on_unmount(self) -> None:
        """Let go of the readers."""
        self.close_readers()

    def _fatal_error(self) -> None:
        """What nobody foresaw: Textual would show a traceback here; people get one sentence."""
        from rich.text import Text

        from ketuk.tui import mishap

        error = self._exception or RuntimeError("unknown")
        self.bell()
        self.panic(Text(mishap.report(error, self.data, self.words)))

    # ---- keys

    async def on_event(self, event: events.Event) -> None:
        """Keys and buttons go through the keyboard, everything else straight on."""
        if event in self._due:
            self._due.remove(event)
        elif self._keyboard is not None and not getattr(event, "is_forwarded", False):
            if isinstance(event, events.Key):
                self._keyboard.take(event)
                return
            if isinstance(event, events.MouseDown | events.MouseUp):
                self._keyboard.click(event)
                return
        await super().on_event(self._meant(event))

    def _meant(self, event: events.Event) -> events.Event:
        """Outside a field a letter means the same with CapsLock on."""
        if not isinstance(event, events.Key) or event.is_forwarded:
            return event
        return event if isinstance(self.focused, Input) else small(event)

    # ---- language, sound, help

    def action_language(self) -> None:
        """Switch all screens to the next language that is ticked."""
        spoken = self.settings.with_language(self.words.language)
        if spoken.next_language == spoken.language:
            self.action_languages()
        else:
            self.speak(spoken.with_language(spoken.next_language))

    def action_languages(self) -> None:
        """The languages, to be ticked."""
        from ketuk.tui.screens.languages import Languages

        if not any(isinstance(screen, Languages) for screen in self.screen_stack):
            self.push_screen(Languages())

    def action_sound(self) -> None:
        """Let all be heard, or nothing."""
        heard = not self.settings.bell
        key = "screens.sound_on" if heard else "screens.sound_off"
        self._set(self.settings.with_bell(heard), key)
        if self.speaker is not None and heard and self.speaker.state == "off":
            self.speaker.start()
        self.ring("accepted")

    def action_motion(self) -> None:
        """Let dice roll and pawns walk, or show all as it is then."""
        motion = not self.settings.motion
        key = "screens.motion_on" if motion else "screens.motion_off"
        if motion and not self.can_move:
            key = "screens.motion_none"
        self._set(self.settings.with_motion(motion), key)

    def _set(self, settings: Settings, said: str) -> None:
        self.say(said, "note")
        self.keep(settings)

    def action_reminder(self) -> None:
        """Another time after which somebody who is asked is reminded, and the new one told."""
        at = REMINDERS_S.index(self.settings.reminder_s) + 1
        self.keep(self.settings.with_reminder(REMINDERS_S[at % len(REMINDERS_S)]))
        chosen = self.words(f"screens.reminder_{self.settings.reminder_s}")
        self.notify(self.words("screens.reminder_now", chosen=chosen))

    def action_help(self) -> None:
        """The keys of the screen that is open, and what they do; once more closes them."""
        from ketuk.tui.screens.help import Help

        if isinstance(self.screen, Help):
            self.screen.dismiss()
        else:
            self.push_screen(Help(self.screen))

    def action_help_quit(self) -> None:
        """Ctrl-C copies text in fields; who wants to leave is told how."""
        self.notify(self.words("screens.how_to_quit"))

    def action_command_palette(self) -> None:
        """The palette, in the language of the table."""
        from ketuk.tui.screens.palette import Palette

        if not Palette.is_open(self):
            self.push_screen(Palette(self.words))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Everything that has a key on this screen, and the languages."""
        from ketuk.tui.widgets.keybar import keys_of, label

        for key in keys_of(screen):
            run = partial(self._run, screen, key.action)
            yield SystemCommand(label(key, screen), key.shown, run)
        chosen = self.words(f"screens.reminder_{self.settings.reminder_s}")
        reminder = self.words("screens.reminder_now", chosen=chosen)
        yield SystemCommand(reminder, "", self.action_reminder)
        if not screen.has_class("languages"):
            yield SystemCommand(self.words("screens.languages_head"), "", self.action_languages)

    async def _run(self, screen: Screen[Any], action: str) -> None:
        await self.run_action(action, screen)


def small(event: events.Key) -> events.Key:
    """The key of the small letter, where it is that of a capital; else the key itself."""
    key, sign = event.key, event.character
    letter = sign is not None and sign.isalpha() and len(key) == 1
    return events.Key(key.lower(), sign.lower()) if letter and sign else event


def _readers(nfc: Sequence[str], cameras: Sequence[str], camera: str) -> Sequence[Reader]:
    from ketuk.tui.readers import readers

    return readers(nfc, cameras, camera)
