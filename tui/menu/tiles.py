"""What a player would want to know of a tile: what it does, what it costs, who has what there."""

from ketuk.engine.rules.ruleset import Excuse
from ketuk.engine.states import Effects
from ketuk.engine.table import BANK, Table
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.telling import Telling


def tile_lines(names: Names, tile: int) -> list[str]:
    """Everything about a tile, a line each."""
    words, rules, table = names.words, names.rules, names.table
    printed, holding = rules.board.tiles[tile], table.holdings[tile]
    lines = [words("tiles.number", number=tile)]
    if does := what_it_does(names, tile):
        lines.append(does)
    if printed.group:
        called = names.telling.names.group(printed.group)
        lines.append(words("tiles.group", group=called, cities=group(names, tile)))
    if printed.connects:
        near = ", ".join(_with_owner(names, t) for t in printed.connects)
        lines.append(words("tiles.connects", tiles=near))
    if printed.deed is not None:
        lines += _deed(names, table, tile)
    if holding.owner != BANK:
        lines.append(words("tiles.owner", name=names.seat(holding.owner)))
        lines += today(names, tile)
    for on, key in ((holding.mortgaged, "mortgaged"), (holding.insurance, "insured"),
                    (table.state(Effects).flooded(tile), "flooded")):  # fmt: skip
        if on:
            lines.append(words(f"tiles.{key}"))
    here = tuple(s for s in table.seats if table.player(s).at == tile)
    if here:
        lines.append(words("tiles.pawns", names=names.seats(here)))
    return lines


def what_it_does(names: Names, tile: int) -> str:
    """What happens to whoever stops there now; empty if owning it is all there is to it."""
    return stopping(names.telling, tile, covered=bool(names.table.state(Effects).capital))


def stopping(telling: Telling, tile: int, *, covered: bool = False) -> str:
    """What happens to whoever stops there; empty if owning it is all there is to it.

    Args:
        covered: whether something lies on it that changes what it does.
    """
    words, rules = telling.words, telling.rules
    printed = rules.board.tiles[tile]
    key = f"tiles.kind_{printed.kind}"
    if covered and words.has(f"{key}_covered"):
        key = f"{key}_covered"
    if not words.has(key):
        return ""
    jail = {
        "jail": telling.names.jail, "jail_fee": rules.jail.fee, "jail_tries": rules.jail.tries,
    }  # fmt: skip
    facts = {**rules.figures, **jail, "salary": rules.salary, "amount": printed.amount}
    return words(key, **facts)


def group(names: Names, tile: int) -> str:
    """The tiles of its group, each with its owner."""
    return ", ".join(_with_owner(names, t) for t in names.rules.board.siblings(tile))


def offered(names: Names, tile: int) -> str:
    """What a property that is to be had brings, in a sentence: rents, and who has its group."""
    words, printed = names.words, names.rules.board.tiles[tile]
    deed = names.rules.board.deed(tile)
    others = [t for t in names.rules.board.siblings(tile) if t != tile]
    sentences = []
    if deed.rents:
        sentences.append(words("tiles.rents", least=deed.rents[0], most=deed.rents[-1]))
    if printed.group and others:
        named = ", ".join(_with_owner(names, t) for t in others)
        sentences.append(words("tiles.others", cities=named))
    return " ".join(sentences)


def today(names: Names, tile: int) -> list[str]:
    """The rent that a visitor would owe now, with what multiplies it; or why there is none."""
    words, rules, table = names.words, names.rules, names.table
    owner = table.holdings[tile].owner
    lander = next((s for s in table.clockwise(owner) if s != owner), 0)
    if not lander:
        return []
    bill = rules.rent(rules, table, tile, lander)
    if isinstance(bill, Excuse):
        return [words("tiles.rent_none")]
    return [words("tiles.rent_today", amount=bill.total)]


def _with_owner(names: Names, tile: int) -> str:
    owner = names.table.holdings[tile].owner
    key = "tiles.free" if owner == BANK else "tiles.owned"
    return names.words(key, tile=names.tile(tile), name=names.seat(owner) if owner else "")


def _deed(names: Names, table: Table, tile: int) -> list[str]:
    words, rules = names.words, names.rules
    deed, level = rules.board.deed(tile), table.holdings[tile].level
    value = rules.mortgaging.value(rules, table, tile)
    lines = [words("tiles.price", price=deed.price, mortgage=value)]
    if deed.build_price:
        lines.append(words("tiles.build", price=deed.build_price))
    for step, rent in enumerate(deed.rents):
        key = "tiles.rent_now" if deed.build_price and step == level else "tiles.rent"
        lines.append(words(key, step=names.telling.names.level(step), rent=rent))
    return lines


def owned_line(names: Names, tile: int) -> str:
    """A property in a list of what somebody owns: its group, what stands on it, what it earns."""
    words, table = names.words, names.table
    printed, holding = names.rules.board.tiles[tile], table.holdings[tile]
    parts = [names.deed(tile)]
    if printed.group:
        parts.append(words("tiles.of_group", group=names.telling.names.group(printed.group)))
    if holding.level:
        parts.append(names.telling.names.level(holding.level))
    parts += [words("tiles.mortgaged")] if holding.mortgaged else today(names, tile)
    return " · ".join(parts)
