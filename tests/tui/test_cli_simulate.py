"""``ketuk simulate``: what it says and keeps, and that no way of stopping it leaves anything."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from command_line import CommandLine
from patience import until

from ketuk import engine
from ketuk.engine.table import Options
from ketuk.rooms.trials.crew import Alone
from ketuk.rooms.trials.fault import TrialTrouble
from ketuk.rooms.trials.kept import described
from ketuk.rooms.trials.statistics import wilson
from ketuk.tui.cli import simulating
from ketuk.tui.words import LANGUAGES, Words

FEW = ("--players", "3", "--games", "4", "--jobs", "1", "--rounds", "60")


@pytest.fixture
def line(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path / "data")


@pytest.mark.parametrize("name", engine.NAMES)
def test_every_set_is_told_within_a_terminal_and_saves_no_game(
    line: CommandLine, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    seats = min(engine.ruleset(name).seating.cash)
    for lang in ("id", "en"):
        said = line.run("simulate", name, *FEW, "--players", str(seats), lang=lang)
        assert all(len(row) <= 80 for row in said.splitlines() if "│" not in row and ":" not in row)
    for tile in engine.ruleset(name).board.deeds:
        assert engine.ruleset(name).board.tiles[tile].card_name[:20] in said
    assert not line.data.exists() or not any(line.data.rglob("*.sqlite*"))


@pytest.mark.parametrize("name", engine.NAMES)
def test_all_that_players_may_agree_on_is_agreed_on_here_too(line: CommandLine, name: str) -> None:
    rules = engine.ruleset(name)
    asked = ("simulate", name, *FEW, "--games", "1", "--rounds", "2", "--json")
    for setting in rules.settings:
        number = next(n for n in reversed(setting.choices) if n != setting.usual)
        options = engine.Options(rules.edition, settings=((setting.name, number),))
        seats = ("--players", str(min(engine.under(rules, options).seating.cash)))
        line.records(*asked, *seats, "--set", f"{setting.name}={number}")
    seats = ("--players", str(min(rules.seating.cash)))
    for rule in rules.house:
        line.records(*asked, *seats, "--house", rule)
    for edition in {"hp", "kertas"} - {rules.edition}:
        code = 0 if edition in rules.editions else 2
        line.run(*asked, *seats, "--edition", edition, code=code)


def test_the_length_that_is_agreed_on_is_played_and_named_again(
    line: CommandLine, tmp_path: Path
) -> None:
    asked = ("simulate", "rel", *FEW, "--rounds", "400", "--json", "--set")
    (short,), (long,) = (line.records(*asked, f"laps={n}") for n in (3, 9))
    assert short["ended"] == long["ended"] == 4
    assert short["rounds"][1] < long["rounds"][1]
    table, bot = tmp_path / "meja.toml", tmp_path / "own.py"
    table.write_text('ruleset = "rel"\n[numbers]\nlaps = 3\n', "utf-8")
    kept = line.records(*asked[:-1], "--table", str(table))
    assert kept == [short]
    bot.write_text("def me(rules, table, seat):\n    return 1 / 0\n")
    said = line.run(*asked, "laps=3", "--bots", f"{bot}:me", lang="en", code=1)
    (again,) = re.findall(r"ketuk (simulate .*?)(?:\"|$)", said, re.MULTILINE)
    assert "--set laps=3" in again


def test_time_passes_as_it_is_told_where_rules_have_a_clock(line: CommandLine) -> None:
    asked = ("simulate", "merek", *FEW, "--rounds", "400", "--json")
    (usual,), (named,), (still,) = (
        line.records(*asked, *more) for more in ((), ("--pace", "25"), ("--pace", "0"))
    )
    assert usual == named != still


def test_json_has_the_shares_with_their_intervals(line: CommandLine) -> None:
    (record,) = line.records("simulate", "nusantara", *FEW, "--json")
    assert (record["games"], record["players"], record["ruleset"]) == (4, 3, "nusantara")
    for seat in record["seats"]:
        share = wilson(seat["wins"], record["ended"])
        assert seat["share"] == {"share": share.share, "low": share.low, "high": share.high}


def test_a_set_compared_with_itself_changes_nothing(line: CommandLine, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    line.run("rules", "--export", "nusantara", str(own))
    asked = ("simulate", "nusantara", *FEW, "--json", "--compare")
    (record,) = line.records(*asked, str(own))
    found = record["comparison"]
    assert found["same_winner"] == found["pairs"] == record["ended"]
    assert all(seat["wins"]["more"]["share"] == 0 for seat in found["seats"])
    dearer = re.sub(r"^salary = 2000", "salary = 5000", own.read_text(), flags=re.MULTILINE)
    own.write_text(dearer)
    (record,) = line.records(*asked, str(own))
    assert record["comparison"]["worth"]["more"]["share"] > 0


def test_intervals_without_bounds_are_none_in_json(line: CommandLine) -> None:
    said = line.run("simulate", "nusantara", *FEW, "--games", "1", "--json", "--compare", "klasik")
    assert "Infinity" not in said
    found = json.loads(said)["comparison"]
    assert found["rounds"]["more"] | {"share": 0} == {"share": 0, "low": None, "high": None}


def test_a_comparison_that_was_stopped_in_its_second_half_goes_on(
    line: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "games.csv"
    asked = ("simulate", "nusantara", *FEW, "--compare", "klasik", "--out", str(out), "--json")

    @contextmanager
    def in_the_second() -> Iterator[Callable[[], bool]]:
        yield lambda: bool(list(tmp_path.glob("games-2.csv.parts/*.csv.gz")))

    with monkeypatch.context() as patched:
        patched.setattr(simulating, "stopping", in_the_second)
        line.run(*asked, "--games", "40", code=130)
    assert not list(tmp_path.glob("*.csv"))
    line.run(*asked)
    assert sorted(path.name for path in tmp_path.glob("games*")) == ["games-2.csv", "games.csv"]


def test_what_makes_a_run_another_one_is_named_as_it_is_asked_for(
    line: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "games.csv"
    asked = ("simulate", "nusantara", *FEW, "--games", "40", "--rounds", "3", "--out", str(out))
    trial = simulating.Trial("", Options("hp"), (("cautious",),), 1, 3)
    assert set(described(trial)) == set(simulating.ASKED)

    @contextmanager
    def soon() -> Iterator[Callable[[], bool]]:
        yield lambda: bool(list(tmp_path.glob("games.csv.parts/*.csv.gz")))

    with monkeypatch.context() as patched:
        patched.setattr(simulating, "stopping", soon)
        line.run(*asked, code=130)
    said = line.run(*asked, "--seed", "2", "--bots", "random", lang="en", code=1)
    assert "it differs in --bots, --seed." in said


def test_seatings_that_are_not_played_alike_often_are_said(line: CommandLine) -> None:
    asked = ("simulate", "nusantara", *FEW, "--bots", "cautious,random", "--tournament", "--games")
    assert "3 seatings" not in line.run(*asked, "3", "--rounds", "2", lang="en")
    assert "3 seatings" in line.run(*asked, "4", "--rounds", "2", lang="en")


def test_a_tournament_seats_everybody_everywhere(line: CommandLine) -> None:
    asked = ("--bots", "cautious,random", "--tournament", "--rating", "--games", "6", "--json")
    (record,) = line.records("simulate", "nusantara", *FEW, *asked)
    by_name = {bot["name"]: bot for bot in record["bots"]}
    assert by_name["cautious"]["games"] == 12
    assert by_name["random"]["games"] == 6
    assert [rating["bot"] for rating in record["ratings"]] == ["cautious", "random"]


def test_a_player_that_goes_wrong_is_shown_again_by_the_command_that_is_named(
    line: CommandLine, tmp_path: Path
) -> None:
    bot = tmp_path / "my own.py"
    source = "def me(rules, table, seat):\n"
    bot.write_text(
        "from ketuk.engine.bots import cautious_policy\nask = cautious_policy()\n"
        f"{source}    return 1 / 0 if rules.meta.id == 'klasik' else ask(rules, table, seat)\n"
    )
    bots = ("--games", "1", "--bots", f"{bot}:me,cautious,cautious")
    asked = ("simulate", "nusantara", *FEW, *bots, "--compare", "klasik")
    said = line.run(*asked, lang="en", code=1)
    assert "ZeroDivisionError" in said
    (again,) = re.findall(r"ketuk (simulate .*)", said)
    assert line.run(*shlex.split(again), lang="en", code=1) == said


def test_a_player_that_remembers_from_game_to_game_is_found_out(
    line: CommandLine, tmp_path: Path
) -> None:
    bot, bots = tmp_path / "own.py", ("--bots", f"{tmp_path / 'own.py'}:me")
    source = "from ketuk.engine.bots import cautious_policy, random_policy\nasked = 0\n"
    source += "careful, wild = cautious_policy(), random_policy(lambda n: asked % n)\n"
    source += "def me(rules, table, seat):\n"
    honest = "    return careful(rules, table, seat)\n"
    counts = "    global asked\n    asked += 1\n    return wild(rules, table, seat)\n"
    for body, told in ((counts, True), (honest, False)):
        bot.write_text(source + body)
        said = line.run("simulate", "nusantara", *FEW, *bots, lang="en")
        assert ("once more, alone" in said) is told


def test_what_a_player_prints_comes_between_no_rows(line: CommandLine, tmp_path: Path) -> None:
    bot = tmp_path / "own.py"
    quiet = "from ketuk.engine.bots import cautious_policy\nme = cautious_policy()\n"
    loud = quiet + "print('loaded')\ndef me(*a, ask=me):\n    print(a[2])\n    return ask(*a)\n"
    asked = ("simulate", "nusantara", *FEW, "--games", "2", "--bots", f"{bot}:me", "--out", "-")
    told, heard = list[str](), list[str]()
    for source in (quiet, loud):
        bot.write_text(source)
        out, err = line.child(*asked).communicate(timeout=60)
        told.append(out)
        heard.append(err)
    assert told[0] == told[1] != ""
    assert "loaded" in heard[1]


@pytest.mark.parametrize(
    "wrong",
    [("--bots", "clever"), ("--bots", "a,b"), ("--players", "12"), ("--house", "pot"),
     ("--set", "laps=5"), ("--set", "laps"), ("--table", "none.toml"),
     ("--rating", "--compare=klasik")],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_before_the_first_game(
    line: CommandLine, wrong: tuple[str, str], tmp_path: Path
) -> None:
    out = tmp_path / "games.csv"
    code = 1 if wrong[0] == "--players" or wrong[1] == "clever" else 2
    line.run("simulate", "nusantara", *FEW, *wrong, "--out", str(out), code=code)
    assert list(tmp_path.iterdir()) in ([], [line.data])


@pytest.mark.parametrize(("option", "known"), [("--out", ".csv, .parquet"), ("--plot", ".svg")])
def test_an_ending_that_is_not_written_is_refused_before_the_first_game(
    line: CommandLine, option: str, known: str, tmp_path: Path
) -> None:
    out = tmp_path / "games.xlsx"
    for language in LANGUAGES:
        asked = ("simulate", "nusantara", *FEW, option, str(out))
        said = line.run(*asked, code=1, lang=language)
        assert said == Words(language)("simulate.fault_form", path=out, known=known) + "\n"
    assert list(tmp_path.iterdir()) in ([], [line.data])


@pytest.mark.parametrize("name", ["run-1.5", "games.2026", "games"])
def test_a_dot_in_a_name_is_no_ending(line: CommandLine, name: str, tmp_path: Path) -> None:
    out, plain = tmp_path / name, tmp_path / "plain.csv"
    for path in (out, plain):
        line.run("simulate", "nusantara", *FEW, "--games", "2", "--out", str(path))
    assert out.read_bytes() == plain.read_bytes()


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_what_has_no_bar_says_once_that_it_waits_for_workers(
    line: CommandLine, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    class Deserted(Alone):
        deserted = True

    monkeypatch.setattr(simulating, "_crew", lambda wanted: Deserted())
    said = line.run("simulate", "nusantara", *FEW, *more).splitlines()
    assert said.count(Words("id")("simulate.no_workers")) == 1
    assert len(said) == 2 or not more, "and the record"


def test_every_fault_has_a_sentence() -> None:
    for language in LANGUAGES:
        for trouble in TrialTrouble:
            assert Words(language).has(f"simulate.fault_{trouble}")


# ---- stopped, killed


def processes_of(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in path.read_text().split()]


def plays(pid: int) -> bool:
    """Whether it is a worker, and not what Python has to tidy up after them."""
    return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("how", ["once", "twice", "politely", "asleep", "dead"])
def test_however_it_is_stopped_nothing_stays_and_the_same_command_goes_on(
    line: CommandLine, tmp_path: Path, how: str
) -> None:
    out = tmp_path / "games.csv"
    asked = ("simulate", "nusantara", "--players", "3", "--seed", "4", "--out", str(out))
    child = line.child(*asked, "--games", "100000", "--jobs", "2")
    until(lambda: list(tmp_path.glob("*.parts/*.csv.gz")))
    workers = processes_of(child.pid)
    assert len(workers) >= 2
    if how == "asleep":
        for pid in filter(plays, workers):
            os.kill(pid, signal.SIGSTOP)
    if how == "dead":
        child.kill()
    else:
        child.send_signal(signal.SIGTERM if how == "politely" else signal.SIGINT)
        if how == "twice":
            child.send_signal(signal.SIGINT)
    child.communicate(timeout=30)
    assert child.returncode == (-signal.SIGKILL if how == "dead" else 130)
    until(lambda: not any(alive(pid) for pid in workers), 10)
    games = ("--games", "3", "--jobs", "1", "--json")
    (record,) = line.records(*asked, *games)
    assert record["games"] == 3
    assert len(out.read_text().splitlines()) == 4
    (whole,) = line.records(*asked[:-2], *games)
    assert whole == record


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_player_that_never_answers_keeps_nobody_from_stopping(
    line: CommandLine, tmp_path: Path, jobs: str
) -> None:
    bot, mark = tmp_path / "own.py", tmp_path / "asked"
    bot.write_text(
        f"def me(rules, table, seat):\n    open({str(mark)!r}, 'w')\n    while True: pass\n"
    )
    child = line.child("simulate", "nusantara", "--bots", f"{bot}:me", "--jobs", jobs, "--json")
    until(mark.exists)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    assert child.returncode == 130
    assert json.loads(out)["games"] == 0


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_workers_that_sleep_for_a_while_change_no_row(line: CommandLine, tmp_path: Path) -> None:
    out, alone = tmp_path / "games.csv", tmp_path / "alone.csv"
    asked = ("simulate", "nusantara", "--players", "3", "--games", "150", "--out")
    child = line.child(*asked, str(out), "--jobs", "2")
    until(lambda: list(tmp_path.glob("*.parts/*.csv.gz")))
    workers = processes_of(child.pid)
    for number in (signal.SIGSTOP, signal.SIGCONT):
        for pid in filter(alive, workers):
            os.kill(pid, number)
        time.sleep(0.5)
    child.communicate(timeout=120)
    assert child.returncode == 0
    line.run(*asked, str(alone), "--jobs", "1")
    assert out.read_bytes() == alone.read_bytes()


def test_a_program_that_starts_itself_in_every_worker_ends_soon(tmp_path: Path) -> None:
    """What has no ``if __name__ == "__main__"`` is run once more by every process of a pool."""
    program, starts = tmp_path / "own.py", tmp_path / "starts"
    program.write_text(f"""
open({str(starts)!r}, "a").write("x")
from ketuk import engine
from ketuk.engine.table import Options
from ketuk.rooms.trials.crew import Cores
from ketuk.rooms.trials.run import run
from ketuk.rooms.trials.trial import Trial
rules = engine.ruleset("nusantara")
trial = Trial(rules.data, Options(edition=rules.edition), (("cautious",) * 3,), 1, 3)
run(trial, range(2), Cores(1))
""")
    root = str(Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONPATH": root},
    )  # fmt: skip
    assert done.returncode == 1
    assert "WORKER_DIED" in done.stderr.splitlines()[-1]
    assert 1 < len(starts.read_text()) < 12


def test_the_help_page_loads_no_heavy_library() -> None:
    code = (
        "import sys; from ketuk.tui.cli import main; sys.argv = ['ketuk', '--help']\n"
        "try: main()\nexcept SystemExit: print(*sys.modules)"
    )
    root = str(Path(__file__).parents[2])
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": root},
    )  # fmt: skip
    heavy = {"duckdb", "distributed", "dask", "openskill", "pyarrow", "numpy", "rich.progress"}
    assert not heavy & set(out.stdout.split())
