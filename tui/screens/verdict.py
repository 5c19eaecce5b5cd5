"""The verdict on a tap, for every screen that takes one.

A sticker that may be a copy is a question to the people at the table, who alone can see it. What
they say counts for this tap alone, and stands in the registry's log of scans.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol

from ketuk.codes.fault import CodesFault
from ketuk.codes.verdict import Accepted, Answer, Copied, Copies
from ketuk.tui.scans import Said
from ketuk.tui.telling.verdicts import verdict_sentence

if TYPE_CHECKING:
    from ketuk.scanning.scan import Scan
    from ketuk.tui.home import Home


class Judge(Protocol):
    """A registry, or a folder of them."""

    def check(self, text: str, *, source: str, uid: str | None, now: datetime) -> Answer:
        """The verdict on what was read."""
        ...

    def answered(self, copied: Copied, *, taken: bool, source: str, now: datetime) -> None:
        """Note what people said of a sticker that may be a copy."""
        ...

    def uncounted(self, card: Accepted, *, source: str, uid: str | None, now: datetime) -> None:
        """Note that a card was read and does not count, since something else is open."""
        ...


def judged(
    app: Home,
    scan: Scan,
    *,
    by: Judge,
    card: Callable[[Copied], str],
    then: Callable[[Answer], None],
) -> None:
    """Hand the verdict on a tap to ``then``; what may be a copy is asked about first.

    ``card`` names the card in that question. After a no nothing is handed on: it is said.
    """
    try:
        answer = by.check(scan.text, source=scan.source, uid=scan.uid, now=datetime.now(UTC))
    except CodesFault as fault:
        app.tell_fault(fault)
        return
    if not asks(answer):
        then(answer)
    elif isinstance(answer, Copied):
        sticker = answer.sticker
        ask_about(app, answer, scan, by=by, card=card(answer), taken=lambda: then(sticker))


def judged_at_home(app: Home, scan: Scan, *, accepted: Callable[[Accepted], None]) -> None:
    """Where no game is open: by the card's own box; whatever is not accepted is said."""
    from ketuk.tui.boxes.box import boxes

    def then(answer: Answer) -> None:
        if isinstance(answer, Accepted):
            accepted(answer)
        else:
            name = card_at_home(app, answer)
            app.scans.say(Said(verdict_sentence(app.words, answer, name=name), "bad"))

    judged(app, scan, by=boxes(app.data), card=lambda c: card_at_home(app, c), then=then)


def card_at_home(app: Home, answer: Answer) -> str:
    """What a card of a box in the data folder is called, a bid card without its value."""
    from ketuk.engine.items import seat_of
    from ketuk.tui.boxes.box import boxes
    from ketuk.tui.boxes.card_names import cards_named, sticker_title
    from ketuk.tui.telling.titles import player_card

    box, item = getattr(answer, "box", None), getattr(answer, "item", None)
    if box is None or item is None:
        return ""
    with boxes(app.data).open(box) as registry:
        card = next(i for i in registry.items() if i.number == item)
        cards = cards_named(app.data, registry.box.ruleset, app.words)
    if card.kind == "player":
        return player_card(app.words, seat_of(card.number))
    return sticker_title(app.words, cards, card)


def asks(answer: Answer | None) -> bool:
    """Whether a sticker may be a copy, and its box leaves it to the people at the table."""
    return isinstance(answer, Copied) and answer.copies is Copies.ASK


def ask_about(
    app: Home,
    copied: Copied,
    scan: Scan,
    *,
    by: Judge,
    card: str,
    taken: Callable[[], None],
) -> None:
    """Ask whether this tap counts; ``taken`` goes on after a yes, a no is said in the bar."""
    from ketuk.tui.screens.asking import Ask

    def answered(yes: bool | None) -> None:
        # A full disk keeps no card from counting.
        with suppress(CodesFault):
            by.answered(copied, taken=bool(yes), source=scan.source, now=datetime.now(UTC))
        if yes:
            taken()
        else:
            app.say("screens.copied_refused", card=card)

    app.scans.clear()
    app.push_screen(Ask("screens.copied_sure", card=card), answered)
