"""Decks in the open: a card is turned over, does what it says, and lies under its own deck.

What cards say stands in the data of a set (``Says``); what they do is the same in every set. A set
adds effects of its own to ``EFFECTS`` and gives them to ``rule_of``.
"""

from collections.abc import Callable, Mapping
from typing import Protocol

from ketuk.engine.acts.landing import land_on_property
from ketuk.engine.acts.leaving_jail import send_to_jail
from ketuk.engine.acts.owing import demand, owe_rent, transfer
from ketuk.engine.acts.rolling import by_dice
from ketuk.engine.causes import FactorName, FreedBy, JailedFor, MovedBy, PaidFor, ThrownFor
from ketuk.engine.commands import Play
from ketuk.engine.draft import Draft
from ketuk.engine.events import CardKept, CardShown, Excused, Freed, Moved
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.rent import by_throw, excuse, multiplied
from ketuk.engine.rules.ruleset import CardRule, Excuse, Land, RuleSet
from ketuk.engine.table import BANK, NOWHERE, Charge, DrawCard, Due, Factor, Free, Resolve, Table


class Says(Protocol):
    """What is printed on a card that is turned over; a kind of card uses what it needs."""

    @property
    def does(self) -> str:
        """Its effect, by name."""

    @property
    def amount(self) -> int:
        """Money, tiles, or times."""

    @property
    def to(self) -> int:
        """The tile it leads to."""

    @property
    def house(self) -> int:
        """Repairs of a low building."""

    @property
    def hotel(self) -> int:
        """Repairs of a top building."""


Effect = Callable[[Draft, int, Says], None]
"""What a card does to the seat that drew it."""


def rule_of(card: Says, effects: Mapping[str, Effect]) -> CardRule:
    """The rule of a card, from what it says."""
    if card.does == "keep":
        return CardRule(
            may=may_be_freed, play=free, offers=ways_out, drawn=keep, held=True, boon=True
        )
    effect = effects[card.does]

    def drawn(draft: Draft, seat: int, item: int) -> None:
        draft.add(CardShown(seat, item, draft.rules.cards[item].deck))
        effect(draft, seat, card)

    return in_the_open(drawn)


def in_the_open(drawn: Callable[[Draft, int, int], None]) -> CardRule:
    """The rule of a card that is never in a hand, by what it does: (draft, seat, item)."""
    return CardRule(may=_never, play=_unplayable, offers=_no_ways, drawn=drawn)


def _never(rules: RuleSet, table: Table, seat: int, command: Play) -> Refused | None:
    return refuse(Reason.CARD_NOT_NOW, rules.cite("card_turned"), card=command.card)


def _unplayable(draft: Draft, command: Play) -> None:
    raise AssertionError("this card is never in a hand")


def _no_ways(rules: RuleSet, table: Table, seat: int, card: int) -> list[Play]:
    return []


def land_on_deck(deck: str) -> Land:
    """A tile where a card of that deck is drawn."""

    def land(draft: Draft, seat: int, tile: int) -> None:
        draft.plan(DrawCard(seat, deck))

    return land


# --- out of jail -------------------------------------------------------------------------------


def keep(draft: Draft, seat: int, item: int) -> None:
    """Keep the card until it is used or sold."""
    draft.add(CardKept(seat, item, draft.rules.cards[item].deck))


def may_be_freed(rules: RuleSet, table: Table, seat: int, command: Play) -> Refused | None:
    """Whether the card can be used: in jail, before the roll of the own turn."""
    if not _before_roll(table, seat):
        return refuse(Reason.CARD_NOT_NOW, rules.cite("card_of_jail"), card=command.card)
    return refuse(Reason.NOT_STUCK) if table.player(seat).jail == NOWHERE else None


def _before_roll(table: Table, seat: int) -> bool:
    top = table.top
    return type(top) is Free and top.seat == seat and table.turn.may_roll


def free(draft: Draft, command: Play) -> None:
    """Out of jail; the turn goes on as any other."""
    draft.add(Freed(command.seat, FreedBy("card")))


def ways_out(rules: RuleSet, table: Table, seat: int, card: int) -> list[Play]:
    """The one way to use the card, when it can be."""
    freed = _before_roll(table, seat) and table.player(seat).jail != NOWHERE
    return [Play(seat, card)] if freed else []


# --- money -------------------------------------------------------------------------------------


def receive(draft: Draft, seat: int, card: Says) -> None:
    """The bank pays."""
    transfer(draft, BANK, seat, card.amount, PaidFor("card"))


def pay(draft: Draft, seat: int, card: Says) -> None:
    """Due to the bank."""
    demand(draft, Due(seat, BANK, card.amount, PaidFor("card")))


def _fines_to(draft: Draft) -> int:
    """Fines and repairs go where the fee of the jail goes."""
    return draft.rules.jail.to(draft.table)


def fine(draft: Draft, seat: int, card: Says) -> None:
    """A fine, to the bank or the pot."""
    demand(draft, Due(seat, _fines_to(draft), card.amount, PaidFor("fine")))


Others = Callable[[Table, int], tuple[int, ...]]
"""Whom a card reaches besides the seat that drew it, in the order in which they pay or are paid."""


def every_other(table: Table, seat: int) -> tuple[int, ...]:
    """Every other player in seat order."""
    return table.clockwise(seat)[1:]


def pay_each(others: Others) -> Effect:
    """To each of these, one after the other."""

    def effect(draft: Draft, seat: int, card: Says) -> None:
        ruling, whom = draft.rules.cite("pay_each"), others(draft.table, seat)
        draft.plan(*(Charge(seat, other, card.amount, PaidFor("card"), ruling) for other in whom))

    return effect


def from_each(others: Others) -> Effect:
    """From each of these, one after the other."""

    def effect(draft: Draft, seat: int, card: Says) -> None:
        whom = others(draft.table, seat)
        draft.plan(*(Charge(other, seat, card.amount, PaidFor("card")) for other in whom))

    return effect


def repairs(draft: Draft, seat: int, card: Says) -> None:
    """So much for each house and each hotel."""
    top, amount = draft.rules.top_level, 0
    for tile in draft.table.owned(seat):
        level = draft.table.holdings[tile].level
        amount += card.hotel if level == top else level * card.house
    demand(draft, Due(seat, _fines_to(draft), amount, PaidFor("repairs")))


# --- moves -------------------------------------------------------------------------------------


def go(draft: Draft, seat: int, card: Says) -> None:
    """Ahead to a tile, which takes effect."""
    advance(draft, seat, card.to)
    draft.plan(Resolve(seat))


def advance(draft: Draft, seat: int, to: int) -> None:
    """Ahead to a tile, with salary if the start is passed or reached."""
    start = draft.table.player(seat).at
    draft.add(Moved(seat, start, to, MovedBy("card")))
    if to <= start:
        draft.rules.at_start(draft, seat, to == 0, draft.rules.cite("card_start"))


def back(draft: Draft, seat: int, card: Says) -> None:
    """Back so many tiles; the start pays nothing from that side."""
    start = draft.table.player(seat).at
    to = (start - card.amount) % draft.rules.board.size
    draft.add(Moved(seat, start, to, MovedBy("card")))
    draft.plan(Resolve(seat))


def jail(draft: Draft, seat: int, card: Says) -> None:
    """Straight to jail."""
    send_to_jail(draft, seat, JailedFor("card"))


def nearest(draft: Draft, seat: int, kind: str) -> int:
    """Ahead to the nearest tile of a kind; which one it is."""
    board, start = draft.rules.board, draft.table.player(seat).at
    ahead = ((start + step) % board.size for step in range(1, board.size + 1))
    to = next(t for t in ahead if board.tiles[t].kind == kind)
    advance(draft, seat, to)
    return to


def nearest_at_its_rent(kind: str) -> Effect:
    """To the nearest of a kind. Unowned: buy or auction. Another's: its rent so many times."""

    def effect(draft: Draft, seat: int, card: Says) -> None:
        tile = nearest(draft, seat, kind)
        owner = draft.table.holdings[tile].owner
        outcome = draft.rules.rent(draft.rules, draft.table, tile, seat)
        if owner == BANK or isinstance(outcome, Excuse):
            draft.rules.landing[kind](draft, seat, tile)
            return
        ruling = draft.rules.cite("card_by_count")
        bill = multiplied(outcome, FactorName("card"), card.amount, ruling)
        owe_rent(draft, seat, owner, bill)

    return effect


def nearest_at_a_throw(kind: ThrownFor) -> Effect:
    """To the nearest of a kind. Unowned: buy or auction. Another's: so many times a fresh throw.

    The set's ``throws`` has ``rent_thrown`` under that kind.
    """

    def effect(draft: Draft, seat: int, card: Says) -> None:
        tile = nearest(draft, seat, kind)
        if draft.table.holdings[tile].owner == BANK or excuse(draft.table, tile, seat) is not None:
            land_on_property(draft, seat, tile)
        else:
            by_dice(draft, kind, (seat, seat), (tile, card.amount))

    return effect


def rent_thrown(draft: Draft, dice: tuple[int, ...], about: tuple[int, ...]) -> None:
    """The fresh throw is the rent's; the double of the move stands as it was."""
    tile, times = about
    seat = draft.table.turn.seat
    if draft.table.player(seat).left:
        return
    if (spared := excuse(draft.table, tile, seat)) is not None:
        draft.add(Excused(seat, tile, spared.why))
        return
    owner = draft.table.holdings[tile].owner
    if owner == BANK:  # whoever had it left before the dice were down
        land_on_property(draft, seat, tile)
        return
    bill = by_throw(
        tile, sum(dice), Factor(FactorName("card"), times, draft.rules.cite("card_by_dice"))
    )
    owe_rent(draft, seat, owner, bill)


EFFECTS: dict[str, Effect] = {
    "go": go,
    "receive": receive,
    "pay": pay,
    "fine": fine,
    "pay_each": pay_each(every_other),
    "from_each": from_each(every_other),
    "back": back,
    "repairs": repairs,
    "jail": jail,
}
"""By what a card says that it does."""
