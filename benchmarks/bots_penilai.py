"""How often one penilai wins against three cautious, and how long it thinks, for every set.

    uv run --no-sync python benchmarks/bots_penilai.py [SET[,SET...]] [GAMES]

Games of four by seed 1, every seat in turn with the same dice; the same games as ``ketuk simulate
SET --bots penilai,cautious,cautious,cautious --tournament``. Without figures a thousand of each
set are played. Time of a move is time of the processor.
"""

import sys
import time

from ketuk import engine
from ketuk.engine import RuleSet, Table
from ketuk.engine.bots import Draw, Policy
from ketuk.engine.commands import AnyCommand
from ketuk.engine.table import Options
from ketuk.rooms.trials.seatings import all_seatings
from ketuk.rooms.trials.tally import GamesTally
from ketuk.rooms.trials.trial import Trial, makers_of, row

BOT, OTHER, SEED, ROUNDS = "penilai", "cautious", 1, 400


def measured(name: str, games: int) -> str:
    """What came of a set, in a line."""
    rules = engine.ruleset(name)
    seatings = all_seatings((BOT, OTHER, OTHER, OTHER), 4)
    trial = Trial(rules.data, Options(edition=rules.edition), seatings, SEED, ROUNDS)
    makers, tally, times = dict(makers_of(trial)), GamesTally(trial), list[float]()
    thinking = makers[BOT]

    def timed(draw: Draw) -> Policy:
        ask = thinking(draw)

        def choose(rules: RuleSet, table: Table, seat: int) -> AnyCommand | None:
            began = time.process_time()
            command = ask(rules, table, seat)
            if command is not None:
                times.append(time.process_time() - began)
            return command

        return choose

    makers[BOT] = timed
    tally.add(row(trial, number, makers) for number in range(games))
    found = tally.summary()
    share = next(line.share for line in found.bots if line.name == BOT)
    times.sort()
    return (
        f"{name:<11} {found.games:>5} games, {found.ended:>5} ended: {BOT} wins "
        f"{100 * share.share:.1f} % [{100 * share.low:.1f}, {100 * share.high:.1f}]; a move takes "
        f"{1000 * sum(times) / len(times):.1f} ms, one in a hundred more than "
        f"{1000 * times[len(times) * 99 // 100]:.1f}, the longest {1000 * times[-1]:.0f}"
    )


def main() -> None:
    """Play and tell."""
    names = sys.argv[1].split(",") if len(sys.argv) > 1 else engine.NAMES
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    for name in names:
        print(measured(name, games), flush=True)


if __name__ == "__main__":
    main()
