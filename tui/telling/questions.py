"""What the table waits for, and why an amount is what it is."""

from collections.abc import Callable
from typing import Any, TypeAlias

from ketuk.engine.acts.voting import needed
from ketuk.engine.states import Ballot
from ketuk.engine.table import (
    NOWHERE,
    Answer,
    Bet,
    Bidding,
    Bill,
    Burdened,
    BuyChoice,
    Detour,
    DrawCard,
    Due,
    Free,
    Handover,
    Paused,
    PayPrice,
    PickCity,
    Raid,
    StepChoice,
    Table,
    TaxChoice,
    Voting,
    snake,
)
from ketuk.engine.waiting import waiting
from ketuk.tui.telling.naming import Naming

Facts: TypeAlias = dict[str, object]


def question(names: Naming, table: Table) -> str:
    """What the table waits for, in one sentence."""
    top = table.top
    if top is None:
        return names.words("questions.over")
    facts: Facts = {"round": table.round, "count": names.rules.hand_limit, "jail": names.jail}
    waited = waiting(table)
    facts["player"] = names.player(waited[0], table) if waited else ""
    key, more = snake(type(top).__name__), Facts()
    if (describe := _DESCRIBED.get(type(top))) is not None:
        key, more = describe(names, table, top)
    return names.words(f"questions.{key}", **facts | more)


def _free(names: Naming, table: Table, top: Free) -> tuple[str, Facts]:
    if not table.turn.may_roll:
        return "free_done", {}
    if table.player(top.seat).jail != NOWHERE:
        return "free_stuck", {"amount": names.rules.jail.fee}
    return ("free_again" if table.turn.rolls else "free_roll"), {}


def _draw_card(names: Naming, table: Table, top: DrawCard) -> tuple[str, Facts]:
    return "draw_card", {"deck": names.deck(top.deck)}


def _buy_choice(names: Naming, table: Table, top: BuyChoice) -> tuple[str, Facts]:
    price = names.rules.board.deed(top.tile).price
    return "buy_choice", {"tile": names.tile(top.tile), "amount": price}


def _pay_price(names: Naming, table: Table, top: PayPrice) -> tuple[str, Facts]:
    return "pay_price", {"tile": names.tile(top.tile), "amount": top.price}


def _due(names: Naming, table: Table, top: Due) -> tuple[str, Facts]:
    short, payee = top.amount - table.player(top.seat).cash, names.account(top.to, table)
    facts = {"amount": top.amount, "payee": payee, "short": short}
    return ("due_short" if short > 0 else "due"), facts


def _detour(names: Naming, table: Table, top: Detour) -> tuple[str, Facts]:
    return "detour", {"amount": top.fee, "tile": names.place(top.before, table)}


def _pick_city(names: Naming, table: Table, top: PickCity) -> tuple[str, Facts]:
    own = f"pick_city_{top.why}"
    key = own if names.words.has(f"questions.{own}") else "pick_city"
    return key, {"tiles": names.tiles(top.tiles)}


def _step_choice(names: Naming, table: Table, top: StepChoice) -> tuple[str, Facts]:
    return "step_choice", {"steps": names.all_of([str(n) for n in top.steps])}


def _bet(names: Naming, table: Table, top: Bet) -> tuple[str, Facts]:
    return "bet", {"amount": top.stake}


def _paused(names: Naming, table: Table, top: Paused) -> tuple[str, Facts]:
    away = [s for s in table.seats if s not in top.back]
    return ("paused" if away else "paused_over"), {"players": names.players(away, table)}


def _voting(names: Naming, table: Table, top: Voting) -> tuple[str, Facts]:
    return f"voting_{top.what}", ballot(names, table, top)


def _raid(names: Naming, table: Table, top: Raid) -> tuple[str, Facts]:
    return "raid", {"other": names.player(table.active, table)}


def _answer(names: Naming, table: Table, top: Answer) -> tuple[str, Facts]:
    other = names.player(top.trade.proposer, table)
    return "answer", {"other": other, "trade": names.trade(top.trade, table)}


def _handover(names: Naming, table: Table, top: Handover) -> tuple[str, Facts]:
    return "handover", {"cards": ", ".join(names.card(item, table) for item in top.items)}


def _tax_choice(names: Naming, table: Table, top: TaxChoice) -> tuple[str, Facts]:
    amount = names.rules.board.tiles[top.tile].amount
    return "tax_choice", {"amount": amount, "percent": names.rules.figures["income_tax"]}


def _burdened(names: Naming, table: Table, top: Burdened) -> tuple[str, Facts]:
    return "burdened", {"tile": names.tile(top.tile)}


def _bidding(names: Naming, table: Table, top: Bidding) -> tuple[str, Facts]:
    auction = table.auction
    assert auction is not None
    awaited = waiting(table)
    facts: Facts = {
        "tile": names.lot(auction),
        "players": names.players(awaited, table),
        "player": names.player(awaited[0], table),
    }
    in_turn = auction.stage == "open" and auction.answered
    if in_turn:
        still_in = tuple(s for s in auction.seats if s not in auction.passed)
        facts |= {"players": names.players(still_in, table)}
    if auction.high:
        facts |= {"amount": auction.high, "other": names.player(auction.high_seat, table)}
        return ("bidding_high_in_turn" if in_turn else "bidding_high"), facts
    if in_turn:
        return "bidding_in_turn", facts
    all_in = auction.stage == "bids" and {b.seat for b in auction.sealed.bids} >= set(auction.seats)
    return ("bidding_all" if all_in else f"bidding_{auction.stage}"), facts


def ballot(names: Naming, table: Table, task: Voting) -> dict[str, object]:
    """Who asks, who has said what, who has not answered, and how many yes it takes."""
    said = table.state(Ballot)
    return {
        "caller": names.player(said.opener, table),
        "yes": names.players(said.yes, table),
        "no": names.players(said.no, table),
        "open": names.players(task.waits_for(table), table),
        "need": needed(names.rules, table, task.what),
    }


_DESCRIBED: dict[type, Callable[[Naming, Table, Any], tuple[str, Facts]]] = {
    Free: _free,
    DrawCard: _draw_card,
    BuyChoice: _buy_choice,
    PayPrice: _pay_price,
    Due: _due,
    Detour: _detour,
    PickCity: _pick_city,
    StepChoice: _step_choice,
    Bet: _bet,
    Paused: _paused,
    Voting: _voting,
    Raid: _raid,
    Answer: _answer,
    Handover: _handover,
    TaxChoice: _tax_choice,
    Burdened: _burdened,
    Bidding: _bidding,
}
"""The key of the sentence and its facts, by kind of task."""


def bill(names: Naming, bill: Bill) -> list[str]:
    """The bill line by line: base, each multiplier, the cap, the total, the rulings."""
    words, tile = names.words, names.tile(bill.tile)
    key = "bill_level_0" if bill.base_why == "level" and not bill.count else f"bill_{bill.base_why}"
    level = names.level(bill.count) if bill.base_why == "level" else ""
    facts = {"tile": tile, "base": bill.base, "count": bill.count, "level": level,
             "percent": names.rules.figures.get("income_tax", 0)}  # fmt: skip
    lines = [words(f"questions.{key}", **facts)]
    lines += [
        words(f"questions.factor_{f.name}", times=f.times, percent=(f.times - f.per) * 100 // f.per)
        for f in bill.factors
    ]
    if bill.cap:
        lines.append(words("questions.bill_cap", cap=bill.cap))
    lines.append(words("questions.bill_total", total=bill.total))
    if bill.rulings:
        lines.append(words("questions.bill_rulings", rulings=", ".join(bill.rulings)))
    return lines
