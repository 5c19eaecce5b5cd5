"""What a run has come to, in lines that fit a terminal."""

from collections.abc import Iterator, Sequence

from ketuk.rooms.trials.pairs import Comparison, Difference
from ketuk.rooms.trials.rating import Rating
from ketuk.rooms.trials.statistics import LEVEL, Share
from ketuk.rooms.trials.tally import SeatFigures, Summary
from ketuk.tui.simulating.bars import scale, whiskers
from ketuk.tui.visible import visible
from ketuk.tui.words import Words

BEYOND = 1 - LEVEL
"""What happens by chance less often than this is told as more than chance."""
CARDS = 5
"""So many cards of each end are told."""
NAME, FIGURES = (11, 24), 39
"""Signs of a name at least and at most; what the figures beside it need."""


WHOLE = 10_000
"""From here on a number is told without a digit after its point."""


class Report:
    """The lines of a run."""

    def __init__(self, words: Words, width: int) -> None:
        self._words, self._width = words, width
        self._name = max(NAME[0], min(NAME[1], width - FIGURES))
        self._thing = max(NAME[0], min(NAME[1], width - 22))

    def of(self, summary: Summary, *, by_bot: bool) -> Iterator[str]:
        """Everything that is told of it."""
        words, ended = self._words, summary.ended
        share = ended / max(summary.games, 1)
        yield words("simulate.games", games=summary.games, ended=ended, share=self._part(share))
        yield words("simulate.length_rounds", **_tenths(summary.rounds))
        yield words("simulate.length_commands", **_tenths(summary.commands))
        if not ended:
            return
        yield ""
        if by_bot:
            yield words("simulate.wins_by_bot")
            yield from self._bars(summary.bots, summary.players)
            yield ""
        yield words("simulate.wins_by_seat")
        yield from self._bars(summary.seats, summary.players)
        yield self._apart(summary.spread, summary.chance)
        yield ""
        if [line.wins for line in summary.turns] != [line.wins for line in summary.seats]:
            yield words("simulate.wins_by_turn")
            yield from self._bars(summary.turns, summary.players, "simulate.turn")
            yield self._apart(summary.turns_spread, summary.turns_chance)
            yield ""
        yield from self._properties(summary)
        yield ""
        yield from self._cards(summary)

    def _apart(self, spread: float, chance: float) -> str:
        """How far seats lie apart."""
        key = "simulate.beyond_chance" if chance < BEYOND else "simulate.within_chance"
        return self._words(key, spread=self._points(spread), chance=self._part(chance))

    def _bars(
        self, lines: Sequence[SeatFigures], players: int, called: str = "simulate.seat"
    ) -> Iterator[str]:
        usual, bounds = 1 / players, scale(lines)
        wide = max(10, min(44, self._width - self._name - 28))
        for line in lines:
            name = self._short(self.name(line, called))
            figures = f"{self._part(line.share.share):>7}  {self._interval(line.share):>15}"
            yield f"  {name:<{self._name}}{figures}  {whiskers(line.share, bounds, usual, wide)}"

    def name(self, line: SeatFigures, called: str = "simulate.seat") -> str:
        """What a line is about: a player's name, or a seat by number."""
        return self._words(called, seat=line.name) if line.name.isdigit() else line.name

    def _properties(self, summary: Summary) -> Iterator[str]:
        words = self._words
        heads = [words(f"simulate.{head}") for head in ("property", "rent", "cost", "back")]
        yield f"{heads[0]:<{self._name}} {heads[1]:>12} {heads[2]:>12} {heads[3]:>12}"
        lines = sorted(summary.properties, key=lambda p: -(p.rent / p.cost if p.cost > 0 else 0))
        for line in lines:
            back = self._part(line.rent / line.cost) if line.cost > 0 else "-"
            rent, cost = self._money(line.rent), self._money(line.cost)
            yield f"{self._short(line.name):<{self._name}} {rent:>12} {cost:>12} {back:>12}"

    def _cards(self, summary: Summary) -> Iterator[str]:
        had = sorted((c for c in summary.cards if c.seats), key=lambda c: -c.beyond)
        if not had:
            return
        usual = 1 / summary.players
        yield self._words("simulate.cards", usual=self._part(usual))
        shown = had if len(had) <= 2 * CARDS else [*had[:CARDS], *had[-CARDS:]]
        for card in shown:
            mark = " " if card.share.low <= usual <= card.share.high else "*"
            figures = f"{self._part(card.share.share):>7}  {self._interval(card.share):>15} {mark}"
            yield f"  {self._short(card.name):<{self._name}}{figures}"

    # ---- two sets

    def of_comparison(self, compared: Comparison) -> Iterator[str]:
        """What changed."""
        words = self._words
        yield words("simulate.pairs", games=compared.games, pairs=compared.pairs,
                    same=compared.same_winner)  # fmt: skip
        if not compared.pairs:
            return
        heads = [words(f"simulate.{head}") for head in ("thing", "before", "after", "more")]
        yield from self._change(*heads)
        for seat in compared.seats:
            change = seat.wins
            more = change.more
            points = [self._points(n, sign=True) for n in (more.share, more.low, more.high)]
            mark = "*" if seat.chance < BEYOND else ""
            name = words("simulate.wins_of", seat=seat.seat)
            before, after = self._part(change.before), self._part(change.after)
            yield from self._change(name, before, after, _interval(points, mark))
        for figure in ("rounds", "commands", "worth"):
            yield from self._changed(words(f"simulate.{figure}"), getattr(compared, figure))

    def _changed(self, name: str, change: Difference) -> Iterator[str]:
        more = change.more
        figures = [self._number(n, sign=True) for n in (more.share, more.low, more.high)]
        before, after = self._number(change.before), self._number(change.after)
        mark = "" if more.low <= 0 <= more.high else "*"
        yield from self._change(name, before, after, _interval(figures, mark))

    def _change(self, name: str, before: str, after: str, more: str) -> Iterator[str]:
        """One thing that changed; on two lines where one has no room for it."""
        figures = f"{name:<{self._thing}} {before:>10} {after:>10}"
        if len(figures) + 3 + len(more) <= self._width:
            yield f"{figures}   {more}"
        else:
            yield figures
            yield f"{more:>{self._width - 2}}"

    def of_ratings(self, ratings: Sequence[Rating]) -> Iterator[str]:
        """The strongest first."""
        yield self._words("simulate.ratings")
        for rating in ratings:
            mean, deviation = self._number(rating.mean), self._number(rating.deviation)
            yield f"  {self._short(rating.bot):<{self._name}} {mean:>9} ± {deviation}"

    # ---- figures

    def _short(self, name: str) -> str:
        shown = visible(name)
        return shown if len(shown) < self._name else f"{shown[: self._name - 2]}…"

    def _part(self, share: float) -> str:
        return self._words("simulate.percent", number=self._number(100 * share))

    def _interval(self, share: Share) -> str:
        return f"{self._number(100 * share.low)}-{self._number(100 * share.high)}"

    def _points(self, share: float, *, sign: bool = False) -> str:
        return self._number(100 * share, sign=sign)

    def _number(self, number: float, *, sign: bool = False) -> str:
        digits = 1 if abs(number) < WHOLE else 0
        plain = f"{number:{'+' if sign else ''},.{digits}f}"
        plain = plain.replace("inf", "∞")
        point = self._words("simulate.point")
        return plain if point == "." else plain.translate({ord("."): ",", ord(","): "."})

    def _money(self, amount: float) -> str:
        return self._words("simulate.amount", amount=round(amount))


def _interval(figures: Sequence[str], mark: str) -> str:
    return f"{figures[0]}  [{figures[1]}, {figures[2]}] {mark}".rstrip()


def _tenths(numbers: tuple[int, int, int]) -> dict[str, int]:
    return dict(zip(("few", "half", "many"), numbers, strict=True))
