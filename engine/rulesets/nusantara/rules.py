"""Nusantara as a value: data and the functions that answer for it."""

from collections.abc import Mapping
from typing import Any

from ketuk.engine.acts import bidding, ending, landing, leaving, owing, rolling, trading
from ketuk.engine.acts.asked import may_mortgage_now, may_raise, on_turn, only_on_turn
from ketuk.engine.acts.leaving_jail import land_in_jail
from ketuk.engine.board import Board, Deed, Tile, board_of
from ketuk.engine.commands import AnyCommand, Choose, Fly, GoOn, Pick, RevealCard
from ketuk.engine.decide import CORE_ACTS, deal
from ketuk.engine.draft import Draft
from ketuk.engine.items import BID_CARDS, BOX, bid_item, player_item
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules import buildings, debt, dice, mortgage, trade, victory
from ketuk.engine.rules.ruleset import (
    Act,
    Building,
    Card,
    Dice,
    Fairness,
    Item,
    Jail,
    Land,
    Meta,
    Moments,
    Mortgaging,
    Ruin,
    RuleSet,
    Seating,
    TaskRule,
    ThrowRule,
    Trading,
)
from ketuk.engine.rulesets.nusantara import (
    editions,
    kejadian,
    marking,
    rents,
    revealing,
    siasat,
    tiles,
)
from ketuk.engine.rulesets.nusantara.data import NusantaraData
from ketuk.engine.rulesets.schema import TileData
from ketuk.engine.states import Effects
from ketuk.engine.table import (
    POT,
    AnyTask,
    Bidding,
    ClearRound,
    Community,
    Handover,
    Raid,
    Reveal,
    RunEvent,
    Table,
)
from ketuk.engine.taps import TAPS
from ketuk.engine.tasks import CORE_TASKS

CITES = {
    "rounding": "4.10.1",
    "creditors_first": "4.8.9",
    "rest_is_debt": "4.2.9",
    "raise_first": "4.2.9",
    "forgotten_rent": "4.2.7",
    "third_double_in_jail": "4.1.4",
    "barricade_ahead": "4.1.12",
    "slide": "4.1.1",
    "slide_stopped": "4.1.2",
    "slide_salary": "4.1.3",
    "against_start": "4.1.6",
    "double_of_three": "4.1.10",
    "festival_on_double": "4.1.11",
    "build_own_turn": "4.3.1",
    "top_lost": "4.3.2",
    "top_sold": "4.3.5",
    "mortgage_built": "4.3.6",
    "window_built": "4.10.2",
    "trade_built": "4.3.7",
    "evenly": "4.3.8",
    "set_mortgaged": "4.5.9",
    "no_project_sale": "4.8.13",
    "nobody_bids": "4.8.2",
    "all_zero": "4.2.2",
    "tie": "4.2.3",
    "tie_on_track": "4.10.5",
    "discount_city": "4.2.1",
    "discount_project": "4.8.10",
    "discount_harbour": "4.2.1",
    "hand_limit": "4.4.13",
    "nobody_richer": "4.4.15",
    "opener_left": "4.7.6",
    "loan_due_stuck": "4.5.8",
    "unpaid_bid": "4.2.4",
    "lowest_bid": "4.2.11",
    "swap": "4.2.5",
    "deck_empty": "4.4.12",
    "contract_term": "4.5.1",
    "loan_due": "4.5.2",
    "contract_pair": "4.5.3",
    "last_round_trade": "4.5.4",
    "fair_trade": "4.5.6",
    "leaving": "4.7.5",
    "why_price_bid": "4.2.1",
    "why_bids_revealed": "4.2.12",
    "why_left": "4.7.5",
    "why_worth_below_zero": "4.10.4",
    "read_twice": "4.6.5",
    "other_box": "4.6.4",
    "revoked": "4.6.7",
}
"""Rulings of this book on topics of the shared code."""


FIGURES = (
    "salary", "ruko", "menara", "jail_fee", "jail_tries", "flight", "detour", "subsidy", "repair",
    "night_market", "project_limit", "project_rent", "project_city", "capital_rent",
    "capital_minimum", "capital_bonus", "rent_cap", "bid_fine", "discount", "sponsor",
    "wealth_tax", "homecoming", "forced_sale", "card_value", "rent_free_value", "contract_closed",
)  # fmt: skip
"""Every figure that the code of this set looks at."""


def may_own(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """At most two Proyek by any route (4.8.1, 4.8.3); Nusantara, once it is there, is no Proyek."""
    if rules.board.tiles[tile].kind == "harbour" and not table.state(Effects).capital:
        return refuse(Reason.NOT_A_PROPERTY, tile=tile)
    return _within_limit(rules, table, seat, (), (tile,), "4.8.1")


def may_hold(
    rules: RuleSet, table: Table, seat: int, given: tuple[int, ...], taken: tuple[int, ...]
) -> Refused | None:
    """The limit of Proyek after a trade (4.8.3)."""
    return _within_limit(rules, table, seat, given, taken, "4.8.3")


def _within_limit(
    rules: RuleSet,
    table: Table,
    seat: int,
    given: tuple[int, ...],
    taken: tuple[int, ...],
    ruling: str,
) -> Refused | None:
    tiles = rules.board.tiles
    if not any(tiles[t].kind == "project" for t in taken):
        return None
    after = (set(table.owned(seat)) - set(given)) | set(taken)
    if sum(tiles[t].kind == "project" for t in after) <= rules.figures["project_limit"]:
        return None
    return refuse(Reason.TOO_MANY_PROJECTS, ruling, seat=seat)


def _pot(table: Table) -> int:
    return POT


def _reveal_first(rules: RuleSet, table: Table) -> tuple[AnyTask, ...]:
    """A round begins with its event."""
    return (Reveal(table.opener),)


def _flights(rules: RuleSet, table: Table, seat: int) -> list[AnyCommand]:
    return [Fly(seat)] if tiles.may_fly(rules, table, seat) is None else []


def _choices(rules: RuleSet, table: Table, task: Community) -> list[AnyCommand]:
    return list(tiles.options(rules, table, task))


def _go_on(draft: Draft, command: GoOn) -> Refused | None:
    """Go on from the moment that is open."""
    match draft.table.top:
        case Bidding():
            return bidding.close_stage(draft, command)
        case Raid():
            return siasat.strike(draft, command)
        case Handover():
            return trading.skip_handover(draft, command)
        case _:
            return refuse(Reason.NOT_ASKED)


LANDING: dict[str, Land] = {
    "start": landing.land_on_nothing,
    "city": landing.land_on_property,
    "project": landing.land_on_property,
    "draw": tiles.land_on_draw,
    "community": tiles.land_on_community,
    "jail": land_in_jail,
    "tax": tiles.land_on_tax,
    "airport": tiles.land_on_airport,
    "harbour": tiles.land_on_harbour,
}
ACTS: dict[type, Act] = CORE_ACTS | {
    RevealCard: revealing.reveal,
    Fly: tiles.fly,
    Choose: tiles.choose,
    Pick: kejadian.pick,
    GoOn: _go_on,
}
TASKS: dict[type, TaskRule] = CORE_TASKS | {
    Community: TaskRule(_choices),
    Raid: TaskRule(siasat.raid_offers),
    Reveal: TaskRule(revealing.offers, left=revealing.without),
    RunEvent: TaskRule(step=kejadian.run_event),
    ClearRound: TaskRule(step=marking.clear_round),
}
THROWS: dict[str, ThrowRule] = {
    "auction": ThrowRule(bidding.hammer),
    "subsidy": ThrowRule(tiles.pay_subsidy),
    "forced_sale": ThrowRule(kejadian.sale_forced),
    "zone": ThrowRule(kejadian.zone_thrown, highest=False),
    "group": ThrowRule(kejadian.group_thrown, highest=False),
    "city": ThrowRule(kejadian.city_thrown, highest=False),
}

MOMENTS = Moments(
    who=only_on_turn,
    build=on_turn,
    sell=may_raise,
    mortgage=may_mortgage_now,
    redeem=on_turn,
    trade=on_turn,
)
RUIN = Ruin(must_raise=debt.anything_to_raise, unpaid=owing.book_debt, left_behind=leaving.queue_up)
BUILDING = Building(
    may=buildings.evenly,
    price=buildings.printed_price,
    may_sell=buildings.evenly_back,
    refund=buildings.half,
    sites=buildings.of_active_sets,
)


def _fairness(figures: Mapping[str, int]) -> Fairness:
    return Fairness(
        card_value=figures["card_value"],
        rent_free_value=figures["rent_free_value"],
        closed_rounds=figures["contract_closed"],
    )


def make(data: NusantaraData, canonical: str, rulings: Mapping[str, Mapping[str, Any]]) -> RuleSet:
    """The rule set from its checked data."""
    figures = data.figures_with(FIGURES)
    board = _board(data)
    _check_ring(board)
    cards = _cards(data)
    return RuleSet(
        meta=_meta(data),
        board=board,
        items=_items(board, cards),
        cards=cards,
        hand_limit=data.seating.hand_limit,
        seating=_seating(data),
        figures=figures,
        salary=figures["salary"],
        at_start=landing.salary_once_a_turn,
        jail=Jail(fee=figures["jail_fee"], to=_pot, tries=figures["jail_tries"]),
        dice=Dice(count=dice.two, double=dice.two_equal, third_double=rolling.jailed_by_doubles),
        trading=Trading(
            check=trade.fair,
            agreed=trading.keep_for_later,
            passed_on=trading.nothing_follows,
            bare=mortgage.group_bare,
            fairness=_fairness(figures),
        ),
        moments=MOMENTS,
        may_end=ending.may_end,
        ruin=RUIN,
        stock=(figures["ruko"], figures["menara"]),
        top_level=3,
        building=BUILDING,
        mortgaging=Mortgaging(mortgage.half_price, mortgage.half_with_tenth, mortgage.group_bare),
        lay=deal,
        round_tasks=_reveal_first,
        rent=rents.rent,
        rent_lapses=editions.on_paper,
        net_worth=victory.net_worth,
        shown_worth=editions.shown_worth,
        ranking=victory.by_net_worth,
        may_own=may_own,
        may_hold=may_hold,
        landing=LANDING,
        acts=ACTS,
        tasks=TASKS,
        turn_offers=(_flights,),
        card_rules=siasat.CARD_RULES | kejadian.CARD_RULES,
        throws=THROWS,
        taps={**TAPS, "kejadian": revealing.TAP},
        tile_options=frozenset({tiles.NIGHT_MARKET}),
        discounts={"diskon": siasat.discount},
        sealed=editions.SEALED,
        event_deck="kejadian",
        cites=CITES,
        rulings=rulings,
        texts=_texts(data),
        data=canonical,
    )


CORNERS = ("start", "jail", "airport", "harbour")
ZONES = 6
"""One for each side of the die that chooses among them."""


def _check_ring(board: Board) -> None:
    """What cards and dice of this set look for must be on the ring.

    Raises:
        ValueError: a corner is missing or stands twice, or a zone has no city.
    """
    kinds = [tile.kind for tile in board.tiles]
    for corner in CORNERS:
        if kinds.count(corner) != 1:
            raise ValueError(f"tiles: one of kind {corner} expected, {kinds.count(corner)} found")
    if board.tiles[0].kind != "start":
        raise ValueError("tiles: the ring begins with its start")
    if len(board.zones) != ZONES + 1 or not all(board.zones[1:]):
        raise ValueError(f"tiles: cities in every zone from 1 to {ZONES} expected")


def _meta(data: NusantaraData) -> Meta:
    m = data.meta
    return Meta(m.id, m.version, m.name, m.rules, m.step)


def _board(data: NusantaraData) -> Board:
    return board_of(
        tuple(
            Tile(
                index=t.index,
                name=t.name,
                kind=t.kind,
                group=t.group,
                zone=t.zone,
                deed=_deed(t, data.figures) if t.price else None,
                connects=tuple(t.connects),
                amount=t.amount,
                trait=t.trait,
                deed_name=t.deed_name,
            )
            for t in data.tiles
        )
    )


def _deed(tile: TileData, figures: Mapping[str, int]) -> Deed:
    """The figures of a property; Nusantara has a lowest bid, however it comes to auction."""
    least = figures["capital_minimum"] if tile.kind == "harbour" else 0
    return Deed(tile.price, tile.build, tuple(tile.rents), least)


def _cards(data: NusantaraData) -> dict[int, Card]:
    cards: dict[int, Card] = {}
    for kinds, letter, first in ((data.siasat, "S", 50), (data.kejadian, "E", 80)):
        for kind, card in kinds.items():
            for item in card.items:
                code = f"{letter}{item - first + 1:02d}"
                cards[item] = Card(item, kind, card.deck, card.name, code)
    return dict(sorted(cards.items()))


def _seating(data: NusantaraData) -> Seating:
    players = {int(n): p for n, p in data.seating.players.items()}
    return Seating(
        cash={n: tuple(p.cash) for n, p in players.items()},
        rounds={n: p.rounds for n, p in players.items()},
        without={n: tuple(p.without) for n, p in players.items()},
        opener=data.seating.opener,
        hand=data.seating.hand,
        hand_deck="siasat",
        pot=data.seating.pot,
    )


def _texts(data: NusantaraData) -> dict[str, dict[str, str]]:
    kinds = data.siasat | data.kejadian
    return {k: c.text.by_language() for k, c in kinds.items()}


def _items(board: Board, cards: Mapping[int, Card]) -> tuple[Item, ...]:
    """The 104 stickers of a box, by section 10 of the book."""
    items = [Item(t, "property", board.tiles[t].card_name) for t in board.deeds]
    items += [Item(player_item(seat), "player", str(seat)) for seat in range(1, 7)]
    items += [Item(c.item, c.deck, c.name, c.code) for c in cards.values()]
    items += [
        Item(bid_item(seat, card), "bid", f"{seat}")
        for seat in range(1, 7)
        for card in range(BID_CARDS)
    ]
    return (*items, Item(BOX, "box", ""))
