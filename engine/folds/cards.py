"""Cards of decks and hands, and what lies on the board by them."""

from collections.abc import Callable
from typing import Any

from ketuk.engine import events as ev
from ketuk.engine.folds.parts import (
    for_the_log,
    taken,
    under,
    with_deck,
    with_hand,
    with_holding,
    without,
)
from ketuk.engine.table import Deck, Holding, Table, replace


def _card_drawn(table: Table, e: ev.CardDrawn | ev.CardKept) -> Table:
    hand = (*table.player(e.seat).hand, e.card)
    return replace(
        table,
        players=with_hand(table, e.seat, hand),
        decks=with_deck(table, e.deck, taken(e.card)),
        count=table.count + 1,
    )


def _card_shown(table: Table, e: ev.CardShown) -> Table:
    decks = with_deck(table, e.deck, taken(e.card))
    shown = replace(table, decks=decks)
    return replace(shown, decks=with_deck(shown, e.deck, under(e.card)), count=table.count + 1)


def _card_used(table: Table, e: ev.CardUsed) -> Table:
    hand = without(table.player(e.seat).hand, e.card)
    return replace(
        table,
        players=with_hand(table, e.seat, hand),
        decks=with_deck(table, e.deck, under(e.card)),
        count=table.count + 1,
    )


def _card_returned(table: Table, e: ev.CardReturned) -> Table:
    return replace(table, decks=with_deck(table, e.deck, under(e.card)), count=table.count + 1)


def _card_passed(table: Table, e: ev.CardPassed) -> Table:
    giver = without(table.player(e.seat).hand, e.card)
    given = replace(table, players=with_hand(table, e.seat, giver))
    taker = (*given.player(e.to).hand, e.card)
    return replace(given, players=with_hand(given, e.to, taker), count=table.count + 1)


def _card_laid(table: Table, e: ev.CardLaid) -> Table:
    hand = without(table.player(e.seat).hand, e.card)
    return replace(
        table,
        players=with_hand(table, e.seat, hand),
        holdings=_insured(table, e.tile, e.card),
        count=table.count + 1,
    )


def _insurance_spent(table: Table, e: ev.InsuranceSpent) -> Table:
    return replace(
        table,
        holdings=_insured(table, e.tile, 0),
        decks=with_deck(table, e.deck, under(e.card)),
        count=table.count + 1,
    )


def _insured(table: Table, tile: int, card: int) -> tuple[Holding, ...]:
    return with_holding(table, tile, replace(table.holdings[tile], insurance=card))


def _event_revealed(table: Table, e: ev.EventRevealed) -> Table:
    return replace(
        table,
        event=e.card,
        phase="event",
        decks=with_deck(table, e.deck, taken(e.card)),
        count=table.count + 1,
    )


def _effects_changed(table: Table, e: ev.EffectsChanged) -> Table:
    return replace(table, states=table.keeping(e.effects), count=table.count + 1)


def _deck_shuffled(table: Table, e: ev.DeckShuffled) -> Table:
    def shuffled(deck: Deck) -> Deck:
        return replace(deck, unseen=tuple(sorted((*deck.unseen, *deck.bottom))), bottom=())

    return replace(table, decks=with_deck(table, e.deck, shuffled), count=table.count + 1)


FOLDS: dict[type, Callable[[Table, Any], Table]] = {
    ev.CardDrawn: _card_drawn,
    ev.CardShown: _card_shown,
    ev.CardKept: _card_drawn,
    ev.DeckEmpty: for_the_log,
    ev.DeckShuffled: _deck_shuffled,
    ev.CardUsed: _card_used,
    ev.CardReturned: _card_returned,
    ev.CardPassed: _card_passed,
    ev.CardLaid: _card_laid,
    ev.InsuranceSpent: _insurance_spent,
    ev.EventRevealed: _event_revealed,
    ev.Targeted: for_the_log,
    ev.EffectsChanged: _effects_changed,
}
