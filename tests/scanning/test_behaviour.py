"""One test for each line of docs/scan-behaviour.md."""

from __future__ import annotations

import importlib
import pkgutil
import re
from itertools import islice
from pathlib import Path

import pytest
from readings import Heard
from scenes import CODES, A, B, Studio
from scripted_camera import ScriptedCamera
from textual.screen import Screen
from typists import Model, typings
from virtual_pn532 import VirtualReader
from virtual_tags import MifareClassic, Phone, blank_tag, text_tag

from ketuk.codes.code import groups
from ketuk.codes.code import typed as spelled
from ketuk.codes.layouts import LAYOUTS, at_home, under
from ketuk.scanning.absence import UnreadableCode, Unseen
from ketuk.scanning.camera import CameraReader
from ketuk.scanning.nfc import GONE, PAUSE, NfcReader
from ketuk.scanning.scan import (
    By,
    Flaw,
    ReaderError,
    ReaderReason,
    ReaderState,
    Readiness,
    Removed,
    Scan,
)
from ketuk.scanning.settle import Gone, New, NoTap, Returned, Settler, Several, WhyNoTap
from ketuk.scanning.stream import Stream
from ketuk.scanning.typed import TypedReader
from ketuk.tui import screens
from ketuk.tui.app import KetukApp
from ketuk.tui.screens.end import EndScreen

CODE_A, CODE_B, _ = CODES


class Table:
    """Settle with a clock that the test turns, and the taps that came of it."""

    def __init__(self, *sources: str) -> None:
        self.settle, self.now, self.all = Settler(), 0.0, []
        for source in sources:
            self.ready(source)
            self.lift(source)
        self.all.clear()

    def put(self, reading):
        came = self.settle.take(reading)
        self.all += came
        return came

    def ready(self, source="nfc", state=Readiness.READY):
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
                reader.wait_for_searches(8)
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
    assert isinstance(held, NoTap)
    assert held.why is WhyNoTap.LAY_THERE
    assert table.see(A) == []
    table.lift()
    assert kinds(table.see(A)) == [New]


def test_b8_on_the_virtual_reader():
    heard = Heard()
    with VirtualReader() as reader:
        tag = reader.lay(text_tag(A))
        with Stream([NfcReader(reader.path, pause=0.005)], heard):
            heard.wait_for(NoTap)
            reader.lift()
            heard.wait_for(Gone)
            reader.lay(tag)
            heard.wait_for(New)


def test_b9_a_card_under_a_reader_that_comes_back_is_a_notice():
    table = Table("nfc")
    table.see(A)
    table.ready(state=Readiness.LOST)
    table.ready()
    (held,) = table.see(A)
    assert isinstance(held, NoTap)
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
            heard.wait_for(ReaderState, where=lambda r: r.state is Readiness.LOST)
            reader.plug()
            heard.wait_for(NoTap)
        assert heard.of(Returned) == []
    assert len(heard.of(New)) == 1


def test_b10_a_card_taken_off_while_the_reader_was_away_has_left():
    table = Table("nfc")
    table.see(A)
    table.ready(state=Readiness.LOST)
    assert table.settle.lying() == frozenset()
    table.ready()
    assert kinds(table.lift()) == [Gone]
    assert kinds(table.see(A)) == [Returned]


def test_b11_an_error_is_no_removal():
    table = Table("nfc")
    table.see(A)
    error = ReaderError(source="nfc", at=1.0, reason=ReaderReason.GARBLED)
    assert table.put(error) == [error]
    assert table.settle.lying() == {CODE_A}
    assert table.see(A, wait=1) == []


def test_b12_another_card_after_a_replug_is_a_notice():
    table = Table("nfc")
    table.see(A)
    table.ready(state=Readiness.LOST)
    table.ready()
    assert kinds(table.see(B)) == [Gone, NoTap]
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
                assert [came.reason for came in first] == [ReaderReason.LIFTED]
            heard.clear()
            reader.wait_for_searches(8)
            reader.lay(tag)
            heard.wait_for(New if commands < 3 else object)
            assert not [came for came in heard.of(New) if came.scan.flaw]


def test_b14_a_frozen_camera_is_lost_and_its_picture_gives_no_tap():
    heard, times = Heard(), iter(range(10**6))
    studio = Studio(size=(360, 640))
    camera = ScriptedCamera(studio.frame(), rate=1000)
    reader = CameraReader("0", open_with=camera.open, clock=lambda: next(times) * 0.05)
    with Stream([reader], heard):
        heard.wait_for(ReaderState, where=lambda r: r.state is Readiness.READY)
        for _ in range(40):  # let it see an empty table for 0.7 s
            reader.frame = None
            while reader.frame is None:
                pass
        camera.show(studio.frame(A, scale=4))
        heard.wait_for(New)
        camera.frozen = True
        heard.wait_for(ReaderError, where=lambda e: e.reason is ReaderReason.FROZEN)
        camera.frozen = False
        heard.wait_for(ReaderState, count=2, where=lambda r: r.state is Readiness.READY)
        heard.wait_for(NoTap)
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
    assert [came.why for came in table.all if isinstance(came, NoTap)] == [WhyNoTap.NOT_LIFTED]


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
    assert [came.why for came in table.film(A)] == [WhyNoTap.OTHER_READER]
    assert table.film(A) == []
    assert table.lift("nfc") == []
    assert kinds(table.lift("camera")) == [Gone]


def test_b20_carried_from_the_camera_to_the_reader_is_one_tap():
    table = Table("nfc", "camera")
    table.film(A)
    table.lift("camera")
    assert [came.why for came in table.see(A, wait=1.9)] == [WhyNoTap.OTHER_READER]
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


def looks(unreadable, *seen, step=0.25, start=0.0):
    return [unreadable.looked(start + n * step, damaged=d) for n, d in enumerate(seen)]


def test_b37_a_code_that_came_and_stays_unread_is_told_once_after_a_second():
    unreadable = UnreadableCode()
    assert looks(unreadable, *[False] * 5, *[True] * 12).index(True) == 9
    assert sum(looks(UnreadableCode(), *[False] * 5, *[True] * 40)) == 1
    assert sum(looks(UnreadableCode(), *([False] * 5 + [True] * 6) * 3)) == 3, "each one that comes"


def test_b37_what_was_there_from_the_start_or_flickers_is_no_code():
    assert not any(looks(UnreadableCode(), *[True] * 40))
    assert not any(looks(UnreadableCode(), *[False, True] * 40))
    assert not any(looks(UnreadableCode(), *[False, False, True, True, True] * 20))


def test_b38_a_closed_cover_is_told_as_that_and_opening_it_is_enough():
    heard = Heard()
    empty = Studio(size=(360, 640)).frame()
    camera = ScriptedCamera(empty)
    with Stream([CameraReader("0", open_with=camera.open, retry=0.02)], heard):
        heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.READY)
        camera.show(empty * 0 + 2)
        lost = heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.LOST)
        assert lost.remedy is ReaderReason.COVERED
        camera.show(empty)
        heard.wait_for(ReaderState, count=2, where=lambda s: s.state is Readiness.READY)
    assert [e.reason for e in heard.of(ReaderError)] == [ReaderReason.COVERED]


def test_b25_what_is_typed_is_meant():
    table = Table("nfc", "typed")
    table.see(A)
    (again,) = table.see("n5ng 0anc havd", source="typed", by=By.TYPED)
    assert (type(again), again.code) == (Returned, CODE_A)


@pytest.mark.parametrize("ends", [["enter", "enter"], ["enter", "ctrl+j"], ["tab"], ["enter"]])
@pytest.mark.parametrize("gap", [0.01, 0.25])
def test_b26_enter_twice_is_one_tap(ends, gap):
    screen = Model()
    typed_at(screen, [*A, *ends], gap)
    assert screen.codes == [A]
    assert screen.commands == []


@pytest.mark.parametrize("nothing", ["", " ", "-", "----", " \t\r\n", "——", "\x02\x03"])
def test_b27_nothing_entered_is_no_tap(nothing):
    typed, heard = TypedReader(), Heard()
    typed.start(heard)
    assert typed.enter(nothing) is False
    assert heard.all == []


def typed_at(screen, keys, gap):
    for sign in keys:
        screen.clock.pass_by(gap)
        screen.key(sign)


@pytest.mark.parametrize("field", [False, True])
def test_b28_codes_at_any_speed_do_nothing_else(field):
    screen = Model(field=field)
    for number, typing in zip(range(TYPINGS), typings(seed=field), strict=False):
        screen.type(typing)
        assert [spelled(text) for text in screen.codes] == [typing.code], (number, typing)
        assert (screen.commands, screen.opened, screen.marked) == ([], None, None), typing
        assert screen.text == ("Ayu" if field else None)
        screen.codes.clear()


TYPINGS = 1_500


def test_b29_a_key_is_held_marked_and_acts_at_once_when_no_code_can_follow():
    screen = Model()
    screen.key("5")
    assert (screen.marked, screen.commands) == ("5", [])
    screen.clock.pass_by(0.2)
    assert screen.commands == []
    screen.clock.pass_by(0.09)
    assert (screen.marked, screen.commands) == (None, ["5"])
    typed_at(screen, ["3", "down"], 0.1)
    assert screen.commands == ["5", "3", "down"]
    typed_at(screen, ["4", "escape"], 0.1)
    screen.clock.pass_by(1)
    assert (screen.marked, screen.commands) == (None, ["5", "3", "down"])
    typed_at(screen, ["enter", "up", "/", "f2"], 0.0)
    assert screen.commands[-4:] == ["enter", "up", "slash", "f2"]


def test_b30_the_third_key_opens_the_code_field():
    screen = Model()
    typed_at(screen, "n5", 0.2)
    assert screen.opened is None
    typed_at(screen, "n", 0.2)
    assert screen.opened == "n5n"
    screen.clock.pass_by(5)
    assert (screen.opened, screen.commands, screen.codes) == ("n5n", [], [])
    typed_at(screen, ["escape"], 0.1)
    assert screen.commands == ["escape"]  # which closes the field
    typed_at(screen, [*"abc", "enter"], 0.2)
    assert screen.codes == ["abc"]


def test_b31_in_a_field_keys_show_at_once_and_a_code_leaves_no_trace():
    screen = Model(field=True)
    typed_at(screen, " Dewi", 0.1)
    assert screen.text == "Ayu Dewi"
    typed_at(screen, ["enter"], 0.1)
    assert screen.commands == ["enter"]
    screen.clock.pass_by(1)
    typed_at(screen, [*A.lower(), "enter"], 0.2)
    assert (screen.text, screen.codes) == ("Ayu Dewi", [A.lower()])


@pytest.mark.parametrize(("pace", "after", "acts"), [
    (0.01, 0.9, False), (0.01, 1.6, True), (0.1, 0.9, False), (0.1, 2.5, False), (0.1, 3.6, True),
])  # fmt: skip
def test_b32_enter_after_it_belongs_to_the_code(pace, after, acts):
    """For a second after a scanner, for three after fingers."""
    screen = Model()
    typed_at(screen, A, pace)
    screen.clock.pass_by(0.3)
    assert screen.codes == [A]
    screen.clock.pass_by(after)
    screen.key("enter")
    assert screen.commands == ["enter"] * acts
    screen.clock.pass_by(1.1)
    screen.key("enter")
    assert screen.commands == ["enter"] * (1 + acts)


def test_b32_any_other_key_ends_that():
    screen = Model()
    typed_at(screen, A, 0.1)
    screen.clock.pass_by(0.5)
    screen.key("down")
    screen.key("enter")
    assert screen.commands == ["down", "enter"]


@pytest.mark.parametrize("second", ["enter", "escape", "down", "5", "h", "/", "f2"])
@pytest.mark.parametrize("first", ["enter", "escape", "f1", "5", "h", "/"])
def test_b33_two_keys_in_one_read_answer_one_question(first, second):
    screen = Model()
    screen.answers = True
    typed_at(screen, [first, second], 0.0)
    screen.clock.pass_by(1)
    assert len(screen.commands) <= 1


NAMED = ("enter", "tab", "ctrl+j", "ctrl+c", "escape", "up", "f1", "f2")
EVERY_KEY = (*map(chr, range(33, 127)), *NAMED)


@pytest.mark.parametrize("field", [False, True])
@pytest.mark.parametrize("first", EVERY_KEY)
def test_b33_of_any_two_keys_only_one_answers_a_question(first, field):
    for second in EVERY_KEY:
        for pause in (0.0, 0.03, 0.2, 0.27):
            screen = Model(field=field)
            screen.answers = True
            typed_at(screen, [first, second], pause)
            screen.clock.pass_by(1)
            acted = [question for question in screen.answered if not field]
            assert len(acted) == len(set(acted)), (first, second, pause)
            if pause == 0.0:
                assert len(screen.commands) <= 1, (first, second)


@pytest.mark.parametrize("busy_s", [0.1, 0.5, 1.0, 2.0])
@pytest.mark.parametrize("sign", ["1", "n", "enter", "up"])
def test_b33_what_people_see_they_can_answer_however_busy_the_machine_is(sign, busy_s):
    """The next question is painted, and noticed only after the machine did something else."""
    for when, counts in ((-0.03, False), (0.01, True), (busy_s / 2, True), (busy_s, True)):
        screen = Model()
        screen.answers = True
        began = screen.clock.now

        def busy(screen=screen, began=began):
            screen.painted_at = began + 0.05
            screen.clock.stand_still(0.05 + busy_s)

        screen.busy = busy
        screen.key("enter")
        screen.key(sign, at=began + 0.05 + when)
        screen.clock.pass_by(1)
        assert screen.commands == ["enter", sign][: 1 + counts], (when, sign)


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        (("enter", *"Ayu"), "Ayu"),
        (("up", "enter", *"Ayu"), "Ayu"),
        (("enter", "escape", *"Ayu"), "Ayu"),
        (("enter", *"Ayu", "enter", *"Budi"), "Ayu"),
        (("?", "?", *"Ayu"), "Ayu"),
        (("?", *"A?"), "A?"),
    ],
)
def test_b39_text_that_is_typed_while_a_form_opens_stands_in_it(keys, text):
    screen = Model()
    screen.opens = True
    typed_at(screen, keys, 0.0)
    screen.clock.pass_by(1)
    assert screen.text == text
    assert screen.commands == [screen.commands[0]]
    typed_at(screen, ("!",), 0.3)
    assert screen.text == text + "!", "from now on every key counts"


def test_b39_a_code_that_is_typed_while_a_form_opens_is_a_code():
    for typing in islice(typings(39), 50):
        screen = Model()
        screen.opens = True
        screen.key("enter")
        screen.type(typing)
        assert [spelled(code) for code in screen.codes] == [typing.code]
        assert screen.text == ""
        assert screen.commands == ["enter"]


def test_b34_what_leaves_a_screen_or_cannot_be_taken_back_is_no_bare_letter():
    never = {"back", "dismiss", "quit", "overwrite", "begin", "propose", "take", "stop", "none"}
    kinds = [KetukApp, *every_kind(Screen)]
    assert len(kinds) > 30
    for kind in kinds:
        for binding in kind.__dict__.get("BINDINGS", ()):
            letters = [k for k in binding.key.split(",") if len(k) == 1 and k.isalpha()]
            if letters:
                assert binding.action not in never, (kind, binding)
    assert "n" not in {b.key for b in EndScreen.BINDINGS}, "it leads to the lobby"


def every_kind(of):
    for module in pkgutil.iter_modules(screens.__path__, f"{screens.__name__}."):
        importlib.import_module(module.name)
    found, left = set(), [of]
    while left:
        for kind in left.pop().__subclasses__():
            if kind not in found:
                found.add(kind)
                left.append(kind)
    return sorted((k for k in found if k.__module__.startswith("ketuk.")), key=lambda k: k.__name__)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("typed_as", [under, at_home])
def test_b35_another_keyboard_layout_is_found_by_the_check(layout, typed_as):
    for code in CODES:
        for text in (f"KTK:{code}", f"ktk:{code.lower()}", f"KTK:{'-'.join(groups(code))}", code):
            table = Table("typed")
            (tap,) = table.see(typed_as(layout, text), source="typed", by=By.TYPED)
            assert tap.code == code


@pytest.mark.parametrize("stopped_after", range(1, len(A)))
def test_b36_a_busy_machine_cuts_no_code_in_two(stopped_after):
    screen = Model()
    typed_at(screen, A[:stopped_after], 0.2)
    read = screen.clock.now
    screen.clock.stand_still(0.9)
    screen.clock.pass_by(0)
    for number, sign in enumerate(A[stopped_after:], 1):
        at = read + 0.2 * number
        screen.clock.pass_by(max(0, at - screen.clock.now))
        screen.key(sign, at=at)
    screen.clock.pass_by(1)
    assert (screen.commands, screen.codes) == ([], [A])


@pytest.mark.parametrize("sign", "5n")
def test_b36_on_a_busy_machine_a_key_acts_a_little_later(sign):
    screen = Model()
    screen.key(sign)
    screen.clock.stand_still(0.9)
    screen.clock.pass_by(0.3)
    assert screen.commands == [sign]


def test_every_line_has_a_test():
    lines = Path(__file__).parents[2] / "docs/scan-behaviour.md"
    promised = set(re.findall(r"^- B(\d+)\.", lines.read_text("utf-8"), re.MULTILINE))
    tested = {m[1] for name in globals() if (m := re.match(r"test_b(\d+)_", name))}
    assert promised == tested
