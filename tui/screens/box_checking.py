""" "Cek kotak": how far it is, and going on, stopping, giving up what is missing, or anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ketuk.codes import counting
from ketuk.codes.fault import CodesFault
from ketuk.tui.screens.asking import harmless, when_sure
from ketuk.tui.screens.choosing import ChooseScreen
from ketuk.tui.widgets.card_list import CardList

if TYPE_CHECKING:
    from ketuk.codes.counting import Count
    from ketuk.codes.registry import Registry
    from ketuk.tui.boxes.rows import StickerRow
    from ketuk.tui.home import Home
    from ketuk.tui.screens.cards import Cards
    from ketuk.tui.words import Words

NAMED = 6
"""Missing cards that are named; the list shows them all."""


def progress(check: Count, missing: Sequence[str], words: Words) -> str:
    """One or two lines on how far it is, and what is missing."""
    names = ", ".join(missing[:NAMED]) + (" …" if len(missing) > NAMED else "")
    facts = {"done": check.done, "count": len(check.items), "missing": names}
    if check.complete:
        return words("cards.check_done", count=len(check.items))
    if check.going:
        return words("cards.check", **facts)
    return words("cards.check_stopped", left=len(missing), **facts)


class BoxCheck:
    """The check of a box on the screen of its cards."""

    def __init__(
        self,
        screen: Cards,
        registry: Registry,
        *,
        read: Callable[[], None],
        to_print: Callable[[tuple[StickerRow, ...]], None],
    ) -> None:
        """``read`` reads the stickers anew and draws them, ``to_print`` prints some."""
        self._screen, self._registry = screen, registry
        self._read, self._print = read, to_print
        self.count: Count | None = None
        """How far it is, if anybody has begun."""

    def look(self) -> Count | None:
        """Read anew how far it is."""
        self.count = counting.count_of(self._registry)
        return self.count

    @property
    def _app(self) -> Home:
        return self._screen.app

    @property
    def _list(self) -> CardList:
        return self._screen.query_one(CardList)

    def begin_or_ask(self) -> None:
        """Begin; of a check that is there already, ask what to do with it."""
        if self.count is None:
            self._begin()
        else:
            self._ask(self.count)

    def _ask(self, check: Count) -> None:
        words, left = self._app.words, len(check.missing)

        def question() -> str:
            return words("cards.check_ask", done=check.done, count=len(check.items))

        def offered() -> Sequence[tuple[str, Callable[[], None]]]:
            stop = "cards.check_stop" if check.going else "cards.check_go_on"
            only = "cards.check_all" if self._list.missing_only else "cards.check_missing"
            every = (
                (words(stop), lambda: self._go_on(going=not check.going)),
                (words(only), self._turn_missing),
                (words("cards.check_lost", count=left), lambda: self._ask_lost(left)),
                (words("cards.check_anew"), self._begin),
                (words("cards.check_forget"), self._forget),
            )
            return every if left else every[3:]

        def chosen(answer: int | None) -> None:
            if answer is not None:
                offered()[answer][1]()

        screen = ChooseScreen(question, lambda: [answer for answer, _ in offered()])
        self._app.push_screen(screen, chosen)

    def _counting(self, act: Callable[[], object]) -> None:
        """Change the count, or say why that cannot be kept; then draw how far it is."""
        try:
            act()
        except CodesFault as fault:
            self._app.ring()
            self._app.tell_fault(fault)
        self._read()

    def tick(self, item: int) -> None:
        """This card is there."""
        self._counting(lambda: counting.tick(self._registry, item, now=datetime.now(UTC)))

    def stop(self) -> bool:
        """Stop for now, if it is going on; whether it was."""
        going = self.count is not None and self.count.going
        if going:
            self._go_on(going=False)
        return going

    def _go_on(self, *, going: bool) -> None:
        self._counting(lambda: counting.go_on(self._registry, going=going))

    def _begin(self) -> None:
        self._list.missing_only = False
        self._counting(lambda: counting.begin(self._registry, now=datetime.now(UTC)))

    def _turn_missing(self) -> None:
        """List what is missing only, or all."""
        self._list.missing_only = not self._list.missing_only
        self._read()

    def _forget(self) -> None:
        self._list.missing_only = False
        self._counting(lambda: counting.forget(self._registry))

    def _ask_lost(self, count: int) -> None:
        """Nothing is given up before somebody is sure."""
        when_sure(self._app, self._missing_lost, "cards.check_lost_sure", count=count)

    def _missing_lost(self) -> None:
        """All that were not tapped are lost: their codes go out of use, new ones count."""

        def lost() -> None:
            done = counting.missing_lost(self._registry, now=datetime.now(UTC))
            self._app.say("cards.check_lost_done", "good", count=len(done))
            self._ask_print({each.new.code for each in done})

        self._counting(lost)

    def _ask_print(self, made: set[str]) -> None:
        """Whether these stickers are printed now."""

        def sure(yes: bool | None) -> None:
            if yes:
                self._print(tuple(row for row in self._list.all if row.sticker.code in made))

        self._app.push_screen(harmless("cards.check_print_now", count=len(made)), sure)
