"""Small files of the data folder that are a help and no record: names, what was explained."""

from pathlib import Path

import msgspec


class _AnyForm(msgspec.Struct):
    v: int = 0


def may_replace(path: Path, form: int, kind: type) -> bool:
    """Whether this file may be written over by one of this form.

    One of a newer form is left alone, and so is one that cannot be read now. One that is damaged is
    set aside first, as ``NAME.damaged``.
    """
    try:
        found = path.read_bytes()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    try:
        return int(msgspec.json.decode(found, type=kind).v) <= form
    except (msgspec.MsgspecError, ValueError):
        pass
    try:
        if msgspec.json.decode(found, type=_AnyForm).v > form:
            return False
    except (msgspec.MsgspecError, ValueError):
        pass
    try:
        path.replace(path.with_name(f"{path.name}.damaged"))
    except OSError:
        return False
    return True
