"""The profile of a person: with the host until a phone of theirs joins, then wholly there."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from copies import SINCE, copied, declared
from phones import NAMES, SPOKEN_HERE, Phone, game, phones
from tables import begun, journal_in

from ketuk.codes.fault import CodesFault, Fault
from ketuk.engine.commands import Conclude
from ketuk.rooms import profiles, small_file
from ketuk.rooms.answers import MoveDone
from ketuk.rooms.host import Host
from ketuk.rooms.playing import progress
from ketuk.rooms.profile import Played, Profile, together
from ketuk.rooms.profiles import Profiles
from ketuk.rooms.room import Room
from ketuk.tui.pages.opening import _profiles
from ketuk.tui.pages.teller import Tellers


class Opened:
    """A host of that folder, opened and shut again."""

    def __init__(self, room: Room, folder: Path, kept: Profiles | None = None) -> None:
        self.profiles = kept or _profiles(room)
        self._host = Host(room, Tellers(room, frozenset()), SPOKEN_HERE, profiles=self.profiles)

    async def __aenter__(self) -> Host:
        await self._host.open("127.0.0.1", 0)
        return self._host

    async def __aexit__(self, *_: object) -> None:
        await self._host.close()


async def sat(phone: Phone, seat: int, **hello: Any) -> dict[str, Any]:
    """Dial, sit down; the profile that came along."""
    await phone.dial(**hello)
    await phone.send({"type": "seat", "seat": seat, "name": phone.name})
    welcome = await phone.until(lambda m: m["type"] == "welcome" and m["seat"] == seat)
    phone.token = welcome["token"]
    return (await phone.next("profile"))["profile"]  # type: ignore[no-any-return]


def ended(folder: Path) -> None:
    """An earlier game, which Ayu did not lose alone."""
    room = game(folder, "klasik")
    assert isinstance(room.do(Conclude(1), consents=frozenset((1, 2, 3, 4))), MoveDone)
    room.journal.rename("malam", "dulu")
    room.journal.close()


async def test_it_moves_whole_with_its_results_and_back_when_the_seat_is_freed(
    tmp_path: Path,
) -> None:
    ended(tmp_path)
    room = game(tmp_path, "klasik")
    kept = _profiles(room)
    async with Opened(room, tmp_path, kept) as host, phones(host, "Ayu", "new") as (ayu, new):
        profile = await sat(ayu, 1, language="en")
        assert [one["game"] for one in profile["played"]] == ["dulu"]
        assert (profile["name"], profile["language"], profile["sound"]) == ("Ayu", "en", True)
        told = next(m for m in ayu.heard if m["type"] == "profile")["lines"]
        assert told[0]["label"] == "Games: 1"
        owner = kept.of("ayu").owner
        assert owner == host.desk.connections[1].known.hash  # type: ignore[union-attr]
        changed = {**profile, "sound": False, "turn": profile["turn"] + 1}
        await ayu.send({"type": "profile", "profile": changed})
        assert (await ayu.next("profile"))["profile"]["sound"] is False
        host.desk.move_out(1)
        await ayu.next("gone")
        assert kept.of("Ayu").owner == ""
        again = await sat(new, 1, language="id")  # a phone on which nothing was chosen
        assert (again["language"], again["sound"]) == ("en", False)
        assert again["played"] == profile["played"]
        assert (await new.next("page"))["sheet"]["language"] == "en"
        assert kept.of("Ayu").owner not in ("", owner)
    path = tmp_path / profiles.FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert json.loads(path.read_text())["v"] == 1


async def test_what_was_chosen_on_the_phone_goes_before_what_was_kept(tmp_path: Path) -> None:
    room = game(tmp_path)
    async with Opened(room, tmp_path) as host, phones(host, "Ayu", "new") as (ayu, new):
        await sat(ayu, 1, language="en")
        host.desk.move_out(1)
        await new.dial(language="id")
        await new.send({"type": "language", "language": "pt"})
        await new.until(lambda m: m["type"] == "welcome" and m["language"] == "pt")
        await new.send({"type": "seat", "seat": 1, "name": "Ayu"})
        profile = (await new.next("profile"))["profile"]
        assert profile["language"] == "pt"


async def test_nobody_else_changes_it_and_a_lost_file_is_brought_back(tmp_path: Path) -> None:
    room = game(tmp_path, "klasik")
    async with Opened(room, tmp_path) as host, phones(host, "Ayu", "Budi", "") as (ayu, budi, on):
        mine = await sat(ayu, 1)
        theirs = await sat(budi, 2)
        await on.dial()
        await on.sit(0)
        before = (tmp_path / profiles.FILE).read_bytes()
        for other in (budi, on):
            await other.send({"type": "profile", "profile": {**mine, "sound": False, "turn": 99}})
            await other.ask({"type": "weigh", "cmd": {}})
        await ayu.send({"type": "profile", "profile": {**theirs, "turn": 99}})
        await ayu.ask({"type": "weigh", "cmd": {}})
        assert (tmp_path / profiles.FILE).read_bytes() == before
        (tmp_path / profiles.FILE).unlink()
        earlier = {"game": "lama", "made": "2025", "ruleset": "rel", "ended": "2025",
                   "place": 2, "of": 3, "worth": 500}  # fmt: skip
        await ayu.cut()
        await ayu.dial(code="")
        await ayu.next("profile")
        await ayu.send({"type": "profile", "profile": {**mine, "played": [earlier], "turn": 7}})
        back = (await ayu.next("profile"))["profile"]
        assert (back["played"], back["turn"]) == ([earlier], 8)


@pytest.mark.parametrize("how", ["deleted", "undone"])
async def test_a_game_that_is_deleted_or_undone_later_is_no_result_of_anybody(
    tmp_path: Path, how: str
) -> None:
    ended(tmp_path)
    room = game(tmp_path, "klasik")
    async with Opened(room, tmp_path) as host, phones(host, "Ayu") as (ayu,):
        mine = await sat(ayu, 1)
        assert [one["game"] for one in mine["played"]] == ["dulu"]
    if how == "deleted":
        room.journal.remove("dulu")
    else:
        Room.resume(room.journal, "dulu").undo(consents=frozenset((1, 2, 3, 4)))
    async with Opened(room, tmp_path) as host, phones(host, "Ayu") as (ayu,):
        assert (await sat(ayu, 1))["played"] == []
        brought = {**mine, "turn": 99, "sound": False}
        await ayu.send({"type": "profile", "profile": brought})
        back = (await ayu.next("profile"))["profile"]
        assert (back["played"], back["sound"]) == ([], False), "its phone brings it back no more"


@pytest.mark.parametrize("followed", [True, False])
def test_a_copy_that_stopped_before_the_end_takes_nobodys_result(
    tmp_path: Path, followed: bool
) -> None:
    """A laptop that left early, or to which a file was carried, does not know how it ended."""
    here = tmp_path / "b"
    host = declared(game(tmp_path, "klasik"), "Laptop Ayu")
    if followed:
        journal = copied(here, host).journal
    else:
        here.mkdir()
        journal = journal_in(here)
        journal.create(host.header, host.rows, progress(host.table))
    old = journal.games()[0].name
    result = Played(game="malam", made=host.header.made, ruleset="klasik", ended=SINCE,
                    place=1, of=4, worth=9)  # fmt: skip
    begun_now = begun(journal, "lain")
    assert begun_now.header.made != result.made
    assert _profiles(begun_now).that_count([result]) == (result,)
    journal.remove(old)
    assert _profiles(begun_now).that_count([result]) == (result,)


async def test_the_game_that_ends_now_is_among_them_until_that_is_taken_back(
    tmp_path: Path,
) -> None:
    room = game(tmp_path, "klasik")
    async with Opened(room, tmp_path) as host, phones(host, "Ayu") as (ayu,):
        assert (await sat(ayu, 1))["played"] == []
        everybody = frozenset((1, 2, 3, 4))
        assert isinstance(room.do(Conclude(1), consents=everybody), MoveDone)
        (one,) = (await ayu.next("profile"))["profile"]["played"]
        assert (one["game"], one["of"]) == ("malam", len(NAMES))
        assert isinstance(room.undo(consents=everybody), MoveDone)
        assert (await ayu.next("profile"))["profile"]["played"] == []


@pytest.mark.parametrize("failing", [1, 2])
async def test_it_has_one_owner_whatever_is_killed(
    tmp_path: Path, failing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host dies while it writes the profile, or the phone before it has kept its token."""
    ended(tmp_path)
    room = game(tmp_path, "klasik")
    kept, real = _profiles(room), small_file.replace_file
    kept.keep(kept.of("Ayu").profile, "")
    before = kept.of("Ayu")

    def dying(out: Path, content: bytes) -> None:
        if failing == 1:
            raise CodesFault(Fault.FULL, path=out)
        real(out, content)

    monkeypatch.setattr(small_file, "replace_file", dying)
    async with Opened(room, tmp_path, kept) as host, phones(host, "Ayu") as (ayu,):
        await sat(ayu, 1)
    monkeypatch.setattr(small_file, "replace_file", real)
    after = Profiles(tmp_path).of("Ayu")
    assert after.profile.played == before.profile.played != ()
    assert (after.owner == "") == (failing == 1)
    async with Opened(room, tmp_path) as host, phones(host, "Ayu") as (new,):
        host.desk.move_out(1)  # it has no token: the host frees the seat
        profile = await sat(new, 1)
        assert [one["game"] for one in profile["played"]] == ["dulu"]
        assert Profiles(tmp_path).of("Ayu").owner == host.desk.connections[1].known.hash  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"v": 1, "people": {"ayu": {"profile": {}}}}', b"\xff\xfe"]
)
def test_a_damaged_file_is_as_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / profiles.FILE).write_bytes(content)
    kept = Profiles(tmp_path)
    assert kept.of("Ayu").owner == ""
    kept.keep(kept.of("Ayu").profile, "me")
    assert Profiles(tmp_path).of(" AYU ").owner == "me"


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    newer = b'{"v": 2, "people": {"ayu": 7}}'
    (tmp_path / profiles.FILE).write_bytes(newer)
    kept = Profiles(tmp_path)
    kept.keep(kept.of("Ayu").profile, "me")
    assert (tmp_path / profiles.FILE).read_bytes() == newer


def test_no_name_is_too_long_and_no_turn_too_far(tmp_path: Path) -> None:
    kept = Profiles(tmp_path)
    kept.keep(Profile(name="Ani", turn=2**53), "ani")
    kept.keep(kept.of("x" * 90).profile, "x")
    assert kept.of("Ani").owner == "ani"
    assert kept.of("x" * 90).owner == "x"


def test_a_game_is_one_whatever_it_is_called_and_as_the_saved_games_have_it() -> None:
    first = Played(game="malam", made="m", ruleset="rel", ended="1", place=1, of=2, worth=5)
    again = first.model_copy(update={"game": "subuh", "place": 2, "ended": "2"})
    assert together([again], [first]) == (again,)


def test_a_person_who_cannot_be_read_costs_no_other(tmp_path: Path) -> None:
    kept = Profiles(tmp_path)
    for name in ("Ayu", "Budi"):
        kept.keep(Profile(name=name), name)
    file = tmp_path / profiles.FILE
    broken = file.read_bytes().replace(b'"turn":1', b'"turn":-1', 1)
    for ending in ("", "-2"):
        file.write_bytes(broken)
        assert [kept.of(name).owner for name in ("Ayu", "Budi")] == ["", "Budi"]
        kept.keep(Profile(name="Citra"), "Citra")
        assert [kept.of(name).owner for name in ("Ayu", "Budi", "Citra")] == ["", "Budi", "Citra"]
        assert file.with_name(f"profiles.json.damaged{ending}").read_bytes() == broken
