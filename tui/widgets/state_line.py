"""One line on the game: round, Kejadian, what is in force, trades agreed, Kas Warga, stock."""

from rich.text import Text

from ketuk.engine.states import Effects, News
from ketuk.engine.table import FOREVER, POT
from ketuk.tui.signs import signs
from ketuk.tui.telling.names import Names


def state_line(names: Names, game: str) -> Text:
    """The line, the most important first."""
    words, table, rules = names.words, names.table, names.rules
    effects = table.state(Effects)
    endless = table.rounds >= FOREVER
    key = "screens.state_round_open" if endless else "screens.state_round"
    parts = [words(key, round=table.round, rounds=table.rounds)]
    if table.event:
        parts.append(words("screens.state_event", card=rules.cards[table.event].name))
    if (news := table.state(News).card) in rules.cards:
        card = rules.cards[news]
        text = words.said(rules.texts[card.kind])
        parts.append(words("screens.state_news", card=card.name, text=text))
    if table.round == table.rounds:
        parts.append(words("screens.state_last_round"))
    for on, key in ((effects.backward, "backward"), (effects.route_open, "route"),
                    (effects.homecoming, "homecoming")):  # fmt: skip
        if on:
            parts.append(words(f"screens.state_{key}"))
    if effects.boom:
        parts.append(words("screens.state_boom", zone=effects.boom))
    if effects.invested:
        parts.append(words("screens.state_invested", group=effects.invested))
    parts += [
        words(
            "screens.state_trade",
            one=names.seat(a.trade.proposer),
            other=names.seat(a.trade.partner),
        )
        for a in table.agreed
    ]
    if table.pot or rules.seating.pot or "pot" in rules.terms:
        parts.append(f"{names.seat(POT)} {words.figure(table.pot)}")
    if table.stock:
        house, top = signs().house, signs().top
        parts.append(f"{house}{table.stock[0]} {top}{table.stock[1]}")
    line = Text("  ".join(parts), no_wrap=True, overflow="ellipsis")
    line.append(f"  {game}", "dim")
    return line
