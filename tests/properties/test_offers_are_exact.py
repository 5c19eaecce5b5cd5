"""At every question: what is listed is accepted, and of all other commands none is.

Where ``test_any_game`` draws commands by chance, here all of them are tried that a player could
mean: every card of a hand with every target, every tile, seat, bid and option.
"""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from any_game import MOST_STEPS, AnyGame
from invented import pasar
from invented_fair import FAIR, lapak

from ketuk import engine
from ketuk.engine import commands as cmd
from ketuk.engine.commands import AnyCommand, Bid, Play
from ketuk.engine.offers import BidForm, Offers
from ketuk.engine.refusal import Refused
from ketuk.engine.table import Bidding, Options, Table

STATES = 6
"""How often each kind of question is looked at."""
GAMES = 24
KINDS = {"nusantara": 15, "klasik": 10, "kompleks": 10, "merek": 13, "rel": 9, "pasar": 9,
         "lapak": 9}  # fmt: skip
"""How many kinds of question the games of a set come to, at least."""
INVENTED = {"pasar": pasar, "lapak": lapak}
LONGEST = {"pasar": 900, "lapak": 500, "kompleks": 900, "merek": 700, "rel": 400}
"""Steps of a game, where more bring nothing new."""


def every_command(game: AnyGame) -> Iterator[AnyCommand]:
    """All commands that could be meant at this table, sensible or not."""
    seats = range(len(game.table.players) + 2)
    for seat in seats:
        yield from _bare(seat)
        yield from _on_tiles(game, seat)
        yield from _on_cards(game, seat)
        yield from _bids(game, seat)
        yield from (cmd.Vote(seat, yes) for yes in (True, False))
        yield from (cmd.CallVote(seat, what) for what in ("end", "pause", FAIR, "other"))
        yield from (cmd.Stake(seat, n) for n in ((), (1,), (2, 4), (1, 3, 6), (3, 3), (0, 7)))
        yield from (cmd.Choose(seat, "steps", steps) for steps in range(-1, 14))
        for number in range(-1, 10):
            yield from (cmd.BidCard(seat, number), cmd.Throw(seat, number))
            yield from _claims(game, seat, number)


def _claims(game: AnyGame, seat: int, debtor: int) -> Iterator[AnyCommand]:
    """The oldest rent is asked for without its tile; with it would be the same."""
    yield cmd.ClaimRent(seat, debtor)
    open_ = [r.bill.tile for r in game.table.rents if (r.owner, r.lander) == (seat, debtor)]
    tiles = {*(r.bill.tile for r in game.table.rents), 1}
    yield from (cmd.ClaimRent(seat, debtor, tile) for tile in tiles - {*open_[:1]})


BARE = (
    cmd.Roll, cmd.EndTurn, cmd.RevealCard, cmd.Draw, cmd.Buy, cmd.Decline, cmd.Pay, cmd.LeaveJail,
    cmd.Fly, cmd.PayDetour, cmd.Stop, cmd.Ready, cmd.GoOn, cmd.Concede, cmd.Accept, cmd.Reject,
    cmd.Pass, cmd.Borrow, cmd.Repay, cmd.Skip, cmd.ComeBack, cmd.Resume,
)  # fmt: skip
ON_TILES = (
    cmd.PayRent, cmd.Pick, cmd.Build, cmd.SellBuilding, cmd.SellProperty, cmd.Mortgage, cmd.Redeem,
    cmd.Confirm, cmd.PutUp,
)  # fmt: skip
OPTIONS = {
    "nusantara": ("subsidi", "perbaikan", "pasar_malam", "other"),
    "klasik": ("fixed", "part", "other"),
    "kompleks": ("other",),
    "merek": ("other",),
    "rel": ("fixed", "part", "other"),
    "pasar": ("fixed", "part", "other"),
    "lapak": ("other",),
}


def _bare(seat: int) -> Iterator[AnyCommand]:
    return (kind(seat) for kind in BARE)


def _on_tiles(game: AnyGame, seat: int) -> Iterator[AnyCommand]:
    rules = game.rules
    for tile in range(-1, rules.board.size + 1):
        yield from (kind(seat, tile) for kind in ON_TILES)
        for option in OPTIONS[rules.meta.id]:
            yield cmd.Choose(seat, option, tile if option in rules.tile_options else 0)
        yield from (cmd.SellBuilding(seat, tile, levels) for levels in (0, 2, 3, 5))
        if rules.building.at_once > 1:
            yield from (cmd.Build(seat, tile, levels) for levels in (0, 2, 3, 4, 5))


def _bids(game: AnyGame, seat: int) -> Iterator[AnyCommand]:
    """Sums around every bound: nothing, the last bid, the cash in hand."""
    high = game.table.auction.high if game.table.auction else 0
    cash = game.table.players[seat - 1].cash if 1 <= seat <= len(game.table.players) else 0
    for around in (0, high, cash):
        yield from (Bid(seat, around + more) for more in (-1, 0, 1, 2))


def _on_cards(game: AnyGame, seat: int) -> Iterator[AnyCommand]:
    for card in (99, *game.rules.cards):
        for kind in (cmd.RevealCard, cmd.Draw, cmd.Discard, cmd.Buy, cmd.Pay, cmd.Confirm):
            yield kind(seat, card)
    players = game.table.players
    held = players[seat - 1].hand if 1 <= seat <= len(players) else ()
    for card in (*held, 50, 64):
        yield from _ways(game.rules.cards[card].kind, seat, card)


def _ways(kind: str, seat: int, card: int) -> Iterator[AnyCommand]:
    """A card with everything that its kind could name."""
    match kind:
        case "jalan_tikus":
            return (Play(seat, card, steps=n) for n in range(-1, 8))
        case "razia":
            return (Play(seat, card, target=s) for s in range(-1, 8))
        case "demo":
            return (Play(seat, card, edge=e) for e in range(-1, 37))
        case "izin_bangun" | "asuransi" | "warga_ramai":
            return (Play(seat, card, tile=t) for t in range(-1, 37))
        case _:
            return iter((Play(seat, card),))


def question(table: Table) -> str:
    """The kind of what is open; an auction by its stage."""
    stage = table.auction.stage if isinstance(table.top, Bidding) and table.auction else ""
    return type(table.top).__name__ + stage


def offered(command: AnyCommand, found: Offers) -> bool:
    """Whether a command is listed, or is the form for a bid filled in within its bounds."""
    forms = [f for f in found.forms if isinstance(f, BidForm) and f.seat == command.seat]
    return command in (*found.commands, *found.standing) or (
        isinstance(command, Bid) and any(f.least <= command.amount <= f.most for f in forms)
    )


def check(game: AnyGame) -> None:
    found = engine.offers(game.table, game.rules)
    assert len(set(found.commands)) == len(found.commands)
    for command in {*every_command(game), *found.commands}:
        refused = isinstance(game.decided(command), Refused)
        assert refused != offered(command, found), (
            command, game.decided(command), game.table.top, game.table.auction,
        )  # fmt: skip


def mode(ruleset: str, seed: int) -> tuple[int, tuple[tuple[str, int], ...]]:
    """How many play, and the mode where a set has several: one after the other."""
    if ruleset == "rel":
        limits = (("laps", 4),), (("qualifying", 2), ("rounds", 30)), (("rounds", 30),)
        return 2 + seed % 4, limits[seed % 3]
    if ruleset != "merek":
        return 3 + seed % 4, ()
    third_die_soon = (("third_die", 1),) if seed % 8 == 4 else ()
    return ((4, third_die_soon), (3, (("mode", 1),)), (3, (("mode", 2),)), (4, (("mode", 3),)))[
        seed % 4
    ]


@pytest.mark.parametrize("ruleset", KINDS)
def test_offers_are_all_that_is_accepted(ruleset: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        rng = random.Random(seed)
        players, chosen = mode(ruleset, seed)
        options = Options(
            settings=chosen,
            edition=("hp", "kertas")[seed % 2],
            dice=("app", "real")[seed // 2 % 2],
            decks=("app", "real")[seed // 4 % 2],
        )
        rules = INVENTED[ruleset]() if ruleset in INVENTED else engine.ruleset(ruleset)
        game = AnyGame(players, options, seed, ruleset=rules)
        while not game.over and game.steps < LONGEST.get(ruleset, MOST_STEPS):
            kind = question(game.table)
            if seen[kind] < STATES and (game.steps % 7 == 0 or seen[kind] == 0 or seed > 8):
                seen[kind] += 1
                check(game)
            game.step(game.pick(engine.offers(game.table, game.rules), rng.randrange))
    assert len(seen) >= KINDS[ruleset], seen
