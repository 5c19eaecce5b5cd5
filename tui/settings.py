"""What a person has set for good, in ``settings.json`` of the data folder."""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ketuk.tui.words import Language

FILE = "settings.json"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings, with what holds before anybody set anything."""

    language: Language = "id"
    bell: bool = True
    paper: str = ""
    """The label paper that was printed on last."""
    folder: str = ""
    """Where a file was written last."""
    camera: str = ""
    """The camera that was chosen on the screen; empty for the first one."""

    @classmethod
    def load(cls, data: Path) -> "Settings":
        """Those of a data folder; a file that cannot be read counts as none."""
        with suppress(OSError, ValueError):
            found = json.loads((data / FILE).read_text("utf-8"))
            if isinstance(found, dict):
                language: Language = "en" if found.get("language") == "en" else "id"
                texts = (str(found.get(key) or "") for key in ("paper", "folder", "camera"))
                return cls(language, found.get("bell") is not False, *texts)
        return cls()

    def save(self, data: Path) -> OSError | None:
        """Keep them; what the system says where it cannot be, and they hold for this run only."""
        from ketuk.codes.disk import own_folder

        part = data / f"{FILE}.part"
        try:
            own_folder(data)
            part.write_text(json.dumps(asdict(self)), "utf-8")
            part.replace(data / FILE)
        except OSError as error:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            return error
        return None

    def with_language(self, language: Language) -> "Settings":
        """The same in another language."""
        return replace(self, language=language)

    def with_bell(self, bell: bool) -> "Settings":
        """The same with the bell on or off."""
        return replace(self, bell=bell)

    def with_paper(self, paper: str) -> "Settings":
        """The same with another label paper."""
        return replace(self, paper=paper)

    def with_camera(self, camera: str) -> "Settings":
        """The same with another camera."""
        return replace(self, camera=camera)

    def with_folder(self, folder: Path) -> "Settings":
        """The same with another folder for files."""
        return replace(self, folder=str(folder))
