"""A question with a time answers itself at the table, whatever screen is open."""

from dataclasses import replace
from pathlib import Path

import pytest
from invented_time import TIMING, TURN
from screens_at_hand import AtTable, set_table, table

from ketuk.engine.clock import Clock, Timer
from ketuk.engine.commands import PassTime
from ketuk.engine.events import Expired
from ketuk.engine.table import Free, Turn
from ketuk.rooms.play_clock import PlayClock
from ketuk.tui.screens.table import TableScreen


class Late:
    """Seconds that stand a moment before the end of a turn, and go on by being asked."""

    def __init__(self) -> None:
        self._seconds = 0.0

    def __call__(self) -> float:
        now, self._seconds = self._seconds, max(self._seconds + 0.01, TURN - 0.05)
        return now


def a_moment_before(at: AtTable) -> None:
    """Ayu's turn has a time, and it is nearly up."""
    room = at.session.room
    room.rules = replace(room.rules, timing=TIMING)
    room._play = PlayClock(Late(), 0)
    set_table(
        at,
        phase="turn",
        turn=Turn(seat=1),
        agenda=(Free(1),),
        opened=(at.table.count,),
        clock=Clock(timers=(Timer(0, TURN, TURN),)),
    )


@pytest.mark.parametrize("beneath", [False, True])
async def test_when_the_time_is_up_the_table_goes_on(tmp_path: Path, beneath: bool) -> None:
    async with table(tmp_path) as at:
        a_moment_before(at)
        if beneath:
            await at.press("f1")
        room = at.session.room
        await at.settle(lambda: any(isinstance(m.command, PassTime) for m in room.moves))
        assert any(isinstance(e, Expired) for m in room.moves for e in m.events)
        if beneath:
            await at.press("escape")
        assert isinstance(at.app.screen, TableScreen)
        await at.settle(lambda: "Waktu Ayu habis." in " ".join(at.text().split()))
