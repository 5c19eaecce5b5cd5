"""``ketuk box count``: which cards of a box are there. It goes on where it was left."""

from pathlib import Path
from typing import Annotated

import typer

from ketuk.tui.cli.desk import REFUSED, desk
from ketuk.tui.words import Words


def add(group: typer.Typer, words: Words) -> None:
    """Add the command to the group of ``box``."""

    @group.command(help=words("cli_count.help"))
    def count(
        ctx: typer.Context,
        box: Annotated[str, typer.Argument(metavar="BOX", help=words("cli_codes.arg_box"))],
        nfc: Annotated[
            list[str] | None, typer.Option("--nfc", metavar="PATH", help=words("cli_scan.nfc"))
        ] = None,
        camera: Annotated[
            list[str] | None,
            typer.Option("--camera", metavar="SOURCE", help=words("cli_scan.camera")),
        ] = None,
        image: Annotated[
            list[Path] | None,
            typer.Option("--image", metavar="FILE", readable=False, help=words("cli_scan.image")),
        ] = None,
        lines: Annotated[
            Path | None, typer.Option("--input", metavar="FILE", help=words("cli_count.input"))
        ] = None,
        show: Annotated[bool, typer.Option("--show", help=words("cli_count.show"))] = False,
        anew: Annotated[bool, typer.Option("--anew", help=words("cli_count.anew"))] = False,
        lost: Annotated[bool, typer.Option("--lost", help=words("cli_count.lost"))] = False,
        yes: Annotated[bool, typer.Option("--yes", help=words("cli_count.yes"))] = False,
        as_json: Annotated[bool, typer.Option("--json", help=words("cli.as_json"))] = False,
    ) -> None:
        from ketuk.codes import counting
        from ketuk.tui.cli.box_counting import give_up, take, tell
        from ketuk.tui.cli.cards import box_open, cards_of

        at = desk(ctx)
        with box_open(at, box) as registry:
            cards = cards_of(at, registry.box.ruleset)
            if lost:
                give_up(at, registry, cards, yes=yes, as_json=as_json)
                return
            if not show:
                take(at, registry, nfc, camera, image, lines, anew=anew, as_json=as_json)
            found = counting.count_of(registry)
            tell(at, registry, cards, found, as_json=as_json)
            if found is None or not found.complete:
                raise typer.Exit(REFUSED)
