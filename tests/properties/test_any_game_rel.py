"""The same for rel: both editions, with and without the fast mode, every end that can be chosen."""

import random

import pytest
from any_game import AnyGame
from trials import trials

from ketuk import engine
from ketuk.engine.commands import Conclude, Leave
from ketuk.engine.events import GameEnded, GoalReached, Paid, StateChanged
from ketuk.engine.refusal import Refused
from ketuk.engine.states import Laps, Loans, News
from ketuk.engine.table import Options, Table

EDITIONS = ("rel", "rel-borneo")
AGREED = [
    Options(dice=dice, decks=decks, house=house, settings=settings)
    for dice, decks in (("app", "app"), ("real", "app"), ("app", "real"), ("real", "real"))
    for house in ((), ("fast",))
    for settings in (
        (), (("laps", 4),), (("rounds", 30),), (("laps", 3), ("qualifying", 2)),
        (("qualifying", 3), ("rounds", 30)),
    )
]  # fmt: skip


def check_states(table: Table) -> None:
    """What laps, loans and news can be between two moves."""
    laps, loans, news = table.state(Laps), table.state(Loans), table.state(News)
    for seat, player in enumerate(table.players, 1):
        assert loans.of(seat) in (0, 400)
        assert not player.left or not loans.of(seat)
        assert player.cash >= -400
    assert loans.collected in (0, table.turn.seat)
    assert news.since <= max((laps.of(s) for s in range(1, len(table.players) + 1)), default=0)
    assert not news.card or 80 <= news.card <= 91


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("fast", [False, True])
def test_any_legal_play_keeps_every_sum_and_ends(edition: str, fast: bool) -> None:
    wanted = [o for o in AGREED if bool(o.house) == fast]
    ends, goals = set(), set()
    for at in range(trials(5)):
        seed = 100 * EDITIONS.index(edition) + 1000 * fast + at
        options = wanted[(7 * at + seed) % len(wanted)]
        game = AnyGame(2 + at % 4, options, seed, leavers=at % 3 == 0, ruleset=edition)
        assert game.play(random.Random(seed).randrange, every=90), (seed, options)
        (end,) = [e for e in game.events if isinstance(e, GameEnded)]
        ends.add(end.why)
        goals |= {e.goal for e in game.events if isinstance(e, GoalReached)}
        limit = game.table.rounds
        assert game.table.round <= limit
    assert ends <= {"rounds", "laps", "last"}
    assert len(goals) >= 4


@pytest.mark.parametrize("seed", range(trials(4)))
def test_what_laps_loans_and_news_keep_holds_all_the_time(seed: int) -> None:
    options = AGREED[(5 * seed + 1) % len(AGREED)]
    game = AnyGame(2 + seed % 4, options, 300 + seed, leavers=True, ruleset=EDITIONS[seed % 2])
    rng = random.Random(seed)
    while not game.over and game.steps < 1500:
        before, at = game.table, len(game.events)
        game.step(game.pick(engine.offers(before, game.rules), rng.randrange))
        check_states(game.table)
        new = game.events[at:]
        drawn = [e for e in new if isinstance(e, StateChanged) and isinstance(e.state, News)]
        assert len(drawn) <= 1
        paid = [e for e in new if isinstance(e, Paid) and e.why == "loan_collected"]
        assert all(before.state(Loans).of(e.payer) == e.amount for e in paid)
        for seat, player in enumerate(game.table.players, 1):
            was = before.player(seat).cash
            assert player.cash >= min(0, was) or paid or was == player.cash, "only he goes below"


@pytest.mark.parametrize("seed", range(trials(4)))
def test_whoever_wants_may_stop_at_any_question(seed: int) -> None:
    options = AGREED[(3 * seed) % len(AGREED)]
    game = AnyGame(2 + seed % 4, options, 500 + seed, leavers=False, ruleset=EDITIONS[seed % 2])
    rng, asked = random.Random(seed), set[str]()
    while not game.over and game.steps < 500:
        kind = type(game.table.top).__name__
        if kind not in asked:
            asked.add(kind)
            events = game.decided(Conclude(rng.choice(game.table.seats)))
            assert not isinstance(events, Refused)
            assert isinstance(events[-1], GameEnded)
            gone = game.decided(Leave(rng.choice(game.table.seats)))
            assert not isinstance(gone, Refused)
        game.step(game.pick(engine.offers(game.table, game.rules), rng.randrange))
    assert len(asked) > 4
