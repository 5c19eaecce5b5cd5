"""Players by name, or out of a file of one's own, which is sent to workers as its text."""

import inspect
import sys
from contextlib import redirect_stdout
from hashlib import blake2b
from types import ModuleType
from typing import Any

from ketuk.engine import RuleSet
from ketuk.engine.bots import Draw, Policy
from ketuk.engine.players import Maker, makers
from ketuk.rooms.trials.fault import TrialFault, TrialTrouble, in_short

Sources = tuple[tuple[str, str], ...]


def file_of(bot: str) -> str:
    """The file that a player comes from (``my_bot.py:greedy``); empty for one that has a name."""
    file, colon, _ = bot.rpartition(":")
    return file if colon else ""


def maker_of(rules: RuleSet, bot: str, sources: Sources) -> Maker:
    """A player of that name.

    Raises:
        TrialFault: NO_BOT, BOT_FILE, BOT_IMPORTS, BOT_NAME.
    """
    if not file_of(bot):
        known = makers(rules)
        if bot not in known:
            raise TrialFault(TrialTrouble.NO_BOT, {"bot": bot, "known": ", ".join(known)})
        return known[bot]
    return _own(bot, dict(sources))


def _own(bot: str, sources: dict[str, str]) -> Maker:
    file, _, name = bot.rpartition(":")
    factory = getattr(_loaded(bot, file, sources[file]), name, None)
    if not callable(factory):
        raise TrialFault(TrialTrouble.BOT_NAME, {"bot": bot})
    return _of_class(factory) if inspect.isclass(factory) else _of_function(factory)


def _loaded(bot: str, file: str, text: str) -> ModuleType:
    """The file as a module of its own, without what else lies in its folder.

    It can be found by its name, as dataclasses and others want of the module of a class.
    """
    digest = blake2b(f"{file}\n{text}".encode(), digest_size=8).hexdigest()
    module = ModuleType(f"own_bot_{digest}")
    module.__file__ = file
    sys.modules[module.__name__] = module
    try:
        with redirect_stdout(sys.stderr):
            exec(compile(text, file, "exec"), module.__dict__)
    except ModuleNotFoundError as error:
        raise TrialFault(TrialTrouble.BOT_IMPORTS, {"bot": bot, "module": error.name}) from error
    except (Exception, SystemExit) as error:
        detail = in_short(error)
        raise TrialFault(TrialTrouble.BOT_FILE, {"bot": bot, "detail": detail}) from error
    return module


def _of_function(policy: Any) -> Maker:
    """The same function for every seat and game."""

    def make(draw: Draw) -> Policy:
        return policy  # type: ignore[no-any-return]

    return make


def _of_class(kind: Any) -> Maker:
    """A fresh player for every seat and game, with chance of its own."""

    def make(draw: Draw) -> Policy:
        return kind(draw)  # type: ignore[no-any-return]

    return make
