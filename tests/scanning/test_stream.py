"""Several readers, one stream."""

from __future__ import annotations

import logging
import random
import threading
import time

from played import PlayedReader
from readings import Heard
from scenes import CODES, A, B

from ketuk.scanning.scan import By, ReaderState, Readiness, Removed, Scan
from ketuk.scanning.settle import Gone, New, NoTap, Returned, Settler
from ketuk.scanning.stream import Stream


def played(*steps, name="played", speed=1000.0):
    readings = [
        Removed(source="", at=at) if text is None
        else Scan(text=text, source="", at=at, by=By.NFC)
        for at, text in steps
    ]  # fmt: skip
    return PlayedReader(readings, name=name, speed=speed)


def test_a_played_game_of_taps():
    heard = Heard()
    reader = played((1, A), (1.2, A), (3, None), (4, A), (5, B), (6, None))
    with Stream([reader], heard):
        assert reader.ended.wait(10)
    kinds = [type(s) for s in heard.all if not isinstance(s, ReaderState)]
    assert kinds == [New, Gone, Returned, Gone, New, Gone]
    assert [s.state for s in heard.of(ReaderState)] == [Readiness.READY, Readiness.ENDED]


def test_what_lies_on_the_readers_can_be_asked():
    heard = Heard()
    stream = Stream([played((0, A), (10_000_000, None))], heard)
    with stream:
        heard.wait_for(New)
        assert stream.lying() == {CODES[0]}
    assert stream.lying() == frozenset()


def test_a_listener_that_raises_is_logged_and_the_next_tap_comes(caplog):
    heard = Heard()

    def fails(settled):
        heard(settled)
        raise RuntimeError("no")

    reader = played((0, A), (1, None), (2, B))
    with caplog.at_level(logging.ERROR), Stream([reader], fails):
        assert reader.ended.wait(10)
    assert [n.code for n in heard.of(New)] == [CODES[0], CODES[1]]
    assert "a listener failed" in caplog.text


def test_one_call_at_a_time_from_many_readers():
    inside, most = [], []

    def tell(settled):
        inside.append(1)
        time.sleep(0.0005)  # so that another thread would come in
        most.append(len(inside))
        inside.pop()

    readers = [
        played(*[(n * 0.01, A if n % 2 else None) for n in range(60)], name=f"r{r}")
        for r in range(6)
    ]
    with Stream(readers, tell):
        assert all(reader.ended.wait(20) for reader in readers)
    assert set(most) == {1}
    assert not [t for t in threading.enumerate() if t.name.startswith("r")]


def test_stopping_in_the_middle(tmp_path):
    reader = played((0, A), (10_000_000, B))
    heard = Heard()
    with Stream([reader], heard):
        heard.wait_for(New)
    assert len(heard.of(New)) == 1


def test_thirty_minutes_of_random_readings_account_for_every_tap():
    """Settle alone, ten looks a second: what is laid and lifted cleanly is tapped exactly once."""
    rng, settle, now = random.Random(11), Settler(), 0.0
    settle.take(ReaderState(source="nfc", at=now, state=Readiness.READY))
    settle.take(Removed(source="nfc", at=now))
    laid = tapped = gone = 0
    lying = None
    while now < 1800:
        now += 0.1
        if lying is None and rng.random() < 0.1:
            lying, laid = rng.choice([A, B]), laid + 1
            now += 2.0  # no card travels between readers here
        elif lying is not None and rng.random() < 0.1:
            lying = None
            came = settle.take(Removed(source="nfc", at=now))
            gone += sum(isinstance(c, Gone) for c in came)
        if lying is not None and rng.random() < 0.8:
            came = settle.take(Scan(text=lying, source="nfc", at=now, by=By.NFC))
            tapped += sum(isinstance(c, New | Returned) for c in came)
            assert not [c for c in came if isinstance(c, NoTap)]
        elif lying is not None:
            continue
    assert laid > 400
    assert laid - tapped <= laid * 0.1, "only cards lifted before any look are not tapped"
    assert tapped - gone <= 1
