"""Two rule sets side by side, field by field, told from the values themselves.

Where a field is a number it is read; where it is a function it is asked, on a small table laid for
the purpose. So an owner's own set is compared as it plays, not as somebody once described it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from ketuk.engine.acts import leaving, owing, trading
from ketuk.engine.rules import debt
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import (
    FOREVER,
)
from ketuk.tui.comparing import board as ring
from ketuk.tui.comparing import choices, deeds
from ketuk.tui.comparing.asked import Answer, Asked
from ketuk.tui.words import Words


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """One field as both sets have it."""

    field: str
    label: str
    left: str
    right: str

    @property
    def same(self) -> bool:
        """Whether both say the same."""
        return self.left == self.right


def compare(left: RuleSet, right: RuleSet, words: Words) -> tuple[ComparedRow, ...]:
    """All fields, in the order in which a player would ask."""
    one, other = Asked(left, words), Asked(right, words)
    rows = [
        ComparedRow(key, words(f"compare.{key}"), one.said(ask), other.said(ask))
        for key, ask in FIELDS.items()
    ]
    for name in dict.fromkeys(s.name for s in (*left.settings, *right.settings)):
        ask = partial(choices.number, name)
        label = next(choices.label(name, a) for a in (one, other) if a.chooses(name))
        rows.append(ComparedRow(f"number_{name}", label, one.said(ask), other.said(ask)))
    return tuple(rows)


# --- the table ---------------------------------------------------------------------------------


def _players(a: Asked) -> Answer:
    return "span", {"span": a.span(a.players)}


def _tiles(a: Asked) -> Answer:
    tiles, deeds = a.rules.board.tiles, a.rules.board.deeds
    built = sum(t.deed is not None and bool(t.deed.build_price) for t in tiles)
    return "tiles_are", {"tiles": len(tiles), "deeds": len(deeds), "built": built}


def _cash(a: Asked) -> Answer:
    return "span", {"span": a.span([c for cash in a.rules.seating.cash.values() for c in cash])}


def _step(a: Asked) -> Answer:
    return "span", {"span": a.words.figure(a.rules.meta.step)}


def _opener(a: Asked) -> Answer:
    return f"opener_{a.rules.seating.opener}", {}


def _end(a: Asked) -> Answer:
    rounds = list(a.rules.seating.rounds.values())
    if min(rounds) >= FOREVER:
        return ("end_last_or_vote" if "end" in a.rules.votes else "end_last"), {}
    return "end_rounds", {"rounds": a.span(rounds)}


# --- a turn ------------------------------------------------------------------------------------


def _salary(a: Asked) -> Answer:
    passing, reaching = a.earned(exact=False), a.earned(exact=True)
    facts: dict[str, object] = {"amount": sum(passing), "reaching": sum(reaching)}
    if passing != reaching:
        return "salary_exact", facts
    return f"salary_{'turn' if len(a.earned(exact=False, times=2)) == 1 else 'each'}", facts


def _jail(a: Asked) -> Answer:
    jail = a.rules.jail
    to = a.account(jail.to(a.table))
    return "jail_is", {"amount": jail.fee, "tries": jail.tries, "payee": to}


def _cards(a: Asked) -> Answer:
    decks: dict[str, int] = {}
    for card in a.rules.cards.values():
        decks[card.deck] = decks.get(card.deck, 0) + 1
    return "decks_are", {"decks": ", ".join(f"{_deck(a, d)} {n}" for d, n in decks.items())}


def _deck(a: Asked, name: str) -> str:
    own = a.rules.terms.get(f"deck_{name}")
    return a.words.said(own) if own is not None else a.words(f"questions.deck_{name}")


def _hand(a: Asked) -> Answer:
    seats = a.rules.seating
    if not seats.hand_deck:
        return "hand_open", {}
    return "hand_secret", {"dealt": seats.hand, "limit": a.rules.hand_limit}


def _events(a: Asked) -> Answer:
    return ("events_round", {}) if a.rules.event_deck else ("none", {})


# --- trade, debt, worth ------------------------------------------------------------------------


def _trade(a: Asked) -> Answer:
    at_once = a.rules.trading.agreed is trading.carry_out
    anybody = a.rules.moments.trade(a.table, 2) is None
    return f"trade_{'any' if anybody else 'own'}_{'at_once' if at_once else 'later'}", {}


def _fairness(a: Asked) -> Answer:
    return ("fairness_free" if a.rules.trading.fairness is None else "fairness_half"), {}


def _unpaid(a: Asked) -> Answer:
    return ("unpaid_debt" if a.rules.ruin.unpaid is owing.book_debt else "unpaid_bankrupt"), {}


def _raise(a: Asked) -> Answer:
    if a.rules.ruin.must_raise(a.rules, a.table, 1, 1) and not a.table.owned(1):
        return "raise_waits", {}  # nothing to sell or mortgage, and yet it waits
    all_of_it = a.rules.ruin.must_raise is debt.anything_to_raise
    return ("raise_all" if all_of_it else "raise_enough"), {}


def _left(a: Asked) -> Answer:
    queued = a.rules.ruin.left_behind is leaving.queue_up
    return ("left_rounds" if queued else "left_at_once"), {}


def _worth(a: Asked) -> Answer:
    tile = a.rules.board.deeds[-1]
    table = a.owning((tile,), mortgaged=True)
    worth = a.rules.net_worth(a.rules, table, 2) - table.player(2).cash
    price = a.rules.board.deed(tile).price
    return (
        ("worth_whole", {})
        if worth == price
        else ("worth_counts", {"part": deeds.part(worth, price)})
    )


def _stickers(a: Asked) -> Answer:
    return "span", {"span": a.words.figure(len(a.rules.items))}


def _rulings(a: Asked) -> Answer:
    return "span", {"span": a.words.figure(len(a.rules.rulings))}


FIELDS: Mapping[str, Callable[[Asked], Answer]] = {
    "players": _players,
    "tiles": _tiles,
    "rest": ring.rest,
    "cash": _cash,
    "step": _step,
    "opener": _opener,
    "end": _end,
    "salary": _salary,
    "jail": _jail,
    "visiting": ring.visiting,
    "first_lap": ring.first_lap,
    "taxes": ring.taxes,
    "paid": ring.paid,
    "jumps": ring.jumps,
    "cards": _cards,
    "hand": _hand,
    "events": _events,
    "auction": deeds.auction,
    "rents": deeds.rents,
    "set": deeds.whole_set,
    "others": ring.others,
    "late": ring.late,
    "limit": ring.limit,
    "building": deeds.building,
    "selling": deeds.selling,
    "mortgage": deeds.mortgage,
    "new_owner": deeds.new_owner,
    "to_bank": deeds.to_bank,
    "trade": _trade,
    "fairness": _fairness,
    "unpaid": _unpaid,
    "raise": _raise,
    "left": _left,
    "worth": _worth,
    "house": choices.house,
    "stickers": _stickers,
    "rulings": _rulings,
}
"""By field: how a set answers."""
