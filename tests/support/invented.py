"""Pasar, a set that nobody sells: it uses each slot in a third way, not nusantara's nor klasik's.

Board, deeds and decks are klasik's. What the slots say instead stands here in one place, so that
code which only knows two ways is found out.
"""

from dataclasses import replace

from invented_play import AUCTIONS, DICE, MORE_TAPS, luck_of_numbers, pairs, shared_rent, stall
from invented_time import TIMING

from ketuk import engine
from ketuk.engine.acts import building, ending
from ketuk.engine.acts.asked import name
from ketuk.engine.acts.mortgaging import may_redeem
from ketuk.engine.acts.owing import transfer
from ketuk.engine.commands import Build, Correct
from ketuk.engine.draft import Draft
from ketuk.engine.events import StateChanged
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.buildings import set_owned
from ketuk.engine.rules.ruleset import Building, Mortgaging, RuleSet, Setting
from ketuk.engine.rules.victory import by_sides
from ketuk.engine.states import Laps, News
from ketuk.engine.table import BANK, BuyChoice, Due, Free, Options, Table
from ketuk.engine.table import replace as changed
from ketuk.engine.taps import TAPS


def pasar() -> RuleSet:
    """The set as a value."""
    klasik = engine.ruleset("klasik")
    return replace(
        klasik,
        meta=changed(klasik.meta, id="pasar", name="Pasar"),
        stock=(),
        building=Building(
            may=anywhere,
            price=dear_without_a_set,
            may_sell=unless_mortgaged,
            refund=three_quarters,
            at_once=4,
        ),
        mortgaging=Mortgaging(with_buildings, a_fifth_more, always, a_fifth, built=True),
        trading=replace(klasik.trading, bare=without_buildings),
        at_start=for_passing,
        moments=replace(klasik.moments, who=who_may_trade, trade=before_a_purchase_too),
        may_end=with_nothing_to_redeem,
        joint=(Correct,),
        house=(*klasik.house, FLEA_MARKET),
        settings=(Setting("cash", 500, 3000, usual=1500, step=500),),
        agreed=as_agreed,
        rent_lapses=never,
        acts={**klasik.acts, Build: building.build},
        timing=TIMING,
        dice=DICE,
        auctions=AUCTIONS,
        rent=shared_rent,
        landing={**klasik.landing, "parking": stall},
        side=pairs,
        ranking=by_sides,
        below_zero=True,
        after=luck_of_numbers,
        taps={**TAPS, **MORE_TAPS},
    )


# --- options -----------------------------------------------------------------------------------


CHEAP = 1
"""The news that buildings are at half price."""
FLEA_MARKET = "flea_market"
"""House rule: only one level at once."""


def as_agreed(rules: RuleSet, options: Options) -> RuleSet:
    """Cash is a number that players choose; a mode changes how is built."""
    cash = options.number("cash", 1500)
    seating = changed(rules.seating, cash={n: (cash,) * n for n in rules.seating.cash})
    at_once = 1 if FLEA_MARKET in options.house else rules.building.at_once
    return replace(rules, seating=seating, building=replace(rules.building, at_once=at_once))


def never(options: Options) -> bool:
    """A rent stays open."""
    return False


# --- turns -------------------------------------------------------------------------------------


def for_passing(draft: Draft, seat: int, exact: bool, ruling: str) -> None:
    """The start pays who passes it, nothing to who stops there; both have done a lap.

    The lap that all have done brings news: the stalls are full price, then half price, in turn.
    """
    if not exact:
        transfer(draft, BANK, seat, draft.rules.salary, "salary", ruling=ruling)
    before = draft.table.state(Laps).least(draft.table.seats)
    draft.add(StateChanged(draft.table.state(Laps).after(seat), "lap", seat))
    lap = draft.table.state(Laps).least(draft.table.seats)
    if lap > before:
        draft.add(StateChanged(News(card=1 + lap % 2, since=lap)))


def with_nothing_to_redeem(rules: RuleSet, table: Table, seat: int) -> Refused | None:
    """A turn ends when all is redeemed that cash suffices for."""
    if refused := ending.may_end(rules, table, seat):
        return refused
    for tile in table.owned(seat):
        if may_redeem(rules, table, seat, tile) is None:
            return refuse(Reason.MORTGAGED, tile=tile)
    return None


def who_may_trade(table: Table) -> tuple[int, ...]:
    """All in a free moment; before a purchase and while money is due who is asked."""
    top = table.top
    if isinstance(top, Free):
        return table.seats
    return (top.seat,) if isinstance(top, BuyChoice | Due) else ()


def before_a_purchase_too(table: Table, seat: int) -> Refused | None:
    """As ``who_may_trade`` has it."""
    if seat in who_may_trade(table):
        return None
    return refuse(Reason.QUESTION_OPEN, question=name(table.top))


# --- building and mortgaging -------------------------------------------------------------------


def anywhere(rules: RuleSet, table: Table, seat: int, tile: int, levels: int) -> Refused | None:
    """No set and no evenness, but the top only by itself."""
    level = table.holdings[tile].level
    top = level + levels == rules.top_level
    return refuse(Reason.NOT_AT_ONCE, tile=tile) if top and levels > 1 else None


def dear_without_a_set(rules: RuleSet, table: Table, tile: int, levels: int) -> int:
    """Twice the printed price until the set is whole."""
    whole = set_owned(rules, table, table.holdings[tile].owner, tile)
    price = rules.board.deed(tile).build_price * levels * (1 if whole else 2)
    return price // 2 if table.state(News).card == CHEAP else price


def unless_mortgaged(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """In any order, but not while the land is mortgaged."""
    return refuse(Reason.MORTGAGED, tile=tile) if table.holdings[tile].mortgaged else None


def three_quarters(rules: RuleSet, table: Table, tile: int, levels: int) -> int:
    """What the bank pays for buildings."""
    return rules.board.deed(tile).build_price * levels * 3 // 4


def with_buildings(rules: RuleSet, table: Table, tile: int) -> int:
    """Half the price, and what the bank would pay for the buildings on it."""
    level = table.holdings[tile].level
    return rules.board.deed(tile).price // 2 + three_quarters(rules, table, tile, level)


def a_fifth_more(rules: RuleSet, table: Table, tile: int) -> int:
    """The mortgage and a fifth of it."""
    return with_buildings(rules, table, tile) * 6 // 5


def a_fifth(rules: RuleSet, table: Table, tile: int) -> int:
    """A new owner pays as much as redeeming would cost beside the mortgage."""
    return a_fifth_more(rules, table, tile) - with_buildings(rules, table, tile)


def always(rules: RuleSet, table: Table, tile: int) -> bool:
    """Buildings never stand in the way."""
    return True


def without_buildings(rules: RuleSet, table: Table, tile: int) -> bool:
    """Only those on the property itself stand in the way."""
    return not table.holdings[tile].level
