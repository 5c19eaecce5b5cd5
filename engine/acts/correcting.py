"""Corrections: the players set by hand what the game has otherwise than the table before them.

They resolve nothing: no rent, no salary, no price. Money comes from or goes to the account of
corrections, buildings from or to the box, cards from or to their deck, so every sum holds. A state
that no rule leads to is allowed if the game goes on soundly from it: buildings without a set or
unevenly, a pawn wherever it stands. Whether all players agree is for the room to ask.
"""

from collections.abc import Callable
from typing import Any

from ketuk.engine.acts.asked import name
from ketuk.engine.acts.building import release
from ketuk.engine.acts.drawing import mind_limit
from ketuk.engine.acts.owing import transfer
from ketuk.engine.causes import (
    AcquiredBy,
    FreedBy,
    JailedFor,
    LevelChangedBy,
    MovedBy,
    PaidFor,
    ReleasedBy,
)
from ketuk.engine.commands import Correct
from ketuk.engine.corrections import (
    DECK,
    AnyCorrection,
    BuildingsOn,
    CardIn,
    CashOf,
    DeedOf,
    PawnOn,
    as_it_stands,
    cash_of,
)
from ketuk.engine.draft import Draft
from ketuk.engine.events import Acquired, Corrected, Freed, Jailed, LevelChanged, MortgageSet, Moved
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.buildings import stock_with
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import (
    BANK,
    CORRECTION,
    NOWHERE,
    POT,
    Table,
)

MOST_CASH = 1_000_000
"""Highest cash that can be set: more than any box has notes for."""
LONGEST_NOTE = 120
"""Characters of a note at most."""
WHY = "corrected"
"""Why, or how, of every fact that a correction leads to."""


def at_rest(table: Table) -> Refused | None:
    """Whether this is a moment for corrections: nothing is half done that counts on the table."""
    if table.top is None:
        return refuse(Reason.GAME_OVER)
    if table.auction is not None or any(t.half_done for t in table.agenda):
        return refuse(Reason.HALF_DONE, question=name(table.top))
    return None


def may_correct(rules: RuleSet, table: Table, what: AnyCorrection) -> Refused | None:
    """Whether something can be set so, now."""
    if refused := at_rest(table) or within_bounds(rules, table, what):
        return refused
    return refuse(Reason.NOTHING_TO_CORRECT) if what == as_it_stands(table, what) else None


def within_bounds(rules: RuleSet, table: Table, what: AnyCorrection) -> Refused | None:
    """Whether something can stand so, were it the moment to set it."""
    return _MAY[type(what)](rules, table, what)


def correct(draft: Draft, command: Correct) -> Refused | None:
    """Set something by hand."""
    rules, what, note = draft.rules, command.what, command.note
    if refused := may_correct(rules, draft.table, what):
        return refused
    if len(note) > LONGEST_NOTE or not note.isprintable():
        return refuse(Reason.BAD_NOTE, most=LONGEST_NOTE)
    deck = rules.cards[what.card].deck if isinstance(what, CardIn) else ""
    secret = bool(deck) and deck == rules.seating.hand_deck
    was = as_it_stands(draft.table, what)
    draft.add(Corrected(command.seat, was, what, note, deck, secret))
    _SET[type(what)](draft, what)
    return None


# --- whether -----------------------------------------------------------------------------------


def _playing(table: Table, seat: int) -> Refused | None:
    if not 1 <= seat <= len(table.players):
        return refuse(Reason.NO_SUCH_SEAT, seat=seat)
    return refuse(Reason.SEAT_LEFT, seat=seat) if table.player(seat).left else None


def _may_put_pawn(rules: RuleSet, table: Table, what: PawnOn) -> Refused | None:
    """Anywhere on the ring, unless its player is being asked about where it stands."""
    if refused := _playing(table, what.seat):
        return refused
    for task in table.agenda:
        if task.pawn == what.seat:
            return refuse(Reason.QUESTION_OPEN, question=name(table.top))
    if not 0 <= what.tile < rules.board.size:
        return refuse(Reason.BAD_TARGET, target=what.tile)
    misplaced = what.stuck and what.tile != rules.board.find("jail")
    return refuse(Reason.BAD_TARGET, target=what.tile) if misplaced else None


def _may_set_cash(rules: RuleSet, table: Table, what: CashOf) -> Refused | None:
    not_so = may_set_pot(rules, table) if what.account == POT else _playing(table, what.account)
    if not_so:
        return not_so
    least, step = least_cash(rules) if what.account != POT else 0, rules.meta.step
    if least <= what.amount <= most_cash(rules) and what.amount % step == 0:
        return None
    return refuse(Reason.OUT_OF_RANGE, least=least, most=most_cash(rules), step=step)


def most_cash(rules: RuleSet) -> int:
    """Cash that can be set by hand at most: ten times what all begin with, or a million."""
    return max(MOST_CASH, 10 * max(sum(cash) for cash in rules.seating.cash.values()))


def least_cash(rules: RuleSet) -> int:
    """The lowest cash that a player can have been set to."""
    return -most_cash(rules) if rules.below_zero else 0


def may_set_pot(rules: RuleSet, table: Table) -> Refused | None:
    """Whether there is a pot, and nobody is being asked what may rest on how much it has."""
    if rules.jail.to(table) != POT:
        return refuse(Reason.NO_POT)
    at_leisure = table.top is not None and table.top.at_leisure
    return None if at_leisure else refuse(Reason.QUESTION_OPEN, question=name(table.top))


def _may_give_deed(rules: RuleSet, table: Table, what: DeedOf) -> Refused | None:
    """To a seat that may own it, or to the bank; never mortgaged with buildings on it."""
    tile, owner = what.tile, what.owner
    if refused := _in_question(rules, table, tile):
        return refused
    if owner == BANK:
        return refuse(Reason.BANK_OWNS, tile=tile) if what.mortgaged else None
    if refused := _playing(table, owner):
        return refused
    held = table.holdings[tile]
    if held.owner != owner and (refused := rules.may_own(rules, table, owner, tile)):
        return refused
    built = what.mortgaged and held.level and not rules.mortgaging.built
    return refuse(Reason.HAS_BUILDINGS, tile=tile) if built else None


def _in_question(rules: RuleSet, table: Table, tile: int) -> Refused | None:
    """Whether a tile is a property that no open question is about."""
    if tile not in rules.board.deeds:
        return refuse(Reason.NOT_A_PROPERTY, tile=tile)
    if any(task.in_question == tile for task in table.agenda):
        return refuse(Reason.QUESTION_OPEN, question=name(table.top))
    return None


def _may_set_level(rules: RuleSet, table: Table, what: BuildingsOn) -> Refused | None:
    """On an owned city that is not mortgaged, with buildings that the box has."""
    if refused := may_carry(rules, table, what.tile):
        return refused
    if not 0 <= what.level <= rules.top_level:
        return refuse(Reason.OUT_OF_RANGE, least=0, most=rules.top_level, step=1)
    short = stock_with(rules, table, what.tile, what.level) is None
    return refuse(Reason.NO_STOCK) if short else None


def may_carry(rules: RuleSet, table: Table, tile: int) -> Refused | None:
    """Whether buildings can be set on a tile at all."""
    if refused := _in_question(rules, table, tile):
        return refused
    if not rules.board.deed(tile).build_price:
        return refuse(Reason.ONLY_CITY, tile=tile)
    held = table.holdings[tile]
    if held.owner == BANK:
        return refuse(Reason.BANK_OWNS, tile=tile)
    barred = held.mortgaged and not rules.mortgaging.built
    return refuse(Reason.MORTGAGED, tile=tile) if barred else None


def _may_move_card(rules: RuleSet, table: Table, what: CardIn) -> Refused | None:
    """A card that players hold, out of a hand or its deck."""
    card = rules.cards.get(what.card)
    if card is None or not rules.card_rules[card.kind].held:
        return refuse(Reason.NO_HAND_CARD)
    if what.hand != DECK and (refused := _playing(table, what.hand)):
        return refused
    deck = table.deck(card.deck)
    if what.card in deck.unseen or what.card in deck.bottom:
        return None
    held = any(what.card in p.hand for p in table.players)
    return None if held else refuse(Reason.CARD_AWAY, card=what.card)


_MAY: dict[type, Callable[[RuleSet, Table, Any], Refused | None]] = {
    PawnOn: _may_put_pawn,
    CashOf: _may_set_cash,
    DeedOf: _may_give_deed,
    BuildingsOn: _may_set_level,
    CardIn: _may_move_card,
}


# --- setting -----------------------------------------------------------------------------------


def _put_pawn(draft: Draft, what: PawnOn) -> None:
    player = draft.table.player(what.seat)
    if player.at != what.tile:
        draft.add(Moved(what.seat, player.at, what.tile, MovedBy(WHY)))
    if what.stuck and player.jail == NOWHERE:
        draft.add(Jailed(what.seat, JailedFor(WHY)))
    if not what.stuck and player.jail != NOWHERE:
        draft.add(Freed(what.seat, FreedBy(WHY)))


def _set_cash(draft: Draft, what: CashOf) -> None:
    """Money that comes to a debtor goes on to the creditors, as any does."""
    account, more = what.account, what.amount - cash_of(draft.table, what.account)
    payer, payee = (CORRECTION, account) if more > 0 else (account, CORRECTION)
    transfer(draft, payer, payee, abs(more), PaidFor(WHY))


def _give_deed(draft: Draft, what: DeedOf) -> None:
    """Buildings and insurance stay on it, but not with the bank."""
    tile, held = what.tile, draft.table.holdings[what.tile]
    if what.owner == BANK:
        release(draft, tile, ReleasedBy(WHY))
        return
    if held.owner != what.owner:
        draft.add(Acquired(what.owner, tile, held.owner, AcquiredBy(WHY)))
    if held.mortgaged != what.mortgaged:
        draft.add(MortgageSet(what.owner, tile, mortgaged=what.mortgaged, why=WHY))


def _set_level(draft: Draft, what: BuildingsOn) -> None:
    stock = stock_with(draft.rules, draft.table, what.tile, what.level)
    assert stock is not None
    draft.add(LevelChanged(what.tile, what.level, stock, LevelChangedBy(WHY)))


def _move_card(draft: Draft, what: CardIn) -> None:
    """The card is where it belongs by ``Corrected`` itself; a full hand has to give one up."""
    if what.hand != DECK:
        mind_limit(draft, what.hand)


_SET: dict[type, Callable[[Draft, Any], None]] = {
    PawnOn: _put_pawn,
    CashOf: _set_cash,
    DeedOf: _give_deed,
    BuildingsOn: _set_level,
    CardIn: _move_card,
}
