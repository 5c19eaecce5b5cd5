"""Kompleks as a value: data and the functions that answer for it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ketuk.engine.acts import calling, ending, jumping, landing, leaving, owing, ruin, turning
from ketuk.engine.acts.trading import carry_out, nothing_follows, skip_handover
from ketuk.engine.causes import AuctionEnd, ThrownFor
from ketuk.engine.commands import (
    Bid,
    BidCard,
    Build,
    Buy,
    ClaimRent,
    Concede,
    Conclude,
    Decline,
    Discard,
    GoOn,
    Leave,
    Mortgage,
    Pass,
    PayDetour,
    PayRent,
    Pick,
    Ready,
    Redeem,
    SellBuilding,
    SellProperty,
    Skip,
    Stop,
    Vote,
)
from ketuk.engine.decide import CORE_ACTS, draw_opener
from ketuk.engine.rules import buildings, dice, mortgage, victory
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
from ketuk.engine.rulesets.kompleks import (
    dealings,
    first_lap,
    purchase,
    rents,
    sites,
    tiles,
)
from ketuk.engine.rulesets.kompleks.data import KompleksData
from ketuk.engine.rulesets.kompleks.ending import VOTES, close_turn
from ketuk.engine.table import (
    Auction,
    Auctioneer,
    Bidding,
    BuyChoice,
    CloseTurn,
    Due,
    Resolve,
)
from ketuk.engine.taps import TAPS
from ketuk.engine.tasks import CORE_TASKS

CITES = {
    "trade_partner": "KP-4",
    "open_bids": "KP-6",
    "bid_in_cash": "KP-6",
    "no_bid": "KP-6",
    "nobody_bids": "KP-6",
    "jump": "KP-10",
    "card_start": "KP-11",
    "trade_built": "KP-12",
    "raise_first": "KP-13",
    "vote_end": "KP-14",
    "build_own_turn": "KP-15",
    "trade_covered": "KP-16",
    "leaving": "KP-17",
    "why_salary": "KP-1",
    "why_auction_won": "KP-6",
    "why_bid_called": "KP-6",
    "why_price_bid": "KP-6",
    "why_build": "KP-8",
    "why_mortgage": "KP-9",
    "why_redeem": "KP-9",
    "why_building_sold": "KP-9",
    "why_trade": "KP-12",
    "why_jail": "KP-13",
    "why_bankrupted": "KP-13",
    "why_left": "KP-17",
}
"""Rulings of this book on topics of the shared code."""
FIGURES = (
    "salary", "jail_fee", "jail_tries", "utility_one", "utility_all", "least_bid", "raise_by",
    "houses_at_once",
)  # fmt: skip
"""Every figure that the code of this set looks at."""
EFFECTS = turning.EFFECTS | {
    "nearest_station": turning.nearest_at_its_rent("station"),
    "nearest_utility": turning.nearest_at_a_throw(ThrownFor("utility")),
    "pay_each": turning.pay_each(first_lap.others),
    "from_each": turning.from_each(first_lap.others),
}
"""What cards of both decks do."""
LETTERS = {"chance": "K", "chest": "D"}
"""What the short codes of a deck begin with."""
ELSEWHERE = (
    BidCard, Ready, Concede, SellProperty, PayDetour, Stop, Discard, PayRent, ClaimRent, Conclude,
)  # fmt: skip
"""Commands of the shared code that this set has no use for: what ends a game is its vote."""
MORE_TAPS = {
    "property": replace(
        TAPS["property"],
        order=((Pick,), (Buy,), (Build,), (SellBuilding, Mortgage, Redeem)),
    ),
    "player": replace(TAPS["player"], order=((Bid,), (Vote,))),
}
"""A deed: the tile to be put on, the land to buy, to build on, to sell from, mortgage or redeem. A
player card: the least bid of that seat, or its yes or no."""


def _unsold(auction: Auction) -> AuctionEnd:
    return AuctionEnd("unsold")


LANDING: dict[str, Land] = {
    "start": landing.land_on_nothing,
    "street": sites.land,
    "station": landing.land_on_property,
    "utility": landing.land_on_property,
    "chance": turning.land_on_deck("chance"),
    "chest": turning.land_on_deck("chest"),
    "tax": tiles.tax,
    "refund": tiles.refund,
    "jail": landing.land_on_nothing,
    "parking": tiles.parking,
    "go_to_jail": tiles.go_to_jail,
}
ACTS: dict[type, Act] = {k: v for k, v in CORE_ACTS.items() if k not in ELSEWHERE} | {
    Decline: purchase.decline,
    Skip: purchase.skip,
    Bid: calling.call,
    Pass: calling.leave_bidding,
    Build: sites.build,
    Pick: jumping.jump,
    Leave: dealings.leave,
    GoOn: skip_handover,
}
TASKS: dict[type, TaskRule] = CORE_TASKS | {
    BuyChoice: TaskRule(purchase.choice),
    Due: replace(CORE_TASKS[Due], offers=dealings.ways_to_pay, step=owing.pay_once_covered),
    Resolve: TaskRule(step=first_lap.take_effect),
    CloseTurn: TaskRule(step=close_turn),
    Auctioneer: replace(CORE_TASKS[Auctioneer], step=calling.open_bidding),
    Bidding: replace(
        CORE_TASKS[Bidding], step=calling.go_on(calling.sell_property, unsold=_unsold)
    ),
}

TRADING = Trading(
    dealings.may_trade,
    carry_out,
    nothing_follows,
    bare=sites.without_buildings,
    partners=dealings.partners,
)
RUIN = Ruin(
    must_raise=dealings.until_covered, unpaid=ruin.go_bankrupt, left_behind=leaving.auction_all
)


def make(data: KompleksData, canonical: str, rulings: Mapping[str, Mapping[str, Any]]) -> RuleSet:
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
        seating=streets.seating(data, "drawn"),
        figures=figures,
        salary=figures["salary"],
        at_start=first_lap.at_start,
        jail=Jail(fee=figures["jail_fee"], to=tiles.to_bank, tries=figures["jail_tries"]),
        dice=Dice(count=dice.two, double=dice.two_equal, third_double=first_lap.third_double),
        trading=TRADING,
        moments=dealings.MOMENTS,
        may_end=ending.may_end,
        ruin=RUIN,
        stock=(),
        top_level=5,
        building=Building(
            may=sites.at_landing,
            price=buildings.printed_price,
            may_sell=sites.unless_mortgaged,
            refund=buildings.half,
            sites=sites.where_landed,
            at_once=figures["houses_at_once"],
        ),
        mortgaging=Mortgaging(sites.with_buildings, mortgage.with_tenth, sites.always, built=True),
        lay=draw_opener,
        rent=rents.rent,
        editions=(),
        rent_at_once=True,
        spared=first_lap.spared,
        to_come=first_lap.to_come,
        votes=VOTES,
        net_worth=victory.net_worth,
        shown_worth=victory.whole_worth,
        ranking=victory.by_lasting,
        landing=LANDING,
        acts=ACTS,
        tasks=TASKS,
        card_rules={k: turning.rule_of(c, EFFECTS) for k, c in data.drawn().items()},
        throws={"utility": ThrowRule(turning.rent_thrown, highest=False)},
        auctions=purchase.terms(figures["raise_by"]),
        taps=TAPS | MORE_TAPS,
        cites=CITES,
        rulings=rulings,
        texts={k: c.text.by_language() for k, c in data.drawn().items()},
        terms={k: t.by_language() for k, t in data.terms.items()},
        data=canonical,
    )
