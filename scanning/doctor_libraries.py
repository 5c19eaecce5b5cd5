"""The packages and libraries that cards are read with."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from ketuk.scanning import decode
from ketuk.scanning.findings import Finding, bad, good, note
from ketuk.scanning.nfc_faults import warnings_left_alone

if TYPE_CHECKING:
    from ketuk.scanning.decode import Grey

_PACKAGES = (
    ("nfcpy", "nfc"),
    ("pyserial", "serial"),
    ("libusb1", "usb1"),
    ("zxing-cpp", "zxingcpp"),
    ("numpy", "numpy"),
)
_CV2_WHEELS = (
    "opencv-python",
    "opencv-python-headless",
    "opencv-contrib-python",
    "opencv-contrib-python-headless",
)
_TRIAL = "KTK:N5NG0ANCHAVD"


def packages() -> Iterator[Finding]:
    """Each package with its version, or that it cannot be loaded, and why."""
    for distribution, module in _PACKAGES:
        yield _package(distribution, module)
    yield from _opencv()
    yield from _pyzbar()


def decoding() -> Iterator[Finding]:
    """Whether each decoder reads a sticker made here, in three colours and inverted."""
    if not decode.has_zxing() and not decode.has_zbar():
        yield bad("no_decoder", "install_decoder")
        return
    missed = [f"{name} ({library})" for library, name in _unread()]
    if missed:
        yield bad("decoding_fails", "reinstall_decoder", pictures=", ".join(missed))
    else:
        yield good("decoding", steps="; ".join(step.name for step in decode.steps()))


def _unread() -> Iterator[tuple[str, str]]:
    """Which library that is there does not read which trial picture on its own."""
    zxing, zbar = decode.has_zxing(), decode.has_zbar()
    alone = {
        "zxing-cpp": decode.steps(use_zbar=False) if zxing else None,
        "pyzbar": decode.steps(use_zxing=False) if zbar else None,
    }
    for library, steps in alone.items():
        for name, grey in _trials() if steps else ():
            if decode.Chain(steps).read(grey) != (_TRIAL,):
                yield library, name


def _package(distribution: str, module: str) -> Finding:
    try:
        with warnings_left_alone():
            importlib.import_module(module)
    except (ImportError, OSError) as error:
        return bad("package_missing", "install_package", package=distribution, problem=str(error))
    return good("package", package=distribution, version=_version(distribution))


def _opencv() -> Iterator[Finding]:
    wheels = [name for name in _CV2_WHEELS if _version(name)]
    finding = _package(wheels[0] if wheels else "opencv-python", "cv2")
    if finding.id == "package_missing" and "libGL" in str(finding.facts.get("problem")):
        yield bad("opencv_without_gl", "install_libgl", **finding.facts)
    else:
        yield finding
    if len(wheels) > 1:  # they all bring the same module cv2 and overwrite one another
        yield note("several_opencv", "one_opencv", packages=", ".join(wheels))


def _pyzbar() -> Iterator[Finding]:
    if decode.has_zbar():
        yield good("package", package="pyzbar", version=_version("pyzbar"))
    elif _version("pyzbar"):
        yield note("no_libzbar", "install_libzbar")
    else:
        yield note("package_missing", "install_package", package="pyzbar", problem="not installed")


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""


def _trials() -> Iterator[tuple[str, Grey]]:
    """The same symbol in inks and papers that a printer may have."""
    import numpy as np
    import segno

    from ketuk.scanning.sources import grey_of

    symbol = segno.make(_TRIAL, version=2, error="h", micro=False, boost_error=False)
    dark = np.array([list(row) for row in symbol.matrix_iter(scale=6, border=4)], np.uint8) > 0
    for name, ink, paper in (
        ("black on white", (0, 0, 0), (255, 255, 255)),
        ("blue on white", (140, 50, 0), (255, 255, 255)),
        ("black on yellow", (0, 0, 0), (0, 230, 255)),
        ("white on black", (255, 255, 255), (0, 0, 0)),
    ):
        yield (
            name,
            grey_of(np.where(dark[..., None], np.array(ink, np.uint8), np.array(paper, np.uint8))),
        )
