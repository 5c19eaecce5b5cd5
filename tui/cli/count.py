"""``ketuk box count``: which cards of a box are there. It goes on where it was left."""

from pathlib import Path

import click

from ketuk.tui.cli import options
from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.shell import a_file, command, flag, option


@command("count", help="cli_count.help")
@options.a_box
@options.readers()
@options.images
@option("--input", "lines", metavar="FILE", type=a_file, help="cli_count.input")
@flag("--show", help="cli_count.show")
@flag("--anew", help="cli_count.anew")
@flag("--lost", help="cli_count.lost")
@flag("--yes", help="cli_count.yes")
@click.pass_obj
def count(
    at: Desk,
    box: str,
    nfc: tuple[str, ...],
    camera: tuple[str, ...],
    image: tuple[Path, ...],
    lines: Path | None,
    show: bool,
    anew: bool,
    lost: bool,
    yes: bool,
) -> None:
    """Cards are ticked off as they are read, until all are there or somebody stops."""
    from ketuk.codes import counting
    from ketuk.tui.cli.box_counting import give_up, take, tell
    from ketuk.tui.cli.cards import box_open, cards_of

    with box_open(at, box) as registry:
        cards = cards_of(at, registry.box.ruleset)
        if lost:
            give_up(at, registry, cards, yes=yes)
            return
        if not show:
            take(at, registry, nfc, camera, image, lines, anew=anew)
        standing = counting.count_of(registry)
        tell(at, registry, cards, standing)
        if standing is None or not standing.complete:
            at.end()
