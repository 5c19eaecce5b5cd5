"""The tests that are run first are there: a file of another name would wait among the last ones."""

from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]


def test_every_beginning_of_a_name_fits_a_file(pytestconfig: pytest.Config) -> None:
    conftest = pytestconfig.pluginmanager.get_plugin(str(TESTS / "conftest.py"))
    names = [file.name for file in TESTS.rglob("test_*.py")]
    assert [
        begins for begins in conftest.LONG if not any(name.startswith(begins) for name in names)
    ] == []
