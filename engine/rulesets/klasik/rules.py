"""Klasik as a value: data and the functions that answer for it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ketuk.engine.acts import (
    beginning,
    calling,
    ending,
    landing,
    leaving,
    rolling,
    ruin,
    taxing,
    trading,
    turning,
)
from ketuk.engine.acts.mortgaging import burden
from ketuk.engine.causes import AuctionEnd, ThrownFor
from ketuk.engine.commands import (
    Bid,
    BidCard,
    Build,
    Choose,
    Concede,
    Conclude,
    Discard,
    GoOn,
    Leave,
    Pass,
    PayDetour,
    Pick,
    Ready,
    SellProperty,
    Stop,
)
from ketuk.engine.decide import CORE_ACTS
from ketuk.engine.draft import Draft
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules import buildings, debt, dice, mortgage, trade, victory
from ketuk.engine.rules.ruleset import (
    Act,
    Building,
    Dice,
    Jail,
    Land,
    Meta,
    Mortgaging,
    Ruin,
    RuleSet,
    TaskRule,
    ThrowRule,
    Trading,
)
from ketuk.engine.rulesets import streets
from ketuk.engine.rulesets.klasik import dealing, moments, rents, shortage, tiles
from ketuk.engine.rulesets.klasik.data import KlasikData
from ketuk.engine.table import (
    Auction,
    Auctioneer,
    Bidding,
    Options,
    Table,
    TaxChoice,
    Trade,
)
from ketuk.engine.taps import TAPS
from ketuk.engine.tasks import CORE_TASKS

CITES = {
    "opener_left": "K-1",
    "open_bids": "K-4",
    "no_bid": "K-4",
    "nobody_bids": "K-4",
    "bid_in_cash": "K-5",
    "forgotten_rent": "K-9",
    "build_own_turn": "K-14",
    "evenly": "K-14",
    "set_mortgaged": "K-14",
    "top_sold": "K-16",
    "mortgage_built": "K-17",
    "window_built": "K-17",
    "interest": "K-18",
    "trade_built": "K-19",
    "trade_covered": "K-30",
    "raise_first": "K-23",
    "leaving": "K-24",
    "tax_choice": "K-10",
    "card_start": "K-3",
    "card_by_dice": "K-7",
    "card_by_count": "K-8",
    "jailed": "K-11",
    "card_of_jail": "K-12",
    "pay_each": "K-20",
    "estate_to_player": "K-21",
    "estate_to_bank": "K-22",
    "card_turned": "K-27",
    "why_salary": "K-3",
    "why_auction_won": "K-4",
    "why_bid_called": "K-5",
    "why_price_bid": "K-4",
    "why_jail": "K-12",
    "why_build": "K-14",
    "why_building_won": "K-15",
    "why_building_sold": "K-16",
    "why_mortgage": "K-17",
    "why_redeem": "K-17",
    "why_interest": "K-18",
    "why_trade": "K-19",
    "why_estate": "K-21",
    "why_bankrupt": "K-22",
    "why_bankrupted": "K-23",
    "why_left": "K-24",
    "why_worth": "K-31",
}
"""Rulings of this book on topics of the shared code."""
FIGURES = (
    "salary", "houses", "hotels", "jail_fee", "jail_tries", "income_tax", "utility_one",
    "utility_all",
)  # fmt: skip
"""Every figure that the code of this set looks at."""
EFFECTS = turning.EFFECTS | {
    "nearest_station": turning.nearest_at_its_rent("station"),
    "nearest_utility": turning.nearest_at_a_throw(ThrownFor("utility")),
}
"""What cards of both decks do."""
LETTERS = {"chance": "P", "chest": "T"}
"""What the short codes of a deck begin with."""
ELSEWHERE = (
    BidCard, Ready, Concede, SellProperty, PayDetour, Stop, Discard,
)  # fmt: skip
"""Commands of the shared code that this set has no use for."""


def late_rent_is_lost(options: Options) -> bool:
    """A rent that nobody asks for is lost (K-9), unless players want it to stay open."""
    return options.edition == "kertas"


def may_trade(rules: RuleSet, table: Table, deal: Trade) -> Refused | None:
    """Anything for anything, without contracts; interest on what is mortgaged in cash (K-19).

    What a side has to pay stays covered (K-30).
    """
    if deal.terms is not None:
        return refuse(Reason.NO_CONTRACTS, "K-19")
    if refused := trade.deliverable(rules, table, deal):
        return refused
    return trade.interest_in_cash(rules, table, deal) or debt.still_covered(
        rules, table, deal, trade.interest_of(rules, table, deal)
    )


def _go_on(draft: Draft, command: GoOn) -> Refused | None:
    """Go on without tapping the cards of a trade."""
    return trading.skip_handover(draft, command)


def _hammer(draft: Draft, auction: Auction) -> None:
    if shortage.of_building(auction):
        shortage.sell_building(draft, auction)
    else:
        calling.sell_property(draft, auction)


def _unsold(auction: Auction) -> AuctionEnd:
    return AuctionEnd("unsold_building" if shortage.of_building(auction) else "unsold")


LANDING: dict[str, Land] = {
    "start": landing.land_on_nothing,
    "street": landing.land_on_property,
    "station": landing.land_on_property,
    "utility": landing.land_on_property,
    "chance": turning.land_on_deck("chance"),
    "chest": turning.land_on_deck("chest"),
    "income_tax": taxing.land_on_choice,
    "tax": taxing.land_on_fixed(tiles.fines_to),
    "jail": landing.land_on_nothing,
    "parking": tiles.land_on_parking,
    "go_to_jail": tiles.land_on_go_to_jail,
}
ACTS: dict[type, Act] = {k: v for k, v in CORE_ACTS.items() if k not in ELSEWHERE} | {
    Bid: calling.call,
    Pass: calling.leave_bidding,
    Build: shortage.build,
    Choose: taxing.pay_as_chosen(tiles.fines_to, tiles.a_tenth, victory.printed_worth),
    Pick: shortage.pick,
    Leave: ruin.leave_owing,
    Conclude: ending.conclude,
    GoOn: _go_on,
}
TASKS: dict[type, TaskRule] = CORE_TASKS | {
    TaxChoice: TaskRule(taxing.tax_options),
    Auctioneer: replace(CORE_TASKS[Auctioneer], step=calling.open_bidding),
    Bidding: replace(CORE_TASKS[Bidding], step=calling.go_on(_hammer, unsold=_unsold)),
}

RUIN = Ruin(
    must_raise=debt.enough_to_raise, unpaid=ruin.go_bankrupt, left_behind=leaving.auction_all
)
BUILDING = Building(
    may=buildings.evenly,
    price=buildings.printed_price,
    may_sell=buildings.evenly_back,
    refund=tiles.half_of_each,
    sites=buildings.of_active_sets,
    top_sold_whole=True,
)


def make(data: KlasikData, canonical: str, rulings: Mapping[str, Mapping[str, Any]]) -> RuleSet:
    """The rule set from its checked data."""
    figures = data.figures_with(FIGURES)
    board = streets.board(data)
    known = streets.cards(data, LETTERS)
    return RuleSet(
        meta=Meta(**data.meta.model_dump()),
        board=board,
        items=streets.items(board, known, data.seating.most),
        cards=known,
        hand_limit=len(known),
        seating=streets.seating(data),
        figures=figures,
        salary=figures["salary"],
        at_start=landing.salary_each_time,
        jail=Jail(fee=figures["jail_fee"], to=tiles.fines_to, tries=figures["jail_tries"]),
        dice=Dice(count=dice.two, double=dice.two_equal, third_double=rolling.jailed_by_doubles),
        trading=Trading(may_trade, trading.carry_out, burden, bare=mortgage.group_bare),
        moments=moments.MOMENTS,
        may_end=ending.may_end,
        ruin=RUIN,
        stock=(figures["houses"], figures["hotels"]),
        top_level=5,
        building=BUILDING,
        mortgaging=Mortgaging(
            mortgage.half_price, mortgage.half_with_tenth, mortgage.group_bare, mortgage.a_tenth
        ),
        lay=dealing.lay,
        rent=rents.rent,
        rent_lapses=late_rent_is_lost,
        net_worth=victory.net_worth,
        shown_worth=victory.whole_worth,
        ranking=victory.by_lasting,
        landing=LANDING,
        acts=ACTS,
        tasks=TASKS,
        card_rules={k: turning.rule_of(c, EFFECTS) for k, c in data.drawn().items()},
        throws={
            beginning.BEGIN: ThrowRule(beginning.begin),
            "utility": ThrowRule(turning.rent_thrown, highest=False),
        },
        auctions=replace(moments.AUCTIONS, raise_by=data.meta.step),
        taps=TAPS,
        edition="kertas",  # a rent that nobody asks for is lost (K-9)
        house=(tiles.POT_RULE, dealing.DEALT_RULE),
        cites=CITES,
        rulings=rulings,
        texts={k: c.text.by_language() for k, c in data.drawn().items()},
        terms={k: t.by_language() for k, t in data.terms.items()},
        data=canonical,
    )
