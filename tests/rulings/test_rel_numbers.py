"""Every reading of rel has a test by its number, and no code cites one that there is not."""

import re
from pathlib import Path

from ketuk import engine

HERE = Path(__file__).parent
FOLDER = Path(engine.__file__).parent / "rulesets" / "rel"
RULES = engine.ruleset("rel")


def test_every_reading_has_a_test() -> None:
    tested = set()
    for file in HERE.glob("test_rel_*.py"):
        for number in re.findall(r"def test_r_(\d+)_", file.read_text("utf-8")):
            tested.add(f"R-{number}")
    assert tested == set(RULES.rulings) == {f"R-{number}" for number in range(1, 30)}


def test_what_the_code_cites_is_there() -> None:
    cited = set()
    for file in FOLDER.glob("*.py"):
        cited |= set(re.findall(r"R-\d+", file.read_text("utf-8")))
    assert cited <= set(RULES.rulings)
    assert set(RULES.cites.values()) <= set(RULES.rulings)
    assert len(cited) > 20


def test_readings_and_texts_are_whole_in_three_languages() -> None:
    for number, ruling in RULES.rulings.items():
        for part in ("title", "text"):
            assert set(ruling[part]) == {"id", "en", "ms"}, number
            assert all(ruling[part].values()), number
        assert all(len(said) <= 60 for said in ruling["title"].values()), number
        assert ruling["where"]
    for name in ("rel", "rel-borneo"):
        rules = engine.ruleset(name)
        for key, said in {**rules.texts, **rules.terms}.items():
            assert set(said) >= {"id", "en", "ms"}, key
