"""Merek at the screens: the time in large figures, pause and vote, casino, the third die."""

from pathlib import Path

import pytest
from screens_at_hand import LARGE, SMALL, AtTable, lobby, set_table

from ketuk.engine.events import Staked, StateChanged, WentOn
from ketuk.engine.table import Bet, Free, Jump, Options, Paused, StepChoice, Turn, Voting, replace
from ketuk.rooms.play_clock import PlayClock
from ketuk.tui import waits
from ketuk.tui.screens.opening import begin
from ketuk.tui.widgets.countdown import Countdown, figures

NAMES = ("Ana", "Bia", "Caio")


class Hand:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


async def sit_down(at: AtTable, **settings: int) -> Hand:
    options = Options("kertas", settings=tuple(sorted(settings.items())))
    assert begin(at.app, names=NAMES, options=options, box=None, ruleset="merek")
    await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
    hand = Hand()
    at.session.room._play = PlayClock(hand, 0)
    return hand


def asked(at: AtTable, *tasks: object, dice: tuple[int, ...] = (), **more: object) -> None:
    set_table(
        at, phase="turn", turn=Turn(seat=1, rolls=1, dice=dice, may_roll=False),
        agenda=(Free(1), *tasks), opened=(at.table.count,) * (1 + len(tasks)), **more,
    )  # fmt: skip


@pytest.mark.parametrize("left", [75.0, 60.1, 10.5, 10.0, 1.2, 0.3])
def test_the_figures_are_quiet_until_the_last_ten_seconds(left: float) -> None:
    text = figures(left, "sisa waktu", big=False)
    seconds = -(-left // 1)
    told = f"{int(seconds) // 60}:{int(seconds) % 60:02}" if left > 60 else f"{int(seconds)}"
    assert text.plain == f"{told}  sisa waktu"
    loud = getattr(text.style, "bold", None) is True
    assert loud is (left <= 10)


async def test_the_time_stands_large_and_is_drawn_once_a_second(tmp_path: Path) -> None:
    async with lobby(tmp_path, size=LARGE) as at:
        hand = await sit_down(at)
        clock = at.app.screen.query_one(Countdown)
        hand.at = 10
        clock.look()
        assert clock.display
        assert clock.size.height >= 3
        before = clock.render()
        hand.at = 10.4
        clock.look()
        assert clock.render() == before, "the same second is not drawn again"


async def test_a_small_screen_has_it_in_one_row(tmp_path: Path) -> None:
    async with lobby(tmp_path, size=SMALL) as at:
        await sit_down(at)
        await at.settle(lambda: at.app.screen.query_one(Countdown).size.height == 1)


async def test_a_pause_is_asked_for_voted_on_and_ends_once_all_are_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waits, "SIT_DOWN_S", 0.2)
    async with lobby(tmp_path) as at:
        await sit_down(at)
        await at.press("j")
        assert "Ana meminta jeda" in at.text()
        await at.press("1")
        await at.settle(lambda: isinstance(at.table.top, Voting))
        for moves in (2, 3):
            await at.press("1")
            await at.settle(lambda moves=moves: len(at.session.room.moves) == moves)
        await at.settle(lambda: isinstance(at.table.top, Paused))
        assert not at.app.screen.query_one(Countdown).display, "no time passes"
        for left in (2, 1, 0):
            await at.press("1")
            await at.settle(lambda left=left: _away(at) == left)
        await at.settle(lambda: isinstance(at.table.top, Free))
        events = [e for m in at.session.room.moves for e in m.events]
        assert any(isinstance(e, WentOn) for e in events)
        said = [e.what for e in events if isinstance(e, StateChanged)]
        assert "vote_pause_carried" in said


async def test_enter_goes_on_at_once_for_who_came_back_last(tmp_path: Path) -> None:
    async with lobby(tmp_path, changeover_s=0.8) as at:
        await sit_down(at)
        seconds = at.app.now() + 10
        at.app.now = lambda: seconds  # type: ignore[method-assign]
        asked(at, Paused(back=(1, 2)))
        seconds += 10
        await at.press("1")
        await at.settle(lambda: _away(at) == 0)
        seconds += 0.1
        await at.press("enter")
        await at.settle(lambda: isinstance(at.table.top, Free))


async def test_a_pause_ends_where_the_last_who_came_back_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waits, "SIT_DOWN_S", 0.2)
    async with lobby(tmp_path) as at:
        await sit_down(at)
        *others, last = at.table.players
        gone = (*others, replace(last, left=True))
        asked(at, Paused(back=(1, 2, 3)), players=gone, seats=(1, 2))
        await at.settle(lambda: isinstance(at.table.top, Free))
        went_on = [e for m in at.session.room.moves for e in m.events if isinstance(e, WentOn)]
        assert [e.seat for e in went_on] == [2]


def _away(at: AtTable) -> int:
    top = at.table.top
    return len(at.table.seats) - len(top.back) if isinstance(top, Paused) else 0


async def test_the_casino_asks_how_many_numbers_then_which(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await sit_down(at)
        asked(at, Bet(1, 1000))
        assert "Tidak bertaruh" in at.text()
        await at.press("3")
        await at.settle(lambda: "1 dan 2" in at.text())
        await at.press("1")
        await at.settle(lambda: not isinstance(at.table.top, Bet))
        staked = [e for m in at.session.room.moves for e in m.events if isinstance(e, Staked)]
        assert [e.numbers for e in staked] == [(1, 2)]


async def test_bus_says_where_each_way_leads_and_three_equal_any_tile(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await sit_down(at, mode=1)
        asked(at, StepChoice(1, (3, 5, 8)), dice=(5, 3, 4))
        question = at.app.screen.question  # type: ignore[attr-defined]
        ways = [choice.label.partition(": ")[2] for choice in question.choices]
        assert ways == ["Uniqlo", "Visa", "Carrefour"]
        await at.press("2")
        await at.settle(lambda: at.table.player(1).at == 5)
        asked(at, Jump(1), dice=(2, 2, 2))
        assert "Tiga kembar: Ana" in at.text()
