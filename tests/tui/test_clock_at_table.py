"""What a family calls a clock: minutes played, about how many are left, a reminder that decides
nothing."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from ended import ended
from saved_games import saved_game
from screens_at_hand import LARGE, SMALL, AtTable, lobby, table

from ketuk import engine
from ketuk.codes.moment import stamp
from ketuk.rooms.journal import FILE
from ketuk.tui.reminder import Reminder
from ketuk.tui.screens.table import TableScreen
from ketuk.tui.settings import REMINDERS_S, Settings
from ketuk.tui.words import LANGUAGES, Language, Words


def a_move_a_minute(data: Path) -> int:
    """A saved game of which the moves came a minute apart, the last just now; how many."""
    saved_game(data, moves=100, box=False)
    now = datetime.now(UTC)
    with closing(sqlite3.connect(data / FILE)) as connection, connection:
        (last,) = connection.execute("SELECT max(seq) FROM entry").fetchone()
        for seq in range(last + 1):
            at = stamp(now - timedelta(minutes=last - seq))
            connection.execute("UPDATE entry SET at = ? WHERE seq = ?", (at, seq))
    return int(last)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_minutes_and_an_estimate_stand_small_above_the_table(
    tmp_path: Path, language: Language
) -> None:
    moves = a_move_a_minute(tmp_path)
    words = Words(language)
    async with lobby(tmp_path, size=(160, 45), language=language) as at:
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        played = words("table.hours", hours=moves // 60, minutes=moves % 60)
        before, _ = words("table.minutes_left", played=played, left="~").split("~")
        await at.settle(lambda: before in at.text().split("\n")[0])


async def test_the_end_says_how_long_it_was(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await ended(at)
        assert "Lama bermain: 1 menit" in at.text()


# ---- the reminder


class Clock:
    """Seconds under the test's hand."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def held(at: AtTable) -> Clock:
    screen, clock = at.app.screen, Clock()
    assert isinstance(screen, TableScreen)
    screen.reminder._now = clock
    return clock


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_reminder_is_off_until_chosen_and_only_reminds(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    rung = []
    async with lobby(tmp_path, size=size) as at:
        at.app.ring = lambda *sound, **how: rung.append(1)
        assert at.app.settings.reminder_s == 0
        await at.press("n")
        await at.settle(lambda: at.on == "NewGame")
        for name in ("Ayu", "Budi", "Citra"):
            await at.press(*name, "enter")
        form = at.app.screen
        form.query_one("#switch-reminder").focus()
        await at.press("right", "f5")
        await at.settle(lambda: at.on == "TableScreen" and at.app.screen.question is not None)
        assert Settings.load(tmp_path).reminder_s == REMINDERS_S[1]
        clock = held(at)
        at.app.screen.reminder._of = (0, 0)
        before, asked = at.table, at.app.screen.question.seat
        assert at.app.screen.reminder.left() == 60
        clock.seconds = 59
        assert at.app.screen.reminder.late() == 0
        clock.seconds = 61
        await at.settle(lambda: "waktunya sudah habis" in at.said())
        assert before.player(asked).name in at.said()
        assert at.table == before  # nothing was decided
        assert at.app.screen.reminder.late() == 0  # and it is said once
        assert rung


async def test_the_reminder_can_be_changed_from_the_palette(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        told = [c.title for c in at.app.get_system_commands(at.app.screen)]
        assert "Pengingat giliran: tidak" in told
        for seconds in (*REMINDERS_S[1:], 0):
            at.app.action_reminder()
            assert at.app.settings.reminder_s == seconds


@pytest.mark.parametrize("name", engine.NAMES)
def test_sets_with_a_time_of_their_own_are_left_to_it(name: str) -> None:
    rules = engine.ruleset(name)
    laid = SimpleNamespace(top=object(), round=1)
    room = SimpleNamespace(time_left=7.0)
    session = SimpleNamespace(rules=rules, table=laid, room=room, bots=frozenset({2}))
    clock, asked = Clock(), SimpleNamespace(seat=1)
    reminder = Reminder(session, seconds=lambda: 60, asked=lambda: asked.seat, now=clock)
    if rules.timing is not None:
        assert reminder.left() == 7.0
        return
    assert reminder.left() == 60
    clock.seconds = 100
    assert (reminder.late(), reminder.late()) == (1, 0)
    asked.seat = 2  # the program's
    assert (reminder.left(), reminder.late()) == (None, 0)
    asked.seat = 3
    assert reminder.left() == 60
    clock.seconds = 130
    asked.seat = 1
    assert reminder.left() == 60
    laid.top = None
    assert reminder.left() is None


def test_settings_that_name_another_time_remind_of_nothing(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"reminder_s": 77, "language": "en"}')
    assert Settings.load(tmp_path).reminder_s == 0
