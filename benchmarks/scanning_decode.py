"""How many pictures each decoder reads, and how long it takes: the chain against single decoders.

    python benchmarks/scanning_decode.py [--photographs FOLDER] [--pictures 560] [--empty 10000]

The folder (or the variable KETUK_PHOTOGRAPHS) holds pictures and a ``manifest.tsv`` with the
columns ``path`` and ``expected``, several lines for a picture with several codes, ``expected``
empty where there is none. Without it only the generated sets are read.
"""

import argparse
import csv
import os
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np
from sticker_pictures import KINDS, empty_tables, shots

from ketuk.codes.payload import find_code
from ketuk.scanning.decode import (
    Chain,
    resized,
    sharpened,
    softened,
    steps,
    zbar,
    zxing,
)
from ketuk.scanning.sources import grey_picture

Decode = Callable[[np.ndarray], tuple[str, ...]]


def opencv(grey: np.ndarray) -> tuple[str, ...]:
    """OpenCV's own decoder, as a rival."""
    try:
        return tuple(t for t in cv2.QRCodeDetector().detectAndDecodeMulti(grey)[1] if t)
    except (cv2.error, UnicodeDecodeError):
        return ()


def everything(first: Decode, *others: Decode) -> Decode:
    """One after the other until something is read."""
    return lambda grey: next((texts for read in (first, *others) if (texts := read(grey))), ())


RIVALS: dict[str, Decode] = {
    "zxing-cpp": zxing,
    "zxing-cpp, sharpened": lambda grey: zxing(sharpened(grey)),
    "zxing-cpp, resized": lambda grey: zxing(resized(grey)),
    "zxing-cpp, softened": lambda grey: zxing(softened(grey)),
    "pyzbar": zbar,
    "OpenCV": opencv,
    "chain": Chain().read,
    "chain without pyzbar": Chain(steps(use_zbar=False)).read,
    "chain without zxing-cpp": Chain(steps(use_zxing=False)).read,
    "pyzbar first": everything(zbar, *(step.read for step in steps(use_zbar=False))),
}


def photographs(folder: Path) -> Iterator[tuple[np.ndarray, set[str]]]:
    """The pictures of a folder with the texts that they hold."""
    expected: dict[str, set[str]] = defaultdict(set)
    with (folder / "manifest.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            expected[row["path"]] |= {row["expected"].replace("\\\\", "\\")} - {""}
    for path, texts in expected.items():
        yield grey_picture(folder / path), texts


def compare(title: str, pictures: list[tuple[np.ndarray, set[str]]]) -> None:
    """A table of all rivals on the same pictures."""
    holding = sum(1 for _, texts in pictures if texts)
    print(f"\n{title}: {len(pictures)} pictures, {holding} with a code")
    print(f"{'':26}{'read':>6}{'median ms':>11}{'mean ms':>9}{'wrong':>7}{'ours that was not':>19}")
    for name, decode in RIVALS.items():
        read = wrong = ours = 0
        times = []
        for grey, texts in pictures:
            began = time.perf_counter()
            said = decode(grey)
            times.append(1000 * (time.perf_counter() - began))
            read += bool(texts & set(said))
            wrong += bool(set(said) - texts)
            ours += any(find_code(text) for text in set(said) - texts)
        middle, mean = statistics.median(times), statistics.mean(times)
        print(f"{name:26}{read:6}{middle:11.1f}{mean:9.1f}{wrong:7}{ours:19}")


def by_kind(count: int) -> None:
    """Which kinds of bad pictures each rival reads."""
    names = ("zxing-cpp", "pyzbar", "OpenCV", "chain")
    hits: dict[tuple[str, str], int] = defaultdict(int)
    total: dict[str, int] = defaultdict(int)
    for shot in shots(count):
        total[shot.kind] += 1
        for name in names:
            hits[shot.kind, name] += shot.text in RIVALS[name](shot.grey)
    print(f"\n{'generated, by kind':26}" + "".join(f"{name:>12}" for name in names))
    for kind in KINDS:
        shares = "".join(f"{100 * hits[kind, name] // total[kind]:11}%" for name in names)
        print(f"{kind:26}{shares}")


def false_texts(frames: Iterable[np.ndarray]) -> None:
    """Frames without a code, as a running camera reads them (and every tenth with every step)."""
    chain, number, said, ours = Chain(), 0, 0, 0
    for number, grey in enumerate(frames, 1):
        texts = chain.read_all(grey) if number % 10 == 0 else chain.look(grey)
        said += bool(texts)
        ours += any(find_code(text) for text in texts)
    print(f"\n{number} frames without a code: {said} with any text, {ours} with a text of our form")


def main() -> None:
    """All tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    folder = os.environ.get("KETUK_PHOTOGRAPHS")
    parser.add_argument("--photographs", type=Path, default=Path(folder) if folder else None)
    parser.add_argument("--pictures", type=int, default=560)
    parser.add_argument("--empty", type=int, default=10_000)
    chosen = parser.parse_args()
    if chosen.photographs is not None:
        compare("photographs", list(photographs(chosen.photographs)))
    compare("generated", [(shot.grey, {shot.text}) for shot in shots(chosen.pictures)])
    by_kind(chosen.pictures)
    blank = next(empty_tables(1, seed=3))
    compare("an empty table, 20 times", [(blank, set())] * 20)
    false_texts(empty_tables(chosen.empty))


if __name__ == "__main__":
    main()
