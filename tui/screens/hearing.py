"""Which screen hears a tap. Where none does, it is judged, told and noted all the same."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from textual.screen import ModalScreen, Screen

from ketuk.codes.fault import CodesFault
from ketuk.codes.verdict import Accepted
from ketuk.tui.scans import Said
from ketuk.tui.screens.verdict import card_at_home
from ketuk.tui.telling.verdicts import verdict_sentence
from ketuk.tui.widgets.scanbar import ScanBar

if TYPE_CHECKING:
    from ketuk.codes.verdict import Answer
    from ketuk.scanning.scan import Scan
    from ketuk.tui.home import Home
    from ketuk.tui.screens.verdict import Judge
    from ketuk.tui.session import Session

WAITS = "screens.set_aside"
"""Why a card does not count, where the screen on top has no reason of its own (``waits``)."""


def hearer(app: Home) -> Screen[Any] | None:
    """The screen that a tap means something to now; None if it is set aside.

    That is the one on top; or else the one below, if cards are only looked at there
    (``only_looks``), so that a question that is open keeps none from being counted.
    """
    below = _hearing(app)
    on_top = below is app.screen
    return below if on_top or getattr(below, "only_looks", False) else None


def set_aside(app: Home, scan: Scan) -> None:
    """Judge a tap that no screen hears: what it is, and why it does not count now."""
    session = next((s.session for s in app.screen_stack if hasattr(s, "session")), None)
    app.ring()
    if session is not None and session.registry is None:
        session.say_no_box()
        return
    by = _judge(app, session)
    try:
        answer = by.check(scan.text, source=scan.source, uid=scan.uid, now=datetime.now(UTC))
        if isinstance(answer, Accepted):
            by.uncounted(answer, source=scan.source, uid=scan.uid, now=datetime.now(UTC))
        _tell(app, session, answer)
    except CodesFault as fault:
        app.tell_fault(fault)


def bar_in_sight(app: Home) -> bool:
    """Whether a scan bar can be seen, on the screen on top or through it."""
    for screen in reversed(app.screen_stack):
        if screen.query(ScanBar):
            return True
        if not isinstance(screen, ModalScreen):
            return False
    return False


def _hearing(app: Home) -> Screen[Any] | None:
    """The uppermost screen that takes taps, or borrows the readers."""
    takes = (s for s in reversed(app.screen_stack) if hasattr(s, "tapped") or hasattr(s, "heard"))
    return next(takes, None)


def _judge(app: Home, session: Session | None) -> Judge:
    from ketuk.tui.boxes.box import boxes

    registry = session.registry if session is not None else None
    return registry if registry is not None else boxes(app.data)


def _tell(app: Home, session: Session | None, answer: Answer) -> None:
    """A card that would count, and what to do first; of any other what is wrong with it."""
    if not isinstance(answer, Accepted):
        if session is not None:
            session.taps.tell(answer)
        else:
            app.scans.say(
                Said(verdict_sentence(app.words, answer, name=card_at_home(app, answer)), "bad")
            )
        return
    card = session.taps.shut_title(answer) if session else card_at_home(app, answer)
    app.scans.say(Said(app.words(getattr(app.screen, "waits", WAITS), card=card), "bad"))
