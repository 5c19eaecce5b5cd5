"""At every question: what is listed is accepted, and of all other commands none is.

Where ``test_any_game`` draws commands by chance, here all of them are tried that a player could
mean: every card of a hand with every target, every tile, seat, bid and option.
"""

import random
from collections import Counter
from collections.abc import Iterator

from any_game import AnyGame

import engine
from engine import commands as cmd
from engine.commands import AnyCommand, Play
from engine.refusal import Refused
from engine.table import Bidding, Options, Table

STATES = 6
"""How often each kind of question is looked at."""
GAMES = 24


def every_command(game: AnyGame) -> Iterator[AnyCommand]:
    """All commands that could be meant at this table, sensible or not."""
    seats = range(len(game.table.players) + 2)
    for seat in seats:
        yield from _bare(seat)
        yield from _on_tiles(seat)
        yield from _on_cards(game, seat)
        for number in range(-1, 8):
            yield from (cmd.BidCard(seat, number), cmd.ClaimRent(seat, number))
            yield cmd.Throw(seat, number)


BARE = (
    cmd.Roll, cmd.EndTurn, cmd.RevealCard, cmd.Draw, cmd.Buy, cmd.Decline, cmd.Pay, cmd.LeaveJail,
    cmd.Fly, cmd.PayDetour, cmd.Stop, cmd.Ready, cmd.GoOn, cmd.Concede, cmd.Accept, cmd.Reject,
    cmd.Pass,
)  # fmt: skip
ON_TILES = (
    cmd.PayRent, cmd.Pick, cmd.Build, cmd.SellBuilding, cmd.SellProperty, cmd.Mortgage, cmd.Redeem,
    cmd.Confirm,
)  # fmt: skip
OPTIONS = ("subsidi", "perbaikan", "pasar_malam", "other")


def _bare(seat: int) -> Iterator[AnyCommand]:
    return (kind(seat) for kind in BARE)


def _on_tiles(seat: int) -> Iterator[AnyCommand]:
    for tile in range(-1, 37):
        yield from (kind(seat, tile) for kind in ON_TILES)
        yield from (cmd.Choose(seat, option, tile) for option in OPTIONS)
        yield cmd.SellBuilding(seat, tile, 3)


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


def check(game: AnyGame) -> None:
    listed = engine.offers(game.table, game.rules).commands
    assert len(set(listed)) == len(listed)
    for command in {*every_command(game), *listed}:
        refused = isinstance(game.decided(command), Refused)
        assert refused != (command in listed), (command, game.decided(command), game.table.top)


def test_offers_are_all_that_is_accepted() -> None:
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        rng = random.Random(seed)
        options = Options(
            edition=("hp", "kertas")[seed % 2],
            dice=("app", "real")[seed // 2 % 2],
            decks=("app", "real")[seed // 4 % 2],
        )
        game = AnyGame(3 + seed % 4, options, seed)
        while not game.over:
            kind = question(game.table)
            if seen[kind] < STATES and (game.steps % 7 == 0 or seen[kind] == 0 or seed > 8):
                seen[kind] += 1
                check(game)
            game.step(game.pick(engine.offers(game.table, game.rules), rng.randrange))
    assert len(seen) >= 15, seen
