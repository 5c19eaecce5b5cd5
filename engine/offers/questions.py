"""What answers each question."""

from ketuk.engine.acts import bidding as bid
from ketuk.engine.acts import calling, landing, mortgaging, owing
from ketuk.engine.acts.buying import may_buy
from ketuk.engine.acts.drawing import may_discard
from ketuk.engine.acts.leaving_jail import may_leave
from ketuk.engine.acts.playing import playable
from ketuk.engine.commands import (
    Accept,
    AnyCommand,
    Buy,
    ClaimRent,
    Concede,
    Confirm,
    Decline,
    Discard,
    Draw,
    EndTurn,
    GoOn,
    LeaveJail,
    Pay,
    PayDetour,
    PayRent,
    Pick,
    Ready,
    Redeem,
    Reject,
    Roll,
    Stop,
    Throw,
    Vote,
)
from ketuk.engine.offers.properties import of_properties, raising
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import (
    NOWHERE,
    Answer,
    Bidding,
    Burdened,
    BuyChoice,
    Detour,
    DrawCard,
    Due,
    Free,
    Handover,
    Jump,
    OverLimit,
    PayPrice,
    PickCity,
    Table,
    Throwing,
    Voting,
)


def free(rules: RuleSet, table: Table, task: Free) -> list[AnyCommand]:
    """All that can be done in a free moment."""
    return _free(rules, table, task, table.seats, rules.moments.who(table))


def free_to(rules: RuleSet, table: Table, task: Free, seat: int) -> list[AnyCommand]:
    """The same without what the hands and properties of others could do."""
    owners = (seat,) if seat in rules.moments.who(table) else ()
    return _free(rules, table, task, (seat,), owners)


def free_onward_to(rules: RuleSet, table: Table, task: Free, seat: int) -> list[AnyCommand]:
    """And without what would make cash of properties."""
    owners = (seat,) if seat in rules.moments.who(table) else ()
    return _free(rules, table, task, (seat,), owners, raising=False)


def _free(
    rules: RuleSet,
    table: Table,
    task: Free,
    seats: tuple[int, ...],
    owners: tuple[int, ...],
    *,
    raising: bool = True,
) -> list[AnyCommand]:
    seat = task.seat
    commands: list[AnyCommand] = []
    if table.turn.may_roll:
        if table.options.dice == "app":
            commands.append(Roll(seat))
        if table.player(seat).jail != NOWHERE and may_leave(rules, table, seat) is None:
            commands.append(LeaveJail(seat))
    elif rules.may_end(rules, table, seat) is None:
        commands.append(EndTurn(seat))
    for extra in rules.turn_offers:
        commands += extra(rules, table, seat)
    commands += rents(table) if table.rents else ()
    for owner in owners:
        commands += of_properties(rules, table, owner, raising=raising)
    for other in seats:
        if table.players[other - 1].hand:
            commands += playable(rules, table, other)
            if other == seat and Discard in rules.acts:
                commands += _throw_away(rules, table, seat)
    return commands


def rents(table: Table) -> list[AnyCommand]:
    """Open rents: the lander may pay, the owner may claim each, the oldest without its tile."""
    commands: list[AnyCommand] = []
    tiles_of: dict[tuple[int, int], list[int]] = {}
    for rent in table.rents:
        tile = rent.bill.tile
        tiles = tiles_of.setdefault((rent.owner, rent.lander), [])
        commands.append(PayRent(rent.lander, tile))
        if tile not in tiles:
            commands.append(ClaimRent(rent.owner, rent.lander, tile if tiles else -1))
            tiles.append(tile)
    return list(dict.fromkeys(commands))


def _throw_away(rules: RuleSet, table: Table, seat: int) -> list[AnyCommand]:
    """Cards without any target: at leisure only, so never one of another seat."""
    hand = table.player(seat).hand
    return [Discard(seat, c) for c in hand if may_discard(rules, table, seat, c) is None]


def over_limit(rules: RuleSet, table: Table, task: OverLimit) -> list[AnyCommand]:
    """Any card goes, or is played."""
    hand = table.player(task.seat).hand
    return [*(Discard(task.seat, c) for c in hand), *playable(rules, table, task.seat)]


def buy_choice(rules: RuleSet, table: Table, task: BuyChoice) -> list[AnyCommand]:
    """Buy, with a card or without; decline; raise money for it."""
    cards = _discounts(rules, table, task.seat)
    bought = [Buy(task.seat, c) for c in cards if may_buy(rules, table, task.seat, c) is None]
    return [*bought, Decline(task.seat), *raising(rules, table, task.seat)]


def _discounts(rules: RuleSet, table: Table, seat: int) -> tuple[int, ...]:
    """No card, and every card of the hand that lowers a price."""
    hand = table.player(seat).hand
    return (0, *(c for c in hand if rules.cards[c].kind in rules.discounts))


def pay_price(rules: RuleSet, table: Table, task: PayPrice) -> list[AnyCommand]:
    """Pay the price of an auction; concede what cannot be paid."""
    seat, cards = task.seat, _discounts(rules, table, task.seat)
    commands: list[AnyCommand] = [
        Pay(seat, c) for c in cards if bid.may_pay_price(rules, table, seat, c) is None
    ]
    if bid.may_concede(table, seat) is None:
        commands.append(Concede(seat))
    return commands


def due(rules: RuleSet, table: Table, task: Due) -> list[AnyCommand]:
    """Pay; play a card that voids it; raise money for it."""
    seat = task.seat
    commands: list[AnyCommand] = []
    if owing.may_pay_due(rules, table, seat) is None:
        commands.append(Pay(seat))
    return [*commands, *playable(rules, table, seat), *raising(rules, table, seat)]


def at_auction(rules: RuleSet, table: Table, task: Bidding) -> list[AnyCommand]:
    """What bidders and who leads the auction may do at its stage."""
    return _at_auction(rules, table, table.seats)


def at_auction_to(rules: RuleSet, table: Table, task: Bidding, seat: int) -> list[AnyCommand]:
    """The same without what others call out, play, and raise money by."""
    return _at_auction(rules, table, (seat,))


def _at_auction(rules: RuleSet, table: Table, seats: tuple[int, ...]) -> list[AnyCommand]:
    auction = table.auction
    commands: list[AnyCommand] = []
    assert auction is not None
    if auction.stage == "window":
        commands += [Ready(s) for s in auction.seats if s not in auction.sealed.ready]
        for seat in seats:
            commands += raising(rules, table, seat)
        return commands
    if auction.stage == "open":
        for seat in [s for s in auction.callers if s in seats]:
            commands += [*calling.calls(rules, table, seat), *raising(rules, table, seat)]
        return commands
    if auction.stage == "revealed":
        for seat in [s for s in auction.seats if s in seats]:
            commands += playable(rules, table, seat)
    else:
        commands += bid.sealed_bids(rules, table)
    if bid.may_close(table, auction.leader) is None:
        commands.append(GoOn(auction.leader))
    return commands


def detour(rules: RuleSet, table: Table, task: Detour) -> list[AnyCommand]:
    """Pay and pass, or stop."""
    paying = landing.may_detour(rules, table, task.seat) is None
    return [PayDetour(task.seat), Stop(task.seat)] if paying else [Stop(task.seat)]


def draw(rules: RuleSet, table: Table, task: DrawCard) -> list[AnyCommand]:
    """The card of a real deck."""
    deck = table.deck(task.deck)
    return [Draw(task.seat, c) for c in (*deck.unseen, *deck.bottom)]


def answer(rules: RuleSet, table: Table, task: Answer) -> list[AnyCommand]:
    """Yes, if it can be carried out as the table stands; no."""
    partner = task.trade.partner
    agreed = rules.trading.check(rules, table, task.trade) is None
    return [Accept(partner), Reject(partner)] if agreed else [Reject(partner)]


def handover(rules: RuleSet, table: Table, task: Handover) -> list[AnyCommand]:
    """Tap a card once more, or go on."""
    confirms = [Confirm(s, i) for s in table.seats for i in task.items]
    return [*confirms, GoOn(table.active)]


def throwing(rules: RuleSet, table: Table, task: Throwing) -> list[AnyCommand]:
    """The real die."""
    seat = task.seats[len(task.thrown)]
    return [Throw(seat, die) for die in range(1, 7)]


def burdened(rules: RuleSet, table: Table, task: Burdened) -> list[AnyCommand]:
    """Pay interest, or redeem."""
    lifting = mortgaging.may_lift(rules, table, task.seat, task.tile) is None
    paying: list[AnyCommand] = [Pay(task.seat)]
    return [*paying, Redeem(task.seat, task.tile)] if lifting else paying


def jump(rules: RuleSet, table: Table, task: Jump) -> list[AnyCommand]:
    """Any other tile."""
    here = table.player(task.seat).at
    return [Pick(task.seat, t) for t in range(rules.board.size) if t != here]


def votes(rules: RuleSet, table: Table, task: Voting) -> list[AnyCommand]:
    """Yes and no, of all who have not answered."""
    return [Vote(s, yes) for s in task.waits_for(table) for yes in (True, False)]


def pick(rules: RuleSet, table: Table, task: PickCity) -> list[AnyCommand]:
    """One of the cities."""
    return [Pick(task.seat, t) for t in task.tiles]
