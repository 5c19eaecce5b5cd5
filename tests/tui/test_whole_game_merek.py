"""Merek at the screen from the first throw to the ranking: by keys, taps, both, in Portuguese.

``feira`` decides what the people want, also that nobody answers until the time is up. The clock is
under the test's hand, so that no slow machine plays for anybody.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evening import Evening, check_end, evening
from feira import FEIRA, decision, feira
from screens_at_hand import screen_text

from ketuk.engine.commands import AnyCommand, CallVote, PassTime
from ketuk.engine.events import Acquired, Excused, Expired, StateChanged, TradeDone
from ketuk.rooms.play_clock import PlayClock
from ketuk.tui.screens.table import TableScreen
from ketuk.tui.telling.stuck import stuck


@dataclass(slots=True)
class Feira(Evening):
    """An evening with a clock that stands still until the test moves it."""

    second: float = 0.0
    seen: list[str] = field(default_factory=list)
    """What stood on the screen at each move."""

    def __post_init__(self) -> None:
        self.at.session.room._play = PlayClock(lambda: self.second, 0)

    async def carry_out(self, command: AnyCommand) -> None:
        self.seen.append(self.at.text())
        match command:
            case PassTime(to=to):
                self.second = to
                screen = self.at.app.screen
                assert isinstance(screen, TableScreen)
                screen.waits.renew()
            case CallVote():
                await self.press("j")
                await self.follow(command)
            case _:
                await Evening.carry_out(self, command)

    def _remember(self, command: AnyCommand) -> None:
        Evening._remember(self, command)
        for event in self.at.session.room.moves[-1].events:
            match event:
                case Excused(why="mate"):
                    self.done.add("rent spared to a mate")
                case Acquired(how="estate") if event.seat % 2 == event.former % 2:
                    self.done.add("a mate inherits")
                case TradeDone(trade=trade) if trade.proposer % 2 == trade.partner % 2:
                    self.done.add("traded with a mate")
                case Expired(question=question):
                    self.done.add(f"expired {question}")
                case StateChanged(what=what) if what:
                    self.done.add(what)
                case _:
                    pass


def people(data: Path, **more: Any) -> Any:
    return evening(data, decision, ruleset=FEIRA, own=feira(), kind=Feira, **more)


PAUSED = {"CallVote", "vote_pause_called", "vote_pause_carried", "ComeBack", "Resume"}


async def test_only_keys_at_an_own_table(tmp_path: Path) -> None:
    own = {"cash": 5000, "third_die": 1, "building": 2, "term": 1}
    async with people(tmp_path, players=2, seed=143, settings=own) as game:
        await game.play()
        check_end(game.at, tmp_path)
    assert game.done >= PAUSED | {
        "Buy", "Decline", "Pass", "Choose", "steps", "Mortgage", "Pay", "Concede",
        "auction declined", "auction lapsed", "expired free", "expired bidding", "expired due",
        "expired buy_choice", "expired step_choice", "missed", "bankrupt to a player",
    }, game.done  # fmt: skip


async def test_by_taps_where_a_card_says_it_in_confronto(tmp_path: Path) -> None:
    async with people(
        tmp_path, players=3, seed=48, settings={"mode": 2}, box=True, taps=True
    ) as game:
        await game.play()
        check_end(game.at, tmp_path)
    assert game.tapped > 20
    assert game.done >= PAUSED | {
        "Propose", "deed traded", "tapped Build", "tapped SellBuilding", "tapped Mortgage",
        "tapped PutUp", "tapped Redeem", "tapped Pay", "tapped Vote", "tapped ComeBack",
        "auction own", "expired bidding", "expired free", "bankrupt to a player",
    }, game.done  # fmt: skip


async def test_two_teams_by_keys_to_the_end(tmp_path: Path) -> None:
    """Seats 1 and 3 against 2 and 4: no rent between mates, the heir of who pays the bank."""
    async with people(tmp_path, players=4, seed=151, settings={"mode": 3}, language="pt") as game:
        assert {(seat, next(stuck(game.at.session.names, seat))) for seat in (1, 2)} == {
            (1, "com Citra"), (2, "com Dewi"),
        }  # fmt: skip
        assert "com Citra" in game.at.text()
        await game.play()
        final, ranking = game.at.table, game.at.table.ranking
        assert final.phase == "over"
        assert game.at.on == "EndScreen"
        assert {place.seat for place in ranking if place.place == 1} == {1, 3}
        assert {place.seat for place in ranking if place.place > 1} == {2, 4}
        assert "Ayu" in game.at.text()
        assert "Citra" in game.at.text()
    assert game.tapped == game.keyed == 0
    assert game.done >= PAUSED | {
        "rent spared to a mate", "a mate inherits", "traded with a mate", "bankrupt to a player",
        "expired bidding", "missed",
    }, game.done  # fmt: skip


async def test_mixed_with_a_reader_that_types_and_real_cards(tmp_path: Path) -> None:
    own = {"cash": 6000, "third_die": 1, "building": 1}
    async with people(
        tmp_path, players=3, seed=12, settings=own, decks="real", box=True, typed=True
    ) as game:
        await game.play()
        check_end(game.at, tmp_path)
    assert game.keyed > 3
    assert game.done >= PAUSED | {"Draw", "Choose", "Propose", "auction declined"}, game.done


async def test_a_portuguese_table_from_the_start_to_the_ranking(tmp_path: Path) -> None:
    own = {"cash": 5000, "third_die": 1, "building": 2, "term": 1}
    async with people(tmp_path, players=2, seed=143, settings=own, language="pt") as game:
        await game.play()
        check_end(game.at, tmp_path)
        end = screen_text(game.at.app)
    assert "Sem classificação" in " ".join(end.split()), "an own table is never ranked"
    told = " ".join(" ".join(screen.split()) for screen in game.seen)
    for word in ("Comprar", "rodada", "Leilão", "pausa"):
        assert word.lower() in told.lower(), word
    for word in ("giliran", "lempar", "putaran", "rupiah", "bayar", "round", "turn of"):
        assert f" {word} " not in told.lower(), word
