"""An invented set with sums in millions: klasik, every amount ten thousand times as much."""

import re
from pathlib import Path

from ketuk.engine import rulesets

TIMES = 10_000
ID = "jutaan"
_ONE = re.compile(r"(?m)^(price|build|amount|cash|salary|jail_fee|income_tax|house|hotel) = (\d+)")
_TIMES = re.compile(r'(does = "(?:nearest_\w+|back)"\namount = )(\d+)0000\b')
"""Amounts that are no money: how many times, how many tiles."""
_MANY = re.compile(r"(?m)^rents = \[([^\]]*)\]")


def text() -> str:
    """Its data."""

    def rents(found: re.Match[str]) -> str:
        return f"rents = {[int(rent) * TIMES for rent in found[1].split(',')]}"

    source = rulesets.source("klasik").replace('id = "klasik"', f'id = "{ID}"', 1)
    source = _ONE.sub(lambda found: f"{found[1]} = {int(found[2]) * TIMES}", source)
    source = _TIMES.sub(r"\1\2", source)
    return _MANY.sub(rents, source)


def kept_in(data: Path) -> str:
    """Laid into a data folder as an owner's set; its id."""
    folder = data / "rulesets"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{ID}.toml").write_text(text(), "utf-8")
    return ID
