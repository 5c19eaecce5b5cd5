"""The command line on a data folder: in this process for single commands, as a child for kills."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner

from ketuk.tui.cli import build


@dataclass
class CommandLine:
    """``ketuk`` on one data folder."""

    data: Path

    def run(self, *arguments: str, code: int = 0, lang: str = "id", input: str = "") -> str:
        """What a command prints on both streams; ``code`` is the exit code it must have."""
        app = build("en" if lang == "en" else "id")
        asked = ["--data", str(self.data), "--lang", lang, *arguments]
        result = CliRunner().invoke(app, asked, input=input)
        assert "Traceback" not in result.output
        assert result.exit_code == code, result.output
        return result.output

    def records(
        self, *arguments: str, code: int = 0, lines: list[str] | None = None
    ) -> list[dict[str, Any]]:
        """What a command says in JSON; ``lines`` are its standard input."""
        more = ("--input", "-") if lines is not None else ()
        said = self.run(*arguments, *more, code=code, input="".join(f"{n}\n" for n in lines or []))
        records = [json.loads(line) for line in said.splitlines()]
        assert all(next(iter(record.items())) == ("v", 1) for record in records)
        return records

    def child(self, *arguments: str, **more: Any) -> "subprocess.Popen[str]":
        """The same command as a process of its own, its output to be read."""
        code = "from ketuk.tui.cli import main; main()"
        root = str(Path(__file__).resolve().parents[2])
        return subprocess.Popen(
            [sys.executable, "-c", code, "--data", str(self.data), *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": root}, **more,
        )  # fmt: skip


def of(records: list[dict[str, Any]], key: str) -> list[Any]:
    """The values of a key in those records that have it."""
    return [record[key] for record in records if key in record]


def every_command(
    command: click.Command | None = None, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """All commands and groups there are, the program itself first, each with its path."""
    command = command or build("en")
    yield path, command
    if isinstance(command, click.Group):
        ctx = click.Context(command)
        for name in command.list_commands(ctx):
            below = command.get_command(ctx, name)
            assert below is not None, name
            yield from every_command(below, (*path, name))
