"""The data of a set: sound as it ships, and every fault in own data named by line and field."""

import dataclasses
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ketuk import engine
from ketuk.engine import rulesets
from ketuk.engine.rulesets.schema import BadData
from ketuk.rooms.chance import SeededLuck

RULES = engine.ruleset("nusantara")
SOURCE = rulesets.source("nusantara")


def faults(text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(BadData) as caught:
        engine.ruleset_from_text(text, "own.toml")
    assert caught.value.source == "own.toml"
    return caught.value.faults


def line_of(text: str, part: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if part in line)


def test_the_ring_is_the_printed_one() -> None:
    tiles = RULES.board.tiles
    assert len(tiles) == 36
    assert [t.index for t in tiles if t.kind in ("start", "jail", "airport", "harbour")] == [
        0, 9, 18, 27,
    ]  # fmt: skip
    assert sum(t.kind == "city" for t in tiles) == 20
    assert sum(t.kind == "project" for t in tiles) == 4
    assert [len(g) for g in RULES.board.groups[1:]] == [2, 3, 3, 2, 3, 2, 3, 2]
    assert len(RULES.board.zones) == 7


def test_prices_and_rents_add_up_to_the_printed_table() -> None:
    cities = [t.deed for t in RULES.board.tiles if t.kind == "city" and t.deed]
    assert sum(d.price for d in cities) == 41_700
    assert [sum(d.rents[level] for d in cities) for level in range(4)] == [
        4_170, 25_030, 58_270, 102_450,
    ]  # fmt: skip
    assert sum(d.build_price for d in cities) == 23_500


def test_a_box_has_104_stickers() -> None:
    numbers = [i.number for i in RULES.items]
    assert len(numbers) == len(set(numbers)) == 104
    assert sorted(n for n in numbers if n < 36) == list(RULES.board.deeds)
    assert len(RULES.board.deeds) == 25
    assert [n for n in numbers if 40 <= n < 50] == list(range(40, 46))
    assert [n for n in numbers if 50 <= n < 74] == list(range(50, 74))
    assert [n for n in numbers if 80 <= n < 92] == list(range(80, 92))
    assert [n for n in numbers if 100 <= n < 140] == list(range(100, 136))
    assert next(i.name for i in RULES.items if i.number == 27) == "Nusantara"
    assert RULES.cards[50].code == "S01"
    assert RULES.cards[84].code == "E05"


def test_text_that_is_no_toml_is_named_by_line() -> None:
    text = SOURCE.replace("salary = 2000", "salary = = 2000")
    assert faults(text)[0][0] == line_of(text, "salary = = 2000")


@pytest.mark.parametrize(
    "wrong",
    [f"{{ a{'.a' * 100_000} = 1 }}", "[" * 9_000, "9" * 5_000, ",\n".join(["["] * 2_000)],
    ids=["dots", "lists", "digits", "lists by the line"],
)
def test_text_that_takes_long_or_goes_too_deep_is_named_by_line_at_once(wrong: str) -> None:
    text = SOURCE.replace("salary = 2000", f"salary = {wrong}")
    began = time.process_time()
    (line, _, problem) = faults(text)[0]
    assert time.process_time() - began < 1
    assert problem
    assert line == line_of(text, "salary = ") or "\n" in wrong


@pytest.mark.parametrize(
    ("before", "after", "field"),
    [
        ("salary = 2000", 'salary = "much"', "figures.salary"),
        ("hand_limit = 4", "hand_limit = 0", "seating.hand_limit"),
        ('opener = "moving"', 'opener = "sometimes"', "seating.opener"),
        ("cash = [17000, 17500, 18000]", "cash = [17000]", "seating.players.3.cash"),
        ("rounds = 11", "rounds = 12", "seating.players.3.rounds"),
        ("rents = [100, 600, 1350, 2550]", "rents = [100, 60, 1350, 2550]", "tiles.5.rents"),
        ("price = 600", "price = 605", "tiles.1.price"),
        ('rules = "nusantara"', 'rules = "catur"', "meta.rules"),
    ],
)
def test_a_wrong_field_is_named_with_its_line(before: str, after: str, field: str) -> None:
    text = SOURCE.replace(before, after, 1)
    assert text != SOURCE
    number, name, _ = faults(text)[0]
    assert name == field
    assert number == line_of(text, after)


def test_a_missing_figure_is_named() -> None:
    text = "\n".join(line for line in SOURCE.splitlines() if not line.startswith("sponsor"))
    number, field, _ = faults(text)[0]
    assert field == "figures.sponsor"
    assert number == line_of(text, "[figures]")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ('kind = "airport"', 'kind = "start"', "start"),
        ('kind = "harbour"', 'kind = "jail"', "jail"),
        ("zone = 6", "zone = 5", "zone"),
        ("zone = 6", "zone = 7", "zone"),
    ],
)
def test_a_ring_on_which_a_card_would_find_nothing_is_refused(
    before: str, after: str, told: str
) -> None:
    assert any(told in what for _, _, what in faults(SOURCE.replace(before, after)))


def test_own_names_and_prices_need_no_code() -> None:
    text = SOURCE.replace("Jakarta", "Kota Tua").replace('id = "nusantara"', 'id = "rumahan"', 1)
    own = engine.ruleset_from_text(text, "own.toml")
    assert own.meta.id == "rumahan"
    assert own.board.tiles[35].name == "Kota Tua"


def test_a_running_game_keeps_the_data_it_began_with() -> None:
    again = engine.ruleset_from_data(RULES.data)
    assert again.board == RULES.board
    assert again.figures == RULES.figures
    with pytest.raises(BadData):
        engine.ruleset_from_data("{not json")


def test_a_set_that_lacks_an_answer_for_its_board_is_refused() -> None:
    landing = {k: v for k, v in RULES.landing.items() if k != "tax"}
    with pytest.raises(ValueError, match="tax"):
        dataclasses.replace(RULES, landing=landing)


def test_the_engine_comes_alone() -> None:
    code = (
        "import sys, json; from ketuk import engine; engine.ruleset('nusantara');"
        "print(json.dumps(sorted(sys.modules)))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(json.loads(out.stdout))
    assert not loaded & {f"ketuk.{name}" for name in ("tui", "rooms", "codes", "scanning")}
    assert not loaded & {"textual", "sqlalchemy", "cv2", "nfc"}


def test_one_code_plays_two_boards_that_come_with_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, _, figures = rulesets.source("klasik").partition("[seating]")
    own = own.replace('id = "klasik"', 'id = "pulau"')
    meta = tmp_path / "meta.toml"
    meta.write_text(own.replace('name = "Klasik"', 'name = "Pulau"'), "utf-8")
    rest = tmp_path / "rest.toml"
    rest.write_text("[seating]" + figures, "utf-8")
    pulau = rulesets.Shipped("klasik", (str(meta), str(rest)))
    monkeypatch.setitem(rulesets.SETS, "pulau", pulau)
    rules = rulesets.from_text(rulesets.source("pulau"), "pulau.toml")
    assert (rules.meta.id, rules.meta.rules, rules.meta.name) == ("pulau", "klasik", "Pulau")
    assert rules.rulings == engine.ruleset("klasik").rulings


def test_each_shipped_set_has_the_id_that_it_is_listed_under() -> None:
    for name, shipped in rulesets.SETS.items():
        meta = engine.ruleset(name).meta
        assert (meta.id, meta.rules) == (name, shipped.code)


def _numbers(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where whole numbers stand in a set's data; of entries that look alike, one."""
    match value:
        case bool():
            return
        case int():
            yield path
        case dict():
            for key, part in value.items():
                yield from _numbers(part, (*path, key))
        case list():
            seen: set[tuple[str | int, ...]] = set()
            for at, part in enumerate(value):
                for found in _numbers(part, (*path, at)):
                    shape = found[len(path) + 1 :]
                    if shape not in seen:
                        seen.add(shape)
                        yield found


def _with(data: str, path: tuple[str | int, ...], number: int) -> str:
    whole = json.loads(data)
    at = whole
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = number
    return json.dumps(whole)


class _TooLong(BaseException):
    pass


def _stop(*_: object) -> None:
    raise _TooLong


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer on CPU time")
@pytest.mark.parametrize("name", engine.NAMES)
def test_no_number_of_an_owners_set_keeps_the_program_busy(name: str) -> None:
    rules = engine.ruleset(name)
    paths = list(_numbers(json.loads(rules.data)))
    assert len(paths) > 20
    before, slow = signal.signal(signal.SIGVTALRM, _stop), []
    try:
        for path in paths:
            signal.setitimer(signal.ITIMER_VIRTUAL, 5)
            try:
                own = engine.ruleset_from_data(_with(rules.data, path, 10**12))
                engine.new_game(own, ("A", "B", "C"), SeededLuck(1))
            except (BadData, ValueError):
                pass
            except _TooLong:
                slow.append(path)
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    finally:
        signal.signal(signal.SIGVTALRM, before)
    assert not slow
