"""Label papers from TOML: the five built in, and faults of own ones named by line and field."""

from pathlib import Path

import pytest

from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.papers import names, paper, read

GOOD = """\
page = { width = 210, height = 297 }
label = { width = 38.1, height = 21.2 }
columns = 5
rows = 13
left = 4.75
top = 10.7
across = 40.6
down = 21.2
"""


def test_the_five_that_are_built_in() -> None:
    assert set(names()) == {"a4-65", "a4-21", "a4-24-round", "letter-30", "thermal-50x30"}
    assert [paper(name).places for name in names()] == [65, 21, 24, 30, 1]


def test_labels_are_counted_row_by_row() -> None:
    which = paper("a4-65")
    assert which.corner(0) == (4.75, 10.7)
    assert which.corner(4) == pytest.approx((4.75 + 4 * 40.6, 10.7))
    assert which.corner(5) == pytest.approx((4.75, 31.9))
    assert which.corner(64)[1] + which.label.height == pytest.approx(297 - 10.7)


@pytest.mark.parametrize(
    ("old", "new", "line", "where", "problem"),
    [
        ("columns = 5", "columns = 0", 3, "columns", "greater_than_equal"),
        ("columns = 5", "columns = 5.5", 3, "columns", "int_from_float"),
        ("columns = 5", "kolom = 5", None, "columns", "missing"),
        ("width = 38.1", "width = -1", 2, "label.width", "greater_than"),
        ("width = 38.1", 'width = "x"', 2, "label.width", "float_parsing"),
        ("width = 38.1,", "", 2, "label.width", "missing"),
        ("across = 40.6", "across = 30", 7, "across", "overlap"),
        ("rows = 13", "rows = 14", 8, "down", "beyond_page"),
        ("left = 4.75", "left = 20", 7, "across", "beyond_page"),
        ("down = 21.2", "down = 21.2\nmargin = 11", 9, "margin", "no_room"),
        ("down = 21.2", 'down = 21.2\nsymbol = "M1"', 9, "symbol", "literal_error"),
        ("height = 21.2 }", 'height = 21.2, shape = "round" }', 2, "label.height", "not_round"),
        ("top = 10.7", "top = 10.7\ncolour = 1", 7, "colour", "extra_forbidden"),
        ("page = { width = 210, height = 297 }", "page = 3", 1, "page", "model_type"),
    ],
)
def test_faults_are_named_by_line_and_field(
    tmp_path: Path, old: str, new: str, line: int | None, where: str, problem: str
) -> None:
    assert old in GOOD
    path = tmp_path / "own.toml"
    path.write_text(GOOD.replace(old, new, 1))
    with pytest.raises(CodesFault) as told:
        paper(str(path))
    facts = told.value.facts
    assert told.value.fault is Fault.PAPER
    assert facts["path"] == path
    assert (facts["where"], facts["problem"]) == (where, problem)
    assert facts["line"] == line


def test_an_own_paper_is_as_good_as_a_built_in_one(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(GOOD)
    own, built_in = paper(str(path)), paper("a4-65")
    assert own.name == "own"
    assert own.model_copy(update={"name": "a4-65"}) == built_in


@pytest.mark.parametrize(
    "text",
    ["page = ", "[[[", "\x00", "page = {", "columns = 1\ncolumns = 2", f"page = {'[' * 9_999}",
     f"columns = {'9' * 5_000}"],
)  # fmt: skip
def test_what_is_no_toml(text: str) -> None:
    with pytest.raises(CodesFault) as told:
        read(text, name="x")
    assert told.value.facts["problem"] == "not_toml"


def test_files_that_cannot_be_papers(tmp_path: Path) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "folder.toml").mkdir()
    for name, fault in (
        ("bytes.toml", Fault.PAPER),
        ("folder.toml", Fault.FORBIDDEN),
        ("none.toml", Fault.NOT_THERE),
        ("none", Fault.NO_PAPER),
    ):
        with pytest.raises(CodesFault) as told:
            paper(str(tmp_path / name))
        assert told.value.fault is fault
