"""Printed sheets, rendered at 300 dpi: every sticker is read by two decoders, and measured."""

import math
from itertools import combinations, islice, product
from pathlib import Path

import numpy as np
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from printed import PIXELS_A_MM, by_zbar, by_zxing, cut_labels, rendered, text_of
from pypdfium2 import PdfDocument, PdfPage, raw

from ketuk import engine
from ketuk.codes.canvas import Canvas
from ketuk.codes.code import groups
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.label import MM_A_POINT, Label, Plan, _below, plan
from ketuk.codes.margins import ROOM_MM, SLUG_MM
from ketuk.codes.minting import codes
from ketuk.codes.papers import Paper, names, paper, read
from ketuk.codes.payload import payload
from ketuk.codes.sheet import Sheets
from ketuk.codes.sticker import BoxItem
from ketuk.codes.symbol import GOOD_MODULE_MM, QUIET, side, view_mm
from ketuk.tui.boxes.card_names import CardNames, sticker_title
from ketuk.tui.words import LANGUAGES, Words

ROUND_25 = """
page = { width = 210, height = 297 }
label = { width = 25, height = 25, shape = "round" }
columns = 7
rows = 10
left = 7.5
top = 8.5
across = 28
down = 28
code_pt = 6
"""
SMALL_TAG = """
page = { width = 40, height = 60 }
label = { width = 22, height = 36 }
columns = 1
rows = 1
left = 9
top = 12
across = 22
down = 36
symbol = "2-H"
"""
OWN = {"round-25": ROUND_25, "small-tag": SMALL_TAG}
PAPERS = (*names(), *OWN)
CAPITAL = 0.7
"""Height of a capital letter in parts of the size of its type."""
TITLES = (
    "Banda Aceh",
    "Tol Trans-Sumatra",
    "S07 Jalan Tikus",
    "Tawaran kursi 3",
    "Bandar Udara Internasional Soekarno-Hatta",
    "Nusantara",
)


def the_paper(name: str) -> Paper:
    return read(OWN[name], name=name) if name in OWN else paper(name)


def printed(out: Path, which: Paper, count: int, **choices: object) -> list[Label]:
    labels = [
        Label(code, TITLES[n % len(TITLES)], n % 12 + 1)
        for n, code in enumerate(codes("N5NG", count))
    ]
    sheets = Sheets(which, **choices)  # type: ignore[arg-type]
    for label in labels:
        sheets.add(label)
    out.write_bytes(sheets.content())
    return labels


@pytest.mark.parametrize("name", PAPERS)
def test_every_sticker_of_a_box_is_read_by_both_decoders_and_measures_right(
    tmp_path: Path, name: str
) -> None:
    which, out = the_paper(name), tmp_path / "sheet.pdf"
    labels = printed(out, which, 104 if which.places > 1 else 12)
    pages = rendered(out)
    assert len(pages) == math.ceil(len(labels) / which.places)
    found = plan(which)
    for label, picture in zip(labels, cut_labels(pages, which), strict=False):
        assert by_zxing(picture) == [payload(label.code)], label.title
        assert by_zbar(picture) == [payload(label.code)], label.title
        assert_measures(picture, found)


def assert_measures(picture: np.ndarray, found: Plan) -> None:
    """The symbol is where and as large as planned, with three white modules all around it."""
    quiet = QUIET * found.module * PIXELS_A_MM
    size = side(found.form) * found.module * PIXELS_A_MM
    left, top = found.x * PIXELS_A_MM, found.y * PIXELS_A_MM
    rows = slice(math.ceil(top - quiet + 1), math.floor(top + size + quiet - 1))
    columns = slice(math.ceil(left - quiet + 1), math.floor(left + size + quiet - 1))
    dark = np.argwhere(picture[rows, columns] < 128)
    high, wide = dark.max(axis=0) - dark.min(axis=0) + 1
    assert abs(wide - size) <= 2
    assert abs(high - size) <= 2
    first_row, first_column = dark.min(axis=0)
    assert abs(rows.start + first_row - top) <= 2
    assert abs(columns.start + first_column - left) <= 2


@pytest.mark.parametrize("name", PAPERS)
def test_symbol_quiet_zone_and_words_lie_inside_the_label_and_apart(name: str) -> None:
    which = the_paper(name)
    found = plan(which)
    size = side(found.form, quiet=QUIET) * found.module
    box = (found.x - QUIET * found.module, found.y - QUIET * found.module, size, size)
    words = [
        (slot.x - slot.width / 2, slot.top, slot.width, slot.pt * 25.4 / 72)
        for slot in (*found.code, *found.title, *found.foot)
    ]
    for x, y, width, height in (box, *words):
        for corner in ((x, y), (x + width, y), (x, y + height), (x + width, y + height)):
            assert inside(corner, which)
    for x, y, width, height in words:
        right, below = box[0] + size - 1e-6, box[1] + size - 1e-6
        apart = x >= right or x + width <= box[0] + 1e-6 or y >= below
        assert apart, (x, y, width, height, box)
    for (x, y, width, height), (other, top, wide, high) in combinations(words, 2):
        across = x + width <= other + 1e-6 or other + wide <= x + 1e-6
        assert across or y + height <= top + 1e-6 or top + high <= y + 1e-6


def inside(corner: tuple[float, float], which: Paper) -> bool:
    x, y = corner
    width, height, margin = which.label.width, which.label.height, which.margin - 1e-6
    if which.label.shape == "round":
        return math.hypot(x - width / 2, y - height / 2) <= width / 2 - margin
    return margin <= x <= width - margin and margin <= y <= height - margin


@pytest.mark.parametrize("name", names())
def test_built_in_papers_read_across_a_table(name: str) -> None:
    which = paper(name)
    found = plan(which)
    assert found.module >= GOOD_MODULE_MM
    assert view_mm(found.module) >= 345
    assert found.form == ("1-Q" if name == "a4-65" else "2-H")
    assert len(found.code) == (1 if which.label.shape == "round" else 3), "lines"
    assert all(slot.pt >= 8 for slot in found.code)


def test_own_papers_may_go_down_to_half_a_millimetre() -> None:
    small = plan(read(ROUND_25, name="round-25"))
    assert 0.5 <= small.module < GOOD_MODULE_MM
    with pytest.raises(CodesFault) as told:
        plan(read(ROUND_25.replace("width = 25, height = 25", "width = 20, height = 20"), name="x"))
    assert told.value.fault is Fault.NO_FIT


@pytest.mark.parametrize("name", PAPERS)
def test_a_sticker_says_code_name_box_and_serial(tmp_path: Path, name: str) -> None:
    which, out = the_paper(name), tmp_path / "sheet.pdf"
    (label,) = printed(out, which, 1)
    (text,) = text_of(out)
    assert "Banda Aceh" in " ".join(text.split())
    assert "N5NG · 1" in text
    assert all(group in text for group in groups(label.code))


def test_a_used_sheet_is_begun_where_it_is_free(tmp_path: Path) -> None:
    which, out = paper("a4-65"), tmp_path / "sheet.pdf"
    labels = printed(out, which, 60, start=11)
    pages = rendered(out)
    assert len(pages) == 2
    cut = list(cut_labels(pages, which))
    assert all((picture == 255).all() for picture in cut[:10])
    read_back = [by_zxing(picture) for picture in cut[10:70]]
    assert read_back == [[payload(label.code)] for label in labels]
    assert all((picture == 255).all() for picture in cut[70:])


def test_one_label_at_the_last_place(tmp_path: Path) -> None:
    which, out = paper("a4-24-round"), tmp_path / "sheet.pdf"
    (label,) = printed(out, which, 1, start=24)
    (page,) = rendered(out)
    *others, last = cut_labels([page], which)
    assert by_zbar(last) == [payload(label.code)]
    assert all((picture == 255).all() for picture in others)


@pytest.mark.parametrize("start", [0, -1, 66])
def test_no_such_place(start: int) -> None:
    with pytest.raises(CodesFault) as told:
        Sheets(paper("a4-65"), start=start)
    assert told.value.fault is Fault.START
    assert told.value.facts["places"] == 65


def test_everything_can_be_shifted(tmp_path: Path) -> None:
    which = paper("a4-21")
    pictures = []
    for shift in ((0.0, 0.0), (2.0, -1.5)):
        printed(tmp_path / "sheet.pdf", which, 1, shift=shift)
        (page,) = rendered(tmp_path / "sheet.pdf")
        pictures.append(np.argwhere(page < 128).min(axis=0))
    down, right = pictures[1] - pictures[0]
    assert abs(right - 2 * PIXELS_A_MM) <= 1
    assert abs(down + 1.5 * PIXELS_A_MM) <= 1


def test_a_viewer_is_told_to_print_at_true_size(tmp_path: Path) -> None:
    printed(tmp_path / "sheet.pdf", paper("a4-65"), 1)
    assert b"/PrintScaling /None" in (tmp_path / "sheet.pdf").read_bytes()


@pytest.mark.parametrize("name", names())
def test_a_note_stands_clear_of_the_labels(tmp_path: Path, name: str) -> None:
    which, out = paper(name), tmp_path / "sheet.pdf"
    sheets = Sheets(which)
    sheets.add(Label(next(codes("N5NG", 1)), "Padang", 2))
    sheets.note("Lepas dulu stiker lama dari kartu, baru tempel yang ini.")
    out.write_bytes(sheets.content())
    assert "Lepas dulu" in " ".join(" ".join(text_of(out)).split())
    pages = rendered(out)
    first, *others = cut_labels(pages[:1], which)
    assert by_zxing(first)
    assert all((picture == 255).all() for picture in others)


def test_names_with_other_signs_are_printed_as_well_as_the_face_allows(tmp_path: Path) -> None:
    sheets = Sheets(paper("a4-21"))
    for title in ("São Paulo", "Łódź", "東京", "Θήρα", "🎲"):
        sheets.add(Label(next(codes("N5NG", 1)), title, 1))
    (tmp_path / "sheet.pdf").write_bytes(sheets.content())
    text = text_of(tmp_path / "sheet.pdf")[0]
    assert "São Paulo" in text
    assert "Łódź" in text
    assert "Θήρα" in text
    assert len(rendered(tmp_path / "sheet.pdf")) == 1


def a_font(path: Path, signs: str) -> Path:
    """A TrueType file in which each of ``signs`` is a square."""
    names = [".notdef", *(f"u{ord(sign):04x}" for sign in signs)]
    pen = TTGlyphPen(None)
    for point, move in (((50, 0), pen.moveTo), ((50, 600), pen.lineTo), ((550, 600), pen.lineTo)):
        move(point)
    pen.closePath()
    square = pen.glyph()
    font = FontBuilder(1_000, isTTF=True)
    font.setupGlyphOrder(names)
    font.setupCharacterMap({ord(sign): f"u{ord(sign):04x}" for sign in signs})
    font.setupGlyf(dict.fromkeys(names, square))
    font.setupHorizontalMetrics(dict.fromkeys(names, (600, 50)))
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Kotak", "styleName": "Regular"})
    font.setupOS2()
    font.setupPost()
    font.save(path)
    return path


def test_a_font_of_ones_own_knows_other_signs(tmp_path: Path) -> None:
    out = tmp_path / "sheet.pdf"
    sheets = Sheets(paper("a4-21"), font=a_font(tmp_path / "own.ttf", "東京 NG·0123456789"))
    label = Label(next(codes("N5NG", 1)), "東京", 1)
    sheets.add(label)
    out.write_bytes(sheets.content())
    assert "東京" in text_of(out)[0]
    first, *_ = cut_labels(rendered(out), paper("a4-21"))
    assert by_zxing(first) == [payload(label.code)]


def test_a_file_that_is_no_font(tmp_path: Path) -> None:
    (tmp_path / "no.ttf").write_text("no font")
    with pytest.raises(CodesFault) as told:
        Sheets(paper("a4-65"), font=tmp_path / "no.ttf")
    assert told.value.fault is Fault.FONT
    with pytest.raises(CodesFault, match="not_there"):
        Sheets(paper("a4-65"), font=tmp_path / "none.ttf")


@pytest.mark.parametrize("name", PAPERS)
@pytest.mark.parametrize("crop", [False, True])
def test_every_sheet_says_what_it_is_and_where_it_ends(
    tmp_path: Path, name: str, crop: bool
) -> None:
    """Faces are in the file, the sheet is the trim box, and page n of m is told in the margin."""
    which, out = the_paper(name), tmp_path / "sheet.pdf"
    printed(out, which, which.places + 1, crop=crop)
    with PdfDocument(out) as pdf:
        assert pdf.get_metadata_dict()["Title"] == f"Ketuk N5NG {name}"
        assert len(pdf) == 2
        for number, page in enumerate(pdf, 1):
            left, low, right, high = page.get_trimbox()
            points = MM_A_POINT * (right - left), MM_A_POINT * (high - low)
            assert points == pytest.approx((which.page.width, which.page.height), abs=0.01)
            around = SLUG_MM if crop else 0.0
            assert (left * MM_A_POINT, low * MM_A_POINT) == pytest.approx(
                (around, around), abs=0.01
            )
            text = page.get_textpage().get_text_range()
            assert (f"N5NG {name} · {number}/2" in text) == (crop or which.top >= ROOM_MM)
            assert embedded(page)


def embedded(page: PdfPage) -> bool:
    texts = page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT])
    fonts = [raw.FPDFTextObj_GetFont(one) for one in texts]
    return bool(fonts) and all(raw.FPDFFont_GetIsEmbedded(font) == 1 for font in fonts)


def dark_in(picture: np.ndarray, x: float, y: float, size: float = 0.3) -> bool:
    """Whether something is printed within ``size`` mm of a place."""
    low, high = (round((at - size) * PIXELS_A_MM) for at in (x, y))
    width = max(round(2 * size * PIXELS_A_MM), 1)
    return bool((picture[high : high + width, low : low + width] < 128).any())


def test_the_ruler_is_100_mm_long(tmp_path: Path) -> None:
    for name in ("a4-65", "a4-21", "a4-24-round", "letter-30"):
        which, out = paper(name), tmp_path / f"{name}.pdf"
        printed(out, which, 1)
        (page,) = rendered(out)
        right = which.page.width - max(which.left, 5.0)
        line = page[round((which.top - 3) * PIXELS_A_MM) - 2 :][:5].min(axis=0) < 128
        inside = np.flatnonzero(line[round((right - 102) * PIXELS_A_MM) :])
        assert (inside.max() - inside.min()) / PIXELS_A_MM == pytest.approx(100, abs=0.3)


def test_marks_to_cut_at_stand_outside_the_sheet_at_every_edge(tmp_path: Path) -> None:
    which, out = paper("a4-21"), tmp_path / "sheet.pdf"
    labels = printed(out, which, 21, crop=True)
    (page,) = rendered(out)
    middle = SLUG_MM - 6.0
    for column in range(which.columns):
        for edge in (0.0, which.label.width):
            x = SLUG_MM + which.left + column * which.across + edge
            assert dark_in(page, x, middle)
            assert dark_in(page, x, SLUG_MM + which.page.height + 6.0)
    for row in range(which.rows):
        y = SLUG_MM + which.top + row * which.down
        assert dark_in(page, middle, y)
        assert dark_in(page, SLUG_MM + which.page.width + 6.0, y)
    inside = page[round(SLUG_MM * PIXELS_A_MM) :, round(SLUG_MM * PIXELS_A_MM) :]
    cut = cut_labels([inside], which)
    assert [by_zxing(one) for one in cut] == [[payload(label.code)] for label in labels]


def test_a_symbol_on_a_round_label_is_as_large_as_its_words_allow() -> None:
    which = paper("a4-24-round")
    others = [_below(which, "2-H", GOOD_MODULE_MM, lines) for lines in (1, 2, 3)]
    assert plan(which).module == max(one.module for one in others if one is not None) > 0.8


def test_a_name_of_one_line_stands_in_the_middle_as_one_of_two_does(tmp_path: Path) -> None:
    which, out = paper("a4-21"), tmp_path / "sheet.pdf"
    sheets = Sheets(which)
    for code, title in zip(codes("N5NG", 2), ("PADANG", "TOL TRANS-SUMATRA"), strict=True):
        sheets.add(Label(code, title, 1))
    out.write_bytes(sheets.content())
    words = round(0.62 * which.label.width * PIXELS_A_MM)
    for label in islice(cut_labels(rendered(out), which), 2):
        rows = np.flatnonzero((label[:, words:] < 128).any(axis=1))
        above, below = rows.min(), label.shape[0] - 1 - rows.max()
        assert abs(int(above) - int(below)) < 2.0 * PIXELS_A_MM


@pytest.mark.parametrize("name", PAPERS)
def test_the_name_of_no_card_of_any_set_is_cut(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    which, drawn, write = the_paper(name), [], Canvas.text

    def text(canvas: Canvas, x: float, y: float, said: str) -> None:
        drawn.append((said, x, y, canvas.get_string_width(said), canvas.font_size))
        write(canvas, x, y, said)

    monkeypatch.setattr(Canvas, "text", text)
    sheets, titles = Sheets(which), sorted(every_title())
    assert len(titles) > 300
    for count, (code, title) in enumerate(zip(codes("N5NG", len(titles)), titles, strict=True)):
        drawn.clear()
        sheets.add(Label(code, title, 12))
        assert title in " ".join(said for said, *_ in drawn), (title, drawn)
        left, top = which.corner(count % which.places)
        for _, x, y, width, size in drawn:
            for at in product((x, x + width), (y, y - CAPITAL * size)):
                assert inside((at[0] - left, at[1] - top), which), (title, drawn)


def every_title() -> set[str]:
    """What stickers of all sets say, in every language."""
    found = set()
    for name in engine.NAMES:
        rules = engine.ruleset(name)
        for language in LANGUAGES:
            words = Words(language)
            cards = CardNames.of(rules, words)
            items = (BoxItem(item.number, item.kind) for item in rules.items)
            found |= {sticker_title(words, cards, item) for item in items}
    return found
