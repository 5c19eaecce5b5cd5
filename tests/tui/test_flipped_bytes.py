"""Every byte of a file of games and of a box, with one bit turned over: nothing else is lost.

The whole of it, byte by byte, takes long: set ``KETUK_FLIPS=1`` for that. As it is, one in so many
is tried, another one for each of the two bits.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from boxes_at_hand import ITEMS, NOON, make_box
from command_line import CommandLine
from screens_at_hand import lobby
from tables import Ticking, begun, journal_in, play_on

from ketuk.codes.boxes import Boxes
from ketuk.codes.boxfile import exported
from ketuk.codes.fault import CodesFault
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import Why
from ketuk.codes.verdict import Accepted
from ketuk.engine.table import Table
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.recalling import Damage
from ketuk.rooms.room import Room
from ketuk.rooms.trouble import JournalFault
from ketuk.tui.saved.found import Found, look_into
from ketuk.tui.saved.lobby_lines import box_lines, lines
from ketuk.tui.telling.telling import trouble as game_trouble
from ketuk.tui.telling.verdicts import trouble
from ketuk.tui.words import Words

APART = int(os.environ.get("KETUK_FLIPS", "331"))
FROM = int(os.environ.get("KETUK_FLIPS_FROM", "0"))
"""The byte to begin at, so that the whole can be done in parts."""
MOVES = 3
WORDS = Words("en")


def flips(whole: bytes) -> Iterator[tuple[str, bytes]]:
    """The file with one bit of one byte turned over, and which one that is."""
    for bit, first in ((0x01, 0), (0x80, APART // 2)):
        for at in range(FROM + first, len(whole), APART):
            turned = bytearray(whole)
            turned[at] ^= bit
            yield f"byte {at}, bit {bit:#x}", bytes(turned)


def looked(data: Path) -> Found:
    """What the program finds when it starts, and shows in the lobby."""
    found = look_into(data, WORDS)
    assert dict(lines(found, WORDS, width=80, shelf=True))
    assert box_lines(found, None, WORDS, 80)
    return found


# ---- games


def played(data: Path) -> tuple[dict[str, Table], list[str]]:
    """The table of every game that goes on, and what is said about what does not."""
    found, tables = looked(data), {}
    said = [found.trouble, *found.broken] if found.trouble else [*found.broken]
    with Journal.open(data / FILE) as journal:
        for game in (*found.games, *found.shelved):
            try:
                room = Room.resume(journal, game.name, clock=Ticking())
            except JournalFault as fault:
                said.append(game_trouble(WORDS, fault))
            else:
                tables[game.name] = room.table
                said += _told(room.damage)
    return tables, said


def _told(damage: Damage | None) -> list[str]:
    if damage is None:
        return []
    facts = {"game": damage.game, "seq": damage.seq, "lost": damage.lost}
    return [WORDS("saved.broken", detail=damage.detail, **facts)]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A small file of two games."""
    folder = tmp_path_factory.mktemp("games")
    with journal_in(folder) as journal:
        for seed, name in enumerate(("pagi", "malam")):
            play_on(begun(journal, name, seed=seed), MOVES)
    return (folder / FILE).read_bytes()


def test_a_turned_bit_costs_at_most_the_game_that_it_is_in(games: bytes, tmp_path: Path) -> None:
    make_box(tmp_path / "boxes").close()
    (tmp_path / FILE).write_bytes(games)
    whole, said = played(tmp_path)
    assert (set(whole), said) == ({"pagi", "malam"}, [])
    faults = []
    for which, turned in flips(games):
        _only(tmp_path, turned)
        try:
            tables, said = played(tmp_path)
            kept = {name for name, table in whole.items() if tables.get(name) == table}
            if not kept or (len(tables) < 2 and not said):
                faults.append((which, sorted(kept), said))
        except Exception as error:
            faults.append((which, [], [repr(error)]))
    assert not faults, f"{len(faults)}: {faults[:20]}"


def _only(data: Path, games: bytes) -> None:
    for file in data.glob("*games*"):
        file.unlink()
    (data / FILE).write_bytes(games)


# ---- boxes


@pytest.fixture(scope="module")
def boxes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with two small boxes that have been in use."""
    data = tmp_path_factory.mktemp("boxes")
    for box in ("N5NG", "KTK7"):
        with make_box(data / "boxes", box, spares=1) as registry:
            registry.reissue(registry.active(50).code, reason=Why.LOST, now=NOON)
            registry.bind(registry.active(27).code, "04A1B2C3D4E5F6", now=NOON)
            registry.check("KTK:" + registry.active(1).code, source="nfc:a", now=NOON)
            registry.check("N5NG0ANCHAVD", source="typed", now=NOON)
    return data


def accepted(registry: Registry) -> int:
    """How many cards of the box count; whatever else is looked at may be a fault, told in words."""
    count = 0
    for item in ITEMS:
        with suppress_told():
            code = registry.active(item.number).code
            count += isinstance(registry.check(code, source="typed", now=NOON), Accepted)
    for look in (registry.stickers, registry.items, registry.failed_scans, lambda: registry.box):
        with suppress_told():
            look()
    with suppress_told():
        registry.history(50)
    with suppress_told():
        exported(registry)
    return count


class suppress_told(suppress):
    """Lets a fault of a registry go by if there is a sentence for it."""

    def __init__(self) -> None:
        super().__init__(CodesFault)

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        if isinstance(error, CodesFault):
            assert trouble(WORDS, error)
        return super().__exit__(kind, error, trace)  # type: ignore[arg-type]


def test_a_turned_bit_costs_at_most_the_box_that_it_is_in(boxes: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(boxes, data)
    folder, path = Boxes(data / "boxes"), data / "boxes" / "N5NG.sqlite"
    whole, faults = path.read_bytes(), []
    assert len(looked(data).boxes) == 2
    for which, turned in flips(whole):
        for left in (data / "boxes").glob("N5NG.sqlite*"):
            left.unlink()
        path.write_bytes(turned)
        try:
            found = looked(data)
            assert "KTK7" in {box.id for box in found.boxes}, "the other box"
            if len(found.boxes) == 2:
                with folder.open("N5NG") as registry:
                    assert accepted(registry) >= len(ITEMS) - 1, "the other cards"
            else:
                assert "N5NG" in found.trouble, "not told"
        except Exception as error:
            faults.append((which, repr(error)[:300]))
    assert not faults, f"{len(faults)}: {faults[:20]}"


BROKEN = {
    "the first byte of all": (0, 0x80),
    "the version": (63, 0x80),
    "a table's name": (3059, 0x80),
    "the list of tables": (104, 0x01),
}


@pytest.mark.parametrize("where", list(BROKEN))
async def test_the_program_starts_on_a_broken_file_and_says_what_it_did(
    where: str, games: bytes, boxes: Path, tmp_path: Path
) -> None:
    shutil.copytree(boxes / "boxes", tmp_path / "boxes")
    at_byte, bit = BROKEN[where]
    turned = bytearray(games)
    turned[at_byte] ^= bit
    (tmp_path / FILE).write_bytes(turned)
    box = tmp_path / "boxes" / "N5NG.sqlite"
    box.write_bytes(bytes([box.read_bytes()[0] ^ bit]) + box.read_bytes()[1:])
    async with lobby(tmp_path, language="en") as at:
        assert "The file of games was damaged" in at.said()
        assert str(box) in at.said()
        assert "KTK7" in at.text()
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        assert at.session.room.seq == MOVES
    assert "pagi" in (said := CommandLine(tmp_path).run("games"))
    assert "malam" in said
    assert "KTK7" in CommandLine(tmp_path).run("box", "list", code=1)
