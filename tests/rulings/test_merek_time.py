"""Merek, time: turns that expire and are missed, pauses, offers without an answer, the clock."""

from collections.abc import Iterable

import pytest
from lucky import Lucky
from praca import BUS, DEBT, EQUIPES, OFFER, RAPIDO, TURN, VOTE, Praca
from situations import only

from ketuk import engine
from ketuk.engine.acts.timekeeping import reopened
from ketuk.engine.commands import (
    Accept,
    Bid,
    Build,
    Buy,
    CallVote,
    ComeBack,
    Decline,
    Leave,
    Mortgage,
    PassTime,
    Propose,
    Resume,
    Roll,
    Vote,
)
from ketuk.engine.events import (
    AnyEvent,
    Bankrupted,
    Expired,
    Passed,
    Rolled,
    StateChanged,
    TradeRejected,
    TurnBegan,
    TurnEnded,
)
from ketuk.engine.refusal import Reason
from ketuk.engine.states import Missed
from ketuk.engine.table import (
    Bidding,
    BuyChoice,
    Due,
    Free,
    Goods,
    Paused,
    StepChoice,
    Table,
    Trade,
    Voting,
)


def missed(game: Praca, seat: int = 1) -> int:
    return game.table.state(Missed).of(seat)


def whats(events: Iterable[AnyEvent]) -> list[str]:
    return [e.what for e in events if isinstance(e, StateChanged) and e.what]


OFFERED = Propose(1, Trade(1, 2, Goods(cash=2000), Goods(tiles=(5,))))


# --- the turn ----------------------------------------------------------------------------------


def test_m_24_a_turn_that_expires_rolls_declines_and_is_missed_once() -> None:
    game = Praca().stands(1, 2)
    game.later(TURN - 1)
    assert missed(game) == 0
    events = game.later(1, dice=[(1, 2)])
    assert [e.question for e in events if isinstance(e, Expired)] == ["free", "buy_choice"]
    assert isinstance(game.table.top, Bidding), "declined: the others bid"
    assert missed(game) == 1
    assert whats(events) == ["missed"]


def test_m_24_questions_of_a_turn_run_on_its_time() -> None:
    game = Praca()
    game.later(30)
    game.lands(5)
    assert isinstance(game.table.top, BuyChoice)
    assert game.left == TURN - 30
    game.later(20)
    game.do(Decline(1))
    assert game.left == 20, "a bid has its own"


def test_m_24_missed_missed_played_missed_counts_1() -> None:
    game = Praca(2)
    for expected, played in ((1, False), (2, False), (0, True), (1, False)):
        game.stands(1, 7).stands(2, 7).turn(1).at_second(game.table.clock.now)
        if played:
            game.do(Roll(1), dice=[(1, 2)])
        else:
            game.later(TURN, dice=[(1, 2)])
        assert missed(game) == expected


def test_m_24_a_third_in_a_row_is_bankrupt_at_once() -> None:
    game = Praca().owns(1, 39).set(states=(Missed((2,)),))
    events = game.later(TURN)
    assert whats(events) == ["missed", "missed_out"]
    assert game.table.player(1).left
    assert game.owner(39) == 0
    assert not [e for e in events if isinstance(e, Rolled)]


@pytest.mark.parametrize(("cash", "owner"), [(249, 2), (250, 0)])
def test_m_18_a_third_missed_turn_with_a_rent_pending(cash: int, owner: int) -> None:
    game = Praca().owns(2, 5).owns(1, 39).has(1, 250).set(states=(Missed((2,)),))
    game.lands(5)
    game.later(TURN - 1)
    game.has(1, cash)
    if cash == 250:
        game.later(1)
    else:
        game.do(Leave(1))
    assert game.owner(39) == owner


def test_m_24_bids_answers_and_debts_never_count() -> None:
    game = Praca().owns(2, 5)
    game.do(OFFERED)
    assert only(game.later(OFFER), TradeRejected)
    game.ask(Free(1), Due(1, 0, 16000, "tax")).at_second(0).owns(1, 39)
    game.later(1)
    game.later(DEBT)
    game.asked_to_buy(6).at_second(0).do(Decline(1))
    assert only(game.later(20), Passed).seat == 2
    assert [missed(game, s) for s in (1, 2, 3)] == [0, 0, 0]


def test_an_extra_roll_has_the_full_time_anew() -> None:
    game = Praca().stands(1, 6)
    game.later(70)
    game.do(Roll(1), dice=[(2, 2)])
    assert (game.table.top, game.left) == (Free(1), TURN)


def test_an_expired_turn_plays_its_extra_rolls_too() -> None:
    game = Praca().stands(1, 6)
    events = game.later(TURN, dice=[(2, 2), (4, 6)])
    assert len([e for e in events if isinstance(e, Rolled)]) == 2
    assert game.at(1) == 20
    assert only(events, TurnEnded).seat == 1
    assert missed(game) == 1


def test_m_30_a_turn_that_expires_into_a_debt() -> None:
    game = Praca(mode=RAPIDO, round=8).owns(2, 39, level=5).owns(2, 37, level=5)
    game.owns(1, 31, 32).has(1, 14_000).stands(1, 27)
    game.do(Roll(1), dice=[(5, 5, BUS)])
    assert isinstance(game.table.top, StepChoice)
    events = game.later(45)
    assert game.at(1) == 37
    assert isinstance(game.table.top, Due)
    assert game.left == DEBT
    assert not [e for e in events if isinstance(e, TurnEnded)]
    game.later(DEBT - 1)
    assert isinstance(game.table.top, Due)
    events = game.later(1, dice=[(2, 1, BUS)])
    assert only(events, Rolled).dice == (2, 1, BUS), "the extra roll by default"
    assert only(events, TurnEnded).seat == 1
    assert missed(game) == 1


def test_a_table_without_a_time_for_turns_waits() -> None:
    game = Praca(turn=0)
    assert engine.offers(game.table, game.rules).deadline is None
    game.do(PassTime(10_000))
    game.lands(5)
    assert engine.offers(game.table, game.rules).deadline is None
    game.do(Decline(1))
    assert game.left == 20, "bids have theirs"


def test_the_app_throws_for_a_turn_with_real_dice_that_expires() -> None:
    game = Praca(dice="real").stands(1, 7)
    assert only(game.later(TURN, dice=[(1, 2)]), Rolled).dice == (1, 2)


# --- the clock ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("to", "reason"),
    [(TURN + 1, Reason.PAST_DEADLINE), (8 * 3600, Reason.PAST_DEADLINE), (0, Reason.TIME_BACKWARD)],
)
def test_m_25_time_goes_forward_and_never_past_a_deadline(to: int, reason: Reason) -> None:
    assert Praca().refused(PassTime(to)).reason is reason


def test_m_25_nothing_expires_by_folding_and_an_undo_gives_no_time_back() -> None:
    game = Praca()
    before: Table = game.table
    game.later(TURN, dice=[(1, 2)])
    table = before
    for event in reopened(500):
        table = engine.evolve(table, event)
    assert (table.clock.now, table.due) == (500, 500 + TURN)
    assert table.state(Missed) == before.state(Missed)


def test_m_25_a_question_on_the_turns_time_is_reopened_with_all_of_it() -> None:
    game = Praca()
    game.later(60)
    game.lands(5)
    table = game.table
    for event in reopened(100):
        table = engine.evolve(table, event)
    assert table.due == 100 + TURN


# --- pauses ------------------------------------------------------------------------------------


def paused(players: int = 3) -> Praca:
    game = Praca(players)
    game.do(CallVote(1, "pause"), *[Vote(s, yes=True) for s in range(2, players + 1)])
    assert isinstance(game.table.top, Paused)
    return game


def test_m_26_all_agree_and_time_stands() -> None:
    game = paused()
    assert game.refused(PassTime(5)).reason is Reason.TIME_STANDS
    assert engine.offers(game.table, game.rules).deadline is None


def test_m_26_one_no_or_silence_is_no_and_the_turns_time_has_stood() -> None:
    game = Praca()
    game.later(20)
    game.do(CallVote(2, "pause"))
    assert isinstance(game.table.top, Voting)
    assert game.left == VOTE
    game.later(10)
    game.do(Vote(1, yes=True))
    assert game.left == VOTE - 10, "one time for all answers"
    events = game.later(VOTE - 10)
    assert whats(events) == ["vote_pause_lost"]
    assert (game.table.top, game.left) == (Free(1), TURN - 20)


def test_m_26_each_asks_once_between_two_beginnings_of_the_own_turn() -> None:
    game = Praca(2).stands(1, 7)
    game.do(CallVote(1, "pause"), Vote(2, yes=False))
    assert game.refused(CallVote(1, "pause")).ruling == "M-26"
    game.do(CallVote(2, "pause"), Vote(1, yes=False))
    game.do(Roll(1), dice=[(1, 2)])
    game.do(CallVote(2, "pause"), Vote(1, yes=False))
    assert game.refused(CallVote(1, "pause")).ruling == "M-26"
    game.stands(2, 7).do(Roll(2), dice=[(1, 2)])
    game.do(CallVote(1, "pause"))


def test_m_26_nothing_but_surrender_is_allowed_in_a_pause() -> None:
    game = Praca(4).owns(1, 1, 3).asked_to_buy(5)
    game.do(Decline(1))
    game.do(CallVote(1, "pause"), *[Vote(s, yes=True) for s in (2, 3, 4)])
    for command in (Bid(2, 2000), Accept(2), Build(1, 1), CallVote(2, "pause"), Mortgage(1, 1)):
        game.refused(command)
    game.do(ComeBack(1), ComeBack(2), Leave(3))
    assert game.refused(Resume(1)).reason is Reason.NOT_ALL_BACK
    assert game.refused(ComeBack(1)).reason is Reason.BACK_ALREADY
    game.do(ComeBack(4), Resume(4))
    assert isinstance(game.table.top, Bidding)
    assert game.left == 20
    game.do(Bid(2, 2000))


def test_m_26_who_opens_is_drawn_and_the_next_opens_where_it_is_gone() -> None:
    game = Praca()
    game.do(Leave(1))
    game.stands(2, 7).stands(3, 7)
    game.do(Roll(2), dice=[(1, 2)])
    game.do(Roll(3), dice=[(1, 2)])
    assert game.table.round == 2
    assert game.table.top == Free(2)


def test_m_27_three_offers_that_nobody_answers_hold_the_turn_for_90_seconds() -> None:
    game = Praca().owns(2, 5)
    game.later(10)
    for _ in range(3):
        game.do(OFFERED)
        assert game.left == OFFER
        game.later(OFFER)
    assert (game.table.clock.now, game.left) == (10 + 90, TURN - 10)
    assert game.refused(OFFERED).ruling == "M-15"


def test_m_27_an_offer_to_one_who_is_gone_lapses_at_once() -> None:
    game = Praca().owns(2, 5)
    game.do(OFFERED, Leave(2))
    assert game.table.top == Free(1)


def test_a_purchase_in_time_is_no_missed_turn() -> None:
    game = Praca(4, mode=EQUIPES)
    game.later(TURN - 1)
    game.lands(5)
    game.do(Buy(1))
    assert missed(game) == 0
    assert isinstance(game.table.top, Free)


def test_a_game_that_nobody_answers_ends_by_itself() -> None:
    game = Praca(3)
    told: list[str] = []
    luck = Lucky(7)
    for _ in range(400):
        if game.table.top is None:
            break
        due = engine.offers(game.table, game.rules).deadline
        assert due is not None
        done = engine.advance(game.table, PassTime(due), game.rules, luck)
        assert not isinstance(done, engine.Refused)
        game.set(**{f: getattr(done.table, f) for f in done.table.__struct_fields__})
        told += whats(done.events)
        assert not any(isinstance(e, TurnBegan | Bankrupted) and e.seat == 0 for e in done.events)
    assert game.table.top is None
    assert told.count("missed_out") == 2
    assert [p.place for p in game.table.ranking] == [1, 2, 3]
