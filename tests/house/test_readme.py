"""The README: in the repository its links lead to files, on a package index nowhere wrong."""

import re
import tomllib
from pathlib import Path

import pytest
from readme_for_index import LINK, PICTURE, for_an_index

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "README.md").read_text("utf-8")
EVERY = re.compile(r"!?\[[^]]*\]\(([^)]*)\)")


@pytest.mark.parametrize("page", ["README.md", "CHANGELOG.md", "docs/command-line.md"])
def test_links_lead_to_files_that_are_there(page: str) -> None:
    folder = (ROOT / page).parent
    links = [link for link in EVERY.findall((ROOT / page).read_text("utf-8")) if ":" not in link]
    assert [link for link in links if not (folder / link.partition("#")[0]).exists()] == []


def test_on_an_index_no_link_is_left_that_holds_only_here() -> None:
    shown = for_an_index(TEXT)
    assert LINK.search(TEXT)
    assert PICTURE.search(TEXT)
    assert [link for link in EVERY.findall(shown) if not link.startswith("https://")] == []
    for path in ("docs/start.md", "docs/mulai.md", "CHANGELOG.md", "LICENSE"):
        assert f"`{path}`" in shown


def test_the_wheel_is_told_so() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["dynamic"] == ["readme"]
    assert "custom" in project["tool"]["hatch"]["metadata"]["hooks"]
