"""Every reading of klasik has a test by its number, and no code cites one that there is not."""

import re
from pathlib import Path

from ketuk import engine

HERE = Path(__file__).parent
FOLDER = Path(engine.__file__).parent / "rulesets" / "klasik"
RULES = engine.ruleset("klasik")


def test_every_reading_has_a_test() -> None:
    tested = set()
    for file in HERE.glob("test_klasik_*.py"):
        for number in re.findall(r"def test_k_(\d+)_", file.read_text("utf-8")):
            tested.add(f"K-{number}")
    assert tested == set(RULES.rulings)


def test_what_the_code_cites_is_there() -> None:
    cited = set()
    for file in FOLDER.glob("*.py"):
        cited |= set(re.findall(r"K-\d+", file.read_text("utf-8")))
    assert cited <= set(RULES.rulings)
    assert set(RULES.cites.values()) <= set(RULES.rulings)
    assert len(cited) > 20


def test_readings_are_whole_in_both_languages() -> None:
    for number, ruling in RULES.rulings.items():
        for part in ("title", "text"):
            assert set(ruling[part]) == {"id", "en"}, number
            assert all(ruling[part].values()), number
        assert len(ruling["title"]["id"]) <= 60
        assert ruling["where"]
