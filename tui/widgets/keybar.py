"""The keys of a screen in its last row; they can be pressed with the mouse too."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.screen import Screen
from textual.widget import Widget

from ketuk.tui.words.languages import SPOKEN

SHOWN = {
    "escape": "Esc", "enter": "Enter", "up": "↑", "down": "↓", "left": "←", "right": "→",
    "question_mark": "?", "slash": "/", "space": "␣", "ctrl+q": "^Q", "ctrl+p": "^P",
    "ctrl+g": "^G", "tab": "Tab", "backspace": "Bksp", "plus": "+", "minus": "-",
    **{f"f{n}": f"F{n}" for n in range(1, 13)},
}  # fmt: skip
"""Names of keys as people know them."""


COMMON = {
    "screens.key_back": 1,
    "screens.key_help": 2,
    "screens.key_language": 3,
    "screens.key_quit": 4,
    "screens.key_sound": 5,
    "screens.key_motion": 6,
}
"""Keys of every screen, in the order in which they come last."""


HELP = "screens.key_help"


@dataclass(frozen=True, slots=True)
class Key:
    """One key: as shown, the words key of what it does, and its action."""

    shown: str
    description: str
    action: str


def keys_of(screen: Screen[Any]) -> Iterator[Key]:
    """What is peculiar to a screen first, then the ways out and the keys of the app, each once."""
    keys: dict[str, Key] = {}
    for holder in (screen, screen.app):
        for bindings in holder._bindings.key_to_bindings.values():
            for one in bindings:
                offered = one.show and ".key_" in one.description
                if offered and holder.check_action(one.action, ()):
                    shown = SHOWN.get(one.key, one.key.upper() if len(one.key) == 1 else one.key)
                    keys.setdefault(one.description, Key(shown, one.description, one.action))
    yield from sorted(keys.values(), key=lambda k: COMMON.get(k.description, 0))


def label(key: Key, screen: Screen[Any]) -> str:
    """What a key does on a screen, in the language of now and in the words of the set that is
    played there; that of the language names the next one.
    """
    app: Any = screen.app
    words = getattr(screen, "session", app).words
    following = app.settings.with_language(words.language).next_language
    return str(words(key.description, language=SPOKEN[following].name))


class KeyBar(Widget):
    """The row itself."""

    def __init__(self) -> None:
        super().__init__(classes="keybar")
        self._spans: list[tuple[int, int, str]] = []
        self._hint = ""

    def hint(self, key: str) -> None:
        """Mark this key while it is held; empty: none is."""
        if key.upper() != self._hint:
            self._hint = key.upper()
            self.refresh()

    def render(self) -> Text:
        """As many keys as there is room for; the one for help, which tells the others, is kept."""
        line, self._spans = Text(no_wrap=True, overflow="ellipsis"), []
        keys = [(key, f" {label(key, self.screen)}  ") for key in keys_of(self.screen)]
        for key, text in _fitting(keys, self.size.width):
            start = line.cell_len
            line.append(key.shown, "bold reverse")
            line.append(text, "reverse" if key.shown == self._hint else "")
            self._spans.append((start, line.cell_len, key.action))
        return line

    async def on_click(self, event: events.Click) -> None:
        """A key was pressed with the mouse."""
        for start, end, action in self._spans:
            if start <= event.x < end:
                await self.app.run_action(action, self.screen)


def _fitting(labelled: list[tuple[Key, str]], width: int) -> list[tuple[Key, str]]:
    """The first keys of a row that wide, and the last of them help if not all fit."""
    wide = [cell_len(key.shown) + cell_len(text) for key, text in labelled]
    if sum(wide) - 2 <= width:
        return labelled
    at = next((n for n, (key, _) in enumerate(labelled) if key.description == HELP), None)
    left = width + 2 - (wide[at] if at is not None else 0)
    first: list[tuple[Key, str]] = []
    for number, one in enumerate(labelled):
        left -= 0 if number == at else wide[number]
        if left < 0:
            break
        first.append(one)
    return first if at is None or labelled[at] in first else [*first, labelled[at]]
