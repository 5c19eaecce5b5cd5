"""What is heard: by the real library without a device, by the bell, one sound at a time."""

import os
import signal
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from children import in_child
from recorded import GAMES, moves_of
from screens_at_hand import AtTable, landed, set_table, table

from ketuk.engine import events as ev
from ketuk.engine.table import Free, replace
from ketuk.rooms.answers import Changed
from ketuk.tui.diagnosis import sentence, sound
from ketuk.tui.settings import Settings
from ketuk.tui.sound import speaker as speakers
from ketuk.tui.sound.rows import sound_of
from ketuk.tui.sound.speaker import Speaker
from ketuk.tui.sound.tones import RATE, SOUNDS, SoundName, louder, samples
from ketuk.tui.words import LANGUAGES, Words

HERE = {key: value for key, value in os.environ.items() if not key.startswith("SSH_")}
MEDAN = 2
PATIENCE_S = 60.0


def told(speaker: Speaker) -> str:
    """How it stands with a speaker as soon as that is known."""
    until = time.monotonic() + PATIENCE_S
    while speaker.state == "starting" and time.monotonic() < until:
        time.sleep(0.01)
    return speaker.state


# ---- the sounds and the player


def test_sounds_are_short_soft_and_all_different() -> None:
    made = {name: samples(name) for name in SOUNDS}
    for name, sound_made in made.items():
        assert 0.1 * RATE < len(sound_made) < RATE, name
        assert max(map(abs, sound_made)) < 32_767 // 2
        assert abs(sound_made[0]) < 400, "it does not click"
        assert abs(sound_made[-1]) < 400
    assert len({tuple(m[:2_000]) for m in made.values()}) == len(made)
    assert louder("money", "end") == louder("end", "accepted") == "end"


def test_the_library_plays_without_a_device_by_name() -> None:
    speaker = Speaker("null", HERE)
    speaker.start()
    assert told(speaker) == "ready"
    assert speaker.play("money")
    assert speaker.play("end")
    until = time.monotonic() + PATIENCE_S
    while speaker.played != ["money", "end"] and time.monotonic() < until:
        time.sleep(0.01)
    assert speaker.played == ["money", "end"]
    speaker.close()
    assert not speaker.play("money")


def test_where_there_is_no_device_nothing_plays_and_nothing_breaks() -> None:
    speaker = Speaker("jack", HERE)  # no machine that tests has such a server
    speaker.start()
    assert told(speaker) == "none"
    assert "MiniaudioError" in speaker.why
    assert not speaker.play("end")
    speaker.close()


def test_a_player_that_dies_or_hangs_keeps_nobody_waiting() -> None:
    speaker = Speaker("null", HERE)
    speaker.start()
    assert told(speaker) == "ready"
    player = speaker._player
    assert player is not None
    os.kill(player.pid, signal.SIGSTOP)  # as a sound server that is dead
    asked = 0
    while speaker.play("end"):
        asked += 1
        assert asked < 1_000_000
    assert speaker.state == "none"
    speaker.close()
    assert player.returncode is not None
    again = Speaker("null", HERE)
    again.start()
    assert told(again) == "ready"
    assert again._player is not None
    again._player.kill()
    again._player.wait()
    until = time.monotonic() + PATIENCE_S
    while again.state == "ready" and time.monotonic() < until:
        time.sleep(0.01)
    assert not again.play("turn")
    again.close()


def test_what_stands_in_the_way_is_known_without_trying(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Speaker("null", {**HERE, "SSH_CONNECTION": "1 2 3 4"}).possible() == "far"
    monkeypatch.setattr(speakers, "find_spec", lambda name: None)
    speaker = Speaker("null", HERE)
    speaker.start()
    assert speaker.state == "no_library"
    assert speaker._player is None


def test_the_doctor_has_one_line_on_it() -> None:
    (good,) = sound(Speaker("null", HERE))
    (none,) = sound(Speaker("jack", HERE))
    (far,) = sound(Speaker("null", {**HERE, "SSH_TTY": "/dev/pts/1"}))
    for language in LANGUAGES:
        words = Words(language)
        assert "Null" in sentence(words, good)
        assert "MiniaudioError" in sentence(words, none)
        assert sentence(words, far) != sentence(words, none)


def test_a_look_at_the_sound_leaves_a_speaker_alone_that_is_switched_on_meanwhile() -> None:
    """F9 while the doctor looks."""
    speaker = Speaker("null", HERE)
    looks = sound(speaker)
    next(looks)
    assert speaker.state == "off", "what is silent stays so"
    speaker.start()
    assert list(looks) == []
    assert told(speaker) == "ready"
    assert speaker.play("end")
    speaker.close()


def test_nothing_of_it_reaches_the_terminal(tmp_path: Path) -> None:
    """Sound libraries complain on the terminal where there is no device."""
    done = in_child(
        "from ketuk.tui.cli import main; main()", "--data", str(tmp_path), "--lang", "id", "doctor"
    )
    assert "Bunyi" in done.stdout
    assert done.stderr == ""


# ---- which sound a row makes


def test_the_end_is_heard_once_in_every_recorded_game() -> None:
    for path in GAMES[::8]:
        rules, moves = moves_of(path)
        people = set(range(1, len(moves[0].table.players) + 1))
        heard: Counter[SoundName | None] = Counter()
        for before, move in pairwise(moves):
            changed = Changed(move.table, move.events, move.seq)
            heard[sound_of(changed, before.table, people)] += 1
            assert (
                sound_of(Changed(move.table, move.events, move.seq, "redo"), before.table, people)
                is None
            )
        ended = sum(isinstance(e, ev.GameEnded) for m in moves for e in m.events)
        assert heard["end"] == ended, rules.meta.rules
        assert heard["turn"] > 0


# ---- the table


class Listener(Speaker):
    """A speaker that notes what it is asked for."""

    def __init__(self, *, plays: bool) -> None:
        super().__init__("null", HERE)
        self.plays = plays
        self.asked: list[SoundName] = []

    def start(self) -> None:
        self.state = "ready"

    def play(self, name: SoundName) -> bool:
        self.asked.append(name)
        return self.plays


def listening(at: AtTable, *, plays: bool = True) -> Listener:
    at.app.speaker = Listener(plays=plays)
    return at.app.speaker


async def test_a_tap_is_one_sound_and_a_refused_one_another(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        ear = listening(at)
        await landed(at)
        await at.tap(MEDAN)
        await at.settle(lambda: at.table.holdings[MEDAN].owner == 1)
        await at.settle(lambda: bool(ear.asked))
        assert ear.asked == ["money"], "it confirms the tap, and says what came of it"
        await at.tap_text("KTK:AAAA-AAAA-AAAA")
        await at.settle(lambda: len(ear.asked) > 1)
        assert ear.asked == ["money", "refused"]


async def test_undo_and_redo_are_silent_and_a_turn_is_not(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        ear = listening(at)
        turn = replace(at.table.turn, seat=1, may_roll=False, rolls=1)
        set_table(at, phase="turn", turn=turn, agenda=(Free(1),), opened=(at.table.count,))
        await at.settle()
        ear.asked.clear()
        await at.press(at.first_key)
        await at.settle(lambda: at.table.turn.seat == 2)
        await at.settle(lambda: ear.asked == ["turn"])
        room = at.session.room
        room.undo(consents=frozenset({1, 2, 3}))
        room.redo()
        await at.settle()
        assert ear.asked == ["turn"]


async def test_the_bell_rings_where_nothing_plays_and_one_key_silences_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path) as at:
        ear, bells = listening(at, plays=False), list[int]()
        monkeypatch.setattr(at.app, "bell", lambda: bells.append(1))
        await at.tap_text("KTK:AAAA-AAAA-AAAA")
        await at.settle(lambda: bool(bells))
        assert ear.asked == ["refused"]
        await landed(at)
        await at.tap(MEDAN)
        await at.settle(lambda: len(bells) > 1)
        assert len(bells) == 2, "one tap, one bell"
        await at.press("f9")
        await at.settle()
        assert not Settings.load(tmp_path).bell
        assert "Bunyi mati" in at.said()
        await at.tap_text("KTK:AAAA-AAAA-AAAA")
        await at.settle()
        assert len(bells) == 2
        await at.press("f9")
        await at.settle(lambda: Settings.load(tmp_path).bell)


async def test_what_falls_together_is_one_sound(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        ear = listening(at)
        for name in ("accepted", "refused", "money"):
            at.app.ring(name)  # type: ignore[arg-type]
        await at.settle(lambda: bool(ear.asked))
        assert ear.asked == ["refused"]
