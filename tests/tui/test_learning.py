"""A first game ("belajar"): one sentence at the first time of everything, in every set and
language."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from phones import game
from recorded import GAMES, moves_of
from screens_at_hand import (
    LARGE,
    MEDAN,
    SMALL,
    AtTable,
    Clock,
    landed,
    lobby,
    set_table,
    table,
)

from ketuk import engine
from ketuk.engine.events import AnyEvent, Jailed, Landed, MortgageSet, Moved
from ketuk.engine.table import Free, Options, replace, snake
from ketuk.rooms.teller import Around
from ketuk.tui import people
from ketuk.tui.book.entries import entries
from ketuk.tui.book.finding import Index
from ketuk.tui.learning.first_times import FILE, MOST, FirstTimes
from ketuk.tui.learning.sentences import EXPLAINED, STATES, hint, kinds
from ketuk.tui.pages.teller import Tellers
from ketuk.tui.screens.opening import begin
from ketuk.tui.screens.table import TableScreen
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.telling import Telling
from ketuk.tui.widgets.hint_line import HintLine
from ketuk.tui.words import LANGUAGES, Language, Words, texts

LONGEST = 150
"""Two rows of the least window, and a little."""


def every_kind(name: str) -> list[str]:
    """Every question of a set, every kind of its tiles, and all events that have a sentence."""
    rules = engine.ruleset(name)
    asked = [k for k, rule in rules.tasks.items() if rule.offers is not None]
    tiles = {(t.kind, t.deed is not None) for t in rules.board.tiles}
    return [
        *(f"task_{snake(kind.__name__)}" for kind in asked),
        *sorted(f"{'deed' if deed else 'tile'}_{kind}" for kind, deed in tiles),
        *(f"event_{snake(kind.__name__)}" for kind in EXPLAINED),
        "event_rent",
        *(f"state_{snake(kind.__name__)}" for kind in STATES),
    ]


def names_of(name: str, language: Language) -> Names:
    rules = engine.ruleset(name)
    words = Words(language).of(rules.meta.rules)
    laid = engine.new_game(rules, ("A", "B", "C", "D"), Seeded(), Options(rules.edition))
    return Names(Telling(words, rules), engine.replay(laid))


def Seeded() -> object:
    from ketuk.rooms.chance import SeededLuck

    return SeededLuck(1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", engine.NAMES)
def test_everything_in_a_set_has_one_sentence(name: str, language: Language) -> None:
    told = names_of(name, language)
    lacking = [kind for kind in every_kind(name) if hint(told, kind) is None]
    assert lacking == []
    for kind in every_kind(name):
        one = hint(told, kind)
        assert one is not None
        assert one.text.strip().endswith((".", "?")), kind
        assert "||" not in one.text + one.wanted
        assert len(one.text) <= LONGEST or kind.startswith("tile_"), (kind, len(one.text))
    unheard = [k for k in texts(language, "hints") if k != "tile" and k not in all_kinds()]
    assert unheard == []


def all_kinds() -> set[str]:
    return {kind for name in engine.NAMES for kind in every_kind(name)}


def test_a_kind_without_a_sentence_is_found() -> None:
    assert hint(names_of("klasik", "id"), "task_unheard_of") is None


COMMON = ("task_free", "task_buy_choice", "task_due", "task_bidding", "task_answer",
          "event_rent", "event_mortgage_set", "event_level_changed", "event_jailed")  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", engine.NAMES[:-1])
def test_the_key_a_finds_a_page_for_what_every_game_has(name: str, language: Language) -> None:
    told = names_of(name, language)
    index = Index(entries(told.rules, told.words), told.words)
    looked = [k for k in every_kind(name) if k in COMMON or k.startswith(("tile_", "deed_"))]
    wanted = {kind: one.wanted for kind in looked if (one := hint(told, kind))}
    assert [(kind, w) for kind, w in wanted.items() if not w or not index.find(w)] == []


def test_a_recorded_game_of_each_set_meets_only_kinds_that_are_explained() -> None:
    met: dict[str, set[str]] = {}
    longest = {p.parent.name: p for p in sorted(GAMES, key=lambda p: p.stat().st_size)}
    for path in longest.values():
        rules, moves = moves_of(path)
        told = names_of(rules.meta.id, "id")
        for move in moves:
            for kind in kinds(rules, move.table, move.events):
                met.setdefault(rules.meta.id, set()).add(kind)
                over = move.table.top is None
                assert over or hint(told, kind) is not None, kind
    assert all({"task_free", "event_rent"} <= found for found in met.values())


# ---- the memory


def test_what_was_said_is_kept_and_never_said_again(tmp_path: Path) -> None:
    times = FirstTimes(tmp_path, "2026-01")
    assert not times.on
    times.turn(on=True)
    assert times.new(["a", "b", "a", "c"], 2) == ("a", "b")
    assert FirstTimes(tmp_path, "2026-01").new(["a", "b", "c"], 2) == ("c",)
    assert not FirstTimes(tmp_path, "2026-02").on
    times.turn(on=False)
    assert not FirstTimes(tmp_path, "2026-01").on
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


def test_the_memory_has_an_end_and_a_newer_form_is_left_alone(tmp_path: Path) -> None:
    for at in range(MOST + 5):
        FirstTimes(tmp_path, f"2026-{at:03}").turn(on=True)
    assert not FirstTimes(tmp_path, "2026-000").on
    assert FirstTimes(tmp_path, f"2026-{MOST + 4:03}").on
    newer = json.dumps({"v": 2, "games": {}}).encode()
    (tmp_path / FILE).write_bytes(newer)
    FirstTimes(tmp_path, "x").turn(on=True)
    assert (tmp_path / FILE).read_bytes() == newer


# ---- at the table


def shown(at: AtTable) -> str:
    line = at.app.screen.query_one(HintLine)
    return str(line._now) if line.display else at.said()


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("name", engine.NAMES)
async def test_the_first_question_of_a_first_game_is_explained(
    tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    people.remember(tmp_path, ["Ayu", "Budi", "Citra"])
    async with lobby(tmp_path, size=size) as at:
        rules = engine.ruleset(name)
        edition, seats = Options(rules.edition), ("Ayu", "Budi", "Citra", "Dewi")
        assert begin(at.app, names=seats, options=edition, box=None, ruleset=name, learn=True)
        await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
        line = at.app.screen.query_one(HintLine)
        await at.settle(lambda: bool(line._hints()))
        (told, *_) = line._hints()
        assert told.text in shown(at)
        await at.press("a")
        await at.settle(lambda: at.on == "RuleBook" and bool(at.app.screen._entries))
        assert at.app.screen.query_one("#book-search").value == told.wanted
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")
        await at.press("i")
        await at.settle(lambda: not line.display)
        await at.press("i")
        await at.settle(lambda: line.times.on)
        assert not line.display  # it was said


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize("size", [(60, 20), SMALL, LARGE])
async def test_what_is_explained_hides_no_answer(
    tmp_path: Path, size: tuple[int, int], seats: int
) -> None:
    async with lobby(tmp_path, size=size) as at:
        names = ("Ayu", "Budi", "Citra", "Dewi", "Eka", "Fajar")[:seats]
        assert begin(at.app, names=names, options=Options(), box=None, learn=True)
        await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
        await landed(at)
        line = at.app.screen.query_one(HintLine)
        line._question, line.times._game.said = "", ()
        line.heard((Landed(1, MEDAN, ""),))
        at.app.screen.show_game()
        await at.settle()
        assert "Belum ada pemiliknya" in shown(at)
        assert "Beli Medan" in at.text()
        assert "Tidak beli" in at.text()
        assert ("Sewa kota naik" in shown(at)) is (size == LARGE)


async def test_a_game_that_nobody_wants_explained_is_not(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        assert not at.app.screen.query_one(HintLine).display
        await landed(at)
        assert not at.app.screen.query_one(HintLine).display


async def test_an_undo_explains_nothing_again_and_the_next_start_neither(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        names = ("Ayu", "Budi", "Citra")
        assert begin(at.app, names=names, options=Options(), box=None, learn=True)
        await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
        line = at.app.screen.query_one(HintLine)
        await at.settle(lambda: line.display)
        said = line.times._game.said
        await at.press("enter")
        await at.settle(lambda: bool(at.session.room.moves))
        after = line.times._game.said
        assert len(after) > len(said)
        everybody = frozenset(at.table.seats)
        at.session.room.undo(consents=everybody)
        await at.settle()
        assert not line.display
        at.session.room.redo()
        await at.settle()
        assert not line.display
        assert line.times._game.said == after
    async with lobby(tmp_path) as at:
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        line = at.app.screen.query_one(HintLine)
        assert line.times.on
        assert not line.display


async def test_what_computers_do_is_explained_one_thing_after_another(tmp_path: Path) -> None:
    async with lobby(tmp_path, size=SMALL) as at:
        names, options, bots = ("Ayu", "Budi", "Citra"), Options(), (2, 3)
        assert begin(
            at.app,
            names=names,
            options=options,
            box=None,
            ruleset="klasik",
            bots=bots,
            learn=True,
        )
        await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
        screen, line, clock = at.app.screen, at.app.screen.query_one(HintLine), Clock(at)
        assert isinstance(screen, TableScreen)
        screen.robots.pace = "step"
        set_table(at, phase="turn", agenda=(Free(2),), opened=(at.table.count,),
                  turn=replace(at.table.turn, seat=2, may_roll=True))  # fmt: skip
        clock.seconds += 60

        def happens(*events: AnyEvent) -> str:
            line._question = ""  # each time another one
            line.heard(events)
            screen.show_game()
            return " ".join(one.text for one in line._hints())

        def kinds_of(*events: AnyEvent) -> list[str]:
            return list(kinds(at.session.rules, at.table, events, asked=False))

        told = names_of("klasik", "id")
        jailed, pledged = hint(told, "event_jailed"), hint(told, "event_mortgage_set")
        assert jailed is not None
        assert pledged is not None
        assert happens(Jailed(2, "tile")) == jailed.text
        assert kinds_of(Moved(2, 0, 1, "dice")) == ["deed_street"]
        clock.seconds += 1
        assert happens(MortgageSet(2, 1, True)) == jailed.text, "it can not have been read yet"
        assert happens() == jailed.text
        clock.seconds += 20
        assert happens() == pledged.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", engine.NAMES)
def test_a_page_explains_a_question_once_to_each_seat(
    tmp_path: Path, name: str, language: Language
) -> None:
    room = game(tmp_path, name)
    times = FirstTimes(tmp_path, room.header.made)
    tellers = Tellers(room, frozenset(), times)
    around = Around({}, None, None, 0.0)
    assert room.table.top is not None
    kind = f"task_{snake(type(room.table.top).__name__)}"
    one = hint(names_of(name, language), kind)
    assert one is not None
    asked = [s for s in room.table.seats if tellers(language).sheet(s, around).mine]
    for on in (False, True):
        times.turn(on=on)
        for _ in range(2):  # a page is told again whenever anything changes
            told = [s for s in (0, *room.table.seats)
                    if one.text in tellers(language).sheet(s, around).text]  # fmt: skip
            assert told == (asked if on else [])
    assert FirstTimes(tmp_path, room.header.made).new([f"{asked[0]} {kind}"], 1) == ()
    again = Tellers(room, frozenset(), times)(language)
    assert one.text not in again.sheet(asked[0], around).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_page_explains_names_no_key_of_the_table(language: Language) -> None:
    said = [text.partition("||")[0] for key, text in texts(language, "hints").items()
            if key.startswith("task_")]  # fmt: skip
    assert [text for text in said if re.search(r"\b[LWGAI] \w+[^.]*\.", text[1:])] == []


async def test_the_form_offers_it_where_somebody_is_new(tmp_path: Path) -> None:
    people.remember(tmp_path, ["Ayu", "Budi", "Citra"])
    async with lobby(tmp_path, size=SMALL) as at:
        await at.press("n")
        await at.settle(lambda: at.on == "NewGame")
        learn = at.app.screen.query_one("#switch-learn")
        for name in ("ayu", "Budi", "Citra"):
            await at.press(*name, "enter")
        assert learn.value == ""  # all have played here
        await at.press(*"Wayan")
        await at.settle(lambda: learn.value == "on")
        await at.press("f4")  # a computer needs no explanation
        await at.press("enter", "up", "f5")
        await at.settle(lambda: at.on == "TableScreen")


def test_languages_are_all_there() -> None:
    assert set(LANGUAGES) == set(get_args(Language))
