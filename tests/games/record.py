"""Record the games of this folder anew (after a deliberate change of the rules): run by hand."""

import random
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "support"))

from any_game import AnyGame  # noqa: E402

from ketuk import engine  # noqa: E402
from ketuk.engine.bots import cautious_policy  # noqa: E402
from ketuk.engine.commands import Conclude, Leave, PassTime  # noqa: E402
from ketuk.engine.events import AnyEvent, Bankrupted, GameEnded, SeatLeft, StateChanged  # noqa: E402
from ketuk.engine.players import makers  # noqa: E402
from ketuk.engine.table import Free, Options  # noqa: E402

WANTED = (
    ("rounds-3-hp", 3, Options()),
    ("rounds-4-kertas-real", 4, Options("kertas", "real", "real")),
    ("rounds-5-hp-real-decks", 5, Options(decks="real")),
    ("rounds-6-kertas", 6, Options("kertas")),
    ("last-4-hp", 4, Options()),
)
LAST_ONE = (
    ("player-3", 3, Options()),
    ("bank-2-pot", 2, Options("kertas", house=("pot",))),
    ("player-4-real-dealt", 4, Options("kertas", "real", "real", ("dealt",))),
    ("left-3", 3, Options()),
)
"""Klasik, by what made the last but one leave."""


def record() -> None:
    """Play each wanted game from its own seed and write it down."""
    for number, (name, players, options) in enumerate(WANTED, 7):
        rng = random.Random(number)
        game = AnyGame(players, options, number, leavers=False)
        if name.startswith("last"):
            _play_some(game, rng, 200)
            for seat in game.table.seats[1:]:
                game.step(Leave(seat))
        assert game.play(rng.randrange)
        game.write_down(HERE / "nusantara" / f"{name}.jsonl")


def record_last_ones() -> None:
    """The shortest of three games of klasik that end in each way."""
    for name, players, options in LAST_ONE:
        how, found = name.split("-")[0], list[AnyGame]()
        for seed in range(200):
            if len(found) == 3:
                break
            rng = random.Random(seed)
            game = AnyGame(players, options, seed, leavers=False, ruleset="klasik")
            if how == "left":
                _play_some(game, rng, 60)
                for seat in game.table.seats[1:]:
                    game.step(Leave(seat))
            assert game.play(rng.randrange)
            found += [game] if ending(game.events) == how else []
        min(found, key=lambda g: g.steps).write_down(HERE / "klasik" / f"{name}.jsonl")


STANDING = (
    ("last-3", 3, Options()),
    ("last-4-real", 4, Options(dice="real", decks="real")),
    ("lost-2", 2, Options()),
    ("vote-5", 5, Options()),
    ("auction-4", 4, Options()),
)
"""Kompleks: the last one standing, after a vote that was lost too; a vote that was carried; all but
one gone inside an auction."""


def record_votes() -> None:
    """The shortest of some games of kompleks that end in each way."""
    for name, players, options in STANDING:
        how, found = name.split("-")[0], list[AnyGame]()
        for seed in range(60):
            votes = {"lost": 0.01, "vote": 0.005}.get(how, 0)
            game = AnyGame(
                players, options, seed, leavers=False, ruleset="kompleks", votes=votes
            )  # fmt: skip
            rng = random.Random(seed)
            if how == "auction":
                _leave_in_auction(game, rng)
            if game.play(rng.randrange) and _ends_so(game, how):
                found.append(game)
            if len(found) == 4:
                break
        min(found, key=lambda g: g.steps).write_down(HERE / "kompleks" / f"{name}.jsonl")


def _ends_so(game: AnyGame, how: str) -> bool:
    end = game.events[-1]
    said = {e.what for e in game.events if isinstance(e, StateChanged)}
    by_vote = isinstance(end, GameEnded) and end.why == "vote"
    lost = "vote_end_lost" in said
    return by_vote if how == "vote" else not by_vote and lost == (how == "lost")


def _leave_in_auction(game: AnyGame, rng: random.Random) -> None:
    """All but one leave while bids are called."""
    while game.table.auction is None or not game.table.auction.high:
        game.step(game.pick(engine.offers(game.table, game.rules), rng.randrange))
    high = game.table.auction.high_seat
    others = [s for s in game.table.seats if s != high]
    for seat in (*others[:-1], high):
        game.step(Leave(seat))


BRANDS = (
    ("rent-4", 4, Options("kertas")),
    ("bank-3-rapido", 3, Options("kertas", settings=(("mode", 1),))),
    ("rent-3-confronto-real", 3, Options("kertas", "real", "real", settings=(("mode", 2),))),
    ("team-4-equipes", 4, Options("kertas", settings=(("mode", 3),))),
    ("left-5", 5, Options("kertas")),
    ("missed-3", 3, Options("kertas")),
    ("agreed-2-own", 2, Options("kertas", settings=(("building", 2), ("third_die", 1)))),
)
"""Merek: the last out by rent or to the bank, teams, surrender, nobody answers, an early end."""


def record_brands() -> None:
    """The shortest of some games of merek that end in each way, with time that passes."""
    for name, players, options in BRANDS:
        how, found = name.split("-")[0], list[AnyGame]()
        for seed in range(80):
            game = AnyGame(
                players, options, seed, leavers=False, ruleset="merek", votes=0.004,
                hurry=1 if how == "missed" else 0.2,
            )  # fmt: skip
            rng = random.Random(seed)
            if how in ("rent", "team"):
                _carefully(game)
            if how in ("left", "agreed"):
                _play_some(game, rng, 90)
            if how == "left":
                for seat in game.table.seats[1:]:
                    game.step(Leave(seat))
            if how == "agreed":
                while not isinstance(game.table.top, Free):
                    _play_some(game, rng, 1)
                game.step(Conclude(game.table.active))
            if how == "missed":
                while not game.over:
                    game.step(PassTime(game.table.due or 0))
            if game.play(rng.randrange) and _brands_end_so(game, how):
                found.append(game)
            if len(found) == 4:
                break
        min(found, key=lambda g: g.steps).write_down(HERE / "merek" / f"{name}.jsonl")


def _carefully(game: AnyGame) -> None:
    """Bots play to the end; real dice and decks are typed, and some time goes by."""
    policy = cautious_policy()
    while not game.over and game.steps < 2000:
        commands = (policy(game.rules, game.table, s) for s in game.table.seats)
        command = next((c for c in commands if c is not None), None)
        if command is None:
            offered = engine.offers(game.table, game.rules)
            command = game.pick(offered, game.random.randrange)
        elif game.random.random() < game.hurry:
            game.pass_time()
            continue
        game.step(command)


def _brands_end_so(game: AnyGame, how: str) -> bool:
    if how in ("left", "missed", "team", "agreed"):
        return True
    return ending(game.events) == {"rent": "player", "bank": "bank"}[how]


def record_corrected() -> None:
    """A game of each set in which players set things by hand now and then."""
    for ruleset, name, options in (
        ("nusantara", "rounds-4-hp-corrected", Options()),
        ("klasik", "player-3-corrected", Options("kertas", house=("dealt",))),
    ):
        found = list[AnyGame]()
        for seed in range(40):
            game = AnyGame(
                int(name.split("-")[1]), options, seed, leavers=False, ruleset=ruleset,
                corrections=0.05,
            )  # fmt: skip
            assert game.play(random.Random(seed).randrange)
            kinds = {type(what) for what in game.corrected}
            wanted = name.split("-")[0] in ("rounds", ending(game.events))
            found += [game] if wanted and len(kinds) >= 4 else []
            if len(found) == 8:
                break
        min(found, key=lambda g: g.steps).write_down(HERE / ruleset / f"{name}.jsonl")


def ending(events: list[AnyEvent]) -> str:
    """What made the last but one leave: a player or the bank as creditor, or the player's will."""
    last = [e for e in events if isinstance(e, Bankrupted | SeatLeft)][-2:]
    if len(last) < 2 or not isinstance(last[0], Bankrupted):
        return "left"
    return "player" if last[0].creditor else "bank"


def _play_some(game: AnyGame, rng: random.Random, steps: int) -> None:
    for _ in range(steps):
        offered = engine.offers(game.table, game.rules)
        game.step(game.pick(offered, rng.randrange))


RAILS = (
    ("rel", "last-3", 3, Options()),
    ("rel", "laps-3-real", 3, Options("hp", "real", "real", (), (("laps", 3), ("qualifying", 1)))),
    ("rel", "rounds-4-bots", 4, Options(settings=(("rounds", 30),))),
    ("rel", "fast-5", 5, Options(house=("fast",))),
    ("rel", "agreed-4", 4, Options(settings=(("rounds", 30),))),
    ("rel-borneo", "last-2", 2, Options()),
    ("rel-borneo", "laps-4-bots", 4, Options(settings=(("laps", 5),))),
    ("rel-borneo", "rounds-5-real", 5, Options("hp", "real", "real", (), (("rounds", 30),))),
    ("rel-borneo", "fast-2-real", 2, Options("hp", "real", "real", ("fast",))),
    ("rel-borneo", "agreed-3", 3, Options(settings=(("laps", 3),))),
)
"""Rel, by what ends them; its own players play those of bots."""


def record_rails() -> None:
    """The shortest of three games of both editions of rel for each way of ending."""
    for ruleset, name, players, options in RAILS:
        why, found = name.split("-")[0], list[AnyGame]()
        for seed in range(60):
            if len(found) == 3:
                break
            game = AnyGame(players, options, seed, leavers=False, ruleset=ruleset)
            if name.endswith("bots"):
                _let_bots_play(game)
            elif why == "agreed":
                _play_some(game, random.Random(seed), 150)
                game.step(Conclude(game.table.seats[0]))
                game.check_end()
            else:
                assert game.play(random.Random(seed).randrange)
            (end,) = [e for e in game.events if isinstance(e, GameEnded)]
            found += [game] if end.why == {"fast": "rounds"}.get(why, why) else []
        shortest = min(found, key=lambda g: g.steps)
        shortest.write_down(HERE / ruleset / f"{name}.jsonl")


def _let_bots_play(game: AnyGame) -> None:
    kinds = ("sederhana", "mudah")
    bots = [makers(game.rules)[kinds[seat % 2]](lambda limit: 0) for seat in game.table.seats]
    while not game.over:
        said = (bots[s - 1](game.rules, game.table, s) for s in game.table.seats)
        game.step(next(command for command in said if command is not None))
    game.check_end()


if __name__ == "__main__":
    record()
    record_last_ones()
    record_votes()
    record_brands()
    record_corrected()
    record_rails()
