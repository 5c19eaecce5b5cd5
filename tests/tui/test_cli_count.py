"""``ketuk box count``: goes on where it was left or killed, and gives up only when asked."""

import signal
from pathlib import Path

import pytest
from command_line import CommandLine

from ketuk.codes import counting
from ketuk.tui.boxes.box import boxes, demo_box


@pytest.fixture
def line(tmp_path: Path) -> CommandLine:
    demo_box(tmp_path)
    return CommandLine(tmp_path)


def codes(line: CommandLine) -> list[str]:
    (box,) = boxes(line.data).ids()
    with boxes(line.data).open(box) as registry:
        return [sticker.code for sticker in registry.stickers()]


def test_stopped_at_90_of_104_it_goes_on_at_90(line: CommandLine) -> None:
    (box,) = boxes(line.data).ids()
    every = codes(line)
    assert f"Kotak {box} belum dihitung" in line.run("box", "count", box, "--show", code=1)
    told = line.run("box", "count", box, "--input", "-", code=1, input="\n".join(every[:90]))
    assert "typed: Banda Aceh (1 dari 104)" in told
    assert f"Kotak {box}: 90 dari 104, 14 belum: Tawaran kursi" in told
    assert "90 dari 104, 14 belum" in line.run("box", "count", box, "--show", code=1)
    told = line.run("box", "count", box, "--input", "-", input="\n".join(every[90:]))
    assert f"Kotak {box}: lengkap, 104 kartu." in told
    told = line.run("box", "count", box, "--anew", "--input", "-", code=1, input=every[0])
    assert "1 dari 104" in told


def test_in_json_each_card_and_what_is_missing(line: CommandLine) -> None:
    (box,) = boxes(line.data).ids()
    first, *rest = codes(line)
    asked = ["box", "count", box, "--json"]
    card, wrong, end = line.records(*asked, code=1, lines=[first, "KTK:0000"])
    assert (card["verdict"], card["done"], card["count"]) == ("accepted", 1, 104)
    assert wrong["verdict"] == "malformed"
    assert "done" not in wrong
    assert (end["done"], len(end["missing"])) == (1, 103)
    *_, end = line.records(*asked, lines=rest)
    assert end["missing"] == []


def test_what_is_missing_is_lost_only_after_a_typed_yes(line: CommandLine) -> None:
    (box,) = boxes(line.data).ids()
    before = codes(line)
    line.run("box", "count", box, "--lost", code=1)
    line.run("box", "count", box, "--input", "-", code=1, input="\n".join(before[:100]))
    assert "Tidak ada yang berubah" in line.run(
        "box", "count", box, "--lost", code=1, input="ya?\n"
    )
    assert codes(line) == before
    told = line.run("box", "count", box, "--lost", input="YA\n")
    assert "4 kartu: kode lama dicabut (hilang)" in told
    assert [a == b for a, b in zip(codes(line), before, strict=True)].count(False) == 4
    (said,) = line.records("box", "count", box, "--lost", "--yes", "--json")
    assert len(said["lost"]) == 4


def test_killed_between_two_cards_it_has_counted_what_it_told(line: CommandLine) -> None:
    (box,) = boxes(line.data).ids()
    import subprocess

    child = line.child("box", "count", box, "--input", "-", stdin=subprocess.PIPE)
    assert child.stdin is not None
    assert child.stdout is not None
    for code in codes(line)[:3]:
        child.stdin.write(code + "\n")
        child.stdin.flush()
        told = child.stdout.readline()
    assert "(3 dari 104)" in told
    child.send_signal(signal.SIGKILL)
    child.communicate()
    with boxes(line.data).open(box) as registry:
        count = counting.count_of(registry)
    assert count is not None
    assert (count.done, count.going) == (3, True)


def test_a_file_of_codes_that_is_not_there_is_one_line(line: CommandLine, tmp_path: Path) -> None:
    (box,) = boxes(line.data).ids()
    assert "tiada" in line.run("box", "count", box, "--input", str(tmp_path / "tiada"), code=1)
