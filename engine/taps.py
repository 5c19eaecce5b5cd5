"""What a card means now: a command, a choice to put to the player, or only a look.

One rule for every set: a card stands for the offered commands that name it, the first kind of them
in the set's order (``RuleSet.taps``). What is left over is a function of the set; those here
are section 10 of the book.
"""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from msgspec import Struct

from ketuk.engine.commands import (
    AnyCommand,
    Bid,
    BidCard,
    Build,
    Buy,
    Choose,
    ClaimRent,
    ComeBack,
    Confirm,
    Discard,
    Draw,
    Mortgage,
    Pay,
    PayRent,
    Pick,
    Play,
    PutUp,
    Redeem,
    SellBuilding,
    Vote,
)
from ketuk.engine.items import bid_of, seat_of
from ketuk.engine.offers import DiceForm, forms, offers
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import Item, RuleSet, TapRule
from ketuk.engine.table import (
    NOWHERE,
    Bidding,
    Bill,
    Burdened,
    BuyChoice,
    DrawCard,
    Due,
    Handover,
    OverLimit,
    PayPrice,
    Table,
)


class LastTap(Struct, frozen=True):
    """The item read last, and the question (``Table.ask``) that was open then."""

    item: int
    ask: int


class Do(Struct, frozen=True):
    """The tap is this command."""

    command: AnyCommand


class Choice(Struct, frozen=True):
    """The tap could be any of these: the player says which."""

    item: int
    commands: tuple[AnyCommand, ...]


class Fill(Struct, frozen=True):
    """The tap is a command that still wants dice."""

    form: DiceForm


class PutDown(Struct, frozen=True):
    """The card goes on the table of the trade that is being made."""

    item: int
    holder: int


class Selected(Struct, frozen=True):
    """A player card with nothing to answer: that player is looked at."""

    seat: int


class Shown(Struct, frozen=True):
    """The card means nothing now: it is shown, nothing changes."""

    item: int


class Ignored(Struct, frozen=True):
    """The same card again while nothing waits for it (ruling 4.6.5)."""

    item: int
    ruling: str


class Denied(Struct, frozen=True):
    """The card has a meaning that the rules refuse now."""

    item: int
    refused: Refused


Meaning: TypeAlias = Do | Choice | Fill | PutDown | Selected | Shown | Ignored | Denied
AT_LEISURE = (Build, SellBuilding, Mortgage, Redeem, PutUp)
"""What may be done with one's property, though no question asks for it."""
Making: TypeAlias = Literal["trade"] | None
"""What is being put together on the screen while cards are tapped."""


def meaning(
    table: Table,
    rules: RuleSet,
    item: int,
    seat: int | None = None,
    last: LastTap | None = None,
    making: Making = None,
) -> Meaning:
    """What a tap of ``item`` means.

    Args:
        seat: whose device read it; None for the shared one, where the card, its holder or the
            player who is waited for says the seat.
        last: the tap before this one.
        making: a trade that is being made takes cards that nothing else waits for.

    Raises:
        KeyError: the box has no such item.
    """
    tapped = rules.item(item)
    if tapped is None:
        raise KeyError(item)
    rule = rules.taps.get(tapped.kind) or rules.taps[CARD]
    result = _offered(rule, table, rules, tapped, seat, making)
    if result is None:
        result = rule.left_over(table, rules, tapped, seat, making)
    if last is None or last.item != item:
        return result
    if isinstance(result, Shown) or (isinstance(result, Do) and _again(table, result, last)):
        return Ignored(item, rules.cite("read_twice"))
    return result


def _offered(
    rule: TapRule, table: Table, rules: RuleSet, item: Item, seat: int | None, making: Making
) -> Meaning | None:
    """What is offered to that device and names the item; first of all, that it is handed over.

    A trade that is being made takes the card before anything that no question asks for.
    """
    number, top = item.number, table.top
    if isinstance(top, Handover) and number in top.items:
        return Do(Confirm(seat or table.active, number))
    if not rule.order:
        return None
    listed = [c for c in offers(table, rules).commands if seat in (None, c.seat)]
    named = [c for c in listed if _names(rules, c, item) or _is_about(table, c, item)]
    named = [c for c in named if rule.meant is None or rule.meant(c)]
    if making is not None:
        named = [c for c in named if not isinstance(c, AT_LEISURE)]
    for kinds in rule.order:
        only = _one_of(number, [c for c in named if isinstance(c, kinds)])
        if only is not None:
            return only
    return None


def _is_about(table: Table, command: AnyCommand, item: Item) -> bool:
    """Whether a command has to do with an item that it does not name.

    A purchase or payment is about its property, a bid, an answer and a "back" about who says
    it.
    """
    match command:
        case Buy(card=0) | Pay(card=0):
            return item.kind == "property" and item.number == _asked_about(table)
        case Bid() | ComeBack() | Vote():
            return item.kind == "player" and command.seat == seat_of(item.number)
        case _:
            return False


def _asked_about(table: Table) -> int:
    """The property whose price, or whose bill, is asked for; -1 for none."""
    match table.top:
        case BuyChoice(tile=tile) | PayPrice(tile=tile):
            return tile
        case Due(bill=Bill(tile=tile)):
            return tile
        case _:
            return NOWHERE


def _again(table: Table, result: Do, last: LastTap) -> bool:
    """Whether a card was only read once more: for what it has answered, with nothing new asked."""
    match result.command:
        case BidCard(seat=seat, card=card):
            bids = table.auction.sealed.bids if table.auction is not None else ()
            return last.ask == table.ask and any((b.seat, b.card) == (seat, card) for b in bids)
        case Draw(card=card):
            return any(card in player.hand for player in table.players)
        case Play():  # the question that it answered is closed: it was drawn just now
            return last.ask > table.ask
        case _:
            return False


def narrow(rules: RuleSet, choice: Choice, item: int) -> Meaning:
    """A second card that answers a choice: a city, a player or a card that a command names."""
    card = rules.item(item)
    if card is None:
        raise KeyError(item)
    fitting = tuple([c for c in choice.commands if _names(rules, c, card)])
    if not fitting:
        return Shown(item)
    return Do(fitting[0]) if len(fitting) == 1 else Choice(choice.item, fitting)


def _names(rules: RuleSet, command: AnyCommand, item: Item) -> bool:
    match item.kind:
        case "property":
            return item.number in (getattr(command, "tile", -1), _tile_target(rules, command))
        case "player":
            if isinstance(command, ClaimRent) and command.tile >= 0:
                return False  # a player card asks for the oldest rent
            seat = seat_of(item.number)
            return seat in (getattr(command, "target", 0), getattr(command, "debtor", 0))
        case _:
            return item.number == getattr(command, "card", 0)


def _tile_target(rules: RuleSet, command: AnyCommand) -> int:
    if isinstance(command, Choose) and command.option in rules.tile_options:
        return command.target
    return -1


def _one_of(item: int, commands: Iterable[AnyCommand]) -> Meaning | None:
    different = tuple(dict.fromkeys(commands))
    if not different:
        return None
    return Do(different[0]) if len(different) == 1 else Choice(item, different)


def _box(t: Table, rules: RuleSet, item: Item, seat: int | None, making: Making) -> Meaning:
    return Shown(item.number)


def _player(t: Table, rules: RuleSet, item: Item, seat: int | None, making: Making) -> Meaning:
    who = seat_of(item.number)
    return Selected(who) if who <= len(t.players) else Shown(item.number)


def _property(t: Table, rules: RuleSet, item: Item, seat: int | None, making: Making) -> Meaning:
    tile, top = item.number, t.top
    if isinstance(top, BuyChoice | PayPrice) and top.tile == tile:
        return _purchase(t, rules, item, seat)
    if isinstance(top, Burdened) and top.tile == tile:
        mine = [c for c in offers(t, rules).of(top.seat) if seat in (None, c.seat)]
        return _one_of(tile, mine) or Shown(tile)
    owner = t.holdings[tile].owner
    return PutDown(tile, owner) if making == "trade" and owner else Shown(tile)


def _purchase(t: Table, rules: RuleSet, item: Item, seat: int | None) -> Meaning:
    top = t.top
    assert isinstance(top, BuyChoice | PayPrice)
    if seat not in (None, top.seat):
        return Denied(item.number, refuse(Reason.NOT_YOUR_TURN, seat=top.seat))
    discounted = [c for c in offers(t, rules).commands if isinstance(c, Buy | Pay)]
    if (meant := _one_of(item.number, discounted)) is not None:
        return meant
    price = top.price if isinstance(top, PayPrice) else rules.board.deed(top.tile).price
    short = price - t.player(top.seat).cash
    return Denied(item.number, refuse(Reason.SHORT_OF_CASH, short=short, amount=price))


def _card(t: Table, rules: RuleSet, item: Item, seat: int | None, making: Making) -> Meaning:
    """A card of a deck: drawn, held in a hand."""
    card, top = item.number, t.top
    if _awaits_draw(t, rules, card):
        assert isinstance(top, DrawCard)
        return Do(Draw(top.seat, card))
    holder = next((s for s, p in enumerate(t.players, 1) if card in p.hand), 0)
    if isinstance(top, OverLimit) and holder == top.seat and seat in (None, holder):
        return _over_limit(t, rules, card, holder)
    if making == "trade" and holder:
        stays = refuse(Reason.CARDS_STAY, rules.cite("trade_cards"))
        return PutDown(card, holder) if rules.trading.cards else Denied(card, stays)
    if not holder:
        return Shown(card)
    if seat not in (None, holder):
        return Denied(card, refuse(Reason.CARD_NOT_HELD, card=card))
    return _play(t, rules, card, holder)


def _over_limit(t: Table, rules: RuleSet, card: int, holder: int) -> Meaning:
    """The card to discard; one that can be played now could be meant for either."""
    ways = _plays(t, rules, card, holder)
    dice = any(isinstance(f, DiceForm) and f.card == card for f in forms(t, rules))
    if ways or dice:
        return Choice(card, (Discard(holder, card), *ways))
    return Do(Discard(holder, card))


def _plays(t: Table, rules: RuleSet, card: int, holder: int) -> tuple[AnyCommand, ...]:
    """Every way in which the holder can use a card now."""
    return tuple(
        c
        for c in offers(t, rules).commands
        if isinstance(c, Play | Buy | Pay) and c.seat == holder and c.card == card
    )


def _awaits_draw(t: Table, rules: RuleSet, card: int) -> bool:
    top = t.top
    real = t.options.decks == "real"
    return isinstance(top, DrawCard) and real and rules.cards[card].deck == top.deck


def _play(t: Table, rules: RuleSet, card: int, holder: int) -> Meaning:
    if (meant := _one_of(card, _plays(t, rules, card, holder))) is not None:
        return meant
    for form in forms(t, rules):
        if isinstance(form, DiceForm) and form.card == card:
            return Fill(form)
    rule = rules.card_rules[rules.cards[card].kind]
    refused = rule.may(rules, t, holder, Play(holder, card))
    return Denied(card, refused or refuse(Reason.NO_TARGET, card=card))


def _bid(t: Table, rules: RuleSet, item: Item, seat: int | None, making: Making) -> Meaning:
    bidder, card = bid_of(item.number)
    if not isinstance(t.top, Bidding) or bidder > len(t.players):
        return Shown(item.number)
    if seat not in (None, bidder):
        return Denied(item.number, refuse(Reason.NOT_YOUR_TURN, seat=bidder))
    return Do(BidCard(bidder, card))


CARD = "card"
"""Every kind of item that is a deck."""
TAPS: dict[str, TapRule] = {
    "box": TapRule((), _box),
    "player": TapRule(((ClaimRent,),), _player),
    "property": TapRule(((Pick, Choose), (Buy, Pay), (PayRent,)), _property),
    "bid": TapRule((), _bid),
    CARD: TapRule((), _card),
}
"""By kind of item, as the book has it; a set may put its own in their place."""
