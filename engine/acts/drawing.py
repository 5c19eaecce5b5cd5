"""Drawing cards and the hand limit."""

from ketuk.engine.acts.asked import asked, at_leisure
from ketuk.engine.causes import CardUsedFor
from ketuk.engine.commands import Discard, Draw, Play
from ketuk.engine.draft import Draft
from ketuk.engine.events import CardDrawn, CardUsed, DeckEmpty
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Deck, DrawCard, OverLimit, Table


def draw_step(draft: Draft, task: DrawCard) -> bool:
    """A card is due: drawn by the app, or waited for if the deck is real."""
    deck = draft.table.deck(task.deck)
    if not deck.unseen and not deck.bottom:
        draft.done()
        draft.add(DeckEmpty(task.seat, task.deck, draft.rules.cite("deck_empty")))
        return True
    if draft.table.options.decks == "real":
        return False
    _take(draft, task, top_card(draft, deck))
    return True


def top_card(draft: Draft, deck: Deck) -> int:
    """The next card: one of those never seen, by luck; after them the used ones in order."""
    return draft.luck.draw(deck.unseen) if deck.unseen else deck.bottom[0]


def may_draw(table: Table, seat: int, card: int) -> Refused | None:
    """Whether a card of a real deck can be the one drawn: not in a hand, not on the board."""
    if refused := asked(table, seat, DrawCard):
        return refused
    top = table.top
    assert isinstance(top, DrawCard)
    return in_deck(table, top.deck, card)


def in_deck(table: Table, name: str, card: int) -> Refused | None:
    """Whether the table brings that deck, and the card can still be in it."""
    if table.options.decks == "app":
        return refuse(Reason.CARD_BY_APP) if card else None
    deck = table.deck(name)
    if not card:
        return refuse(Reason.CARD_MISSING)
    if card not in deck.unseen and card not in deck.bottom:
        return refuse(Reason.CARD_NOT_IN_DECK, card=card)
    return None


def draw(draft: Draft, command: Draw) -> Refused | None:
    """Take the card that was drawn from a real deck."""
    if refused := may_draw(draft.table, command.seat, command.card):
        return refused
    top = draft.table.top
    assert isinstance(top, DrawCard)
    _take(draft, top, command.card)
    return None


def _take(draft: Draft, task: DrawCard, card: int) -> None:
    draft.done()
    drawn = draft.rules.card_rules[draft.rules.cards[card].kind].drawn
    if drawn is not None:
        drawn(draft, task.seat, card)
        return
    draft.add(CardDrawn(task.seat, card, task.deck))
    mind_limit(draft, task.seat)


def mind_limit(draft: Draft, seat: int) -> None:
    """Over the hand limit, the seat plays or discards."""
    if len(draft.table.player(seat).hand) > draft.rules.hand_limit:
        draft.plan(OverLimit(seat))


def limit_step(draft: Draft, task: OverLimit) -> bool:
    """A hand that is within the limit again, by a correction, need not give a card up."""
    if len(draft.table.player(task.seat).hand) > draft.rules.hand_limit:
        return False
    draft.done()
    return True


def may_discard(rules: RuleSet, table: Table, seat: int, card: int) -> Refused | None:
    """Whether a card may be thrown away: over the limit any; else only one without any target."""
    held = card in table.player(seat).hand
    if type(table.top) is OverLimit:
        if refused := asked(table, seat, OverLimit):
            return refused
        return None if held else refuse(Reason.CARD_NOT_HELD, card=card)
    if not held:
        return refuse(Reason.CARD_NOT_HELD, card=card)
    if at_leisure(table, seat) and useless(rules, table, seat, card):
        return None
    return refuse(Reason.HAND_NOT_FULL, rules.cite("hand_limit"), card=card)


def useless(rules: RuleSet, table: Table, seat: int, card: int) -> bool:
    """Whether a card names somebody richer and nobody is (ruling on Razia without a target)."""
    rule = rules.card_rules[rules.cards[card].kind]
    refused = rule.may(rules, table, seat, Play(seat, card))
    return refused is not None and refused.reason is Reason.NOBODY_RICHER


def discard(draft: Draft, command: Discard) -> Refused | None:
    """Put a card under its deck."""
    seat, card = command.seat, command.card
    if refused := may_discard(draft.rules, draft.table, seat, card):
        return refused
    over = type(draft.table.top) is OverLimit
    if over:
        draft.done()
    ruling = draft.rules.cite("hand_limit" if over else "nobody_richer")
    draft.add(CardUsed(seat, card, draft.rules.cards[card].deck, CardUsedFor("discarded"), ruling))
    if over:
        mind_limit(draft, seat)
    return None
