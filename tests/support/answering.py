"""How a page is answered: each field filled in as the page does it, knowing nothing of the game."""

from collections.abc import Iterator
from typing import Any

from ketuk.rooms import sheet
from ketuk.rooms.sheet import AnyField, Command, Line, Sheet


def answers_on(page: Sheet) -> Iterator[tuple[Command, ...]]:
    """One answer of each field on a page, those of the hand among them."""
    yield from answers(page.fields)
    for card in page.hand or ():
        yield from answers((sheet.Lines(lines=card.lines), *card.fields))


def answers(fields: tuple[AnyField, ...]) -> Iterator[tuple[Command, ...]]:
    """One answer of each field, filled in as the page does it."""
    for field in fields:
        match field:
            case sheet.Lines(lines=lines) | sheet.Answers(lines=lines):
                for line in lines:
                    yield from _of_line(line)
            case sheet.Amount(cmd=cmd, fills=fills, least=least):
                yield (_filled(cmd, fills, least),)
            case sheet.CardsField(cmd=cmd, fills=fills, cards=cards):
                yield (_filled(cmd, fills, cards[-1].value),)
            case sheet.SomeOf(cmd=cmd, fills=fills, choices=choices, least=least):
                yield (_filled(cmd, fills, [one.value for one in choices[: max(1, least)]]),)
            case sheet.Tiles(groups=groups):
                yield groups[-1].tiles[-1].cmds
            case sheet.DiceField(cmd=cmd, fills=fills, count=count, many=many):
                yield (_filled(cmd, fills, [3] * count if many else 3),)
            case sheet.CardField() | sheet.GoodsField() | sheet.Facts():
                pass


def _of_line(line: Line) -> Iterator[tuple[Command, ...]]:
    if line.cmds:
        yield line.cmds
    for inner in line.lines:
        yield from _of_line(inner)
    yield from answers(line.fields)


def _filled(cmd: Command, fills: str, value: Any) -> Command:
    assert "." not in fills
    return {**cmd, fills: value}


def says(page: Sheet, wanted: Command) -> bool:
    """Whether somebody can say this on the page: as a line, or by filling a field."""
    return any(_says(one, wanted) for one in _all_fields(page))


def _all_fields(page: Sheet) -> Iterator[AnyField]:
    yield from _opened(page.fields)
    yield from _opened((sheet.Lines(lines=page.always),))
    for card in page.hand or ():
        yield from _opened((sheet.Lines(lines=card.lines), *card.fields))


def _opened(fields: tuple[AnyField, ...]) -> Iterator[AnyField]:
    """Fields, and those that their lines open."""
    for field in fields:
        yield field
        for line in getattr(field, "lines", ()):
            yield from _opened((sheet.Lines(lines=line.lines), *line.fields))


def _says(field: AnyField, wanted: Command) -> bool:
    match field:
        case sheet.Lines(lines=lines) | sheet.Answers(lines=lines):
            return any(line.cmds == (wanted,) for line in lines)
        case sheet.Amount(cmd=cmd, fills=fills, least=least, most=most, step=step):
            value = wanted.get(fills)
            fits = isinstance(value, int) and value in range(least, most + 1, step)
            return fits and _filled(cmd, fills, value) == wanted
        case sheet.CardsField(cmd=cmd, fills=fills, cards=faces):
            return any(_filled(cmd, fills, face.value) == wanted for face in faces)
        case sheet.SomeOf(cmd=cmd, fills=fills, choices=faces, least=least, most=most):
            values = wanted.get(fills, ())
            known = {face.value for face in faces} >= set(values)
            return known and least <= len(values) <= most and _filled(cmd, fills, values) == wanted
        case sheet.Tiles(groups=groups):
            return any(tile.cmds == (wanted,) for group in groups for tile in group.tiles)
        case sheet.GoodsField(partners=partners):
            return any(_offers(partner, wanted) for partner in partners)
        case _:
            return False


def _offers(partner: sheet.Partner, wanted: Command) -> bool:
    """Whether a trade can be put together with this partner."""
    trade = wanted.get("trade")
    if trade is None or trade["partner"] != partner.cmd["trade"]["partner"]:
        return False
    sides = ((partner.give, trade["give"]), (partner.take, trade["take"]))
    return all(
        goods["cash"] in range(0, side.cash + 1, side.step)
        and {one.value for one in side.tiles} >= set(goods["tiles"])
        and {one.value for one in side.cards} >= set(goods["cards"])
        for side, goods in sides
    )
