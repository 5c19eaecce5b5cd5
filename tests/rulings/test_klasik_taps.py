"""Klasik, what a card of the box means when it is tapped."""

from situations import only
from town import CHANCE_FREE, CHEST, Town

from ketuk import engine
from ketuk.engine.commands import Buy, Confirm, Decline, Draw, Pay, PayRent, Pick, Play, Redeem
from ketuk.engine.events import CardShown
from ketuk.engine.refusal import Reason
from ketuk.engine.table import Burdened, Free, Handover, PickCity
from ketuk.engine.taps import Choice, Denied, Do, PutDown, Selected, Shown, meaning

RULES = engine.ruleset("klasik")


def tap(game: Town, item: int, seat: int | None = None, **more: object) -> object:
    return meaning(game.table, game.rules, item, seat, **more)  # type: ignore[arg-type]


def test_a_box_has_69_stickers() -> None:
    numbers = [i.number for i in RULES.items]
    assert len(numbers) == len(set(numbers)) == 69
    assert sorted(n for n in numbers if n < 40) == list(RULES.board.deeds)
    assert [n for n in numbers if 40 <= n < 50] == list(range(40, 48))
    assert [n for n in numbers if 50 <= n < 100] == list(range(50, 82))
    assert numbers[-1] == 140
    assert {i.kind for i in RULES.items} == {"property", "player", "chance", "chest", "box"}


def test_a_property_just_landed_on_is_bought() -> None:
    game = Town().asked_to_buy(39)
    assert tap(game, 39) == Do(Buy(1))
    short = Town().has(1, 399).asked_to_buy(39)
    denied = tap(short, 39)
    assert isinstance(denied, Denied)
    assert denied.refused.about == {"short": 1, "amount": 400}
    assert tap(game, 37) == Shown(37)


def test_under_the_hammer_it_is_only_shown() -> None:
    game = Town().asked_to_buy(39)
    game.do(Decline(1))
    assert tap(game, 39) == Shown(39)


def test_a_rent_is_paid_with_the_deed() -> None:
    game = Town().owns(2, 39)
    game.lands(39)
    assert tap(game, 39, 1) == Do(PayRent(1, 39))


def test_a_mortgaged_property_that_was_taken_over_is_redeemed_or_kept() -> None:
    game = Town().owns(2, 26, mortgaged=True).ask(Free(1), Burdened(2, 26))
    assert tap(game, 26, 2) == Choice(26, (Pay(2), Redeem(2, 26)))
    assert tap(game, 26, 1) == Shown(26)
    assert tap(game.has(2, 142), 26) == Do(Pay(2))


def test_a_building_won_goes_where_the_deed_is_tapped() -> None:
    game = Town().owns(2, 37, 39).ask(Free(1), PickCity(2, "building", (37, 39)))
    assert tap(game, 39) == Do(Pick(2, 39))


def test_a_card_out_of_jail_is_played_in_jail_and_denied_elsewhere() -> None:
    game = Town().holds(1, CHANCE_FREE)
    denied = tap(game, CHANCE_FREE)
    assert isinstance(denied, Denied)
    assert denied.refused.reason is Reason.NOT_STUCK
    assert tap(game.stuck(1), CHANCE_FREE) == Do(Play(1, CHANCE_FREE))
    assert isinstance(tap(game, CHANCE_FREE, 2), Denied)


def test_a_card_of_a_real_deck_is_the_one_drawn() -> None:
    game = Town(decks="real")
    game.lands(CHEST)
    found = tap(game, 67)
    assert found == Do(Draw(1, 67))
    assert only(game.do(Draw(1, 67)), CardShown).card == 67
    assert tap(game, 67) == Shown(67)


def test_in_a_trade_cards_and_deeds_are_put_down_and_handed_over() -> None:
    game = Town().owns(2, 39).holds(2, CHANCE_FREE)
    assert tap(game, 39, making="trade") == PutDown(39, 2)
    assert tap(game, CHANCE_FREE, making="trade") == PutDown(CHANCE_FREE, 2)
    game.ask(Free(1), Handover((39, CHANCE_FREE)))
    assert tap(game, CHANCE_FREE, 1) == Do(Confirm(1, CHANCE_FREE))


def test_players_and_the_box() -> None:
    game = Town(players=8)
    assert tap(game, 47) == Selected(8)
    assert tap(Town(), 47) == Shown(47)
    assert tap(game, 140) == Shown(140)
