"""The way from the last move to the ranking, and from there back to the lobby."""

from pathlib import Path

import pytest
from screens_at_hand import AtTable, set_table, table

from ketuk.engine.table import Free, replace


async def ended(at: AtTable) -> None:
    """The last turn of the last round is over."""
    now = at.table
    last = replace(now.turn, seat=3, may_roll=False)
    set_table(at, phase="turn", round=now.rounds, turn=last, agenda=(Free(3),), opened=(now.count,))
    await at.press("enter")
    await at.settle(lambda: at.on == "EndScreen")


@pytest.mark.parametrize("key", ["f5", "escape"])
async def test_from_the_ranking_it_goes_to_the_lobby_not_to_a_table_without_a_question(
    tmp_path: Path, key: str
) -> None:
    async with table(tmp_path) as at:
        await ended(at)
        await at.press(key)
        await at.settle(lambda: at.on == "Lobby")
        assert not any(type(s).__name__ == "TableScreen" for s in at.app.screen_stack)
