"""Code that runs in a process of its own, to be limited or killed there."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

SUPPORT = Path(__file__).resolve().parent


def environment() -> dict[str, str]:
    """Variables with which a child finds this project and the modules beside this one."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(SUPPORT.parents[1]), str(SUPPORT)])}


def in_child(
    code: str, *arguments: str, within: tuple[str, ...] = ()
) -> "subprocess.CompletedProcess[str]":
    """Run code to its end and say what it printed; ``within``: the command that starts it."""
    return subprocess.run(
        [*within, sys.executable, "-c", textwrap.dedent(code), *arguments],
        env=environment(), capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
