"""The way from the last move to the ranking, and from there back to the lobby."""

from pathlib import Path

import pytest
from ended import ended
from screens_at_hand import table


@pytest.mark.parametrize("key", ["f5", "escape"])
async def test_from_the_ranking_it_goes_to_the_lobby_not_to_a_table_without_a_question(
    tmp_path: Path, key: str
) -> None:
    async with table(tmp_path) as at:
        await ended(at)
        await at.press(key)
        await at.settle(lambda: at.on == "Lobby")
        assert not any(type(s).__name__ == "TableScreen" for s in at.app.screen_stack)
