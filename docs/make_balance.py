"""Plays computers against each other and writes what that says of each set: docs/balance.md.

    uv run python docs/make_balance.py                        # the page, of what was counted so far
    uv run python docs/make_balance.py --minutes 600          # play on first, on all cores
    uv run python docs/make_balance.py --minutes 60 --jobs 1 --games 20000

What was counted lies in docs/balance/, one file a set, so playing goes on where it was left, here
or on another machine. Once the rules of a set have changed, its games are counted anew.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from ketuk import engine
from ketuk.engine.codec import to_plain
from ketuk.engine.table import Options
from ketuk.rooms.trials import loop
from ketuk.rooms.trials.crew import Alone, Cores, cores
from ketuk.rooms.trials.run import run
from ketuk.rooms.trials.tally import (
    CardLine,
    Counts,
    GamesTally,
    PropertyLine,
    SeatFigures,
    Summary,
)
from ketuk.rooms.trials.trial import Trial
from ketuk.tui.words import LANGUAGES

HERE = Path(__file__).parent
PAGE, COUNTED = HERE / "balance.md", HERE / "balance"
GAMES, CHECKS, SEED, ROUNDS = 20_000, 2_000, 1, 400
"""Games of a line that are wanted, and of a check; the seed; the round in which a game is broken
off."""
BLOCK = 5.0
"""Seconds of one core that are played before they are written down."""
COMMON, CHECK, CHECKED = "cautious", "penilai", 4
"""Who plays every number of players; who plays as a check, and at how many seats."""
LEVEL = 0.05
"""What chance does less often than this, in all lines of the page together, is told."""
EXPECTED = 5
"""Wins that each is to expect before lines are tested, as for any test of Pearson's."""
SHOWN = 3
"""So many properties and cards of each end are told."""


class Line(msgspec.Struct):
    """What was counted of one set, number of players and kind of player."""

    run: dict[str, Any]
    """What the games hang on; other games are counted anew."""
    seconds: float
    """Of cores."""
    counts: Counts


class Cell:
    """One line of the page in the making."""

    def __init__(self, name: str, players: int, bot: str) -> None:
        rules = engine.ruleset(name)
        self.name, self.players, self.bot = name, players, bot
        options = Options(edition=rules.edition)
        self.trial = Trial(rules.data, options, ((bot,) * players,), SEED, ROUNDS)
        self.run = {
            "rules": _digest(rules.data), "options": to_plain(options), "seed": SEED,
            "rounds": ROUNDS, "loop": loop.VERSION,
        }  # fmt: skip
        if since := loop.since((bot,)):
            self.run["since"] = since
        if rules.timing is not None:
            self.run["pace"] = self.trial.pace
        self.run = json.loads(json.dumps(self.run))
        self.seconds, self.tally = 0.0, GamesTally(self.trial)

    @property
    def goal(self) -> int:
        """Games that are wanted of it."""
        return GAMES if self.bot == COMMON else CHECKS

    @property
    def key(self) -> str:
        """What it is called in its file."""
        return f"{self.players} {self.bot}"

    def take(self, line: Line | None) -> "Cell":
        """Go on from what was counted, if it was by these rules."""
        if line is not None and line.run == self.run:
            self.seconds, self.tally = line.seconds, GamesTally(self.trial, line.counts)
        return self

    def line(self) -> Line:
        """What is kept of it."""
        return Line(self.run, round(self.seconds, 3), self.tally.counts)

    def play(self, goal: int, jobs: int) -> None:
        """Play some more games."""
        done, began = self.tally.games, time.process_time()
        fitting = int(BLOCK * jobs * done / self.seconds) if self.seconds else 1
        count = min(goal - done, max(1, fitting))
        crew = Cores(jobs) if jobs > 1 else Alone()
        wall = time.perf_counter()
        run(self.trial, range(done, done + count), crew, others=(self.tally,))
        own, passed = time.process_time() - began, time.perf_counter() - wall
        self.seconds += passed * jobs if jobs > 1 else own


def _digest(data: str) -> str:
    """Of the rules alone: what things are called in which language changes no game."""

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return None if value.keys() <= {*LANGUAGES} else {k: bare(v) for k, v in value.items()}
        return [bare(one) for one in value] if isinstance(value, list) else value

    return blake2b(json.dumps(bare(json.loads(data))).encode(), digest_size=8).hexdigest()


def cells(name: str) -> list[Cell]:
    """All lines of a set, with what was counted of them."""
    path = COUNTED / f"{name}.json"
    found = msgspec.json.decode(path.read_bytes(), type=dict[str, Line]) if path.is_file() else {}
    seats = sorted(engine.ruleset(name).seating.cash)
    wanted = [*((count, COMMON) for count in seats), (CHECKED, CHECK)]
    made = [Cell(name, count, bot) for count, bot in wanted]
    return [cell.take(found.get(cell.key)) for cell in made]


def keep(name: str, lines: Sequence[Cell]) -> None:
    """Write down what was counted of a set, a line each."""
    COUNTED.mkdir(exist_ok=True)
    rows = [f'"{c.key}": {msgspec.json.encode(c.line()).decode()}' for c in lines if c.tally.games]
    part = COUNTED / f"{name}.json.part"
    part.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
    part.replace(COUNTED / f"{name}.json")


def play(names: Sequence[str], minutes: float, goal: int, jobs: int) -> None:
    """Give every line of these sets the same time, until it is up or all have their games."""
    sets, end = {name: cells(name) for name in names}, time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        open_ = [c for lines in sets.values() for c in lines if c.tally.games < min(goal, c.goal)]
        if not open_:
            return
        cell = min(open_, key=lambda c: c.seconds)
        cell.play(min(goal, cell.goal), jobs)
        keep(cell.name, sets[cell.name])
        print(f"{cell.name}, {cell.key}: {cell.tally.games:,} games", flush=True)


# ---- the page


def page() -> str:
    """All of it."""
    sets = {name: [c for c in cells(name) if c.tally.games] for name in engine.NAMES}
    played = [cell for lines in sets.values() for cell in lines]
    counts = [cell.tally.games for cell in played] or [0]
    hours = sum(max(0, c.goal / c.tally.games - 1) * c.seconds for c in played) / 3600
    wanted = {"goal": GAMES, "checks": CHECKS, "hours": hours}
    parts = [HEAD.format(least=min(counts), most=max(counts), **wanted)]
    parts += [section(name, lines, sets) for name, lines in sets.items()]
    return "\n\n".join([*parts, FOOT]) + "\n"


def section(name: str, lines: Sequence[Cell], sets: dict[str, list[Cell]]) -> str:
    """What is said of one set."""
    head = f"## {engine.ruleset(name).meta.name} (`{name}`)"
    if not lines:
        return f"{head}\n\nThese rules have not been played by this script yet."
    found = [(cell, cell.tally.summary()) for cell in lines]
    rows = [_row(cell, summary) for cell, summary in found]
    level = LEVEL / sum(len(cells) for cells in sets.values())
    points = [*_order(found, level), *_length(found), *_yield_of(found), *_cards(found)]
    return "\n".join([head, "", *TABLE, *rows, "", "What a designer should look at:", "",
                      *[f"- {point}" for point in points]])  # fmt: skip


TABLE = (
    "| players | who plays | games | wins by order of play, % | ± | apart | by chance "
    "| rounds | moves | not ended |",
    "|---|---|---|---|---|---|---|---|---|---|",
)


def _row(cell: Cell, found: Summary) -> str:
    wins = " ".join(_percent(line.share.share) for line in found.turns)
    half = max(line.share.half for line in found.turns)
    rounds = "{1} ({0}-{2})".format(*found.rounds)
    moves = "{1:,} ({0:,}-{2:,})".format(*found.commands)
    return (
        f"| {cell.players} | {cell.bot} | {found.games:,} | {wins} | {_percent(half)} "
        f"| {_percent(found.turns_spread)} | {_chance(found.turns_chance)} | {rounds} | {moves} "
        f"| {_percent(1 - found.ended / found.games)} % |"
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _chance(chance: float) -> str:
    return f"{chance:.2f}" if chance >= 0.005 else "< 0.005" if chance >= 0.0005 else "< 0.0005"


def _order(found: Sequence[tuple[Cell, Summary]], level: float) -> Iterator[str]:
    """Who begins, and who comes when."""
    enough = [(cell, one) for cell, one in found if one.ended >= EXPECTED * one.players]
    beyond = [(cell, one) for cell, one in enough if one.turns_chance < level]
    for cell, one in beyond:
        best, worst = (pick(one.turns, key=lambda t: t.share.share) for pick in (max, min))
        yield (
            f"**Order of play, {cell.players} players ({cell.bot}).** {_turn(best)} wins most "
            f"({_interval(best)}), {_turn(worst).lower()} least ({_interval(worst)}); equal would "
            f"be {_percent(1 / cell.players)} %. That is more than chance."
        )
    if not beyond:
        half = max((line.share.half for _, one in enough for line in one.turns), default=1.0)
        yield (
            "**Order of play.** No number of players shows more than chance in so many games; "
            f"differences of up to about {_percent(half)} points could hide in them."
        )


def _turn(line: SeatFigures) -> str:
    return f"Number {line.name}"


def _interval(line: SeatFigures | CardLine) -> str:
    share = line.share
    return f"{_percent(share.share)} %, {_percent(share.low)} to {_percent(share.high)}"


def _length(found: Sequence[tuple[Cell, Summary]]) -> Iterator[str]:
    """How long games are, and whether they end."""
    common = [(cell, one) for cell, one in found if cell.bot == COMMON]
    few, many = common[0][1], common[-1][1]
    yield (
        f"**Length.** Half of the games are over by round {few.rounds[1]} with {few.players} "
        f"players and by round {many.rounds[1]} with {many.players}, in {few.commands[1]:,} and "
        f"{many.commands[1]:,} moves; one in ten takes {few.rounds[2]} and {many.rounds[2]} rounds "
        "or more."
    )
    late = [f"{one.games - one.ended:,} of {one.games:,} with {one.players} players"
            for _, one in common if one.ended < one.games]  # fmt: skip
    if late:
        yield f"**Without end.** Games not over after {ROUNDS} rounds: {', '.join(late)}."


def _at_four(found: Sequence[tuple[Cell, Summary]]) -> Summary:
    """Of the usual number of players, or the nearest to it."""
    common = [one for cell, one in found if cell.bot == COMMON]
    return min(common, key=lambda one: abs(one.players - CHECKED))


def _yield_of(found: Sequence[tuple[Cell, Summary]]) -> Iterator[str]:
    """What properties bring their owners against what they cost them."""
    one = _at_four(found)
    lines = sorted((p for p in one.properties if p.cost > 0), key=lambda p: -p.rent / p.cost)
    best, worst = lines[:SHOWN], lines[-SHOWN:]
    yield (
        f"**Prices, {one.players} players, {one.games:,} games.** Of what they cost with their "
        f"buildings most came back as rent from {_backs(best)}; least from {_backs(worst)}."
    )


def _backs(lines: Sequence[PropertyLine]) -> str:
    return ", ".join(f"{line.name} ({100 * line.rent / line.cost:.0f} %)" for line in lines)


def _cards(found: Sequence[tuple[Cell, Summary]]) -> Iterator[str]:
    """Cards whose holders win more or less often than others, if any do."""
    one = _at_four(found)
    had = [card for card in one.cards if card.seats]
    level = LEVEL / max(1, len(had))
    telling = sorted(
        (card for card in had if _beyond(card, 1 / one.players, level)), key=lambda c: -c.beyond
    )
    up = [card for card in telling if card.beyond > 0][:SHOWN]
    down = [card for card in telling if card.beyond < 0][-SHOWN:]
    if not telling:
        yield (
            f"**Cards, {one.players} players.** No card of {len(had)} goes with more or fewer wins "
            "than chance would have it."
        )
        return
    told = [
        f"{way} often {_named(cards)}" for way, cards in (("more", up), ("less", down)) if cards
    ]
    yield (
        f"**Cards, {one.players} players.** Who drew or played them won {'; '.join(told)} (all: "
        f"{_percent(1 / one.players)} %)."
    )


def _named(cards: Sequence[CardLine]) -> str:
    return ", ".join(f"{card.name} ({_percent(card.share.share)} %)" for card in cards)


def _beyond(card: CardLine, usual: float, level: float) -> bool:
    """Whether the interval of that level leaves out what all have."""
    from ketuk.rooms.trials.statistics import wilson

    share = wilson(card.share.share * card.seats, card.seats, 1 - level)
    return not share.low <= usual <= share.high


HEAD = """<!-- Made by docs/make_balance.py of docs/balance/. -->

# Is the box fair?

What games of computers say about each rule set, in its usual edition and without house rules:
who wins by order of play, how long games take, which prices and cards stand out. `ketuk simulate`
answers the same for your own box ([simulating.md](simulating.md)).

**How to read it.** *Order of play*: number 1 has the first turn of the game, number 2 sits to its
left. *±* is half of the widest 95 % interval (Wilson's) of these shares. *Apart*: from the least
to the most, in points; *by chance*: how often equal ones would lie so far apart or farther
(Pearson's test). Said to be *more than chance* is only what still is so after allowing for all
lines of this page (level 0.05, Bonferroni's way). *Rounds* and *moves*: half of the games take no
more; in brackets a tenth and nine tenths.

**How many games.** {goal:,} a line are wanted, which makes ± about 0.6 points at four players;
{checks:,} of `penilai`, whose moves take longer (± 1.9). What was played so far stands in each
line: {least:,} to {most:,}, so take the figures for a first look, and believe no difference that is
smaller than its ±. Lines are given about the same time, so the longer a game, the fewer there are.
`uv run python docs/make_balance.py --minutes 600` plays on where this was left; what is missing
takes about {hours:,.0f} hours of one core.

**What bots can say, and what not.** They play alike every time, talk to nobody, and trade only
what helps both sides by their own sums. An advantage that the rules give to an order of play
shows among them; how large it is among people, they do not know. `penilai`, which thinks ahead,
stands beside `cautious` as a check: what only one of the two shows is a trait of that bot rather
than of the box. That those who had a card win more often says that it helps, or that whoever is
ahead gets to draw: a hint where to look and no verdict. Rents and costs are sums over all games,
so a property that is bought late, or by whoever is losing already, looks worse than it is."""

FOOT = """## Doing it again

Every game hangs on the rules, the seed (1) and its number alone. What was counted is in
`docs/balance/`, sums only; single games come back with `ketuk simulate SET --players N --bots
cautious --seed 1 --first GAME --games 1 --out game.csv`."""


def main() -> None:
    """Play, where asked to, and write the page."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--minutes", type=float, default=0.0, help="how long to play on")
    asked.add_argument("--games", type=int, default=GAMES, help="games a line at most")
    asked.add_argument("--sets", default=",".join(engine.NAMES), help="which are played on")
    asked.add_argument("--jobs", type=int, default=cores(), help="processes")
    wanted = asked.parse_args()
    if wanted.minutes:
        play(wanted.sets.split(","), wanted.minutes, wanted.games, wanted.jobs)
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
