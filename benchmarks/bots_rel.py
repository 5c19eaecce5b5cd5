"""How often one sederhana wins against three mudah: games of four by rounds, seed by seed.

    uv run --no-sync python benchmarks/bots_rel.py [first] [count]

The seat of sederhana goes round, so do both editions. Without figures a thousand games are played;
parts of them add up (``0 250``, ``250 250`` ...). A shared first place counts as its part.
"""

import sys
import time

from ketuk import engine
from ketuk.engine.players import makers
from ketuk.engine.refusal import Refused
from ketuk.engine.table import Options
from ketuk.engine.waiting import in_turn
from ketuk.rooms.chance import SeededLuck

SEATS = 4
EDITIONS = ("rel", "rel-borneo")
OPTIONS = Options(settings=(("rounds", 30),))
NAMES = ("Ayu", "Budi", "Citra", "Dewi")


def won(game: int) -> float:
    """The part of the victory that sederhana has in a game, by its number."""
    rules = engine.under(engine.ruleset(EDITIONS[game // SEATS % 2]), OPTIONS)
    luck, ours = SeededLuck(game), game % SEATS + 1
    names = ["sederhana" if seat == ours else "mudah" for seat in range(1, SEATS + 1)]
    bots = [makers(rules)[name](lambda limit: 0) for name in names]
    table = engine.replay(engine.new_game(rules, NAMES, luck, OPTIONS))
    while table.top is not None:
        said = (bots[seat - 1](rules, table, seat) for seat in in_turn(table))
        done = engine.advance(table, next(c for c in said if c is not None), rules, luck)
        assert not isinstance(done, Refused)
        table = done.table
    first = [place.seat for place in table.ranking if place.place == 1]
    return (ours in first) / len(first)


def main() -> None:
    """Play and tell."""
    first, count = (int(text) for text in (*sys.argv[1:], *("0", "1000")[len(sys.argv) - 1 :]))
    started = time.perf_counter()
    wins = sum(won(game) for game in range(first, first + count))
    seconds = time.perf_counter() - started
    print(f"games {first} to {first + count - 1}: sederhana wins {wins:g} of {count}, "
          f"{100 * wins / count:.1f} %, in {seconds:.0f} s")  # fmt: skip


if __name__ == "__main__":
    main()
