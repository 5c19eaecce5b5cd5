"""The language that the system says its people read."""

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping

from ketuk.tui.words.languages import LANGUAGES, Language

NONE = ("", "C", "POSIX")
"""Values of a locale that name no language."""
MACOS = ("/usr/bin/defaults", "read", "-g", "AppleLocale")
PATIENCE = 2.0
"""Seconds that the system has for its answer."""
OLD: Mapping[str, Language] = {"in": "id", "zsm": "ms", "may": "ms"}
"""Other codes of our languages."""


def language_of_system(
    environ: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> Language | None:
    """The first language of the system's locale that Ketuk speaks; None if it is another one.

    The environment says it first, as gettext has it; where it says nothing, Windows and macOS are
    asked for what their settings say.
    """
    wanted = next((v for n in ("LC_ALL", "LC_MESSAGES", "LANG") if (v := environ.get(n))), None)
    if wanted is not None:
        if wanted.partition(".")[0] in NONE:
            return None
        return _first([*environ.get("LANGUAGE", "").split(":"), wanted])
    if platform == "win32":
        return _first([_of_windows()])
    return _first([_of_macos()]) if platform == "darwin" else None


def _first(locales: Iterable[str]) -> Language | None:
    """Of names as ``pt_BR.UTF-8`` or ``ms-MY``, the first whose language is one of ours."""
    for locale in locales:
        code = locale.replace("-", "_").partition("_")[0].partition(".")[0].lower()
        for language in LANGUAGES:
            if OLD.get(code, code) == language:
                return language
    return None


def _of_windows() -> str:
    """The language of the user's own settings, as ``ms_MY``."""
    import ctypes
    import locale

    asked = ctypes.windll.kernel32.GetUserDefaultUILanguage()  # type: ignore[attr-defined,unused-ignore]
    return locale.windows_locale.get(asked, "")


def _of_macos() -> str:
    """The region of the user's own settings, as ``pt_BR``."""
    try:
        asked = subprocess.run(MACOS, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return asked.stdout.strip()
