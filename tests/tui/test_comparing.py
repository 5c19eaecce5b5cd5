"""Two rule sets side by side: every field answered from the values, in both languages."""

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from invented import pasar

from ketuk import engine
from ketuk.engine import rulesets
from ketuk.engine.rules.ruleset import Setting
from ketuk.tui.cli import build
from ketuk.tui.comparing.fields import FIELDS, ComparedRow, compare
from ketuk.tui.comparing.page import side_by_side
from ketuk.tui.words import LANGUAGES, Language, Words

APP = build("id")
NUSANTARA, KLASIK = (engine.ruleset(name) for name in ("nusantara", "klasik"))


def rows(
    left: engine.RuleSet, right: engine.RuleSet, language: Language = "en"
) -> dict[str, ComparedRow]:
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
        ("cash", "13,000–18,000", "1,500"),
        ("salary", "2,000, at most once in a turn", "200, each time it is passed or reached"),
        ("stickers", "104", "69"),
        ("set", "rent ×2; while one of it is mortgaged ×1",
         "rent ×2; while one of it is mortgaged ×2"),
        ("events", "one is revealed each round", "none"),
        ("others", "Proyek 200–1,200; Nusantara 800",
         "station 25–200; utility 28–70 on a throw of 7"),
        ("taxes", "Pajak 1,000",
         "Cukai Pendapatan 200, Cukai Mewah 100; the income tax may be 10% of the worth, chosen "
         "before it is counted"),
        ("visiting", "stuck there", "just visiting"),
        ("late", "open until the lander's next turn", "lost as soon as the next player rolls"),
        ("limit", "2 Proyek", "no limit"),
        ("step", "10", "1"),
        ("end", "after 10–12 rounds by the number of players; the richest wins",
         "when one player is left"),
    ],
)  # fmt: skip
def test_what_the_two_say(field: str, left: str, right: str) -> None:
    row = rows(NUSANTARA, KLASIK)[field]
    assert (row.left, row.right) == (left, right)


def test_what_other_tiles_do_is_found_by_landing_there() -> None:
    found = rows(engine.ruleset("kompleks"), KLASIK)
    assert found["paid"].left == "Restitusi Pajak 1,000,000"
    assert found["jumps"].left == "from Parkir Bebas"
    assert found["paid"].right == found["jumps"].right == "none"
    for name in engine.NAMES:
        assert rows(engine.ruleset(name), KLASIK).keys() >= {"paid", "jumps"}


def test_it_is_the_value_that_is_asked() -> None:
    """House rules made with ``replace`` are seen, without a word changed anywhere."""
    other = replace(
        KLASIK,
        salary=400,
        trading=NUSANTARA.trading,
        ruin=NUSANTARA.ruin,
        rent=lambda rules, table, tile, lander: KLASIK.rent(KLASIK, table, tile, lander),
        mortgaging=replace(KLASIK.mortgaging, redeeming=lambda rules, table, tile: 999),
    )
    changed = {f for f, row in rows(KLASIK, other).items() if not row.same}
    assert changed == {
        "salary", "mortgage", "new_owner", "trade", "fairness", "unpaid", "raise", "left",
    }  # fmt: skip


def test_a_set_that_goes_a_third_way_is_told_as_it_plays() -> None:
    found = rows(KLASIK, replace(pasar(), house=KLASIK.house))
    assert found["salary"].right == "200 for passing it, 0 for stopping right on it"
    assert found["building"].right == (
        "anybody at any free moment; 5 levels; buildings never run out"
    )
    assert "1/5" in found["mortgage"].right
    assert found["late"].right == "open until the lander's next turn"


def test_every_number_that_players_choose_has_a_row() -> None:
    bazaar = pasar()
    found = rows(KLASIK, bazaar)
    (number,) = found.keys() - FIELDS.keys()
    told = "players choose 500\u20133,000 in steps of 500; 1,500 if they do not"
    assert found[number] == ComparedRow("number_cash", "cash", "none", told)
    own = replace(bazaar, settings=(Setting("cash", 10, 12, usual=0, none=True),))
    assert rows(own, KLASIK)[number].left == "players choose none, 10\u201312; none if they do not"
    for name in engine.NAMES:
        rules = engine.ruleset(name)
        numbers = rows(rules, KLASIK).keys() - FIELDS.keys()
        assert numbers == {f"number_{setting.name}" for setting in rules.settings}
    laps = rows(engine.ruleset("rel"), KLASIK)["number_laps"]
    assert laps.label == "Ends by laps"
    assert laps.left == "players choose none, 3\u201320; none if they do not"


NOT_ASKED = {
    "throws", "card_rules", "turn_offers", "round_tasks", "lay", "tile_options",
    "discounts", "cites", "ranking", "may_hold", "texts", "data", "may_end", "joint",
    "at_screen", "presets", "sealed", "shown_worth", "timing", "after", "dice",
    "below_zero", "over", "side", "taps", "bots", "editions", "goals",
    "honours", "endless", "to_come", "appraised",
}  # fmt: skip
"""Slots that no field asks: how a set is carried out, and what it says in full elsewhere."""
SOMETIMES = {"figures", "hand_limit", "votes"}
"""Asked where another slot makes them matter."""


class Watched:
    """A rule set that remembers which of its slots were looked at."""

    def __init__(self, rules: engine.RuleSet) -> None:
        self._rules, self.seen = rules, set[str]()

    def __getattr__(self, name: str) -> object:
        self.seen.add(name)
        return getattr(self._rules, name)


@pytest.mark.parametrize("rules", [NUSANTARA, KLASIK])
def test_every_slot_of_the_value_is_asked_but_those_listed(rules: engine.RuleSet) -> None:
    watched = Watched(rules)
    compare(watched, watched, Words("id"))  # type: ignore[arg-type]
    slots = {f.name for f in fields(engine.RuleSet)}
    assert slots - watched.seen - SOMETIMES == NOT_ASKED


@pytest.mark.parametrize("width", [20, 80, 81, 120, 200])
def test_a_page_has_both_next_to_each_other_and_no_line_is_too_wide(width: int) -> None:
    page = side_by_side(compare(NUSANTARA, KLASIK, Words("id")), "Nusantara", "Klasik", width=width)
    assert max(map(len, page)) <= max(width, 60)
    salary = page.index("Gaji di petak awal") + 1
    left, _, right = page[salary].partition("│")
    assert "2.000" in left
    assert "200, setiap kali" in right
    bars = {line.index("│") for line in page if "│" in line}
    assert len(bars) == 1


def test_at_the_command_line_with_an_own_set(tmp_path: Path) -> None:
    own = rulesets.source("klasik").replace("cash = 1500", "cash = 2000")
    own = own.replace('id = "klasik"', 'id = "kampung"').replace(
        'name = "Klasik"', 'name = "Kampung"'
    )
    file = tmp_path / "kampung.toml"
    file.write_text(own, "utf-8")
    done = CliRunner().invoke(APP, ["rules", "--compare", "klasik", str(file)])
    assert done.exit_code == 0, done.output
    cash = done.output.splitlines().index("Uang awal tiap pemain") + 1
    assert done.output.splitlines()[cash].split() == ["1.500", "│", "2.000"]
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
