"""``ketuk completion``: what a shell needs to complete commands, options, boxes and games."""

import os
from pathlib import Path
from typing import Any

import click
from click.shell_completion import get_completion_class

from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.shell import argument, command
from ketuk.tui.cli.values import OneOf

SHELLS = ("bash", "zsh", "fish", "powershell")
VARIABLE = "_KETUK_COMPLETE"


@command("completion", help="shell.completion")
@argument("shell", "|".join(SHELLS), help="shell.arg_shell", type=OneOf(SHELLS), required=False)
@click.pass_context
def completion(ctx: click.Context, shell: str | None) -> None:
    """The script for a shell, to be loaded by its start file."""
    at: Desk = ctx.obj
    known = Path(os.environ.get("SHELL", "")).stem
    name = shell or (
        known if known in SHELLS else at.refuse("shell.which", known=", ".join(SHELLS))
    )
    script = _script(ctx.find_root().command, name)
    if at.as_json:
        at.tell({"shell": name, "script": script})
    else:
        at.line(script.strip())


def _script(program: click.Command, shell: str) -> str:
    shell_class: Any = get_completion_class(shell)
    assert shell_class is not None, shell
    complete = shell_class(program, {}, "ketuk", VARIABLE)
    return str(complete.source_template % complete.source_vars())
