"""Declining and bidding less is no bargain: a computer that can pay the price lets no deed go."""

from collections.abc import Iterator

import pytest
from lucky import Lucky

from ketuk import engine
from ketuk.engine.bots import cautious_policy
from ketuk.engine.commands import AnyCommand, Bid, BidCard, Decline, GoOn, Pass, Ready
from ketuk.engine.haggling import exchanges, gains, is_good
from ketuk.engine.offers import offers_to
from ketuk.engine.pricing import can_pay, worth_to
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.auction import bid_value
from ketuk.engine.rules.money import down
from ketuk.engine.table import BuyChoice, Goods, Options, Table, replace
from ketuk.engine.waiting import in_turn

CAREFUL = cautious_policy()
ENOUGH = 6


def rules_of(name: str) -> engine.RuleSet:
    plain = engine.ruleset(name)
    return engine.under(plain, Options(edition=plain.edition))


def new(rules: engine.RuleSet, luck: Lucky) -> Table:
    options = Options(edition=rules.edition)
    return engine.replay(engine.new_game(rules, "ABCD", luck, options))


def moved(rules: engine.RuleSet, table: Table, command: AnyCommand, luck: Lucky) -> Table:
    done = engine.advance(table, command, rules, luck)
    assert not isinstance(done, Refused), (command, done)
    return done.table


def by_computers(rules: engine.RuleSet, table: Table) -> AnyCommand:
    asked = (CAREFUL(rules, table, seat) for seat in in_turn(table))
    return next(command for command in asked if command is not None)


def haggler(rules: engine.RuleSet, table: Table, seat: int, tile: int) -> AnyCommand | None:
    """Who has declined bids as near below the price as leaves room for one more bid."""
    mine, price = offers_to(table, rules, seat), rules.board.deed(tile).price
    if goes_on := [c for c in mine if isinstance(c, Ready | GoOn)]:
        return goes_on[0]
    if rules.auctions is None:
        cards = [
            c for c in mine if isinstance(c, BidCard) and bid_value(rules, tile, c.card) < price
        ]
        laid = table.auction is not None and any(b.seat == seat for b in table.auction.sealed.bids)
        return None if laid else max(cards, key=lambda c: c.card, default=None)
    high = down(price - rules.auctions.raise_by, rules.meta.step)
    for way in mine:
        if isinstance(way, Bid) and way.amount <= high:
            return Bid(seat, min(high, down(table.player(seat).cash, rules.meta.step)))
    return next((c for c in mine if isinstance(c, Pass)), None)


def owner_after(rules: engine.RuleSet, table: Table, seat: int, tile: int) -> int | None:
    """Whose it is after the auction; None if there is none, or no computer could buy it."""
    luck, price = Lucky(1), rules.board.deed(tile).price
    offered = offers_to(table, rules, seat)
    declining = next((c for c in offered if isinstance(c, Decline)), None)
    if declining is None:
        return None
    table = moved(rules, table, declining, luck)
    if table.auction is None or table.auction.tile != tile:
        return None
    able = [s for s in table.auction.seats
            if s != seat and table.player(s).cash >= price + rules.salary]  # fmt: skip
    if not able:
        return None
    while table.auction is not None:
        # who has declined speaks first, so that what it bids is there to be passed
        own = haggler(rules, table, seat, tile) if seat in in_turn(table) else None
        table = moved(rules, table, own or by_computers(rules, table), luck)
    return table.holdings[tile].owner


def chances(rules: engine.RuleSet) -> Iterator[tuple[Table, int, int]]:
    """Every question whether to buy, in some games of computers: (table, seat, tile)."""
    for seed in range(4):
        luck = Lucky(seed)
        table = new(rules, luck)
        while table.top is not None and table.round < 20:
            if isinstance(table.top, BuyChoice):
                yield table, table.top.seat, table.top.tile
            table = moved(rules, table, by_computers(rules, table), luck)


@pytest.mark.parametrize("name", engine.NAMES)
def test_who_declines_does_not_have_it_for_less_than_a_computer_would_pay(name: str) -> None:
    rules, tried = rules_of(name), 0
    for table, seat, tile in chances(rules):
        if (owner := owner_after(rules, table, seat, tile)) is None:
            continue
        assert owner != seat, rules.board.tiles[tile].name
        assert owner > 0
        tried += 1
        if tried == ENOUGH:
            return
    pytest.fail(f"only {tried} were tried")


# ---- what a deed is worth


@pytest.mark.parametrize("name", engine.NAMES)
def test_it_is_worth_more_to_who_completes_and_to_who_denies_and_the_price_to_all_others(
    name: str,
) -> None:
    rules = rules_of(name)
    table = engine.replay(engine.new_game(rules, "ABC", Lucky(1), Options(edition=rules.edition)))
    tried = 0
    for group in rules.board.groups:
        if len(group) < 2:
            continue
        tile, *rest = group
        price, held = rules.board.deed(tile).price, list(table.holdings)
        assert worth_to(rules, table, 1, tile) == price
        for other in rest:
            held[other] = replace(held[other], owner=1)
        whole = replace(table, holdings=tuple(held))
        assert worth_to(rules, whole, 1, tile) > worth_to(rules, whole, 2, tile) > price
        last = replace(whole, rounds=whole.round)
        assert worth_to(rules, last, 1, tile) == worth_to(rules, last, 2, tile) == price
        tried += 1
    assert tried


@pytest.mark.parametrize("name", engine.NAMES)
def test_its_reserve_is_kept_by_the_price_and_partly_below_it(name: str) -> None:
    rules = rules_of(name)
    table = engine.replay(engine.new_game(rules, "ABC", Lucky(1), Options(edition=rules.edition)))
    for tile in rules.board.deeds:
        price, kept = rules.board.deed(tile).price, rules.salary
        for cash in (
            0,
            -price,
            kept // 2,
            kept,
            price + kept - 1,
            price + kept,
            9 * (price + kept),
        ):
            first = replace(table.players[0], cash=cash)
            some = replace(table, players=(first, *table.players[1:]))
            most = can_pay(rules, some, 1, tile, kept)
            assert 0 <= most <= max(0, cash)
            assert (most >= price) == (cash >= price + kept)
            assert (max(0, cash) - most) * price >= kept * min(most, price) or most == price


@pytest.mark.parametrize("name", engine.NAMES)
def test_who_bargains_hard_sells_too_and_for_as_much_as_the_other_should_give(name: str) -> None:
    rules = rules_of(name)
    table = new(rules, Lucky(1))
    group = next(g for g in rules.board.groups if len(g) > 1)
    holdings = list(table.holdings)
    seat, partner = next(
        (s, p)
        for s in table.seats
        for p in table.seats
        if s != p and (s + p + table.round) % 3 == 0
    )
    for tile in group:
        holdings[tile] = replace(holdings[tile], owner=seat if tile == group[0] else partner)
    table = replace(table, holdings=tuple(holdings))
    usual, hard = (
        [t for t in exchanges(rules, table, seat, 0, hard=way) if t.partner == partner]
        for way in (False, True)
    )
    sales = [t for t in hard if t.give == Goods(tiles=(group[0],)) and not t.take.tiles]
    assert set(usual) < set(hard)
    assert sales
    assert not set(sales) & set(usual)
    dearest = max(sales, key=lambda t: t.take.cash)
    more = replace(dearest, take=Goods(dearest.take.cash + 3 * rules.meta.step))
    assert is_good(rules, table, dearest, partner)
    assert not is_good(rules, table, more, partner)
    both = gains(rules, table, dearest)
    assert both.proposer > both.partner > 0
