"""Many commands become few choices: what is alike goes into a menu of its own."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from ketuk import engine
from ketuk.engine.commands import (
    AnyCommand,
    Build,
    Choose,
    Mortgage,
    PutUp,
    Redeem,
    SellBuilding,
    SellProperty,
)
from ketuk.engine.luck import NoLuck
from ketuk.engine.refusal import Refused
from ketuk.engine.table import snake
from ketuk.tui.menu.choice import Choice, Do, More
from ketuk.tui.telling.names import Names

OfProperty: TypeAlias = Build | SellBuilding | Mortgage | Redeem | PutUp | SellProperty
OF_PROPERTIES = (Build, SellBuilding, Mortgage, Redeem, PutUp, SellProperty)
"""Kinds that come once a property, in the order in which a player would look for them."""


def one(names: Names, command: AnyCommand) -> Choice:
    """A command as a choice."""
    return Choice(names.label(command), Do((command,)))


def each(names: Names, commands: Iterable[AnyCommand]) -> tuple[Choice, ...]:
    """Each command as a choice."""
    return tuple(one(names, c) for c in commands)


def of_properties(names: Names, commands: Iterable[AnyCommand]) -> list[Choice]:
    """Building, selling, mortgaging and redeeming: a menu a kind, or a line where there is one."""
    listed, found = list(commands), list[Choice]()
    for kind in OF_PROPERTIES:
        mine = [c for c in listed if isinstance(c, kind)]
        if len(mine) == 1:
            found += _owned(names, mine)
        elif mine and kind is Build and len({c.tile for c in mine}) == 1:
            found += _owned(names, mine)  # how many, on the one city where it is possible
        elif mine:
            title = names.words(f"table.more_{snake(kind.__name__)}")
            lines = _by_owner(names, mine)
            whole = _whole_sets(names, [c for c in mine if isinstance(c, Build)])
            found.append(Choice(title, More(title, (*whole, *lines))))
    return found


def _whole_sets(names: Names, ways: Sequence[Build]) -> list[Choice]:
    """One more level on every city of a set at once, for whose turn it is."""
    table, rules = names.table, names.rules
    mine = {c.tile: c for c in ways if c.seat == table.active and c.levels == 1}
    found = []
    for number, group in enumerate(rules.board.groups):
        if not group or not all(t in mine for t in group):
            continue
        builds = tuple(mine[t] for t in group)
        if not _all_taken(names, builds):
            continue
        price = sum(rules.building.price(rules, table, t, 1) for t in group)
        label = names.words("table.build_set", group=number, amount=price)
        found.append(Choice(label, Do(builds)))
    return found


def _all_taken(names: Names, builds: Sequence[Build]) -> bool:
    """Whether the rules take them one after the other: cash, stock and a limit a turn count."""
    table = names.table
    for build in builds:
        after = engine.advance(table, build, names.rules, NoLuck())
        if isinstance(after, Refused):
            return False
        table = after.table
    return True


def _owned(names: Names, commands: Sequence[AnyCommand]) -> tuple[Choice, ...]:
    """A line each, with its owner where that is not who is on turn."""
    active = names.table.active
    return tuple(
        one(names, c)
        if c.seat == active
        else Choice(f"{names.seat(c.seat)}: {names.label(c)}", Do((c,)))
        for c in commands
    )


def _by_owner(names: Names, commands: Sequence[AnyCommand]) -> tuple[Choice, ...]:
    """One line a property of whose turn it is; what others may do lies in a menu for each."""
    active = names.table.active
    mine = [c for c in commands if c.seat == active]
    seats = dict.fromkeys(s for s in names.table.clockwise(active) if s != active)
    others = {s: [c for c in commands if c.seat == s] for s in seats}
    found = [*each(names, mine)]
    for seat, theirs in others.items():
        if theirs and not mine and len(theirs) == len(commands):
            return each(names, theirs)
        if theirs:
            name = names.seat(seat)
            found.append(Choice(f"{name}…", More(name, each(names, theirs))))
    return tuple(found)


def of_options(names: Names, commands: Iterable[AnyCommand]) -> list[Choice]:
    """The options of a tile; one that wants a target has a menu of its own."""
    groups: dict[str, list[AnyCommand]] = {}
    for command in commands:
        if isinstance(command, Choose):
            groups.setdefault(command.option, []).append(command)
    found: list[Choice] = []
    for option, ways in groups.items():
        key = f"table.more_{option}"
        if len(ways) == 1 or not names.words.has(key):
            found += each(names, ways)
        else:
            title = names.words(key)
            found.append(Choice(title, More(title, each(names, ways))))
    return found
