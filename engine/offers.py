"""What may be asked now, for the screen, bots and tests: listed commands, and forms with bounds."""

from typing import TypeAlias

from msgspec import Struct

from ketuk.engine.acts import bidding as bid
from ketuk.engine.acts import building, calling, landing, mortgaging, owing
from ketuk.engine.acts.buying import may_buy
from ketuk.engine.acts.correcting import (
    at_rest,
    least_cash,
    may_carry,
    may_set_pot,
    most_cash,
    within_bounds,
)
from ketuk.engine.acts.drawing import may_discard
from ketuk.engine.acts.leaving_jail import may_leave
from ketuk.engine.acts.playing import playable
from ketuk.engine.acts.timekeeping import deadline
from ketuk.engine.commands import (
    Accept,
    AnyCommand,
    Build,
    Buy,
    ClaimRent,
    Concede,
    Confirm,
    Decline,
    Discard,
    Draw,
    EndTurn,
    GoOn,
    Leave,
    LeaveJail,
    Mortgage,
    Pay,
    PayDetour,
    PayRent,
    Pick,
    Play,
    Ready,
    Redeem,
    Reject,
    RevealCard,
    Roll,
    SellBuilding,
    SellProperty,
    Stop,
    Throw,
)
from ketuk.engine.corrections import AnyCorrection, BuildingsOn, CardIn, DeedOf, PawnOn
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import (
    BANK,
    NOWHERE,
    POT,
    Answer,
    Bidding,
    Burdened,
    BuyChoice,
    Detour,
    DrawCard,
    Due,
    Free,
    Handover,
    OverLimit,
    PayPrice,
    PickCity,
    Raid,
    Reveal,
    Table,
    Throwing,
)


class DiceForm(Struct, frozen=True):
    """Real dice are to be typed: ``count`` of them go into ``command``."""

    seat: int
    command: str
    """roll, throw, or play with ``card``."""
    count: int
    card: int = 0


class TradeForm(Struct, frozen=True):
    """A trade may be put together: what each side could put on the table."""

    seat: int
    partners: tuple[int, ...]


class BidForm(Struct, frozen=True):
    """A bid may be called out: any amount from ``least`` to ``most``."""

    seat: int
    least: int
    most: int


Form: TypeAlias = DiceForm | TradeForm | BidForm


class Offers(Struct, frozen=True):
    """Everything that may be asked now."""

    commands: tuple[AnyCommand, ...]
    forms: tuple[Form, ...]
    standing: tuple[Leave, ...]
    """Open at any time until the game is over, never what the table waits for."""
    deadline: int | None = None
    """The second of play at which what is open answers itself; None where it has no time."""

    def of(self, seat: int) -> tuple[AnyCommand, ...]:
        """The listed commands of one seat."""
        return tuple(c for c in self.commands if c.seat == seat)


def offers(table: Table, rules: RuleSet) -> Offers:
    """All that any seat may ask now; empty when the game is over."""
    top = table.top
    if top is None:
        return Offers((), (), ())
    rule = rules.tasks[type(top)]
    commands = rule.offers(rules, table, top) if rule.offers is not None else []
    standing = tuple([Leave(s) for s in table.seats])
    return Offers(tuple(commands), tuple(forms(table, rules)), standing, deadline(rules, table))


class CorrectionForm(Struct, frozen=True):
    """What may be set by hand now: any command ``Correct`` within these bounds."""

    pawns: tuple[int, ...]
    """Seats whose pawn may stand on any tile; in the jail stuck or not."""
    seats: tuple[int, ...]
    """Seats that may have properties and cards."""
    accounts: tuple[int, ...]
    """Whose cash may be set: these seats, and the pot where the game has one."""
    least: int
    """Lowest cash of a player; below 0 only in sets where cash can fall so low. The pot's is 0."""
    most: int
    """Highest cash."""
    step: int
    """Cash is a multiple of it."""
    deeds: tuple[tuple[int, tuple[int, ...]], ...]
    """Properties, each with the owners that it may have; 0 is the bank."""
    levels: tuple[tuple[int, tuple[int, ...]], ...]
    """Cities that may carry buildings, each with the levels that the box has enough for."""
    cards: tuple[int, ...]
    """Cards that may be in a hand or in their deck."""


def correction_form(table: Table, rules: RuleSet) -> CorrectionForm | Refused:
    """What the players may set by hand now, or why nothing.

    Not part of ``offers``: no question asks for it, so that nobody who plays by what is offered
    ever does it.
    """
    if refused := at_rest(table):
        return refused

    def may(what: AnyCorrection) -> bool:
        return within_bounds(rules, table, what) is None

    seats, deeds, levels = table.seats, rules.board.deeds, range(rules.top_level + 1)
    owners = [
        (t, tuple([o for o in (BANK, *seats) if may(DeedOf(t, o, mortgaged=False))])) for t in deeds
    ]
    cities = [t for t in deeds if may_carry(rules, table, t) is None]
    return CorrectionForm(
        pawns=tuple([s for s in seats if may(PawnOn(s, 0, stuck=False))]),
        seats=seats,
        accounts=seats if may_set_pot(rules, table) else (*seats, POT),
        least=least_cash(rules),
        most=most_cash(rules),
        step=rules.meta.step,
        deeds=tuple([(t, some) for t, some in owners if some]),
        levels=tuple([(t, tuple([n for n in levels if may(BuildingsOn(t, n))])) for t in cities]),
        cards=tuple([c for c in rules.cards if may(CardIn(c, seats[0]))]),
    )


def forms(table: Table, rules: RuleSet) -> list[Form]:
    """Questions whose answer is filled in instead of chosen."""
    top = table.top
    if top is None:
        return []
    asked = rules.tasks[type(top)].forms
    found: list[Form] = asked(rules, table, top) if asked is not None else []
    return [*found, *_trades(rules, table)]


def free_forms(rules: RuleSet, table: Table, task: Free) -> list[Form]:
    """Real dice of a roll, or of a card that replaces it."""
    if table.options.dice != "real" or not table.turn.may_roll:
        return []
    count = rules.dice.count(rules, table, task.seat)
    return [DiceForm(task.seat, "roll", count), *_dice_cards(table, rules, task.seat)]


def throwing_forms(rules: RuleSet, table: Table, task: Throwing) -> list[Form]:
    """A real die."""
    real = table.options.dice == "real"
    return [DiceForm(task.seats[len(task.thrown)], "throw", 1)] if real else []


def limit_forms(rules: RuleSet, table: Table, task: OverLimit) -> list[Form]:
    """Real dice of a card that is played instead of discarded."""
    return _dice_cards(table, rules, task.seat) if table.options.dice == "real" else []


def bidding_forms(rules: RuleSet, table: Table, task: Bidding) -> list[Form]:
    """Bids that are called out."""
    if table.auction is None or table.auction.stage != "open":
        return []
    bounds = [(seat, *calling.bounds(rules, table, seat)) for seat in table.seats]
    return [BidForm(seat, least, most) for seat, least, most in bounds if least <= most]


def _trades(rules: RuleSet, table: Table) -> list[Form]:
    """Who may put a trade together now, and with whom."""
    if table.round >= table.rounds:
        return []
    proposers = [s for s in rules.moments.who(table) if rules.moments.trade(table, s) is None]
    seats = table.seats if proposers else ()
    return [TradeForm(seat, tuple([s for s in seats if s != seat])) for seat in proposers]


def _dice_cards(table: Table, rules: RuleSet, seat: int) -> list[Form]:
    """Cards that want real dice when they are played."""
    found: list[Form] = []
    for card in table.player(seat).hand:
        trial = Play(seat, card, dice=(1, 2, 3))
        rule = rules.card_rules[rules.cards[card].kind]
        if rule.dice and rule.may(rules, table, seat, trial) is None:
            found.append(DiceForm(seat, "play", rule.dice, card))
    return found


# --- by question -------------------------------------------------------------------------------


def free(rules: RuleSet, table: Table, task: Free) -> list[AnyCommand]:
    """All that can be done in a free moment."""
    seat = task.seat
    found: list[AnyCommand] = []
    if table.turn.may_roll:
        if table.options.dice == "app":
            found.append(Roll(seat))
        if table.player(seat).jail != NOWHERE and may_leave(rules, table, seat) is None:
            found.append(LeaveJail(seat))
    elif rules.may_end(rules, table, seat) is None:
        found.append(EndTurn(seat))
    for extra in rules.turn_offers:
        found += extra(rules, table, seat)
    found += rents(table)
    for owner, tiles in _owned(rules, table, rules.moments.who(table)).items():
        if tiles:
            found += _of_properties(rules, table, owner, tiles)
    for other in table.seats:
        if table.players[other - 1].hand:
            found += playable(rules, table, other)
            found += _throw_away(rules, table, other)
    return found


def _owned(rules: RuleSet, table: Table, seats: tuple[int, ...]) -> dict[int, list[int]]:
    """Tiles that each of these seats owns, ascending."""
    found: dict[int, list[int]] = {seat: [] for seat in seats}
    holdings = table.holdings
    for tile in rules.board.deeds:
        owner = holdings[tile].owner
        if owner in found:
            found[owner].append(tile)
    return found


def rents(table: Table) -> list[AnyCommand]:
    """Open rents: the lander may pay, the owner may claim the oldest of a lander."""
    found: list[AnyCommand] = []
    for rent in table.rents:
        found.append(PayRent(rent.lander, rent.bill.tile))
        found.append(ClaimRent(rent.owner, rent.lander))
    return list(dict.fromkeys(found))


def _of_properties(rules: RuleSet, table: Table, seat: int, tiles: list[int]) -> list[AnyCommand]:
    """What a seat may do with its properties in a free moment."""
    found: list[AnyCommand] = []
    moments, holdings, cash = rules.moments, table.holdings, table.player(seat).cash
    spends, redeeming = not table.in_debt(seat), rules.mortgaging.redeeming
    builds = spends and moments.build(table, seat) is None
    redeems = spends and moments.redeem(table, seat) is None
    sells, mortgages = moments.sell(table, seat) is None, moments.mortgage(table, seat) is None
    for tile in tiles:
        if holdings[tile].mortgaged:
            if redeems and redeeming(rules, table, tile) <= cash:
                found.append(Redeem(seat, tile))
            continue
        if builds and building.can_build(rules, table, seat, tile) is None:
            found.append(Build(seat, tile))
            if rules.building.at_once > 1:
                found += _builds_more(rules, table, seat, tile)
        found += _to_raise(rules, table, seat, tile, sells=sells, mortgages=mortgages)
    return found


def _builds_more(rules: RuleSet, table: Table, seat: int, tile: int) -> list[AnyCommand]:
    """Every other number of levels that can be built at one go."""
    return [
        Build(seat, tile, levels)
        for levels in range(2, rules.building.at_once + 1)
        if building.can_build(rules, table, seat, tile, levels) is None
    ]


def raising(rules: RuleSet, table: Table, seat: int) -> list[AnyCommand]:
    """Every way in which a seat can turn what it owns into cash now."""
    found: list[AnyCommand] = []
    sells = rules.moments.sell(table, seat) is None
    mortgages = rules.moments.mortgage(table, seat) is None
    if sells or mortgages:
        for tile in table.owned(seat):
            if not table.holdings[tile].mortgaged:
                found += _to_raise(rules, table, seat, tile, sells=sells, mortgages=mortgages)
    return found


def _to_raise(
    rules: RuleSet, table: Table, seat: int, tile: int, *, sells: bool, mortgages: bool
) -> list[AnyCommand]:
    """What an own property that is not mortgaged can bring; the moment is known."""
    found: list[AnyCommand] = []
    built, taken_back = table.holdings[tile].level > 0, SellProperty in rules.acts
    if sells and built and building.can_sell_building(rules, table, seat, tile) is None:
        found.append(SellBuilding(seat, tile))
        if building.can_sell_building(rules, table, seat, tile, rules.top_level) is None:
            found.append(SellBuilding(seat, tile, rules.top_level))
    if mortgages and mortgaging.can_mortgage(rules, table, seat, tile) is None:
        found.append(Mortgage(seat, tile))
        if sells and taken_back and building.can_sell_property(rules, table, seat, tile) is None:
            found.append(SellProperty(seat, tile))
    return found


def _throw_away(rules: RuleSet, table: Table, seat: int) -> list[AnyCommand]:
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
    found: list[AnyCommand] = [
        Pay(seat, c) for c in cards if bid.may_pay_price(rules, table, seat, c) is None
    ]
    if bid.may_concede(table, seat) is None:
        found.append(Concede(seat))
    return found


def due(rules: RuleSet, table: Table, task: Due) -> list[AnyCommand]:
    """Pay; play a card that voids it; raise money for it."""
    seat, found = task.seat, list[AnyCommand]()
    if owing.may_pay_due(rules, table, seat) is None:
        found.append(Pay(seat))
    return [*found, *playable(rules, table, seat), *raising(rules, table, seat)]


def at_auction(rules: RuleSet, table: Table, task: Bidding) -> list[AnyCommand]:
    """What bidders and who leads the auction may do at its stage."""
    auction, found = table.auction, list[AnyCommand]()
    assert auction is not None
    if auction.stage == "window":
        found += [Ready(s) for s in auction.seats if s not in auction.ready]
        for seat in table.seats:
            found += raising(rules, table, seat)
        return found
    if auction.stage == "open":
        for seat in auction.callers:
            found += [*calling.calls(rules, table, seat), *raising(rules, table, seat)]
        return found
    if auction.stage == "revealed":
        for seat in auction.seats:
            found += playable(rules, table, seat)
    else:
        found += bid.sealed_bids(rules, table)
    if bid.may_close(table, auction.leader) is None:
        found.append(GoOn(auction.leader))
    return found


def detour(rules: RuleSet, table: Table, task: Detour) -> list[AnyCommand]:
    """Pay and pass, or stop."""
    paying = landing.may_detour(rules, table, task.seat) is None
    return [PayDetour(task.seat), Stop(task.seat)] if paying else [Stop(task.seat)]


def reveal(rules: RuleSet, table: Table, task: Reveal) -> list[AnyCommand]:
    """Turn over the event."""
    if table.options.decks == "app":
        return [RevealCard(task.seat)]
    return [RevealCard(task.seat, c) for c in table.deck(rules.event_deck).unseen]


def draw(rules: RuleSet, table: Table, task: DrawCard) -> list[AnyCommand]:
    """The card of a real deck."""
    deck = table.deck(task.deck)
    return [Draw(task.seat, c) for c in (*deck.unseen, *deck.bottom)]


def raid(rules: RuleSet, table: Table, task: Raid) -> list[AnyCommand]:
    """Refuse it with a card, or let it strike."""
    return [GoOn(table.active), *playable(rules, table, task.seat)]


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


def pick(rules: RuleSet, table: Table, task: PickCity) -> list[AnyCommand]:
    """One of the cities."""
    return [Pick(task.seat, t) for t in task.tiles]
