"""Rel at the same screens: minus, Ah Long, news while it holds, missions so many of so many."""

from pathlib import Path

import pytest
from rails import Rails
from screens_at_hand import LARGE, SMALL, AtTable, lobby, set_table

from ketuk import engine
from ketuk.engine.commands import (
    Bid,
    Borrow,
    Concede,
    Decline,
    EndTurn,
    Mortgage,
    Pass,
    Propose,
    Roll,
)
from ketuk.engine.events import Paid
from ketuk.engine.table import Due, Free, Goods, Options, Trade
from ketuk.tui.menu import AskTable, ChoiceLine, More, Question, question
from ketuk.tui.screens.opening import begin
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.telling import Telling
from ketuk.tui.words import LANGUAGES, Language, Words

NAMES = ("Ayu", "Budi", "Citra")
MINUS = "\u2212200"


def asked(game: Rails, language: Language = "ms") -> Question:
    words = Words(language).of(game.rules.meta.rules)
    found = question(Names(Telling(words, game.rules), game.table))
    assert found is not None
    return found


def within(choices: tuple[ChoiceLine, ...]) -> list[ChoiceLine]:
    """Lines behind these, as deep as they go."""
    more = [c.action for c in choices if isinstance(c.action, More)]
    return [line for menu in more for line in (*menu.choices, *within(menu.choices))]


def does(choices: list[ChoiceLine] | tuple[ChoiceLine, ...]) -> set[object]:
    return {
        c for line in choices if isinstance(line.action, AskTable) for c in line.action.commands
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", [54, 55, 56])
def test_a_rent_by_card_names_no_reading_where_the_book_has_none(
    language: Language, card: int
) -> None:
    game = Rails().owns(2, 12, 15, 25)
    (paid,) = [e for e in game.draws(card) if isinstance(e, Paid)]
    assert paid.bill is not None
    lines = Telling(Words(language).of("rel"), game.rules).bill(paid.bill)
    assert lines
    assert all(line.strip()[-1] not in ":," for line in lines), lines
    assert all(number in game.rules.rulings for number in paid.bill.rulings)


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_deed_itself_has_to_be_empty_and_that_is_what_is_said(language: Language) -> None:
    """Buildings elsewhere on the line stand in nobody's way here."""
    game = Rails().owns(1, 1, level=1).owns(1, 3)
    telling = Telling(Words(language).of("rel"), game.rules)
    group = Words(language)("refusals.has_buildings", tile="Klang")
    for command in (Mortgage(1, 1), Propose(1, Trade(1, 2, Goods(tiles=(1,)), Goods(10)))):
        said = telling.refused(game.refused(command), game.table)
        assert "Klang" in said
        assert group not in said
    game.do(Mortgage(1, 3))


def test_in_malay_a_bid_is_no_tawaran() -> None:
    """A *Tawaran* is what one player offers another: an auction has bids, *bidaan*."""
    game = Rails().asked_to_buy(6)
    telling = Telling(Words("ms").of("rel"), game.rules)
    said = []
    for command in (Decline(1), Bid(2, 10), Bid(3, 20), Pass(1)):
        before = game.table
        said += telling.events(tuple(game.do(command)), before)
        said += [telling.question(game.table), *(c.label for c in within(asked(game).choices))]
        said += [c.label for c in asked(game).choices]
    for refused in (game.refused(Bid(2, 25)), game.refused(Bid(2, 9000)), game.refused(Bid(3, 90))):
        said.append(telling.refused(refused, game.table))
    assert any("membida" in text for text in said)
    assert not [text for text in said if "tawar" in str(text).lower()]


# --- below zero --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_that_may_not_end_in_minus_says_how_much_to_raise(language: Language) -> None:
    game = Rails().has(1, -200).owns(1, 6)
    game.turn(1, may_roll=False)
    said = asked(game, language)
    assert MINUS in said.text
    assert "200" in said.text.replace(MINUS, "")
    assert "Ah Long" in said.text
    assert said.marked is None, "Enter alone does nothing there"
    assert EndTurn(1) not in does(said.choices)
    assert {Borrow(1), Mortgage(1, 6)} <= does(within(said.choices))


def test_muflis_in_minus_stands_behind_a_line_and_is_never_at_hand() -> None:
    game = Rails().has(1, -200)
    game.turn(1, may_roll=False)
    said = asked(game)
    assert Concede(1) not in does(said.choices)
    assert Concede(1) in does(within(said.choices))
    assert any("muflis" in line.label for line in said.choices)


def test_ah_long_has_collected_and_the_turn_may_end_as_ever() -> None:
    game = Rails().has(1, 0).lent(1).owns(1, 6).stands(1, 39)
    game.do(Roll(1), dice=[(3, 4)])
    said = asked(game)
    assert game.cash(1) == -200
    assert does(said.choices) >= {EndTurn(1)}
    assert said.marked == 0


def test_who_pays_from_minus_is_told_the_whole_sum_that_is_missing() -> None:
    game = Rails().has(1, -200).owns(1, 6).ask(Free(1), Due(1, 2, 50, "rent"))
    said = asked(game)
    assert MINUS in said.text
    assert "kurang 250" in said.text
    assert {Borrow(1), Mortgage(1, 6), Concede(1)} <= does(within(said.choices))


def test_enter_goes_to_the_real_dice_as_it_rolls_those_of_the_program() -> None:
    assert asked(Rails(dice="real")).marked == 0
    assert asked(Rails()).marked == 0


# --- the screen --------------------------------------------------------------------------------


async def sit_down(at: AtTable, edition: str = "rel-borneo") -> None:
    options = Options(edition=engine.ruleset(edition).edition, settings=(("rounds", 30),))
    assert begin(at.app, names=NAMES, options=options, box=None, ruleset=edition)
    await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)


def lay(at: AtTable, game: Rails, **more: object) -> None:
    """The open game as a situation has it."""
    laid = {f: getattr(game.table, f) for f in ("players", "holdings", "states", "agenda", "turn")}
    opened = (at.table.count,) * len(game.table.agenda)
    set_table(at, phase="turn", opened=opened, bank=game.table.bank, **{**laid, **more})


class Borneo(Rails):
    RULESET = "rel-borneo"


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_minus_loan_news_and_missions_stand_on_the_board(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with lobby(tmp_path, size=size, language="ms") as at:
        await sit_down(at)
        game = Borneo().has(1, -200).lent(2).owns(2, 5, 15).news(84).missions()
        lay(at, game)
        await at.settle()
        lines = at.text().splitlines()
        first, second = (next(r for r in lines if f" {name} " in r) for name in ("Ayu", "Budi"))
        assert MINUS in first
        assert "-200" not in at.text()
        assert "Ah Long 400" in second
        assert "misi 0/10" in first
        head = at.text().splitlines()[0]
        assert "Ronde 1/30" in head
        assert "Jerebu Miri" in head
        assert "Pusingan" not in head
        assert "Tabung" not in head, "no pot in this set"


async def test_g_opens_the_missions_so_many_of_so_many(tmp_path: Path) -> None:
    async with lobby(tmp_path, size=LARGE, language="ms") as at:
        await sit_down(at)
        lay(at, Borneo().owns(1, 1, 5, 39, 21).missions())
        await at.press("g")
        await at.settle(lambda: at.on == "GoalsScreen")
        assert "Rentas Borneo" in at.text()
        assert "+70" in at.text()
        assert "4/6" in at.text()


@pytest.mark.parametrize("edition", ["rel", "rel-borneo"])
async def test_the_ring_has_the_names_of_its_edition(tmp_path: Path, edition: str) -> None:
    async with lobby(tmp_path, size=LARGE, language="ms") as at:
        await sit_down(at, edition)
        shown = at.text()
        other = {"rel": "rel-borneo", "rel-borneo": "rel"}[edition]
        for tile in engine.ruleset(edition).board.deeds:
            own, theirs = (engine.ruleset(n).board.tiles[tile].name for n in (edition, other))
            assert any(word[:8] in shown for word in own.split()), own
            assert theirs not in shown, theirs


async def test_r_29_whoever_is_at_the_screen_ends_the_game_asked_once_more(tmp_path: Path) -> None:
    async with lobby(tmp_path, language="ms") as at:
        await sit_down(at)
        last = str(len(NAMES) + 1)
        for answer, screen in (("2", "LeaveScreen"), ("1", "EndScreen")):
            if at.on != "LeaveScreen":
                await at.press("x")
                await at.settle(lambda: at.on == "LeaveScreen")
            assert "Tamatkan & kira: yang terkaya menang" in at.text()
            await at.press(last)
            await at.settle(lambda: at.on == "Ask")
            assert "Tamatkan permainan sekarang" in at.text()
            await at.press(answer)
            await at.settle(lambda s=screen: at.on in (s, "TableScreen"))
            assert (at.table.phase == "over") == (answer == "1")
        await at.settle(lambda: at.on == "EndScreen")


async def test_the_last_round_promises_no_rent_that_the_book_does_not_know(tmp_path: Path) -> None:
    async with lobby(tmp_path, size=LARGE, language="ms") as at:
        await sit_down(at)
        lay(at, Borneo(), round=30, rounds=30)
        await at.settle()
        head = at.text().splitlines()[0]
        assert "RONDE TERAKHIR" in head
        assert "×2" not in head
