"""What the screen needs of the cameras: silence, and a picture to aim by."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scenes import A, Studio

from ketuk.scanning.picture import Cell, cells

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("shape", "columns", "rows", "expected"),
    [
        ((720, 1280, 3), 80, 40, (22, 80)),
        ((720, 1280, 3), 200, 10, (10, 36)),
        ((480, 640), 40, 40, (15, 40)),
        ((1000, 100), 80, 24, (24, 5)),
        ((1, 1000), 80, 24, (1, 80)),
    ],
)
def test_it_fits_and_keeps_its_shape(shape, columns, rows, expected):
    view = cells(np.zeros(shape, np.uint8), columns=columns, rows=rows)
    assert (len(view), len(view[0])) == expected
    assert {len(row) for row in view} == {expected[1]}


def test_colours_are_red_green_blue_and_the_right_way_up():
    frame = np.zeros((4, 4, 3), np.uint8)
    frame[:2] = (255, 0, 0)
    frame[2:] = (0, 0, 255)
    assert cells(frame, columns=1, rows=1) == [[Cell(upper=(0, 0, 255), lower=(255, 0, 0))]]


def test_mirrored():
    frame = np.zeros((2, 2), np.uint8)
    frame[:, 0] = 200
    (row,) = cells(frame, columns=2, rows=1, mirrored=True)
    assert [cell.upper for cell in row] == [(0, 0, 0), (200, 200, 200)]


@pytest.mark.parametrize(("columns", "rows"), [(0, 5), (5, 0)])
def test_no_room_no_picture(columns, rows):
    assert cells(Studio().frame(A), columns=columns, rows=rows) == []


def test_native_prints_go_to_the_log_and_pythons_to_the_terminal(tmp_path):
    log = tmp_path / "native.log"
    program = f"""
import os, sys
from pathlib import Path
from ketuk.scanning.hush import hushed
with hushed(Path({str(log)!r})):
    os.write(2, b"native ")
    print("screen", file=sys.__stderr__)
os.write(2, b"after")
print(" python", file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, timeout=60, check=True
    )
    assert done.stderr.split() == [b"screen", b"after", b"python"]
    assert log.read_bytes() == b"native "


def test_hushing_leaks_no_handle():
    program = """
import os
from ketuk.scanning.hush import hushed
before = len(os.listdir("/proc/self/fd"))
for _ in range(20):
    with hushed():
        pass
assert len(os.listdir("/proc/self/fd")) == before
"""
    if os.path.isdir("/proc/self/fd"):
        subprocess.run([sys.executable, "-c", program], cwd=ROOT, timeout=60, check=True)
