"""What nobody foresaw: one clear line for the player, the rest in a file that can be sent along."""

import traceback
from datetime import UTC, datetime
from pathlib import Path

from ketuk.tui.version import ketuk_version
from ketuk.tui.words import Words

LOG = "kesalahan.log"


def report(error: BaseException, data: Path, words: Words) -> str:
    """Keep what happened in the data folder, and say where it is and that nothing is lost."""
    kept = _keep(error, data)
    key = "cli.mishap" if kept else "cli.mishap_not_kept"
    return words(key, kind=type(error).__name__, what=str(error).partition("\n")[0], file=kept)


def _keep(error: BaseException, data: Path) -> str:
    """The file that the traceback was appended to; empty if the folder takes nothing."""
    from ketuk.codes.disk import own_folder, owner_only

    when = datetime.now(UTC).isoformat(timespec="seconds")
    lines = "".join(traceback.format_exception(error))
    file = data / LOG
    try:
        own_folder(data)
        with open(file, "a", encoding="utf-8", opener=owner_only) as log:
            log.write(f"--- {when} ketuk {ketuk_version()}\n{lines}\n")
    except OSError:
        return ""
    return str(file)
