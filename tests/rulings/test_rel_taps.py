"""Rel, what a card of the box means when it is tapped: section 9 in every state of its games.

The table of section 9 is written down here once more, without ``ketuk.engine.taps``, and held
against every item on every device at every question of random games of both editions.
"""

import random
from collections import Counter

import pytest
from any_game import AnyGame
from rails import FREE, KAD, Rails
from trials import trials

from ketuk import engine
from ketuk.engine.commands import (
    Accept,
    AnyCommand,
    Bid,
    Buy,
    Confirm,
    Decline,
    Draw,
    Pay,
    Play,
    Propose,
    Redeem,
)
from ketuk.engine.refusal import Reason, Refused
from ketuk.engine.rules.ruleset import Item, RuleSet
from ketuk.engine.states import News
from ketuk.engine.table import (
    Bidding,
    Burdened,
    BuyChoice,
    DrawCard,
    Due,
    Free,
    Goods,
    Handover,
    Options,
    Table,
    Trade,
)
from ketuk.engine.taps import (
    Choice,
    Denied,
    Do,
    Ignored,
    LastTap,
    Making,
    Meaning,
    PutDown,
    Selected,
    Shown,
    meaning,
)

EDITIONS = ("rel", "rel-borneo")
VEHICLE, NEWS, BOX = 40, 80, 140


def tap(game: Rails, item: int, seat: int | None = None, making: Making = None) -> Meaning:
    return meaning(game.table, game.rules, item, seat, None, making)


# --- the box -----------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_box_has_66_stickers(edition: str) -> None:
    rules = engine.ruleset(edition)
    numbers = [item.number for item in rules.items]
    deeds = [1, 3, 5, 6, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19, 21, 23, 24, 25, 26, 27, 28, 29, 31,
             32, 34, 35, 37, 39]  # fmt: skip
    assert numbers == [*deeds, *range(40, 45), *range(50, 70), *range(80, 92), 140]
    assert len(numbers) == 66
    codes = [rules.cards[n].code for n in (*range(50, 70), *range(80, 92))]
    wanted = [f"K{n:02d}" for n in range(1, 21)] + [f"B{n:02d}" for n in range(1, 13)]
    assert codes == wanted


@pytest.mark.parametrize(
    ("edition", "vehicles"),
    [
        ("rel", ["Komuter", "LRT", "MRT", "Monorel", "ERL"]),
        ("rel-borneo", ["Tren wap", "Railbas", "ART", "Diesel", "Tren balak"]),
    ],
)
def test_players_are_vehicles_of_the_edition(edition: str, vehicles: list[str]) -> None:
    rules = engine.ruleset(edition)
    assert [rules.item(n).name for n in range(40, 45)] == vehicles  # type: ignore[union-attr]


# --- single states -----------------------------------------------------------------------------


def test_unowned_land_just_landed_on_is_bought() -> None:
    game = Rails().asked_to_buy(39)
    assert tap(game, 39) == Do(Buy(1))
    assert tap(game, 37) == Shown(37)
    assert isinstance(tap(game, 39, 2), Denied)
    short = tap(Rails().has(1, 399).asked_to_buy(39), 39)
    assert isinstance(short, Denied)
    assert short.refused.about == {"short": 1, "amount": 400}


def test_in_minus_a_purchase_says_how_much_is_missing_from_below_zero() -> None:
    denied = tap(Rails().has(1, -200).asked_to_buy(39), 39)
    assert isinstance(denied, Denied)
    assert denied.refused.about == {"short": 600, "amount": 400}


def test_where_rent_waits_its_deed_is_shown() -> None:
    game = Rails().owns(2, 39).has(1, 0)
    game.lands(39)
    assert isinstance(game.table.top, Due)
    assert {tap(game, 39, seat) for seat in (None, 1, 2, 3)} == {Shown(39)}


def test_the_own_vehicle_bids_the_least_raise() -> None:
    game = Rails().asked_to_buy(39)
    game.do(Decline(1))
    assert tap(game, VEHICLE + 1) == Do(Bid(2, 10))
    game.do(Bid(2, 30))
    assert tap(game, VEHICLE) == Do(Bid(1, 40))
    assert tap(game, VEHICLE + 1) == Selected(2), "nobody outbids itself"
    assert tap(game, VEHICLE, 3) == Selected(1), "another's device bids for nobody else"


def test_a_card_of_a_real_deck_is_the_one_drawn_and_is_read_once() -> None:
    game = Rails(decks="real")
    game.lands(KAD)
    assert tap(game, 62) == Do(Draw(1, 62))
    assert tap(game, NEWS) == Shown(NEWS)
    at = game.table.ask
    game.do(Draw(1, 62))
    assert meaning(game.table, game.rules, 62, None, LastTap(62, at)) == Ignored(62, "")


def test_news_of_a_real_deck_is_the_one_drawn() -> None:
    game = Rails(decks="real").ask(Free(1), DrawCard(1, "berita"))
    assert tap(game, NEWS + 6) == Do(Draw(1, NEWS + 6))
    game.do(Draw(1, NEWS + 6))
    assert game.table.state(News).card == NEWS + 6


def test_a_card_out_of_lokap_is_used_there_and_denied_elsewhere() -> None:
    game = Rails().holds(1, FREE)
    denied = tap(game, FREE)
    assert isinstance(denied, Denied)
    assert denied.refused.reason is Reason.NOT_STUCK
    assert tap(game.stuck(1), FREE) == Do(Play(1, FREE))
    assert isinstance(tap(game, FREE, 2), Denied)


def test_a_card_out_of_lokap_is_not_put_into_a_trade_nor_used_by_that_tap() -> None:
    game = Rails().holds(1, FREE).stuck(1)
    denied = tap(game, FREE, making="trade")
    assert isinstance(denied, Denied)
    assert denied.refused.reason is Reason.CARDS_STAY
    deal = Trade(1, 2, Goods(cards=(FREE,)), Goods(50))
    assert game.refused(Propose(1, deal)).reason is Reason.CARDS_STAY


def test_a_deed_of_an_estate_is_kept_redeemed_or_left() -> None:
    game = Rails().owns(2, 26, mortgaged=True).ask(Free(1), Burdened(2, 26, refusable=True))
    assert tap(game, 26) == Choice(26, (Pay(2), Redeem(2, 26), Decline(2)))
    assert tap(game, 26, 1) == Shown(26)
    assert tap(game.has(2, 12), 26) == Do(Decline(2))


def test_what_was_traded_is_handed_over() -> None:
    game = Rails().owns(1, 6)
    game.do(Propose(1, Trade(1, 2, Goods(tiles=(6,)), Goods(60))), Accept(2))
    assert tap(game, 6, 2) == Do(Confirm(2, 6))
    assert tap(game, 6) == Do(Confirm(1, 6))


def test_read_again_it_is_ignored_until_something_new_is_asked() -> None:
    game = Rails().asked_to_buy(39)
    at = game.table.ask
    game.do(Buy(1))
    assert isinstance(meaning(game.table, game.rules, 39, None, LastTap(39, at)), Ignored)
    game.owns(0, 39).asked_to_buy(39, seat=1)
    assert meaning(game.table, game.rules, 39, None, LastTap(39, at)) == Do(Buy(1))


# --- every state -------------------------------------------------------------------------------

Wanted = AnyCommand | list[AnyCommand] | str


def wanted(table: Table, rules: RuleSet, item: Item, seat: int | None, making: Making) -> Wanted:
    """What section 9 says of an item: a command, some to choose from, or how it is shown."""
    top, number = table.top, item.number
    if isinstance(top, Handover) and number in top.items:
        return Confirm(seat or table.turn.seat, number)
    match item.kind:
        case "player":
            return _vehicle(table, number - VEHICLE + 1, seat)
        case "property":
            return _deed(table, rules, number, seat, making)
        case "kad" | "berita":
            return _card(table, number, item.kind, seat, making)
        case _:
            return "shown"


def _vehicle(table: Table, who: int, seat: int | None) -> Wanted:
    auction = table.auction
    if isinstance(table.top, Bidding) and auction is not None and seat in (None, who):
        amount = auction.high + 10 if auction.high_seat else 10
        still = who in auction.callers and who != auction.high_seat
        if still and table.player(who).cash >= amount:
            return Bid(who, amount)
    return "selected" if who <= len(table.players) else "shown"


def _deed(table: Table, rules: RuleSet, tile: int, seat: int | None, making: Making) -> Wanted:
    top = table.top
    match top:
        case BuyChoice(seat=buyer) if top.tile == tile:
            enough = table.player(buyer).cash >= rules.board.deed(tile).price
            return Buy(buyer) if enough and seat in (None, buyer) else "denied"
        case Burdened(seat=owner) if top.tile == tile:
            ways: list[AnyCommand] = [Pay(owner), Redeem(owner, tile), Decline(owner)]
            return ways if seat in (None, owner) else "shown"
        case _:
            owned = table.holdings[tile].owner
            return "put down" if making == "trade" and owned else "shown"


def _card(table: Table, card: int, deck: str, seat: int | None, making: Making) -> Wanted:
    top = table.top
    if isinstance(top, DrawCard) and top.deck == deck and table.options.decks == "real":
        return Draw(top.seat, card)
    holder = next((s for s, p in enumerate(table.players, 1) if card in p.hand), 0)
    if not holder:
        return "shown"
    if making == "trade":
        return "denied"
    if seat not in (None, holder) or not isinstance(top, Free) or top.seat != holder:
        return "denied"
    stuck = table.player(holder).jail >= 0 and table.turn.may_roll
    return Play(holder, card) if stuck else "denied"


NAMED = {Selected: "selected", Shown: "shown", Denied: "denied", PutDown: "put down"}


def check(game: AnyGame, seen: Counter[str]) -> None:
    """Every item of the box, alone and on each seat's device, and while a trade is made."""
    table, rules = game.table, game.rules
    makings: tuple[Making, ...] = (None, "trade")
    for item in rules.items:
        for seat in (None, *table.seats):
            for making in makings:
                said = wanted(table, rules, item, seat, making)
                found = meaning(table, rules, item.number, seat, None, making)
                at = (item, seat, making, table.top, said, found)
                match found:
                    case Do(command):
                        ways = said if isinstance(said, list) else [said]
                        assert command in ways, at
                        refused = game.decided(command)
                        held = isinstance(command, Draw) and isinstance(refused, Refused)
                        assert not isinstance(refused, Refused) or held, at
                        seen[type(command).__name__] += 1
                    case Choice(commands=commands):
                        assert isinstance(said, list), at
                        assert set(commands) <= set(said), at
                        seen["Choice"] += 1
                    case _:
                        assert NAMED[type(found)] == said, at
                        seen[NAMED[type(found)]] += 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_item_on_every_device_at_every_question(edition: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(trials(3)):
        options = Options(
            "hp", "app", ("real", "app")[seed % 2], house=("fast",) if seed % 3 == 1 else (),
            settings=(("rounds", 30),),
        )  # fmt: skip
        game = AnyGame(2 + seed % 4, options, 700 + seed, leavers=False, ruleset=edition)
        rng = random.Random(seed)
        while not game.over and game.steps < 400:
            if rng.random() < (0.05 if isinstance(game.table.top, Free) else 0.25):
                check(game, seen)
            game.step(game.pick(engine.offers(game.table, game.rules), rng.randrange))
    always = {"Buy", "Bid", "Draw", "Confirm", "selected", "shown", "denied", "put down"}
    assert always <= set(seen), always - set(seen)
