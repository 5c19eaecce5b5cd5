"""States of merek that two rules make together: each question, and over it every two things.

A pause in an auction, a debt inside a turn whose time is up, a vote while the last but one leaves,
an undo at the choice of the third die: nobody lists them, all pairs are made. Each time the table
has to go on, by what is offered and by its clock alone. ``KETUK_TRIALS=10`` tries them all.
"""

import random
from itertools import product

import pytest
from mesas import OVER, QUESTIONS, Mesa
from praca import BID, DEBT, OFFER, TURN, VOTE
from situations import sums
from trials import trials

from ketuk import engine
from ketuk.engine.commands import PassTime
from ketuk.engine.events import Expired
from ketuk.engine.refusal import Reason, Refused
from ketuk.engine.table import Answer, Bidding, Due, Paused, Table, Voting

MOST = 120
"""Answers that a table may take to come out of anything: some rounds of turns that are missed."""
TURNS = 4


def check(mesa: Mesa, before: Table, where: object) -> None:
    """Nothing is made or lost, nothing stays open beyond its time, somebody can go on."""
    table = mesa.table
    assert sums(table, mesa.rules) == sums(before, mesa.rules), where
    assert all(p.cash >= 0 for p in table.players), where
    if table.top is None:
        assert table.ranking, where
        return
    assert table.due is None or table.due > table.clock.now, where
    assert all(not table.player(s).left for s in table.top.waits_for(table)), where
    found = engine.offers(table, mesa.rules)
    assert found.commands or found.forms, where
    for held in table.holdings:
        assert not held.owner or not table.player(held.owner).left, where
    if table.auction is not None:
        assert table.auction.seller not in table.gone, where
        assert table.auction.high_seat not in table.gone, where


def goes_on(mesa: Mesa, where: object) -> None:
    """By its clock alone the game comes to other turns, or to its end."""
    turns, seat = 0, mesa.table.turn.seat
    for _ in range(MOST):
        if mesa.over or turns == TURNS:
            return
        before = mesa.table
        if before.top is not None and mesa.rules.figures["turn"] == 0:
            return
        mesa.expire()
        check(mesa, before, where)
        if mesa.table.turn.seat != seat:
            turns, seat = turns + 1, mesa.table.turn.seat
    raise AssertionError(where)


@pytest.mark.parametrize("question", QUESTIONS)
def test_any_two_things_over_any_question(question: str) -> None:
    pairs, tried = list(product(OVER, OVER)), 0
    chosen = random.Random(question).sample(pairs, min(trials(30), len(pairs)))
    for first, second in chosen:
        mesa, where = Mesa(QUESTIONS[question](), 7), (question, first, second)
        before = mesa.table
        for over in (first, second):
            if not mesa.over and OVER[over](mesa):
                tried += 1
                check(mesa, before, where)
        goes_on(mesa, where)
    assert tried > len(chosen)


@pytest.mark.parametrize("question", [q for q in QUESTIONS if q not in ("a vote", "a pause")])
@pytest.mark.parametrize("over", ["a vote that is lost", "a vote that nobody answers",
                                  "a pause that is over"])  # fmt: skip
def test_a_vote_and_a_pause_give_the_question_back_with_the_time_it_had(
    question: str, over: str
) -> None:
    mesa = Mesa(QUESTIONS[question](), 1)
    OVER["a second is left"](mesa)
    table, left = mesa.table, mesa.left
    assert OVER[over](mesa)
    assert mesa.table.agenda == table.agenda
    assert mesa.left == left
    assert engine.offers(mesa.table, mesa.rules).commands == (
        engine.offers(table, mesa.rules).commands
    )


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_undo_gives_any_question_its_full_time(question: str) -> None:
    mesa = Mesa(QUESTIONS[question](), 1)
    full = mesa.left
    OVER["a second is left"](mesa)
    assert OVER["an undo"](mesa)
    if isinstance(mesa.table.top, Paused):
        assert mesa.left is None
    elif isinstance(mesa.table.top, Voting):
        assert mesa.left == mesa.rules.figures["vote_time"]
    else:
        assert mesa.left == full


# ---- each second of each question


def seconds(table: Table, turn: int) -> int:
    """What the book gives the open question (section 4)."""
    match table.top:
        case Bidding():
            return BID
        case Due(seat=seat, amount=amount) if amount > table.player(seat).cash:
            return DEBT
        case Answer():
            return OFFER
        case Voting():
            return VOTE
        case _:
            return turn


def asked(table: Table) -> object:
    """What is asked, and of whom."""
    return table.agenda, table.ask, table.auction


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_second_before_its_time_a_question_stands_at_it_it_is_answered(question: str) -> None:
    mesa = Mesa(QUESTIONS[question](), 3)
    table, rules = mesa.table, mesa.rules
    turn, due = rules.figures["turn"], engine.offers(table, rules).deadline
    assert turn in (TURN, 45, 0)
    if due is None:
        assert isinstance(table.top, Paused) or not turn
        return
    assert due == table.clock.now + seconds(table, turn)
    late = engine.advance(table, PassTime(due + 1), rules, mesa.luck)
    assert isinstance(late, Refused)
    assert late.reason is Reason.PAST_DEADLINE
    assert mesa.take(PassTime(due - 1))
    assert not [e for e in mesa.said if isinstance(e, Expired)]
    assert (mesa.table.agenda, mesa.left) == (table.agenda, 1)
    assert mesa.take(PassTime(due))
    assert isinstance(mesa.said[2], Expired)
    assert asked(mesa.table) != asked(table)
