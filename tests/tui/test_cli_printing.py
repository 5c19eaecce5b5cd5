"""What is printed by command: replacements, spares, a range; and that it was printed is kept."""

from pathlib import Path

import pytest
from command_line import CommandLine
from printed import by_zxing, rendered

from ketuk.codes.payload import payload
from ketuk.codes.verdict import StickerState
from ketuk.tui.boxes.box import boxes, demo_box


@pytest.fixture
def line(tmp_path: Path) -> CommandLine:
    demo_box(tmp_path)
    return CommandLine(tmp_path)


def codes(line: CommandLine, *items: int) -> list[str]:
    (box,) = boxes(line.data).ids()
    with boxes(line.data).open(box) as registry:
        return sorted(payload(registry.active(item).code) for item in items)


def read(pdf: Path) -> list[str]:
    return sorted(text for page in rendered(pdf) for text in by_zxing(page))


def test_only_replacements_that_were_never_printed(line: CommandLine) -> None:
    (box,) = boxes(line.data).ids()
    asked = ("stickers", box, "--only", "replacements", "--out")
    told = line.run(*asked, str(line.data / "0.pdf"), code=1)
    assert told.startswith(f"Kotak {box} tidak punya pengganti yang belum dicetak.")
    assert not (line.data / "0.pdf").exists()
    line.run("reissue", box, "Medan")
    line.run("reissue", box, "35", "--out", str(line.data / "35.pdf"))
    line.run(*asked, str(line.data / "1.pdf"), "--start", "12")
    assert read(line.data / "1.pdf") == codes(line, 2)
    assert "no. 2  dicetak" in line.run("history", box, "Medan")
    assert "no. 2  dicetak" in line.run("history", box, "Jakarta")
    line.run(*asked, str(line.data / "2.pdf"), code=1)
    line.run(*asked, str(line.data / "2.pdf"), "--again")
    assert read(line.data / "2.pdf") == codes(line, 2, 35)


def test_a_range_with_names_and_spares_that_are_new(line: CommandLine) -> None:
    (box,) = boxes(line.data).ids()
    out = str(line.data / "r.pdf")
    line.run("stickers", box, "--items", "1-4, jakarta,2", "--out", out)
    assert read(line.data / "r.pdf") == codes(line, 1, 2, 4, 35)
    line.run("box", "spares", box, "--count", "2", "--out", str(line.data / "s.pdf"))
    line.run("box", "spares", box, "--count", "3")
    line.run("stickers", box, "--only", "spares", "--out", str(line.data / "t.pdf"))
    with boxes(line.data).open(box) as registry:
        spares = {payload(s.code) for s in registry.stickers(StickerState.SPARE)}
    new = set(read(line.data / "t.pdf"))
    assert len(new) == 3
    assert new == spares - set(read(line.data / "s.pdf"))


def test_after_a_reissue_all_prints_the_new_sheet(line: CommandLine) -> None:
    (box,) = boxes(line.data).ids()
    out = line.data / "sheets"
    assert "1 kotak tercetak, 0 sudah ada" in line.run("stickers", "all", "--out", str(out))
    assert "0 kotak tercetak, 1 sudah ada" in line.run("stickers", "all", "--out", str(out))
    line.run("reissue", box, "Medan")
    assert "1 kotak tercetak, 0 sudah ada" in line.run("stickers", "all", "--out", str(out))
    assert read(out / f"{box}-2.pdf") == codes(line, 2)
    assert "0 kotak tercetak, 1 sudah ada" in line.run("stickers", "all", "--out", str(out))
    assert {path.name for path in out.iterdir()} == {f"{box}.pdf", f"{box}-2.pdf"}
