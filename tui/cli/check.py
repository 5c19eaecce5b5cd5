"""``ketuk check``: the verdict on a code."""

from datetime import UTC, datetime
from typing import Annotated

import typer

from ketuk.tui.cli.desk import REFUSED, desk
from ketuk.tui.words import Words


def register(app: typer.Typer, words: Words) -> None:
    """Add the command."""

    @app.command(help=words("cli_codes.check"))
    def check(
        ctx: typer.Context,
        code: Annotated[str, typer.Argument(metavar="CODE", help=words("cli_codes.arg_code"))],
        box: Annotated[
            str | None,
            typer.Option("--box", metavar="BOX", help=words("cli_codes.opt_check_box")),
        ] = None,
        as_json: Annotated[bool, typer.Option("--json", help=words("cli.as_json"))] = False,
    ) -> None:
        from ketuk.codes.boxes import Boxes
        from ketuk.codes.judging import TYPED
        from ketuk.codes.verdict import Accepted, Copied, Revoked
        from ketuk.tui.cli.cards import box_open, cards_of, faults_told
        from ketuk.tui.telling.verdicts import record, told

        at, now, name = desk(ctx), datetime.now(UTC), ""
        if box is None:
            with faults_told(at):
                answer = Boxes(at.boxes).check(code, source=TYPED, now=now)
        else:
            with box_open(at, box) as registry:
                answer = registry.check(code, source=TYPED, now=now)
        if isinstance(answer, Accepted | Revoked | Copied) and answer.item is not None:
            with box_open(at, answer.box) as registry:
                name = cards_of(at, registry.box.ruleset).name(answer.item)
        if as_json:
            at.tell({**record(answer, name=name), "source": TYPED, "uid": None})
        else:
            typer.echo(told(at.words, answer, name=name))
        if not isinstance(answer, Accepted):
            raise typer.Exit(REFUSED)
