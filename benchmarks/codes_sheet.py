"""A box's 104 stickers as PDF: time and size.

The rival, in the same run: the same sheet by plain images, as label programs do it: each symbol a
PNG at 300 dpi, placed with the same words on the same paper.

    python benchmarks/codes_sheet.py [--label a4-65] [--times 5]
"""

import argparse
import io
import json
import tempfile
import time
from pathlib import Path

import segno
from fpdf import FPDF

from ketuk.codes.code import groups
from ketuk.codes.label import Label, plan
from ketuk.codes.minting import codes
from ketuk.codes.papers import DEFAULT, Paper, paper
from ketuk.codes.payload import payload
from ketuk.codes.sheet import Sheets
from ketuk.codes.symbol import side


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--label", default=DEFAULT)
    parser.add_argument("--times", type=int, default=5)
    asked = parser.parse_args()
    which = paper(asked.label)
    labels = [Label(code, "Tol Trans-Sumatra", 1) for code in codes("N5NG", 104)]
    with tempfile.TemporaryDirectory() as folder:
        mine, theirs = Path(folder) / "ours.pdf", Path(folder) / "rival.pdf"
        ours = min(timed(lambda: by_vectors(which, labels, mine)) for _ in range(asked.times))
        rival = min(timed(lambda: by_images(which, labels, theirs)) for _ in range(asked.times))
        sizes = mine.stat().st_size, theirs.stat().st_size
    print(f"104 stickers on {asked.label}: {ours * 1e3:.0f} ms, {sizes[0] / 1e3:.0f} kB")
    print(f"rival: the same sheet by plain images: {rival * 1e3:.0f} ms, {sizes[1] / 1e3:.0f} kB")
    print(f"ours takes {ours / rival:.2f} of the time and {sizes[0] / sizes[1]:.2f} of the size")
    figures = {"ours_ms": round(ours * 1e3), "rival_ms": round(rival * 1e3)}
    print(json.dumps({**figures, "ours_bytes": sizes[0], "rival_bytes": sizes[1]}))


def timed(work) -> float:  # type: ignore[no-untyped-def]
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def by_vectors(which: Paper, labels: list[Label], out: Path) -> None:
    sheets = Sheets(which)
    for label in labels:
        sheets.add(label)
    out.write_bytes(sheets.content())


def by_images(which: Paper, labels: list[Label], out: Path) -> None:
    places = plan(which)
    size = side(places.form) * places.module
    scale = max(1, round(places.module / 25.4 * 300))
    version, level = places.form.split("-")
    page = FPDF(unit="mm", format=(which.page.width, which.page.height))
    page.set_auto_page_break(False)
    for at, label in enumerate(labels):
        if at % which.places == 0:
            page.add_page()
        x, y = which.corner(at % which.places)
        picture = io.BytesIO()
        text = payload(label.code)
        symbol = segno.make(text, version=int(version), error=level, micro=False, boost_error=False)
        symbol.save(picture, kind="png", scale=scale, border=0)
        page.image(picture, x + places.x, y + places.y, size, size)
        page.set_font("Courier", "B", places.code[0].pt)
        for slot, group in zip(places.code, groups(label.code), strict=True):
            page.text(x + slot.x - page.get_string_width(group) / 2, y + slot.top + 3, group)
        page.set_font("Helvetica", "B", 6)
        page.text(x + places.title[0].x - 8, y + places.title[0].top + 3, label.title)
        page.text(x + places.foot[0].x - 5, y + places.foot[0].top + 2, label.foot(1)[0])
    page.output(str(out))


if __name__ == "__main__":
    main()
