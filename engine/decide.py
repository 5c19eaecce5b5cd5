"""Table + command + rules + luck -> events, or why not."""

from collections.abc import Sequence
from typing import NamedTuple

from ketuk.engine.acts import (
    bidding,
    building,
    buying,
    correcting,
    drawing,
    ending,
    landing,
    leaving,
    leaving_jail,
    mortgaging,
    owing,
    playing,
    rolling,
    timekeeping,
    trading,
    voting,
)
from ketuk.engine.commands import (
    Accept,
    AnyCommand,
    BidCard,
    Build,
    Buy,
    CallVote,
    ClaimRent,
    Concede,
    Confirm,
    Correct,
    Decline,
    Discard,
    Draw,
    EndTurn,
    Leave,
    LeaveJail,
    Mortgage,
    PassTime,
    Pay,
    PayDetour,
    PayRent,
    Play,
    Propose,
    Ready,
    Redeem,
    Reject,
    Roll,
    SellBuilding,
    SellProperty,
    Stop,
    Throw,
    Vote,
)
from ketuk.engine.draft import Draft
from ketuk.engine.events import AnyEvent, GameStarted
from ketuk.engine.evolve import begin
from ketuk.engine.luck import Luck
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.options import under
from ketuk.engine.rules.ruleset import Act, RuleSet
from ketuk.engine.table import (
    Burdened,
    Deck,
    DrawCard,
    OpenRound,
    Options,
    PayPrice,
    Player,
    Table,
)


class Advanced(NamedTuple):
    """What a command leads to."""

    table: Table
    """The table after the events."""
    events: tuple[AnyEvent, ...]


def decide(
    table: Table, command: AnyCommand, rules: RuleSet, luck: Luck
) -> tuple[AnyEvent, ...] | Refused:
    """The events that a command leads to, or why it is refused; the table itself never changes.

    Raises:
        LookupError: ``luck`` has nothing if chance is needed.
    """
    advanced = advance(table, command, rules, luck)
    return advanced if type(advanced) is Refused else advanced.events


def advance(table: Table, command: AnyCommand, rules: RuleSet, luck: Luck) -> Advanced | Refused:
    """As ``decide``, with the table after the events: it is known, and nobody has to fold anew.

    Raises:
        LookupError: ``luck`` has nothing if chance is needed.
    """
    if refused := _heard(table, command):
        return refused
    act = rules.acts.get(type(command))
    if act is None:
        return refuse(Reason.NOT_ASKED)
    draft = Draft(table, rules, luck)
    refused = act(draft, command)
    if refused is not None:
        return refused
    complete(draft)
    return Advanced(draft.table, tuple(draft.events))


def _heard(table: Table, command: AnyCommand) -> Refused | None:
    """Whether anybody is there to ask something; time belongs to no seat."""
    if not table.agenda:
        return refuse(Reason.GAME_OVER)
    if type(command) is PassTime:
        return None
    if not 1 <= command.seat <= len(table.players):
        return refuse(Reason.NO_SUCH_SEAT, seat=command.seat)
    left = table.players[command.seat - 1].left
    return refuse(Reason.SEAT_LEFT, seat=command.seat) if left else None


def complete(draft: Draft) -> None:
    """Take every step, then what follows by itself, until people are asked and have time left."""
    run(draft)
    rules, known = draft.rules, 0
    if rules.after is None and rules.timing is None:
        return
    while True:
        more = False
        if rules.after is not None and draft.table.agenda:
            facts = len(draft.events)
            more = rules.after(draft, draft.events[known:])
            known = facts
        if not more and (rules.timing is None or not timekeeping.keep_time(draft, rules.timing)):
            return
        run(draft)


def run(draft: Draft) -> None:
    """Take every step that needs nobody, until a question is open or the game is over."""
    tasks = draft.rules.tasks
    while agenda := draft.table.agenda:
        top = agenda[-1]
        rule = tasks.get(type(top))
        if rule is None or rule.step is None or not rule.step(draft, top):
            return


def new_game(
    rules: RuleSet, names: Sequence[str], luck: Luck, options: Options | None = None
) -> tuple[AnyEvent, ...]:
    """The events that lay the table for these players, up to the first question.

    Raises:
        ValueError: a number of players or an option that the set does not have, or empty or equal
            names.
    """
    options = options or Options(edition=rules.edition)
    rules = under(rules, options)
    seats = rules.seating
    if len(names) not in seats.cash:
        raise ValueError(f"{rules.meta.id} is for {sorted(seats.cash)} players, not {len(names)}")
    if len({n.strip().casefold() for n in names} - {""}) < len(names):
        raise ValueError("every player needs a name of its own")
    started = _laid(rules, names, options)
    draft = Draft(begin(started), rules, luck)
    draft.events.append(started)
    rules.lay(draft)
    complete(draft)
    return tuple(draft.events)


def _laid(rules: RuleSet, names: Sequence[str], options: Options) -> GameStarted:
    seats, count = rules.seating, len(names)
    start = rules.board.find("start")
    players = [
        Player(name.strip(), cash, start)
        for name, cash in zip(names, seats.cash[count], strict=True)
    ]
    decks = {card.deck: list[int]() for card in rules.cards.values()}
    for card in rules.cards.values():
        if card.item not in seats.without[count]:
            decks[card.deck].append(card.item)
    return GameStarted(
        ruleset=rules.meta.id,
        version=rules.meta.version,
        options=options,
        players=tuple(players),
        tiles=rules.board.size,
        rounds=seats.rounds[count],
        pot=seats.pot,
        stock=rules.stock,
        decks=tuple(Deck(name, tuple(sorted(cards))) for name, cards in decks.items()),
    )


def _pay(draft: Draft, command: Pay) -> Refused | None:
    """Pay the price of an auction, interest on a mortgage taken over, or what is due."""
    match draft.table.top:
        case PayPrice():
            return bidding.pay_price(draft, command)
        case Burdened():
            return mortgaging.pay_interest(draft, command)
        case _:
            return owing.pay_due(draft, command)


def deal(draft: Draft) -> None:
    """Every player draws the first cards; then the first round begins."""
    seats = draft.rules.seating
    dealt = [DrawCard(s, seats.hand_deck) for s in draft.table.seats for _ in range(seats.hand)]
    draft.plan(*dealt, OpenRound())


def draw_opener(draft: Draft) -> None:
    """It is drawn who opens the first round, and every one after it."""
    draft.plan(OpenRound(draft.luck.draw(draft.table.seats)))


CORE_ACTS: dict[type, Act] = {
    Roll: rolling.roll,
    Throw: rolling.throw_die,
    EndTurn: ending.end_turn,
    Draw: drawing.draw,
    Discard: drawing.discard,
    Play: playing.play,
    Buy: buying.buy,
    Decline: buying.decline,
    Pay: _pay,
    PayRent: owing.pay_rent,
    ClaimRent: owing.claim_rent,
    LeaveJail: leaving_jail.leave,
    PayDetour: landing.pay_detour,
    Stop: landing.stop,
    Build: building.build,
    SellBuilding: building.sell_building,
    SellProperty: building.sell_property,
    Mortgage: mortgaging.mortgage,
    Redeem: mortgaging.redeem,
    Ready: bidding.ready,
    BidCard: bidding.lay_bid,
    Concede: bidding.concede,
    Propose: trading.propose,
    Accept: trading.accept,
    Reject: trading.reject,
    Confirm: trading.confirm,
    Leave: leaving.leave_game,
    CallVote: voting.call,
    Vote: voting.vote,
    Correct: correcting.correct,
    PassTime: timekeeping.pass_time,
}
"""Acts of the shared code; a set adds its own."""
