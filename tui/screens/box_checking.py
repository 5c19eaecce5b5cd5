""" "Cek kotak": how far it is, and going on, stopping or beginning anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ketuk.tui.boxes.check import BoxCheck
from ketuk.tui.screens.choosing import Choose

if TYPE_CHECKING:
    from ketuk.tui.app import KetukApp
    from ketuk.tui.words import Words

NAMED = 6
"""Missing cards that are named; the list shows them all."""


def told(check: BoxCheck, missing: Sequence[str], words: Words) -> str:
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
    """What the screen does with a check."""

    begin: Callable[[], None]
    turn: Callable[[], None]
    """List what is missing only, or all."""
    forget: Callable[[], None]


def ask(
    app: KetukApp, check: BoxCheck, acts: Acts, *, only: bool, changed: Callable[[], None]
) -> None:
    """What to do with a check that is there; ``only``: what is missing is listed alone now."""
    words = app.words

    def question() -> str:
        return words("cards.check_ask", done=check.done, count=len(check.items))

    def answers() -> Sequence[str]:
        return (
            words("cards.check_stop" if check.going else "cards.check_go_on"),
            words("cards.check_all" if only else "cards.check_missing"),
            words("cards.check_anew"),
            words("cards.check_forget"),
        )

    def chosen(answer: int | None) -> None:
        if answer == 0:
            check.going = not check.going
            changed()
        elif answer is not None:
            (acts.turn, acts.begin, acts.forget)[answer - 1]()

    app.push_screen(Choose(question, answers), chosen)
