"""The player that thinks: it plays every set, knows no secrets, and beats the careful one."""

import pytest
from lucky import Lucky

from ketuk import engine
from ketuk.engine.bots import Policy, cautious_policy, random_policy
from ketuk.engine.refusal import Refused
from ketuk.engine.table import Options, Table, replace
from ketuk.engine.thinking import thinking_policy
from ketuk.engine.valuing import Outlook, outlook, owned_by, paying
from ketuk.engine.waiting import in_turn

THINKS, CAREFUL = thinking_policy(), cautious_policy()
MOST = 9_000


def games(
    name: str, policies: list[Policy], seed: int, rounds: int = 200
) -> list[tuple[Table, int]]:
    """Every table of a game at which seat 1 was asked and moved, and the last; with the seat."""
    plain, luck = engine.ruleset(name), Lucky(seed)
    options = Options(edition=plain.edition)
    rules = engine.under(plain, options)
    table = engine.replay(engine.new_game(rules, "ABCDEFGH"[: len(policies)], luck, options))
    found = []
    for _ in range(MOST):
        if table.top is None or table.round > rounds:
            break
        asked = ((seat, policies[seat - 1](rules, table, seat)) for seat in in_turn(table))
        seat, command = next((s, c) for s, c in asked if c is not None)
        found.append((table, seat))
        done = engine.advance(table, command, rules, luck)
        assert not isinstance(done, Refused), (command, done)
        table = done.table
    return [*found, (table, 0)]


@pytest.mark.parametrize("name", engine.NAMES)
def test_it_plays_every_set_at_every_size(name: str) -> None:
    for seats in engine.ruleset(name).seating.cash:
        table, _ = games(name, [THINKS] * seats, seats, rounds=20)[-1]
        assert table.top is None or table.round > 20


@pytest.mark.parametrize("name", engine.NAMES)
def test_what_others_hold_changes_nothing_that_it_does(name: str) -> None:
    """The same seat at the same table, with other cards in other hands and other bids laid."""
    rules = engine.ruleset(name)
    rules = engine.under(rules, Options(edition=rules.edition))
    seats = min(4, max(rules.seating.cash))
    wild = random_policy(Lucky(3)._random.randrange)
    tables = games(name, [THINKS, wild, CAREFUL, wild][:seats], 5, rounds=6)
    changed = 0
    for table, seat in tables[:400]:
        if seat != 1:
            continue
        other = shuffled(rules, table)
        changed += other != table
        assert THINKS(rules, other, 1) == THINKS(rules, table, 1)
    assert changed or not rules.seating.hand_deck


def shuffled(rules: engine.RuleSet, table: Table) -> Table:
    """The table as seat 1 could just as well believe it to be."""
    secret, auction = rules.seating.hand_deck, table.auction
    if auction is not None and auction.stage in ("window", "bids"):
        bids = [replace(b, card=(b.card + (b.seat > 1)) % 6)
                for b in auction.sealed.bids]  # fmt: skip
        sealed = replace(auction.sealed, bids=tuple(bids))
        table = replace(table, auction=replace(auction, sealed=sealed))
    if not secret:
        return table
    unseen = list(table.deck(secret).unseen)
    players = [table.players[0]]
    for player in table.players[1:]:
        hand = []
        for card in player.hand:
            if rules.cards[card].deck != secret or not unseen:
                hand.append(card)
                continue
            hand.append(unseen.pop(0))
            unseen.append(card)
        players.append(replace(player, hand=tuple(hand)))
    decks = tuple(
        replace(deck, unseen=tuple(sorted(unseen))) if deck.name == secret else deck
        for deck in table.decks
    )
    return replace(table, players=tuple(players), decks=decks)


@pytest.mark.parametrize("name", engine.NAMES)
def test_from_the_first_turn_on_it_values_what_every_property_will_bring(name: str) -> None:
    """Whatever holds at the beginning alone: a first lap that costs nobody anything, for one."""
    rules, table = beginning(name)
    now = outlook(rules, table).worth[1]
    for tile in rules.board.deeds:
        owned = outlook(rules, owned_by(table, tile, 1, 0)).worth[1]
        assert owned - now > rules.board.deed(tile).price, rules.board.tiles[tile].name


@pytest.mark.parametrize("name", engine.NAMES)
def test_nobody_gets_richer_by_mortgages_alone(name: str) -> None:
    rules, table = beginning(name)
    for tile in rules.board.deeds:
        owned = owned_by(table, tile, 1, 0)
        held = list(owned.holdings)
        held[tile] = replace(held[tile], mortgaged=True)
        got = rules.mortgaging.value(rules, owned, tile)
        after = paying(replace(owned, holdings=tuple(held)), 1, -got)
        assert outlook(rules, after).worth[1] < outlook(rules, owned).worth[1]


def beginning(name: str) -> tuple[engine.RuleSet, Table]:
    rules = engine.ruleset(name)
    options = Options(edition=rules.edition)
    rules = engine.under(rules, options)
    return rules, engine.replay(engine.new_game(rules, "ABCD", Lucky(1), options))


def test_who_leads_by_far_still_wants_more() -> None:
    leads, more = (Outlook({1: worth, 2: 10.0}, 5.0).to(1) for worth in (9000.0, 9100.0))
    assert more > leads + 1


@pytest.mark.parametrize("name", ["nusantara", "klasik"])
def test_it_beats_three_careful_ones_more_often_than_each_of_them(name: str) -> None:
    wins = 0
    for seed in range(16):
        policies = [CAREFUL] * 4
        policies[seed % 4] = THINKS
        table, _ = games(name, policies, seed)[-1]
        ranking = table.ranking or engine.ruleset(name).ranking(engine.ruleset(name), table)
        wins += ranking[0].seat == seed % 4 + 1
    assert wins >= 5
