"""``ketuk box rename`` and ``ketuk box delete``."""

import click

from ketuk.codes.fault import CodesFault
from ketuk.tui.cli import options
from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.shell import argument, command


@command("rename", help="cli_codes.box_rename")
@options.a_box
@argument("name", "NAME", help="cli_play.arg_new_name")
@click.pass_obj
def rename_box(at: Desk, box: str, name: str) -> None:
    """A box is called otherwise."""
    from ketuk.tui.cli.cards import box_open

    with box_open(at, box) as registry:
        facts = {"box": registry.box_id, "name": registry.rename(name)}
    at.report(facts, "cards.renamed", **facts)


@command("delete", help="cli_codes.box_delete")
@options.a_box
@options.yes
@click.pass_obj
def delete_box(at: Desk, box: str, yes: bool) -> None:
    """A box leaves the list."""
    from ketuk.codes.boxes import Boxes
    from ketuk.tui.cli.cards import faults_told
    from ketuk.tui.cli.saved import journal_open
    from ketuk.tui.saved.shelf import games_with

    boxes, facts = Boxes(at.boxes), {"box": box.upper(), "name": "?"}
    with faults_told(at):
        try:
            with boxes.called(box) as registry:
                facts = {"box": registry.box_id, "name": registry.box.name}
        except CodesFault:
            if facts["box"] not in boxes.ids():  # one that cannot be read can go too
                raise
    with journal_open(at) as journal:
        games = games_with(journal, facts["box"])
    if not yes and not at.agreed("cli_codes.delete_sure", games=games, **facts):
        at.refuse("cli_play.not_deleted")
    with faults_told(at):
        kept = boxes.remove(facts["box"])
    at.report({**facts, "path": str(kept)}, "cards.deleted", **facts, path=kept)
