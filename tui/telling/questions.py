"""What the table waits for, and why an amount is what it is."""

from ketuk.engine.acts.voting import needed
from ketuk.engine.rules.ruleset import RuleSet
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


def question(names: Naming, table: Table) -> str:
    """What the table waits for, in one sentence."""
    top = table.top
    if top is None:
        return names.words("questions.over")
    key, facts = snake(type(top).__name__), dict[str, object]()
    waited = waiting(table)
    facts["player"] = names.player(waited[0], table) if waited else ""
    match top:
        case Free():
            key, more = _free(names.rules, table, top.seat)
            facts |= more
        case DrawCard():
            facts["deck"] = names.deck(top.deck)
        case BuyChoice():
            price = names.rules.board.deed(top.tile).price
            facts |= {"tile": names.tile(top.tile), "amount": price}
        case PayPrice():
            facts |= {"tile": names.tile(top.tile), "amount": top.price}
        case Due():
            short = top.amount - table.player(top.seat).cash
            key = "due_short" if short > 0 else "due"
            payee = names.account(top.to, table)
            facts |= {"amount": top.amount, "payee": payee, "short": short}
        case Detour():
            facts |= {"amount": top.fee, "tile": names.place(top.before, table)}
        case PickCity():
            own = f"pick_city_{top.why}"
            key = own if names.words.has(f"questions.{own}") else key
            facts["tiles"] = names.tiles(top.tiles)
        case StepChoice():
            facts["steps"] = names.all_of([str(n) for n in top.steps])
        case Bet():
            facts["amount"] = top.stake
        case Paused():
            away = [s for s in table.seats if s not in top.back]
            key = key if away else "paused_over"
            facts["players"] = names.players(away, table)
        case Voting():
            key = f"voting_{top.what}"
            facts |= ballot(names, table, top)
        case Raid():
            facts["other"] = names.player(table.active, table)
        case Answer():
            facts |= {
                "other": names.player(top.trade.proposer, table),
                "trade": names.trade(top.trade, table),
            }
        case Handover():
            facts["cards"] = ", ".join(names.card(item, table) for item in top.items)
        case TaxChoice():
            amount = names.rules.board.tiles[top.tile].amount
            facts |= {"amount": amount, "percent": names.rules.figures["income_tax"]}
        case Burdened():
            facts["tile"] = names.tile(top.tile)
        case Bidding():
            key, more = _bidding(names, table)
            facts |= more
        case _:
            pass
    facts |= {"round": table.round, "count": names.rules.hand_limit, "jail": names.jail}
    return names.words(f"questions.{key}", **facts)


def _free(rules: RuleSet, table: Table, seat: int) -> tuple[str, dict[str, object]]:
    if not table.turn.may_roll:
        return "free_done", {}
    if table.player(seat).jail != NOWHERE:
        return "free_stuck", {"amount": rules.jail.fee}
    return ("free_again" if table.turn.rolls else "free_roll"), {}


def _bidding(names: Naming, table: Table) -> tuple[str, dict[str, object]]:
    auction = table.auction
    assert auction is not None
    awaited = waiting(table)
    facts: dict[str, object] = {
        "tile": names.lot(auction),
        "players": names.players(awaited, table),
        "player": names.player(awaited[0], table),
    }
    if auction.high:
        facts |= {"amount": auction.high, "other": names.player(auction.high_seat, table)}
        return "bidding_high", facts
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
