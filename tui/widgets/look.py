"""What a tile of the ring looks like: facts of the table first, then rows of signs."""

from dataclasses import dataclass
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from ketuk.engine.board import Board
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.states import Effects
from ketuk.engine.table import BANK, Table
from ketuk.tui.signs import GROUPS, SEATS, Signs
from ketuk.tui.words import brief


@dataclass(frozen=True, slots=True)
class Look:
    """All that lies on one tile."""

    tile: int
    name: str
    brief: str
    """One word of the name, for narrow tiles."""
    group: int
    zone: int
    price: int
    """0 where nothing can be bought (any more)."""
    owner: int
    level: int
    marks: str
    """Signs of flood, festival, barricade, insurance, mortgage and doubled rent."""
    pawns: tuple[int, ...]
    spared: tuple[int, ...] = ()
    """Pawns that a first lap spares what tiles do."""
    asked: bool = False
    """Whether the question is about this tile."""


FIRST_LAP = "*"
"""Behind a pawn that a first lap spares what tiles do; where there is no room it is underlined."""
UNDERLINED = Style(underline=True)


@dataclass(frozen=True, slots=True)
class Box:
    """The signs and letters that one picture of the ring is drawn with."""

    signs: Signs
    letters: tuple[str, ...]


def look_of(rules: RuleSet, table: Table, tile: int, signs: Signs, asked: bool = False) -> Look:
    """The look of a tile as the table stands."""
    printed, holding = rules.board.tiles[tile], table.holdings[tile]
    covered = printed.kind == "harbour" and table.state(Effects).capital
    owned = holding.owner != BANK
    deed = printed.deed if printed.kind != "harbour" or covered else None
    pawns = tuple([s for s in table.seats if table.player(s).at == tile])
    return Look(
        tile=tile,
        name=printed.card_name if covered else printed.name,
        brief=printed.card_name if covered else briefs(rules.board)[tile],
        group=printed.group,
        zone=printed.zone,
        price=deed.price if deed is not None and not owned else 0,
        owner=holding.owner,
        level=holding.level,
        marks=_marks(rules, table, tile, signs),
        pawns=pawns,
        spared=tuple([s for s in pawns if rules.spared(rules, table, s)]),
        asked=asked,
    )


def looks(
    rules: RuleSet, table: Table, signs: Signs, asked: frozenset[int] = frozenset()
) -> tuple[Look, ...]:
    """The looks of all tiles."""
    return tuple(look_of(rules, table, t, signs, t in asked) for t in range(rules.board.size))


def _marks(rules: RuleSet, table: Table, tile: int, signs: Signs) -> str:
    printed, holding, effects = rules.board.tiles[tile], table.holdings[tile], table.state(Effects)
    wall = effects.barricade
    found = signs.built(holding.level, rules.top_level) if holding.level else ""
    found += signs.mortgaged * holding.mortgaged + signs.insured * bool(holding.insurance)
    found += signs.flood * table.state(Effects).flooded(tile)
    found += signs.festival * (effects.festival is not None and effects.festival.at == tile)
    if wall is not None and tile in (wall.at, (wall.at + 1) % rules.board.size):
        found += signs.barricade
    boomed = bool(printed.zone) and effects.boom == printed.zone
    invested = bool(printed.group) and effects.invested == printed.group
    tolled = printed.trait == "toll" and effects.homecoming
    return found + signs.doubled * (boomed or invested or tolled)


@lru_cache(maxsize=8)
def _briefs(names: tuple[str, ...]) -> tuple[str, ...]:
    first = {name: name.split()[0] for name in names}
    shared = {
        name
        for name in names
        if any(first[name] == first[other] and name != other for other in names)
    }
    return tuple(name.split()[-1] if name in shared else first[name] for name in names)


def briefs(board: Board) -> tuple[str, ...]:
    """One word a tile: the first of its name, or the last where tiles share the first."""
    return _briefs(tuple(tile.name for tile in board.tiles))


def paint(look: Look, width: int, height: int, box: Box) -> list[Strip]:
    """A tile as ``height`` rows of exactly ``width`` columns (at least 7 by 1)."""
    inner = width - 1
    rows = [_name_row(look, inner, box) if height > 1 else _only_row(look, inner, box)]
    if height == 1:
        pass
    elif height == 2:
        rows.append(_marks_and_pawns(look, inner, box))
    else:
        rows.append(_worth_row(look, inner, box))
        if height > 3:
            rows.append(_zone_row(look, inner))
        rows += [[Segment(" " * inner)] for _ in range(height - len(rows) - 1)]
        rows.append(_pawn_row(look, inner, box))
    ground = Style(bgcolor=_ground(look, box))
    edge = _edge(look, box)
    # A piece without any style stops Textual's filter for terminals without colours.
    rows = [[Segment(text, style or Style.null()) for text, style, _ in row] for row in rows]
    return [Strip([edge, *row], width).apply_style(ground) for row in rows]


def _ground(look: Look, box: Box) -> str | None:
    """Water on a flooded tile, light on the one that the question is about."""
    if look.asked:
        return "#2a3d4d"
    return "#0e2c4e" if box.signs.flood in look.marks else None


def _edge(look: Look, box: Box) -> Segment:
    sign = box.signs.strip if look.group else box.signs.edge
    return Segment(sign, Style(color=GROUPS[look.group % len(GROUPS)]))


def _name_row(look: Look, width: int, box: Box) -> list[Segment]:
    badge = f"{box.signs.shapes[look.owner - 1]}{box.letters[look.owner - 1]}" if look.owner else ""
    room = width - len(badge)
    name = look.name if len(look.name) <= room else look.brief[:room]
    colour = GROUPS[look.group] if look.group else None
    style = Style(color=colour, bold=look.asked or bool(look.group), reverse=look.asked)
    row = [Segment(name, style), Segment(" " * (width - len(name) - len(badge)))]
    if badge:
        row.append(Segment(badge, Style(color=SEATS[look.owner - 1], bold=True)))
    return row


def _only_row(look: Look, width: int, box: Box) -> list[Segment]:
    """Name, owner's letter, first mark and pawns in a single row."""
    pawns = _pawns(look, box, width - 2, letters=True)
    owner = box.letters[look.owner - 1] if look.owner else ""
    room = width - Segment.get_line_length(pawns) - len(owner) - len(look.marks[:1])
    name = look.brief[: max(room, 0)]
    return [
        Segment(name, Style(color=GROUPS[look.group] if look.group else None)),
        Segment(" " * (room - len(name))),
        Segment(look.marks[:1], Style(bold=True)),
        Segment(owner, Style(color=SEATS[look.owner - 1], bold=True) if owner else None),
        *pawns,
    ]


def _worth_row(look: Look, width: int, box: Box) -> list[Segment]:
    price = brief(look.price, width) if look.price else ""
    marks = look.marks[: width - len(price)]
    gap = width - len(price) - len(marks)
    return [
        Segment(price, Style(dim=True)),
        Segment(" " * gap),
        Segment(marks, Style(bold=True)),
    ]


def _zone_row(look: Look, width: int) -> list[Segment]:
    text = f"s{look.group} z{look.zone}" if look.group else ""
    return [Segment(text[:width].ljust(width), Style(dim=True))]


def _pawns(look: Look, box: Box, room: int, *, letters: bool = False) -> list[Segment]:
    """Pawns in ``room`` columns: shape and letter each, or letters alone where it is narrow.

    Where even those are too many, a plus stands for the rest; the rows of players tell who.
    """
    wide = len(look.pawns) * 3 <= room and not letters
    crowded = len(look.pawns) > room
    found = []
    for seat in look.pawns[: max(room - 1, 0)] if crowded else look.pawns:
        text = box.letters[seat - 1]
        if wide:
            text = f"{box.signs.shapes[seat - 1]}{text}{FIRST_LAP if seat in look.spared else ' '}"
        style = Style(color="#101418", bgcolor=SEATS[seat - 1], bold=True)
        found.append(Segment(text, style + UNDERLINED if seat in look.spared else style))
    return [*found, Segment("+", Style(bold=True))] if crowded else found


def _pawn_row(look: Look, width: int, box: Box) -> list[Segment]:
    pawns = _pawns(look, box, width)
    return [*pawns, Segment(" " * (width - Segment.get_line_length(pawns)))]


def _marks_and_pawns(look: Look, width: int, box: Box) -> list[Segment]:
    pawns = _pawns(look, box, width - len(look.marks))
    room = width - Segment.get_line_length(pawns)
    left = look.marks[:room] or (brief(look.price, room) if look.price else "")
    return [Segment(left, Style(bold=bool(look.marks), dim=not look.marks)),
            Segment(" " * (room - len(left))), *pawns]  # fmt: skip
