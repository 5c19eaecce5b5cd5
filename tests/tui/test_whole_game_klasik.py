"""Klasik at the screen from the first throw to the last one standing: by keys, by taps, by both.

``townsfolk`` decides what the people want. Two games are played with an owner's own data, in which
rents are dear and houses few.
"""

from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

from evening import Evening, check_end, evening
from townsfolk import VILLAGE, decision, village


def klasik(data: Path, *, own: bool = False, **how: Any) -> AbstractAsyncContextManager[Evening]:
    """An evening of klasik, or of the village."""
    ruleset, text = (VILLAGE, village()) if own else ("klasik", "")
    return evening(data, decision, ruleset=ruleset, own=text, edition="kertas", **how)


async def test_only_keys(tmp_path: Path) -> None:
    async with klasik(tmp_path, players=2, seed=219, own=True) as people:
        await people.play()
        check_end(people.at, tmp_path)
    assert people.done >= {
        "Buy", "PayRent", "ClaimRent", "Mortgage", "Redeem", "Bid", "Pass", "auction declined",
        "fixed", "Propose", "Accept", "card traded", "GoOn", "bankrupt to a player",
    }  # fmt: skip


async def test_only_keys_with_all_properties_dealt_by_the_rules_as_printed(tmp_path: Path) -> None:
    async with klasik(tmp_path, players=2, seed=73, house=("dealt", "pot")) as people:
        await people.play()
        check_end(people.at, tmp_path)
    assert people.done >= {
        "Build", "SellBuilding", "Mortgage", "Redeem", "Propose", "deed traded", "ClaimRent",
        "bankrupt to a player",
    }  # fmt: skip


async def test_by_taps_where_a_card_says_it(tmp_path: Path) -> None:
    async with klasik(
        tmp_path, players=3, seed=279, own=True, house=("dealt", "pot"), decks="real",
        box=True, taps=True,
    ) as people:  # fmt: skip
        await people.play()
        check_end(people.at, tmp_path)
    assert people.tapped > 20
    assert people.done >= {
        "Pick", "LeaveJail", "Draw", "ClaimRent", "PayRent", "Propose", "deed traded", "Confirm",
        "Build", "SellBuilding", "fixed", "auction house", "bankrupt to a player",
    }  # fmt: skip


async def test_auctions_by_taps(tmp_path: Path) -> None:
    async with klasik(
        tmp_path, players=2, seed=70, own=True, house=("pot",), decks="real", box=True,
        taps=True,
    ) as people:  # fmt: skip
        await people.play()
        check_end(people.at, tmp_path)
    assert people.tapped > 20
    assert people.done >= {
        "Buy", "Bid", "Pass", "auction declined", "Propose", "deed traded", "Confirm", "LeaveJail",
        "Mortgage", "Draw",
    }  # fmt: skip


async def test_mixed_with_a_reader_that_types(tmp_path: Path) -> None:
    async with klasik(
        tmp_path, players=3, seed=28, own=True, house=("dealt", "pot"), decks="real",
        box=True, typed=True,
    ) as people:  # fmt: skip
        await people.play()
        check_end(people.at, tmp_path)
    assert people.keyed > 3
    assert people.done >= {"part", "Draw", "Pick", "Propose", "auction house"}
