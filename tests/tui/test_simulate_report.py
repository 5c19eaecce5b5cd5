"""What a run has come to, as people see it: tables that fit, whiskers, a picture."""

from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import CommandLine

from ketuk import engine
from ketuk.engine.table import Options
from ketuk.rooms.trials.pairs import Comparison, Outcomes, compare
from ketuk.rooms.trials.rating import Rating
from ketuk.rooms.trials.statistics import wilson
from ketuk.rooms.trials.tally import GamesTally, SeatFigures, Summary
from ketuk.rooms.trials.trial import Trial, played
from ketuk.tui.simulating.bars import scale, svg, whiskers
from ketuk.tui.simulating.progress import bar
from ketuk.tui.simulating.report import Report
from ketuk.tui.words import LANGUAGES, Words


@cache
def some_figures() -> tuple[Summary, Comparison]:
    rules = engine.ruleset("kompleks")  # has the longest amounts
    trial = Trial(rules.data, Options(rules.edition), (("cautious", "random"),), 1, 20)
    tally, before, after = GamesTally(trial), Outcomes(trial), Outcomes(trial)
    rows = played(trial, 0, 3).lines
    for counting in (tally, before, after):
        counting.add([[*row[:3], 1, *row[4:]] for row in rows])  # as if they had ended
    return tally.summary(), compare(before, after)


@pytest.mark.parametrize("width", [50, 60, 80, 130])
@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_fit_any_terminal_in_every_language(language: str, width: int) -> None:
    (summary, compared), report = some_figures(), Report(Words(language), width)
    told = [*report.of(summary, by_bot=True), *report.of_comparison(compared)]
    told += report.of_ratings([Rating("a player with a very long name", 25.0, 8.3)])
    rows = [line for line in told if "  " in line]  # sentences may go over several lines
    assert len(rows) > 50
    assert [row for row in rows if len(row) > width] == []


@pytest.mark.parametrize("deserted", [True, False])
def test_the_bar_says_that_nobody_is_there_to_play(
    deserted: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    for language in LANGUAGES:
        words = Words(language)
        with bar(words, 10, hidden=False, waits=lambda: deserted) as shown:
            shown.done(3)
            assert not shown.begins_to_wait(), "the bar says it"
        assert (words("simulate.no_workers") in capsys.readouterr().err) == deserted


def test_without_a_bar_it_is_said_once_each_time_that_nobody_is_there_to_play() -> None:
    looks = [True, True, False, True, True]
    with bar(Words("id"), 10, hidden=True, waits=iter(looks).__next__) as shown:
        assert [shown.begins_to_wait() for _ in looks] == [True, False, False, True, False]


def test_whiskers_lie_where_the_figures_are() -> None:
    lines = [SeatFigures(str(n), 100, n, wilson(n, 100)) for n in (0, 10, 25, 65, 100)]
    bounds = scale(lines)
    for seat in lines:
        drawn = whiskers(seat.share, bounds, 0.25, 40)
        assert len(drawn) == 40
        at = [drawn.find(sign) for sign in "├●┤"]
        assert sorted(n for n in at if n >= 0) == [n for n in at if n >= 0]
        assert abs(at[1] / 39 - (seat.share.share - bounds[0]) / (bounds[1] - bounds[0])) < 0.02


def test_the_picture_is_svg_whatever_players_are_called(tmp_path: Path) -> None:
    lines = [SeatFigures('<&">', 9, 3, wilson(3, 9)), SeatFigures("b", 9, 6, wilson(6, 9))]
    root = ElementTree.fromstring(svg("a < b", [one.name for one in lines], lines, 0.5))
    assert '<&">' in [text.text for text in root.iter() if text.tag.endswith("text")]
    out = tmp_path / "wins.svg"
    line = CommandLine(tmp_path / "data")
    few = ("--games", "2", "--jobs", "1", "--rounds", "9")
    line.run("simulate", "nusantara", *few, "--plot", str(out))
    assert ElementTree.parse(out).getroot().tag.endswith("svg")
