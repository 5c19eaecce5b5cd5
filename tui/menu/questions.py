"""The question that is open, for each kind of task that people answer."""

from collections.abc import Callable, Sequence
from typing import Any

from ketuk import engine
from ketuk.engine.acts import owing
from ketuk.engine.commands import (
    Accept,
    AnyCommand,
    Build,
    Buy,
    Choose,
    ClaimRent,
    Concede,
    Decline,
    EndTurn,
    Fly,
    Leave,
    LeaveJail,
    Pay,
    PayRent,
    Play,
    Reject,
    Roll,
    Skip,
)
from ketuk.engine.offers import DiceForm, Offers, TradeForm
from ketuk.engine.rules.buildings import open_site
from ketuk.engine.table import (
    NOWHERE,
    Answer,
    Bet,
    Bidding,
    BuyChoice,
    Community,
    Detour,
    DrawCard,
    Due,
    Free,
    Handover,
    Jump,
    OpenRent,
    OverLimit,
    Paused,
    PayPrice,
    PickCity,
    Raid,
    Reveal,
    StepChoice,
    Throwing,
    Voting,
    snake,
)
from ketuk.tui.menu.auctions import bidding, pay_price
from ketuk.tui.menu.chances import bet, paused, steps
from ketuk.tui.menu.choice import HAND, TRADE, ChoiceLine, More, Open, Question, TypeDice
from ketuk.tui.menu.places import jump, pick
from ketuk.tui.menu.sorting import OfProperty, each, of_options, of_properties
from ketuk.tui.menu.tiles import offered
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.questions import ballot


def question(names: Names) -> Question | None:
    """What the table waits for; None when the game is over."""
    top = names.table.top
    if top is None:
        return None
    offers = engine.offers(names.table, names.rules)
    return _BY_TASK.get(type(top), _other)(names, top, offers)


def finished(names: Names) -> Question:
    """What stands there when the table waits for nothing any more."""
    words, winners = names.words, tuple(p.seat for p in names.table.ranking if p.place == 1)
    line = ChoiceLine(words("table.open_ranking"), Open("end", 0))
    text = words("table.ask_over", names=names.seats(winners))
    return Question(0, words("table.head_over"), text, (line,), marked=0)


def hand_choice(names: Names, offers: Offers, seat: int) -> list[ChoiceLine]:
    """To the hand of a seat (0: whose is asked), whether or not a card fits: hands are secret.

    Where cards are held in the open those that can be played now stand in the list themselves.
    """
    if names.rules.seating.hand_deck:
        return [ChoiceLine(names.words("table.open_hand"), Open("hand", seat), HAND)]
    return list(each(names, [c for c in offers.of(seat) if isinstance(c, Play)] if seat else []))


# --- the turn ----------------------------------------------------------------------------------


def _free(names: Names, top: Free, offers: Offers) -> Question:
    table, seat = names.table, top.seat
    mine = offers.of(seat)
    main = [c for kind in (PayRent, Roll, EndTurn, LeaveJail, Fly) for c in mine
            if isinstance(c, kind)]  # fmt: skip
    choices = list(each(names, main))
    dice = _dice(names, offers)
    choices[len([c for c in main if isinstance(c, PayRent)]) : 0] = dice
    claims = [c for c in offers.commands if isinstance(c, ClaimRent)]
    late = [c for c in offers.commands if isinstance(c, PayRent) and c.seat != seat]
    choices += each(names, [*claims, *late])
    choices += hand_choice(names, offers, seat) if not names.rules.seating.hand_deck else []
    choices += of_properties(names, offers.commands, seat)
    choices += hand_choice(names, offers, 0) if names.rules.seating.hand_deck else []
    choices += [*_trade(names, offers), *_ruin(names, mine)]
    head, text = _free_head(names, seat, main, mine)
    rents = tuple(c.tile for c in main if isinstance(c, PayRent))
    way = names.words("table.way_rent", tile=names.tile(rents[0])) if rents else ""
    marked = 0 if main or dice else None
    tiles = rents or (table.player(seat).at,)
    return Question(seat, head, text, tuple(choices), tiles, marked, way)


def _ruin(names: Names, commands: Sequence[AnyCommand]) -> list[ChoiceLine]:
    """To give up, behind a line of its own."""
    ways = each(names, [c for c in commands if isinstance(c, Leave | Concede)])
    title = names.words("table.more_bankrupt")
    return [ChoiceLine(title, More(title, ways))] if ways else []


def _trade(names: Names, offers: Offers) -> list[ChoiceLine]:
    """To the screen where a trade is made; it asks who proposes one."""
    if not any(isinstance(f, TradeForm) for f in offers.forms):
        return []
    return [ChoiceLine(names.words("table.open_trade"), Open("trade", 0), TRADE)]


def _free_head(
    names: Names, seat: int, main: Sequence[AnyCommand], mine: Sequence[AnyCommand]
) -> tuple[str, str]:
    words, table = names.words, names.table
    facts: dict[str, Any] = {"name": names.seat(seat), "at": names.at(seat)}
    rents = [r for r in table.rents if r.lander == seat]
    if rents and any(isinstance(c, PayRent) for c in main):
        rent = rents[0]
        facts |= {"amount": rent.bill.total, "owner": names.seat(rent.owner),
                  "tile": names.tile(rent.bill.tile)}  # fmt: skip
        sentences = [words("table.ask_rent", **facts)]
        sentences += [_also(names, rent) for rent in rents[1:]]
        return words("table.head_rent"), " ".join(sentences)
    if (site := open_site(table)) is not None and any(isinstance(c, Build) for c in mine):
        facts["at"] = names.tile(site.tile)
        head = words("table.head_roll" if table.turn.may_roll else "table.head_end")
        return head, words("table.ask_site", **facts)
    if not table.turn.may_roll:
        cash = table.player(seat).cash
        if cash < 0 and not any(isinstance(c, EndTurn) for c in main):
            facts |= {"cash": cash, "short": -cash}
            return words("table.head_minus"), words("table.ask_minus", **facts)
        return words("table.head_end"), words("table.ask_end", **facts)
    tries = table.player(seat).jail
    if tries != NOWHERE:
        facts |= {"tries": tries + 1, "most": names.rules.jail.tries, "jail": names.jail}
        return names.jail, words("table.ask_jail", **facts)
    again = "_again" if table.turn.rolls else ""
    return words("table.head_roll"), words(f"table.ask_roll{again}", **facts)


def _also(names: Names, rent: OpenRent) -> str:
    """One more rent that is open, as after a double."""
    owner, tile = names.seat(rent.owner), names.tile(rent.bill.tile)
    return names.words("table.ask_rent_also", owner=owner, tile=tile, amount=rent.bill.total)


def _dice(names: Names, offers: Offers) -> list[ChoiceLine]:
    """Real dice for a roll; those of a card are asked for in the hand."""
    return [
        ChoiceLine(names.words("table.type_dice", count=f.count), TypeDice(f))
        for f in offers.forms
        if isinstance(f, DiceForm) and not f.card
    ]


def _reveal(names: Names, top: Reveal, offers: Offers) -> Question:
    words, table = names.words, names.table
    facts = {"name": names.seat(top.seat), "round": table.round, "rounds": table.rounds}
    real = table.options.decks == "real"
    return Question(
        top.seat,
        words("table.head_reveal"),
        words("table.ask_reveal", **facts),
        each(names, offers.commands),
        marked=None if real else 0,
        way=words("table.way_reveal") if real else "",
    )


def _draw(names: Names, top: DrawCard, offers: Offers) -> Question:
    words, deck = names.words, names.telling.names.deck(top.deck)
    secret = "" if top.deck == names.rules.seating.hand_deck else "_shown"
    choices = (ChoiceLine(words(f"table.open_draw{secret}"), Open("draw", top.seat)),)
    text = words(f"table.ask_draw{secret}", name=names.seat(top.seat), deck=deck)
    head, way = words("table.head_draw", deck=deck), words(f"table.way_draw{secret}")
    return Question(top.seat, head, text, choices, marked=0, way=way)


def _over_limit(names: Names, top: OverLimit, offers: Offers) -> Question:
    words, name, limit = names.words, names.seat(top.seat), names.rules.hand_limit
    text = words("table.ask_over_limit", name=name, limit=limit)
    choices = tuple(hand_choice(names, offers, top.seat))
    return Question(top.seat, words("table.head_over_limit"), text, choices, marked=0)


def _buy(names: Names, top: BuyChoice, offers: Offers) -> Question:
    table, words = names.table, names.words
    price, cash = names.rules.board.deed(top.tile).price, table.player(top.seat).cash
    facts = {"name": names.seat(top.seat), "tile": names.tile(top.tile), "price": price,
             "cash": cash, "left": cash - price, "short": price - cash}  # fmt: skip
    plain = [c for c in offers.commands if isinstance(c, Buy) and not c.card]
    declines = [c for c in offers.commands if isinstance(c, Decline | Skip)]
    raising = of_properties(names, offers.commands, top.seat)
    choices = [*each(names, [*plain, *declines]), *raising, *hand_choice(names, offers, top.seat)]
    choices += _trade(names, offers)
    short = "table.ask_buy_short" if names.rules.discounts else "table.ask_buy_not"
    short = "table.ask_buy_raise" if raising else short
    text = words("table.ask_buy" if plain else short, **facts)
    text = f"{text} {offered(names, top.tile)}".strip()
    head = words("table.head_buy", tile=facts["tile"])
    way = words("table.way_buy") if plain else ""
    return Question(top.seat, head, text, tuple(choices), (top.tile,), 0 if plain else None, way)


def _due(names: Names, top: Due, offers: Offers) -> Question:
    words, cash = names.words, names.table.player(top.seat).cash
    key = f"table.why_{top.why}"
    why = words(key, jail=names.jail) if words.has(key) else top.why
    facts = {"name": names.seat(top.seat), "to": names.seat(top.to), "amount": top.amount,
             "cash": cash, "why": why, "short": max(0, top.amount - cash)}  # fmt: skip
    pays = [c for c in offers.commands if isinstance(c, Pay)]
    choices = [
        *each(names, pays),
        *of_properties(names, offers.commands, top.seat),
        *_trade(names, offers),
        *_ruin(names, offers.commands),
    ]
    if top.voidable:
        choices += hand_choice(names, offers, top.seat)
    lends = names.rules.ruin.unpaid is owing.book_debt
    short = "table.ask_due_debt" if pays else f"table.ask_due_{'short' if lends else 'raise'}"
    text = words("table.ask_due" if cash >= top.amount else short, **facts)
    tiles = (top.bill.tile,) if top.bill and top.bill.tile != NOWHERE else ()
    head = words("table.head_due", amount=top.amount)
    return Question(top.seat, head, text, tuple(choices), tiles, 0 if pays else None)


# --- on the way, and on tiles ------------------------------------------------------------------


def _detour(names: Names, top: Detour, offers: Offers) -> Question:
    facts = {"name": names.seat(top.seat), "fee": top.fee, "tile": names.tile(top.before)}
    here = names.table.player(top.seat).at == top.before
    key = "table.ask_detour_here" if here else "table.ask_detour"
    return Question(
        top.seat,
        names.words("table.head_detour"),
        names.words(key, **facts),
        each(names, offers.commands),
        (top.before,),
    )


def _community(names: Names, top: Community, offers: Offers) -> Question:
    text = names.words("table.ask_community", name=names.seat(top.seat), pot=names.table.pot)
    choices = tuple(of_options(names, offers.commands))
    head = names.words("table.head_community")
    return Question(top.seat, head, text, choices)


def _voting(names: Names, top: Voting, offers: Offers) -> Question:
    """A question to all: who has answered, and yes or no of everybody else."""
    telling, table = names.telling, names.table
    text = names.words("table.ask_voting", **ballot(telling.names, table, top))
    head = names.words(f"table.head_voting_{top.what}")
    seat = next(iter(telling.waiting(table)), table.active)
    return Question(seat, head, text, each(names, offers.commands))


def _raid(names: Names, top: Raid, offers: Offers) -> Question:
    facts = {"name": names.seat(top.seat), "by": names.seat(top.by)}
    others = [c for c in offers.commands if not isinstance(c, Play)]
    return Question(
        names.table.active,
        names.words("table.head_raid"),
        names.words("table.ask_raid", **facts),
        (*each(names, others), *hand_choice(names, offers, top.seat)),
    )


def _answer(names: Names, top: Answer, offers: Offers) -> Question:
    trade = top.trade
    text = names.words("table.ask_answer", name=names.seat(trade.partner), trade=names.trade(trade))
    if whole := names.made_whole(trade):
        text = f"{text} ({whole})"
    text = f"{text} {names.interest(trade)}".strip()
    first = sorted(offers.commands, key=lambda c: not isinstance(c, Accept))
    tiles = (*trade.give.tiles, *trade.take.tiles)
    head = names.words("table.head_answer")
    no = next(at for at, c in enumerate(first) if isinstance(c, Reject))
    return Question(trade.partner, head, text, each(names, first), tiles, marked=no)


def _handover(names: Names, top: Handover, offers: Offers) -> Question:
    words, active = names.words, names.table.active
    done = [c for c in offers.commands if not hasattr(c, "item")]
    single = [c for c in offers.commands if hasattr(c, "item") and c.seat == active]
    title = words("table.more_confirm")
    choices = (*each(names, done), ChoiceLine(title, More(title, each(names, single))))
    text = words("table.ask_handover", cards=", ".join(_passed(names, i) for i in top.items[:4]))
    tiles = tuple(i for i in top.items if i in names.rules.board.deeds)
    head, way = words("table.head_handover"), words("table.way_handover")
    return Question(active, head, text, choices, tiles, way=way)


def _passed(names: Names, item: int) -> str:
    """A card that is handed over, and to whom."""
    table = names.table
    if item in names.rules.cards:
        to = next((s for s, p in enumerate(table.players, 1) if item in p.hand), 0)
        return names.words("table.passed", card=names.card(item), name=names.seat(to))
    owner = table.holdings[item].owner
    return names.words("table.passed", card=names.deed(item), name=names.seat(owner))


def _throwing(names: Names, top: Throwing, offers: Offers) -> Question:
    seat = top.seats[len(top.thrown)]
    die = top.seats[: len(top.thrown) + 1].count(seat)
    key = f"table.ask_throw_{top.why}"
    known = (f"{key}_{die}", key, "table.ask_throw")
    key = next(k for k in known if names.words.has(k))
    text = names.words(key, name=names.seat(seat))
    choices = each(names, offers.commands)
    head = names.words("table.head_throw")
    return Question(seat, head, text, choices, marked=0 if len(choices) == 1 else None)


def _other(names: Names, top: Any, offers: Offers) -> Question:
    """A question without words of its own: what it says itself, and everything that answers it."""
    telling, table = names.telling, names.table
    seat = next(iter(telling.waiting(table)), table.active)
    listed = [c for c in offers.commands if not getattr(c, "card", 0)]
    here = [c for c in listed if isinstance(c, OfProperty) and c.tile == top.in_question]
    listed = [c for c in listed if c not in here]
    choices = [*each(names, here), *of_options(names, listed), *of_properties(names, listed, seat)]
    plain = [c for c in listed if not isinstance(c, Choose | OfProperty)]
    choices = [*each(names, plain), *choices, *hand_choice(names, offers, seat)]
    head = f"table.head_{snake(type(top).__name__)}"
    head = names.words(head if names.words.has(head) else "table.head_other")
    marked = 0 if len(choices) == 1 else None
    return Question(seat, head, telling.question(table), tuple(choices), marked=marked)


_BY_TASK: dict[type, Callable[[Names, Any, Offers], Question]] = {
    Free: _free,
    Reveal: _reveal,
    DrawCard: _draw,
    OverLimit: _over_limit,
    BuyChoice: _buy,
    PayPrice: pay_price,
    Due: _due,
    Bidding: bidding,
    Detour: _detour,
    Community: _community,
    PickCity: pick,
    Jump: jump,
    Voting: _voting,
    Raid: _raid,
    Answer: _answer,
    Handover: _handover,
    Throwing: _throwing,
    Bet: bet,
    Paused: paused,
    StepChoice: steps,
}
