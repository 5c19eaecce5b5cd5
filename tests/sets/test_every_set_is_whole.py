"""A set is whole or red: every set has all that a set has, and a copy of one has none of it."""

from collections.abc import Iterator

import pytest
from whole_set import PLACES

from ketuk import engine
from ketuk.engine import rulesets

COPY = "salinan"


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", engine.NAMES)
def test_a_set_has_all_that_a_set_has(name: str, place: str) -> None:
    assert PLACES[place](name) == []


@pytest.fixture
def copy(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Klasik once more under another name, with its data, code and rulings."""
    source, rulings = rulesets.source, rulesets.rulings
    monkeypatch.setitem(rulesets.CODE, COPY, rulesets.CODE["klasik"])
    monkeypatch.setitem(rulesets.SETS, COPY, rulesets.Shipped(COPY))
    monkeypatch.setattr(rulesets, "rulings", lambda n: rulings("klasik" if n == COPY else n))
    monkeypatch.setattr(
        rulesets,
        "source",
        lambda n: source("klasik").replace('"klasik"', f'"{COPY}"') if n == COPY else source(n),
    )
    yield COPY
    rulesets.ruleset.cache_clear()


@pytest.mark.parametrize("place", PLACES)
def test_a_copy_of_a_set_is_red_everywhere(copy: str, place: str) -> None:
    assert engine.ruleset(copy).meta.id == copy
    assert PLACES[place](copy) != []


@pytest.mark.parametrize("name", engine.NAMES)
@pytest.mark.parametrize("item", [35, 40, 49, 100, 140])
def test_a_card_has_no_item_of_another_kind(name: str, item: int) -> None:
    rules = engine.ruleset(name)
    first = min(rules.cards)
    text = rulesets.source(name)
    before = next(t for t in (f"items = [{first}, ", f"items = [{first}]") if t in text)
    with pytest.raises(rulesets.BadData) as caught:
        engine.ruleset_from_text(text.replace(before, before.replace(str(first), str(item))), "x")
    assert any(field.endswith("items") for _, field, _ in caught.value.faults)


@pytest.mark.parametrize("name", engine.NAMES)
def test_no_two_cards_have_one_item(name: str) -> None:
    first, second = sorted(engine.ruleset(name).cards)[0], sorted(engine.ruleset(name).cards)[-1]
    text = rulesets.source(name)
    changed = text.replace(f"{second}]", f"{first}]", 1)
    assert changed != text
    with pytest.raises(rulesets.BadData, match="taken"):
        engine.ruleset_from_text(changed, "x")
