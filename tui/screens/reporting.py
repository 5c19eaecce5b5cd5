"""A card's sticker is lost, damaged, copied, misprinted or found: what takes its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ketuk.codes.code import grouped, typed
from ketuk.codes.fault import CodesFault
from ketuk.codes.payload import find_code
from ketuk.codes.sticker import Why
from ketuk.codes.verdict import StickerState
from ketuk.tui.boxes.rows import StickerRow, is_fresh
from ketuk.tui.screens.asking import harmless, when_sure
from ketuk.tui.screens.choosing import ChooseScreen

if TYPE_CHECKING:
    from ketuk.codes.registry import Registry
    from ketuk.codes.sticker import Sticker
    from ketuk.scanning.scan import Scan
    from ketuk.tui.home import Home

REASONS = tuple(Why)
"""Answers to "what has happened?", in this order."""


class StickerReport:
    """The questions about one sticker, one after the other; nothing happens before the last.

    ``changed`` is called when the registry has changed, ``to_print`` with a sticker that somebody
    wants on paper now.
    """

    def __init__(
        self,
        app: Home,
        registry: Registry,
        row: StickerRow,
        *,
        changed: Callable[[], None],
        to_print: Callable[[Sticker], None],
    ) -> None:
        self._app, self._registry, self._row = app, registry, row
        self._changed, self._to_print = changed, to_print
        self._spares = registry.stickers(StickerState.SPARE)
        self._revoked = self._last_revoked()

    def _last_revoked(self) -> Sticker | None:
        """The sticker of this card that counted before the one that counts now."""
        item = self._row.item
        own = [s for s in self._registry.stickers(None) if s.item == item and item is not None]
        gone = [s for s in own if s.state not in (StickerState.ACTIVE, StickerState.SPARE)]
        return max(gone, key=lambda s: s.serial or 0, default=None)

    def ask(self) -> None:
        """What has happened to it?"""
        self._app.push_screen(ChooseScreen(self._question, self._reasons), self._happened)

    def _question(self) -> str:
        key = "cards.report_spare" if self._row.item is None else "cards.report"
        serial = self._row.sticker.serial or 0
        return self._app.words(key, card=self._row.title, serial=serial)

    def _reasons(self) -> Sequence[str]:
        words = self._app.words
        reasons = [words(f"cards.report_{why}") for why in REASONS]
        if self._revoked is not None:
            reasons.append(words("cards.report_found", serial=self._revoked.serial or 0))
        return reasons

    def _happened(self, answer: int | None) -> None:
        if answer is None:
            return
        if answer == len(REASONS):
            self._found()
        elif self._row.item is None:
            self._discard(REASONS[answer])
        else:
            self._ask_instead(REASONS[answer])

    # ---- a card

    def _ask_instead(self, why: Why) -> None:
        """What takes its place: a new code, or a spare that lies printed in the box."""
        words, row = self._app.words, self._row

        def question() -> str:
            facts = {"card": row.title, "serial": row.sticker.serial or 0}
            sentence = words("cards.instead", why=words(f"codes.why_{why}"), **facts)
            return f"{sentence} {words('cards.instead_tap')}" if self._spares else sentence

        def answers() -> Sequence[str]:
            spares = [
                words("cards.instead_spare", number=s.spare or "", code=grouped(s.code))
                for s in self._spares
            ]
            return (words("cards.instead_new"), *spares, words("cards.instead_nothing"))

        def chosen(answer: int | None) -> None:
            if answer == 0:
                self._reissue(why, spare=None)
            elif answer is not None and answer <= len(self._spares):
                self._reissue(why, spare=self._spares[answer - 1])

        self._app.push_screen(ChooseScreen(question, answers, meant=self._spare_meant), chosen)

    def _spare_meant(self, scan: Scan) -> int | None:
        """The answer that a tapped or typed spare gives."""
        code = find_code(scan.text) or typed(scan.text)
        codes = [spare.code for spare in self._spares]
        return codes.index(code) + 1 if code in codes else None

    def _reissue(self, why: Why, *, spare: Sticker | None) -> None:
        row = self._row
        given = spare.code if spare is not None else None
        try:
            new = self._registry.reissue(
                row.sticker.code, reason=why, now=datetime.now(UTC), spare=given
            ).new
        except CodesFault as fault:
            self._trouble(fault)
            return
        key = "cards.reissued" if spare is None else "cards.reissued_spare"
        self._app.say(key, "good", card=row.title, serial=new.serial or 0, code=grouped(new.code))
        self._changed()
        if spare is None:
            self._ask_print(new)

    def _ask_print(self, new: Sticker) -> None:
        def sure(yes: bool | None) -> None:
            if yes:
                self._to_print(new)

        self._app.push_screen(harmless("cards.print_now", card=self._row.title), sure)

    def _found(self) -> None:
        """A revoked sticker stays so; the one that counts may not be printed yet."""
        old, now = self._revoked, self._row.sticker
        assert old is not None
        serials = {"old": old.serial or 0, "serial": now.serial or 0}
        self._app.say("cards.found", "note", card=self._row.title, **serials)
        if is_fresh(now):
            self._ask_print(now)

    # ---- a spare

    def _discard(self, why: Why) -> None:
        words, code = self._app.words, self._row.sticker.code

        def discard() -> None:
            try:
                gone = self._registry.discard(code, reason=why, now=datetime.now(UTC))
            except CodesFault as fault:
                self._trouble(fault)
                return
            state = words(f"codes.state_{gone.state}")
            self._app.say("cli_codes.discarded", "good", code=grouped(code), state=state)
            self._changed()

        when_sure(self._app, discard, "cards.discard_sure", card=self._row.title)

    def _trouble(self, fault: CodesFault) -> None:
        self._app.tell_fault(fault)
        self._app.ring()
