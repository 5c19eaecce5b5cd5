"""Where symbol and words stand on one label of a paper. Lengths in mm from the label's corner."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from ketuk.codes.code import box_of, groups
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.papers import Paper
from ketuk.codes.symbol import GOOD_MODULE_MM, LEAST_MODULE_MM, QUIET, Form, form_for, side

MM_A_POINT = 25.4 / 72
LEADING = 1.03
"""Height of a line by the size of its letters."""
SIGN_EM = 0.603
"""Width of a sign of a code by its size."""
TITLE, FOOT = 0.8, 0.65
"""Sizes of a card's name and of the line below, by that of the code."""
LARGEST_PT = 14.0
"""Size that the code grows to on a large label."""
LEAST_PT = 4.5
"""No smaller words are printed."""
LEAST_TITLE_MM = 12.0
"""Room that any card's name needs on a round label."""
LONG_TITLE_MM = 19.0
"""Room on one line that is enough for the longest names, in narrow letters."""
NARROWEST = 0.7
"""Words that are too wide are printed in letters of this width at least, by their own."""
STEP_MM = 0.1
"""Steps in which a symbol shrinks until its words fit."""


@dataclass(frozen=True, slots=True)
class Label:
    """What one sticker says: the code, the card's name, and the sticker's serial (None: spare)."""

    code: str
    title: str
    serial: int | None

    def foot(self, slots: int) -> tuple[str, ...]:
        """The small words, box and serial: together in one slot, or apart in two."""
        box, serial = box_of(self.code), "" if self.serial is None else f"· {self.serial}"
        return (box, serial) if slots == 2 else (f"{box} {serial}".strip(),)


@dataclass(frozen=True, slots=True)
class Slot:
    """Room for one line of text, centred at ``x``: ``top``, ``width``, and ``pt`` at most."""

    x: float
    top: float
    width: float
    pt: float


@dataclass(frozen=True, slots=True)
class Plan:
    """The places on a label; ``x`` and ``y`` are the symbol's corner, its quiet zone outside."""

    form: Form
    module: float
    x: float
    y: float
    code: tuple[Slot, ...]
    title: tuple[Slot, ...]
    foot: tuple[Slot, ...]
    """One slot for box and serial together, or one for each."""


def code_lines(code: str, count: int) -> tuple[str, ...]:
    """The three groups of a code on ``count`` lines."""
    one, two, three = groups(code)
    match count:
        case 3:
            return one, two, three
        case 2:
            return f"{one}-{two}", three
        case _:
            return (f"{one}-{two}-{three}",)


@cache
def plan(paper: Paper) -> Plan:
    """The plan for a paper: words beside the symbol if there is room, else below it.

    Raises:
        CodesFault: NO_FIT, no readable symbol fits beside or above the words.
    """
    beside = _beside(paper)
    if beside is not None:
        return beside
    for form, least in _tries(paper):
        tries = ((lines, title) for title in (1, 2) for lines in (3, 1, 2))
        plans = [one for lines, title in tries if (one := _below(paper, form, least, lines, title))]
        roomy = [one for one in plans if one.title[0].width >= LONG_TITLE_MM or len(one.title) > 1]
        if plans:
            return max(roomy or plans, key=lambda one: one.module)
    raise CodesFault(Fault.NO_FIT, paper=paper.name, module=LEAST_MODULE_MM)


def _tries(paper: Paper) -> Iterator[tuple[Form, float]]:
    """Forms with the least module that each may have, the best first."""
    forms: tuple[Form, ...] = ("2-H", "1-Q") if paper.symbol == "auto" else (paper.symbol,)
    for form in forms:
        yield form, GOOD_MODULE_MM
    for form in reversed(forms):
        yield form, LEAST_MODULE_MM


def _height(pt: float, lines: float) -> float:
    return pt * MM_A_POINT * LEADING * lines


def _code_width(pt: float, lines: int) -> float:
    return {3: 4, 2: 9, 1: 14}[lines] * SIGN_EM * pt * MM_A_POINT


def _foot_width(pt: float) -> float:
    """Enough for a box and a serial of two digits."""
    return 10 * 0.55 * pt * MM_A_POINT


def _beside(paper: Paper) -> Plan | None:
    """Symbol as high as the label, at its left; name, three groups and foot at its right."""
    room = paper.label.height - 2 * paper.margin
    column = paper.label.width - 2 * paper.margin - room
    block = _height(paper.code_pt, 3 + 2 * TITLE + FOOT)
    if paper.label.shape == "round" or column < _code_width(paper.code_pt, 3) or block > room:
        return None
    form = form_for(room) if paper.symbol == "auto" else paper.symbol
    module = room / side(form, quiet=QUIET)
    if module < LEAST_MODULE_MM:
        return None
    grown = min(room / block, 0.8 * column / _code_width(paper.code_pt, 3))
    pt = max(paper.code_pt, min(LARGEST_PT, paper.code_pt * grown))
    x = paper.margin + room + column / 2
    top = paper.margin + (room - _height(pt, 3 + 2 * TITLE + FOOT)) / 2
    slots = list(_column(x, top, lambda _: column, pt, code=3, title=2))
    corner = paper.margin + QUIET * module
    return Plan(
        form=form,
        module=module,
        x=corner,
        y=corner,
        title=tuple(slots[:2]),
        code=tuple(slots[2:5]),
        foot=(slots[5],),
    )


def _below(paper: Paper, form: Form, least: float, lines: int, title: int = 1) -> Plan | None:
    """Symbol above, as large as the words below it allow, on a square or a round label.

    A name on two lines leaves the small words no room below: on a round label they stand beside.
    """
    if title > 1 and paper.label.shape != "round":
        return None
    modules = side(form, quiet=QUIET)
    room = min(paper.label.width, paper.label.height) - 2 * paper.margin
    size = room
    while size >= modules * least:
        plan = _below_at(paper, form, size, lines, title)
        if plan is not None:
            return plan
        size -= STEP_MM
    return None


def _below_at(paper: Paper, form: Form, size: float, lines: int, title: int) -> Plan | None:
    middle_x, middle_y = paper.label.width / 2, paper.label.height / 2
    chord = _chord(paper)
    top = _highest(paper, size)
    if top is None:
        return None

    def width(y: float) -> float:
        return chord(y - middle_y)

    below = top + size
    words = _column(middle_x, below, width, paper.code_pt, code=lines, title=title, last=True)
    *slots, foot = words
    feet = (foot,) if title == 1 else _at_sides(paper, top, size)
    enough = (
        all(slot.width >= _code_width(slot.pt, lines) for slot in slots[:lines])
        and all(slot.width >= LEAST_TITLE_MM for slot in slots[lines : lines + 1])
        and all(slot.width >= LEAST_TITLE_MM / title for slot in slots[lines + 1 :])
        and all(slot.width >= _foot_width(slot.pt) / len(feet) for slot in feet)
    )
    if not enough:
        return None
    module = size / side(form, quiet=QUIET)
    return Plan(
        form=form,
        module=module,
        x=middle_x - size / 2 + QUIET * module,
        y=top + QUIET * module,
        code=tuple(slots[:lines]),
        title=tuple(slots[lines:]),
        foot=feet,
    )


def _at_sides(paper: Paper, top: float, size: float) -> tuple[Slot, ...]:
    """Room for a short word at either side of the symbol, where a round label is widest."""
    height = _height(LEAST_PT, 1)
    middle_x, middle_y = paper.label.width / 2, paper.label.height / 2
    at = min(max(middle_y - height / 2, top), top + size - height)
    edge = max(abs(at - middle_y), abs(at + height - middle_y))
    width = _chord(paper)(edge) / 2 - size / 2
    out = size / 2 + width / 2
    return tuple(Slot(middle_x + side * out, at, width, LEAST_PT) for side in (-1, 1))


def _column(
    x: float,
    top: float,
    width: Callable[[float], float],
    pt: float,
    *,
    code: int,
    title: int,
    last: bool = False,
) -> Iterator[Slot]:
    """Lines under each other: name, code, foot, or the code first where ``last`` is the name.

    A line's ``width`` is that at its narrower edge.
    """
    names, signs = [(max(TITLE * pt, LEAST_PT), title)], [(pt, code)]
    foot = (max(FOOT * pt, LEAST_PT), 1)
    for size, count in (*(signs + names if last else names + signs), foot):
        for _ in range(count):
            height = _height(size, 1)
            yield Slot(x, top, min(width(top), width(top + height)), size)
            top += height


def _chord(paper: Paper) -> Callable[[float], float]:
    """The free width of a label at a height above or below its middle."""
    across = paper.label.width - 2 * paper.margin
    half = paper.label.height / 2 - paper.margin

    def chord(y: float) -> float:
        if abs(y) > half + 1e-9:
            return 0.0
        return 2 * math.sqrt(half**2 - y**2) if paper.label.shape == "round" else across

    return chord


def _highest(paper: Paper, size: float) -> float | None:
    """The upper edge of a square of ``size`` pushed up as far as the label allows."""
    if paper.label.shape == "square":
        return paper.margin
    radius = paper.label.height / 2 - paper.margin
    if size / 2 >= radius:
        return None
    return paper.label.height / 2 - math.sqrt(radius**2 - (size / 2) ** 2)
