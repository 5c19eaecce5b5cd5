"""``ketuk doctor``: what is plugged in and works, and the remedy for what does not."""

from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from ketuk.tui.cli import options
from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.shell import command, flag

if TYPE_CHECKING:
    from ketuk.scanning.findings import Finding

_SIGNS = {"good": "✓", "note": "·", "bad": "✗"}
_COLOURS = {"good": "green", "note": "yellow", "bad": "red"}
_VIEW = 80, 22
"""Columns and rows of the camera's picture."""


@command("doctor", help="doctor.help")
@options.readers(nfc="doctor.also_nfc", camera="doctor.only_camera")
@flag("--picture", help="doctor.picture")
@click.pass_obj
def doctor(at: Desk, nfc: tuple[str, ...], camera: tuple[str, ...], picture: bool) -> None:
    """Each finding is told when it is made; code 1 if one is bad."""
    from ketuk.scanning.doctor import examine
    from ketuk.scanning.hush import hushed
    from ketuk.tui.diagnosis import boxes, itself, set_aside, sound
    from ketuk.tui.sound.speaker import Speaker

    bad = 0
    with hushed():
        looks = examine(data=at.data, nfc=nfc or (), sources=camera or ())
        checks = chain([itself()], looks, boxes(at.data), set_aside(at.data), sound(Speaker()))
        for finding in checks:  # each is printed when it is found
            bad += finding.level == "bad"
            _print(at, finding)
        if picture and not at.as_json:
            _show(at, camera[0] if camera else "0")
    summary = at.words("doctor.some_bad" if bad else "doctor.all_well", count=bad)
    if at.as_json:
        at.tell(
            {"check": "summary", "level": "bad" if bad else "good", "bad": bad, "says": summary}
        )
    else:
        at.line(summary)
    if bad:
        at.end()


def _print(at: Desk, finding: "Finding") -> None:
    from ketuk.tui.diagnosis import remedy, sentence

    finding_text, cure = sentence(at.words, finding), remedy(at.words, finding)
    if at.as_json:
        record: dict[str, Any] = {"check": finding.id, "level": finding.level}
        record |= {"facts": dict(finding.facts), "says": finding_text}
        at.tell(record | {"remedy": finding.remedy, "do": cure or None})
        return
    level = f"{_SIGNS[finding.level]} {at.words(f'doctor.{finding.level}'):<8}"
    at.line(f"{click.style(level, fg=_COLOURS[finding.level])} {finding_text}")
    for line in cure.splitlines():
        at.line(f"             {line}")


def _show(at: Desk, source: str) -> None:
    """One picture of a camera in half blocks, in 24-bit colours."""
    from ketuk.scanning.doctor_cameras import glimpse
    from ketuk.scanning.picture import HALF_BLOCK, cells

    columns, rows = _VIEW
    frame = glimpse(source)  # None: the findings have said why
    for row in [] if frame is None else cells(frame, columns=columns, rows=rows):
        line = "".join(
            "\x1b[38;2;{};{};{}m\x1b[48;2;{};{};{}m".format(*cell.upper, *cell.lower) + HALF_BLOCK
            for cell in row
        )
        at.line(line + "\x1b[0m")
