"""One idea, one name: no two classes of the five packages are called the same."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from sqlalchemy import create_engine, inspect

import ketuk
from ketuk.codes import schema as of_boxes
from ketuk.rooms import schema as of_games

ROOT = Path(ketuk.__file__).resolve().parent.parent
PACKAGES = ("engine", "codes", "scanning", "rooms", "tui")
SAID_WITH_ITS_OWNER = "Message"
"""The base of what a widget tells its screen: a class inside the widget's, and never said without
it (``Ring.Pressed``, ``GoodsList.Pressed``), as Textual has it everywhere.
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


@pytest.mark.parametrize("schema", [of_boxes, of_games], ids=["boxes", "games"])
def test_tables_that_are_asked_are_those_that_the_steps_make(schema: ModuleType) -> None:
    """Steps are SQL, since a released one never changes; what is asked of them is declared too."""
    made = create_engine("sqlite://")
    with made.begin() as connection:
        schema.advance(connection, since=0)
        there = inspect(connection)
        assert set(there.get_table_names()) == set(schema.TABLES)
        for name, table in schema.TABLES.items():
            found = {column["name"]: column for column in there.get_columns(name)}
            assert list(found) == table.columns.keys(), name
            keys = {column.name for column in table.primary_key}
            assert keys == set(there.get_pk_constraint(name)["constrained_columns"]), name
            for column in table.columns:
                if not column.primary_key:
                    assert column.nullable == found[column.name]["nullable"], (name, column.name)
    made.dispose()
