"""Rel: money at the exact edge, at any question of random games of both editions.

Whoever is asked has less than nothing, nothing, or just enough, with and without a loan and news
that pays more. Nothing but Ah Long may then lead below zero, every player of the set goes on, no
bid is higher than the cash, and the ranking counts minus as minus.
"""

import random

import pytest
from any_game import AnyGame
from situations import sums
from trials import trials

from ketuk import engine
from ketuk.engine.commands import AnyCommand, Bid, Conclude
from ketuk.engine.events import AnyEvent, GameEnded, Paid
from ketuk.engine.offers import BidForm, TradeForm
from ketuk.engine.players import makers
from ketuk.engine.refusal import Refused
from ketuk.engine.states import Loans, News
from ketuk.engine.table import Burdened, Due, Options, Table, replace

EDITIONS = ("rel", "rel-borneo")
EDGES = (-200, -199, -100, -1, 0, 1, 9, 10, 49, 50, 299, 300, 399, 400)
NEWS = (0, 84, 86, 88)
"""None; a closed line, MULA at 300, building at half."""


def at_the_edge(table: Table, seat: int, cash: int, owed: int, news: int) -> Table:
    """The table when a seat has so much, owes so much, and that news holds."""
    players = list(table.players)
    bank = table.bank + players[seat - 1].cash - cash
    players[seat - 1] = replace(players[seat - 1], cash=cash)
    table = replace(table, players=tuple(players), bank=bank)
    for state in (table.state(Loans).owing(seat, owed), News(news, table.state(News).since)):
        table = replace(table, states=table.keeping(state))
    return table


def check(game: AnyGame, table: Table, command: AnyCommand) -> None:
    """It is accepted, makes no money, and takes nobody below zero but by Ah Long."""
    events = engine.decide(table, command, game.rules, game.luck)
    assert not isinstance(events, Refused), (command, events, table.top)
    before = table
    for event in events:
        after = engine.evolve(before, event)
        _only_ah_long(before, after, event)
        before = after
    assert sums(before, game.rules) == sums(table, game.rules), command


def _only_ah_long(before: Table, after: Table, event: AnyEvent) -> None:
    for seat, player in enumerate(after.players, 1):
        was = before.player(seat).cash
        if player.cash < min(was, 0):
            assert isinstance(event, Paid), event
            assert event.why == "loan_collected"
            assert event.payer == seat


def asked(table: Table) -> int:
    """Who answers the question that is open."""
    return table.top.waits_for(table)[0] if table.top is not None else 0


def kept_for_interest(game: AnyGame) -> int:
    """What a trade has left in cash for the mortgages that came with it; it was refused else."""
    tasks = [t for t in game.table.agenda if isinstance(t, Burdened) and not t.refusable]
    interest = game.rules.mortgaging.interest
    return sum([interest(game.rules, game.table, t.tile) for t in tasks]) or min(EDGES)


def looked_at(game: AnyGame, rng: random.Random) -> None:
    """Everything that is offered, what the set's players choose, and the ranking."""
    seat, rules = asked(game.table), game.rules
    cash, top = max(rng.choice(EDGES), kept_for_interest(game)), game.table.top
    if isinstance(top, Due):
        cash = min(cash, top.amount - 1)  # what covers it would have been paid at once
    edge = cash, rng.choice((0, 400)), rng.choice(NEWS)
    table = at_the_edge(game.table, seat, *edge)
    offered = engine.offers(table, rules)
    assert offered.commands or offered.forms, (table.top, edge)
    ways = [*offered.commands]
    for command in rng.sample(ways, min(8, len(ways))):
        check(game, table, command)
    for command in ways:
        assert not isinstance(command, Bid) or command.amount <= table.player(command.seat).cash
    for form in offered.forms:
        if isinstance(form, BidForm):
            assert form.most <= table.player(form.seat).cash
        assert not isinstance(form, TradeForm) or form.seat in table.seats
    for name in (*rules.bots, "cautious"):
        said = makers(rules)[name](lambda limit: 0)(rules, table, seat)
        if said is not None:
            check(game, table, said)
    _ranked(game, table)


def _ranked(game: AnyGame, table: Table) -> None:
    """Stopped here, worth and cash below zero stand below nothing."""
    events = engine.decide(table, Conclude(table.seats[0]), game.rules, game.luck)
    assert not isinstance(events, Refused)
    (end,) = [e for e in events if isinstance(e, GameEnded)]
    places = [p for p in end.ranking if p.seat in table.seats]
    assert [(p.worth, p.cash) for p in places] == sorted(
        [(p.worth, p.cash) for p in places], reverse=True
    )
    last = table
    for event in events:
        last = engine.evolve(last, event)
    for place in places:
        assert place.cash == last.player(place.seat).cash
        assert place.worth == game.rules.net_worth(game.rules, last, place.seat)


@pytest.mark.parametrize("edition", EDITIONS)
def test_at_any_question_whatever_the_cash(edition: str) -> None:
    kinds = set[str]()
    for seed in range(trials(3)):
        options = Options(
            house=("fast",) if seed % 3 == 2 else (), decks=("app", "real")[seed % 2],
            settings=(("rounds", 30),),
        )  # fmt: skip
        game = AnyGame(2 + seed % 4, options, 40 + seed, leavers=False, ruleset=edition)
        rng = random.Random(seed)
        while not game.over and game.steps < 300:
            kind = type(game.table.top).__name__
            if asked(game.table) and (kind not in kinds or rng.random() < 0.12):
                kinds.add(kind)
                looked_at(game, rng)
            game.step(game.pick(engine.offers(game.table, game.rules), rng.randrange))
    assert kinds >= {"Free", "BuyChoice", "Bidding", "Due", "TaxChoice", "Answer"}, kinds
