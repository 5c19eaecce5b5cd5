"""The commands on boxes, stickers and codes, through the real command line on a real folder."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from printed import PIXELS_A_MM, by_zxing, rendered, text_of

from ketuk import engine
from ketuk.codes.boxes import Boxes
from ketuk.codes.code import ALPHABET, grouped, sealed
from ketuk.codes.payload import payload
from ketuk.codes.verdict import StickerState
from ketuk.engine.rulesets import source
from ketuk.tui.cli import build


@dataclass
class Table:
    """A data folder and the command line on it."""

    data: Path

    def run(self, *arguments: str, code: int = 0, lang: str = "id") -> str:
        """What a command prints on both streams; ``code`` is the exit code it must have."""
        app = build("en" if lang == "en" else "id")
        asked = ["--data", str(self.data), "--lang", lang, *arguments]
        result = CliRunner().invoke(app, asked)
        assert result.exit_code == code, result.output
        assert "Traceback" not in result.output
        return result.output

    def records(self, *arguments: str, code: int = 0) -> list[dict[str, Any]]:
        """What a command says in JSON."""
        return [json.loads(line) for line in self.run(*arguments, "--json", code=code).splitlines()]

    def record(self, *arguments: str, code: int = 0) -> dict[str, Any]:
        (one,) = self.records(*arguments, code=code)
        assert one["v"] == 1
        return one

    def codes(self, box: str) -> dict[int, str]:
        return {c["item"]: c["code"] for c in self.record("box", "show", box)["codes"] if c["item"]}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


@pytest.fixture
def box(table: Table) -> str:
    made = table.record("box", "new", "--name", "Rumah", "--spares", "2")
    assert made["name"] == "Rumah"
    assert made["ruleset"] == "nusantara"
    assert made["items"] == 104
    assert Path(made["path"]).is_file()
    return str(made["box"])


def test_a_new_box_is_told_listed_and_shown(table: Table) -> None:
    assert "ketuk box new" in table.run("box", "list")
    said = table.run("box", "new", "--name", "Kotak Ibu")
    (listed,) = table.records("box", "list")
    assert listed["box"] in said
    assert listed["name"] == "Kotak Ibu"
    shown = table.record("box", "show", "kotak ibu")
    assert len(shown["codes"]) == 104
    assert {"item", "name", "kind", "code", "serial", "state"} <= set(shown["codes"][0])
    text = table.run("box", "show", listed["box"].lower())
    assert "Nusantara" in text
    assert grouped(shown["codes"][0]["code"]) in text


def test_4_6_10_item_27_is_nusantara_and_no_card_is_pelabuhan(table: Table, box: str) -> None:
    names = {c["item"]: c["name"] for c in table.record("box", "show", box)["codes"]}
    assert names[27] == "Nusantara"
    assert not [name for name in names.values() if name and "Pelabuhan" in name]


def started(data: Path, *arguments: str) -> "subprocess.Popen[str]":
    """A command in a process of its own, to be stopped."""
    command = [sys.executable, "-c", "from ketuk.tui.cli import main; main()", "--data", str(data)]
    return subprocess.Popen([*command, *arguments], stderr=subprocess.PIPE, text=True)


def stopped(run: "subprocess.Popen[str]", how: signal.Signals) -> str:
    """What it says on being stopped, which is no more than a refusal."""
    run.send_signal(how)
    said = run.communicate(timeout=120)[1]
    assert run.returncode == 1, said
    assert "Dihentikan" in said
    assert "Traceback" not in said
    return said


class TestCheck:
    def test_accepted(self, table: Table, box: str) -> None:
        code = table.codes(box)[27]
        assert table.run("check", grouped(code).lower()) == "Nusantara\n"
        told = table.record("check", code, "--box", "rumah")
        assert told == {
            "v": 1,
            "verdict": "accepted",
            "code": code,
            "box": box,
            "item": 27,
            "name": "Nusantara",
            "suggestion": None,
            "since": None,
            "serial": 1,
            "source": "typed",
            "uid": None,
        }

    def test_4_6_4_another_box(self, table: Table, box: str) -> None:
        other = table.record("box", "new")["box"]
        code = table.codes(other)[27]
        assert "kartu dari kotak lain. " in table.run("check", code, "--box", box, code=1)
        assert table.record("check", code, "--box", box, code=1)["verdict"] == "other_box"
        assert table.record("check", code)["verdict"] == "accepted"
        assert "kartu dari kotak lain. " in table.run("check", "KTK7Z3A9QXGY", code=1)

    def test_a_slip_is_asked_about_by_place_and_sign_only(self, table: Table, box: str) -> None:
        code = table.codes(box)[27]
        wrong = code[:6] + ALPHABET[ALPHABET.index(code[6]) ^ 2] + code[7:]
        told = table.record("check", wrong, code=1)
        assert told["verdict"] == "mistyped"
        assert told["suggestion"] == {"at": 7, "read": wrong[6], "maybe": code[6]}
        assert told["item"] is told["name"] is None
        said = table.run("check", wrong, code=1)
        assert said.startswith(f"Salah ketik di karakter 7: {wrong[6]}, bukan {code[6]}? ")
        assert code not in json.dumps(told)

    @pytest.mark.parametrize(
        ("text", "verdict", "said"),
        [
            ("", "malformed", "Belum ada yang dimasukkan"),
            ("----", "malformed", "Belum ada yang dimasukkan"),
            ("N5NG", "malformed", "12 karakter; ini 4"),
            ("N5NG-0ANC-HA!D", "malformed", "Karakter 11 (!)"),
            ("N5NG-0ANC-HAV0", "mistyped", "tidak cocok"),
        ],
    )
    def test_form(self, table: Table, text: str, verdict: str, said: str) -> None:
        told = CliRunner().invoke(
            build("id"), ["--data", str(table.data), "check", "--json", "--", text]
        )
        assert told.exit_code == 1
        assert json.loads(told.output)["verdict"] == verdict
        assert said in table.run("check", "--", text, code=1)

    def test_unknown_then_slowed(self, table: Table, box: str) -> None:
        real = set(table.codes(box).values())
        guesses = [g for n in range(9) if (g := sealed(f"{box}{n:06d}")) not in real]
        told = [table.record("check", guess, code=1) for guess in guesses[:6]]
        assert [t["verdict"] for t in told] == ["unknown"] * 5 + ["held"]
        assert told[4]["wait"] == 10
        assert 0 < told[5]["wait"] <= 10
        assert "coba lagi dalam" in table.run("check", guesses[6], code=1)

    def test_spare(self, table: Table, box: str) -> None:
        with Boxes(table.data / "boxes").open(box) as registry:
            spare = registry.stickers(StickerState.SPARE)[0].code
        assert table.record("check", spare, code=1)["verdict"] == "spare"
        assert "--spare" in table.run("check", spare, code=1)


class TestReissue:
    def test_4_6_7_the_old_code_is_revoked_and_a_sticker_printed(
        self, table: Table, box: str, tmp_path: Path
    ) -> None:
        old, out = table.codes(box)[27], tmp_path / "sticker.pdf"
        done = table.record(
            "reissue", box, "27", "--reason", "lost", "--out", str(out), "--start", "11"
        )
        assert (done["item"], done["name"], done["serial"], done["replaces"]) == (
            27,
            "Nusantara",
            2,
            1,
        )
        (page,) = rendered(out)
        assert by_zxing(page) == [payload(done["code"])]
        (text,) = text_of(out)
        assert "Lepas dulu stiker lama" in " ".join(text.split())
        assert table.record("check", done["code"])["item"] == 27
        told = table.record("check", old, code=1)
        assert (told["verdict"], told["state"], told["replaced_by"]) == ("revoked", "lost", 2)
        assert told["since"] == done["since"]
        said = table.run("check", old, code=1)
        assert "dicabut" in said
        assert grouped(done["code"]) not in said

    @pytest.mark.parametrize(
        "item", ["27", "nusantara", " Nusantara ", "s01", "E05", "Banda  Aceh", "140"]
    )
    def test_the_card_by_number_short_code_or_name(self, table: Table, box: str, item: str) -> None:
        assert table.record("reissue", "Rumah", item)["serial"] == 2

    def test_the_card_by_its_code(self, table: Table, box: str) -> None:
        old = table.codes(box)[27]
        assert table.record("reissue", box, grouped(old))["item"] == 27
        refused = table.run("reissue", box, grouped(old), code=1)
        assert "tidak berlaku lagi" in refused
        assert len(table.records("history", box, old)) == 3

    @pytest.mark.parametrize("item", ["Pelabuhan", "999", "S99", "", "KTK7Z3A9QXGY"])
    def test_no_such_card(self, table: Table, box: str, item: str) -> None:
        table.run("reissue", box, item, code=1)
        assert {c["serial"] for c in table.record("box", "show", box)["codes"]} == {1, None}

    def test_two_cards_of_one_name_are_asked_about(self, table: Table, box: str) -> None:
        said = table.run("reissue", box, "Jalan Tikus", code=1)
        assert "S01" in said
        assert "S02" in said
        assert table.record("reissue", box, "S02 Jalan Tikus")["item"] == 51

    def test_a_spare_stands_in(self, table: Table, box: str) -> None:
        with Boxes(table.data / "boxes").open(box) as registry:
            one, other = (s.code for s in registry.stickers(StickerState.SPARE))
        done = table.record("reissue", box, "S01", "--spare", grouped(one), "--reason", "damaged")
        assert (done["code"], done["state"]) == (one, "replaced")
        assert table.record("box", "discard", box, other)["state"] == "lost"
        table.run("reissue", box, "S02", "--spare", other, code=1)
        table.run("reissue", box, "S02", "--spare", "nonsense", code=1)

    def test_a_spare_says_which_it_is_on_paper_at_the_table_and_when_it_is_gone(
        self, table: Table, box: str, tmp_path: Path
    ) -> None:
        with Boxes(table.data / "boxes").open(box) as registry:
            one, other = sorted(registry.stickers(StickerState.SPARE), key=lambda s: s.spare or 0)
        out = tmp_path / "s.pdf"
        table.run("stickers", box, "--items", f"Cadangan 2,27,{one.code}", "--out", str(out))
        (page,) = text_of(out)
        assert "Cadangan 1" in page
        assert "Cadangan 2" in page
        old = table.codes(box)[27]
        table.run("reissue", box, "27", "--spare", other.code)
        assert "no. 2 (di stikernya tertulis Cadangan 2)" in table.run("check", old, code=1)
        table.run("box", "discard", box, one.code)
        said = table.run("reissue", box, "35", "--spare", one.code, code=1)
        assert "Stiker cadangan itu sudah dicabut: hilang sejak" in said

    def test_a_spare_is_meant_by_what_it_says(self, table: Table, box: str) -> None:
        with Boxes(table.data / "boxes").open(box) as registry:
            one, other = sorted(registry.stickers(StickerState.SPARE), key=lambda s: s.spare or 0)
        assert table.record("reissue", box, "S01", "--spare", "spare 1")["code"] == one.code
        assert table.record("box", "discard", box, " cadangan  2")["code"] == other.code
        for gone, said in (
            ("Cadangan 1", "bukan stiker cadangan"),
            ("Cadangan 2", "Stiker cadangan itu sudah dicabut: hilang sejak"),
            ("Cadangan 3", "tidak punya kode itu"),
        ):
            assert said in table.run("box", "discard", box, gone, code=1)
            assert said in table.run("reissue", box, "S02", "--spare", gone, code=1)

    def test_spares_whose_sheet_was_not_written_can_be_printed_later(
        self, table: Table, box: str, tmp_path: Path
    ) -> None:
        nowhere = tmp_path / ("s" * 250 + ".pdf")  # there is no room for its part
        said = table.run("box", "spares", box, "--count", "2", "--out", str(nowhere), code=1)
        assert f"ketuk stickers {box} --only spares" in said
        out = tmp_path / "s.pdf"
        table.run("stickers", box, "--only", "spares", "--out", str(out))
        assert all(f"Cadangan {number}" in text_of(out)[0] for number in (1, 2, 3, 4))

    def test_of_two_reissues_of_one_card_at_once_one_wins_and_the_other_is_told(
        self, table: Table, box: str
    ) -> None:
        command = [sys.executable, "-m", "ketuk", "--data", str(table.data), "--lang", "id"]
        both = [
            subprocess.Popen(
                [*command, "reissue", box, "27"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            for _ in range(2)
        ]
        ends = [(process.communicate(timeout=300), process.returncode) for process in both]
        assert sorted(code for _, code in ends) == [0, 1]
        ((_, said),) = (told for told, code in ends if code == 1)
        assert b"Tidak ada yang berubah." in said
        assert len(table.records("history", box, "27")) == 3
        new = table.codes(box)[27]
        assert f"ketuk reissue {box} {grouped(new)}" in table.run("reissue", box, "27", code=1)
        assert table.record("reissue", box, new)["serial"] == 3

    def test_a_bad_paper_or_place_is_refused_before_anything_changes(
        self, table: Table, box: str, tmp_path: Path
    ) -> None:
        out = str(tmp_path / "s.pdf")
        for choice in (["--label", "papyrus"], ["--start", "66"]):
            table.run("reissue", box, "27", "--out", out, *choice, code=1)
        table.run("reissue", box, "27", "--reason", "eaten", code=2)
        assert len(table.records("history", box, "27")) == 1

    def test_a_sheet_that_cannot_be_written_does_not_undo_the_reissue(
        self, table: Table, box: str, tmp_path: Path
    ) -> None:
        longest = tmp_path / ("s" * 250 + ".pdf")  # there is no room for its part
        said = table.run("reissue", box, "27", "--out", str(longest), code=1)
        assert f"ketuk stickers {box} --items 27" in said
        assert len(table.records("history", box, "27")) == 3

    def test_history(self, table: Table, box: str) -> None:
        table.run("reissue", box, "Padang", "--reason", "damaged")
        told = table.records("history", box, "5")
        assert [(t["serial"], t["state"], t["reason"]) for t in told] == [
            (1, "active", None),
            (1, "replaced", "damaged"),
            (2, "active", None),
        ]
        said = table.run("history", box, "Padang")
        assert "Padang" in said
        assert "diganti (rusak)" in said


class TestStickers:
    def test_a_whole_box(self, table: Table, box: str, tmp_path: Path) -> None:
        out = tmp_path / "sheet.pdf"
        told = table.record("stickers", box, "--label", "a4-21", "--out", str(out))
        assert told["stickers"] == 104
        assert told["pages"] == 5
        assert told["symbol"] == "2-H"
        assert told["view_mm"] > 345
        read = [text for page in rendered(out) for text in by_zxing(page)]
        assert sorted(read) == sorted(payload(code) for code in table.codes(box).values())

    def test_only_some_in_the_middle_of_a_sheet(
        self, table: Table, box: str, tmp_path: Path
    ) -> None:
        out, codes = tmp_path / "sheet.pdf", table.codes(box)
        table.run("stickers", box, "--items", "35, 27,S01", "--start", "64", "--out", str(out))
        pages = [by_zxing(page) for page in rendered(out)]
        assert [len(page) for page in pages] == [2, 1]
        assert {text for page in pages for text in page} == {
            payload(codes[i]) for i in (27, 35, 50)
        }

    def test_bid_cards_name_the_seat_and_neither_words_nor_order_tell_the_value(
        self, table: Table, box: str, tmp_path: Path
    ) -> None:
        out, key = tmp_path / "bids.pdf", tmp_path / "key.txt"
        items = ",".join(str(n) for n in range(106, 112))
        table.run("stickers", box, "--items", items, "--out", str(out), "--key", str(key))
        text = "".join("".join(text_of(out)).split())
        assert text.count("Tawarankursi2") == 6
        assert not any(value in text for value in ("1/4", "1/2", "3/4", "5/4"))
        codes = table.codes(box)
        printed = sorted(codes[n] for n in range(106, 112))
        assert sorted(printed, key=text.index) == printed, "in the order of their random codes"
        told = key.read_text()
        assert f"{grouped(codes[109])}  Tawaran kursi 2: 3/4" in told

    def test_the_table_for_a_printer(self, table: Table, box: str, tmp_path: Path) -> None:
        out = tmp_path / "box.csv"
        table.run("stickers", box, "--csv", str(out))
        with out.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        codes = table.codes(box)
        assert list(rows[0]) == ["box", "item", "name", "code", "payload"]
        assert {int(r["item"]): r["code"] for r in rows} == codes
        assert all(r["payload"] == payload(r["code"]) and r["box"] == box for r in rows)
        assert {r["name"] for r in rows if int(r["item"]) in range(100, 106)} == {"Tawaran kursi 1"}

    def test_an_own_paper_says_how_far_it_reads(
        self, table: Table, box: str, tmp_path: Path
    ) -> None:
        own = tmp_path / "round.toml"
        own.write_text(
            "page = {width = 210, height = 297}\n"
            'label = {width = 25, height = 25, shape = "round"}\n'
            "columns = 7\nrows = 10\nleft = 7.5\ntop = 8.5\nacross = 28\ndown = 28\ncode_pt = 6\n"
        )
        said = table.run(
            "stickers", box, "--label", str(own), "--out", str(tmp_path / "r.pdf"), "--items", "27"
        )
        assert "267 mm" in said
        assert "dekatkan" in said
        own.write_text(own.read_text().replace("rows = 10", "rows = 11"))
        said = table.run(
            "stickers", box, "--label", str(own), "--out", str(tmp_path / "s.pdf"), code=1
        )
        assert f"{own}, baris 8, down: label terakhir keluar dari halaman." in said

    def test_every_box_and_on_after_a_stop(self, table: Table, tmp_path: Path) -> None:
        table.run("box", "new", "--count", "3")
        boxes, out = Boxes(tmp_path / "boxes").ids(), tmp_path / "sheets"
        assert "3 kotak tercetak" in table.run("stickers", "all", "--out", str(out))
        assert {path.stem for path in out.iterdir()} == set(boxes)
        (out / f"{boxes[1]}.pdf").unlink()
        told = table.records("stickers", "all", "--out", str(out))
        assert [t["box"] for t in told] == [boxes[1]]
        assert "0 kotak tercetak, 3 sudah ada" in table.run("stickers", "all", "--out", str(out))
        table.run("stickers", "all", "--out", str(out / f"{boxes[1]}.pdf"), code=1)
        table.run("stickers", "all", "--csv", str(out / "x.csv"), code=2)

    @pytest.mark.skipif(os.name == "nt", reason="sends signals")
    def test_stopped_it_leaves_whole_sheets_only(self, table: Table, tmp_path: Path) -> None:
        table.run("box", "new", "--count", "60")
        out = tmp_path / "sheets"
        run = started(tmp_path, "stickers", "all", "--out", str(out))
        wait_until(lambda: any(out.glob("*.pdf")))
        said = stopped(run, signal.SIGINT)
        sheets = list(out.iterdir())
        assert f"{len(sheets)} kotak sudah tercetak" in said
        assert len(sheets) < 60
        assert all(sheet.read_bytes().rstrip().endswith(b"%%EOF") for sheet in sheets)

    def test_a_registry_that_cannot_be_read_does_not_stop_the_others(
        self, table: Table, tmp_path: Path
    ) -> None:
        table.run("box", "new", "--count", "3")
        boxes, out = Boxes(tmp_path / "boxes").ids(), tmp_path / "sheets"
        (tmp_path / "boxes" / f"{boxes[1]}.sqlite").write_bytes(b"nonsense")
        said = table.run("stickers", "all", "--out", str(out), code=1)
        assert f"{boxes[1]}.sqlite: bukan berkas kotak" in said
        assert "2 kotak tercetak" in said
        assert {path.stem for path in out.iterdir()} == {boxes[0], boxes[2]}

    @pytest.mark.parametrize(
        ("arguments", "code"),
        [
            ([], 2),
            (["--shift", "x"], 2),
            (["--out", "{tmp}/s.pdf", "--shift", "1"], 2),
            (["--out", "{tmp}/s.pdf", "--shift", "nan,0"], 2),
            (["--out", "{tmp}/s.pdf", "--shift", "0,1e9"], 2),
            (["--out", "{tmp}/s.pdf", "--items", " , "], 2),
            (["--out", "{tmp}/s.pdf", "--label", "none"], 1),
            (["--out", "{tmp}/s.pdf", "--start", "0"], 1),
            (["--out", "{tmp}/s.pdf", "--items", "999"], 1),
            (["--out", "{tmp}/none/s.pdf"], 1),
            (["--out", "{tmp}/s.pdf", "--font", "{tmp}/none.ttf"], 1),
        ],
    )
    def test_wrong_use_and_refusals(
        self, table: Table, box: str, tmp_path: Path, arguments: list[str], code: int
    ) -> None:
        filled = [argument.format(tmp=tmp_path) for argument in arguments]
        table.run("stickers", box, *filled, code=code)
        assert not (tmp_path / "s.pdf").exists()


class TestPrintRun:
    def test_many_boxes_with_one_table(self, table: Table, tmp_path: Path) -> None:
        out = tmp_path / "run.csv"
        said = table.run("box", "new", "--count", "20", "--name", "Seri", "--csv", str(out))
        assert "20 kotak dibuat, 2.080 kode." in said
        with out.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == len({r["code"] for r in rows}) == 2_080
        bids = [
            r["code"] for r in rows if r["box"] == rows[0]["box"] and "Tawaran kursi" in r["name"]
        ]
        assert len(bids) == 36
        seats = [bids[at : at + 6] for at in range(0, 36, 6)]
        assert all(codes == sorted(codes) for codes in seats), "no order tells a value"
        listed = table.records("box", "list")
        assert {r["box"] for r in rows} == {b["box"] for b in listed}
        assert {b["name"] for b in listed} == {f"Seri {n}" for n in range(1, 21)}

    def test_numbers_go_on_after_those_that_are_there(self, table: Table) -> None:
        table.run("box", "new", "--count", "3", "--name", "Seri")
        table.run("box", "new", "--count", "2", "--name", "Lain")
        table.run("box", "new", "--name", "Seri 7")
        table.run("box", "new", "--count", "2", "--name", "Seri")
        names = sorted(b["name"] for b in table.records("box", "list"))
        assert names == ["Lain 1", "Lain 2", *(f"Seri {n}" for n in (1, 2, 3, 7, 8, 9))]

    def test_a_run_that_makes_nothing_leaves_no_table(self, table: Table, tmp_path: Path) -> None:
        (tmp_path / "boxes").write_text("a file where the folder should be")
        table.run("box", "new", "--csv", str(tmp_path / "run.csv"), code=1)
        assert not (tmp_path / "run.csv").exists()

    def test_a_table_that_is_there_is_not_overwritten(self, table: Table, tmp_path: Path) -> None:
        out = tmp_path / "run.csv"
        out.write_text("mine")
        table.run("box", "new", "--count", "2", "--csv", str(out), code=1)
        assert out.read_text() == "mine"
        assert table.records("box", "list") == []

    @pytest.mark.skipif(os.name == "nt", reason="sends signals")
    @pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
    def test_it_can_be_stopped_and_what_is_made_stays(
        self, tmp_path: Path, how: signal.Signals
    ) -> None:
        """Between two boxes, never within one: each box that is there stands in the table."""
        out = tmp_path / "run.csv"
        run = started(tmp_path, "box", "new", "--count", "100000", "--csv", str(out))
        wait_until(lambda: out.exists() and out.stat().st_size > 20_000)
        said = stopped(run, how)
        with out.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        boxes = {r["box"] for r in rows}
        assert boxes == set(Boxes(tmp_path / "boxes").ids())
        assert len(rows) == 104 * len(boxes)
        assert f"{len(boxes)} kotak" in said
        assert f"--count {100_000 - len(boxes)} " in said

    def test_wrong_use(self, table: Table) -> None:
        table.run("box", "new", "--count", "0", code=2)
        said = table.run("box", "new", "--ruleset", "ludo", code=1, lang="en")
        assert said == (
            f"There is no rule set ludo. There are: {', '.join(engine.NAMES)}, or a TOML file of "
            "your own.\n"
        )
        table.run("box", "show", "ZZZZ", code=1)

    @pytest.mark.parametrize("option", ["--camera", "--nfc"])
    def test_what_is_for_the_screen_is_not_swallowed_by_a_command(
        self, table: Table, option: str
    ) -> None:
        said = table.run(option, "9", "box", "list", code=2, lang="en")
        assert f"{option} is for the screen alone; box does not read it there" in said


class TestOwnRules:
    """A box of one's own: rules from a file, kept with the boxes."""

    @pytest.fixture
    def own(self, tmp_path: Path) -> Path:
        text = source("nusantara")
        assert text.count('id = "nusantara"') == 1
        text = text.replace('id = "nusantara"', 'id = "kampung"').replace('"Padang"', '"Kampung"')
        path = tmp_path / "kampung.toml"
        path.write_text(text)
        return path

    def test_its_cards_keep_their_names(self, table: Table, own: Path) -> None:
        made = table.record("box", "new", "--ruleset", str(own))
        assert made["ruleset"] == "kampung"
        own.unlink()
        code = table.codes(made["box"])[5]
        assert table.run("check", code) == "Kampung\n"
        assert table.record("reissue", made["box"], "kampung")["item"] == 5
        again = table.record("box", "new", "--ruleset", "kampung")
        assert again["items"] == 104

    def test_without_its_rules_a_box_still_has_numbers(self, table: Table, own: Path) -> None:
        box = table.record("box", "new", "--ruleset", str(own))["box"]
        (table.data / "rulesets" / "kampung.toml").unlink()
        code = table.codes(box)[5]
        assert table.record("check", code)["item"] == 5
        assert table.record("reissue", box, "5")["serial"] == 2

    def test_faults_are_named_and_nothing_is_made(self, table: Table, own: Path) -> None:
        own.write_text(own.read_text().replace('"Kampung"', '""', 1))
        said = table.run("box", "new", "--ruleset", str(own), code=1)
        assert f"{own}, baris " in said
        assert "name" in said
        own.write_text("nonsense")
        said = table.run("box", "new", "--ruleset", str(own), code=1)
        assert said.startswith(f"{own}, baris 1: tidak terbaca sebagai TOML.")
        own.write_bytes(b"\xff")
        assert "UTF-8" in table.run("box", "new", "--ruleset", str(own), code=1)
        none = own.with_name("none.toml")
        said = table.run("box", "new", "--ruleset", str(none), code=1)
        assert said.count(str(none)) == 1
        assert "Errno" not in said
        assert table.records("box", "list") == []

    def test_an_id_stands_for_one_set(self, table: Table, own: Path) -> None:
        table.run("box", "new", "--ruleset", str(own))
        table.run("box", "new", "--ruleset", str(own))
        own.write_text(own.read_text() + "\n# changed\n")
        assert "kampung" in table.run("box", "new", "--ruleset", str(own), code=1)
        own.write_text(source("nusantara"))
        assert "nusantara" in table.run("box", "new", "--ruleset", str(own), code=1)


def wait_until(happened: Callable[[], bool], *, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.02)


class TestFiles:
    def test_export_and_import(self, table: Table, box: str, tmp_path: Path) -> None:
        file, old = tmp_path / "box.json", table.codes(box)[27]
        assert table.record("box", "export", box, str(file))["revision"] == 1
        table.run("reissue", box, "27")
        for force in ([], ["--force"]):
            said = table.run("box", "import", str(file), *force, code=1)
            assert "lebih lama (revisi 1) daripada kotak di sini (revisi 2)" in said
        assert table.record("check", old, code=1)["verdict"] == "revoked"
        elsewhere = Table(tmp_path / "elsewhere")
        assert elsewhere.record("box", "import", str(file))["changed"] is True
        assert elsewhere.record("box", "import", str(file))["changed"] is False
        assert elsewhere.record("check", old)["verdict"] == "accepted"

    def test_two_laptops_are_told_card_by_card_and_people_choose(
        self, table: Table, box: str, tmp_path: Path
    ) -> None:
        file, elsewhere = tmp_path / "box.json", Table(tmp_path / "elsewhere")
        table.run("box", "export", box, str(file))
        elsewhere.run("box", "import", str(file))
        for at, items in ((table, ("27", "35")), (elsewhere, ("27", "1"))):
            for item in items:
                at.run("reissue", box, item)
        mine, theirs = table.codes(box), elsewhere.codes(box)
        elsewhere.run("box", "export", box, str(file), "--force")
        said = table.run("box", "import", str(file), code=1)
        assert "sudah berjalan sendiri-sendiri" in said
        assert said.count("  di sini: ") == said.count("  di berkas: ") == 2
        assert said.count("lihat yang menempel di kartunya") == 1
        assert "--force" in said
        assert "--mine" in said
        assert table.codes(box) == mine
        table.run("box", "import", str(file), "--mine", "27", code=2)
        said = table.run("box", "import", str(file), "--force")
        assert "tidak berlaku lagi" in said
        assert f"ketuk box undo-import {box}" in said
        now = table.codes(box)
        assert (now[27], now[35], now[1]) == (theirs[27], mine[35], theirs[1])
        table.run("box", "undo-import", box)
        assert table.codes(box) == mine
        said = table.run("box", "import", str(file), "--force", "--mine", "35,jakrta", code=1)
        assert "Maksudmu: Jakarta (35)?" in said
        assert table.codes(box) == mine
        came = table.record("box", "import", str(file), "--force", "--mine", "20-27, Jakarta")
        assert came["dropped"] == [theirs[27]]
        now = table.codes(box)
        assert (now[27], now[35], now[1]) == (mine[27], mine[35], theirs[1])
        assert Path(came["kept"]).is_file()

    def test_what_is_no_export(self, table: Table, tmp_path: Path) -> None:
        (tmp_path / "x.json").write_text("{}")
        assert "bukan ekspor" in table.run("box", "import", str(tmp_path / "x.json"), code=1)
        assert "tidak ada" in table.run("box", "import", str(tmp_path / "none.json"), code=1)

    def test_a_registry_that_cannot_be_read_is_named_and_the_others_go_on(
        self, table: Table, box: str
    ) -> None:
        (table.data / "boxes" / "KTK7.sqlite").write_bytes(b"nonsense")
        said = table.run("box", "list", code=1)
        assert box in said
        assert "KTK7.sqlite: bukan berkas kotak" in said
        assert "bukan berkas kotak" in table.run("check", "KTK7Z3A9QXGY", code=1)


def test_spares_copies_and_refused_scans(table: Table, box: str, tmp_path: Path) -> None:
    out = tmp_path / "spares.pdf"
    new = table.record("box", "spares", box, "--count", "3", "--out", str(out))["spares"]
    assert {text for page in rendered(out) for text in by_zxing(page)} == set(map(payload, new))
    assert "ditolak" in table.run("box", "copies", box, "refuse")
    assert table.record("box", "show", box)["copies"] == "refuse"
    table.run("box", "copies", box, "perhaps", code=2)
    table.run("check", "N5NG", "--box", box, code=1)
    (scan,) = table.records("box", "scans", box)
    assert (scan["verdict"], scan["text"], scan["detail"]) == ("malformed", "N5NG", "length 4")
    assert "bukan kode, length 4" in table.run("box", "scans", box)
    assert "out of use for good" in table.run("box", "discard", box, new[0], lang="en")


def test_the_box_card_opens_its_box_and_says_how_to_begin(
    table: Table, box: str, tmp_path: Path
) -> None:
    out = tmp_path / "card.pdf"
    table.run("box", "card", box, "--out", str(out))
    (page,) = rendered(out)
    assert by_zxing(page) == [payload(table.codes(box)[140])]
    text = " ".join(" ".join(text_of(out)).split())
    assert "Kotak Rumah" in text
    assert grouped(table.codes(box)[140]) in text
    assert "Tanyakan kepada yang membuat kotak ini" in text
    assert "Tekan K, pilih kartunya, lalu R." in text
    assert "--" not in text, "keys, no commands"
    at = ("--where", "ketuk.example/unduh", "--force")
    table.run("box", "card", box, "--out", str(out), *at, lang="en")
    assert "It is at ketuk.example/unduh." in " ".join(" ".join(text_of(out)).split())


def test_the_box_card_holds_all_its_steps_whatever_it_is_called(
    table: Table, tmp_path: Path
) -> None:
    table.run("box", "new", "--name", "Kotak Besar Keluarga Wijaya di Yogyakarta " * 2)
    (listed,) = table.records("box", "list")
    out, where = tmp_path / "card.pdf", "https://ketuk.example/" + "unduh/" * 30
    table.run("box", "card", listed["box"], "--out", str(out), "--where", where)
    (page,) = rendered(out)
    assert by_zxing(page) == [payload(table.codes(listed["box"])[140])]
    rows = np.flatnonzero((page < 128).any(axis=1))
    assert page.shape[0] - rows.max() > 3 * PIXELS_A_MM, "nothing is cut off at the lower edge"
    assert "langsung tidak berlaku" in " ".join(" ".join(text_of(out)).split())


@pytest.mark.parametrize(
    "command",
    [
        *(["box", name] for name in ("new", "list", "show", "export", "import", "spares")),
        *(["box", name] for name in ("discard", "copies", "scans", "card")),
        ["stickers"],
        ["check"],
        ["reissue"],
        ["history"],
    ],
)
@pytest.mark.parametrize("lang", ["id", "en"])
def test_every_command_has_help_with_an_example(
    table: Table, command: list[str], lang: str
) -> None:
    said = " ".join(table.run(*command, "--help", lang=lang).split())
    assert f"ketuk {' '.join(command)}" in said
