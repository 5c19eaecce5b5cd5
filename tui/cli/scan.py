"""``ketuk scan``: read cards and print the verdicts, without a game."""

from pathlib import Path
from typing import Annotated

import typer

from ketuk.tui.cli.desk import REFUSED, desk
from ketuk.tui.words import Words


def register(app: typer.Typer, words: Words) -> None:
    """Add the command."""

    @app.command(help=words("cli_scan.help"))
    def scan(
        ctx: typer.Context,
        more: Annotated[
            list[Path] | None,
            typer.Argument(metavar="[FILE]...", readable=False, help=words("cli_scan.more_images")),
        ] = None,
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
        box: Annotated[
            str | None, typer.Option("--box", metavar="BOX", help=words("cli_codes.opt_check_box"))
        ] = None,
        wait: Annotated[bool, typer.Option("--wait", help=words("cli_scan.wait"))] = False,
        as_json: Annotated[bool, typer.Option("--json", help=words("cli.as_json"))] = False,
    ) -> None:
        if more and not image:
            raise typer.BadParameter(words("cli_scan.image_first"), param_hint="FILE")
        from ketuk.tui.cli.listening import Clerk, readers
        from ketuk.tui.cli.scan_verdicts import Judge

        with Clerk(desk(ctx), Judge(desk(ctx), box), as_json=as_json) as clerk:
            if image:
                clerk.read_pictures([*image, *(more or [])])
            if nfc or camera or not image:
                clerk.listen(readers(nfc or [], camera or []), wait=wait)
            if clerk.refused:
                raise typer.Exit(REFUSED)
