"""The same for merek, in every mode and with time that passes by chance."""

import random
from collections.abc import Iterator

import pytest
from any_game import AnyGame
from brands import HURRY, MODES, options, seeded
from praca import CLASSICO
from trials import trials

from ketuk import engine
from ketuk.engine.commands import CallVote, Leave, PassTime, Vote
from ketuk.engine.events import GameEnded, StateChanged
from ketuk.engine.refusal import Refused
from ketuk.engine.states import Missed
from ketuk.engine.table import Paused, Table


@pytest.mark.parametrize("mode", MODES)
def test_any_legal_play_keeps_every_sum_and_ends(mode: int) -> None:
    for seed in range(trials(6)):
        game = seeded(mode, 100 * mode + seed)
        assert game.play(random.Random(seed).randrange, every=60), (mode, seed, game.table.round)


def test_so_it_does_with_own_numbers() -> None:
    own = {"cash": 5000, "turn": 0, "salary_ends": 10, "tax_from": 0, "term": 1, "building": 2,
           "third_die": 1}  # fmt: skip
    for seed in range(trials(4)):
        game = seeded(CLASSICO, seed, **own)
        assert game.play(random.Random(seed).randrange, every=60)


@pytest.mark.parametrize("mode", MODES)
def test_a_game_that_nobody_answers_ends_by_itself_and_says_why(mode: int) -> None:
    for seed, players in enumerate(MODES[mode]):
        game = AnyGame(players, options(mode, 0), seed, leavers=False, ruleset="merek")
        while not game.over:
            due = engine.offers(game.table, game.rules).deadline
            assert due is not None
            game.step(PassTime(due))
        game.check_end()
        said = [e.what for e in game.events if isinstance(e, StateChanged)]
        assert said.count("missed_out") == len(game.table.gone)
        assert isinstance(game.events[-1], GameEnded)
        assert game.table.round <= 3 + len(game.table.gone)


# --- two rules at once: every kind of question, with each interruption over it -------------------


def questions(seed: int) -> Iterator[AnyGame]:
    """Games at each new kind of question, and at the same ones inside a turn whose time is up."""
    seen: set[tuple[str, bool]] = set()
    mode = list(MODES)[seed % 4]
    game = seeded(mode, seed)
    rng = random.Random(seed)
    while not game.over and game.steps < 500:
        state = (type(game.table.top).__name__, game.table.state(Missed).now)
        if state not in seen:
            seen.add(state)
            yield game
        if rng.random() < HURRY:
            game.pass_time()
        elif not game.over:
            game.step(game.pick(engine.offers(game.table, game.rules), rng.randrange))


def tried(game: AnyGame, table: Table, command: object) -> Table | None:
    """The table after a command, None where it is refused."""
    found = engine.advance(table, command, game.rules, game.luck)  # type: ignore[arg-type]
    return None if isinstance(found, Refused) else found.table


@pytest.mark.parametrize("seed", range(trials(8)))
def test_a_pause_over_any_question_gives_it_back_as_it_was(seed: int) -> None:
    for game in questions(seed):
        before = game.table
        asker = before.seats[-1]
        table = tried(game, before, CallVote(asker, "pause"))
        if table is None:
            continue
        left = before.due - before.clock.now if before.due is not None else None
        for seat in before.seats:
            if isinstance(table.top, Paused):
                break
            if seat != asker:
                table = tried(game, table, Vote(seat, yes=True))
                assert table is not None
        assert isinstance(table.top, Paused)
        assert tried(game, table, PassTime(table.clock.now + 1)) is None
        while isinstance(table.top, Paused):
            rules, top = game.rules, table.top
            offered = engine.offers(table, rules).commands
            table = tried(game, table, game.random.choice(offered))
            assert table is not None, top
        assert table.agenda == before.agenda
        assert (table.due - table.clock.now if table.due is not None else None) == left


@pytest.mark.parametrize("seed", range(trials(8)))
def test_who_leaves_over_any_question_leaves_a_table_that_goes_on(seed: int) -> None:
    for game in questions(seed):
        for seat in game.table.seats:
            table = tried(game, game.table, Leave(seat))
            assert table is not None
            if table.top is None:
                continue
            found = engine.offers(table, game.rules)
            assert found.commands or found.forms
            assert all(not table.player(s).left for s in table.top.waits_for(table))


@pytest.mark.parametrize("seed", range(trials(8)))
def test_any_question_answers_itself_at_its_deadline(seed: int) -> None:
    for game in questions(seed):
        due = engine.offers(game.table, game.rules).deadline
        if due is None:
            assert isinstance(game.table.top, Paused)
            continue
        table = tried(game, game.table, PassTime(due))
        assert table is not None
        assert table.ask != game.table.ask or table.clock != game.table.clock
        assert table.top is None or table.due is None or table.due > due
