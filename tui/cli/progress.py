"""A bar on standard error for work that takes longer than a breath; standard output stays clean."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress(label: str, count: int, *, hidden: bool = False) -> Iterator[Callable[[], None]]:
    """A function to call after each of ``count`` steps. One step needs no bar."""
    if hidden or count <= 1:
        yield lambda: None
        return
    with click.progressbar(length=count, label=label, file=sys.stderr) as bar:
        yield lambda: bar.update(1)
