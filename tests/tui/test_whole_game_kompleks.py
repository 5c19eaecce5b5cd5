"""Kompleks at the screen from the first throw to its end: by keys, by taps, by both.

``districtfolk`` decides what the people want. The last one standing is found with an owner's own
data, in which rents are dear; the vote is carried at the book's prices.
"""

from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

from districtfolk import DISTRICT, decision, district, tired
from evening import Evening, check_end, evening

from ketuk.engine.events import GameEnded


def dear(data: Path, **how: Any) -> AbstractAsyncContextManager[Evening]:
    """An evening with the dear rents."""
    return evening(data, decision, ruleset=DISTRICT, own=district(), **how)


async def test_only_keys(tmp_path: Path) -> None:
    async with dear(tmp_path, players=2, seed=313) as people:
        await people.play()
        check_end(people.at, tmp_path)
    assert people.tapped == people.keyed == 0
    assert people.done >= {
        "Buy", "Skip", "auction declined", "Bid", "Pass", "Build", "Mortgage", "Redeem",
        "CallVote", "Vote", "Propose", "Accept", "card traded", "deed traded",
        "bankrupt to a player",
    }  # fmt: skip


async def test_by_taps_where_a_card_says_it(tmp_path: Path) -> None:
    async with dear(
        tmp_path, players=2, seed=574, decks="real", box=True, taps=True
    ) as people:  # fmt: skip
        await people.play()
        check_end(people.at, tmp_path)
    assert people.tapped > 20
    assert people.done >= {
        "tapped Buy", "tapped Draw", "tapped Pick", "tapped Build", "tapped Bid", "tapped Vote",
        "tapped Confirm", "tapped Mortgage", "tapped Redeem", "tapped Play", "LeaveJail", "hotel",
        "deed traded", "bankrupt to a player",
    }  # fmt: skip


async def test_mixed_with_a_reader_that_types_until_they_vote_to_end(tmp_path: Path) -> None:
    async with evening(
        tmp_path, tired, ruleset="kompleks", players=3, seed=214, box=True, typed=True
    ) as people:
        await people.play()
        at = people.at
        check_end(at, tmp_path, standing=3)
        ended = [e for e in at.session.room.moves[-1].events if isinstance(e, GameEnded)]
        assert [e.why for e in ended] == ["vote"]
    assert people.keyed > 3
    assert people.done >= {"Vote", "CallVote", "Propose", "card traded", "Pick", "Build"}
