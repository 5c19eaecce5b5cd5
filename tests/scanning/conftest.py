"""What tests of readers share."""

import pytest
from readings import Heard
from virtual_pn532 import VirtualReader


@pytest.fixture
def heard():
    return Heard()


@pytest.fixture
def pn532():
    with VirtualReader() as reader:
        yield reader
