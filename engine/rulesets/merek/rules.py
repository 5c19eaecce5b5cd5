"""Merek as a value: data and the functions that answer for it."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from ketuk.engine.acts import calling, ending, landing, pausing, turning, voting
from ketuk.engine.commands import (
    AnyCommand,
    Bid,
    BidCard,
    Build,
    Buy,
    CallVote,
    Choose,
    ClaimRent,
    ComeBack,
    Concede,
    Conclude,
    Confirm,
    Decline,
    Discard,
    EndTurn,
    Leave,
    Mortgage,
    Pass,
    Pay,
    PayDetour,
    PayRent,
    Pick,
    Propose,
    PutUp,
    Ready,
    Redeem,
    Resume,
    SellBuilding,
    SellProperty,
    Stake,
    Stop,
    Vote,
)
from ketuk.engine.decide import CORE_ACTS
from ketuk.engine.draft import Draft
from ketuk.engine.offers import questions
from ketuk.engine.rules import mortgage, victory
from ketuk.engine.rules.ruleset import (
    Act,
    Jail,
    Land,
    Meta,
    Mortgaging,
    Ruin,
    RuleSet,
    TapRule,
    TaskRule,
    ThrowRule,
)
from ketuk.engine.rulesets import streets
from ketuk.engine.rulesets.merek import (
    building,
    casino,
    deals,
    debts,
    effects,
    modes,
    moments,
    mortgages,
    rents,
    throws,
    tiles,
    timing,
    turns,
)
from ketuk.engine.rulesets.merek.data import MerekData
from ketuk.engine.table import (
    BANK,
    Auctioneer,
    Bet,
    Bidding,
    CloseRound,
    CloseTurn,
    Deliver,
    DrawCard,
    Due,
    Free,
    Handover,
    Onward,
    Paused,
    PickCity,
    Place,
    StepChoice,
    Table,
)
from ketuk.engine.taps import TAPS
from ketuk.engine.tasks import CORE_TASKS

CITES = {
    "opener_left": "M-26",
    "why_staked": "M-21",
    "mates": "M-6",
    "trade_cards": "M-14",
    "set_incomplete": "M-6",
    "evenly": "M-12",
    "set_mortgaged": "M-11",
    "open_bids": "M-8",
    "bid_in_cash": "M-10",
    "no_bid": "M-7",
    "leaving": "M-18",
    "fair_trade": "M-14",
    "trade_built": "M-14",
    "trade_covered": "M-16",
    "raise_first": "M-17",
    "estate_to_player": "M-18",
    "estate_to_bank": "M-19",
    "pay_each": "M-20",
    "card_of_jail": "M-5",
    "card_start": "M-2",
    "jailed": "M-3",
    "jump": "M-22",
    "vote_pause": "M-26",
}
"""Rulings of this book on topics of the shared code."""
FIGURES = (
    "salary", "exact", "jail_fee", "jail_tries", "industry_one", "industry_all", "redeem",
    "auction_raise", "stake", "prize", "pool", "pool_chance", "tax_first", "tax_more", "tax_every",
    "tax_most", "offers", "missed", "bid_time", "debt_time", "offer_time", "vote_time",
    "ranked_rounds", "ranked_minutes",
)  # fmt: skip
"""Every figure of all modes that the code of this set looks at."""
ELSEWHERE = (
    BidCard, Ready, SellProperty, PayDetour, Stop, Discard, EndTurn, PayRent, ClaimRent,
    Confirm,
)  # fmt: skip
"""Commands of the shared code that this set has no use for."""


def _fines_to(table: Table) -> int:
    return BANK


def _due(rules: RuleSet, table: Table, task: Due) -> list[AnyCommand]:
    ways = questions.due(rules, table, task)
    ways += mortgages.ways_to_put_up(rules, table, task.seat)
    gone = debts.may_concede(rules, table, task.seat) is None
    return [*ways, Concede(task.seat)] if gone else ways


def _nobody_left(draft: Draft, tiles: tuple[int, ...]) -> None:
    """Properties of who went out are unowned, and nothing follows."""


def _handed_over(draft: Draft, task: Handover) -> bool:
    """Nobody has to tap traded deeds: the clock goes on."""
    draft.done()
    return True


def _ranking(rules: RuleSet, table: Table) -> tuple[Place, ...]:
    by = victory.by_sides if rules.figures["teams"] else victory.by_lasting
    return by(rules, table)


LANDING: dict[str, Land] = {
    "start": landing.land_on_nothing,
    "street": tiles.land_on_deed,
    "station": tiles.land_on_deed,
    "utility": tiles.land_on_deed,
    "sorte": tiles.land_on_sorte,
    "tax": tiles.land_on_tax,
    "jail": landing.land_on_nothing,
    "casino": casino.land,
    "go_to_jail": tiles.land_on_go_to_jail,
}
ACTS: dict[type, Act] = {k: v for k, v in CORE_ACTS.items() if k not in ELSEWHERE} | {
    Bid: calling.call,
    Pass: calling.leave_bidding,
    Build: building.build,
    Choose: throws.choose,
    Pick: turns.pick,
    Decline: turns.decline,
    Stake: casino.stake,
    PutUp: mortgages.put_up,
    Propose: deals.propose,
    Leave: debts.leave,
    Concede: debts.concede,
    Conclude: ending.conclude,
    CallVote: turns.call_vote,
    Vote: voting.vote,
    ComeBack: pausing.come_back,
    Resume: pausing.resume,
}
TASKS: dict[type, TaskRule] = CORE_TASKS | {
    Free: replace(CORE_TASKS[Free], step=turns.go_on),
    Due: replace(CORE_TASKS[Due], offers=_due, left=debts.price_without),
    Auctioneer: replace(CORE_TASKS[Auctioneer], step=calling.open_bidding),
    Bidding: replace(
        CORE_TASKS[Bidding],
        step=calling.go_on(mortgages.hammer, unsold=mortgages.unsold),
    ),
    Deliver: replace(CORE_TASKS[Deliver], step=mortgages.deliver),
    Handover: TaskRule(step=_handed_over),
    CloseTurn: TaskRule(step=turns.close_turn),
    CloseRound: TaskRule(step=turns.close_round),
    DrawCard: replace(CORE_TASKS[DrawCard], step=effects.draw),
    PickCity: TaskRule(effects.ways_to_demolish, left=effects.pick_without),
    StepChoice: TaskRule(throws.ways),
    Onward: TaskRule(step=throws.onward),
    Bet: TaskRule(casino.ways),
    Paused: TaskRule(pausing.ways_back),
}


def make(data: MerekData, canonical: str, rulings: Mapping[str, Mapping[str, Any]]) -> RuleSet:
    """The rule set from its checked data, in its first mode."""
    figures = data.figures_with(FIGURES)
    board, known = streets.board(data), streets.cards(data, {tiles.DECK: "S"})
    usual = data.mode(0)
    return RuleSet(
        meta=Meta(**data.meta.model_dump()),
        board=board,
        items=streets.items(board, known, max(data.mode(n).most for n in range(len(data.modes)))),
        cards=known,
        hand_limit=len(known),
        seating=modes.seating(data, usual),
        figures=modes.figures(data, usual),
        salary=figures["salary"],
        at_start=tiles.at_start,
        jail=Jail(fee=figures["jail_fee"], to=_fines_to, tries=figures["jail_tries"]),
        dice=throws.DICE,
        trading=deals.TRADING,
        moments=moments.moments(figures["offers"]),
        may_end=ending.may_end,
        ruin=Ruin(debts.has_to_raise, debts.unpaid, _nobody_left),
        stock=(),
        top_level=5,
        building=building.BUILDING,
        mortgaging=Mortgaging(mortgage.half_price, mortgages.redeeming, mortgage.group_bare),
        lay=turns.lay,
        rent=rents.rent,
        net_worth=victory.printed_worth,
        to_come=rents.to_come,
        appraised=mortgages.worth_redeemed,
        shown_worth=victory.whole_worth,
        ranking=_ranking,
        landing=LANDING,
        acts=ACTS,
        tasks=TASKS,
        turn_offers=(mortgages.ways_to_put_up,),
        card_rules={k: turning.rule_of(c, effects.EFFECTS) for k, c in data.drawn().items()},
        throws={casino.THROW: ThrowRule(casino.thrown, highest=False)},
        auctions=replace(moments.AUCTIONS, raise_by=figures["auction_raise"]),
        taps=TAPS | _taps(),
        agreed=partial(modes.agreed, data),
        side=turns.side,
        after=turns.after,
        timing=timing.TIMING,
        votes=turns.VOTES,
        edition="kertas",
        editions=(),
        settings=modes.settings(data),
        honours=modes.honours,
        cites=CITES,
        rulings=rulings,
        texts={k: c.text.by_language() for k, c in data.drawn().items()},
        terms={k: t.by_language() for k, t in data.terms.items()},
        data=canonical,
    )


def _not_against(command: AnyCommand) -> bool:
    """A player's card says yes, not no."""
    return not isinstance(command, Vote) or command.yes


def _taps() -> dict[str, TapRule]:
    """Cards of deeds jump there, pay, buy, or give a choice of what can be done; those of players
    bid the least, say yes, or say "back".
    """
    deed, player = TAPS["property"], TAPS["player"]
    own = (Build, SellBuilding, Mortgage, Redeem, PutUp)
    return {
        "property": replace(deed, order=((Pick,), (Buy, Pay), own)),
        "player": replace(player, order=((Bid,), (Vote,), (ComeBack,)), meant=_not_against),
    }
