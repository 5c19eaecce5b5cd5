"""Opening registries: older ones are led on, and whatever is none is left alone and named."""

import sqlite3
from pathlib import Path

import pytest
from boxes_at_hand import NOON, make_box

from ketuk.codes import schema
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import What, Why
from ketuk.codes.verdict import Accepted


def kept(path: Path, version: int) -> Path:
    """A registry as that version wrote it."""
    raw = sqlite3.connect(path)
    raw.executescript(Path(__file__).with_name(f"registry_version_{version}.sql").read_text())
    raw.close()
    return path


def shape(path: Path) -> list[tuple[str, str]]:
    raw = sqlite3.connect(path)
    found = raw.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
    raw.close()
    return found


def test_version_1_is_led_to_the_present_one_with_all_that_it_knew(tmp_path: Path) -> None:
    path = kept(tmp_path / "N5NG.sqlite", 1)
    with Registry.open(path) as registry:
        assert registry.box.name == "Lama"
        assert [c.state for c in registry.history(27)] == ["active", "lost", "active"]
        assert isinstance(registry.check("N5NG00000192", source="typed", now=NOON), Accepted)
        registry.reissue("N5NG00000192", reason=Why.DAMAGED, now=NOON)
        assert registry.active(27).serial == 3
    make_box(tmp_path, "KTK7").close()
    assert shape(path) == shape(tmp_path / "KTK7.sqlite")


def test_version_2_is_led_to_the_present_one_and_its_spares_get_their_numbers(
    tmp_path: Path,
) -> None:
    path = kept(tmp_path / "N5NG.sqlite", 2)
    with Registry.open(path) as registry:
        assert registry.box.revision == 6
        told = [(c.state, c.reason, c.what) for c in registry.history(27)]
        assert told == [
            ("active", None, What.STATE),
            ("lost", "lost", What.STATE),
            ("active", None, What.STATE),
            ("replaced", "damaged", What.STATE),
            ("active", None, What.STATE),
        ]
        assert all(sticker.printed is None for sticker in registry.stickers(None))
        assert registry.find("N5NGJTGBVQM7").spare == 1
        assert registry.find("N5NGX9RA99KT").spare == 2
        assert [s.spare for s in registry.add_spares(2, now=NOON)] == [3, 4]
        assert registry.active(1).uid == "04AABBCC"
    make_box(tmp_path, "KTK7").close()
    assert shape(path) == shape(tmp_path / "KTK7.sqlite")


def test_the_tables_in_use_have_the_columns_of_the_steps(tmp_path: Path) -> None:
    make_box(tmp_path).close()
    raw = sqlite3.connect(tmp_path / "N5NG.sqlite")
    for name, table in schema.TABLES.items():
        columns = [row[1] for row in raw.execute(f"PRAGMA table_info({name})")]
        assert columns == [column.name for column in table.columns]
    assert raw.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
    raw.close()


def refused(path: Path) -> CodesFault:
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(CodesFault) as told:
        Registry.open(path)
    assert told.value.facts["path"] == path
    assert (path.read_bytes() if path.is_file() else None) == before, "the file is left alone"
    return told.value


def test_a_newer_registry_is_refused(tmp_path: Path) -> None:
    make_box(tmp_path).close()
    path = tmp_path / "N5NG.sqlite"
    raw = sqlite3.connect(path)
    raw.execute("CREATE TABLE later (box TEXT)")
    raw.execute(f"PRAGMA user_version = {schema.VERSION + 3}")
    raw.close()
    error = refused(path)
    assert error.fault is Fault.NEWER
    assert (error.facts["found"], error.facts["known"]) == (schema.VERSION + 3, schema.VERSION)


@pytest.mark.parametrize(
    "content", [b"", b"%PDF-1.7\n", b"\x00" * 4096, b"{}", b"SQLite format 3\x00"]
)
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "N5NG.sqlite"
    path.write_bytes(content)
    assert refused(path).fault in (Fault.NOT_A_REGISTRY, Fault.DAMAGED)


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "N5NG.sqlite"
    raw = sqlite3.connect(path)
    raw.execute("CREATE TABLE box (id TEXT)")
    raw.execute("PRAGMA user_version = 1")
    raw.commit()
    raw.close()
    assert refused(path).fault is Fault.NOT_A_REGISTRY


def test_no_file_and_a_folder_are_told_apart_from_registries(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.sqlite").fault is Fault.NOT_THERE
    (tmp_path / "folder.sqlite").mkdir()
    assert refused(tmp_path / "folder.sqlite").fault is Fault.NOT_THERE


@pytest.mark.parametrize("kept", [0.1, 0.2])
def test_a_registry_that_has_lost_cards_is_damaged_and_left_as_it_is(
    tmp_path: Path, kept: float
) -> None:
    make_box(tmp_path).close()
    path = tmp_path / "N5NG.sqlite"
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * kept)])
    cut = path.read_bytes()
    assert refused(path).fault is Fault.DAMAGED
    assert path.read_bytes() == cut


def test_scribbled_pages_are_damage(tmp_path: Path) -> None:
    make_box(tmp_path).close()
    path = tmp_path / "N5NG.sqlite"
    content = bytearray(path.read_bytes())
    content[8_192:40_000] = b"\xff" * (40_000 - 8_192)
    path.write_bytes(content)
    assert refused(path).fault is Fault.DAMAGED
    assert path.read_bytes() == content


def test_a_box_that_the_file_does_not_hold(tmp_path: Path) -> None:
    make_box(tmp_path).close()
    with pytest.raises(CodesFault) as told:
        Registry.open(tmp_path / "N5NG.sqlite", box="KTK7")
    assert told.value.fault is Fault.NO_BOX


def test_odd_names_of_folders_are_no_trouble(tmp_path: Path) -> None:
    folder = tmp_path / "kotak #1 100%? é"
    with make_box(folder) as registry:
        code = registry.active(27).code
    with Registry.open(folder / "N5NG.sqlite") as registry:
        assert isinstance(registry.check(code, source="typed", now=NOON), Accepted)
