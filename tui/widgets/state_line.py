"""One line on the game: round, event, what is in force, trades agreed, pot, stock, news."""

from collections.abc import Iterator
from datetime import UTC, datetime

from rich.text import Text

from ketuk.engine.states import Effects, News
from ketuk.engine.table import FOREVER, POT
from ketuk.rooms.minutes import Minutes
from ketuk.tui.session import Session
from ketuk.tui.telling.minutes import clock
from ketuk.tui.telling.names import Names
from ketuk.tui.widgets.still import Still

GAP = "  "
MARGIN = 2
"""Columns beside the line."""


A_WHILE_S = 20.0
"""Seconds after which the minutes are looked at again."""


class StateLine(Still):
    """The line of a game that is open, with the minutes that go on."""

    def __init__(self, session: Session) -> None:
        super().__init__(id="state-line", fixed=True)
        self._session = session
        self._minutes = Minutes(session.room)

    def on_mount(self) -> None:
        self.set_interval(A_WHILE_S, self.look)

    def look(self) -> None:
        """Show how it stands now."""
        session = self._session
        copied = followed(session)
        times = clock(session.words, self._minutes, datetime.now(UTC))
        width = self.screen.size.width
        line = state_line(session.names, session.room.name, width - len(copied), times)
        self.show_text(Text.assemble((f"{copied}", "bold"), line, no_wrap=True) if copied else line)


def followed(session: Session) -> str:
    """Whose copy the game is here, and for how long that laptop has been silent; empty for none."""
    if session.room.leads:
        return ""
    key = "copy_of"
    if session.may_take_over:
        key = "copy_silent" if session.host_silent else "copy_alone"
    sentence = session.words(f"rooms.{key}", name=session.decider, seconds=session.host_silent)
    return sentence + GAP


def state_line(names: Names, game: str, width: int, minutes: str = "") -> Text:
    """The line, the most important first.

    What has no room in ``width`` columns stays away whole, so that no sum is cut; only what a card
    says is.
    """
    longest, width = "", width - MARGIN
    for part in _parts(names):
        longer = f"{longest}{GAP}{part}" if longest else part
        longest = longer if len(longer) <= width or not longest else longest
    line = Text(longest, no_wrap=True, overflow="ellipsis")
    if news := _news(names):
        line.append(f"{GAP}{news}")
    for part in (minutes, game):
        if part and len(line) + len(GAP) + len(part) <= width:
            line.append(f"{GAP}{part}", "dim")
    return line


def _parts(names: Names) -> Iterator[str]:
    words, table, rules = names.words, names.table, names.rules
    effects = table.state(Effects)
    endless = table.rounds >= FOREVER
    key = "screens.state_round_open" if endless else "screens.state_round"
    yield words(key, round=table.round, rounds=table.rounds)
    if table.event:
        yield words("screens.state_event", card=rules.cards[table.event].name)
    if table.round == table.rounds:
        yield words("screens.state_last_round")
    for on, key in ((effects.backward, "backward"), (effects.route_open, "route"),
                    (effects.homecoming, "homecoming")):  # fmt: skip
        if on:
            yield words(f"screens.state_{key}")
    if effects.boom:
        yield words("screens.state_boom", zone=effects.boom)
    if effects.invested:
        yield words("screens.state_invested", group=effects.invested)
    for agreed in table.agreed:
        one, other = agreed.trade.proposer, agreed.trade.partner
        yield words("screens.state_trade", one=names.seat(one), other=names.seat(other))
    if table.pot or rules.seating.pot or "pot" in rules.terms:
        yield f"{names.seat(POT)} {words.figure(table.pot)}"
    if table.stock:
        houses, tops = table.stock[:2]
        yield words("screens.state_stock", houses=houses, tops=tops)


def _news(names: Names) -> str:
    rules, news = names.rules, names.table.state(News).card
    if news not in rules.cards:
        return ""
    card = rules.cards[news]
    text = names.words.said(rules.texts[card.kind])
    return names.words("screens.state_news", card=card.name, text=text)
