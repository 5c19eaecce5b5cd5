"""``ketuk check``: the verdict on a code."""

from datetime import UTC, datetime

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
    from ketuk.codes.boxes import Boxes
    from ketuk.codes.judging import TYPED
    from ketuk.codes.verdict import Accepted, Copied, Revoked
    from ketuk.tui.cli.cards import box_open, cards_of, faults_told
    from ketuk.tui.telling.verdicts import record, told

    now, name = datetime.now(UTC), ""
    if box is None:
        with faults_told(at):
            answer = Boxes(at.boxes).check(code, source=TYPED, now=now)
    else:
        with box_open(at, box) as registry:
            answer = registry.check(code, source=TYPED, now=now)
    if isinstance(answer, Accepted | Revoked | Copied) and answer.item is not None:
        with box_open(at, answer.box) as registry:
            name = cards_of(at, registry.box.ruleset).name(answer.item)
    if at.as_json:
        at.tell({**record(answer, name=name), "source": TYPED, "uid": None})
    else:
        at.line(told(at.words, answer, name=name))
    if not isinstance(answer, Accepted):
        at.end()
