"""Options and arguments that several commands share, each declared once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.shell import a_file, argument, flag, option
from ketuk.tui.cli.values import OneOf, Whole

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Declared = Callable[[Any], Any]

SOURCES = ("app", "real")
"""Where dice and cards come from."""
EDITIONS = ("hp", "kertas")
"""Editions of a book; a set may have none to choose from."""


def first_rules() -> str:
    """The rule set that is meant if none is named: the first that comes with the game."""
    from ketuk.engine import FIRST

    return FIRST


def _boxes(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Boxes that a shell may offer."""
    from ketuk.codes.boxes import Boxes

    at = ctx.find_object(Desk)
    ids = Boxes(at.boxes).ids() if at is not None else ()
    return [box for box in ids if box.startswith(incomplete.upper())]


def _games(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Saved games that a shell may offer."""
    from ketuk.rooms.journal import FILE, Journal

    at = ctx.find_object(Desk)
    if at is None or not (at.data / FILE).exists():
        return []
    with Journal.open(at.data / FILE) as journal:
        return [name for name in journal.names() if name.startswith(incomplete)]


# ---- what is meant

a_box = argument("box", "BOX", help="cli_codes.arg_box", shell_complete=_boxes)
box_in_play = option("--box", metavar="BOX", help="cli_codes.opt_check_box", shell_complete=_boxes)
a_card = argument("item", "ITEM", help="cli_codes.arg_item")
some_items = option("--items", metavar="35,S01", help="cli_codes.opt_items")
a_game = argument("game", "GAME", help="cli_play.arg_game", shell_complete=_games)
a_rule_set = option("--ruleset", metavar="NAME|FILE", help="cli_play.ruleset", default=first_rules)
dice = option("--dice", type=OneOf(SOURCES), help="cli_play.dice", default="app")
decks = option("--decks", type=OneOf(SOURCES), help="cli_play.decks", default="app")

edition = option("--edition", type=OneOf(EDITIONS), help="cli_play.edition")
house = option("--house", metavar="RULE,RULE,...", help="cli_play.house", default="")
numbers = option("--set", "numbers", metavar="NAME=N,...", help="cli_play.set", default="")
table = option("--table", metavar="FILE", help="cli_play.table")

# ---- files

yes = flag("--yes", help="cli_play.opt_yes")
force = flag("--force", help="cli.force")
font = option("--font", metavar="TTF", type=a_file, help="cli_codes.opt_font")
csv_out = option("--csv", "table", metavar="CSV", type=a_file, help="cli_codes.opt_csv")


def pdf_out(help: str = "cli_codes.opt_out", *, required: bool = False) -> Declared:
    """``--out`` of a command that prints."""
    return option("--out", metavar="PDF", type=a_file, help=help, required=required)


def label_paper(function: Any) -> Any:
    """``--label`` and ``--start``: the paper, and its first free label."""
    start = option("--start", type=Whole(), help="cli_codes.opt_start", default=1)
    paper = option("--label", metavar="PAPER", help="cli_codes.opt_label")
    return paper(start(function))


# ---- readers


def readers(nfc: str = "cli_scan.nfc", camera: str = "cli_scan.camera") -> Declared:
    """``--nfc`` and ``--camera``, each as often as there are readers."""
    each = (
        option("--nfc", metavar="PATH", multiple=True, help=nfc),
        option("--camera", metavar="SOURCE", multiple=True, help=camera),
    )
    return lambda function: each[0](each[1](function))


images = option("--image", metavar="FILE", type=a_file, multiple=True, help="cli_scan.image")
