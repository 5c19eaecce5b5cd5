"""``ketuk doctor``: what is plugged in and works, and the remedy for what does not."""

from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ketuk.tui.cli.desk import REFUSED, Desk, desk
from ketuk.tui.words import Words

if TYPE_CHECKING:
    from ketuk.scanning.findings import Finding

_SIGNS = {"good": "✓", "note": "·", "bad": "✗"}
_VIEW = 80, 22
"""Columns and rows of the camera's picture."""


def register(app: typer.Typer, words: Words) -> None:
    """Add the command."""

    @app.command(help=words("doctor.help"))
    def doctor(
        ctx: typer.Context,
        nfc: Annotated[
            list[str] | None, typer.Option("--nfc", metavar="PATH", help=words("doctor.also_nfc"))
        ] = None,
        camera: Annotated[
            list[str] | None,
            typer.Option("--camera", metavar="SOURCE", help=words("doctor.only_camera")),
        ] = None,
        picture: Annotated[bool, typer.Option("--picture", help=words("doctor.picture"))] = False,
        as_json: Annotated[bool, typer.Option("--json", help=words("cli.as_json"))] = False,
    ) -> None:
        from ketuk.scanning.doctor import examine
        from ketuk.scanning.hush import hushed
        from ketuk.tui.diagnosis import boxes

        at = desk(ctx)
        bad = 0
        with hushed():
            looks = examine(data=at.data, nfc=nfc or (), sources=camera or ())
            for finding in chain(looks, boxes(at.data)):  # each is printed when it is found
                bad += finding.level == "bad"
                _print(at, finding, as_json=as_json)
            if picture and not as_json:
                _show(camera[0] if camera else "0")
        told = at.words("doctor.some_bad" if bad else "doctor.all_well", count=bad)
        if as_json:
            at.tell(
                {"check": "summary", "level": "bad" if bad else "good", "bad": bad, "says": told}
            )
        else:
            typer.echo(told)
        if bad:
            raise typer.Exit(REFUSED)


def _print(at: Desk, finding: "Finding", *, as_json: bool) -> None:
    from ketuk.tui.diagnosis import remedy, sentence

    said, cure = sentence(at.words, finding), remedy(at.words, finding)
    if as_json:
        record: dict[str, Any] = {"check": finding.id, "level": finding.level}
        record |= {"facts": dict(finding.facts), "says": said}
        at.tell(record | {"remedy": finding.remedy, "do": cure or None})
        return
    typer.echo(f"{_SIGNS[finding.level]} {at.words(f'doctor.{finding.level}'):<8} {said}")
    for line in cure.splitlines():
        typer.echo(f"             {line}")


def _show(source: str) -> None:
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
        typer.echo(line + "\x1b[0m")
