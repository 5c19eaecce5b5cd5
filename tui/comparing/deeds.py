"""Fields of a comparison that ask about properties: auctions, rents, buildings and mortgages."""

from fractions import Fraction

from ketuk.engine.acts import trading
from ketuk.engine.commands import SellProperty, Skip
from ketuk.engine.refusal import Reason
from ketuk.engine.table import replace
from ketuk.tui.comparing.asked import Answer, Asked


def _list(a: Asked, numbers: tuple[int, ...]) -> str:
    return " / ".join(a.words.figure(n) for n in numbers)


def part(share: int, whole: int) -> str:
    """A share of something, as a fraction."""
    fraction = Fraction(share, whole).limit_denominator(100)
    return f"{fraction.numerator}/{fraction.denominator}"


def auction(a: Asked) -> Answer:
    """How a property comes under the hammer."""
    terms = a.rules.auctions
    if terms is None:
        return "auction_sealed", {}
    tile, step = a.rules.board.deeds[0], a.rules.meta.step
    least = terms.least(a.rules, a.table, tile)
    key = "auction_open" if (least, terms.raise_by) == (step, step) else "auction_from"
    key += "_in_turn" if terms.rotation else ""
    skip = "_or_skip" if Skip in a.rules.acts else ""
    return f"{key}{skip}", {"least": least, "more": terms.raise_by}


def rents(a: Asked) -> Answer:
    """The printed rents of the cheapest and the dearest property that can be built on."""
    board = a.rules.board
    built = [board.deed(t) for t in board.deeds if board.deed(t).build_price]
    low, high = (f(built, key=lambda d: d.price) for f in (min, max))
    return "rents_are", {
        "low": a.words.figure(low.price), "low_rents": _list(a, low.rents),
        "high": a.words.figure(high.price), "high_rents": _list(a, high.rents),
    }  # fmt: skip


def whole_set(a: Asked) -> Answer:
    """What owning a whole group does to its rents."""
    last = a.built_on[-1]
    whole = a.times(a.owning(a.built_on), last)
    partly = a.times(a.owning(a.built_on, mortgaged=True), last)
    bare, houses = (a.owning(tiles, level=1) for tiles in (a.built_on[:1], a.built_on))
    tile = a.built_on[0]
    built = a.times(houses, tile) // max(a.times(bare, tile), 1)
    key = "set_is" if built == 1 else "set_always"
    return key, {"times": whole, "partly": partly, "built": built}


def building(a: Asked) -> Answer:
    """When is built, how high, and how many there are."""
    anybody = a.rules.moments.build(a.table, 2) is None
    key = "building_any" if anybody else "building_own"
    if _only_at_a_landing(a):
        return "building_landing", {
            "levels": a.rules.top_level, "count": a.rules.building.at_once
        }  # fmt: skip
    if not a.rules.stock:
        return f"{key}_endless", {"levels": a.rules.top_level}
    low, top = a.rules.stock
    return key, {"levels": a.rules.top_level, "low": low, "top": top}


def _only_at_a_landing(a: Asked) -> bool:
    """Whether even who has the whole set, and enough for it, has to land there first."""
    table = a.owning(a.built_on)
    mine = [replace(h, owner=1) if h.owner else h for h in table.holdings]
    table = replace(table, holdings=tuple(mine))
    refused = a.rules.building.may(a.rules, table, 1, a.built_on[0], 1)
    return refused is not None and refused.reason is Reason.NOT_LANDED


def selling(a: Asked) -> Answer:
    """What a building brings that goes back."""
    tile = a.built_on[0]
    built = a.owning(a.built_on, level=1)
    money = a.rules.building.refund(a.rules, built, tile, 1)
    key = "selling_whole" if a.rules.building.top_sold_whole else "selling_steps"
    return key, {"part": part(money, a.rules.board.deed(tile).build_price)}


def mortgage(a: Asked) -> Answer:
    """What a mortgage brings and costs, and when."""
    tile = a.rules.board.deeds[-1]
    value, back = (
        ask(a.rules, a.table, tile)
        for ask in (a.rules.mortgaging.value, a.rules.mortgaging.redeeming)
    )
    any_time = a.rules.moments.mortgage(a.table, 2) is None
    facts: dict[str, object] = {
        "part": part(value, a.rules.board.deed(tile).price),
        "interest": part(back - value, value),
    }
    if a.rules.mortgaging.built:
        return "mortgage_built", facts
    return ("mortgage_any" if any_time else "mortgage_own"), facts


def new_owner(a: Asked) -> Answer:
    """What a mortgage that comes with a property costs."""
    if a.rules.trading.passed_on is trading.nothing_follows:
        return "none", {}
    tile = a.rules.board.deeds[-1]
    asked = a.rules.mortgaging
    interest = asked.interest(a.rules, a.table, tile)
    return "new_owner_pays", {"part": part(interest, asked.value(a.rules, a.table, tile))}


def to_bank(a: Asked) -> Answer:
    """Whether the bank takes properties back."""
    return ("to_bank_yes" if SellProperty in a.rules.acts else "to_bank_no"), {}
