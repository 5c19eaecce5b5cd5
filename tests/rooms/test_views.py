"""What a seat may see: not the hands of others, not bids before the reveal, by no detour."""

import re
from dataclasses import replace

import msgspec
import pytest
from situations import Situation

from ketuk import engine
from ketuk.engine.commands import BidCard, Buy, Correct, Decline, Draw, GoOn, Play, Ready
from ketuk.engine.corrections import CardIn
from ketuk.engine.events import BidLaid, CardDrawn, Corrected
from ketuk.engine.table import BuyChoice, DrawCard, Free
from ketuk.rooms.views import HIDDEN, open_offers, public, public_command, view

RULES = engine.ruleset("nusantara")


def auction() -> Situation:
    game = Situation(players=3)
    game.holds(1, 54).holds(2, 52, 64).ask(Free(1), BuyChoice(1, 2))
    game.do(Decline(1))
    game.do(*(Ready(seat) for seat in (1, 2, 3)), BidCard(1, 2), BidCard(2, 3))
    return game


def test_hands_of_others_are_so_many_cards() -> None:
    seen = view(auction().table, 1, RULES)
    assert seen.player(1).hand == (54,)
    assert seen.player(2).hand == (HIDDEN, HIDDEN)
    assert view(auction().table, None, RULES).player(1).hand == (HIDDEN,)


def test_a_card_that_was_drawn_in_the_open_stays_open() -> None:
    """In sets whose cards are turned over for all to see, a kept one is no secret."""
    rules = replace(RULES, seating=msgspec.structs.replace(RULES.seating, hand_deck="other"))
    assert view(auction().table, None, rules).player(2).hand == (52, 64)


def test_what_is_left_in_the_deck_does_not_tell_the_hands() -> None:
    table = auction().table
    seen = view(table, 1, RULES)
    assert set(seen.deck("siasat").unseen) == set(range(50, 74)) - {54}
    assert 52 not in table.deck("siasat").unseen


def test_bids_are_face_down_until_the_reveal() -> None:
    game = auction()
    seen = view(game.table, 1, RULES).auction
    assert seen is not None
    assert [(b.seat, b.card) for b in seen.sealed.bids] == [(1, 2), (2, HIDDEN)]
    game.do(BidCard(3, 0), GoOn(1))
    opened = view(game.table, 1, RULES).auction
    assert opened is not None
    assert [(b.seat, b.card) for b in opened.sealed.bids] == [(1, 2), (2, 3), (3, 0)]


def test_events_are_cut_for_all_but_their_seat() -> None:
    events = (CardDrawn(2, 52, "siasat"), BidLaid(2, 3))
    assert [e.card for e in public(events, 1)] == [HIDDEN, HIDDEN]
    assert [e.card for e in public(events, None)] == [HIDDEN, HIDDEN]
    assert public(events, 2) == events


def test_offers_do_not_tell_a_hand() -> None:
    game = Situation(players=3)
    game.holds(1, 56, 68).ask(Free(1))
    offered = engine.offers(game.table, game.rules)
    assert Play(1, 68) in offered.commands
    assert Play(1, 68) in open_offers(offered, 1).commands
    assert not [c for c in open_offers(offered, None).commands if isinstance(c, Play)]
    game.ask(Free(1), BuyChoice(1, 2))
    offered = engine.offers(game.table, game.rules)
    assert {c.card for c in offered.commands if isinstance(c, Buy)} == {0, 56}
    shown = open_offers(offered, 2).commands
    assert {c.card for c in shown if isinstance(c, Buy)} == {0}


@pytest.mark.parametrize("seat", [None, 1, 2, 3])
def test_no_hidden_number_is_anywhere_in_a_view(seat: int | None) -> None:
    """The whole text of a view, searched: only what was played or may be in the deck is there."""
    game = Situation(players=3)
    game.holds(1, 61).holds(2, 62).holds(3, 63)
    text = msgspec.json.encode(view(game.table, seat, RULES)).decode()
    deck = re.search(r'"name":"siasat","unseen":\[([\d,]*)\]', text)
    assert deck is not None
    rest = text.replace(deck.group(1), "")
    for owner, card in ((1, 61), (2, 62), (3, 63)):
        assert (re.search(rf"\b{card}\b", rest) is not None) == (owner == seat)
        assert (str(card) in deck.group(1)) == (owner != seat)


def test_what_may_be_drawn_is_not_listed_for_whoever_draws() -> None:
    """The cards that a list would lack are those in the hands of the others."""
    game = Situation(players=3, decks="real")
    game.holds(2, 52).ask(Free(1), DrawCard(1, "siasat"))
    offered = engine.offers(game.table, game.rules)
    assert Draw(1, 53) in offered.commands
    assert open_offers(offered, 1).commands == ()
    game.do(Draw(1, 53))


@pytest.mark.parametrize(("was", "now", "may_know"), [(0, 2, {2}), (1, 2, {1, 2}), (1, 0, {1})])
def test_a_card_put_right_is_the_business_of_its_holders(
    was: int, now: int, may_know: set[int]
) -> None:
    game = Situation(players=3).ask(Free(1))
    if was:
        game.holds(was, 52)
    asked = Correct(3, CardIn(52, now))
    told = tuple(game.do(asked))
    for seat in (None, 1, 2, 3):
        shown = public(told, seat)
        text = msgspec.json.encode(shown).decode()
        assert (re.search(r"\b52\b", text) is not None) == (seat in may_know)
        hidden = public_command(asked, seat) != asked
        assert hidden == (seat is None or seat != now)


def test_a_card_that_lies_open_is_told_openly() -> None:
    told = (Corrected(1, CardIn(60, 0), CardIn(60, 2), deck="chance"),)
    assert public(told, None) == told
