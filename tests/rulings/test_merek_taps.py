"""Merek, taps: what each card means in the states that only this set has."""

import pytest
from lucky import Lucky
from mesas import QUESTIONS
from praca import CASINO, CONFRONTO, FREE_CARD, RAPIDO, Praca

from ketuk import engine
from ketuk.engine.commands import (
    Bid,
    Build,
    Buy,
    CallVote,
    ComeBack,
    Decline,
    Draw,
    Mortgage,
    Pay,
    Pick,
    Play,
    PutUp,
    Redeem,
    Roll,
    SellBuilding,
    Vote,
)
from ketuk.engine.offers import BidForm
from ketuk.engine.table import Bidding, Due, Free, Jump, Paused, Voting
from ketuk.engine.taps import Choice, Do, Meaning, PutDown, Selected, Shown, meaning


def tap(game: Praca, item: int, seat: int | None = None) -> Meaning:
    return meaning(game.table, game.rules, item, seat)


def choices(found: Meaning) -> set[type]:
    assert isinstance(found, Choice), found
    return {type(c) for c in found.commands}


def player(seat: int) -> int:
    return 39 + seat


def test_a_box_has_56_stickers() -> None:
    kinds = [item.kind for item in Praca().rules.items]
    assert len(kinds) == 56
    assert (kinds.count("property"), kinds.count("player"), kinds.count("sorte")) == (28, 6, 21)


def test_the_deed_that_is_asked_for_is_bought_and_the_one_of_the_rent_pays() -> None:
    game = Praca().asked_to_buy(5)
    assert tap(game, 5) == Do(Buy(1))
    game = Praca().owns(2, 5)
    game.lands(5)
    assert tap(game, 5) == Do(Pay(1))


def test_an_own_deed_before_a_roll_is_a_choice_of_what_can_be_done() -> None:
    game = Praca(mode=RAPIDO).owns(1, 1, level=1).owns(1, 3)
    assert choices(tap(game, 1)) == {Build, SellBuilding}
    game = Praca(mode=CONFRONTO).owns(1, 5).owns(1, 15, mortgaged=True)
    assert tap(game, 5) == Do(Mortgage(1, 5))
    assert choices(tap(game, 15)) == {Redeem, PutUp}


def test_an_own_deed_in_debt_raises_money() -> None:
    game = Praca().owns(1, 5).has(1, 0).ask(Free(1), Due(1, 0, 500, "tax"))
    assert tap(game, 5) == Do(Mortgage(1, 5))


def test_after_three_equal_a_deed_says_where_to() -> None:
    game = Praca(mode=RAPIDO, round=8)
    game.do(Roll(1), dice=[(2, 2, 2)])
    assert game.table.top == Jump(1)
    for tile in game.rules.board.deeds:
        assert tap(game, tile) == Do(Pick(1, tile))


def test_in_an_auction_a_player_bids_the_least_that_it_can() -> None:
    game = Praca().asked_to_buy(5)
    game.do(Decline(1))
    assert tap(game, player(2)) == Do(Bid(2, 2000))
    assert isinstance(tap(game, player(3)), Selected | Shown), "not asked yet"
    game.do(Bid(2, 2500))
    assert tap(game, player(3)) == Do(Bid(3, 2600))


def test_in_a_vote_a_player_says_yes_and_in_a_pause_back() -> None:
    game = Praca()
    game.do(CallVote(1, "pause"))
    assert tap(game, player(2)) == Do(Vote(2, yes=True))
    game.do(Vote(2, yes=True), Vote(3, yes=True))
    assert isinstance(game.table.top, Paused)
    assert tap(game, player(3)) == Do(ComeBack(3))


def test_the_card_of_the_prison_is_used_inside_it() -> None:
    game = Praca().holds(1, FREE_CARD).stuck(1)
    assert tap(game, FREE_CARD) == Do(Play(1, FREE_CARD))


@pytest.mark.parametrize("item", [1, 12, 40, 41, 50, 70, 140])
def test_at_the_casino_and_in_a_pause_no_card_does_anything_else(item: int) -> None:
    game = Praca()
    game.lands(CASINO)
    assert not isinstance(tap(game, item), Do)
    game.do(Decline(1))
    game.do(CallVote(2, "pause"), Vote(1, yes=True), Vote(3, yes=True))
    found = tap(game, item)
    assert not isinstance(found, Do) or isinstance(found.command, ComeBack)


def test_a_deed_means_nothing_while_others_bid() -> None:
    game = Praca().owns(2, 15).asked_to_buy(5)
    game.do(Decline(1))
    assert isinstance(game.table.top, Bidding)
    assert not isinstance(tap(game, 15), Do | Choice)


def test_in_a_trade_an_own_deed_goes_on_the_table() -> None:
    game = Praca(mode=CONFRONTO).owns(1, 5).owns(1, 15, mortgaged=True).owns(2, 12)
    for tile in (5, 15, 12):
        found = meaning(game.table, game.rules, tile, None, None, "trade")
        assert found == PutDown(tile, game.owner(tile))


# ---- every card in every state

EMBARGO = 70
"""The card that only Confronto has in its deck."""


@pytest.mark.parametrize("question", QUESTIONS)
def test_whatever_a_tap_means_the_rules_take(question: str) -> None:
    game = QUESTIONS[question]()
    for item in game.rules.items:
        for seat in (None, *game.table.seats):
            match tap(game, item.number, seat):
                case Do(command):
                    commands = [command]
                case Choice(commands=several):
                    commands = list(several)
                    assert len(commands) > 1
                case found:
                    assert found, "told, if nothing else"
                    commands = []
            for command in commands:
                after = engine.advance(game.table, command, game.rules, Lucky(1))
                of_another_mode = item.number == EMBARGO and isinstance(command, Draw)
                assert isinstance(after, engine.Refused) is of_another_mode, (item, after)


@pytest.mark.parametrize("question", QUESTIONS)
def test_cards_say_what_the_book_has_them_say(question: str) -> None:
    """Section 12, in every state: what is offered for a card of a kind is what its tap does."""
    game = QUESTIONS[question]()
    table, found = game.table, engine.offers(game.table, game.rules)
    top = table.top
    bids = {f.seat: f.least for f in found.forms if isinstance(f, BidForm)}
    votes = [c.seat for c in found.commands if isinstance(c, Vote)]
    for seat in table.seats:
        said = tap(game, player(seat))
        if seat in bids:
            assert said == Do(Bid(seat, bids[seat]))
        elif isinstance(top, Voting) and seat in votes:
            assert said == Do(Vote(seat, yes=True))
        elif isinstance(top, Paused) and seat not in top.back:
            assert said == Do(ComeBack(seat))
        else:
            assert not isinstance(said, Do), (seat, said)
    own = (Build, SellBuilding, Mortgage, PutUp, Redeem)
    for tile in game.rules.board.deeds:
        mine = found.of(game.owner(tile))
        offered = {c for c in mine if isinstance(c, own) and c.tile == tile}
        match tap(game, tile):
            case Do(Pick(tile=to)):
                assert to == tile
            case Do(Buy() | Pay()):
                assert not isinstance(top, Free)
            case Do(command):
                assert {command} == offered
            case Choice(commands=several):
                assert set(several) == offered
            case _:
                assert not offered, (tile, offered)
