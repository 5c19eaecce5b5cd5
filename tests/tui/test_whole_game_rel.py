"""Rel at the screen from the first throw to the ranking: by keys, by taps, by both, each edition.

``railfolk`` decides what the people want. The last one standing is found with an owner's own data,
in which rents are dear; laps and Tamatkan & kira end games at the book's prices.
"""

from pathlib import Path

from evening import Evening, check_end, evening
from railfolk import DEAR, Railfolk, dear

from ketuk.engine.events import GameEnded, GoalReached, Paid
from ketuk.engine.states import News


def ended(people: Evening) -> str:
    """How the game has ended."""
    events = [e for e in people.at.session.room.moves[-1].events if isinstance(e, GameEnded)]
    return events[0].why if events else ""


def seen(people: Evening) -> set[str]:
    """What this set alone has, as far as it came up."""
    moves = people.at.session.room.moves
    found = {f"paid {e.why}" for m in moves for e in m.events if isinstance(e, Paid)}
    found |= {"goal" for m in moves for e in m.events if isinstance(e, GoalReached)}
    found |= {"news" for m in moves if m.table.state(News).card}
    return found | {"minus" for m in moves if any(p.cash < 0 for p in m.table.players)}


async def test_only_keys(tmp_path: Path) -> None:
    async with evening(
        tmp_path, Railfolk(), ruleset=DEAR, own=dear("rel", 9), players=2, seed=59
    ) as people:
        await people.play()
        check_end(people.at, tmp_path)
        assert ended(people) == "last"
        assert seen(people) >= {"paid loan_collected", "goal", "news"}
    assert people.tapped == people.keyed == 0
    assert people.done >= {
        "Buy", "auction declined", "Bid", "Pass", "Build", "hotel", "Mortgage", "Borrow", "Repay",
        "Play", "LeaveJail", "part", "Propose", "Accept", "GoOn", "deed traded", "Concede",
        "bankrupt to a player",
    }  # fmt: skip


async def test_by_taps_where_a_card_says_it(tmp_path: Path) -> None:
    async with evening(
        tmp_path, Railfolk(), ruleset=DEAR, own=dear("rel-borneo"), players=2, seed=57,
        house=("fast",), decks="real", box=True, taps=True,
    ) as people:  # fmt: skip
        await people.play()
        check_end(people.at, tmp_path)
        assert seen(people) >= {"paid loan_collected", "paid salary_news", "goal", "news"}
    assert people.tapped > 20
    assert people.done >= {
        "tapped Buy", "tapped Draw", "tapped Bid", "tapped Confirm", "tapped Play", "Borrow",
        "deed traded", "Concede", "bankrupt to a player",
    }  # fmt: skip


async def test_mixed_with_a_reader_that_types_until_all_have_their_laps(tmp_path: Path) -> None:
    async with evening(
        tmp_path, Railfolk(), ruleset="rel", players=2, seed=4, box=True, typed=True,
        settings={"laps": 3, "qualifying": 1},
    ) as people:  # fmt: skip
        await people.play()
        check_end(people.at, tmp_path, standing=2)
        assert ended(people) == "laps"
        assert seen(people) >= {"paid loan_collected", "goal", "news", "minus"}
    assert people.keyed > 3
    assert people.done >= {"Buy", "Borrow", "Mortgage", "Propose", "deed traded", "hotel"}
