"""Who has won what: read off the saved games, told in the lobby and by a command."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from command_line import CommandLine
from screens_at_hand import LARGE, SMALL, AtTable, lobby
from sqlalchemy import Engine, event
from tables import begun, journal_in, play_on
from textual.events import MouseDown, MouseUp
from typists import MovedApp

from ketuk import engine
from ketuk.engine.events import GameEnded
from ketuk.engine.table import Options, Place
from ketuk.rooms.deleted_games import DeletedGames
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.records import Progress, Row
from ketuk.rooms.reign import Reign
from ketuk.rooms.room import Room
from ketuk.rooms.tails import branch
from ketuk.tui.saved.evenings import records
from ketuk.tui.widgets.plain import OptionList


def over(
    journal: Journal,
    names: Sequence[str],
    winners: Sequence[int] = (1,),
    *,
    ruleset: str = "klasik",
    bots: Sequence[int] = (),
) -> str:
    """A game of that set of which the last row tells that these seats have won; its name."""
    rules, at = engine.ruleset(ruleset), len(journal.names())
    room = Room.start(
        journal, rules=rules, names=names, options=Options(edition=rules.edition), bots=bots,
        name=f"malam-{at}",
    )  # fmt: skip
    seats = sorted(range(1, len(names) + 1), key=lambda s: (s not in winners, s))
    places = tuple(
        Place(1 if s in winners else at, s, 10_000 - at, 10, 1) for at, s in enumerate(seats, 1)
    )
    row = Row(1, "move", f"2026-11-{at + 1:02}T20:00:00.000000Z", (GameEnded(places, "rounds"),))
    journal.append(room.name, row, Progress(12, True), after=room.rows[-1], reign=room.reign)
    return room.name


def lines(at: AtTable) -> list[str]:
    return [str(o.prompt) for o in at.app.screen.query_one(OptionList).options]


def test_every_set_counts_and_persons_are_one_however_their_name_is_typed(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        for name in engine.NAMES:
            over(journal, ["Ayu", "Budi", "Kancil", "Citra"], (3,), ruleset=name, bots=(3,))
        over(journal, ["AYU", "Citra"], (1, 2))  # shared: a win for each
        found = records(journal.results())
    told = {r.name: (r.all.played, r.all.won) for r in found}
    sets = len(engine.NAMES)
    assert told == {"AYU": (sets + 1, 1), "Citra": (sets + 1, 1), "Budi": (sets, 0)}
    assert [r.name for r in found][-1] == "Budi"  # fewer wins come later
    assert {name: c.played for name, c in found[0].sets.items()} == {
        name: 1 + (name == "klasik") for name in engine.NAMES
    }


def test_a_real_end_counts_as_long_as_it_stands(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        room = begun(journal)
        play_on(room, 40)
        assert journal.results() == ()
        play_on(room)
        (result,) = journal.results()
        assert result.ranking == room.table.ranking
        assert result.game.names == ("Ayu", "Budi", "Citra")
        everybody = frozenset(room.table.seats)
        room.undo(consents=everybody)
        assert journal.results() == ()
        room.redo()
        assert [r.ranking for r in journal.results()] == [room.table.ranking]
        journal.rename(room.name, "kemarin")
        assert [r.game.name for r in journal.results()] == ["kemarin"]
        journal.shelve("kemarin", datetime.now(UTC))
        assert len(journal.results()) == 1  # it was played all the same
        journal.remove("kemarin")
        assert journal.results() == ()


def test_a_game_and_its_branches_are_one_result_and_a_deleted_one_is_noted(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        room = begun(journal)
        play_on(room, 40)
        called = branch(journal, room.header, room._past, "Laptop Ayu")
        room.lead(Reign(0, journal.device, "Laptop Budi", "", room.header.made))
        other = Room.resume(journal, called)
        play_on(other)
        assert [r.game.name for r in journal.results()] == [called]
        play_on(room)
        assert [r.game.name for r in journal.results()] == [room.name], "of one game one counts"
        (person, *_) = records(journal.results())
        assert person.all.played == 1
        journal.remove(called)
        assert DeletedGames(tmp_path).made == frozenset(), "the game itself is here still"
        journal.remove(room.name)
        assert DeletedGames(tmp_path).made == {room.header.made}


def test_what_cannot_be_read_has_no_result_and_takes_no_other_with_it(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        broken, good = over(journal, ["Ayu", "Budi"]), over(journal, ["Ayu", "Citra"])
    with closing(sqlite3.connect(tmp_path / FILE)) as connection, connection:
        change = "UPDATE entry SET events = ? WHERE game = ? AND seq = 1"
        connection.execute(change, ('[{"type":"game_ended"', broken))
    with journal_in(tmp_path) as journal:
        assert [r.game.name for r in journal.results()] == [good]


def test_five_hundred_games_need_a_query_each_and_no_folding(tmp_path: Path) -> None:
    """0.1 s for whole games, by hand; what is held here is how often the file is asked."""
    with journal_in(tmp_path) as journal:
        first = over(journal, ["Ayu", "Budi"])
    with closing(sqlite3.connect(tmp_path / FILE)) as connection, connection:
        for at in range(499):
            for table in ("game", "standing", "entry"):
                names = [r[1] for r in connection.execute(f"PRAGMA table_info({table})")]
                kept = [n for n in names if n != "id"]
                header = "json_set(replace(header, :was, :now), '$.made', :made)"
                taken = {"game": ":now", "name": ":now", "header": header}
                values = ", ".join(taken.get(n, n) for n in kept)
                key = "name" if table == "game" else "game"
                copy = f"SELECT {values} FROM {table} WHERE {key} = :was"
                into = f"INSERT INTO {table} ({', '.join(kept)}) {copy}"
                made = f"2026-11-01T00:{at // 60:02}:{at % 60:02}.000000Z"
                facts = {"was": first, "now": f"m{at}", "made": made}
                connection.execute(into, facts)
    asked: list[str] = []
    with journal_in(tmp_path) as journal:

        def counted(*given: object) -> None:
            asked.append(str(given[2]))

        event.listen(Engine, "before_cursor_execute", counted)
        try:
            found = journal.results()
        finally:
            event.remove(Engine, "before_cursor_execute", counted)
    assert len(found) == 500
    assert len(asked) < 520
    assert records(found)[0].all.won == 500


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_lobby_shows_people_and_games_and_opens_one(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    with journal_in(tmp_path) as journal:
        over(journal, ["Ayu", "Budi"], (1,))
        over(journal, ["ayu", "Citra"], (2,), ruleset="rel")
        play_on(begun(journal, "sungguh"))
    async with lobby(tmp_path, size=size) as at:
        await at.press("h")
        await at.settle(lambda: at.on == "Results" and len(lines(at)) == 6)
        assert "Hasil 3 permainan" in at.text()
        assert sum("main 3" in line for line in lines(at)) == 1  # Ayu, in two spellings
        citra = next(n for n, line in enumerate(lines(at)) if line.startswith("Citra: main 2"))
        await at.press(*["down"] * citra, "enter")
        await at.settle(lambda: len(lines(at)) == 3)
        assert not any("Budi 9" in line and "Citra" not in line for line in lines(at)[1:])
        await at.press("escape")
        await at.settle(lambda: len(lines(at)) == 6)
        at.app.screen.query_one(OptionList).highlighted = next(
            n for n, o in enumerate(at.app.screen.query_one(OptionList).options)
            if o.id == "game sungguh"
        )  # fmt: skip
        await at.press("enter")
        await at.settle(lambda: at.on == "EndScreen")


async def test_nothing_was_played_to_its_end_yet(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await at.press("h")
        await at.settle(lambda: "Belum ada permainan yang dimainkan sampai akhir" in at.text())
        await at.press("escape")
        await at.settle(lambda: at.on == "Lobby")


def test_the_command_tells_the_same(tmp_path: Path) -> None:
    ketuk = CommandLine(tmp_path)
    assert "Belum ada" in ketuk.run("results")
    assert ketuk.records("results", "--json") == []
    with journal_in(tmp_path) as journal:
        over(journal, ["Ayu", "Kancil"], (1,), bots=(2,))
    assert "Ayu: played 1, won 1 (klasik 1/1)" in ketuk.run("results", lang="en")
    ayu, game = ketuk.records("results", "--json")
    assert ayu == {"v": 1, "player": "Ayu", "played": 1, "won": 1,
                   "rulesets": {"klasik": {"played": 1, "won": 1}}}  # fmt: skip
    assert [(p["place"], p["player"], p["worth"], p["bot"]) for p in game["ranking"]] == [
        (1, "Ayu", 9_999, False), (2, "Kancil", 9_998, True),
    ]  # fmt: skip
    assert game["ended"].startswith("2026-11-01T20:00")


async def test_a_double_click_on_a_person_opens_no_game_that_comes_up_beneath(
    tmp_path: Path,
) -> None:
    with journal_in(tmp_path) as journal:
        for _ in range(3):
            over(journal, ["Ayu", "Budi"])
    async with lobby(tmp_path, told_apart=True, kind=MovedApp) as at:
        assert isinstance(at.app, MovedApp)
        at.app.open("results")
        await at.settle(lambda: at.on == "Results" and len(lines(at)) == 5)
        region = at.app.screen.query_one(OptionList).content_region
        for _ in range(3):
            for kind in (MouseDown, MouseUp):
                at.app.button(kind, region.x + 2, region.y + 1)
            await at.settle()
            at.app.clock.pass_by(0.1)
        await at.settle(lambda: len(lines(at)) == 4)
        assert at.on == "Results"
