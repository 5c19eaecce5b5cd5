"""The table of label papers in docs/printing.md says what is printed."""

from pathlib import Path

from ketuk.codes.label import plan
from ketuk.codes.papers import names, paper
from ketuk.codes.symbol import view_mm

PAGE = Path(__file__).parents[2] / "docs" / "printing.md"
FORMS = {"1-Q": "version 1, level Q", "2-H": "version 2, level H"}


def row(name: str) -> str:
    which = paper(name)
    made, wide, high = plan(which), which.label.width, which.label.height
    size = f"{wide:.1f} x {high:.1f}".replace(".0", "")
    if which.label.shape == "round":
        labels = f"{which.places} round, {which.label.width:g} mm"
    elif which.places == 1:
        labels = f"a roll of {size} mm"
    else:
        labels = f"{which.places} of {size} mm"
    module, view = f"{made.module:.2f} mm", f"{view_mm(made.module):.0f} mm"
    return f"| `{name}` | {labels} | {FORMS[made.form]} | {module} | {view} |"


def test_every_paper_stands_there_with_what_it_prints() -> None:
    lines = PAGE.read_text("utf-8").splitlines()
    first = lines.index("| `--label` | labels | symbol | module | read across a view of |") + 2
    assert sorted(lines[first : first + len(names())]) == sorted(map(row, names()))
