"""What holds for all tests of codes."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module", autouse=True)
def files_of_sheets_that_nobody_printed_are_closed() -> Iterator[None]:
    """Here, and not in a later test under which a warning is an error."""
    yield
    gc.collect()
