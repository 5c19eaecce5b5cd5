"""The data of klasik: the printed figures, and every fault in own data named by line and field."""

import pytest

from ketuk import engine
from ketuk.engine import rulesets
from ketuk.engine.rulesets.schema import BadData

RULES = engine.ruleset("klasik")
SOURCE = rulesets.source("klasik")
KINDS = {
    "start": [0], "jail": [10], "parking": [20], "go_to_jail": [30], "income_tax": [4], "tax": [38],
    "station": [5, 15, 25, 35], "utility": [12, 28], "chance": [7, 22, 36], "chest": [2, 17, 33],
}  # fmt: skip


def faults(text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(BadData) as caught:
        engine.ruleset_from_text(text, "own.toml")
    return caught.value.faults


def line_of(text: str, part: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if part in line)


def test_the_ring_has_every_kind_of_tile_in_its_place() -> None:
    tiles = RULES.board.tiles
    assert len(tiles) == 40
    for kind, places in KINDS.items():
        assert [t.index for t in tiles if t.kind == kind] == places
    assert [len(g) for g in RULES.board.groups[1:]] == [2, 3, 3, 3, 3, 3, 3, 2]


def test_prices_and_rents_add_up() -> None:
    streets = [t.deed for t in RULES.board.tiles if t.kind == "street" and t.deed]
    assert len(streets) == 22
    assert sum(d.price for d in streets) == 4_590
    assert sum(d.price for t in RULES.board.tiles if (d := t.deed)) == 4_590 + 800 + 300
    assert [sum(d.rents[level] for d in streets) for level in range(6)] == [
        391, 1_915, 5_620, 14_110, 18_030, 21_850,
    ]  # fmt: skip
    assert all(list(d.rents) == sorted(d.rents) for d in streets)
    assert sorted({d.build_price for d in streets}) == [50, 100, 150, 200]


def test_names_are_its_own_and_no_two_alike() -> None:
    names = [RULES.board.tiles[t].name for t in RULES.board.deeds]
    assert len(set(names)) == len(names) == 28


def test_stock_and_figures() -> None:
    assert RULES.stock == (32, 12)
    assert (RULES.salary, RULES.jail.fee, RULES.jail.tries) == (200, 50, 3)


@pytest.mark.parametrize(
    ("before", "after", "field"),
    [
        ("salary = 200", 'salary = "much"', "figures.salary"),
        ("least = 2 ", "least = 1 ", "seating.least"),
        ("most = 8", "most = 9", "seating.most"),
        ("rents = [2, 10, 30, 90, 160, 250]", "rents = [2, 10, 30, 90, 160]", "tiles.1.rents"),
        ("rents = [2, 10, 30, 90, 160, 250]", "rents = [2, 1, 30, 90, 160, 250]", "tiles.1.rents"),
        ("rents = [25, 50, 100, 200]", "rents = [25, 50, 100]", "tiles.5.rents"),
        ('kind = "start"', 'kind = "parking"', "tiles"),
        ("price = 150", "price = 150\nbuild = 50", "tiles.12.price"),
        ("to = 24", "to = 40", "chance.to_24.to"),
        ("items = [51]", "items = [49]", "chance.to_24.items"),
        ("items = [81]", "items = [140]", "chest.chest_repairs.items"),
        ('does = "jail"', 'does = "prison"', "chance.chance_jail.does"),
        ('rules = "klasik"', 'rules = "catur"', "meta.rules"),
        ('does = "receive"\namount = 50', 'does = "receive"', "chance.dividend.amount"),
        ('does = "back"\namount = 3', 'does = "back"\namount = 0', "chance.back_three.amount"),
        ("house = 25\nhotel = 100", "house = 25", "chance.chance_repairs.house"),
    ],
)
def test_a_wrong_field_is_named_with_its_line(before: str, after: str, field: str) -> None:
    text = SOURCE.replace(before, after, 1)
    assert text != SOURCE
    found = {name: number for number, name, _ in faults(text)}
    assert field in found
    if "." in field and "\n" not in before + after:
        assert found[field] == line_of(text, after)


def test_a_missing_figure_is_named() -> None:
    text = "\n".join(line for line in SOURCE.splitlines() if not line.startswith("hotels"))
    assert faults(text)[0][1] == "figures.hotels"


def test_a_kind_of_tile_without_a_rule_is_refused() -> None:
    text = SOURCE.replace('kind = "parking"', 'kind = "casino"')
    assert "casino" in faults(text)[0][2]


def test_own_names_and_seats_need_no_code() -> None:
    text = SOURCE.replace("Lorong Melur", "Gang Buntu").replace('id = "klasik"', 'id = "kampung"')
    own = engine.ruleset_from_text(text.replace("most = 8", "most = 4"), "own.toml")
    assert own.board.tiles[3].name == "Gang Buntu"
    assert sorted(own.seating.cash) == [2, 3, 4]
    assert [i.number for i in own.items if i.kind == "player"] == [40, 41, 42, 43]


def test_a_running_game_keeps_the_data_it_began_with() -> None:
    again = engine.ruleset_from_data(RULES.data)
    assert (again.board, again.figures, again.items) == (RULES.board, RULES.figures, RULES.items)


def test_each_set_wants_its_own_sections() -> None:
    other = rulesets.source("nusantara").replace('rules = "nusantara"', 'rules = "klasik"')
    assert {"chance", "chest", "terms"} <= {name for _, name, _ in faults(other)}
