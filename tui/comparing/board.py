"""Fields of a comparison that ask about the ring: its tiles, their rents, taxes and limits."""

from collections import Counter
from collections.abc import Iterator

from ketuk.engine.acts.leaving_jail import land_in_jail
from ketuk.engine.draft import Draft
from ketuk.engine.events import Paid
from ketuk.engine.luck import NoLuck
from ketuk.engine.rules.ruleset import Excuse
from ketuk.engine.table import Jump, Table, TaxChoice, Turn, replace
from ketuk.tui.comparing.asked import Answer, Asked

DICE = (3, 4)
"""The throw that rents are asked with, where they hang on one."""


def taxes(a: Asked) -> Answer:
    """Every tax tile; whether a part of the worth may be paid instead."""
    taxed = [t for t in a.rules.board.tiles if "tax" in t.kind]
    amounts = ", ".join(f"{t.name} {a.words.figure(t.amount)}" for t in taxed)
    if not taxed:
        return "none", {}
    choice = TaxChoice in a.rules.tasks
    facts: dict[str, object] = {"taxes": amounts}
    if choice:
        facts["percent"] = a.rules.figures["income_tax"]
    return ("taxes_or_part" if choice else "taxes_are"), facts


def others(a: Asked) -> Answer:
    """The rent of each kind of property without buildings: only it owned, and everything owned."""
    first: dict[str, int] = {}
    for tile in _bare(a):
        first.setdefault(a.rules.board.tiles[tile].kind, tile)
    rents = [_rents_of(a, kind, tile) for kind, tile in first.items()]
    return ("others_are", {"others": "; ".join(rents)}) if rents else ("none", {})


def _bare(a: Asked) -> tuple[int, ...]:
    board = a.rules.board
    return tuple(t for t in board.deeds if not board.deed(t).build_price)


def _rents_of(a: Asked, kind: str, tile: int) -> str:
    key = f"compare.kind_{kind}"
    name = a.words(key) if a.words.has(key) else a.rules.board.tiles[tile].card_name
    alone, all_of_it = a.owning((tile,)), a.owning(a.rules.board.deeds)
    low, high = (_rent(a, table, tile, DICE) for table in (alone, all_of_it))
    rents = (
        a.words.figure(low) if low == high else f"{a.words.figure(low)}\u2013{a.words.figure(high)}"
    )
    if _rent(a, alone, tile, (1, 1)) != low:
        return a.words("compare.by_dice", name=name, rent=rents, dice=sum(DICE))
    return f"{name} {rents}"


def _rent(a: Asked, table: Table, tile: int, dice: tuple[int, ...]) -> int:
    thrown = replace(table, turn=Turn(dice=dice))
    outcome = a.rules.rent(a.rules, thrown, tile, 1)
    return 0 if isinstance(outcome, Excuse) else outcome.total


def limit(a: Asked) -> Answer:
    """How many properties of a kind one player may own."""
    for kind in dict.fromkeys(a.rules.board.tiles[t].kind for t in a.rules.board.deeds):
        alike = [t for t in a.rules.board.deeds if a.rules.board.tiles[t].kind == kind]
        for count, tile in enumerate(alike):
            table = a.owning(tuple(alike[:count])) if count else a.table
            if a.rules.may_own(a.rules, table, 2, tile) is not None:
                key = f"compare.kind_{kind}"
                name = a.words(key) if a.words.has(key) else kind
                return "limit_is", {"count": count, "kind": name}
    return "limit_none", {}


def rest(a: Asked) -> Answer:
    """All tiles that nobody can own, by name."""
    names = Counter(t.name for t in a.rules.board.tiles if t.deed is None)
    counts = [name if count == 1 else f"{name} \u00d7{count}" for name, count in names.items()]
    return "rest_are", {"tiles": ", ".join(counts)}


def visiting(a: Asked) -> Answer:
    """What comes of stopping on the jail's tile."""
    stuck = a.rules.landing["jail"] is land_in_jail
    return ("visiting_stuck" if stuck else "visiting_free"), {}


def first_lap(a: Asked) -> Answer:
    """Whether a player is spared anything before the start was passed once."""
    spared = a.rules.spared(a.rules, a.table, 1)
    return ("first_lap_spared" if spared else "none"), {}


def paid(a: Asked) -> Answer:
    """The tiles where the bank pays whoever lands there."""
    payments = []
    for tile, draft in _landings(a):
        earned = sum([e.amount for e in draft.events if isinstance(e, Paid) and e.payee == 1])
        payments += [f"{a.rules.board.tiles[tile].name} {a.words.figure(earned)}"] if earned else []
    return ("paid_at", {"tiles": ", ".join(payments)}) if payments else ("none", {})


def jumps(a: Asked) -> Answer:
    """The tiles from which a pawn goes to a tile that its player names."""
    tiles = [t for t, draft in _landings(a) if isinstance(draft.table.top, Jump)]
    names = dict.fromkeys(a.rules.board.tiles[t].name for t in tiles)
    return ("jumps_from", {"tiles": ", ".join(names)}) if names else ("none", {})


def _landings(a: Asked) -> Iterator[tuple[int, Draft]]:
    """What comes of landing on each tile that nobody can own."""
    first, *others = a.table.players
    for tile in [t for t in a.rules.board.tiles if t.deed is None]:
        players = (replace(first, at=tile.index), *others)
        draft = Draft(replace(a.table, players=players), a.rules, NoLuck())
        a.rules.landing[tile.kind](draft, 1, tile.index)
        yield tile.index, draft


def late(a: Asked) -> Answer:
    """What becomes of a rent that nobody asks for."""
    if a.rules.rent_at_once:
        return "late_never", {}
    return f"late_{'lost' if a.rules.rent_lapses(a.table.options) else 'open'}", {}
