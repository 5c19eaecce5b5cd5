"""Games of computers alone: the same rows however they are cut, whoever plays them."""

import csv
import gzip
import os
from collections.abc import Callable
from pathlib import Path

import duckdb
import msgspec
import pytest

from ketuk import engine
from ketuk.engine.bots import cautious_policy
from ketuk.engine.events import AnyEvent, Expired, Nothing, TurnBegan
from ketuk.engine.table import Options
from ketuk.rooms.chance import SeededLuck, figure
from ketuk.rooms.trials import loop
from ketuk.rooms.trials.columns import columns
from ketuk.rooms.trials.crew import Alone, Cores
from ketuk.rooms.trials.fault import TrialFault, TrialTrouble
from ketuk.rooms.trials.kept import described, kept_beside
from ketuk.rooms.trials.run import check, finish, run
from ketuk.rooms.trials.spread import spread
from ketuk.rooms.trials.tally import Counts, GamesTally
from ketuk.rooms.trials.trial import Chunk, Trial, makers_of, played, row, rules_of

MIXED = ("cautious", "random", "cautious", "random")


def trial(
    ruleset: str = "nusantara",
    bots: tuple[str, ...] = MIXED,
    seed: int = 7,
    source: str = "",
    most_rounds: int = 6,
) -> Trial:
    rules = engine.ruleset(ruleset)
    sources = (("own.py", source),) if source else ()
    options = Options(edition=rules.edition)
    return Trial(rules.data, options, (bots,), seed, most_rounds, sources)


def lines(chunks: list[Chunk]) -> list[list[int]]:
    return sorted(line for chunk in chunks for line in chunk.lines)


def stopper(after: int) -> Callable[[], bool]:
    asked = iter(range(1_000_000))
    return lambda: next(asked) >= after


@pytest.mark.parametrize("name", engine.NAMES)
def test_a_game_is_the_same_alone_and_in_any_chunk(name: str) -> None:
    some = trial(name, bots=MIXED[: 3 if 3 in engine.ruleset(name).seating.cash else 2])
    whole = played(some, 0, 4).lines
    assert lines([played(some, 2, 4), played(some, 0, 2)]) == whole
    assert row(some, 3, makers_of(some)) == whole[3]
    assert lines(list(spread(some, [range(4)], Alone(), lambda: False))) == whole
    heads = [column.name for column in columns(rules_of(some.data, some.options), some.players)]
    assert {len(line) for line in whole} == {len(heads)} == {len(set(heads))}


def test_no_two_games_of_two_seeds_share_their_chance() -> None:
    games = [figure(seed, f"game {n}") for seed in (7, 8) for n in range(10_000)]
    bots = [figure(seed, f"bot {n} {s}") for seed in (7, 8) for n in range(2_000) for s in (1, 2)]
    assert len({*games, *bots}) == len(games) + len(bots)


def test_a_player_that_throws_more_dice_of_its_own_moves_none_of_the_box() -> None:
    source = """
from ketuk.engine.bots import cautious_policy
class Gambler:
    def __init__(self, draw):
        self.draw, self.ask = draw, cautious_policy()
    def __call__(self, rules, table, seat):
        self.draw(6)
        return self.ask(rules, table, seat)
"""
    own = trial(bots=("own.py:Gambler", "cautious", "random"), source=source)
    assert (
        played(own, 0, 3).lines
        == played(trial(bots=("cautious", "cautious", "random")), 0, 3).lines
    )


# ---- kept, stopped, gone on with


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(tmp_path: Path, ending: str) -> None:
    some, wanted = trial(), range(5, 17)
    whole, pieces = tmp_path / f"whole{ending}", tmp_path / f"pieces{ending}"
    at_once = run(some, wanted, Alone(), out=whole)
    finish(some, wanted, whole)
    stopped = run(some, wanted, Alone(), out=pieces, stop=stopper(1))
    assert 0 < stopped.games < len(wanted)
    assert not pieces.exists()
    with pytest.raises(TrialFault) as fault:
        run(trial(seed=8), wanted, Alone(), out=pieces)
    assert (fault.value.trouble, fault.value.facts["differs"]) == (TrialTrouble.OTHER_RUN, "seed")
    gone_on = run(some, wanted, Alone(), out=pieces)
    finish(some, wanted, pieces)
    assert gone_on.summary() == at_once.summary()
    assert pieces.read_bytes() == whole.read_bytes()
    assert sorted(tmp_path.iterdir()) == sorted([whole, pieces])
    if ending == ".parquet":
        games = duckdb.read_parquet(str(pieces)).fetchall()
        assert [list(game) for game in games] == played(some, 5, 17).lines
    else:
        with pieces.open() as file:
            head, *rest = csv.reader(file)
        rules = rules_of(some.data, some.options)
        assert head == [column.name for column in columns(rules, 4)]
        assert [[int(n) for n in line] for line in rest] == played(some, 5, 17).lines


def test_a_chunk_that_is_damaged_is_played_again(tmp_path: Path) -> None:
    some, out = trial(), tmp_path / "games.csv"
    for spoil in (lambda rows: rows[:-9], lambda rows: b"", lambda rows: rows[:20] + bytes(40)):
        run(some, range(6), Alone(), out=out)
        with kept_beside(out, some) as kept:
            _, path = kept.chunks()[-1]
        path.write_bytes(spoil(path.read_bytes()))
        (path.parent / "mine.txt").write_text("somebody else's")
        (path.parent / "run.json.x.part").touch()
        run(some, range(6), Alone(), out=out)
        finish(some, range(6), out)
        assert len(out.read_text().splitlines()) == 7
        assert [left.name for left in path.parent.iterdir()] == ["mine.txt"]


def test_games_of_any_number_stay_in_order(tmp_path: Path) -> None:
    some, out, games = trial(most_rounds=1), tmp_path / "games.csv", range(10**12 - 2, 10**12 + 2)
    run(some, games, Alone(), out=out)
    finish(some, games, out)
    assert [int(line.partition(",")[0]) for line in out.read_text().splitlines()[1:]] == [*games]


def test_a_folder_is_one_programs_at_a_time(tmp_path: Path) -> None:
    out, some = tmp_path / "games.csv", trial()

    def second(tally: GamesTally) -> None:
        if not tally.games:
            with pytest.raises(TrialFault, match="in_use"):
                run(some, range(3), Alone(), out=out)

    run(some, range(3), Alone(), out=out, heard=second)


# ---- workers


def test_rows_are_equal_for_one_process_and_for_two_of_which_one_is_killed(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    deadly = f"""
import os, pathlib, signal
from ketuk.engine.bots import cautious_policy
careful, mark = cautious_policy(), pathlib.Path({str(mark)!r})
def once(rules, table, seat):
    if table.round == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return careful(rules, table, seat)
"""
    some = trial(bots=("own.py:once", "cautious", "random"), source=deadly)
    killed = lines(list(spread(some, [range(14)], Cores(2), lambda: False)))
    assert mark.exists()
    assert killed == played(some, 0, 14).lines


def test_games_that_end_every_worker_are_named() -> None:
    source = f"import os\ndef die(r, t, s):\n    if os.getpid() != {os.getpid()}: os._exit(3)\n"
    some, crew = trial(bots=("own.py:die",) * 3, source=source), Cores(1)
    try:
        with pytest.raises(TrialFault) as fault:
            list(spread(some, [range(5, 6)], crew, lambda: False))
    finally:
        crew.leave()
    assert fault.value.trouble is TrialTrouble.WORKER_DIED
    assert fault.value.facts == {"first": 5, "last": 5}


# ---- players of one's own


@pytest.mark.parametrize(
    ("source", "trouble"),
    [
        ("import beside_me\n", TrialTrouble.BOT_IMPORTS),
        ("def other(r, t, s): ...\n", TrialTrouble.BOT_NAME),
        ("me = 3\n", TrialTrouble.BOT_NAME),
        ("1 / 0\n", TrialTrouble.BOT_FILE),
        ("exit(0)\n", TrialTrouble.BOT_FILE),
        ("def me(\n", TrialTrouble.BOT_FILE),
    ],
)
def test_a_player_that_cannot_be_sent_is_refused_before_the_first_game(
    source: str, trouble: TrialTrouble
) -> None:
    with pytest.raises(TrialFault) as fault:
        check(trial(bots=("own.py:me",) * 3, source=source), None)
    assert fault.value.trouble is trouble
    assert fault.value.facts["bot"] == "own.py:me"


@pytest.mark.parametrize(
    ("answer", "trouble"),
    [
        ("1 / 0", TrialTrouble.BOT_RAISED),
        ("exit(0)", TrialTrouble.BOT_RAISED),
        ("me(r, t, seat)", TrialTrouble.BOT_RAISED),
        ("None", TrialTrouble.NOBODY),
        ("'roll'", TrialTrouble.BOT_REFUSED),
        ("Roll(seat % 3 + 1)", TrialTrouble.BOT_REFUSED),
        ("EndTurn(seat)", TrialTrouble.BOT_REFUSED),
        ("throw(KeyboardInterrupt)", TrialTrouble.BOT_RAISED),
        ("throw(GeneratorExit)", TrialTrouble.BOT_RAISED),
        ("throw(Mute)", TrialTrouble.BOT_RAISED),
        ("Mute()", TrialTrouble.BOT_REFUSED),
    ],
)
def test_a_player_that_goes_wrong_is_named_with_game_seat_and_move(
    answer: str, trouble: TrialTrouble
) -> None:
    source = """
from ketuk.engine.commands import EndTurn, Roll
class Mute(Exception):
    def __str__(self): raise ValueError
    __repr__ = __str__
def throw(error): raise error("x\\n" * 999)
"""
    some = trial(bots=("own.py:me",) * 3, source=f"{source}def me(r, t, seat): return {answer}\n")
    check(some, None)
    with pytest.raises(TrialFault) as fault:
        played(some, 3, 4)
    facts = fault.value.facts
    assert fault.value.trouble is trouble
    assert (facts["game"], facts["bot"], facts["move"]) == (3, "own.py:me", 1)
    assert facts["seat"] in (1, 2, 3)
    assert len(str(facts["detail"]).splitlines()) == 1
    assert len(str(facts["detail"])) < 300


def test_a_player_that_cannot_be_made_is_named_with_game_and_seat() -> None:
    some = trial(bots=("own.py:Me",) * 3, source="class Me:\n    pass\n")
    check(some, None)
    with pytest.raises(TrialFault) as fault:
        played(some, 3, 4)
    assert fault.value.trouble is TrialTrouble.BOT_RAISED
    assert (fault.value.facts["game"], fault.value.facts["move"]) == (3, 0)


def test_a_file_of_players_may_hold_what_any_module_may() -> None:
    source = """
from __future__ import annotations
from dataclasses import dataclass
from ketuk.engine.bots import cautious_policy
@dataclass
class Me:
    draw: object
    asked: int = 0
    def __call__(self, rules, table, seat):
        self.asked += 1
        return cautious_policy()(rules, table, seat)
"""
    own = trial(bots=("own.py:Me",) * 3, source=source)
    assert played(own, 0, 1).lines == played(trial(bots=("cautious",) * 3), 0, 1).lines


def test_a_class_is_a_fresh_player_for_every_seat_and_game() -> None:
    source = """
from ketuk import engine
class Fickle:
    def __init__(self, draw):
        self.ask, self.asked = engine.bots.random_policy(draw), 0
    def __call__(self, rules, table, seat):
        self.asked += 1
        assert self.asked < 5000
        return self.ask(rules, table, seat)
"""
    own = trial(bots=("own.py:Fickle",) * 3, source=source)
    assert played(own, 0, 3).lines == played(trial(bots=("random",) * 3), 0, 3).lines


def test_unknown_players_and_too_many_seats_are_refused() -> None:
    with pytest.raises(TrialFault, match="no_bot"):
        check(trial(bots=("clever",) * 3), None)
    with pytest.raises(TrialFault, match="seats"):
        check(trial(bots=("random",) * 9), None)


# ---- counting


def test_the_tally_counts_what_the_rows_say() -> None:
    some = trial(most_rounds=400)
    rows, tally = played(some, 0, 12).lines, GamesTally(some)
    tally.add(rows[:5])
    tally.add(rows[5:])
    found = tally.summary()
    heads = [column.name for column in columns(rules_of(some.data, some.options), 4)]
    games = [dict(zip(heads, line, strict=True)) for line in rows]
    assert (found.games, found.ended) == (12, sum(game["ended"] for game in games))
    for seat in found.seats:
        alone = [g for g in games if g[f"place_{seat.name}"] == 1]
        assert seat.wins == pytest.approx(sum(
            1 / sum(g[f"place_{s}"] == 1 for s in range(1, 5)) for g in alone
        ))  # fmt: skip
    careful = next(bot for bot in found.bots if bot.name == "cautious")
    assert careful.games == 24
    assert careful.wins == pytest.approx(found.seats[0].wins + found.seats[2].wins)
    for line in found.properties:
        assert line.rent == pytest.approx(sum(g[f"rent_{line.tile}"] for g in games) / 12)
        assert line.cost == pytest.approx(sum(g[f"cost_{line.tile}"] for g in games) / 12)
    for card in found.cards:
        assert card.seats == sum(g[f"card_{card.item}"].bit_count() for g in games)
    rounds = sorted(g["rounds"] for g in games)
    assert found.rounds == (rounds[1], rounds[5], rounds[10])


def test_what_was_counted_can_be_kept_and_added_to() -> None:
    some = trial(most_rounds=400)
    rows, kept, at_once = played(some, 0, 6).lines, GamesTally(some), GamesTally(some)
    kept.add(rows[:4])
    text = msgspec.json.encode(kept.counts)
    on = GamesTally(some, msgspec.json.decode(text, type=Counts))
    on.add(rows[4:])
    at_once.add(rows)
    assert on.summary() == at_once.summary()


@pytest.mark.parametrize("name", ["nusantara", "klasik"])
def test_wins_by_order_of_play_are_those_of_who_sat_so_many_places_left(name: str) -> None:
    some = trial(name, bots=("random", "cautious", "random"), most_rounds=60)
    heads = [column.name for column in columns(rules_of(some.data, some.options), 3)]
    rows, tally = played(some, 0, 8).lines, GamesTally(some)
    tally.add(rows)
    wins = [0.0, 0.0, 0.0]
    for line in rows:
        game = dict(zip(heads, line, strict=True))
        first = [seat for seat in (1, 2, 3) if game[f"place_{seat}"] == 1]
        for seat in first if game["ended"] else ():
            after = (seat - game["began"]) % 3
            wins[after] += 1 / len(first)
    assert [line.wins for line in tally.summary().turns] == pytest.approx(wins)
    assert {line[heads.index("began")] for line in rows} <= {1, 2, 3}


def test_rent_and_cost_are_those_of_the_money_that_moved() -> None:
    """Rents that were paid are what seats got by them: counted once more from all money moves."""
    some = trial(most_rounds=400)
    makers, rules = makers_of(some), rules_of(some.data, some.options)
    line = dict(zip([c.name for c in columns(rules, 4)], row(some, 0, makers), strict=True))
    assert sum(line[f"rent_{t}"] for t in rules.board.deeds) > 0
    assert sum(line[f"cost_{t}"] for t in rules.board.deeds) > 0
    worth = sum(line[f"worth_{s}"] for s in range(1, 5))
    assert worth > sum(line[f"cash_{s}"] for s in range(1, 5)) > 0


def test_packed_rows_are_the_same_bytes_at_any_time() -> None:
    one, other = played(trial(), 0, 1), played(trial(), 0, 1)
    assert one.rows == other.rows
    assert gzip.decompress(one.rows).count(b"\n") == 1


@pytest.mark.parametrize("pace", [0, 25, 999])
def test_a_turn_takes_its_time_where_rules_have_a_clock_and_none_is_up(pace: int) -> None:
    """A merek turn has 75 seconds; salaries end and taxes begin while computers play, too."""
    some = trial("merek", bots=("cautious",) * 3)
    rules, heard = rules_of(some.data, some.options), list[AnyEvent]()
    seats = [loop.TrialSeat("cautious", cautious_policy()) for _ in range(3)]
    ended = loop.play(
        rules, some.options, seats, SeededLuck(3), number=0, most_rounds=90, pace=pace,
        heard=heard.extend,
    )  # fmt: skip
    assert not [event for event in heard if isinstance(event, Expired)]
    turns = sum(isinstance(event, TurnBegan) for event in heard)
    assert turns > 60
    now = ended.table.clock.now
    assert now == min(pace, 74) * (turns - (not ended.over and pace > 0))
    unpaid = [e for e in heard if isinstance(e, Nothing) and e.what == "salary_over"]
    assert bool(unpaid) == (now > 46 * 60)


def test_only_runs_of_a_player_that_has_changed_are_other_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calm, changed = trial(bots=("random", "cautious")), trial(bots=("cautious", "penilai"))
    before = [described(some) for some in (calm, changed)]
    with monkeypatch.context() as patched:
        patched.setitem(loop.SINCE, "penilai", loop.SINCE["penilai"] + 1)
        assert [
            described(some) == was for some, was in zip((calm, changed), before, strict=True)
        ] == [True, False]
    for version in range(loop.VERSION + 1, max(loop.SINCE.values()) + 2):
        monkeypatch.setattr(loop, "VERSION", version)
        assert described(calm) != before[0]
        assert described(changed) != before[1], "even below the number of a player"
