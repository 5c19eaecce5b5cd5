"""Parts of bankruptcy that every set reaches, put together in other ways than klasik does."""

from dataclasses import replace

from invented import pasar
from situations import Situation, only

from ketuk.engine.acts import ruin
from ketuk.engine.commands import Pay
from ketuk.engine.draft import Draft
from ketuk.engine.events import Acquired, Bankrupted, LevelChanged, Released
from ketuk.engine.rules.debt import enough_to_raise
from ketuk.engine.rules.ruleset import Ruin, RuleSet
from ketuk.engine.table import Auctioneer, Due, Free

KLANG, TWIN, LAST = 1, 3, 39


class Solvent(Situation):
    """The invented set without teams and minus, so that who cannot pay is bankrupt."""

    def ruleset(self) -> RuleSet:
        klasik = super().ruleset()
        return replace(klasik, building=pasar().building, mortgaging=pasar().mortgaging)

    RULESET = "klasik"


def as_it_stands(draft: Draft, due: Due, short: int) -> None:
    """All to the creditor, buildings too; what is owed to the bank goes back to it."""
    draft.add(Bankrupted(due.seat, max(due.to, 0), short))
    if due.to > 0:
        ruin.hand_on(draft, due.seat, due.to)
    else:
        ruin.back_to_bank(draft, due.seat)


def unowned(draft: Draft, tiles: tuple[int, ...]) -> None:
    """Whoever lands there next may buy."""


def broke(to: int, **slots: object) -> Solvent:
    game = Solvent(3).has(1, 10).owns(1, KLANG, level=2).owns(1, TWIN, mortgaged=True, level=3)
    assert isinstance(game, Solvent)
    game.rules = replace(game.rules, **slots)  # type: ignore[arg-type]
    game.ask(Free(1), Due(1, to, 9_000, "rent"))
    return game


def test_buildings_on_mortgaged_land_go_without_money() -> None:
    game = broke(2)
    before = game.cash(2)
    events = game.do(Pay(1))
    assert {e.tile: e.level for e in events if isinstance(e, LevelChanged)} == {KLANG: 0, TWIN: 0}
    assert game.cash(2) == before + 10 + 2 * 50 * 3 // 4, (
        "cash, and the bank's share for two levels"
    )
    assert game.table.holdings[TWIN].owner == 2
    assert game.table.holdings[TWIN].mortgaged


def test_an_estate_may_go_on_as_it_stands() -> None:
    game = broke(2, ruin=Ruin(enough_to_raise, as_it_stands, unowned))
    events = game.do(Pay(1))
    assert [e.tile for e in events if isinstance(e, Acquired)] == [KLANG, TWIN]
    assert [game.table.holdings[t].level for t in (KLANG, TWIN)] == [2, 3]


def test_what_goes_back_may_stay_unowned() -> None:
    game = broke(0, ruin=Ruin(enough_to_raise, as_it_stands, unowned))
    events = game.do(Pay(1))
    assert only(events, Bankrupted).creditor == 0
    assert [e.tile for e in events if isinstance(e, Released)] == [KLANG, TWIN]
    assert not any(isinstance(t, Auctioneer) for t in game.table.agenda)
    assert game.table.auction is None
