"""``ketuk scan``: read cards and print the verdicts, without a game."""

from pathlib import Path

import click

from ketuk.tui.cli import options
from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.shell import a_file, argument, command, flag


@command("scan", help="cli_scan.help")
@argument("pictures", "FILE", type=a_file, nargs=-1, help="cli_scan.pictures")
@options.readers()
@options.images
@options.box_in_play
@flag("--wait", help="cli_scan.wait")
@click.pass_obj
def scan(
    at: Desk,
    pictures: tuple[Path, ...],
    nfc: tuple[str, ...],
    camera: tuple[str, ...],
    image: tuple[Path, ...],
    box: str | None,
    wait: bool,
) -> None:
    """Pictures first, then the readers named; without either, every NFC reader that there is."""
    from ketuk.tui.cli.listening import ScanClerk, readers
    from ketuk.tui.cli.scan_verdicts import ScanJudge

    with ScanClerk(at, ScanJudge(at, box)) as clerk:
        if files := (*image, *pictures):
            clerk.read_pictures(files)
        if nfc or camera or not files:
            clerk.listen(readers(nfc, camera), wait=wait)
        if clerk.refused:
            at.end()
