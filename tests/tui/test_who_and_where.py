"""Who has to pay, who is bankrupt, who is jailed and who only passes by, and where a pawn is."""

from pathlib import Path

import pytest
from laid import laid, standing
from rich.console import Console
from ruins import ruined
from screens_at_hand import SMALL, lobby, set_table

from ketuk import engine
from ketuk.engine.acts.trading import nothing_follows
from ketuk.engine.events import Moved
from ketuk.engine.rules.trade import interest_of
from ketuk.engine.table import (
    BANK,
    Answer,
    Bill,
    Due,
    Free,
    Goods,
    OpenRent,
    TaxChoice,
    Trade,
    replace,
)
from ketuk.tui.menu import question
from ketuk.tui.screens.lay_out import laid as laid_out
from ketuk.tui.signs import FINE
from ketuk.tui.telling.names import Names
from ketuk.tui.widgets.players import Rows
from ketuk.tui.words import LANGUAGES, Language

each_set = pytest.mark.parametrize("ruleset", engine.NAMES)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def rows(names: Names, ruined: frozenset[int] = frozenset(), width: int = 66) -> list[str]:
    console = Console(width=width, file=None, force_terminal=False)
    with console.capture() as caught:
        console.print(Rows(names, 1, FINE, head=False, ruined=ruined))
    return caught.get().splitlines()


def with_table(names: Names, **fields: object) -> Names:
    return Names(names.telling, replace(names.table, **fields))


@each_set
@each_language
def test_who_must_pay_is_marked_in_the_list(ruleset: str, language: Language) -> None:
    names = laid(ruleset, language, players=4)
    owing = with_table(names, agenda=(Free(1), Due(3, BANK, 120, "tax"), Due(2, 1, 50, "card")))
    told = rows(owing)
    assert names.words("screens.must_pay", amount=50) in told[1]
    assert names.words("screens.must_pay", amount=120) in told[2]
    for other in (told[0], told[3]):
        assert names.words("screens.must_pay", amount=0).replace("0", "").strip() not in other


@each_set
@each_language
def test_the_row_of_the_bankrupt_says_so(ruleset: str, language: Language) -> None:
    names = laid(ruleset, language, players=4)
    players = list(names.table.players)
    for seat in (2, 3):
        players[seat - 1] = replace(players[seat - 1], left=True)
    told = rows(with_table(names, players=tuple(players), seats=(1, 4)), frozenset({2}))
    assert names.words("screens.is_bankrupt") in told[1]
    assert names.words("screens.has_left") in told[2]
    assert names.words("screens.is_bankrupt") not in told[2]


async def test_whoever_was_ruined_at_the_table_is_bankrupt_in_its_row(tmp_path: Path) -> None:
    async with lobby(tmp_path, size=SMALL) as at:
        await ruined(at, 3, to=3)
        bill = Bill(39, 1700, "level", total=1700)
        set_table(at, agenda=(Free(2),), opened=(1,), rents=(OpenRent(2, 3, bill),))
        assert "bangkrut" not in at.text()
        await at.press("enter")
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: at.table.player(2).left)
        await at.settle()
        row = next(line for line in at.text().splitlines() if "B Budi" in line)
        assert "bangkrut" in row
        assert at.session.room.bankrupt == {2}


@each_set
@each_language
def test_being_jailed_and_passing_by_are_two_things_in_words(
    ruleset: str, language: Language
) -> None:
    names = standing(laid(ruleset, language, players=4), 0)
    jail = names.rules.board.find("jail")
    there = standing(names, jail, frozenset({2}))
    free, held = there.at(1), there.at(2)
    assert free != held
    assert names.jail in free
    assert names.jail in held
    told = rows(there)
    assert there.words("screens.pawn_jailed", jail=names.jail) in told[1]
    assert there.words("screens.pawn_visiting", jail=names.jail) in told[0]
    ended = with_table(
        there, phase="turn", agenda=(Free(1),), turn=replace(there.table.turn, may_roll=False)
    )
    asked = question(ended)
    assert asked is not None
    assert asked.seat != 1 or free in asked.text


@each_set
@each_language
def test_tiles_of_one_name_are_told_apart_where_a_pawn_is(ruleset: str, language: Language) -> None:
    names = laid(ruleset, language, players=4)
    size = names.rules.board.size
    spots = [names.telling.names.spot(tile, names.table) for tile in range(size)]
    assert len(set(spots)) == size
    for tile in range(size):
        told = names.telling.event(Moved(1, 0, tile, "dice"), names.table)
        assert spots[tile] in str(told)


@each_set
@each_language
def test_who_chooses_a_way_of_a_tax_is_shown_no_worth_before(
    ruleset: str, language: Language
) -> None:
    names = laid(ruleset, language, players=4)
    taxed = with_table(names, agenda=(Free(1), TaxChoice(1, 4)))
    before, now = rows(names), rows(taxed)
    worth = names.words.figure(names.rules.shown_worth(names.rules, names.table, 1))
    assert before[0].count(worth) >= now[0].count(worth) + 1
    assert "?" in now[0]
    assert "?" not in now[1]


@each_set
@each_language
def test_interest_on_what_is_mortgaged_is_told_before_a_trade_is_agreed(
    ruleset: str, language: Language
) -> None:
    names = laid(ruleset, language, players=3)
    rules, tile = names.rules, next(t for t in names.rules.board.deeds)
    holdings = list(names.table.holdings)
    holdings[tile] = replace(holdings[tile], owner=1, mortgaged=True)
    trade = Trade(1, 2, Goods(tiles=(tile,)), Goods(cash=names.rules.meta.step))
    asked = with_table(names, holdings=tuple(holdings), agenda=(Free(1), Answer(trade)))
    told = question(asked)
    assert told is not None
    fee = interest_of(rules, asked.table, trade)[2]
    said = names.words("screens.trade_interest", name="Budi", amount=fee)
    assert (said in told.text) == (rules.trading.passed_on is not nothing_follows)


@each_set
@each_language
def test_two_open_rents_are_both_offered_each_with_its_tile(
    ruleset: str, language: Language
) -> None:
    names = laid(ruleset, language, players=4)
    one, other = names.rules.board.deeds[:2]
    holdings = list(names.table.holdings)
    holdings[one] = replace(holdings[one], owner=2)
    holdings[other] = replace(holdings[other], owner=3)
    rents = (
        OpenRent(1, 2, Bill(one, 20, "level", total=20)),
        OpenRent(1, 3, Bill(other, 40, "level", total=40)),
    )
    asked = question(
        with_table(
            names, phase="turn", holdings=tuple(holdings), agenda=(Free(1),), rents=rents,
            turn=replace(names.table.turn, seat=1, may_roll=False, rolls=2),
        )
    )  # fmt: skip
    assert asked is not None
    labels = [choice.label for choice in asked.choices]
    if not any(names.tile(one) in label for label in labels):
        pytest.skip("rents of these rules are never open: they are paid at once")
    for tile, amount in ((one, 20), (other, 40)):
        mine = [label for label in labels if names.tile(tile) in label]
        assert len(mine) == 2, labels  # it is paid, or asked for
        assert all(f"({amount})" in label for label in mine)
        assert names.tile(tile) in asked.text


@each_set
@each_language
def test_decks_go_by_their_names_where_the_table_is_laid_out_again(
    ruleset: str, language: Language
) -> None:
    names = laid(ruleset, language, players=4)
    told = laid_out(names).plain
    assert names.table.decks
    for deck in names.table.decks:
        called = names.telling.names.deck(deck.name)
        assert called != deck.name
        left = names.words.figure(len(deck.unseen) + len(deck.bottom))
        assert f"{called}: {left}" in told
        assert f"{deck.name}: " not in told
