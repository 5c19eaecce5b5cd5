"""Many commands become few choices: what is alike goes into a menu of its own."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from ketuk import engine
from ketuk.engine.commands import (
    AnyCommand,
    Borrow,
    Build,
    Choose,
    Mortgage,
    PutUp,
    Redeem,
    Repay,
    SellBuilding,
    SellProperty,
)
from ketuk.engine.events import Paid
from ketuk.engine.luck import NoLuck
from ketuk.engine.refusal import Refused
from ketuk.engine.table import BANK, snake
from ketuk.tui.menu.choice import MONEY, MOST, AskTable, ChoiceLine, More
from ketuk.tui.telling.names import Names

OfProperty: TypeAlias = Build | SellBuilding | Mortgage | Redeem | PutUp | SellProperty
OF_PROPERTIES = (Build, SellBuilding, Mortgage, Redeem, PutUp, SellProperty)
"""Kinds that come once a property, in the order in which a player would look for them."""
OF_LOANS = (Borrow, Repay)


def one(names: Names, command: AnyCommand) -> ChoiceLine:
    """A command as a choice."""
    return ChoiceLine(names.label(command), AskTable((command,)))


def each(names: Names, commands: Iterable[AnyCommand]) -> tuple[ChoiceLine, ...]:
    """Each command as a choice."""
    return tuple(one(names, c) for c in commands)


def of_properties(names: Names, commands: Iterable[AnyCommand], seat: int) -> list[ChoiceLine]:
    """Building; and behind one line with a key of its own all that makes or costs money.

    Args:
        seat: who is asked. What others may do stands in a menu for each of them, behind that line.
    """
    commands = list(commands)
    listed = [c for c in commands if isinstance(c, OF_PROPERTIES)]
    mine = [c for c in listed if c.seat == seat]
    choices = _kind(names, Build, mine)
    money = [line for kind in OF_PROPERTIES[1:] for line in _kind(names, kind, mine)]
    money += each(names, [c for c in commands if isinstance(c, OF_LOANS) and c.seat == seat])
    for other in dict.fromkeys(s for s in names.table.clockwise(seat) if s != seat):
        kinds = (*OF_PROPERTIES, *OF_LOANS)
        if theirs := [c for c in commands if isinstance(c, kinds) and c.seat == other]:
            name = names.seat(other)
            lines = tuple(named(names, c) for c in theirs)
            money.append(ChoiceLine(f"{name}…", More(name, lines)))
    if money:
        title = names.words("table.money_of", name=names.seat(seat))
        choices.append(
            ChoiceLine(names.words("table.more_money"), More(title, tuple(money)), MONEY)
        )
    return choices


def named(names: Names, command: AnyCommand) -> ChoiceLine:
    """A command as a choice that says whose it is; what follows a name begins small."""
    label = names.label(command)
    with_name = f"{names.seat(command.seat)}: {label[:1].lower()}{label[1:]}"
    return ChoiceLine(with_name, AskTable((command,)))


def _kind(names: Names, kind: type[OfProperty], mine: Sequence[OfProperty]) -> list[ChoiceLine]:
    """A menu for a kind, or a line if there is one."""
    ways = [c for c in mine if isinstance(c, kind)]
    if len(ways) < 2 or (kind is Build and len({c.tile for c in ways}) == 1):
        return [*each(names, ways)]  # of one city where it is possible: how many
    title = names.words(f"table.more_{snake(kind.__name__)}")
    whole = _whole_sets(names, [c for c in ways if isinstance(c, Build)])
    return [ChoiceLine(title, More(title, (*whole, *each(names, ways))))]


def _whole_sets(names: Names, ways: Sequence[Build]) -> list[ChoiceLine]:
    """One more level on every city of a set at once, if rules and cash allow all of them."""
    mine = {c.tile: c for c in ways if c.levels == 1}
    lines = []
    for number, group in enumerate(names.rules.board.groups):
        whole = tuple(mine[t] for t in group if t in mine)
        if group and len(whole) == len(group) and _all_taken(names, whole):
            price = sum(names.rules.building.price(names.rules, names.table, t, 1) for t in group)
            called = names.telling.names.group(number)
            label = names.words("table.build_set", group=called, amount=price)
            lines.append(ChoiceLine(label, AskTable(whole)))
    return lines


def _all_taken(names: Names, builds: Sequence[Build]) -> bool:
    """Whether the rules take them one after the other: cash, stock and a limit a turn count."""
    table = names.table
    for build in builds:
        after = engine.advance(table, build, names.rules, NoLuck())
        if isinstance(after, Refused):
            return False
        table = after.table
    return True


def of_options(names: Names, commands: Iterable[AnyCommand]) -> list[ChoiceLine]:
    """The options of a tile; one that wants a target has a menu of its own."""
    groups: dict[str, list[Choose]] = {}
    for command in commands:
        if isinstance(command, Choose):
            groups.setdefault(command.option, []).append(command)
    lines: list[ChoiceLine] = []
    for option, ways in groups.items():
        key = f"table.more_{option}"
        if len(ways) == 1 or not names.words.has(key):
            lines += [_option(names, c) for c in ways]
        else:
            title = names.words(key)
            lines.append(ChoiceLine(title, More(title, tuple(_targets(names, option, ways)))))
    return lines


def _targets(names: Names, option: str, ways: Sequence[Choose]) -> Iterator[ChoiceLine]:
    """An option for each of its targets; of more tiles than digits reach those of a group behind
    one line, so that all of them are in sight with their owners.
    """
    groups: dict[object, list[Choose]] = {}
    many = len(ways) > MOST and option in names.rules.tile_options
    for way in ways:
        group = names.rules.board.tiles[way.target].group if many else 0
        groups.setdefault(("group", group) if group else way.target, []).append(way)
    for inside in groups.values():
        if len(inside) == 1:
            yield _option(names, inside[0])
            continue
        title = ", ".join(_owned(names, way.target) for way in inside)
        yield ChoiceLine(title, More(title, tuple(_option(names, way) for way in inside)))


def _owned(names: Names, tile: int) -> str:
    owner = names.table.holdings[tile].owner
    if owner == BANK:
        return names.tile(tile)
    return names.words("tiles.owned", tile=names.tile(tile), name=names.seat(owner))


def _option(names: Names, command: AnyCommand) -> ChoiceLine:
    """An option of a tile, with whom it is for: who owns the city, or gets the money."""
    whom = _whom(names, command)
    return ChoiceLine(f"{names.label(command)} · {whom}" if whom else names.label(command),
                  AskTable((command,)))  # fmt: skip


def _whom(names: Names, command: AnyCommand) -> str:
    """Empty if nobody has to do with it, or where dice say it."""
    if not isinstance(command, Choose):
        return ""
    if "{tile}" in names.words.text(f"commands.choose_{command.option}"):
        owner = names.table.holdings[command.target].owner
        return names.seat(owner) if owner != BANK else ""
    try:
        outcome = engine.decide(names.table, command, names.rules, NoLuck())
    except LookupError:
        return ""
    if isinstance(outcome, Refused):
        return ""
    paid = {e.payee for e in outcome if isinstance(e, Paid) and e.payee > BANK}
    return names.seat(paid.pop()) if len(paid) == 1 else ""
