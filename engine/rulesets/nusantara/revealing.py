"""The event of a round is revealed."""

from ketuk.engine.acts.asked import asked
from ketuk.engine.acts.drawing import in_deck, top_card
from ketuk.engine.commands import AnyCommand, RevealCard
from ketuk.engine.draft import Draft
from ketuk.engine.events import (
    EventRevealed,
)
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import Item, RuleSet, TapRule
from ketuk.engine.table import (
    AnyTask,
    Reveal,
    RunEvent,
    Table,
)
from ketuk.engine.taps import Do, Making, Meaning, Shown

OUT_OF_DECK = {3: "4.7.1", 5: "4.7.3", 6: "4.7.4"}
"""By number of players: why some cards are not in the deck."""


def may_reveal(rules: RuleSet, table: Table, seat: int, card: int) -> Refused | None:
    """Whether the opener can reveal this card: of this game's deck, and not seen before."""
    if refused := asked(table, seat, Reveal) or in_deck(table, "kejadian", card):
        players = len(table.players)
        if refused.reason is Reason.CARD_NOT_IN_DECK and card in rules.seating.without[players]:
            return refuse(refused.reason, OUT_OF_DECK.get(players, ""), card=card)
        return refused
    return None


def reveal(draft: Draft, command: RevealCard) -> Refused | None:
    """Turn over the event of the round."""
    if refused := may_reveal(draft.rules, draft.table, command.seat, command.card):
        return refused
    card = command.card or top_card(draft, draft.table.deck("kejadian"))
    draft.done()
    draft.add(EventRevealed(command.seat, card, "kejadian"))
    draft.plan(RunEvent(card, command.targets == "dice"))
    return None


def offers(rules: RuleSet, table: Table, task: Reveal) -> list[AnyCommand]:
    """All ways to turn over the event."""
    if table.options.decks == "app":
        return [RevealCard(task.seat)]
    return [RevealCard(task.seat, c) for c in table.deck(rules.event_deck).unseen]


def without(draft: Draft, task: Reveal, seat: int, heir: int) -> tuple[AnyTask, ...]:
    """The event is revealed all the same."""
    return (Reveal(heir),) if task.seat == seat else (task,)


def _tapped(t: Table, rules: RuleSet, item: Item, seat: int | None, making: Making) -> Meaning:
    """A card of the real deck is what the opener turns over, whoever's device reads it."""
    if isinstance(t.top, Reveal) and t.options.decks == "real":
        return Do(RevealCard(t.top.seat, item.number))
    return Shown(item.number)


TAP = TapRule((), _tapped)
"""What an event card means."""
