"""What the table waits for, and why an amount is what it is."""

from typing import TypeAlias

from ketuk.engine.acts.voting import needed
from ketuk.engine.states import Ballot
from ketuk.engine.table import (
    NOWHERE,
    Answer,
    AnyTask,
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
    key, more = _asked(names, table, top)
    return names.words(f"questions.{key}", **facts | more)


def _asked(names: Naming, table: Table, top: AnyTask) -> tuple[str, Facts]:
    """The key of the sentence, and the facts that this kind of task has."""
    key, rules = snake(type(top).__name__), names.rules
    match top:
        case Free():
            return _free(names, table, top)
        case Due():
            short, payee = top.amount - table.player(top.seat).cash, names.account(top.to, table)
            facts = {"amount": top.amount, "payee": payee, "short": short}
            return ("due_short" if short > 0 else key), facts
        case Bidding():
            return _bidding(names, table)
        case DrawCard():
            return key, {"deck": names.deck(top.deck)}
        case BuyChoice():
            return key, {"tile": names.tile(top.tile), "amount": rules.board.deed(top.tile).price}
        case PayPrice():
            return key, {"tile": names.tile(top.tile), "amount": top.price}
        case Burdened():
            return key, {"tile": names.tile(top.tile)}
        case Detour():
            return key, {"amount": top.fee, "tile": names.place(top.before, table)}
        case TaxChoice():
            amount = rules.board.tiles[top.tile].amount
            return key, {"amount": amount, "percent": rules.figures["income_tax"]}
        case PickCity():
            own = f"{key}_{top.why}"
            has_own = names.words.has(f"questions.{own}")
            return (own if has_own else key), {"tiles": names.tiles(top.tiles)}
        case StepChoice():
            return key, {"steps": names.all_of([str(n) for n in top.steps])}
        case Bet():
            return key, {"amount": top.stake}
        case Paused():
            away = [s for s in table.seats if s not in top.back]
            return (key if away else "paused_over"), {"players": names.players(away, table)}
        case Voting():
            return f"{key}_{top.what}", ballot(names, table, top)
        case Raid():
            return key, {"other": names.player(table.active, table)}
        case Answer():
            other = names.player(top.trade.proposer, table)
            return key, {"other": other, "trade": names.trade(top.trade, table)}
        case Handover():
            return key, {"cards": ", ".join(names.card(item, table) for item in top.items)}
        case _:
            return key, {}


def _free(names: Naming, table: Table, top: Free) -> tuple[str, Facts]:
    if not table.turn.may_roll:
        return "free_done", {}
    if table.player(top.seat).jail != NOWHERE:
        return "free_stuck", {"amount": names.rules.jail.fee}
    return ("free_again" if table.turn.rolls else "free_roll"), {}


def _bidding(names: Naming, table: Table) -> tuple[str, Facts]:
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
    state = table.state(Ballot)
    return {
        "caller": names.player(state.opener, table),
        "yes": names.players(state.yes, table),
        "no": names.players(state.no, table),
        "open": names.players(task.waits_for(table), table),
        "need": needed(names.rules, table, task.what),
    }


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
