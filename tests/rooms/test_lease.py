"""One room at a time uses a box (ruling 4.6.9): six hours of silence, crashes, other machines."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from boxes_at_hand import NOON, after, make_box

from ketuk.codes.fault import CodesFault
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import Why
from ketuk.codes.verdict import Accepted
from ketuk.rooms.lease import InUse, Lease


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Registry]:
    with make_box(tmp_path) as registry:
        yield registry


@pytest.fixture
def other(box: Registry) -> Iterator[Registry]:
    """The same registry as a second program opens it."""
    with Registry.open(box.path) as registry:
        yield registry


HELD: list[Lease] = []


@pytest.fixture(autouse=True)
def held_no_longer() -> Iterator[None]:
    """What a test still holds at its end is let go of."""
    yield
    while HELD:
        HELD.pop()._pulse.stop()


def taken(registry: Registry, *, game: str = "malam", **choices: object) -> Lease:
    lease = Lease.take(registry, game=game, **{"now": NOON, "machine": "meja", **choices})  # type: ignore[arg-type]
    assert isinstance(lease, Lease)
    HELD.append(lease)
    return lease


def test_4_6_9_a_second_room_is_refused_by_name(box: Registry, other: Registry) -> None:
    taken(box, game="malam minggu")
    answer = Lease.take(other, game="sore", now=after(hours=1), machine="lain")
    assert answer == InUse(
        box="N5NG", game="malam minggu", machine="meja", used=NOON, until=after(hours=6)
    )


def test_4_6_9_after_six_hours_of_silence_it_is_admitted(box: Registry, other: Registry) -> None:
    first = taken(box)
    almost = Lease.take(other, game="sore", now=after(hours=6, seconds=-1), machine="lain")
    assert isinstance(almost, InUse)
    second = taken(other, game="sore", now=after(hours=6), machine="lain")
    lost = first.renew(after(hours=6, minutes=1))
    assert isinstance(lost, InUse)
    assert lost.game == "sore"
    first.release()
    assert isinstance(Lease.take(box, game="malam", now=after(hours=7)), InUse)
    second.release()
    taken(box, now=after(hours=7)).release()


def test_4_6_9_scans_and_moves_renew_it_and_idling_does_not(box: Registry, other: Registry) -> None:
    first = taken(box)
    assert first.renew(after(hours=5)) is None
    assert isinstance(Lease.take(other, game="sore", now=after(hours=10)), InUse)
    taken(other, game="sore", now=after(hours=11))


def test_renewals_within_a_minute_write_nothing(box: Registry, other: Registry) -> None:
    first = taken(box)
    assert first.renew(after(seconds=59)) is None
    answer = Lease.take(other, game="sore", now=after(hours=1))
    assert isinstance(answer, InUse)
    assert answer.used == NOON
    assert first.renew(after(seconds=60)) is None
    answer = Lease.take(other, game="sore", now=after(hours=1))
    assert isinstance(answer, InUse)
    assert answer.used == after(seconds=60)


def test_a_lapsed_lease_that_nobody_took_is_renewed(box: Registry, other: Registry) -> None:
    first = taken(box)
    assert first.renew(after(hours=30)) is None
    assert isinstance(Lease.take(other, game="sore", now=after(hours=31)), InUse)


def test_a_clock_that_was_set_back_does_not_hold_it_for_years(
    box: Registry, other: Registry
) -> None:
    ahead = taken(box, now=after(hours=24 * 365))
    assert isinstance(Lease.take(other, game="sore", now=after(hours=24 * 365 - 5)), InUse), (
        "a few hours are no reason"
    )
    taken(other, game="sore", now=NOON)
    assert isinstance(ahead.renew(after(1)), InUse)


def test_a_room_that_ends_gives_it_back(box: Registry, other: Registry) -> None:
    taken(box).release()
    taken(other, game="sore", machine="lain", now=after(1)).release()
    assert not list(box.path.parent.glob(".*.alive"))


def test_the_same_game_twice_at_once_is_two_rooms(box: Registry, other: Registry) -> None:
    first = taken(box)
    assert isinstance(Lease.take(other, game="malam", now=after(1), machine="meja"), InUse)
    first.release()


def in_child(work: Callable[[], None]) -> None:
    """A program that takes a lease and is killed without a chance to give it back."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            work()
            os.write(writing, b"x")
            signal.pause()
        finally:
            os._exit(1)
    os.close(writing)  # so that a child that fails is an end of file here, not silence for ever
    try:
        assert os.read(reading, 1) == b"x"
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(reading)


@pytest.mark.skipif(os.name == "nt", reason="needs fork")
class TestCrash:
    @pytest.fixture
    def crashed(self, tmp_path: Path) -> Iterator[Registry]:
        make_box(tmp_path).close()
        path = tmp_path / "N5NG.sqlite"

        def work() -> None:
            globals()["kept"] = taken(Registry.open(path), game="malam")

        in_child(work)
        with Registry.open(path) as registry:
            yield registry

    def test_4_6_9_the_next_start_of_the_same_game_goes_on(self, crashed: Registry) -> None:
        taken(crashed, game="malam", now=after(1)).release()
        assert not list(crashed.path.parent.glob(".*.alive")), "nothing is left behind"

    def test_another_game_waits(self, crashed: Registry) -> None:
        assert isinstance(Lease.take(crashed, game="sore", now=after(1), machine="meja"), InUse)
        taken(crashed, game="sore", now=after(hours=6))

    def test_another_machine_waits(self, crashed: Registry) -> None:
        assert isinstance(Lease.take(crashed, game="malam", now=after(1), machine="lain"), InUse)
        taken(crashed, game="malam", now=after(hours=6), machine="lain")

    def test_a_box_in_use_elsewhere_can_still_be_looked_at_and_repaired(
        self, crashed: Registry
    ) -> None:
        new = crashed.reissue(crashed.active(27).code, reason=Why.LOST, now=after(1)).new
        assert isinstance(crashed.check(new.code, source="typed", now=after(2)), Accepted)


def test_many_rooms_start_at_once_and_one_gets_the_box(box: Registry) -> None:
    path = box.path
    children = []
    gate, starter = os.pipe()
    for number in range(6):
        child = os.fork()
        if child == 0:
            code = 9
            try:
                os.close(starter)
                os.read(gate, 1)
                with Registry.open(path) as registry:
                    lease = Lease.take(registry, game=f"g{number}", now=NOON)
                    code = 0 if isinstance(lease, Lease) else 3
            finally:
                os._exit(code)
        children.append(child)
    os.close(gate)
    os.close(starter)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    assert sorted(codes) == [0, 3, 3, 3, 3, 3]


def test_a_registry_that_cannot_be_written_leaves_no_trace(
    box: Registry, monkeypatch: pytest.MonkeyPatch, other: Registry
) -> None:
    monkeypatch.setattr("ketuk.codes.database.PATIENCE_S", 0.05)
    with Registry.open(box.path) as third, box.writing():
        with pytest.raises(CodesFault, match="locked"):
            Lease.take(third, game="malam", now=NOON)
        assert not list(box.path.parent.glob(".*.alive"))
