"""What the players set by hand, as people say it: how it was, and how it is now."""

from typing import assert_never

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
from ketuk.engine.events import Corrected
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import POT, Table
from ketuk.rooms.views import HIDDEN, public_command
from ketuk.tui.telling.naming import Naming


def change(names: Naming, was: AnyCorrection, what: AnyCorrection, table: Table) -> str:
    """What a correction is about, before and after; a hidden card is not named."""
    facts: dict[str, object] = {"was": _state(names, was, table), "now": _state(names, what, table)}
    match what:
        case PawnOn(seat=seat):
            return names.words("corrections.pawn", player=names.player(seat, table), **facts)
        case CashOf(account=account, amount=amount):
            before = was.amount if isinstance(was, CashOf) else amount
            facts |= {"player": names.account(account, table), "amount": amount - before}
            return names.words(f"corrections.cash{_of_pot(account)}", **facts)
        case DeedOf(tile=tile):
            return names.words("corrections.deed", tile=names.tile(tile), **facts)
        case BuildingsOn(tile=tile):
            return names.words("corrections.buildings", tile=names.tile(tile), **facts)
        case CardIn(card=card):
            return names.words("corrections.card", card=_card(names, card), **facts)
        case _:
            assert_never(what)


def wanted(names: Naming, rules: RuleSet, command: Correct, table: Table) -> str:
    """How it was and how it will be; of a secret card only where it is to go."""
    what = command.what
    if not isinstance(what, CardIn):
        return change(names, as_it_stands(table, what), what, table)
    secret = rules.cards[what.card].deck == rules.seating.hand_deck
    shown = public_command(command, None) if secret else command
    assert isinstance(shown, Correct)
    return asked(names, shown, table)


def _state(names: Naming, what: AnyCorrection, table: Table) -> object:
    """How it stands: a number if it is one."""
    words = names.words
    match what:
        case PawnOn(tile=tile, stuck=stuck):
            place = names.place(tile)
            return words("corrections.pawn_stuck", tile=place) if stuck else place
        case CashOf(amount=amount):
            return amount
        case DeedOf(owner=owner, mortgaged=mortgaged):
            name = names.account(owner, table)
            return words("corrections.deed_mortgaged", owner=name) if mortgaged else name
        case BuildingsOn(level=level):
            return names.level(level)
        case CardIn(hand=hand):
            player = names.player(hand, table)
            return words("corrections.deck" if hand == DECK else "corrections.hand", player=player)
        case _:
            assert_never(what)


def _of_pot(account: int) -> str:
    """The pot's own name says that it is cash."""
    return "_pot" if account == POT else ""


def _card(names: Naming, card: int) -> str:
    known = names.rules.cards.get(card)
    if card == HIDDEN or known is None:
        return names.words("corrections.card_hidden")
    return f"{known.name} ({known.code})"


def asked(names: Naming, command: Correct, table: Table) -> str:
    """What a correction is to change; of a card only where it is to be: where it is is secret."""
    what = command.what
    if isinstance(what, CardIn):
        now = _state(names, what, table)
        return names.words("corrections.card_to", card=_card(names, what.card), now=now)
    if isinstance(what, CashOf):
        facts = {"player": names.account(what.account, table), "now": what.amount}
        key = f"corrections.cash{_of_pot(what.account)}_to"
        return names.words(key, was=cash_of(table, what.account), **facts)
    return change(names, as_it_stands(table, what), what, table)


def reasons(names: Naming, event: Corrected, table: Table) -> tuple[str, ...]:
    """Why something is now as it is."""
    words, was, what = names.words, event.was, event.what
    lines = [
        words("corrections.why_was", was=_state(names, was, table)),
        words("corrections.why_now", now=_state(names, what, table)),
    ]
    if isinstance(was, CashOf) and isinstance(what, CashOf):
        lines.append(words("corrections.why_amount", amount=what.amount - was.amount))
    if event.note:
        lines.append(words("corrections.why_note", note=event.note))
    return (*lines, words("corrections.why_agreed"))
