"""The stickers of a box as a list: searched, marked, ticked off, gone to by number."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input
from textual.widgets.option_list import Option

from ketuk.codes.counting import Count
from ketuk.tui.boxes.rows import COLOURS, StickerRow, fits, nearly, place_of, standing
from ketuk.tui.widgets.plain import OptionList

TOGETHER = 1.5
"""Seconds within which digits make one number."""


class CardList(Vertical):
    """A search field, hidden until it is asked for, above the list."""

    class Moved(Message):
        """The bar stands on another card, or other cards are listed."""

    def __init__(self) -> None:
        super().__init__(id="cards-left")
        self.all: tuple[StickerRow, ...] = ()
        self.missing_only = False
        """Whether cards that have been ticked off are left out."""
        self.guessed = ""
        """What was looked for, if only cards that are called nearly so are listed."""
        self._listed: tuple[StickerRow, ...] = ()
        self._marked: set[str] = set()
        """Codes of the stickers that are marked."""
        self._check: Count | None = None
        self._number, self._numbered_at = "", 0.0

    def compose(self) -> ComposeResult:
        find = Input(id="cards-find", compact=True)
        find.display = False  # until somebody wants to search
        yield find
        yield OptionList(id="cards-list")

    @property
    def _words(self) -> Any:
        return self.app.words  # type: ignore[attr-defined]

    @property
    def _field(self) -> Input:
        return self.query_one("#cards-find", Input)

    @property
    def _list(self) -> OptionList:
        return self.query_one("#cards-list", OptionList)

    @property
    def row(self) -> StickerRow | None:
        """The row that the bar stands on."""
        at = self._list.highlighted if self.is_mounted else None
        return self._listed[at] if at is not None and at < len(self._listed) else None

    @property
    def marked(self) -> tuple[StickerRow, ...]:
        """The rows that are marked."""
        return tuple(row for row in self.all if row.sticker.code in self._marked)

    @property
    def chosen(self) -> tuple[StickerRow, ...]:
        """The cards that are marked, else the one that the bar stands on."""
        row = self.row
        return self.marked or ((row,) if row is not None else ())

    def show(self, rows: tuple[StickerRow, ...], check: Count | None) -> None:
        """These stickers, as far as they are looked for; the bar stays on its card."""
        self.all, self._check = rows, check
        self._marked &= {row.sticker.code for row in rows}
        self._field.placeholder = self._words("cards.find")
        self._draw(self.row)

    def go_to(self, row: StickerRow) -> None:
        """The bar goes to this row, out of a search that hides it."""
        if row in self._listed:
            self._stand(self._listed.index(row))
            return
        if not fits(row, self._field.value):
            self._field.value = ""
        self._draw(row)

    def go_to_tapped(self, code: str | None, item: int | None) -> None:
        """The bar goes to what was tapped: the sticker, or the card that it once was."""
        same = [row for row in self.all if row.sticker.code == code]
        card = [row for row in self.all if item is not None and row.item == item]
        for row in (*same, *card)[:1]:
            self.go_to(row)

    def focus_list(self) -> None:
        """Keys go to the list."""
        self._list.focus()

    def _draw(self, to: StickerRow | None) -> None:
        self._listed = tuple(row for row in self.all if self._is_listed(row))
        self.guessed = ""
        if not self._listed and (wanted := self._field.value.strip()):
            self._listed = nearly(self.all, wanted)
            self.guessed = wanted if self._listed else ""
        with self.prevent(OptionList.OptionHighlighted):
            self._list.clear_options()
            self._list.add_options([Option(self._line(row)) for row in self._listed])
        self._stand(_place(self._listed, to))

    def _stand(self, at: int | None) -> None:
        """The bar goes to this line."""
        self.end_number()
        with self.prevent(OptionList.OptionHighlighted):
            self._list.highlighted = at
        self.post_message(self.Moved())

    def _is_listed(self, row: StickerRow) -> bool:
        ticked = row.item is None or (self._check is not None and self._check.has(row.item))
        return fits(row, self._field.value) and not (self.missing_only and ticked)

    def _line(self, row: StickerRow) -> Text:
        check, state = self._check, standing(row.sticker)
        line = Text(no_wrap=True, overflow="ellipsis")
        if check is not None:
            ticked = row.item is not None and check.has(row.item)
            line.append("✓" if ticked else "·", "bold green" if ticked else "dim")
        line.append("■" if row.sticker.code in self._marked else " ", "bold yellow")
        line.append(f"{row.item if row.item is not None else '':>3} ")
        line.append(self._words(f"cards.letter_{state}"), f"bold {COLOURS[state]}")
        line.append(f" {row.title}")
        return line

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.post_message(self.Moved())

    # ---- searching, marking

    def find(self) -> None:
        """Look for cards by number, or by how words of their names begin."""
        self._field.display = True
        self.screen.set_focus(self._field)  # at once: the next key may be under way already

    def end_find(self) -> bool:
        """Close the search; whether there was one."""
        if not self._field.display:
            return False
        self._field.display = False
        self._field.value = ""
        self._draw(self.row)
        self._list.focus()
        return True

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if self.all:
            self._draw(self.row)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter: into the list of what was found."""
        event.stop()
        self._list.focus()

    def digit(self, number: int) -> None:
        """Digits go to the card of that number; one that leads to no card begins a new number."""
        now = monotonic()
        before = self._number if now - self._numbered_at < TOGETHER else ""
        for typed in (f"{before}{number}", str(number)):
            at = place_of(self._listed, typed)
            if at is not None:
                self._number, self._numbered_at = typed, now
                self._list.highlighted = at
                return

    def went_from(self) -> Callable[[], None]:
        """The way back to where the bar stands now, with the same lines in sight."""
        cards = self._list
        at, top = cards.highlighted, cards.scroll_offset.y

        def back() -> None:
            self.end_number()
            cards.highlighted = at
            cards.call_after_refresh(cards.scroll_to, y=top, animate=False)

        return back

    def end_number(self) -> None:
        """The next digit begins a new number."""
        self._number = ""

    def mark(self) -> None:
        """Mark this row, or unmark it, and go on to the next."""
        row, options = self.row, self._list
        self.end_number()
        if row is not None and options.highlighted is not None:
            self._marked ^= {row.sticker.code}
            options.replace_option_prompt_at_index(options.highlighted, self._line(row))
            options.action_cursor_down()
            self.post_message(self.Moved())

    def unmark(self) -> None:
        """Nothing is marked any more."""
        self._marked.clear()
        self._draw(self.row)


def _place(rows: tuple[StickerRow, ...], to: StickerRow | None) -> int | None:
    """Where that card stands now, whatever its sticker; else the first."""
    if not rows:
        return None
    same = [n for n, r in enumerate(rows) if to and r.item is not None and r.item == to.item]
    code = [n for n, r in enumerate(rows) if to and r.sticker.code == to.sticker.code]
    return next(iter((*code, *same)), 0)
