"""Rel as a value: data and the functions that answer for it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from ketuk.engine.acts import (
    beginning,
    calling,
    landing,
    leaving,
    owing,
    taxing,
    trading,
    turning,
)
from ketuk.engine.acts.mortgaging import burden
from ketuk.engine.board import Board
from ketuk.engine.causes import AuctionEnd
from ketuk.engine.commands import (
    AnyCommand,
    Bid,
    BidCard,
    Borrow,
    Choose,
    ClaimRent,
    Concede,
    Conclude,
    Decline,
    Discard,
    GoOn,
    Leave,
    Pass,
    Pay,
    PayDetour,
    PayRent,
    Ready,
    Redeem,
    Repay,
    SellProperty,
    Stop,
)
from ketuk.engine.decide import CORE_ACTS
from ketuk.engine.items import seat_of
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules import buildings, debt, dice, mortgage, trade, victory
from ketuk.engine.rules.ruleset import (
    Act,
    Building,
    Card,
    Dice,
    Item,
    Jail,
    Land,
    Meta,
    Mortgaging,
    Ruin,
    RuleSet,
    Setting,
    TapRule,
    TaskRule,
    ThrowRule,
    Trading,
)
from ketuk.engine.rulesets import streets
from ketuk.engine.rulesets.rel import course, estate, laps, lending, missions, property, tiles
from ketuk.engine.rulesets.rel.bots import BOTS
from ketuk.engine.rulesets.rel.data import RelData
from ketuk.engine.rulesets.rel.moments import MOMENTS, auctions
from ketuk.engine.rulesets.schema import TextData
from ketuk.engine.table import (
    FOREVER,
    Auction,
    Auctioneer,
    Bidding,
    Burdened,
    BuyChoice,
    CloseTurn,
    Due,
    OpenRound,
    Options,
    Table,
    TaxChoice,
    Trade,
)
from ketuk.engine.taps import TAPS
from ketuk.engine.tasks import CORE_TASKS

CITES = {
    "open_bids": "R-10",
    "no_bid": "R-9",
    "nobody_bids": "R-8",
    "bid_in_cash": "R-27",
    "cash_below_zero": "R-27",
    "set_mortgaged": "R-13",
    "trade_covered": "R-26",
    "raise_first": "R-20",
    "leaving": "R-21",
    "card_start": "R-3",
    "jailed": "R-6",
    "card_of_jail": "R-6",
    "pay_each": "R-22",
    "why_salary": "R-1",
    "why_salary_news": "R-2",
    "why_auction_won": "R-10",
    "why_bid_called": "R-10",
    "why_price_bid": "R-10",
    "why_build": "R-11",
    "why_building_sold": "R-16",
    "why_loan_taken": "R-18",
    "why_loan_collected": "R-19",
    "why_goal": "R-23",
    "why_dealt": "R-24",
    "why_estate": "R-21",
    "why_bankrupt": "R-21",
    "why_bankrupted": "R-20",
    "why_left": "R-21",
    "why_worth_below_zero": "R-27",
}
"""Rulings of this book on topics of the shared code."""
FIGURES = (
    "salary", "first_lap", "jail_fee", "jail_tries", "income_tax", "utility_one", "utility_all",
    "first_bid", "raise", "dear", "dear_levels", "line_up", "loan", "loan_due", "loan_below",
)  # fmt: skip
"""Every figure that the code of this set looks at."""
LETTERS = {"kad": "K", "berita": "B"}
"""Before the number of a card, by deck."""
ELSEWHERE = (
    BidCard, Ready, SellProperty, PayDetour, Stop, Discard, PayRent, ClaimRent,
)  # fmt: skip
"""Commands of the shared code that this set has no use for."""


def may_trade(rules: RuleSet, table: Table, deal: Trade) -> Refused | None:
    """Cash and bare deeds for cash and bare deeds; who is below zero gets cash by it (R-27)."""
    if deal.terms is not None:
        return refuse(Reason.NO_CONTRACTS)
    if refused := trade.deliverable(rules, table, deal):
        return refused
    more = deal.take.cash - deal.give.cash
    for seat, gain in ((deal.proposer, more), (deal.partner, -more)):
        if table.player(seat).cash < 0 and gain <= 0:
            return refuse(Reason.BELOW_ZERO, "R-27", seat=seat, amount=table.player(seat).cash)
    return trade.interest_in_cash(rules, table, deal) or debt.still_covered(
        rules, table, deal, trade.interest_of(rules, table, deal)
    )


def _unsold(auction: Auction) -> AuctionEnd:
    return AuctionEnd("unsold")


def _ways(rules: RuleSet, table: Table, seat: int) -> list[AnyCommand]:
    """What the own turn offers besides: Ah Long, and bankruptcy if nothing else is left."""
    loans = lending.ways(rules, table, seat)
    gone = estate.missing(table, seat) and estate.may_concede(rules, table, seat) is None
    return [*loans, Concede(seat)] if gone else loans


def _with_ways(rule: TaskRule) -> TaskRule:
    """A question of the own turn, with what that offers besides."""

    def offers(rules: RuleSet, table: Table, task: Any) -> list[AnyCommand]:
        assert rule.offers is not None
        return [*rule.offers(rules, table, task), *_ways(rules, table, task.seat)]

    return replace(rule, offers=offers)


LANDING: dict[str, Land] = {
    "start": landing.land_on_nothing,
    "street": property.land_on_deed,
    "station": property.land_on_deed,
    "utility": property.land_on_deed,
    "kad": tiles.land_on_kad,
    "income_tax": tiles.taxed(taxing.land_on_choice),
    "tax": tiles.taxed(taxing.land_on_fixed(tiles.to_bank)),
    "jail": landing.land_on_nothing,
    "parking": landing.land_on_nothing,
    "go_to_jail": tiles.land_on_go_to_jail,
}
ACTS: dict[type, Act] = {k: v for k, v in CORE_ACTS.items() if k not in ELSEWHERE} | {
    Bid: calling.call,
    Pass: calling.leave_bidding,
    Choose: taxing.pay_as_chosen(tiles.to_bank, tiles.a_tenth, property.net_worth),
    Pay: estate.pay,
    Redeem: estate.redeem,
    Decline: estate.decline,
    Borrow: lending.borrow,
    Repay: lending.repay,
    Concede: estate.concede,
    Leave: estate.leave,
    Conclude: course.conclude,
    GoOn: trading.skip_handover,
}
TASKS: dict[type, TaskRule] = CORE_TASKS | {
    BuyChoice: _with_ways(CORE_TASKS[BuyChoice]),
    Due: replace(_with_ways(CORE_TASKS[Due]), step=owing.pay_once_covered),
    Burdened: replace(CORE_TASKS[Burdened], offers=estate.burdened),
    TaxChoice: TaskRule(taxing.tax_options),
    Auctioneer: replace(CORE_TASKS[Auctioneer], step=calling.open_bidding),
    Bidding: replace(
        CORE_TASKS[Bidding], step=calling.go_on(calling.sell_property, unsold=_unsold)
    ),
    CloseTurn: replace(CORE_TASKS[CloseTurn], step=course.close_turn),
    OpenRound: replace(CORE_TASKS[OpenRound], step=course.open_round),
}

TRADING = Trading(
    may_trade,
    trading.carry_out,
    burden,
    bare=mortgage.itself_bare,
    to_the_end=True,
    cards=False,
)
RUIN = Ruin(must_raise=debt.may_wait, unpaid=estate.go_bankrupt, left_behind=leaving.auction_all)
BUILDING = Building(
    may=property.may_build,
    price=property.building_price,
    may_sell=property.any_order,
    refund=buildings.half,
    sites=property.sites,
)
MORTGAGING = Mortgaging(
    mortgage.half_price, mortgage.half_with_tenth, mortgage.itself_bare, mortgage.a_tenth
)


def make(data: RelData, canonical: str, rulings: Mapping[str, Mapping[str, Any]]) -> RuleSet:
    """The rule set from its checked data."""
    figures = data.figures_with(FIGURES)
    board, known = streets.board(data), streets.cards(data, LETTERS)
    return RuleSet(
        meta=Meta(**data.meta.model_dump()),
        board=board,
        items=_items(board, known, data.names.vehicles),
        cards=known,
        hand_limit=len(known),
        seating=streets.seating(data),
        figures={**figures, **_news(data), "laps": 0, "qualifying": 0},
        salary=figures["salary"],
        at_start=laps.pass_start,
        jail=Jail(fee=figures["jail_fee"], to=tiles.to_bank, tries=figures["jail_tries"]),
        dice=Dice(count=dice.two, double=dice.two_equal, third_double=laps.third_double),
        trading=TRADING,
        moments=MOMENTS,
        may_end=course.may_end,
        ruin=RUIN,
        stock=(),
        top_level=5,
        building=BUILDING,
        mortgaging=MORTGAGING,
        lay=course.lay(data.fast.bands),
        rent=property.rent,
        rent_at_once=True,
        spared=laps.first_lap,
        to_come=laps.to_come,
        net_worth=property.net_worth,
        appraised=property.worth_given_back,
        shown_worth=victory.whole_worth,
        ranking=victory.by_lasting,
        may_own=laps.may_own,
        may_hold=laps.may_hold,
        landing=LANDING,
        acts=ACTS,
        tasks=TASKS,
        turn_offers=(_ways,),
        card_rules=_card_rules(data),
        throws={beginning.BEGIN: ThrowRule(beginning.begin)},
        auctions=auctions(figures["raise"]),
        taps={**TAPS, "player": TapRule(((Bid,),), TAPS["player"].left_over)},
        agreed=_agreed(data),
        after=missions.after,
        below_zero=True,
        editions=(),
        house=(course.FAST,),
        settings=_settings(data),
        endless=_endless,
        presets={"now": (("rounds", data.ends.rounds),)},
        at_screen=(Conclude,),
        bots=BOTS,
        goals=missions.goals_of(data.misi),
        cites=CITES,
        rulings=rulings,
        texts=_texts(data),
        terms=_terms(data),
        data=canonical,
    )


# --- options -----------------------------------------------------------------------------------


def _settings(data: RelData) -> tuple[Setting, ...]:
    least, most = data.ends.laps
    rounds = data.ends.rounds
    return (
        Setting("qualifying", 0, data.ends.qualifying, usual=0),
        Setting("laps", least, most, usual=0, none=True),
        Setting("rounds", rounds, rounds, usual=0, none=True),
    )


def _endless(options: Options) -> bool:
    """Without laps, rounds or the fast mode a game may never end."""
    return not (
        course.FAST in options.house or options.number("laps", 0) or options.number("rounds", 0)
    )


def _agreed(data: RelData) -> Any:
    """The set under its options: several ends may be agreed on, the first to come counts."""

    def agreed(rules: RuleSet, options: Options) -> RuleSet:
        fast = course.FAST in options.house
        counts = range(data.seating.least, data.seating.most + 1)
        usual = options.number("rounds", 0) or FOREVER
        rounds = dict(zip(counts, data.fast.rounds, strict=True)) if fast else {}
        figures = {
            **rules.figures,
            "laps": options.number("laps", 0),
            "qualifying": 0 if fast else options.number("qualifying", 0),
            "first_lap": 0 if fast else data.figures["first_lap"],
        }
        by_count = {n: min(rounds.get(n, usual), usual) for n in counts}
        seated = msgspec.structs.replace(rules.seating, rounds=by_count)
        return replace(rules, figures=figures, seating=seated)

    return agreed


# --- board, cards, words -----------------------------------------------------------------------


def _card_rules(data: RelData) -> dict[str, Any]:
    rules = {kind: turning.rule_of(card, tiles.EFFECTS) for kind, card in data.kad.items()}
    return rules | dict.fromkeys(data.berita, laps.news_rule())


def _news(data: RelData) -> dict[str, int]:
    """What each piece of news does, as a figure by its name and item."""
    figures = {}
    for card in data.berita.values():
        for item in card.items:
            figures[f"{card.does}_{item}"] = card.line or card.amount or 1
    return figures


def _items(board: Board, known: Mapping[int, Card], vehicles: list[str]) -> tuple[Item, ...]:
    """The stickers of a box; players are vehicles."""
    plain = streets.items(board, known, len(vehicles))
    return tuple(
        [Item(i.number, i.kind, vehicles[seat_of(i.number) - 1]) if i.kind == "player" else i
         for i in plain]
    )  # fmt: skip


def _filled(text: TextData, **facts: object) -> dict[str, str]:
    return {language: said.format(**facts) for language, said in text.by_language().items()}


def _texts(data: RelData) -> dict[str, dict[str, str]]:
    """Texts of cards, news and missions, with the names of the edition in them."""
    tiles_, lines = data.names.tiles, data.names.lines
    corners = {t.kind: t.name for t in data.tiles if t.kind in ("start", "jail")}
    texts = {
        kind: _filled(card.text, tile=tiles_[card.to], **_facts(card), **corners)
        for kind, card in data.kad.items()
    }
    for kind, news in data.berita.items():
        line = lines[news.line - 1] if news.line else ""
        figures = {"percent": data.figures["line_up"], "salary": data.figures["salary"]}
        texts[kind] = _filled(news.text, line=line, amount=news.amount, **figures, **corners)
    return texts | {k: _filled(m.text, count=m.count) for k, m in data.misi.items()}


def _facts(card: Any) -> dict[str, object]:
    return {"amount": card.amount, "house": card.house, "hotel": card.hotel}


def _terms(data: RelData) -> dict[str, dict[str, str]]:
    terms = {k: t.by_language() for k, t in data.terms.items()}
    lines = enumerate(data.names.lines, 1)
    terms |= {f"group_{n}": dict.fromkeys(("id", "en", "ms", "pt"), line) for n, line in lines}
    return terms | {f"goal_{k}": m.name.by_language() for k, m in data.misi.items()}
