"""A game that phones bring to a laptop without it: all on disk, in an order that a kill spares."""

import shutil
from pathlib import Path

import pytest
from copies import SINCE, copied
from sealed_copies import Sealing
from tables import begun, journal_in, play_on

from ketuk.rooms.by_game import game_key
from ketuk.rooms.copied import CopiedRoom
from ketuk.rooms.gathered import GatheredGame, gathered
from ketuk.rooms.journal import Journal
from ketuk.rooms.meja_keys import MejaKeys
from ketuk.rooms.passes import Passes
from ketuk.rooms.reign import Reign
from ketuk.rooms.reigns import Outreigned
from ketuk.rooms.reviving import revived
from ketuk.rooms.room import Room
from ketuk.tui.pages import opening

PLACE = "10.0.0.2:8765"


@pytest.fixture
def old(tmp_path: Path) -> Room:
    """The game at the laptop that breaks."""
    (tmp_path / "a").mkdir()
    room = begun(journal_in(tmp_path / "a"))
    room.lead(Reign(0, room.journal.device, "Laptop Ayu", "10.0.0.1:8765", SINCE))
    play_on(room, 20)
    return room


@pytest.fixture
def fresh(tmp_path: Path) -> Journal:
    """The saved games of a laptop that has none."""
    (tmp_path / "b").mkdir()
    return journal_in(tmp_path / "b")


def brought(sealing: Sealing, last: int | None = None) -> GatheredGame:
    game = gathered([sealing.copy(1, last=last), sealing.copy(2, last=last)])
    assert isinstance(game, GatheredGame)
    return game


def revive(journal: Journal, game: GatheredGame) -> CopiedRoom:
    return revived(journal, game, laptop="Laptop Budi", address=PLACE)


def test_it_goes_on_under_a_higher_reign_with_all_that_lets_devices_in(
    old: Room, fresh: Journal
) -> None:
    sealing = Sealing(old)
    room = revive(fresh, brought(sealing))
    assert (room.rows, room.table, room.header) == (old.rows, old.table, old.header)
    assert room.leads
    assert (room.reign.number, room.reign.device, room.reign.address) == (1, fresh.device, PLACE)
    folder, named = fresh.path.parent, game_key(room)
    assert tuple(Passes(folder).of(named) or ()) == sealing.passes
    keys = MejaKeys(folder).of(named)
    assert keys is not None
    assert (keys.secret, keys.key) == (sealing.secret, sealing.key)
    play_on(room, 1)
    again = Room.resume(fresh, room.name)
    assert again.leads
    assert again.rows == room.rows
    assert again.rows[-1].host == 1
    old.fence(room.reign)
    assert not old.leads


class Killed(Exception):
    """The program ends here."""


STEPS = {
    "the copy": (Journal, "create"),
    "passes": (Passes, "keep"),
    "keys": (MejaKeys, "keep"),
    "the reign": (CopiedRoom, "lead"),
}


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("step", STEPS)
def test_killed_at_any_step_it_can_be_done_again(
    old: Room, fresh: Journal, monkeypatch: pytest.MonkeyPatch, step: str, *, after: bool
) -> None:
    sealing = Sealing(old)
    kind, name = STEPS[step]
    real = getattr(kind, name)

    def killed(*given: object, **more: object) -> None:
        if after:
            real(*given, **more)
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(kind, name, killed)
        with pytest.raises(Killed):
            revive(fresh, brought(sealing))
    fresh.close()
    journal = journal_in(fresh.path.parent)
    room = revive(journal, brought(sealing))
    assert room.leads
    assert room.rows == old.rows
    assert room.reign.number == 1
    assert len(journal.names()) == 1
    keys = MejaKeys(fresh.path.parent).of(game_key(room))
    assert keys is not None
    assert (keys.secret, keys.key) == (sealing.secret, sealing.key)


def test_where_it_goes_on_already_only_what_is_missing_is_taken(old: Room, fresh: Journal) -> None:
    """A third phone has more; later again, when moves have been made here, its tail is kept."""
    sealing = Sealing(old)
    room = revive(fresh, brought(sealing, last=15))
    assert len(room.rows) == 16
    room = revive(fresh, brought(sealing, last=18))
    assert (room.rows, room.reign.number) == (old.rows[:19], 1)
    play_on(room, 1)
    room = revive(fresh, brought(sealing))
    assert room.rows[-1].host == 1
    branches = fresh.names() - {room.name}
    assert branches == {room.branched}
    assert [Room.resume(fresh, name).rows for name in branches] == [old.rows]
    assert revive(fresh, brought(sealing, last=10)).rows == room.rows


def test_a_laptop_that_has_a_copy_goes_on_with_whichever_is_longer(
    old: Room, tmp_path: Path
) -> None:
    sealing = Sealing(old)
    meja = copied(tmp_path / "c", old)
    game = brought(sealing, last=5)
    room = revive(meja.journal, game)
    assert room.name == meja.name
    assert room.rows == old.rows
    assert room.reign.number == 1


def test_where_a_higher_reign_is_known_it_is_followed(old: Room, tmp_path: Path) -> None:
    sealing = Sealing(old)
    meja = copied(tmp_path / "c", old)
    meja.fence(Reign(4, "f" * 16, "Laptop Dewi", "10.0.0.9:8765", SINCE))
    with pytest.raises(Outreigned):
        revive(meja.journal, brought(sealing))


def test_without_the_room_part_the_game_comes_all_the_same(old: Room, fresh: Journal) -> None:
    sealing = Sealing(old)
    one, two = sealing.copy(1), sealing.copy(2)
    for copy in (one, two):
        del copy.others["room"]
    game = gathered([one, two])
    assert isinstance(game, GatheredGame)
    assert (game.secret, game.passes, game.reigns) == ("", (), ())
    room = revive(fresh, game)
    assert room.leads
    assert room.rows == old.rows
    assert room.reign.number > 0
    keys = MejaKeys(fresh.path.parent).of(game_key(room))
    assert keys is not None
    assert (keys.secret, keys.key) == ("", game.key)
    claim = opening._claim(room, "Laptop Budi")
    assert claim.lost, "no other laptop can be told that the game is here"
    assert claim.key == game.key


def test_a_game_that_is_called_so_already_is_left_alone(old: Room, fresh: Journal) -> None:
    other = begun(fresh, old.name, seed=9)
    room = revive(fresh, brought(Sealing(old)))
    assert room.name != other.name
    assert Room.resume(fresh, other.name).rows == other.rows
    shutil.rmtree(old.journal.path.parent)  # nothing of it was needed
    play_on(room, 3)
