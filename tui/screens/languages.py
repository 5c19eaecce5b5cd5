"""The languages: those that are ticked are the ones that F2 goes round."""

from __future__ import annotations

from ketuk.tui.screens.choosing import ChooseScreen
from ketuk.tui.widgets.asking import Choices
from ketuk.tui.words.languages import LANGUAGES, SPOKEN


class Languages(ChooseScreen):
    """Each line is a language in its own name; choosing it ticks it or takes the tick away."""

    def __init__(self) -> None:
        super().__init__(lambda: self.app.words("screens.languages_head"), self._lines)
        self.add_class("languages")

    def _lines(self) -> list[str]:
        words, settings, lines = self.app.words, self.app.settings, []
        for language in LANGUAGES:
            name = SPOKEN[language].name
            label = (
                words("screens.languages_now", name=name) if language == words.language else name
            )
            lines.append(f"{'■' if language in settings.spoken else '□'} {label}")
        return lines

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Tick the language, or take the tick away; who reads it no longer gets the next one."""
        event.prevent_default()
        at = self.place_of(event.choice)
        chosen, settings = LANGUAGES[at], self.app.settings
        ticked = set(settings.spoken) ^ {chosen}
        settings = settings.with_language(self.app.words.language).with_spoken(ticked)
        if settings.language not in settings.spoken:
            settings = settings.with_language(settings.next_language)
        self.app.speak(settings)
        self.query_one(Choices).move(at)
