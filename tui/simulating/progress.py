"""A bar of games on standard error, with games a second and the time that is left."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ketuk.tui.words import Words


@dataclass(slots=True)
class Bar:
    """A bar, or nothing where nobody would see one."""

    done: Callable[[int], None]
    """Is told how many games are done; the first time those that were kept."""
    in_sight: bool
    _waits: Callable[[], bool]
    _waited: bool = False

    def begins_to_wait(self) -> bool:
        """Whether nobody is there any more who could play, and no bar says so: once each time."""
        before, self._waited = self._waited, not self.in_sight and self._waits()
        return self._waited and not before


@contextmanager
def bar(words: Words, games: int, *, hidden: bool, waits: Callable[[], bool]) -> Iterator[Bar]:
    """A bar while games are played.

    Args:
        waits: whether nobody is there who could play; then that is said in the place of the pace.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, Task, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft
    from rich.text import Text

    class Pace(TextColumn):
        def render(self, task: Task) -> Text:
            if waits():
                return Text(words("simulate.no_workers"))
            speed = task.finished_speed or task.speed
            return Text(words("simulate.pace", pace=f"{speed:.1f}" if speed else "-"))

    shown = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), Pace(""), TimeLeft())
    with Progress(*columns, console=shown, disable=hidden or not shown.is_terminal) as progress:
        task = progress.add_task("", total=games, start=False)

        def done(count: int) -> None:
            progress.update(task, completed=count)
            if not progress.tasks[0].started:
                progress.start_task(task)

        yield Bar(done, not progress.disable, waits)
