"""Two rule sets side by side: every field answered from the values, in both languages."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import engine
from engine import rulesets
from tui.cli import build
from tui.comparing import FIELDS, Row, compare
from tui.words import LANGUAGES, Language, Words

APP = build("id")
NUSANTARA, KLASIK = (engine.ruleset(name) for name in ("nusantara", "klasik"))


def rows(left: engine.RuleSet, right: engine.RuleSet, language: Language = "en") -> dict[str, Row]:
    return {row.field: row for row in compare(left, right, Words(language))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_has_its_name_and_two_answers(language: Language) -> None:
    found = rows(NUSANTARA, KLASIK, language)
    assert list(found) == list(FIELDS)
    for row in found.values():
        assert row.label
        assert row.left
        assert row.right
        assert "{" not in f"{row.label}{row.left}{row.right}"


@pytest.mark.parametrize("rules", [NUSANTARA, KLASIK])
def test_a_set_agrees_with_itself(rules: engine.RuleSet) -> None:
    assert all(row.same for row in rows(rules, rules).values())


@pytest.mark.parametrize(
    ("field", "left", "right"),
    [
        ("players", "3–6", "2–8"),
        ("cash", "13.000–18.000", "1.500"),
        ("salary", "2.000, at most once in a turn", "200, each time it is passed or reached"),
        ("stickers", "104", "69"),
        ("set", "rent x2; while one of it is mortgaged x1",
         "rent x2; while one of it is mortgaged x2"),
        ("events", "one is revealed each round", "none"),
        ("worth", "1/2 of its printed price", "its whole printed price"),
        ("end", "after 10–12 rounds by the number of players; the richest wins",
         "when one player is left"),
    ],
)  # fmt: skip
def test_what_the_two_say(field: str, left: str, right: str) -> None:
    row = rows(NUSANTARA, KLASIK)[field]
    assert (row.left, row.right) == (left, right)


def test_it_is_the_value_that_is_asked() -> None:
    """House rules made with ``replace`` are seen, without a word changed anywhere."""
    other = replace(
        KLASIK,
        salary=400,
        trading=NUSANTARA.trading,
        ruin=NUSANTARA.ruin,
        rent=lambda rules, table, tile, lander: KLASIK.rent(KLASIK, table, tile, lander),
        redeem_price=lambda rules, tile: 2 * rules.mortgage_value(rules, tile),
    )
    changed = {f for f, row in rows(KLASIK, other).items() if not row.same}
    assert changed == {
        "salary", "mortgage", "new_owner", "trade", "fairness", "unpaid", "raise", "left",
    }  # fmt: skip


def test_at_the_command_line_with_an_own_set(tmp_path: Path) -> None:
    own = rulesets.source("klasik").replace("cash = 1500", "cash = 2000")
    own = own.replace('id = "klasik"', 'id = "kampung"').replace(
        'name = "Klasik"', 'name = "Kampung"'
    )
    file = tmp_path / "kampung.toml"
    file.write_text(own, "utf-8")
    done = CliRunner().invoke(APP, ["rules", "--compare", "klasik", str(file)])
    assert done.exit_code == 0, done.output
    assert "Klasik: 1.500" in done.output
    assert "Kampung: 2.000" in done.output
    assert "Klasik dan Kampung: 2–8" in done.output
    told = CliRunner().invoke(APP, ["rules", "--compare", "klasik", str(file), "--json"])
    lines = [json.loads(line) for line in told.output.splitlines()]
    assert [line["field"] for line in lines if not line["same"]] == ["cash"]


def test_a_set_that_there_is_not_is_told_in_one_line() -> None:
    done = CliRunner().invoke(APP, ["rules", "--compare", "nusantara", "catur"])
    assert done.exit_code == 1
    assert "catur" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_readings_of_klasik_by_number_and_by_word() -> None:
    one = CliRunner().invoke(APP, ["rules", "--ruleset", "klasik", "k-7"])
    assert one.output.startswith("K-7  ")
    assert "K-17" not in one.output
    words = CliRunner().invoke(APP, ["rules", "--ruleset", "klasik", "hotel", "empat"])
    assert "K-14" in words.output
