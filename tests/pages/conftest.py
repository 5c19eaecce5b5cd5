"""One Chromium for the tests of a file; each phone in it has a store of its own."""

from collections.abc import AsyncIterator

import pytest_asyncio
from browsers import browser
from playwright.async_api import Browser


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def on() -> AsyncIterator[Browser]:
    async with browser() as one:
        yield one
