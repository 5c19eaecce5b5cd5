"""A tile says all that a player asks about it: of every tile of every set, in every language."""

from pathlib import Path

import pytest
from lucky import Lucky
from screens_at_hand import NAMES, landed, set_table, table

from ketuk import engine
from ketuk.engine.offers import offers
from ketuk.engine.table import Free, Options, replace
from ketuk.tui.book.entries import book, entries
from ketuk.tui.menu.tiles import offered, owned_line, tile_lines, what_it_does
from ketuk.tui.pages.deals import side_of
from ketuk.tui.pages.place import place
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.telling import Telling
from ketuk.tui.words import LANGUAGES, Language, Words

SETS = tuple(engine.NAMES)


def new(ruleset: str, language: Language) -> Names:
    rules = engine.ruleset(ruleset)
    options = Options(edition=rules.edition)
    begun = engine.replay(engine.new_game(rules, NAMES, Lucky(1), options))
    words = Words(language).of(rules.meta.rules)
    return Names(Telling(words, rules), begun)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", SETS)
def test_every_tile_says_what_it_does_or_costs(ruleset: str, language: Language) -> None:
    names = new(ruleset, language)
    board = names.rules.board
    for printed in board.tiles:
        told = "\n".join(tile_lines(names, printed.index))
        does = what_it_does(names, printed.index)
        assert does or printed.deed is not None, printed
        assert "{" not in told
        deed = printed.deed
        if deed is None:
            continue
        for amount in (deed.price, *deed.rents):
            assert names.words.figure(amount) in told, (printed, amount)
        for other in board.siblings(printed.index):
            assert names.tile(other) in told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", SETS)
def test_owners_of_a_group_and_the_rent_of_now_are_told(ruleset: str, language: Language) -> None:
    fresh = new(ruleset, language)
    for group in fresh.rules.board.groups[1:]:
        deeds = [t for t in group if fresh.rules.board.tiles[t].deed is not None]
        if not deeds:
            continue
        holdings = list(fresh.table.holdings)
        for tile in deeds:
            holdings[tile] = replace(holdings[tile], owner=2)
        names = Names(fresh.telling, replace(fresh.table, holdings=tuple(holdings)))
        for tile in deeds:
            lines = tile_lines(names, tile)
            told = "\n".join(lines)
            assert told.count(f"({names.seat(2)})") >= len(deeds)
            bill = names.rules.rent(names.rules, names.table, tile, 3)
            if not isinstance(bill, engine.rules.ruleset.Excuse):
                assert names.words("tiles.rent_today", amount=bill.total) in lines
            assert names.deed(tile) in owned_line(names, tile)
            others = [t for t in deeds if t != tile]
            assert all(names.tile(t) in offered(names, tile) for t in others)


def goods_of(names: Names) -> dict[int, str]:
    """What a phone says of each property, where one player has all."""
    holdings = tuple(
        replace(held, owner=1) if tile in names.rules.board.deeds else held
        for tile, held in enumerate(names.table.holdings)
    )
    all_mine = replace(names.table, holdings=holdings, agenda=(Free(1),), phase="turn")
    here = place(Names(names.telling, all_mine), 1, offers(all_mine, names.rules))
    found = {good.value: f"{good.label} {good.hint}" for good in side_of(here, 1, "give").tiles}
    assert len(found) == len(names.rules.board.deeds)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", SETS)
def test_a_group_goes_by_its_name_wherever_the_set_gives_it_one(
    ruleset: str, language: Language
) -> None:
    names = new(ruleset, language)
    board = names.rules.board
    rows = [line.split(" | ") for line in book(names.rules, language).splitlines() if " | " in line]
    found = entries(names.rules, names.words)
    goods = goods_of(names)
    for printed in board.tiles:
        if not printed.group:
            continue
        own = names.rules.terms.get(f"group_{printed.group}")
        called = own[language] if own else str(printed.group)
        members = ", ".join(names.tile(t) for t in board.siblings(printed.index))
        assert f"{called}: " in "\n".join(tile_lines(names, printed.index))
        assert called in owned_line(names, printed.index)
        assert own is None or called in goods[printed.index]
        assert any(f"{called}: {members}" in entry.text for entry in found)
        row = [r for r in rows if r[:2] == [f"| {printed.index}", printed.name]]
        assert not row or called in row[0]
    named = [key for key in names.rules.terms if key.startswith("group_")]
    assert len(named) in {0, len(board.groups) - 1}


async def test_a_key_opens_the_tile_and_another_what_everybody_owns(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await landed(at)
        asked = " ".join(at.text().split())
        assert "Segrup:" in asked
        await at.press("l")
        await at.settle(lambda: at.on == "TileScreen")
        assert "Petak 2" in at.text()
        await at.press("right")
        assert "Petak 3" in at.text()
        await at.press("left", "left", "left", "left")
        assert f"Petak {at.session.rules.board.size - 1}" in at.text()
        await at.press("escape", "m")
        await at.settle(lambda: at.on == "Owned")
        assert "Milik Ayu" in at.text()
        await at.press("escape")
        holdings = list(at.table.holdings)
        holdings[5] = replace(holdings[5], owner=2)
        set_table(at, holdings=tuple(holdings))
        await at.press("m", "right")
        assert "Milik Budi" in at.text()
        await at.press("1")
        await at.settle(lambda: at.on == "TileScreen")
        assert "Petak 5" in at.text()
        assert "Milik Budi" in at.text()


async def test_a_card_that_is_not_awaited_shows_its_tile(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await landed(at)
        await at.tap(5)
        await at.settle(lambda: at.on == "TileScreen")
        assert "Petak 5" in at.text()
        await at.press("escape")
        await at.tap(2)
        await at.settle(lambda: at.table.holdings[2].owner == 1)
