"""How the tests run: on all cores where there is enough to do.

``KETUK_TRIALS=4 uv run pytest tests/properties`` plays four times as many random games.
"""

import gc
import os
import sys
from pathlib import Path

import pytest

for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):  # whoever runs them, the first language is ours
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"

if sys.dont_write_bytecode:  # the tree stays clean, and not every process compiles all anew
    sys.pycache_prefix = str(Path(__file__).resolve().parents[1] / ".pytest_cache" / "bytecode")
    sys.dont_write_bytecode = False
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

FEW = 4
"""So many test files are done sooner than a second process is up."""
LONG = (
    "test_whole_game",
    "test_soak",
    "test_taps_everywhere",
    "test_typed_codes",
    "test_two_keys_at_once",
)
"""How the names begin of files whose tests take longest, half a minute and more."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """No second process for a few named files, else one more than there are cores: tests of screens
    and readers wait about as long as they compute."""
    files = [arg.partition("::")[0] for arg in config.args]
    named = len(files) <= FEW and all(os.path.isfile(file) for file in files)
    return 0 if named else (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests first: at the end no process waits for one that another has just begun."""
    items.sort(key=lambda item: not item.path.name.startswith(LONG))


def pytest_collection_finish() -> None:
    """What is loaded by now stays: the collector need not walk through it after every test."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 20)
