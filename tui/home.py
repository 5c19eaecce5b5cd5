"""What the screens know of the program: words, scans, data, settings, readers; nothing of the app.

The app, which knows every screen, is above them; this is below.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import events, work
from textual.app import App

from ketuk.tui.messages import Scanned
from ketuk.tui.scans import Said, Scans, Tone
from ketuk.tui.settings import Settings
from ketuk.tui.sound.tones import SoundName, louder
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.words import Words

if TYPE_CHECKING:
    from ketuk.codes.fault import CodesFault
    from ketuk.engine.luck import Luck
    from ketuk.rooms.trouble import JournalFault
    from ketuk.scanning.reader import Reader
    from ketuk.scanning.stream import Stream
    from ketuk.scanning.typed import TypedReader
    from ketuk.tui.sound.speaker import Speaker


SCREENS = {
    "bid": "BidScreen",
    "call": "CallScreen",
    "card_history": "CardHistory",
    "cards": "Cards",
    "dice": "DiceScreen",
    "doctor": "Doctor",
    "draw": "DrawScreen",
    "drawn": "Drawn",
    "elsewhere": "Elsewhere",
    "forking": "Forking",
    "goals": "GoalsScreen",
    "hand": "HandScreen",
    "history": "History",
    "importing": "Import",
    "joining": "Joining",
    "lay_out": "LayOut",
    "leaving": "LeaveScreen",
    "new_game": "NewGame",
    "owned": "Owned",
    "people": "People",
    "phones": "Phones",
    "printing": "PrintForm",
    "put_to_all": "PutToAll",
    "putting": "PuttingScreen",
    "results": "Results",
    "reviving": "Reviving",
    "rule_book": "RuleBook",
    "table": "TableScreen",
    "tails": "TailChoice",
    "taking_over": "TakingOver",
    "tile": "TileScreen",
    "why": "WhyScreen",
    "writing": "WriteTags",
}
"""Screens that others open, by name: of a module in ``screens``, with its class. A screen is loaded
when it is first opened, and none has to know another.
"""


def load_screens() -> None:
    """Load all screens now, in a thread, so that the first opening of none holds the loop."""
    for name in SCREENS:
        import_module(f"ketuk.tui.screens.{name}")


SLOWEST = 38_400
"""Bits a second below which a terminal is painted in sight, line by line."""


def can_move(level: str) -> bool:
    """Whether things may move on this terminal: not where it has no colours, is a slow line, or
    somebody wants it still (``TEXTUAL_ANIMATIONS=none``).
    """
    return level != "none" and not os.environ.get("NO_COLOR") and _speed() >= SLOWEST


def _speed() -> int:
    """Bits a second of the line to the terminal; as good as none is slow where that is unknown."""
    try:
        import termios
    except ImportError:  # on Windows
        return SLOWEST
    try:
        code = termios.tcgetattr(sys.__stderr__)[5]  # type: ignore[arg-type]
    except (TypeError, ValueError, OSError, termios.error):  # no terminal
        return SLOWEST
    known = {getattr(termios, f"B{bits}"): bits for bits in (300, 1200, 2400, 4800, 9600, 19200)}
    return known.get(code, SLOWEST)


CHANGEOVER_S = 0.8
"""A person presses Enter again within 0.2 s, and sees within 0.8 s that somebody else is asked."""


class Home(App[object]):
    """``data`` is the folder of boxes, games and settings; ``luck`` replaces the system's chance
    in new games.
    """

    def __init__(
        self,
        *,
        data: Path,
        words: Words | None,
        luck: Luck | None,
        readers: Callable[[Settings], Sequence[Reader]],
        speaker: Speaker | None = None,
    ) -> None:
        super().__init__()
        self.data = data
        self.settings = Settings.load(data)
        self.words = words or Words(self.settings.language)
        self.luck = luck
        self.scans = Scans(self.words)
        self.changeover_s = CHANGEOVER_S
        """Seconds in which a key may still be meant for the question before."""
        self.can_move = can_move(self.animation_level)
        """Whether this terminal is one on which things may move."""
        self.speaker = speaker
        """Who plays sounds, if anybody does."""
        self._sound: SoundName | None = None
        """What is to be heard when all of this moment has happened, and whether the bell may."""
        self._bell = False
        self._make_readers = readers
        self._stream: Stream | None = None
        self._typed: TypedReader | None = None
        self._early: list[str] = []
        """Codes that were entered before the readers were open."""
        self._due: list[events.Event] = []
        """Keys and buttons that the keyboard has let through."""

    # ---- screens

    def open(
        self,
        name: str,
        *given: object,
        then: Callable[[Any], None] | None = None,
        **more: object,
    ) -> None:
        """Open the screen of that name over the others; ``then`` is told what it gives."""
        kind = getattr(import_module(f"ketuk.tui.screens.{name}"), SCREENS[name])
        self.push_screen(kind(*given, **more), then)

    # ---- readers

    @work(thread=True, group="readers")
    def open_readers(self) -> None:
        """In a thread: looking for devices takes a moment."""
        if self.speaker is not None and self.settings.bell:
            self.speaker.start()
        from ketuk.scanning.stream import Stream
        from ketuk.scanning.typed import TypedReader

        self._typed = TypedReader()
        self._stream = Stream([*self._make_readers(self.settings), self._typed], self._heard)
        self._stream.start()
        self.call_from_thread(self._enter_early)

    def _enter_early(self) -> None:
        early, self._early = self._early, []
        for text in early:
            self.enter(text)

    @work(thread=True, group="readers", exclusive=True)
    def use_camera(self, source: str) -> None:
        """From now on, and at the next start, cards are shown to this camera and no other.

        In a thread: letting go of the one before may take a moment.
        """
        from ketuk.scanning.camera import CameraReader

        self.call_from_thread(self.keep, self.settings.with_camera(source))
        if self._stream is not None:
            for reader in [r for r in self._stream.readers if isinstance(r, CameraReader)]:
                self._stream.drop(reader)
                self.scans.states.pop(reader.name, None)
            self._stream.add(CameraReader(source))

    @property
    def readers(self) -> Sequence[Reader]:
        """The readers that are in use."""
        return self._stream.readers if self._stream is not None else ()

    def _heard(self, settled: Any) -> None:
        """In a reader's thread: nothing but the message goes on."""
        self.post_message(Scanned(settled))

    def close_readers(self) -> None:
        """Let go of the readers and of the speaker."""
        if self._stream is not None:
            self._stream.stop()
        if self.speaker is not None:
            self.speaker.close()

    def enter(self, text: str) -> None:
        """A code from the entry field, or from a scanner that types."""
        from ketuk.scanning.typed import is_empty

        if is_empty(text):
            self.say("codes.empty")
        elif self._typed is None or not self._typed.enter(text):
            self._early.append(text)

    def say(self, key: str, tone: Tone = "bad", **facts: object) -> None:
        """Put a sentence into the scan bar."""
        self.scans.say(Said(self.words(key, **facts), tone))

    def tell_fault(self, fault: CodesFault | JournalFault) -> None:
        """Say what cannot be done with a box or the saved games."""
        from ketuk.tui.telling.troubles import trouble

        self.scans.say(Said(trouble(self.words, fault), "bad"))

    # ---- keys

    def press(self, event: events.Event) -> None:
        """Handle this as usual: the keyboard has let it through."""
        self._due.append(event)
        self.post_message(event)

    def later(self, seconds: float, call: Callable[[], None]) -> object:
        """Call back after so many seconds."""
        return self.set_timer(seconds, call)

    def now(self) -> float:
        """The time by which keys are stamped, in seconds."""
        return events.Event().time

    @property
    def moves(self) -> bool:
        """Whether what happens is shown as it happens, or only as it is then."""
        return self.can_move and self.settings.motion

    # ---- settings, language, sound

    def speak(self, settings: Settings) -> None:
        """Switch all screens to the language of these settings, and keep them."""
        self.words.language = settings.language
        self.scans.clear()
        self.keep(settings)
        self.title = self.words("screens.title")
        for screen in self.screen_stack:
            reword = getattr(screen, "reword", None)
            if reword is not None:
                reword()
            screen.query(KeyBar).refresh()

    def keep(self, settings: Settings) -> None:
        """From now on these hold; say so if they cannot be kept for the next time."""
        self.settings = settings
        if (error := settings.save(self.data)) is not None:
            facts = {"path": self.data, "detail": error.strerror}
            self.say("terminal.setting_not_kept", "note", **facts)

    def ring(self, sound: SoundName = "refused", *, bell: bool = True) -> None:
        """Let it be heard, unless all is silent; of what falls together only the loudest.

        The terminal's bell does it if there is no speaker, if ``bell`` says that it may.
        """
        if not self.settings.bell:
            return
        if self._sound is None:
            self.call_later(self._heard_now)
        self._sound = louder(self._sound, sound)
        self._bell = self._bell or bell

    def _heard_now(self) -> None:
        sound, bell = self._sound, self._bell
        self._sound, self._bell = None, False
        if sound is None or (self.speaker is not None and self.speaker.play(sound)):
            return
        if bell:
            self.bell()
