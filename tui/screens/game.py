"""What the screens of a running game have in common: the session, changes, taps, going back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from ketuk.codes.verdict import Accepted, Copied
from ketuk.engine.taps import Choice, Denied, Fill
from ketuk.rooms.answers import Changed, MoveDone, TapResult
from ketuk.scanning.scan import Scan
from ketuk.tui.screens.verdict import ask_about, asks
from ketuk.tui.session import Session
from ketuk.tui.sound.tones import SoundName

if TYPE_CHECKING:
    from ketuk.tui.home import Home

Result = TypeVar("Result")


def heard(result: TapResult | None) -> SoundName:
    """How a tap sounds: whatever a card has done or says counts as read, all else as refused."""
    if (
        result is None
        or not isinstance(result.verdict, Accepted)
        or isinstance(result.meaning, Denied)
    ):
        return "refused"
    return (
        "accepted" if result.outcome is None or isinstance(result.outcome, MoveDone) else "refused"
    )


class GameScreen(Screen[Result]):
    """Shows a session; :meth:`show_game` draws it, and is called after every change."""

    app: Home
    AUTO_FOCUS = ""
    """Keys go to the table, not to the entry field, until somebody asks for it."""
    asks_once = False
    """Whether it goes when the game goes on: what it asks is answered then, or may be wrong."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "app.help", "screens.key_help"),
        Binding("escape", "back", "screens.key_back"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._unwatch: Any = None
        self._over = False
        self._unseen = True
        """Not shown yet: what was drawn at the start need not be drawn again at once."""

    def on_mount(self) -> None:
        self._unwatch = self.session.watch(self.changed)
        self.reword()

    def on_unmount(self) -> None:
        if self._unwatch is not None:
            self._unwatch()

    def changed(self, changed: Changed) -> None:
        """The game has changed, and is on disk."""
        if self.asks_once:
            self.go()
        elif self.is_current:
            self.show_game()

    def on_screen_resume(self) -> None:
        """Draw what has changed while another screen was on top, or go if it was answered then."""
        unseen, self._unseen = self._unseen, False
        if self._over:
            self.go()
        elif self.is_attached and not unseen:
            self.show_game()

    def go(self) -> None:
        """Away: now, or as soon as the screen that lies over this one is gone.

        (``dismiss`` would take away whatever lies on top.)
        """
        self._over = True
        if self.app.screen is self:
            self.dismiss()

    def reword(self) -> None:
        self.show_game()

    def show_game(self) -> None:
        """Draw the game as it stands."""

    def action_back(self) -> None:
        self.dismiss()

    def tapped(self, scan: Scan) -> None:
        """A card was tapped: it means at this table what it means now."""
        result = self.session.taps.tap(scan)
        self.app.ring(heard(result))
        if result is None:
            return
        if isinstance(result.verdict, Copied) and asks(result.verdict):
            self._ask_copied(result.verdict, scan)
        else:
            self.after_tap(result)

    def _ask_copied(self, copied: Copied, scan: Scan) -> None:
        """Whether a sticker that may be a copy counts this once; only people can see that."""
        session, seq = self.session, self.session.room.seq

        def taken() -> None:
            if (result := session.taps.copied(copied, seq)) is not None:
                self.after_tap(result)

        registry = session.room.registry
        assert registry is not None, "it has judged the sticker"
        card = session.taps.shut_title(copied)
        ask_about(self.app, copied, scan, by=registry, card=card, taken=taken)

    def after_tap(self, result: TapResult) -> None:
        """A tap that leaves something to say leads back to the table, where it is asked."""
        match result.meaning:
            case Choice():
                self.dismiss()
            case Fill(form):
                app, session = self.app, self.session
                self.dismiss()
                app.open("dice", session, form)
            case _:
                pass
