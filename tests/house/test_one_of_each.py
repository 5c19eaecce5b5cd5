"""One idea, one name: no two classes of the five packages are called the same."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import ketuk

ROOT = Path(ketuk.__file__).resolve().parent.parent
PACKAGES = ("engine", "codes", "scanning", "rooms", "tui")
SAID_WITH_ITS_OWNER = "Message"
"""The base of what a widget tells its screen: a class inside the widget's, and never said without
it (``Ring.Pressed``, ``GoodsList.Pressed``), as Textual has it everywhere.
"""


SAYS_NOTHING, AT_MOST = {"found", "told"}, 20
"""Names that stood 1,546 times for rows, sums, sentences and cards alike, and how often they may:
as facts of a sentence they are right.
"""


def classes(node: ast.AST) -> Iterator[str]:
    """Names of the classes in it, those aside that are messages of a class."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.ClassDef):
            bases = {ast.unparse(base) for base in inner.bases}
            if not (isinstance(node, ast.ClassDef) and SAID_WITH_ITS_OWNER in bases):
                yield inner.name
        yield from classes(inner)


def test_no_class_name_stands_in_two_files() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            for name in classes(ast.parse(file.read_text("utf-8"))):
                places[name].append(str(file.relative_to(ROOT)))
    assert len(places) > 500
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def names(tree: ast.AST) -> Iterator[str | None]:
    """What values, parameters, attributes and functions of a file are called."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.keyword(arg=name):
                yield name
            case ast.Attribute(attr=name) | ast.FunctionDef(name=name):
                yield name


def test_names_say_what_a_value_is() -> None:
    files = [file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]
    said = [
        f"{file.relative_to(ROOT)}: {name}"
        for file in files
        for name in names(ast.parse(file.read_text("utf-8")))
        if name in SAYS_NOTHING
    ]
    assert len(said) <= AT_MOST, said


def test_tables_of_files_are_declared_by_their_steps_alone() -> None:
    """Steps are SQL, since a released one never changes; what is asked is made of them."""
    calls = {
        str(file.relative_to(ROOT))
        for package in PACKAGES
        for file in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Table"
        if {"MetaData", "meta", "_meta"} & {ast.unparse(argument) for argument in node.args}
    }
    assert calls == {"codes/shape.py"}
