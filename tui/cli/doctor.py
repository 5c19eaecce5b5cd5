"""``ketuk doctor``: what is plugged in and works, and the remedy for what does not."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tui.cli.desk import REFUSED, Desk, desk
from tui.words import Words

if TYPE_CHECKING:
    from scanning.findings import Finding

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
        as_json: Annotated[bool, typer.Option("--json", help=words("doctor.json"))] = False,
    ) -> None:
        from scanning.doctor import examine
        from scanning.hush import hushed

        at = desk(ctx)
        bad = 0
        with hushed():
            for finding in (
                *examine(data=at.data, nfc=nfc or (), sources=camera or ()),
                *_boxes(at),
            ):
                bad += finding.level == "bad"
                _print(at, finding, as_json=as_json)
            if picture and not as_json:
                _show(camera[0] if camera else "0")
        if not as_json:
            at.say("doctor.some_bad" if bad else "doctor.all_well", count=bad)
        if bad:
            raise typer.Exit(REFUSED)


def sentence(words: Words, finding: "Finding") -> str:
    """What the doctor found, in words."""
    facts, reason = finding.facts, finding.facts.get("reason")
    kind = "camera" if "source" in facts else "nfc"
    if words.has(key := f"scanning.{kind}_{reason}"):
        name = facts.get("source") or facts.get("name") or facts.get("path")
        return words(f"doctor.{finding.id}", why=words(key, source=name), **facts)
    return words(f"doctor.{finding.id}", why=reason, **facts)


def remedy(words: Words, finding: "Finding") -> str:
    """What can be done about it, ready to be pasted; ``""`` if nothing need be done."""
    if finding.remedy is None:
        return ""
    return words(f"doctor.remedy_{finding.remedy}", **finding.facts)


def _print(at: Desk, finding: "Finding", *, as_json: bool) -> None:
    said, cure = sentence(at.words, finding), remedy(at.words, finding)
    if as_json:
        record: dict[str, Any] = {"check": finding.id, "level": finding.level, **finding.facts}
        at.tell(record | {"says": said, "remedy": finding.remedy, "do": cure or None})
        return
    typer.echo(f"{_SIGNS[finding.level]} {at.words(f'doctor.{finding.level}'):<8} {said}")
    for line in cure.splitlines():
        typer.echo(f"             {line}")


def _boxes(at: Desk) -> "Iterator[Finding]":
    """Opening a registry looks it through for damage."""
    from codes.boxes import Boxes
    from codes.fault import CodesFault
    from scanning.findings import bad, good, note

    boxes = Boxes(at.boxes)
    if not boxes.ids():
        yield note("no_box")
    for box in boxes.ids():
        try:
            with boxes.open(box) as registry:
                items, active = len(registry.items()), len(registry.stickers())
                yield good("box", box=box, name=registry.box.name, items=items, active=active)
        except CodesFault as fault:
            cure = "data_folder" if fault.fault == "forbidden" else "restore_box"
            yield bad("box_bad", cure, box=box, problem=str(fault.fault))


def _show(source: str) -> None:
    """One picture of a camera in half blocks, in 24-bit colours."""
    from scanning.doctor_cameras import glimpse
    from scanning.picture import HALF_BLOCK, cells

    columns, rows = _VIEW
    frame = glimpse(source)  # None: the findings have said why
    for row in [] if frame is None else cells(frame, columns=columns, rows=rows):
        line = "".join(
            "\x1b[38;2;{};{};{}m\x1b[48;2;{};{};{}m".format(*cell.upper, *cell.lower) + HALF_BLOCK
            for cell in row
        )
        typer.echo(line + "\x1b[0m")
