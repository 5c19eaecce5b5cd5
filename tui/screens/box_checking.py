""" "Cek kotak": how far it is, and going on, stopping, giving up what is missing, or anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ketuk.tui.screens.asking import Ask
from ketuk.tui.screens.choosing import ChooseScreen

if TYPE_CHECKING:
    from ketuk.codes.counting import Count
    from ketuk.tui.home import Home
    from ketuk.tui.words import Words

NAMED = 6
"""Missing cards that are named; the list shows them all."""


def told(check: Count, missing: Sequence[str], words: Words) -> str:
    """One or two lines on how far it is, and what is missing."""
    names = ", ".join(missing[:NAMED]) + (" …" if len(missing) > NAMED else "")
    facts = {"done": check.done, "count": len(check.items), "missing": names}
    if check.complete:
        return words("cards.check_done", count=len(check.items))
    if check.going:
        return words("cards.check", **facts)
    return words("cards.check_stopped", left=len(missing), **facts)


@dataclass(frozen=True, slots=True)
class Acts:
    """What the screen does with a check, in the order of the answers."""

    turn_going: Callable[[], None]
    """Stop for now, or go on."""
    turn_missing: Callable[[], None]
    """List what is missing only, or all."""
    lost: Callable[[], None]
    """All that is missing is lost."""
    begin: Callable[[], None]
    forget: Callable[[], None]


def ask(app: Home, check: Count, acts: Acts, *, only: bool) -> None:
    """What to do with a check that is there; ``only``: what is missing is listed alone now."""
    words, left = app.words, len(check.missing)

    def question() -> str:
        return words("cards.check_ask", done=check.done, count=len(check.items))

    def offered() -> Sequence[tuple[str, Callable[[], None]]]:
        stop = "cards.check_stop" if check.going else "cards.check_go_on"
        every = (
            (words(stop), acts.turn_going),
            (words("cards.check_all" if only else "cards.check_missing"), acts.turn_missing),
            (words("cards.check_lost", count=left), lambda: ask_lost(app, check, acts.lost)),
            (words("cards.check_anew"), acts.begin),
            (words("cards.check_forget"), acts.forget),
        )
        return every if left else every[3:]

    def chosen(answer: int | None) -> None:
        if answer is not None:
            offered()[answer][1]()

    app.push_screen(ChooseScreen(question, lambda: [told for told, _ in offered()]), chosen)


def ask_lost(app: Home, check: Count, lost: Callable[[], None]) -> None:
    """Nothing is given up before somebody is sure."""

    def sure(yes: bool | None) -> None:
        if yes:
            lost()

    app.push_screen(Ask("cards.check_lost_sure", count=len(check.missing)), sure)
