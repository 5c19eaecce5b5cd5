"""Playing a card of the hand; what it does is the card's own rule."""

from ketuk.engine.acts.drawing import mind_limit
from ketuk.engine.causes import CardUsedFor
from ketuk.engine.commands import Play
from ketuk.engine.draft import Draft
from ketuk.engine.events import CardUsed
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import OverLimit, Table


def may_play(rules: RuleSet, table: Table, command: Play) -> Refused | None:
    """Whether a card is held and its rule allows it now, with these targets."""
    if command.card not in table.player(command.seat).hand:
        return refuse(Reason.CARD_NOT_HELD, card=command.card)
    rule = rules.card_rules[rules.cards[command.card].kind]
    return rule.may(rules, table, command.seat, command)


def play(draft: Draft, command: Play) -> Refused | None:
    """Play a card: it goes under its deck, unless its rule keeps it, and takes effect."""
    rules, seat = draft.rules, command.seat
    if refused := may_play(rules, draft.table, command):
        return refused
    card = rules.cards[command.card]
    over = isinstance(draft.table.top, OverLimit)
    if over:
        draft.done()
    rule = rules.card_rules[card.kind]
    if not rule.kept:
        draft.add(CardUsed(seat, command.card, card.deck, CardUsedFor("played")))
    rule.play(draft, command)
    if over:
        mind_limit(draft, seat)
    return None


def playable(rules: RuleSet, table: Table, seat: int) -> list[Play]:
    """Every way in which a seat can play a card now."""
    plays: list[Play] = []
    for card in table.player(seat).hand:
        rule = rules.card_rules[rules.cards[card].kind]
        plays.extend(rule.offers(rules, table, seat, card))
    return plays
