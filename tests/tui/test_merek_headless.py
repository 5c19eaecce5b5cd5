"""Merek without a screen: time as a line, a pause, a game that ends by itself."""

import json
from pathlib import Path

import pytest
from command_line import CommandLine, of

from ketuk.tui.words import LANGUAGES

PLAY = ("play", "--ruleset", "merek", "--players", "Ana,Bia", "--seed", "3", "--no-save")


def test_time_is_a_line_and_a_question_answers_itself(tmp_path: Path) -> None:
    records = CommandLine(tmp_path).records(*PLAY, lines=['{"time": 70}', '{"time": 10}'])
    left = [r["seconds_left"] for r in records if "seconds_left" in r]
    assert 4 < left[0] <= 5
    assert any(e["type"] == "expired" for r in records for e in r.get("events", []))


@pytest.mark.parametrize(
    "line", ['{"time": 0}', '{"time": 1.5}', '{"time": true}', '{"time": "x"}']
)
def test_time_is_a_whole_number_of_seconds(tmp_path: Path, line: str) -> None:
    records = CommandLine(tmp_path).records(*PLAY, lines=[line], code=1)
    assert of(records, "unreadable")


def test_no_time_passes_in_a_pause(tmp_path: Path) -> None:
    lines = ['{"do": {"type": "call_vote", "what": "pause"}, "by": "Ana"}',
             '{"do": {"type": "vote", "yes": true}, "by": "Bia"}', '{"time": 5}']  # fmt: skip
    records = CommandLine(tmp_path).records(*PLAY, lines=lines, code=1)
    assert [r["reason"] for r in of(records, "refused")] == ["time_stands"]


def test_a_set_without_times_knows_no_time(tmp_path: Path) -> None:
    play = ("play", "--ruleset", "klasik", "--players", "Ana,Bia", "--no-save")
    records = CommandLine(tmp_path).records(*play, lines=['{"time": 5}'], code=1)
    assert [r["reason"] for r in of(records, "refused")] == ["no_clock"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_nobody_answers_is_told_to_its_ranking_in_every_language(
    tmp_path: Path, language: str
) -> None:
    said = CommandLine(tmp_path).run(
        *PLAY, "--input", "-", lang=language, input='{"time": 600}\n' * 12
    )
    records = [json.loads(line) for line in said.splitlines()]
    (counts,) = of(records, "counts")
    assert (counts["ranked"], counts["experience"], counts["why"]) == (False, "none", "rounds")
    assert of(records, "ranking")
    sentences = [s for r in records if (s := r.get("say"))]
    assert sentences
    assert not [s for s in sentences if "{" in s]
