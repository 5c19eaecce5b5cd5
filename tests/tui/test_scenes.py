"""What happens is shown: for every event that is a moment, in every recorded game of all sets.

The queue by itself, with a clock moved by hand; the real screen stands in test_things_happen.
"""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from recorded import GAMES, moves_of
from rich.console import Console

from ketuk import engine
from ketuk.engine import events as ev
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rulesets import NAMES
from ketuk.rooms.chance import SeededLuck
from ketuk.rooms.past import Move
from ketuk.tui.scenes.reel import STILL, WAITING, InSight, Reel
from ketuk.tui.scenes.scene import (
    LONGEST_S,
    LOOK_S,
    ROLL_S,
    SIGN_S,
    Bids,
    DiceThrown,
    Gain,
    OpenBid,
    PawnWalk,
    ReadAloud,
    Scene,
)
from ketuk.tui.scenes.staging import staged
from ketuk.tui.telling.telling import Telling
from ketuk.tui.widgets.stage import cards, fitting, rows_of
from ketuk.tui.words import LANGUAGES, Words

READ = (
    ev.EventRevealed, ev.CardShown, ev.CardKept, ev.BidsRevealed, ev.Bankrupted, ev.GoalReached
)  # fmt: skip
STEP_S = 0.04


def rows(path: Path) -> tuple[RuleSet, Iterator[tuple[Move, Move]]]:
    rules, moves = moves_of(path)
    return rules, pairwise(moves)


def count(scenes: tuple[Scene, ...], *kinds: type) -> int:
    return sum(isinstance(s, kinds) for s in scenes)


def of_kind(move: Move, *kinds: type) -> list[ev.AnyEvent]:
    return [e for e in move.events if isinstance(e, kinds)]


def throws(move: Move) -> int:
    """Throws of a move, all dice that one seat threw for one thing being one."""
    found: list[object] = []
    for event in move.events:
        if isinstance(event, ev.Done | ev.Planned):
            continue
        what = (event.seat, event.why) if isinstance(event, ev.Thrown) else event
        found += [] if found[-1:] == [what] else [what]
    return sum(isinstance(what, ev.Rolled | tuple) for what in found)


def walked_soundly(scenes: tuple[Scene, ...], move: Move, tiles: int) -> None:
    """A pawn goes tile by tile, from where it stood to where it went."""
    moved = [(e.seat, e.start, e.to) for e in move.events if isinstance(e, ev.Moved)]
    for walk in (s for s in scenes if isinstance(s, PawnWalk)):
        assert (walk.seat, walk.path[0], walk.path[-1]) in moved
        steps = {(b - a) % tiles for a, b in pairwise(walk.path)}
        assert steps in ({1}, {tiles - 1})


def runs_to_its_end(scenes: tuple[Scene, ...]) -> None:
    """All of it is seen, what is read for long enough, and then nothing is left."""
    reel, now = Reel(), 100.0
    reel.take(scenes, now)
    thrown: list[DiceThrown] = []
    read: dict[ReadAloud | Bids, float] = {}
    turned = 0
    while reel.left(now) > 0:
        assert now < 100 + sum(s.seconds for s in scenes) + 1
        frame = reel.frame(now)
        if frame.throw is not None and not frame.rolls and frame.faces == frame.throw.dice:
            thrown += [] if thrown[-1:] == [frame.throw] else [frame.throw]
        if frame.read is not None:
            read[frame.read] = read.get(frame.read, 0.0) + STEP_S
            turned = max(turned, frame.turned)
        now += STEP_S
    assert reel.frame(now) == STILL
    cards = [s for s in scenes if isinstance(s, ReadAloud | Bids)]
    if len(cards) <= WAITING:
        assert set(read) == set(cards)
    for scene, seconds in read.items():
        assert seconds >= scene.seconds * cards.count(scene) - 2 * STEP_S
        if isinstance(scene, Bids):
            assert turned > scene.lines
    last = [s for s in scenes if isinstance(s, DiceThrown)][-1:]
    assert thrown[-1:] == last


@pytest.mark.parametrize("path", GAMES, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_every_moment_of_a_game_is_shown_and_ends(path: Path) -> None:
    rules, pairs = rows(path)
    telling = Telling(Words("id"), rules)
    seen: set[tuple[type, ...]] = set()
    for before, move in pairs:
        scenes = staged(telling, before.table, move.events)
        if of_kind(move, ev.Corrected):
            assert scenes == ()
            continue
        assert count(scenes, DiceThrown) == throws(move)
        assert count(scenes, ReadAloud, Bids) >= len(of_kind(move, *READ))
        walked_soundly(scenes, move, rules.board.size)
        gained = {s for g in scenes if isinstance(g, Gain) for s in g.sums}
        for seat, player in enumerate(move.table.players, 1):
            change = player.cash - before.table.player(seat).cash
            assert ((seat, change) in gained) == (change != 0 and not player.left)
        shape = tuple(type(s) for s in scenes)
        if shape not in seen:  # by what the clock has to do, not by names and sums
            seen.add(shape)
            runs_to_its_end(scenes)


@pytest.mark.parametrize("path", GAMES[:: max(len(GAMES) // 8, 1)], ids=lambda p: p.parent.name)
def test_a_whole_game_leaves_nothing_behind(path: Path) -> None:
    """Rows that come faster than they can be seen: the newest counts, and all of it ends."""
    rules, pairs = rows(path)
    telling, reel, now = Telling(Words("en"), rules), Reel(), 0.0
    for before, move in pairs:
        reel.take(staged(telling, before.table, move.events), now)
        frame = reel.frame(now)
        assert all(1 <= seat <= len(move.table.players) for seat, _ in frame.pawns)
        assert reel.left(now) <= (WAITING + 2) * LONGEST_S
        now += 0.2
    assert reel.frame(now + reel.left(now)) == STILL
    reel.take((ReadAloud("A", "b"),), now)
    reel.hurry()
    assert reel.frame(now) == STILL
    assert reel.left(now) == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_read_is_in_the_language_of_the_table(language: str) -> None:
    words = Words(language)  # type: ignore[arg-type]
    for folder in ("nusantara", "klasik", "kompleks", "rel", "merek"):
        path = next(p for p in GAMES if p.parent.name == folder)
        rules, pairs = rows(path)
        telling = Telling(words, rules)
        for before, move in pairs:
            for scene in staged(telling, before.table, move.events):
                if isinstance(scene, ReadAloud):
                    assert scene.title
                    assert scene.text
                    assert scene.seconds >= min(LOOK_S + SIGN_S * len(scene.text), LONGEST_S)


def test_dice_roll_before_they_lie() -> None:
    reel = Reel()
    reel.take((DiceThrown(1, (3, 4)), PawnWalk(1, (0, 1, 2)), Gain(((1, -5),))), 10.0)
    rolling, lying = reel.frame(10.0), reel.frame(10.0 + ROLL_S + 0.01)
    assert rolling.rolls
    assert rolling.faces != (3, 4)
    assert all(1 <= face <= 6 for face in rolling.faces)
    assert rolling.pawns == ((1, 0),), "it stands there until they lie"
    assert lying.faces == (3, 4)
    assert not lying.covers
    assert reel.frame(10.0 + ROLL_S + 0.13).pawns == ((1, 1),)
    assert reel.frame(10.0 + ROLL_S + 0.4).gains == ((1, -5),)


@pytest.mark.parametrize("name", NAMES)
def test_what_was_thrown_and_dealt_for_a_game_is_shown_one_after_another(name: str) -> None:
    rules, language = engine.ruleset(name), Words("id")
    seats = max(rules.seating.cash)
    players = [f"P{seat}" for seat in range(1, seats + 1)]
    laid, *events = engine.new_game(rules, players, SeededLuck(5))
    scenes = staged(Telling(language.of(rules.meta.rules), rules), engine.replay((laid,)), events)
    thrown = [s for s in scenes if isinstance(s, DiceThrown)]
    dice = sum(isinstance(e, ev.Thrown) for e in events)
    assert sum(len(s.dice) for s in thrown) == dice
    assert [s.who for s in thrown[:seats]] == (players if dice else [])
    reel, seen = Reel(), list[DiceThrown]()
    reel.take(scenes, 0.0)
    for step in range(int(reel.left(0.0) / STEP_S)):
        frame = reel.frame(step * STEP_S)
        if frame.throw is not None and not frame.rolls:
            seen += [] if seen[-1:] == [frame.throw] else [frame.throw]
    assert seen == thrown, "each of them lies for a moment"


def test_newer_dice_take_the_place_of_older_ones_and_cards_wait_to_be_read() -> None:
    reel = Reel()
    reel.take((DiceThrown(1, (1, 1)), PawnWalk(1, (0, 1, 2)), PawnWalk(2, (5, 6))), 0.0)
    reel.take((DiceThrown(2, (2, 2)), PawnWalk(1, (2, 3))), 0.7)
    frame = reel.frame(0.7)
    assert frame.throw == DiceThrown(2, (2, 2))
    assert dict(frame.pawns)[1] == 2
    first, second = ReadAloud("A", "a" * 20), ReadAloud("B", "b")
    reel.take((first,), 2.0)
    assert reel.frame(2.0).read == first
    assert reel.frame(2.0).throw is None, "the corner is free for the card"
    reel.take((second,), 2.1)
    assert reel.frame(2.2).read == first
    assert reel.frame(2.0 + first.seconds).read == second


def test_only_so_many_cards_wait() -> None:
    reel = Reel()
    for number in range(10):
        reel.take((ReadAloud(str(number), "text"),), 0.0)
    titles, now = [], 0.0
    while reel.left(now) > 0:
        read = reel.frame(now).read
        titles += [read.title] if read is not None and read.title not in titles else []
        now += STEP_S
    assert titles == ["0", "7", "8", "9"]


def test_bids_are_turned_over_one_by_one_and_then_what_came_of_them() -> None:
    bids = Bids("Medan", tuple(OpenBid(s, str(s), "100") for s in (1, 2, 3)), ("note",))
    reel = Reel()
    reel.take((bids,), 0.0)
    turned = [reel.frame(STEP_S * at).turned for at in range(int(bids.seconds / STEP_S))]
    assert turned == sorted(turned)
    assert set(turned) == {0, 1, 2, 3, 4}


def test_sums_that_follow_each_other_closely_are_one() -> None:
    reel = Reel()
    reel.take((Gain(((1, -100), (2, 100))),), 0.0)
    reel.take((Gain(((1, -50),)),), 1.0)
    assert reel.frame(1.0).gains == ((1, -150), (2, 100))
    assert reel.frame(2.5).gains == ((1, -50),)
    assert reel.to_see(1.0) == 0, "nobody waits for it"


SMALLEST = (60, 16)
"""Columns and rows within a card in a window of 80x24, where it may cover the rows of players."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_every_set_fits_the_least_window(language: str) -> None:
    words, console = Words(language), Console(width=80)  # type: ignore[arg-type]
    width, height = SMALLEST
    for name in NAMES:
        rules = engine.ruleset(name)
        said = words.of(rules.meta.rules)
        for card in rules.cards.values():
            text = said.said(rules.texts[card.kind]) if card.kind in rules.texts else ""
            read = ReadAloud(card.name, text, ("A note of about this length, with several names.",))
            frame = InSight(read=read)
            looks = list(cards(frame, read, said("screens.go_on"), width))
            assert rows_of(looks[-1], width, console) <= height, (name, card.name)
            chosen = fitting(looks, width, height, console)
            assert rows_of(chosen, width, console) <= height
            assert text in chosen.plain
