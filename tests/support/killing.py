"""Killing a program right before any of the steps that it takes on the disk."""

import os
import signal
import sys
from collections.abc import Callable
from typing import NoReturn

STEPS = {
    "open", "os.rename", "os.link", "os.remove", "os.truncate", "sqlite3.connect", "shutil.copyfile"
}  # fmt: skip
"""What a program does to files, as Python's audit hooks name it."""


def killed(step: int, work: Callable[[], object]) -> bool:
    """Do it in a child that is killed right before its step of that number; False: it ended."""
    child = os.fork()
    if child == 0:
        _do(step, work)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.waitstatus_to_exitcode(status) == 0
    return os.WIFSIGNALED(status)


def _do(step: int, work: Callable[[], object]) -> NoReturn:
    left = step

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        if event in STEPS:
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    try:
        sys.addaudithook(count)
        work()
    except BaseException:
        os._exit(1)
    os._exit(0)
