"""What a person has set for good, in ``settings.json`` of the data folder."""

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ketuk.tui.words import LANGUAGES, Language
from ketuk.tui.words.of_system import language_of_system

FILE = "settings.json"
HOME: tuple[Language, ...] = ("id", "en")
"""Languages that are spoken if nobody has ticked any."""
REMINDERS_S = (0, 60, 120, 180, 300)
"""Seconds after which people may have themselves reminded; 0 for never."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings, with what holds before anybody set anything."""

    language: Language = HOME[0]
    spoken: tuple[Language, ...] = HOME
    """The languages that F2 goes round, in the order of ``LANGUAGES``."""
    bell: bool = True
    """Whether anything is to be heard."""
    paper: str = ""
    """The label paper that was printed on last."""
    folder: str = ""
    """Where a file was written last."""
    camera: str = ""
    """The camera that was chosen on the screen; empty for the first one."""
    reminder_s: int = 0
    """Seconds after which somebody who is asked is reminded; 0 for never."""
    motion: bool = True
    """Whether dice roll and pawns walk."""
    laptop: str = ""
    """What this machine was called when it joined another one's table."""

    @classmethod
    def load(cls, data: Path) -> "Settings":
        """Those of a data folder; a file that cannot be read counts as none."""
        with suppress(OSError, ValueError, RecursionError):
            entries = json.loads((data / FILE).read_text("utf-8"))
            if isinstance(entries, dict):
                fresh = cls.fresh()
                language = _one(entries.get("language")) or fresh.language
                spoken = _ours(entries.get("spoken")) or fresh.spoken
                keys = "paper", "folder", "camera", "laptop"
                named = {key: _text(entries.get(key)) for key in keys}
                reminder = entries.get("reminder_s")
                reminder_s = reminder if reminder in REMINDERS_S else 0
                bell, motion = (entries.get(key) is not False for key in ("bell", "motion"))
                return cls(language, spoken, bell, reminder_s=reminder_s, motion=motion, **named)
        return cls.fresh()

    @classmethod
    def fresh(cls) -> "Settings":
        """Those of a new data folder: the system's locale picks the language, if it is ours."""
        language = language_of_system() or HOME[0]
        return cls(language, _ours((*HOME, language)))

    def save(self, data: Path) -> OSError | None:
        """Keep them; what the system says if it cannot be, and they hold for this run only.

        What a newer version has set beside them stays; a damaged file is set aside.
        """
        from ketuk.codes.disk import own_folder, owner_only

        part = data / f"{FILE}.part"
        try:
            own_folder(data)
            others = _kept(data / FILE)
            with open(part, "w", encoding="utf-8", opener=owner_only) as file:
                json.dump({**others, **asdict(self)}, file)
            part.replace(data / FILE)
        except OSError as error:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            return error
        return None

    def with_language(self, language: Language) -> "Settings":
        """The same in another language."""
        return replace(self, language=language)

    def with_spoken(self, spoken: Iterable[Language]) -> "Settings":
        """The same with other languages to go round; the last one that is ticked stays so."""
        return replace(self, spoken=_ours(spoken) or self.spoken)

    @property
    def next_language(self) -> Language:
        """The language after this one among those that are ticked."""
        at = LANGUAGES.index(self.language)
        ring = (*LANGUAGES[at + 1 :], *LANGUAGES[: at + 1])
        return next((one for one in ring if one in self.spoken), self.language)

    def with_bell(self, bell: bool) -> "Settings":
        """The same with the bell on or off."""
        return replace(self, bell=bell)

    def with_reminder(self, seconds: int) -> "Settings":
        """The same with another time after which to remind."""
        return replace(self, reminder_s=seconds)

    def with_motion(self, motion: bool) -> "Settings":
        """The same where things move or not."""
        return replace(self, motion=motion)

    def with_paper(self, paper: str) -> "Settings":
        """The same with another label paper."""
        return replace(self, paper=paper)

    def with_camera(self, camera: str) -> "Settings":
        """The same with another camera."""
        return replace(self, camera=camera)

    def with_laptop(self, name: str) -> "Settings":
        """The same with another name of this machine."""
        return replace(self, laptop=name)

    def with_folder(self, folder: Path) -> "Settings":
        """The same with another folder for files."""
        return replace(self, folder=str(folder))


def _kept(file: Path) -> dict[str, Any]:
    """What the file holds, of whatever version; it is set aside if that cannot be read."""
    from ketuk.rooms.small_file import json_object, set_aside

    try:
        content = file.read_bytes()
    except PermissionError:  # as after a run by root
        set_aside(file)
        return {}
    except OSError:
        return {}
    entries = json_object(content)
    if entries is None and content:
        set_aside(file)
    return entries or {}


def _text(entry: object) -> str:
    """Of what is kept as a name or a path; nothing where it cannot be one."""
    return entry if isinstance(entry, str) and entry.isprintable() else ""


def _one(entry: object) -> Language | None:
    return next((language for language in LANGUAGES if language == entry), None)


def _ours(entry: object) -> tuple[Language, ...]:
    """Those of our languages that are named, in their order; none if it is no list."""
    named = list(entry) if isinstance(entry, Iterable) and not isinstance(entry, str) else []
    return tuple(language for language in LANGUAGES if language in named)
