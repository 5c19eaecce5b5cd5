"""One test for each line of docs/scan-behaviour.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from readings import Heard
from scenes import CODES, A, B, Studio
from scripted_camera import ScriptedCamera
from virtual_pn532 import VirtualReader
from virtual_tags import MifareClassic, Phone, blank_tag, text_tag

from ketuk.scanning.absence import Unseen
from ketuk.scanning.camera import CameraReader
from ketuk.scanning.nfc import GONE, PAUSE, NfcReader
from ketuk.scanning.scan import By, Flaw, ReaderError, ReaderState, Reason, Removed, Scan, State
from ketuk.scanning.settle import Gone, Held, New, Returned, Settle, Several, Why
from ketuk.scanning.stream import Stream
from ketuk.scanning.typed import Burst, Entered, GivenBack, TypedReader, Waiting

CODE_A, CODE_B, _ = CODES


class Table:
    """Settle with a clock that the test turns, and the taps that came of it."""

    def __init__(self, *sources: str) -> None:
        self.settle, self.now, self.all = Settle(), 0.0, []
        for source in sources:
            self.ready(source)
            self.lift(source)
        self.all.clear()

    def put(self, reading):
        came = self.settle.take(reading)
        self.all += came
        return came

    def ready(self, source="nfc", state=State.READY):
        return self.put(ReaderState(source=source, at=self.now, state=state))

    def see(self, *texts, source="nfc", by=By.NFC, uid=None, flaw=None, wait=0.0):
        self.now += wait
        first, *others = texts or ("",)
        return self.put(
            Scan(
                text=first,
                source=source,
                at=self.now,
                by=by,
                uid=uid,
                flaw=flaw,
                beside=tuple(others),
            )
        )

    def film(self, *texts, wait=1 / 30):
        return self.see(*texts, source="camera", by=By.CAMERA, wait=wait)

    def lift(self, source="nfc"):
        return self.put(Removed(source=source, at=self.now))

    @property
    def taps(self):
        return [came.code for came in self.all if isinstance(came, New | Returned)]


def kinds(came):
    return [type(one) for one in came]


def test_b1_a_card_that_lies_there_is_one_tap():
    table = Table("nfc")
    assert kinds(table.see(A)) == [New]
    for _ in range(600):
        assert table.see(A, wait=0.1) == []
    assert table.taps == [CODE_A]


def test_b2_ninety_pictures_of_a_card_are_one_tap():
    table = Table("camera")
    for _ in range(90):
        table.film(A)
    assert table.taps == [CODE_A]


def test_b3_lifted_and_laid_again_is_one_more_tap():
    table = Table("nfc")
    table.see(A)
    assert kinds(table.lift()) == [Gone]
    assert kinds(table.see(A, wait=1)) == [Returned]
    assert table.taps == [CODE_A, CODE_A]


def test_b4_a_weak_sticker_that_is_missed_for_a_moment_has_not_left():
    for gap in (0.15, 0.2, 0.25, 0.3):
        unseen = Unseen(GONE * PAUSE)
        assert not any(unseen.missed(looks * gap / 3) for looks in range(4)), gap
        unseen.seen()
    assert not unseen.missed(1.0)
    assert unseen.missed(1.36)
    assert not unseen.missed(1.5), "told once"

    heard = Heard()
    with VirtualReader() as reader:
        with Stream([NfcReader(reader.path, pause=0.005)], heard):
            heard.wait_for(ReaderState)
            reader.wait_for_searches(8)
            reader.lay(text_tag(A))
            heard.wait_for(New)
            for _ in range(20):
                reader.chip.misses = 1
                reader.wait_for_searches(4)
        assert heard.of(Gone) == []
    assert len(heard.of(New)) == 1


def test_b5_unreadable_pictures_in_between_are_no_removal():
    unseen = Unseen()
    assert not unseen.missed(10.0)
    assert not unseen.missed(10.69)
    assert unseen.missed(10.71)
    assert not unseen.missed(11.5)
    unseen.seen()
    assert not unseen.missed(12.0)


def test_b6_a_b_a_are_three_taps():
    table = Table("camera")
    for text in (A, B, A):
        for _ in range(5):
            table.film(text)
    assert table.taps == [CODE_A, CODE_B, CODE_A]


def test_b7_a_lying_card_never_taps_again_and_can_be_asked_for():
    table = Table("nfc", "typed")
    table.see(A)
    assert table.settle.lying() == {CODE_A}
    table.see(B, source="typed", by=By.TYPED)  # the table goes on by another card
    for _ in range(50):
        assert table.see(A, wait=0.1) == []
    table.lift()
    assert table.settle.lying() == frozenset()


def test_b8_a_card_that_lies_there_at_the_start_is_a_notice():
    table = Table()
    table.ready()
    (held,) = table.see(A)
    assert isinstance(held, Held)
    assert held.why is Why.LAY_THERE
    assert table.see(A) == []
    table.lift()
    assert kinds(table.see(A)) == [New]


def test_b8_on_the_virtual_reader():
    heard = Heard()
    with VirtualReader() as reader:
        tag = reader.lay(text_tag(A))
        with Stream([NfcReader(reader.path, pause=0.005)], heard):
            heard.wait_for(Held)
            reader.lift()
            heard.wait_for(Gone)
            reader.lay(tag)
            heard.wait_for(New)


def test_b9_a_card_under_a_reader_that_comes_back_is_a_notice():
    table = Table("nfc")
    table.see(A)
    table.ready(state=State.LOST)
    table.ready()
    (held,) = table.see(A)
    assert isinstance(held, Held)
    assert table.taps == [CODE_A]


def test_b9_on_the_virtual_reader():
    heard = Heard()
    with VirtualReader() as reader:
        with Stream([NfcReader(reader.path, pause=0.005, retry=0.02)], heard):
            heard.wait_for(ReaderState)
            reader.wait_for_searches(8)
            reader.lay(text_tag(A))
            heard.wait_for(New)
            reader.unplug()
            heard.wait_for(ReaderState, where=lambda r: r.state is State.LOST)
            reader.plug()
            heard.wait_for(Held)
        assert heard.of(Returned) == []
    assert len(heard.of(New)) == 1


def test_b10_a_card_taken_off_while_the_reader_was_away_has_left():
    table = Table("nfc")
    table.see(A)
    table.ready(state=State.LOST)
    assert table.settle.lying() == frozenset()
    table.ready()
    assert kinds(table.lift()) == [Gone]
    assert kinds(table.see(A)) == [Returned]


def test_b11_an_error_is_no_removal():
    table = Table("nfc")
    table.see(A)
    error = ReaderError(source="nfc", at=1.0, reason=Reason.GARBLED)
    assert table.put(error) == [error]
    assert table.settle.lying() == {CODE_A}
    assert table.see(A, wait=1) == []


def test_b12_another_card_after_a_replug_is_a_notice():
    table = Table("nfc")
    table.see(A)
    table.ready(state=State.LOST)
    table.ready()
    assert kinds(table.see(B)) == [Gone, Held]
    assert table.taps == [CODE_A]


@pytest.mark.parametrize("commands", range(12))
def test_b13_lifted_too_early_says_hold_it_longer(commands):
    heard = Heard()
    with VirtualReader() as reader:
        reader_thread = NfcReader(reader.path, pause=0.002)
        with Stream([reader_thread], heard):
            heard.wait_for(ReaderState)
            reader.wait_for_searches(8)
            tag = reader.lay(text_tag(A).leave_after(commands))
            reader.wait_for_searches(8)
            reader.lift(tag)
            tag.leave_after(None)
            first = [came for came in heard.all if isinstance(came, New | ReaderError)]
            assert not [came for came in first if isinstance(came, New) and came.scan.flaw]
            if commands < 3:
                assert [came.reason for came in first] == [Reason.LIFTED]
            heard.clear()
            reader.wait_for_searches(4)
            reader.lay(tag)
            heard.wait_for(New if commands < 3 else object)
            assert not [came for came in heard.of(New) if came.scan.flaw]


def test_b14_a_frozen_camera_is_lost_and_its_picture_gives_no_tap():
    heard, times = Heard(), iter(range(10**6))
    studio = Studio(size=(360, 640))
    camera = ScriptedCamera(studio.frame(), rate=1000)
    reader = CameraReader("0", open_with=camera.open, clock=lambda: next(times) * 0.05)
    with Stream([reader], heard):
        heard.wait_for(ReaderState, where=lambda r: r.state is State.READY)
        for _ in range(40):  # let it see an empty table for 0.7 s
            reader.frame = None
            while reader.frame is None:
                pass
        camera.show(studio.frame(A, scale=4))
        heard.wait_for(New)
        camera.frozen = True
        heard.wait_for(ReaderError, where=lambda e: e.reason is Reason.FROZEN)
        camera.frozen = False
        heard.wait_for(ReaderState, count=2, where=lambda r: r.state is State.READY)
        heard.wait_for(Held)
    assert len(heard.of(New)) == 1
    assert heard.of(Returned) == []


def test_b15_two_codes_in_one_picture_are_neither():
    table = Table("camera")
    (several,) = table.film(A, B)
    assert isinstance(several, Several)
    assert set(several.codes) == {CODE_A, CODE_B}
    for _ in range(30):
        assert table.film(A, B) == []
        assert table.film(A) == []  # the other one is not read in every picture
    assert table.taps == []


def test_b16_the_one_that_stays_is_a_tap():
    table = Table("camera")
    table.film(A, B)
    for _ in range(30):
        table.film(B)
    assert table.taps == [CODE_B]


def test_b16_unless_it_was_tapped_before():
    table = Table("camera")
    table.film(A)
    table.film(A, B)
    for _ in range(30):
        table.film(A)
    assert table.taps == [CODE_A]
    assert [came.why for came in table.all if isinstance(came, Held)] == [Why.NOT_LIFTED]


def test_b17_ours_beside_somebody_elses_is_a_tap():
    table = Table("camera")
    (new,) = table.film("https://example.org/menu", A)
    assert (new.code, new.scan.text) == (CODE_A, A)


def test_b18_two_tags_on_one_reader_are_neither():
    heard = Heard()
    with VirtualReader() as reader, Stream([NfcReader(reader.path, pause=0.005)], heard):
        heard.wait_for(ReaderState)
        reader.wait_for_searches(8)
        with reader.chip.lock:
            first, second = reader.lay(text_tag(A)), reader.lay(text_tag(B))
        heard.wait_for(Several)
        reader.wait_for_searches(10)
        assert heard.of(New) == []
        reader.lift(first)
        assert heard.wait_for(New).code == CODE_B
        reader.lift(second)
        heard.wait_for(Gone)
    assert len(heard.of(Several)) == 1


@pytest.mark.parametrize("gap", [0.1, 0.2, 0.3, 0.4])
def test_b18_tags_that_answer_in_turn_are_told_once_and_tap_no_more(gap):
    table = Table("nfc")
    came = [settled for _ in range(10) for text in (A, B) for settled in table.see(text, wait=gap)]
    assert kinds(came) == [New, Gone, New, Several]
    assert came[-1].codes == (CODE_A, CODE_B)
    table.lift()
    assert kinds(table.see(B, wait=1)) == [Returned]


def test_b18_laid_in_turn_by_a_person_they_are_taps():
    table = Table("nfc")
    for text in (A, B, A, B):
        table.see(text, wait=0.6)
    assert table.taps == [CODE_A, CODE_B, CODE_A, CODE_B]


def test_b18_a_second_tag_beside_a_lying_one_is_told_too():
    heard = Heard()
    with VirtualReader() as reader, Stream([NfcReader(reader.path, pause=0.005)], heard):
        heard.wait_for(ReaderState)
        reader.wait_for_searches(8)
        reader.lay(text_tag(A))
        heard.wait_for(New)
        reader.lay(text_tag(B))
        heard.wait_for(Several)
        assert len(heard.of(New)) == 1


def test_b19_seen_by_reader_and_camera_is_one_tap_and_one_removal():
    table = Table("nfc", "camera")
    assert kinds(table.see(A)) == [New]
    assert [came.why for came in table.film(A)] == [Why.OTHER_READER]
    assert table.film(A) == []
    assert table.lift("nfc") == []
    assert kinds(table.lift("camera")) == [Gone]


def test_b20_carried_from_the_camera_to_the_reader_is_one_tap():
    table = Table("nfc", "camera")
    table.film(A)
    table.lift("camera")
    assert [came.why for came in table.see(A, wait=1.9)] == [Why.OTHER_READER]
    table.lift()
    assert kinds(table.see(A, wait=0.3)) == [Returned]
    assert table.taps == [CODE_A, CODE_A]


def test_b20_later_it_is_a_tap_of_its_own():
    table = Table("nfc", "camera")
    table.film(A)
    table.lift("camera")
    assert kinds(table.see(A, wait=2.1)) == [Returned]


def test_b21_two_readers_with_a_card_each():
    table = Table("nfc:left", "nfc:right")
    table.see(A, source="nfc:left")
    table.see(B, source="nfc:right")
    assert table.taps == [CODE_A, CODE_B]
    assert [came.code for came in table.lift("nfc:left")] == [CODE_A]
    assert table.settle.lying() == {CODE_B}


def test_b22_somebody_elses_card_comes_without_a_code():
    table = Table("nfc")
    (new,) = table.see("", uid="04a1", flaw=Flaw.BLANK)
    assert (kinds([new]), new.code) == ([New], None)
    assert table.see("", uid="04a1", flaw=Flaw.BLANK, wait=1) == []


def test_b23_somebody_elses_card_then_ours():
    heard = Heard()
    with VirtualReader() as reader, Stream([NfcReader(reader.path, pause=0.005)], heard):
        heard.wait_for(ReaderState)
        reader.wait_for_searches(8)
        for stranger in (MifareClassic(), blank_tag(), text_tag("https://example.org")):
            heard.clear()
            reader.lay(stranger)
            assert heard.wait_for(New).code is None
            reader.lift()
            heard.wait_for(Gone)
        reader.lay(text_tag(A))
        assert heard.wait_for(New, count=2).code == CODE_A


def test_b24_a_phone_is_one_refusal():
    heard = Heard()
    with VirtualReader() as reader, Stream([NfcReader(reader.path, pause=0.005)], heard):
        heard.wait_for(ReaderState)
        reader.wait_for_searches(8)
        reader.lay(Phone())
        scan = heard.wait_for(New).scan
        assert (scan.flaw, scan.uid) == (Flaw.OTHER_KIND, None)
        reader.wait_for_searches(8)
        assert len(heard.of(New)) == 1


def test_b25_what_is_typed_is_meant():
    table = Table("nfc", "typed")
    table.see(A)
    (again,) = table.see("n5ng 0anc havd", source="typed", by=By.TYPED)
    assert (type(again), again.code) == (Returned, CODE_A)


@pytest.mark.parametrize("ends", [["enter", "enter"], ["\r", "\n"], ["tab"], ["enter"]])
def test_b26_enter_twice_is_one_tap(ends):
    burst, at, came = Burst(), 0.0, []
    for key in [*A, *ends]:
        at += 0.01
        came.append(burst.press(key, at))
    assert [one for one in came if isinstance(one, Entered)] == [Entered(A)]
    assert not [one for one in came if isinstance(one, GivenBack)]


@pytest.mark.parametrize("nothing", ["", " ", "-", "----", " \t\r\n", "——", "\x02\x03"])
def test_b27_nothing_entered_is_no_tap(nothing):
    typed, heard = TypedReader(), Heard()
    typed.start(heard)
    assert typed.enter(nothing) is False
    assert heard.all == []


def test_b28_a_persons_keys_are_given_back():
    burst = Burst()
    came = [burst.press(key, n * 0.15) for n, key in enumerate(["a", "y", "u", "enter"])]
    assert came == [Waiting(), GivenBack(("a",)), GivenBack(("y",)), GivenBack(("u", "enter"))]


def test_every_line_has_a_test():
    lines = Path(__file__).parents[2] / "docs/scan-behaviour.md"
    promised = set(re.findall(r"^- B(\d+)\.", lines.read_text("utf-8"), re.MULTILINE))
    tested = {m[1] for name in globals() if (m := re.match(r"test_b(\d+)_", name))}
    assert promised == tested
