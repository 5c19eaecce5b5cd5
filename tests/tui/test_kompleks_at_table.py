"""Kompleks at the same screens: the first lap marked, how many houses, a vote, the open cards."""

import re
from itertools import product
from pathlib import Path

import pytest
from districtfolk import decision
from districts import Districts
from evening import Evening
from screens_at_hand import LARGE, SMALL, AtTable, lobby, set_table

from ketuk import engine
from ketuk.engine.commands import (
    Bid,
    Build,
    Buy,
    CallVote,
    Decline,
    Leave,
    Mortgage,
    Pass,
    Roll,
    Vote,
)
from ketuk.engine.events import StateChanged
from ketuk.engine.refusal import Reason
from ketuk.engine.states import Site
from ketuk.engine.table import Due, Free, Jump
from ketuk.tui.menu import AskTable, More, question
from ketuk.tui.menu.tiles import owned_line, tile_lines, what_it_does
from ketuk.tui.screens.opening import begin
from ketuk.tui.signs import FINE
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.telling import Telling
from ketuk.tui.widgets.look import FIRST_LAP, Glyphs, look_of, paint
from ketuk.tui.words import LANGUAGES, Language, Words, figure

RULES = engine.ruleset("kompleks")


def names(game: Districts, language: str = "id") -> Names:
    words = Words(language).of(RULES.meta.rules)  # type: ignore[arg-type]
    return Names(Telling(words, RULES), game.table)


def test_the_choice_says_how_many_houses_what_they_cost_and_what_rent_follows() -> None:
    game = Districts().has(1, 20_000_000).owns(1, 31, 32, 34)
    game.lands(34)
    asked = question(names(game))
    assert asked is not None
    assert "boleh membangun" in asked.text
    labels = [c.label for c in asked.choices if isinstance(c.action, AskTable)]
    assert "+1 rumah di Coblong: 2.000.000, sewa 3.000.000" in labels
    assert "+3 rumah di Coblong: 6.000.000, sewa 20.000.000" in labels
    game = Districts().has(1, 20_000_000).owns(1, 34, level=4)
    game.lands(34)
    asked = question(names(game, "en"))
    assert asked is not None
    wanted = "a hotel on Coblong: 2,000,000, rent 14,000,000"
    assert wanted in [c.label for c in asked.choices]
    assert [c.action for c in asked.choices if c.label == wanted] == [AskTable((Build(1, 34),))]


ROOM = 58
"""Columns of a choice on the narrowest screen."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_building_costs_and_brings_stands_whole_on_the_narrowest_screen(
    language: Language,
) -> None:
    streets = [t for t in RULES.board.deeds if RULES.board.deed(t).build_price]
    told = 0
    for tile, level in product(streets, range(5)):
        game = Districts().has(1, 90_000_000).owns(1, *RULES.board.siblings(tile))
        game.owns(1, tile, level=level).stands(1, tile).turn(1, rolls=1)
        site = Site(1, tile, level, game.table.round, 1)
        game.set(states=(*game.table.states, site))
        for way in [c for c in game.offered() if isinstance(c, Build)]:
            label, told = names(game, language).label(way), told + 1
            rent = 2 * RULES.board.deed(tile).rents[level + way.levels]
            assert label.endswith(figure(rent, language))
            assert len(label) <= ROOM, label
    assert told == 22 * (4 + 3 + 2 + 1 + 1)


async def test_no_choice_of_houses_is_cut_short(tmp_path: Path) -> None:
    async with lobby(tmp_path, size=SMALL) as at:
        await sit_down(at)
        laid = Districts().has(1, 20_000_000).owns(1, 37, 39)
        laid.stands(1, 34)
        laid.do(Roll(1), dice=[(1, 2)])
        now = laid.table
        set_table(at, players=now.players, states=now.states, holdings=now.holdings,
                  agenda=now.agenda, opened=now.opened, turn=now.turn)  # fmt: skip
        await at.settle()
        assert "+4 rumah di Menteng Jakarta: 8.000.000, sewa 26.000.000" in at.text()
        assert "…  │" not in at.text()


def test_a_vote_shows_who_has_said_what_and_how_many_it_takes() -> None:
    game = Districts(5)
    game.do(CallVote(2, "end"), Vote(4, yes=False))
    asked = question(names(game))
    assert asked is not None
    assert asked.text == (
        "Budi mengajak. Ya: Budi. Tidak: Dewi. Belum menjawab: Ayu, Citra dan Eka. Diperlukan 3 ya."
    )
    assert len(asked.choices) == 6


def test_bankruptcy_is_never_what_enter_alone_does() -> None:
    game = Districts().has(1, 0).ask(Free(1), Due(1, 2, 100_000, "card"))
    asked = question(names(game))
    assert asked is not None
    ruin = [c for c in asked.choices if isinstance(c.action, More)]
    assert [w.action for w in ruin[-1].action.choices] == [AskTable((Leave(1),))]  # type: ignore[union-attr]
    assert not any(c.action == AskTable((Leave(1),)) for c in asked.choices)


def test_every_tile_can_be_reached_from_the_menus_of_parkir_bebas() -> None:
    game = Districts().owns(1, 14).owns(2, 39).stands(1, 20).ask(Free(1), Jump(1))
    asked = question(names(game))
    assert asked is not None
    menus = [c.action for c in asked.choices]
    ways = [w for menu in menus if isinstance(menu, More) for w in menu.choices]
    assert len(ways) == 39
    assert "Nusa Dua Bali, sewa 500.000 kepada Budi" in [w.label for w in ways]
    assert "Coblong, harga 3.200.000" in [w.label for w in ways]


def test_who_is_short_at_a_purchase_is_not_sent_to_raise_what_cannot_be_raised_then() -> None:
    game = Districts().has(1, 0).owns(1, 5).asked_to_buy(13)
    assert game.refused(Mortgage(1, 5)).reason is Reason.QUESTION_OPEN
    told = names(game).telling.refused(game.refused(Buy(1)), game.table)
    assert told.startswith(f"Kas kurang {figure(1_400_000, 'id')}. Pilih yang lain")
    assert "di saat bebas" in told


def test_where_bids_go_round_the_line_says_who_is_asked_and_who_is_still_in() -> None:
    game = Districts(3).asked_to_buy(13)
    game.do(Decline(1))
    told = names(game).telling
    opening = "Lelang Rappocini: Budi, membuka tawaran? Masih ikut: Ayu, Budi dan Citra"
    assert told.question(game.table) == opening
    game.do(Bid(2, 100_000))
    asked = "100.000 dari Budi. Citra, menambah? Masih ikut: Ayu, Budi dan Citra"
    assert told.question(game.table).endswith(asked)
    game.do(Pass(3))
    assert told.question(game.table).endswith("Ayu, menambah? Masih ikut: Ayu dan Budi")


def test_a_district_names_its_city_in_menus_and_in_what_somebody_owns() -> None:
    game = Districts().owns(1, 8).asked_to_buy(6)
    told = names(game)
    assert "Kota Palembang: Kemuning" in "\n".join(tile_lines(told, 6))
    assert " · kota Palembang · " in owned_line(told, 8)
    asked = question(told)
    assert asked is not None
    assert "Sekota: Sukarami (Ayu), Ilir Barat (bebas)." in asked.text


@pytest.mark.parametrize(
    ("language", "called"),
    [("id", "putaran pertama"), ("en", "first lap"), ("ms", "pusingan pertama"),
     ("pt", "primeira volta")],
)  # fmt: skip
def test_the_first_lap_has_one_name_on_its_tile_and_in_the_log(
    language: Language, called: str
) -> None:
    told = names(Districts(2), language)
    assert called in what_it_does(told, 0)
    game = Districts(2).laps(0, 1).stands(1, 38)
    (lap,) = [e for e in game.do(Roll(1), dice=[(1, 1)])
              if isinstance(e, StateChanged) and e.what == "first_lap"]  # fmt: skip
    assert called in str(told.telling.event(lap, game.table))


def test_a_pawn_in_its_first_lap_is_marked_on_its_tile() -> None:
    game = Districts(2).laps(0, 1).stands(1, 12).stands(2, 12)
    look = look_of(names(game), 12, FINE)
    assert look.spared == (1,)
    painted = "".join(s.text for row in paint(look, 12, 4, Glyphs(FINE, ("A", "B"))) for s in row)
    assert f"A{FIRST_LAP}" in painted
    assert f"B{FIRST_LAP}" not in painted


async def test_a_district_names_its_city_where_it_is_traded(tmp_path: Path) -> None:
    async with lobby(tmp_path, size=LARGE) as at:
        await sit_down(at)
        game = Districts(3).owns(1, 1, 3).owns(2, 8, 39)
        laid = {f: getattr(game.table, f) for f in ("players", "holdings", "states", "turn")}
        set_table(at, phase="turn", agenda=(Free(1),), opened=(at.table.count,), **laid)
        await at.settle()
        await at.press("t")
        await at.settle(lambda: at.on == "TradeScreen")
        text = at.text()
        for told in ("Ampenan, Mataram", "Cakranegara, Mataram", "Sukarami, Palembang"):
            assert told in text, told
        await at.press("escape")


async def sit_down(at: AtTable) -> None:
    known = ("Ayu", "Budi", "Citra")
    options = engine.Options(edition=RULES.edition)
    assert begin(at.app, names=known, options=options, box=None, ruleset="kompleks")
    await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)


async def test_first_lap_open_cards_and_the_vote_at_the_screen(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await sit_down(at)
        assert at.text().count("putaran pertama") == 3
        laid = Districts(3).stands(1, 37)
        set_table(at, players=laid.table.players, states=laid.table.states)
        await at.settle()
        assert "putaran pertama" not in at.text()
        people = Evening(at, decision)
        await people.play(until=lambda: any(deck.bottom for deck in at.table.decks))
        await at.press("question_mark")
        await at.settle(lambda: at.on == "Help")
        assert re.search(r"C +Kartu\b", at.text()), "the tab has the name that the book gives it"
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")
        await at.press("c")
        await at.settle(lambda: at.on == "Drawn")
        (card,) = [c for deck in at.table.decks for c in deck.bottom]
        found = RULES.cards[card]
        deck = RULES.terms[f"deck_{found.deck}"]["id"]
        assert f"{deck}: {found.name}" in at.text()
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")
        await people.play(until=lambda: isinstance(at.table.top, Free))
        await at.press("x")
        await at.settle(lambda: at.on == "LeaveScreen")
        assert "Budi mengajak mengakhiri permainan" in at.text()
        await at.press("5")
        await at.settle(lambda: "Akhiri permainan?" in at.text() or "Ya: Budi" in at.text())
        await at.press("1")
        await at.settle(lambda: at.on == "EndScreen")
        assert at.table.phase == "over"
