"""What a tile of the ring looks like: facts of the table first, then rows of signs."""

from dataclasses import dataclass, replace
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from ketuk.engine.board import Board
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.states import Effects
from ketuk.engine.table import BANK, NOWHERE, Table
from ketuk.tui.scenes.reel import InSight
from ketuk.tui.signs import GROUPS, SEATS, Signs
from ketuk.tui.telling.names import Names
from ketuk.tui.words import Language, brief


@dataclass(frozen=True, slots=True)
class TileLook:
    """All that lies on one tile."""

    tile: int
    name: str
    brief: str
    """One word of the name, for narrow tiles."""
    group: int
    zone: int
    price: int
    """0 if nothing can be bought (any more)."""
    owner: int
    built: str
    """Signs of what is built there, one each."""
    built_short: str
    """The same in two columns at most."""
    marks: str
    """Signs of flood, festival, barricade, insurance, mortgage and doubled rent."""
    pawns: tuple[int, ...]
    spared: tuple[int, ...] = ()
    """Pawns that a first lap spares what tiles do."""
    held: tuple[int, ...] = ()
    """Pawns that are jailed there, and do not pass by."""
    district: tuple[str, ...] = ()
    """Its zone, and its group: what cards speak of and nothing else on the ring shows."""
    asked: bool = False
    """Whether the question is about this tile."""
    felt: bool = False
    """Whether something has just been done to it."""

    def signs(self, room: int) -> str:
        """What is built and what else lies there, in so many columns: buildings as few signs if
        they have to be.
        """
        full = self.built + self.marks
        return full if len(full) <= room else (self.built_short + self.marks)[: max(room, 0)]


FIRST_LAP = "*"
"""Behind a pawn that a first lap spares what tiles do; if there is no room it is underlined."""
UNDERLINED = Style(underline=True)


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The signs and letters that one picture of the ring is drawn with."""

    signs: Signs
    letters: tuple[str, ...]
    language: Language = "id"
    """How figures are written."""


def look_of(names: Names, tile: int, signs: Signs, asked: bool = False) -> TileLook:
    """The look of a tile as the table stands."""
    rules, table = names.rules, names.table
    printed, holding = rules.board.tiles[tile], table.holdings[tile]
    covered = printed.kind == "harbour" and table.state(Effects).capital
    owned = holding.owner != BANK
    deed = printed.deed if printed.kind != "harbour" or covered else None
    pawns = tuple([s for s in table.seats if table.player(s).at == tile])
    return TileLook(
        tile=tile,
        name=printed.card_name if covered else printed.name,
        brief=printed.card_name if covered else briefs(rules.board)[tile],
        group=printed.group,
        zone=printed.zone,
        price=deed.price if deed is not None and not owned else 0,
        owner=holding.owner,
        built=signs.built(holding.level, rules.top_level) if holding.level else "",
        built_short=signs.built(holding.level, rules.top_level, 1) if holding.level else "",
        marks=_marks(rules, table, tile, signs),
        pawns=pawns,
        spared=tuple([s for s in pawns if rules.spared(rules, table, s)]),
        held=tuple([s for s in pawns if table.player(s).jail != NOWHERE]),
        district=_district(names, tile),
        asked=asked,
    )


def looks(names: Names, signs: Signs, asked: frozenset[int] = frozenset()) -> tuple[TileLook, ...]:
    """The looks of all tiles."""
    return tuple(look_of(names, t, signs, t in asked) for t in range(names.rules.board.size))


def _district(names: Names, tile: int) -> tuple[str, ...]:
    printed, words = names.rules.board.tiles[tile], names.words
    lines = [words("screens.zone", number=printed.zone)] if printed.zone else []
    if printed.group and f"group_{printed.group}" not in names.rules.terms:
        lines.append(words("screens.group", number=printed.group))
    return tuple(lines)


def happening(tile_looks: tuple[TileLook, ...], frame: InSight) -> tuple[TileLook, ...]:
    """The same while something happens: pawns on their way, tiles that stand out."""
    moving = dict(frame.pawns)
    if not moving and not frame.tiles:
        return tile_looks
    return tuple(_look_now(look, moving, felt=look.tile in frame.tiles) for look in tile_looks)


def _look_now(look: TileLook, moving: dict[int, int], *, felt: bool) -> TileLook:
    """Who stands on a tile: whoever stays there, and whoever comes by."""
    passing = {seat for seat, at in moving.items() if at == look.tile}
    pawns = tuple(sorted({seat for seat in look.pawns if seat not in moving} | passing))
    held = tuple(seat for seat in look.held if seat not in moving)
    return replace(look, pawns=pawns, held=held, felt=felt)


def _marks(rules: RuleSet, table: Table, tile: int, signs: Signs) -> str:
    printed, holding, effects = rules.board.tiles[tile], table.holdings[tile], table.state(Effects)
    wall = effects.barricade
    marks = signs.mortgaged * holding.mortgaged + signs.insured * bool(holding.insurance)
    marks += signs.flood * table.state(Effects).flooded(tile)
    marks += signs.festival * (effects.festival is not None and effects.festival.at == tile)
    if wall is not None and tile in (wall.at, (wall.at + 1) % rules.board.size):
        marks += signs.barricade
    boomed = bool(printed.zone) and effects.boom == printed.zone
    invested = bool(printed.group) and effects.invested == printed.group
    tolled = printed.trait == "toll" and effects.homecoming
    return marks + signs.doubled * (boomed or invested or tolled)


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
    """One word a tile: the first of its name, or the last if tiles share the first."""
    return _briefs(tuple(tile.name for tile in board.tiles))


def paint(look: TileLook, width: int, height: int, box: Glyphs) -> list[Strip]:
    """A tile as ``height`` rows of exactly ``width`` columns (at least 7 by 1)."""
    inner = width - 1
    upper, lower = _two_rows(look, inner) if height > 1 else ((), ())
    rows = [_name_row(look, inner, box, upper) if height > 1 else _only_row(look, inner, box)]
    if height == 1:
        pass
    elif height == 2:
        rows.append(_marks_and_pawns(look, inner, box, lower))
    else:
        rows.append(_worth_row(look, inner, box))
        if height > 3:
            rows.append(_district_row(look, inner))
        rows += [[Segment(" " * inner)] for _ in range(height - len(rows) - 1)]
        rows.append(_pawn_row(inner, _pawns(look, box, lower, inner)))
    ground = Style(bgcolor=_ground(look, box))
    edge = _edge(look, box)
    # A piece without any style stops Textual's filter for terminals without colours.
    rows = [[Segment(text, style or Style.null()) for text, style, _ in row] for row in rows]
    return [Strip([edge, *row], width).apply_style(ground) for row in rows]


def _ground(look: TileLook, box: Glyphs) -> str | None:
    """Water on a flooded tile, light on what the question is about or what was just touched."""
    if look.felt:
        return "#5a4a1a"
    if look.asked:
        return "#2a3d4d"
    return "#0e2c4e" if box.signs.flood in look.marks else None


def _edge(look: TileLook, box: Glyphs) -> Segment:
    sign = box.signs.strip if look.group else box.signs.edge
    return Segment(sign, Style(color=GROUPS[look.group % len(GROUPS)]))


def _name_row(look: TileLook, width: int, box: Glyphs, upper: tuple[int, ...]) -> list[Segment]:
    """Name, owner, and those pawns for which the row below has no room."""
    badge = f"{box.signs.shapes[look.owner - 1]}{box.letters[look.owner - 1]}" if look.owner else ""
    pawns = _pawns(look, box, upper, len(upper))
    room = width - len(badge) - len(upper)
    name = look.name if len(look.name) <= room else look.brief[: max(room, 0)]
    colour = GROUPS[look.group] if look.group else None
    out = look.asked or look.felt
    style = Style(color=colour, bold=look.asked or bool(look.group), reverse=out)
    row = [Segment(name, style), Segment(" " * (room - len(name)))]
    if badge:
        row.append(Segment(badge, Style(color=SEATS[look.owner - 1], bold=True)))
    return [*row, *pawns]


def _only_row(look: TileLook, width: int, box: Glyphs) -> list[Segment]:
    """Name, owner's letter, what lies there and pawns in a single row."""
    owner = box.letters[look.owner - 1] if look.owner else ""
    places, most = _places(look), width - len(owner)
    hidden = len(places) - most + 2 if len(places) > most else 0
    pawns = _pawns(look, box, places[: len(places) - hidden], 0)
    if hidden:
        left = sum(1 for place in places[len(places) - hidden :] if place != BARS)
        pawns.append(Segment(f"+{left}", Style(bold=True)))
    room = width - Segment.get_line_length(pawns) - len(owner)
    marks = look.signs(min(room, len(look.built_short) or 1))
    room -= len(marks)
    name = look.brief[: max(room, 0)]
    return [
        Segment(name, Style(color=GROUPS[look.group] if look.group else None, reverse=look.felt)),
        Segment(" " * (room - len(name))),
        Segment(marks, Style(bold=True)),
        Segment(owner, Style(color=SEATS[look.owner - 1], bold=True) if owner else None),
        *pawns,
    ]


def _worth_row(look: TileLook, width: int, box: Glyphs) -> list[Segment]:
    price = brief(look.price, width, box.language) if look.price else ""
    marks = look.signs(width - len(price))
    gap = width - len(price) - len(marks)
    return [
        Segment(price, Style(dim=True)),
        Segment(" " * gap),
        Segment(marks, Style(bold=True)),
    ]


def _district_row(look: TileLook, width: int) -> list[Segment]:
    text = ", ".join(look.district)
    if len(text) > width:
        text = next((part for part in look.district if len(part) <= width), "")
    return [Segment(text.ljust(width), Style(dim=True))]


BARS = 0
"""In a row of pawns, where those begin that are jailed."""


def _places(look: TileLook) -> tuple[int, ...]:
    """The pawns by seat: those that pass by, then ``BARS`` and those that are jailed."""
    free = tuple(seat for seat in look.pawns if seat not in look.held)
    return (*free, BARS, *look.held) if look.held else free


def _two_rows(look: TileLook, width: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Which pawns stand in the upper row and which in the lower: all there if there is room."""
    places = _places(look)
    over = max(len(places) - width, 0)
    return places[:over], places[over:]


def _pawns(look: TileLook, box: Glyphs, places: tuple[int, ...], room: int) -> list[Segment]:
    """Pawns in ``room`` columns: shape and letter each, or letters alone where it is narrow."""
    wide = sum(3 if seat else 1 for seat in places) <= room
    segments = []
    for seat in places:
        if seat == BARS:
            segments.append(Segment(box.signs.bars, Style(bold=True)))
            continue
        text = box.letters[seat - 1]
        if wide:
            text = f"{box.signs.shapes[seat - 1]}{text}{FIRST_LAP if seat in look.spared else ' '}"
        style = Style(color="#101418", bgcolor=SEATS[seat - 1], bold=True)
        segments.append(Segment(text, style + UNDERLINED if seat in look.spared else style))
    return segments


def _pawn_row(width: int, pawns: list[Segment]) -> list[Segment]:
    return [*pawns, Segment(" " * (width - Segment.get_line_length(pawns)))]


def _marks_and_pawns(
    look: TileLook, width: int, box: Glyphs, lower: tuple[int, ...]
) -> list[Segment]:
    """What lies there, else the price, as it is; pawns make room for it, or it stays away."""
    left = look.signs(width - len(lower))
    price = brief(look.price, width, box.language) if look.price and not left else ""
    pawns = _pawns(look, box, lower, width - len(left or price))
    room = width - Segment.get_line_length(pawns)
    left = look.signs(room) or (price if len(price) <= room else "")
    return [Segment(left, Style(bold=bool(look.marks or look.built), dim=left == price)),
            Segment(" " * (room - len(left))), *pawns]  # fmt: skip
