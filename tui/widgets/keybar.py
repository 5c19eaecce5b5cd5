"""The keys of a screen in its last row; they can be pressed with the mouse too."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.text import Text
from textual import events
from textual.screen import Screen
from textual.widget import Widget

SHOWN = {
    "escape": "Esc", "enter": "Enter", "up": "↑", "down": "↓", "left": "←", "right": "→",
    "question_mark": "?", "slash": "/", "space": "␣", "ctrl+q": "^Q", "ctrl+p": "^P", "tab": "Tab",
    "f1": "F1", "f2": "F2", "f5": "F5", "plus": "+", "minus": "-",
}  # fmt: skip
"""Names of keys as people know them."""


COMMON = {
    "screens.key_back": 1,
    "screens.key_help": 2,
    "screens.key_language": 3,
    "screens.key_quit": 4,
}
"""Keys of every screen, in the order in which they come last."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key: as shown, the words key of what it does, and its action."""

    shown: str
    description: str
    action: str


def keys_of(screen: Screen[Any]) -> Iterator[Key]:
    """What is peculiar to a screen first, then the ways out and the keys of the app, each once."""
    found: dict[str, Key] = {}
    for holder in (screen, screen.app):
        for bindings in holder._bindings.key_to_bindings.values():
            for one in bindings:
                if one.show and one.description.startswith("screens."):
                    shown = SHOWN.get(one.key, one.key.upper() if len(one.key) == 1 else one.key)
                    found.setdefault(one.description, Key(shown, one.description, one.action))
    yield from sorted(found.values(), key=lambda k: COMMON.get(k.description, 0))


class KeyBar(Widget):
    """The row itself."""

    def __init__(self) -> None:
        super().__init__(classes="keybar")
        self._spans: list[tuple[int, int, str]] = []

    def render(self) -> Text:
        """As many keys as there is room for."""
        words: Any = self.app.words  # type: ignore[attr-defined]
        line, self._spans = Text(no_wrap=True, overflow="ellipsis"), []
        for key in keys_of(self.screen):
            start = line.cell_len
            told = f" {words(key.description)}  "
            if start + len(key.shown) + len(told) - 2 > self.size.width:
                break
            line.append(key.shown, "bold reverse")
            line.append(told)
            self._spans.append((start, line.cell_len, key.action))
        return line

    async def on_click(self, event: events.Click) -> None:
        """A key was pressed with the mouse."""
        for start, end, action in self._spans:
            if start <= event.x < end:
                await self.app.run_action(action, self.screen)
