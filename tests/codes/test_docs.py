"""What the documents on printing, licences and safety say, held against what is."""

import re
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ketuk.codes.label import plan
from ketuk.codes.papers import names, paper, read
from ketuk.codes.symbol import view_mm
from ketuk.codes.throttle import LONGEST_HOLD_S

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def needed() -> set[str]:
    """The packages that a fresh installation brings along."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    found: set[tuple[str, str]] = set()
    waiting = [(Requirement(text), "") for text in listed]
    while waiting:
        one, extra_of_parent = waiting.pop()
        if one.marker and not one.marker.evaluate({"extra": extra_of_parent}):
            continue
        for extra in ("", *one.extras):
            name = canonicalize_name(one.name)
            if (name, extra) not in found:
                found.add((name, extra))
                waiting += [(Requirement(text), extra) for text in requires(name) or []]
    return {name for name, _ in found}


def words_of(name: str) -> str:
    """A document on one line."""
    return " ".join((DOCS / name).read_text().split())


def test_every_package_that_comes_along_is_in_the_list_of_licences() -> None:
    text = (DOCS / "licences.md").read_text()
    listed = {match[1] for match in re.finditer(r"^\| ([a-z0-9-]+) \|", text, re.MULTILINE)}
    assert needed() <= listed


def test_the_example_of_an_own_paper_works_as_told() -> None:
    text = (DOCS / "printing.md").read_text()
    (example,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    found = plan(read(example, name="round-25"))
    assert f"{found.module:.2f} mm, {view_mm(found.module):.0f} mm" in words_of("printing.md")


@pytest.mark.parametrize("name", names())
def test_the_table_of_papers_is_right(name: str) -> None:
    found, which = plan(paper(name)), paper(name)
    (row,) = re.findall(rf"^\| `{name}` \|.*$", (DOCS / "printing.md").read_text(), re.MULTILINE)
    version, level = found.form.split("-")
    assert f"version {version}, level {level}" in row
    assert f"| {found.module:.2f} mm | {view_mm(found.module):.0f} mm |" in row
    assert which.places == 1 or f"| {which.places} " in row


def test_the_odds_are_right() -> None:
    text = words_of("security.md")
    guesses_a_day = 86_400 / LONGEST_HOLD_S
    expected = 2**30 / 104
    assert f"one in {expected / 1e6:.1f} million" in text
    assert f"one in {2**30 / 1e9:.2f} billion" in text
    assert f"**{expected / guesses_a_day / 365.25:.0f} years**" in text
    assert f"at once {expected / guesses_a_day / 365.25 / 3:.0f}." in text
    assert f"take {expected / 7_500 / 60:.0f} minutes" in text
