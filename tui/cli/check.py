"""``ketuk check``: the verdict on a code."""

from contextlib import closing

import click

from ketuk.tui.cli import options
from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.shell import argument, command


@command("check", help="cli_codes.check")
@argument("code", "CODE", help="cli_codes.arg_code")
@options.box_in_play
@click.pass_obj
def check(at: Desk, code: str, box: str | None) -> None:
    """The verdict on a code, by the box in play or its own."""
    from ketuk.codes.judging import TYPED
    from ketuk.tui.cli.scan_verdicts import ScanJudge

    with closing(ScanJudge(at, box)) as judge:
        verdict = judge.verdict(code, source=TYPED, uid=None)
    if at.as_json:
        at.tell(verdict.record)
    else:
        at.verdict(verdict.sentence, refused=verdict.refused)
    if verdict.refused:
        at.end()
