"""What happens, over the middle of the table: dice in a corner, or a card to be read aloud."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from ketuk.tui.scenes.reel import STILL, InSight
from ketuk.tui.scenes.scene import Bids, DiceThrown, Read
from ketuk.tui.signs import FINE, SEATS, signs
from ketuk.tui.widgets import lettering
from ketuk.tui.widgets.dice import HEIGHTS, WIDTHS, Size, dice, width_of

ROOMY = 30
"""Rows of a screen from which on dice are large."""
EDGES = 4
"""Columns of a border and its padding on both sides; half as many rows of the border."""
COVER = "▒▒▒▒▒▒", "######"
"""A bid card that lies face down; the second one in ASCII."""


class Stage(Widget):
    """One frame at a time; hidden if nothing happens. A click on it goes on."""

    class Pressed(Message):
        """Somebody wants to go on."""

    def __init__(self) -> None:
        super().__init__(id="stage")
        self._frame = STILL
        self._go_on = ""
        self.display = False

    def show(self, frame: InSight, go_on: str, top: int) -> None:
        """Draw this; ``go_on`` says how, ``top`` is the first row that may be covered."""
        drawn = frame.read is not None or frame.throw is not None
        if self.display != drawn:
            self.display = drawn
        same = _seen(frame) == _seen(self._frame) and go_on == self._go_on
        self._frame, self._go_on = frame, go_on
        if drawn:
            self._place(top)
        if not same:
            self.refresh()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Pressed())

    def render(self) -> Text:
        frame = self._frame
        if frame.read is not None:
            looks = cards(frame, frame.read, self._go_on, self.size.width)
            return fitting(looks, self.size.width, self.size.height, self.app.console)
        if frame.throw is not None:
            return _throw(frame, frame.throw, self._die_size, self.size.width)
        return Text()

    @property
    def _die_size(self) -> Size:
        large: Size = "large" if self.screen.size.height >= ROOMY else "small"
        count = len(self._frame.faces)
        return large if width_of(count, large) + EDGES <= self._around[0] else "small"

    @property
    def _around(self) -> tuple[int, int]:
        around = self.parent
        assert isinstance(around, Widget)
        return around.size.width, around.size.height

    def _place(self, top: int) -> None:
        """A card over all below the rows of players, and over those if it must; dice in the corner
        that leaves the choices.
        """
        width, height = self._around
        read = self._frame.read
        self.set_class(read is not None, "read")
        if read is not None:
            *_, least = cards(self._frame, read, self._go_on, width - EDGES)
            needed = rows_of(least, width - EDGES, self.app.console) + EDGES // 2
            high = min(max(height - top, needed), height)
            wide, x, y = width, 0, height - high
        else:
            size = self._die_size
            high = min(HEIGHTS[size] + 1, height)
            wide = min(max(width_of(len(self._frame.faces), size), WIDTHS[size] * 2), width)
            x, y = width - wide - 1, height - high
        styles = self.styles
        styles.width, styles.height, styles.offset = wide, high, (x, y)


def _seen(frame: InSight) -> tuple[object, ...]:
    return frame.read, frame.turned, frame.throw, frame.faces


def _throw(frame: InSight, throw: DiceThrown, size: Size, width: int) -> Text:
    """The dice, and under them, when they lie, what they come to."""
    colour = SEATS[throw.seat - 1] if throw.seat else None
    rows = dice(frame.faces, size, signs())
    text = Text("\n".join(rows), Style(color=colour, bold=True), no_wrap=True, justify="right")
    total = " + ".join(map(str, throw.dice))
    if len(throw.dice) > 1:
        total = f"{total} = {sum(throw.dice)}"
    if throw.who:
        total = f"{throw.who[: max(width - len(total) - 2, 0)]}: {total}"
    line = "" if frame.rolls else total
    text.append("\n" + line.rjust(width), Style(bold=True))
    return text


def cards(frame: InSight, read: Read, go_on: str, width: int) -> Iterator[Text]:
    """A card from its most generous look to its tightest: title, what is read, how to go on."""
    if isinstance(read, Bids):
        body = _bids(frame, read)
    else:
        body = [Text(read.text), *(Text(note, "bold") for note in read.notes)]
    plain = f"» {read.title.upper()}"
    for size in lettering.SIZES if signs() is FINE else ():
        if (title := lettering.fitted(read.title, width, size)) is not None:
            yield _laid("\n".join(title), body, go_on, gap="\n\n")
    yield _laid(plain, body, go_on, gap="\n\n")
    yield _laid(plain, body, go_on, gap="\n")


def _laid(title: str, body: list[Text], go_on: str, gap: str) -> Text:
    return Text(gap).join([Text(title, "bold"), *body, Text(go_on, "dim")])


def fitting(looks: Iterable[Text], width: int, height: int, console: Console) -> Text:
    """The first look that has room, else the last."""
    text = Text()
    for text in looks:
        if rows_of(text, width, console) <= height:
            break
    return text


def rows_of(text: Text, width: int, console: Console) -> int:
    """Rows that it takes in so many columns."""
    return len(text.wrap(console, max(width, 10)))


def _bids(frame: InSight, bids: Bids) -> list[Text]:
    """One line a bid, in the order of the seats; the notes when all lie open."""
    cover = COVER[signs() is not FINE]
    wide = max(len(bid.name) for bid in bids.bids)
    rows = Text()
    for at, bid in enumerate(bids.bids):
        style = Style(color=SEATS[bid.seat - 1], bold=True)
        rows.append(f"{signs().shapes[bid.seat - 1]} {bid.name:<{wide}}  ", style)
        rows.append(f"{bid.amount if at < frame.turned else cover:>10}", "bold")
        rows.append("\n" if at + 1 < len(bids.bids) else "")
    notes = bids.notes if frame.turned >= len(bids.bids) else ()
    return [rows, *(Text(note, "bold") for note in notes)]
