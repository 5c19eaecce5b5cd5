"""The ring tells apart what a player tells apart: people, colours, buildings, who is jailed."""

import math
import re
from itertools import combinations

import pytest
from laid import laid, standing

from ketuk import engine
from ketuk.engine.table import replace
from ketuk.tui.signs import FINE, GROUPS, PLAIN, SEATS, Signs, letters
from ketuk.tui.telling.names import Names
from ketuk.tui.widgets.look import Glyphs, look_of, paint
from ketuk.tui.words import LANGUAGES, Language, figure

NARROW, FLAT = (7, 2), (7, 1)
"""Tiles of a ring in 80 columns and 24 rows: of two rows, and at its sides of one."""
FAR, BLIND = 0.1, 0.07
"""Distances in OKLab: of colours that nobody takes for each other (0.02 is just seen), and of
those that are left to people who see no green."""
each_set = pytest.mark.parametrize("ruleset", engine.NAMES)


def painted(names: Names, tile: int, size: tuple[int, int], signs: Signs = FINE) -> str:
    marks = letters([p.name for p in names.table.players])
    box = Glyphs(signs, marks, names.words.language)
    rows = paint(look_of(names, tile, signs), *size, box)
    return "\n".join(row.text for row in rows)


def with_holding(names: Names, tile: int, **fields: object) -> Names:
    holdings = list(names.table.holdings)
    holdings[tile] = replace(holdings[tile], **fields)
    return Names(names.telling, replace(names.table, holdings=tuple(holdings)))


# ---- colours


def linear(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))

    def light(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    return light(red), light(green), light(blue)


def oklab(rgb: tuple[float, float, float]) -> tuple[float, float, float]:
    """Björn Ottosson's space, in which distances are how different colours look."""
    r, g, b = rgb
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def without_green(rgb: tuple[float, float, float]) -> tuple[float, float, float]:
    """What is left of a colour in deuteranopia (Machado, Oliveira and Fernandes 2009)."""
    r, g, b = rgb
    rows = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
            (-0.011820, 0.042940, 0.968881))  # fmt: skip
    return tuple(min(max(x * r + y * g + z * b, 0), 1) for x, y, z in rows)  # type: ignore[return-value]


def test_no_player_has_the_colour_of_a_group_or_of_another_player() -> None:
    seen = [oklab(linear(colour)) for colour in SEATS]
    groups = [oklab(linear(colour)) for colour in GROUPS]
    assert min(math.dist(s, g) for s in seen for g in groups) >= FAR
    assert min(math.dist(*two) for two in combinations(seen, 2)) >= FAR
    left = [oklab(without_green(linear(colour))) for colour in SEATS]
    assert min(math.dist(*two) for two in combinations(left, 2)) >= BLIND


@each_set
def test_every_group_has_a_colour_of_its_own(ruleset: str) -> None:
    assert len(set(GROUPS)) == len(GROUPS) >= len(engine.ruleset(ruleset).board.groups)


# ---- pawns, buildings, money


@each_set
@pytest.mark.parametrize("signs", [FINE, PLAIN], ids=["fine", "plain"])
def test_all_pawns_on_one_tile_are_seen_in_the_least_window(ruleset: str, signs: Signs) -> None:
    names = laid(ruleset)
    marks = letters([p.name for p in names.table.players])
    for tile in range(names.rules.board.size):
        shown = painted(standing(names, tile), tile, NARROW, signs)
        assert all(mark in shown for mark in marks), shown
    in_one_row = painted(standing(names, 0), 0, FLAT, signs)
    told = re.search(r"([A-Z]+)\+(\d)$", in_one_row)
    if all(mark in in_one_row for mark in marks):
        assert "+" not in in_one_row
    else:
        assert told is not None
        assert len(told[1]) + int(told[2]) == len(marks), in_one_row


@each_set
@pytest.mark.parametrize("size", [FLAT, NARROW, (10, 3), (15, 4)], ids=str)
def test_every_number_of_buildings_is_told_from_every_other(
    ruleset: str, size: tuple[int, int]
) -> None:
    names = laid(ruleset)
    board = names.rules.board
    for tile in (t for t in board.deeds if board.deed(t).build_price):
        owned = with_holding(standing(names, 0), tile, owner=1)
        ways = {
            painted(with_holding(owned, tile, level=level), tile, size)
            for level in range(names.rules.top_level + 1)
        }
        assert len(ways) == names.rules.top_level + 1, ways


@each_set
@pytest.mark.parametrize("language", LANGUAGES)
def test_prices_are_whole_and_written_as_the_language_writes_them(
    ruleset: str, language: Language
) -> None:
    names = laid(ruleset, language)
    for tile in names.rules.board.deeds:
        price = names.rules.board.deed(tile).price
        for size in (NARROW, (10, 3), (15, 4)):
            for crowd in (0, 1, 2):
                players = tuple(
                    replace(p, at=tile if seat <= crowd else (tile + 1) % names.rules.board.size)
                    for seat, p in enumerate(names.table.players, 1)
                )
                table = replace(names.table, players=players)
                shown = painted(Names(names.telling, table), tile, size)
                printed = names.rules.board.tiles[tile].kind != "harbour"
                whole = figure(price, language)
                if printed and len(whole) < size[0] - crowd:
                    assert whole in shown, shown
                assert price > 99_999 or not re.search(r"\d(rb|k|mil|jt|M|mi)\b", shown), shown


@each_set
def test_who_is_jailed_stands_behind_bars_and_who_passes_by_does_not(ruleset: str) -> None:
    names = laid(ruleset, players=4)
    jail = names.rules.board.find("jail")
    for size in (FLAT, NARROW, (10, 3), (15, 4)):
        free = painted(standing(names, jail), jail, size)
        assert FINE.bars not in free
        held = painted(standing(names, jail, frozenset({2})), jail, size)
        _, _, after = held.replace(FINE.shapes[1], "").partition(FINE.bars)
        assert "B" in after
        assert not re.search("[ACD]", after.replace("Penjara", "")), held


@pytest.mark.parametrize("language", LANGUAGES)
def test_zones_are_spelled_out(language: Language) -> None:
    names = laid("nusantara", language)
    for tile in names.rules.board.deeds:
        printed = names.rules.board.tiles[tile]
        if printed.zone:
            wide, narrow = (painted(names, tile, (width, 4)) for width in (19, 9))
            zone = names.words("screens.zone", number=printed.zone)
            assert zone in wide
            assert zone in narrow
            assert names.words("screens.group", number=printed.group) in wide
            assert not re.search(r"\b[sz]\d", wide + narrow)
