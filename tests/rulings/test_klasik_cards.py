"""Klasik, both decks: every card does what it says, and lies under its own deck."""

import pytest
from situations import kinds, only
from town import CHANCE, CHANCE_FREE, CHEST, CHEST_FREE, Town

from ketuk import engine
from ketuk.engine.commands import Buy, Draw, EndTurn, Pay, Play, Roll
from ketuk.engine.events import CardKept, CardShown, Landed, Moved, Paid
from ketuk.engine.refusal import Reason
from ketuk.engine.table import BuyChoice, DrawCard, Free

RULES = engine.ruleset("klasik")


def test_there_are_sixteen_of_each_and_one_out_of_jail_in_each() -> None:
    assert [i for i, c in RULES.cards.items() if c.deck == "chance"] == list(range(50, 66))
    assert [i for i, c in RULES.cards.items() if c.deck == "chest"] == list(range(66, 82))
    assert RULES.cards[CHANCE_FREE].code == "P11"
    assert RULES.cards[CHEST_FREE].code == "T14"


@pytest.mark.parametrize(
    ("card", "amount"),
    [(58, 50), (59, 150), (64, -15), (67, 200), (68, 100), (69, 100), (70, 100), (71, 50),
     (72, 25), (73, 20), (74, 10), (75, -100), (76, -50), (77, -50)],
)  # fmt: skip
def test_what_the_bank_pays_or_gets(card: int, amount: int) -> None:
    game = Town()
    game.draws(card)
    assert game.cash(1) == 1500 + amount
    assert game.table.top == Free(1)


@pytest.mark.parametrize(
    ("card", "to", "salary"),
    [(50, 0, 200), (51, 24, 0), (52, 11, 0), (53, 5, 200), (54, 39, 0), (66, 0, 200)],
)
def test_going_ahead_to_a_tile(card: int, to: int, salary: int) -> None:
    game = Town()
    events = game.draws(card)
    assert [e for e in events if isinstance(e, Moved)][-1].how == "card"
    assert game.at(1) == to
    assert game.cash(1) == 1500 + salary
    if to:
        assert game.table.top == BuyChoice(1, to)
        game.do(Buy(1))


@pytest.mark.parametrize(("at", "to"), [(7, 4), (22, 19), (36, 33)])
def test_back_three_takes_effect_there(at: int, to: int) -> None:
    game = Town()
    game.lands(at, cards=[61, 73] if to == 33 else [61])
    assert game.at(1) == to
    assert game.table.top != Free(1) or to == 33


@pytest.mark.parametrize(("at", "to"), [(7, 12), (22, 28), (36, 12)])
def test_the_nearest_utility_lies_ahead(at: int, to: int) -> None:
    game = Town()
    game.lands(at, cards=[55])
    assert game.at(1) == to
    assert game.cash(1) == (1700 if at == 36 else 1500)


@pytest.mark.parametrize(("at", "to"), [(7, 15), (22, 25), (36, 5)])
def test_the_nearest_station_lies_ahead(at: int, to: int) -> None:
    game = Town()
    game.lands(at, cards=[56])
    assert game.at(1) == to


@pytest.mark.parametrize(
    ("card", "due"), [(63, 2 * 25 + 100 + 3 * 25), (81, 2 * 40 + 115 + 3 * 40)]
)
def test_repairs_by_houses_and_hotels(card: int, due: int) -> None:
    game = Town().owns(1, 1, level=2).owns(1, 39, level=5).owns(1, 6, level=3)
    game.draws(card)
    assert game.cash(1) == 1500 - due


def test_repairs_without_buildings_cost_nothing() -> None:
    game = Town()
    assert "Paid" not in kinds(game.draws(63))
    assert game.table.top == Free(1)


def test_each_of_the_others_pays_or_is_paid() -> None:
    game = Town(players=4)
    game.draws(65)
    assert [game.cash(s) for s in (1, 2, 3, 4)] == [1350, 1550, 1550, 1550]
    game.turn(1).draws(78)
    assert [game.cash(s) for s in (1, 2, 3, 4)] == [1380, 1540, 1540, 1540]


# --- the decks ---------------------------------------------------------------------------------


def test_k_27_a_card_is_shown_and_lies_under_its_own_deck() -> None:
    game = Town()
    shown = only(game.draws(58), CardShown)
    assert (shown.card, shown.deck) == (58, "chance")
    assert game.table.deck("chance").bottom == (58,)
    game.turn(1).draws(73)
    assert game.table.deck("chest").bottom == (73,)
    assert game.table.player(1).hand == ()


def test_k_27_the_deck_goes_round_in_the_order_of_use() -> None:
    game = Town(players=2).has(1, 100_000).has(2, 100_000)
    first = [58, 59, 64]
    decks = [d for d in game.table.decks if d.name != "chance"]
    short = engine.table.replace(game.table.deck("chance"), unseen=tuple(first))
    game.set(decks=(short, *decks))
    for card in first:
        game.turn(1).lands(CHANCE, cards=[card])
    for _ in range(200):
        expected = game.table.deck("chance").bottom[0]
        assert only(game.turn(1).lands(CHANCE), CardShown).card == expected


@pytest.mark.parametrize(("card", "deck"), [(CHANCE_FREE, "chance"), (CHEST_FREE, "chest")])
def test_k_27_the_card_out_of_jail_is_kept_then_goes_under_its_deck(card: int, deck: str) -> None:
    game = Town()
    assert only(game.draws(card), CardKept).card == card
    assert game.table.player(1).hand == (card,)
    assert card not in (*game.table.deck(deck).unseen, *game.table.deck(deck).bottom)
    game.stuck(1).turn(1).do(Play(1, card))
    assert game.table.deck(deck).bottom == (card,)


def test_k_27_both_may_be_in_one_hand() -> None:
    game = Town().holds(1, CHANCE_FREE)
    game.draws(CHEST_FREE)
    assert game.table.player(1).hand == (CHANCE_FREE, CHEST_FREE)
    assert game.table.top == Free(1)


def test_k_27_other_cards_are_never_in_a_hand() -> None:
    game = Town().holds(1, 58)
    assert game.refused(Play(1, 58)).reason is Reason.CARD_NOT_NOW


def test_real_decks_are_waited_for() -> None:
    game = Town(decks="real")
    game.lands(CHEST)
    assert game.table.top == DrawCard(1, "chest")
    assert game.refused(Draw(1, 58)).reason is Reason.CARD_NOT_IN_DECK
    assert game.refused(Draw(1)).reason is Reason.CARD_MISSING
    game.do(Draw(1, 67))
    assert game.cash(1) == 1700


def test_a_double_still_rolls_again_after_a_card() -> None:
    game = Town().stands(1, CHANCE - 4)
    game.do(Roll(1), dice=[(2, 2)], cards=[58])
    assert game.table.turn.may_roll
    assert game.refused(EndTurn(1)).reason is Reason.ROLL_FIRST


def test_a_card_onto_a_tax_or_another_deck_goes_on_from_there() -> None:
    game = Town()
    game.lands(36, cards=[61, 67])
    assert (game.at(1), game.cash(1)) == (33, 1700)


def test_money_and_cards_of_any_draw_are_kept_together() -> None:
    """Every card of both decks, by a player who can pay."""
    for card in RULES.cards:
        game = Town(players=3).has(1, 5000)
        game.lands(CHANCE if card < 66 else CHEST, cards=[card])
        assert Pay(1) not in game.offered(), card


def test_parking_and_start_hold_nothing() -> None:
    game = Town()
    assert only(game.lands(20), Landed).effect == "nothing"
    assert not [e for e in Town().lands(20) if isinstance(e, Paid)]
