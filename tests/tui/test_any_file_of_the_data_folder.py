"""Whatever file of the data folder is wrong, in whatever way: all others say what they said before.

The files are those that are there once everything has been used; one of a new kind is noticed.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from boxes_at_hand import make_box
from children import in_child
from command_line import CommandLine
from saved_games import saved_game

from ketuk.codes.boxes import Boxes
from ketuk.codes.glance import INDEX, Glance
from ketuk.engine import BadData
from ketuk.rooms import deleted_games, profiles
from ketuk.rooms.deleted_games import DeletedGames
from ketuk.rooms.door import DoorPass
from ketuk.rooms.journal import FILE
from ketuk.rooms.meja_keys import GameKeys, MejaKeys
from ketuk.rooms.passes import Passes
from ketuk.rooms.profiles import Profiles
from ketuk.rooms.small_file import json_object
from ketuk.tui import mishap, people, settings
from ketuk.tui.diagnosis import sentence, set_aside
from ketuk.tui.learning import first_times
from ketuk.tui.learning.first_times import FirstTimes
from ketuk.tui.own_rules import playable, rules_called
from ketuk.tui.saved.contents import look_into
from ketuk.tui.settings import Settings
from ketuk.tui.words import LANGUAGES, Language, Words

WORDS = Words("en")
OWN = "rumahan"
MADE = "2026-11-30T12:00:00Z"
BOX = "boxes/{}.sqlite"
NOT_KEPT = {f"boxes/{INDEX}"}
"""Files that are made anew from others."""
EMPTY = {mishap.LOG: "only appended to", ".alive": "a lock", ".rescue": "a lock"}
"""Files whose content nobody reads."""


def _said(data: Path, *, and_write: bool = True) -> dict[str, Any]:
    """What each file of the data folder says, by its path; then all is written to once more."""
    found = look_into(data, WORDS)
    said: dict[str, Any] = {FILE: tuple(game.name for game in found.games)}
    for box, one in Boxes(data / "boxes").glances():
        said[BOX.format(box)] = isinstance(one, Glance)
    set_before = Settings.load(data)
    said[settings.FILE] = set_before.paper
    said[people.FILE] = people.remembered(data)
    said[first_times.FILE] = (hints := FirstTimes(data, MADE)).on
    said[profiles.FILE] = (kept := (persons := Profiles(data)).of("Ayu")).owner
    said[Passes.file] = (phones := Passes(data)).of("malam")
    said[deleted_games.FILE] = (deleted := DeletedGames(data)).made
    said[MejaKeys.file] = (laptops := MejaKeys(data)).of("malam")
    try:
        said[f"rulesets/{OWN}.toml"] = rules_called(data, OWN).meta.id, OWN in playable(data)
    except (BadData, OSError, KeyError, ValueError) as fault:
        said[f"rulesets/{OWN}.toml"] = type(fault).__name__
    if and_write:
        set_before.with_bell(False).save(data)
        people.remember(data, ["Zed"])
        hints.new(["dadu"], 1)
        persons.keep(kept.profile.model_copy(update={"name": "Zed"}), "zed")
        phones.keep("subuh", [])
        laptops.keep("subuh", GameKeys("secret"))
        deleted.note("2026-11-29T12:00:00Z")
        mishap.report(ValueError("x"), data, WORDS)
    return said


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with something in every file that there may be."""
    data, out = tmp_path_factory.mktemp("full"), tmp_path_factory.mktemp("out")
    saved_game(data, moves=2)
    own = out / "own.toml"
    CommandLine(data).run("rules", "--export", "klasik", str(own))
    own.write_text(own.read_text("utf-8").replace('id = "klasik"', f'id = "{OWN}"'), "utf-8")
    CommandLine(data).run("box", "new", "--ruleset", str(own))
    Settings().with_paper("a4-24").save(data)
    people.remember(data, ["Ayu", "Budi"])
    FirstTimes(data, MADE).turn(on=True)
    Profiles(data).keep(Profiles(data).of("Ayu").profile, "device")
    Passes(data).keep("malam", [DoorPass("0" * 64, 1, "Ayu")])
    MejaKeys(data).keep("malam", GameKeys("secret", "token"))
    DeletedGames(data).note(MADE)
    mishap.report(ValueError("x"), data, WORDS)
    for file in data.rglob("*.sqlite"):
        os.utime(file, (1.0, 1.0))
    look_into(data, WORDS)
    return data


def _files(data: Path) -> list[str]:
    return sorted(str(file.relative_to(data)) for file in data.rglob("*") if file.is_file())


def _read(data: Path) -> list[str]:
    """Those that somebody reads."""
    return [name for name in _files(data) if not name.endswith(tuple(EMPTY))]


def test_every_file_is_known_here(full: Path) -> None:
    assert {*_said(full, and_write=False), *NOT_KEPT} == set(_read(full))
    assert Settings.load(full).paper == "a4-24"


# ---- ways to be wrong


def _turned(content: bytes) -> Iterator[bytes]:
    for at in {0, 1, len(content) // 3, len(content) // 2, len(content) - 2}:
        for bit in (0x01, 0x80):
            yield content[:at] + bytes([content[at] ^ bit]) + content[at + 1 :]


def _newer(content: bytes) -> Iterator[bytes]:
    """One of a version that is to come."""
    if content.startswith(b"{"):
        found = json.loads(content)
        yield json.dumps({**found, "v": 9, "what": 1}).encode()
        yield json.dumps({"v": 9, "all": ["new"]}).encode()
    elif content.startswith(b"SQLite"):
        yield content[:60] + b"\0\0\0\x63" + content[64:]


def _other(content: bytes) -> Iterator[bytes]:
    """No file of that kind at all, or with values that no version wrote."""
    yield from (
        b"",
        b"\0" * 100,
        b"[" * 100_000,
        b"a = " + b"[" * 9_000,
        b"\xff\xfe{",
        content[: len(content) // 2],
    )
    if content.startswith(b"{"):
        found = json.loads(content)
        for wrong in (None, [1], {"a": [1]}, 10**400, "\udcff\x00"):
            yield json.dumps(dict.fromkeys(found, wrong)).encode()
            yield json.dumps({**found, "v": wrong}).encode()


WAYS: dict[str, Callable[[bytes], Iterator[bytes]]] = {
    "turned": _turned,
    "newer": _newer,
    "other": _other,
}


@pytest.mark.parametrize("way", list(WAYS))
def test_a_file_that_is_wrong_costs_what_is_in_it(full: Path, tmp_path: Path, way: str) -> None:
    before, count = _said(full, and_write=False), 0
    for name in _read(full):
        if way == "turned" and name.endswith(".sqlite"):
            continue  # in test_flipped_bytes each byte is
        whole = (full / name).read_bytes()
        for content in WAYS[way](whole):
            data, count = tmp_path / str(count), count + 1
            shutil.copytree(full, data)
            (data / name).write_bytes(content)
            after = _said(data)
            others = {other: said for other, said in after.items() if other != name}
            assert others == {n: said for n, said in before.items() if n != name}, (name, content)
            if name.endswith(".json"):
                _said(data)  # and once more on what was written then
            assert _is_kept(data, name, content), (name, content[:80], _files(data))
            shutil.rmtree(data)
    assert count > 5


def _is_kept(data: Path, name: str, content: bytes) -> bool:
    """Whether what cannot be read, or is of a newer version, lies there as it was or set aside.

    What became of registries and games is looked at where their bytes are turned over.
    """
    if name in NOT_KEPT or name.endswith(".sqlite") or not content:
        return True
    if any(file.read_bytes() == content for file in data.glob(f"{name}*")):
        return True
    found = json_object(content) or {}
    if name == settings.FILE:
        return bool(found) and found.keys() <= _object(data / name).keys()
    return found.get("v") == 1


def _object(file: Path) -> dict[str, Any]:
    return json_object(file.read_bytes()) or {}


def test_a_folder_in_the_place_of_a_file_costs_that_file(full: Path, tmp_path: Path) -> None:
    before = _said(full, and_write=False)
    for name in _read(full):
        data = tmp_path / name.replace("/", "-")
        shutil.copytree(full, data)
        (data / name).unlink()
        (data / name / "inside").mkdir(parents=True)
        after = _said(data)
        assert {n: s for n, s in after.items() if n != name} == {
            n: s for n, s in before.items() if n != name
        }, name
        assert (data / name / "inside").is_dir(), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_doctor_names_what_was_set_aside(tmp_path: Path, language: Language) -> None:
    for _ in range(2):
        (tmp_path / people.FILE).write_bytes(b"{")
        people.remember(tmp_path, ["Ayu"])
    box = tmp_path / "boxes" / "N5NG.sqlite"
    make_box(box.parent).close()
    box.write_bytes(b"\0" + box.read_bytes()[1:])
    Boxes(box.parent).open("N5NG").close()
    said = [sentence(Words(language), finding) for finding in set_aside(tmp_path)]
    kept = ("players.json.damaged", "players.json.damaged-2", "boxes/N5NG.sqlite.damaged-1")
    assert len(said) == len(kept)
    assert all(f"{tmp_path / name}" in text for text, name in zip(said, kept, strict=True))


# ---- rights and room

NO_POWERS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
"""Starts a program of root's that has no more rights than others."""
IN_CHILD = """
import json, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import test_any_file_of_the_data_folder as here
print(json.dumps(getattr(here, sys.argv[2])(Path(sys.argv[3]), Path(sys.argv[4]))))
"""


def without_right(full: Path, tmp_path: Path) -> list[str]:
    """What is otherwise than it was, with each file closed in turn, and each folder to writing."""
    before, faults = _said(full, and_write=False), []
    places = [(name, rights) for name in _read(full) for rights in (0o000, 0o400)]
    for name, rights in (*places, *((folder, 0o500) for folder in (".", "boxes", "rulesets"))):
        data = tmp_path / f"{name}-{rights}".replace("/", "-")
        shutil.copytree(full, data)
        (data / name).chmod(rights)
        after = _said(data)
        for closed in (data / name, *data.glob(f"{name}.damaged")):
            closed.chmod(0o700)
        faults += [f"{name} {rights:o}: {key}: {after.get(key)}" for key in before
                   if key != name and after.get(key) != before[key]]  # fmt: skip
        if rights == 0 and not _is_kept(data, name, (full / name).read_bytes()):
            faults.append(f"{name} was written over")
    return faults


def on_a_full_disk(full: Path, tmp_path: Path) -> list[str]:
    """What is otherwise than it was after a while without room for anything."""
    import resource
    import signal

    before, data = _said(full, and_write=False), tmp_path / "data"
    shutil.copytree(full, data)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    _said(data)
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    after = _said(data, and_write=False)
    return [f"{key}: {after.get(key)}" for key in before if after.get(key) != before[key]]


@pytest.mark.skipif(os.name == "nt", reason="rights of another kind")
@pytest.mark.parametrize("what", [without_right, on_a_full_disk])
def test_what_cannot_be_read_or_written_costs_itself(
    full: Path, tmp_path: Path, what: Callable[[Path, Path], list[str]]
) -> None:
    is_root = os.name != "nt" and os.geteuid() == 0
    if is_root and shutil.which(NO_POWERS[0]) is None:
        pytest.skip("root may read everything, and nothing here takes that away")
    here = (str(Path(__file__).parent), what.__name__, str(full), str(tmp_path))
    done = in_child(IN_CHILD, *here, within=NO_POWERS if is_root else ())
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []
