"""The next game of an evening: the same people once more, and names that are remembered."""

import json
from pathlib import Path

import millions
import pytest
from ended import ended
from saved_games import saved_game
from screens_at_hand import LARGE, SMALL, AtTable, lobby

from ketuk import engine
from ketuk.engine.table import Options
from ketuk.rooms.journal import FILE as GAMES
from ketuk.rooms.journal import Journal
from ketuk.rooms.records import Header
from ketuk.tui import people
from ketuk.tui.boxes.box import boxes
from ketuk.tui.own_rules import rules_called
from ketuk.tui.saved.again import FormPlan, again
from ketuk.tui.screens.end import EndScreen
from ketuk.tui.screens.lobby import Lobby
from ketuk.tui.screens.new_game import NewGame
from ketuk.tui.screens.opening import begin
from ketuk.tui.screens.switches import Switch


def kept(data: Path) -> list[str]:
    return list(people.remembered(data))


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_from_the_end_the_same_people_play_again_one_seat_further(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    options = Options(edition="kertas")
    async with lobby(tmp_path, size=size) as at:
        (box,) = boxes(tmp_path).ids()
        names = ("Ayu", "Kancil", "Citra")
        assert begin(at.app, names=names, options=options, box=box, bots={2: "penilai"})
        await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
        await ended(at)
        await at.press("m")
        await at.settle(lambda: at.on == "NewGame")
        await at.press("f5")
        await at.settle(lambda: at.on == "TableScreen")
        after = at.session.room.header
        assert after.names == ("Kancil", "Citra", "Ayu")
        assert (after.options, after.box, after.ruleset) == (options, box, "nusantara")
        assert at.session.robots == {1: "penilai"}


async def test_what_lies_over_the_table_at_the_last_move_goes_too(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        (box,) = boxes(tmp_path).ids()
        assert begin(at.app, names=("Ayu", "Budi", "Citra"), options=Options(), box=box)
        await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
        table = at.app.screen
        await ended(at)
        at.app.pop_screen()
        at.app.open("owned", at.session, 1)
        await at.settle(lambda: at.on == "Owned")
        at.app.push_screen(EndScreen(at.session, table.chronicle.lines))
        await at.settle(lambda: at.on == "EndScreen")
        await at.press("m")
        await at.settle(lambda: at.on == "NewGame")
        assert [type(s).__name__ for s in at.app.screen_stack][1:] == ["Lobby", "NewGame"]
        await at.press("f5")
        await at.settle(lambda: at.on == "TableScreen")
        assert at.session.room.header.box == box


@pytest.mark.parametrize("name", [*engine.NAMES, millions.ID])
async def test_a_saved_game_of_every_set_is_played_again_with_all_that_was_agreed(
    tmp_path: Path, name: str
) -> None:
    millions.kept_in(tmp_path)
    (tmp_path / "rulesets" / "rusak.toml").write_text("id =")
    rules = rules_called(tmp_path, name)
    settings = tuple((s.name, s.choices[-1]) for s in rules.settings[:1] if s.name != "mode")
    options = Options(rules.edition, decks="real", house=rules.house, settings=settings)
    async with lobby(tmp_path) as at:
        names = ("Ayu", "Budi", "Citra", "Dewi")
        assert begin(at.app, names=names, options=options, box=None, ruleset=name)
        await at.settle(lambda: at.on == "TableScreen")
        await at.press("escape", "1")
        await at.settle(lambda: at.on == "Lobby" and bool(at.app.screen.contents.games))
        await at.press("m")
        await at.settle(lambda: at.on == "NewGame")
        await at.press("f8", "f5")
        await at.settle(lambda: at.on == "TableScreen")
        header = at.session.room.header
        assert header.names == ("Citra", "Dewi", "Ayu", "Budi")
        assert (header.ruleset, header.box) == (name, None)
        assert header.options == options


def test_seats_turn_with_who_plays_them() -> None:
    header = Header(
        game="x", ruleset="rel", version="1", options=Options(), names=("A", "B", "C"), data="",
        made="", bots=(1, 3), players=("hemat", ""),
    )  # fmt: skip
    plan = again(header)
    assert plan.names == ("B", "C", "A")
    assert plan.bots == {3: "hemat", 2: ""}


async def test_a_box_that_is_gone_is_told_and_the_form_goes_on_with_another(tmp_path: Path) -> None:
    game = saved_game(tmp_path, moves=2)
    with Journal.open(tmp_path / GAMES) as journal:
        box = journal.header(game).box
    for file in (tmp_path / "boxes").glob(f"{box}*"):
        file.unlink()
    async with lobby(tmp_path) as at:
        await at.press("m")
        await at.settle(lambda: at.on == "NewGame")
        assert str(box) in at.said()
        assert boxes(tmp_path).ids()


@pytest.mark.parametrize("is_there", [True, False])
async def test_a_box_is_not_called_gone_before_all_are_read(tmp_path: Path, is_there: bool) -> None:
    saved_game(tmp_path, moves=1)
    async with lobby(tmp_path) as at:
        first = at.app.screen
        assert isinstance(first, Lobby)
        assert first.contents
        (box,) = first.contents.boxes
        plan = FormPlan(box.ruleset, ("Ayu", "Budi", "Citra"), Options(), box.id)
        at.app.open("new_game", boxes=(), box=None, looked=False, plan=plan)
        await at.settle(lambda: at.on == "NewGame")
        form = at.app.screen
        assert isinstance(form, NewGame)
        chosen = form.query_one("#switch-box", Switch)
        assert not at.said()
        form.offer_boxes([box] if is_there else [], None)
        await at.settle()
        assert (chosen.value == box.id) == is_there
        assert (box.id in at.said()) == (not is_there)


async def test_names_are_remembered_completed_and_forgotten(tmp_path: Path) -> None:
    async with lobby(tmp_path, size=SMALL) as at:
        names = ("Wayan", "Ketut", "Komang", "Kancil")
        assert begin(at.app, names=names, options=Options(), box=None, bots={4: ""})
        await at.settle(lambda: at.on == "TableScreen")
    assert kept(tmp_path) == ["Wayan", "Ketut", "Komang"]  # no computers
    assert (tmp_path / people.FILE).stat().st_mode & 0o077 == 0
    async with lobby(tmp_path, size=SMALL) as at:
        await at.press("n")
        await at.settle(lambda: at.on == "NewGame")
        await at.press("k", "o")
        await at.settle(lambda: "komang" in at.text().lower())
        await at.press("right", "enter", "k")
        await at.settle(lambda: "ketut" in at.text().lower())
        await at.press("f3")
        await at.settle(lambda: at.on == "People")
        assert "Komang" not in [str(o.prompt) for o in listed(at)]  # sits already
        assert [str(o.prompt) for o in listed(at)] == ["Wayan", "Ketut"]
        await at.press("down", "x")
        await at.settle(lambda: [str(o.prompt) for o in listed(at)] == ["Wayan"])
        await at.press("enter")
        await at.settle(lambda: at.on == "NewGame")
        assert at.app.screen.seats.names == ("Komang", "Wayan")
    assert kept(tmp_path) == ["Wayan", "Komang"]


async def test_a_name_goes_into_no_seat_that_the_rules_have_not(tmp_path: Path) -> None:
    people.remember(tmp_path, ["Dewi"])
    async with lobby(tmp_path) as at:
        await at.press("n")
        await at.settle(lambda: at.on == "NewGame")
        seats = max(at.app.screen._counts)
        for seat in range(1, seats + 1):
            await at.press("A", str(seat), "enter")
        at.app.screen.query_one("#switch-rules").focus()
        await at.press("f3")
        await at.settle()
        assert at.on == "NewGame"
        at.app.screen.query_one("#seat-2").value = ""
        await at.press("f3")
        await at.settle(lambda: at.on == "People")
        await at.press("enter")
        await at.settle(lambda: at.on == "NewGame")
        assert at.app.screen.query_one("#seat-2").value == "Dewi"


def listed(at: AtTable) -> list:
    from ketuk.tui.widgets.plain import OptionList

    return at.app.screen.query_one(OptionList).options


def test_one_person_however_the_name_is_typed(tmp_path: Path) -> None:
    people.remember(tmp_path, ["Ayu", "Bu Dé"])
    people.remember(tmp_path, ["AYU ", "bu  De\u0301"])
    assert kept(tmp_path) == ["AYU ", "bu  De\u0301"]
    people.forget(tmp_path, "ayu")
    assert kept(tmp_path) == ["bu  De\u0301"]


def test_a_list_of_a_newer_form_is_left_alone_and_a_damaged_one_is_made_anew(
    tmp_path: Path,
) -> None:
    file = tmp_path / people.FILE
    for players in (["Ayu"], [{"name": "Ayu"}]):
        newer = json.dumps({"v": 2, "players": players, "more": {}}).encode()
        file.write_bytes(newer)
        people.remember(tmp_path, ["Budi"])
        assert file.read_bytes() == newer
    other = b'{"v": 1, "people": ["Ayu"]}'
    broken = {b"\xff{": [], b'{"v": 1, "players": ["Ayu", 5]}': ["Ayu"], other: [], b"": []}
    for damaged, left in broken.items():
        file.write_bytes(damaged)
        people.remember(tmp_path, ["Budi"])
        assert kept(tmp_path) == ["Budi", *left]
    aside = (file.with_name(f"players.json.damaged{ending}") for ending in ("", "-2", "-3"))
    assert [one.read_bytes() for one in aside] == list(broken)[:3], (
        "nothing is kept of an empty one"
    )


async def test_who_played_before_there_was_a_list_is_known_all_the_same(tmp_path: Path) -> None:
    saved_game(tmp_path, moves=1, box=False)
    async with lobby(tmp_path):
        assert kept(tmp_path) == ["Ayu", "Budi", "Citra"]
