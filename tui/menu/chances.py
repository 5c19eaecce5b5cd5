"""Questions of the third die, the bet and the pause."""

from ketuk.engine.commands import Decline, Resume, Stake
from ketuk.engine.offers import Offers
from ketuk.engine.table import Bet, Paused, StepChoice
from ketuk.tui.menu.choice import AskTable, ChoiceLine, More, Question
from ketuk.tui.menu.sorting import each
from ketuk.tui.telling.names import Names


def bet(names: Names, top: Bet, offers: Offers) -> Question:
    """Not to bet, or on how many numbers, and then on which."""
    words, cash = names.words, names.table.player(top.seat).cash
    facts = {"name": names.seat(top.seat), "stake": top.stake, "cash": cash,
             "pot": names.table.pot}  # fmt: skip
    choices = [*each(names, [c for c in offers.commands if isinstance(c, Decline)])]
    stakes = [c for c in offers.commands if isinstance(c, Stake)]
    for count in sorted({len(c.numbers) for c in stakes}):
        title = words("table.more_numbers", count=count)
        lines = each(names, [c for c in stakes if len(c.numbers) == count])
        choices.append(ChoiceLine(title, More(title, lines)))
    text = words("table.ask_bet" if stakes else "table.ask_bet_not", **facts)
    return Question(top.seat, words("table.head_bet"), text, tuple(choices))


def steps(names: Names, top: StepChoice, offers: Offers) -> Question:
    """How far, and where that leads; both dice first."""
    here, size = names.table.player(top.seat).at, names.rules.board.size
    ways = zip(reversed(offers.commands), reversed(top.steps), strict=True)
    lines = [
        ChoiceLine(f"{names.label(c)}: {names.tile((here + n) % size)}", AskTable((c,)))
        for c, n in ways
    ]
    text = names.words("table.ask_step_choice", name=names.seat(top.seat), at=names.tile(here))
    return Question(top.seat, names.words("table.head_step_choice"), text, tuple(lines))


def paused(names: Names, top: Paused, offers: Offers) -> Question:
    """Who is back; once all are, the game goes on by itself after a moment, or at once by Enter.

    That is the last one's who came back: nobody else has to be waited for.
    """
    words, table = names.words, names.table
    away = [s for s in table.seats if s not in top.back]
    key = "table.ask_paused" if away else "table.ask_paused_over"
    text = words(key, names=names.seats(tuple(away)))
    commands = offers.commands if away else (Resume(top.last_back(table)),)
    lines, marked = each(names, commands), None if away else 0
    way = words("table.way_paused") if away else ""
    head = words("table.head_paused")
    return Question(commands[0].seat, head, text, lines, marked=marked, way=way)
