"""Kompleks, what a card of the box means when it is tapped."""

import pytest
from districts import Districts
from recorded import moves_of
from whole_set import games

from ketuk import engine
from ketuk.engine.commands import (
    Bid,
    Build,
    Buy,
    CallVote,
    Confirm,
    Decline,
    Mortgage,
    Pick,
    Play,
    Propose,
    Redeem,
    Roll,
    SellBuilding,
    Skip,
    Vote,
)
from ketuk.engine.items import player_item
from ketuk.engine.refusal import Reason
from ketuk.engine.table import Due, Free, Goods, Jump, Trade
from ketuk.engine.taps import (
    Choice,
    Denied,
    Do,
    PutDown,
    Selected,
    Shown,
    meaning,
)
from ketuk.tui.telling.telling import Telling
from ketuk.tui.words import LANGUAGES, Language, Words, figure

RULES = engine.ruleset("kompleks")


def tap(game: Districts, item: int, seat: int | None = None, **more: object) -> object:
    return meaning(game.table, game.rules, item, seat, **more)  # type: ignore[arg-type]


def test_a_box_has_67_stickers() -> None:
    numbers = [i.number for i in RULES.items]
    assert len(numbers) == len(set(numbers)) == 67
    assert sorted(n for n in numbers if n < 40) == list(RULES.board.deeds)
    assert [n for n in numbers if 40 <= n < 50] == list(range(40, 46))
    assert [n for n in numbers if 50 <= n < 66] == list(range(50, 66))
    assert [n for n in numbers if 66 <= n < 100] == list(range(66, 82))
    assert numbers[-1] == 140
    codes = [c.code for c in RULES.cards.values()]
    assert codes == [f"K{n:02d}" for n in range(1, 17)] + [f"D{n:02d}" for n in range(1, 17)]


def test_unowned_land_just_landed_on_is_bought() -> None:
    game = Districts().asked_to_buy(13)
    assert tap(game, 13) == Do(Buy(1))
    assert tap(game, 14) == Shown(14)
    denied = tap(Districts().has(1, 1).asked_to_buy(13), 13)
    assert isinstance(denied, Denied)
    assert denied.refused.reason is Reason.SHORT_OF_CASH
    assert {type(c) for c in game.offered()} == {Buy, Decline, Skip}


def test_from_parkir_bebas_a_deed_is_the_tile_to_go_to() -> None:
    game = Districts().owns(2, 39).stands(1, 20).ask(Free(1), Jump(1))
    for tile in RULES.board.deeds:
        assert tap(game, tile) == Do(Pick(1, tile))
        assert tap(game, tile, 2) == Shown(tile)


def test_own_land_just_landed_on_is_a_choice_of_how_many_houses() -> None:
    game = Districts().has(1, 20_000_000).owns(1, 14)
    game.lands(14)
    assert tap(game, 14) == Choice(14, tuple(Build(1, 14, n) for n in (1, 2, 3, 4)))
    game.do(Build(1, 14, 4))
    assert tap(game, 14) == Choice(14, (SellBuilding(1, 14), Mortgage(1, 14)))
    game = Districts().has(1, 20_000_000).owns(1, 14, level=4)
    game.lands(14)
    assert tap(game, 14) == Do(Build(1, 14))


def test_own_land_in_a_free_moment_or_a_payment_is_sold_from_mortgaged_or_redeemed() -> None:
    game = Districts().owns(1, 14, level=2).owns(1, 31, mortgaged=True).owns(1, 5)
    assert tap(game, 14) == Choice(14, (SellBuilding(1, 14), Mortgage(1, 14)))
    assert tap(game, 31) == Do(Redeem(1, 31))
    assert tap(game, 5) == Do(Mortgage(1, 5))
    game.has(1, 0).ask(Free(1), Due(1, 2, 100_000, "card"))
    assert tap(game, 14) == Choice(14, (SellBuilding(1, 14), Mortgage(1, 14)))
    assert tap(game, 31) == Shown(31)
    assert tap(game, 5, 2) == Shown(5)


def test_land_of_others_is_only_shown() -> None:
    game = Districts().owns(2, 14, level=2)
    game.lands(14)
    assert tap(game, 14) == Shown(14)


@pytest.mark.parametrize("language", LANGUAGES)
def test_land_of_others_shows_what_a_landing_costs_and_why(language: Language) -> None:
    telling = Telling(Words(language), RULES)

    def said(game: Districts, item: int) -> str:
        found = tap(game, item)
        assert isinstance(found, Shown)
        return telling.unwanted(found, telling.names.card(item, game.table), game.table)

    game = Districts().owns(2, 31, 32).owns(2, 34, level=5).owns(3, 12).owns(1, 14)
    for part in ("Budi", figure(14_000_000, language), figure(28_000_000, language), "KP-7"):
        assert part in said(game, 34)
    for plain in (12, 1):  # no throw yet, nobody's
        assert said(game, plain).count("0") == 0
    game.turn(1, dice=(3, 4))
    assert figure(280_000, language) in said(game, 12)
    game.owns(2, 34, mortgaged=True)
    assert "Budi" not in said(game, 34)
    assert "Citra" in said(Districts().owns(3, 34), 34)
    assert "Citra" not in said(Districts().laps(0, 1, 1).owns(3, 34), 34), "the first lap spares"


def test_a_player_card_is_the_least_bid_of_that_seat_or_its_vote() -> None:
    game = Districts().asked_to_buy(13)
    game.do(Decline(1))
    assert tap(game, player_item(2)) == Do(Bid(2, 100_000))
    game.do(Bid(2, 150_000))
    assert tap(game, player_item(3)) == Do(Bid(3, 250_000))
    assert tap(game, player_item(1)) == Selected(1), "it is not asked yet"
    game = Districts()
    assert tap(game, player_item(1)) == Selected(1)
    game.do(CallVote(1, "end"))
    both = (Vote(2, yes=True), Vote(2, yes=False))
    assert tap(game, player_item(2)) == Choice(player_item(2), both)
    assert tap(game, player_item(1)) == Selected(1)


def test_a_jail_card_is_used_in_jail_and_put_down_in_a_trade() -> None:
    game = Districts().holds(1, 60).stuck(1)
    assert tap(game, 60) == Do(Play(1, 60))
    game = Districts().holds(1, 60)
    assert isinstance(tap(game, 60), Denied)
    assert tap(game, 60, making="trade") == PutDown(60, 1)
    game.do(Propose(1, Trade(1, 2, Goods(cards=(60,)), Goods(cash=5))))
    game.do(engine.commands.Accept(2))
    assert tap(game, 60) == Do(Confirm(1, 60))


@pytest.mark.parametrize("path", games("kompleks")[:3], ids=lambda p: p.stem)
def test_what_a_tap_does_is_always_offered(path: object) -> None:
    for move in moves_of(path)[1][::5]:  # type: ignore[arg-type]
        offered = engine.offers(move.table, RULES)
        for item in RULES.items:
            found = meaning(move.table, RULES, item.number)
            ways = {Do: lambda f: (f.command,), Choice: lambda f: f.commands}.get(type(found))
            assert ways is None or set(ways(found)) <= set(offered.commands)


def test_a_double_is_rolled_on_by_the_key_alone() -> None:
    assert Roll(1) in Districts().offered()
