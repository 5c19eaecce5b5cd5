"""Why trials cannot be played, or not to their end: a closed list, with facts and without words."""

from enum import StrEnum


class TrialTrouble(StrEnum):
    """The closed list. Sentences are made elsewhere, from the facts beside it."""

    NO_BOT = "no_bot"
    """No player is called ``bot``; ``known`` are."""
    BOT_FILE = "bot_file"
    """The file of player ``bot`` cannot be read, or fails when it is loaded: ``detail``."""
    BOT_IMPORTS = "bot_imports"
    """The file of player ``bot`` wants a module that is not installed: ``module``. What is sent to
    workers is that one file."""
    BOT_NAME = "bot_name"
    """The file of ``bot`` has nothing of that name that can be called."""
    BOT_RAISED = "bot_raised"
    """Player ``bot`` raised ``detail``: ``game``, ``seat``, ``move``."""
    BOT_REFUSED = "bot_refused"
    """What player ``bot`` asked is not allowed, or is nothing that can be asked: ``detail``,
    ``game``, ``seat``, ``move``."""
    NOBODY = "nobody"
    """The table waits for ``bot``, and no player has anything to do: ``game``, ``seat``,
    ``move``."""
    SEATS = "seats"
    """The set is not for so many ``players``; it is for ``known``."""
    FORM = "form"
    """A file called ``path`` is of a form that is not written: it may end in ``known``."""
    OTHER_RUN = "other_run"
    """Games of another run lie in ``folder``: ``differs`` names in what."""
    IN_USE = "in_use"
    """Another program keeps its games in ``folder``."""
    WORKER_DIED = "worker_died"
    """Games ``first`` to ``last`` ended the worker that played them, each time."""
    CLUSTER = "cluster"
    """The scheduler at ``address`` cannot be reached, or is gone: ``detail``."""
    ADDRESS = "address"
    """``address`` is none of a scheduler."""
    WORKER_DIFFERS = "worker_differs"
    """A worker of the cluster runs another version: ``here``, ``there``."""
    NO_KEYS = "no_keys"
    """The scheduler at ``address`` is to be reached by TLS, and Dask knows no certificates."""
    NO_WORKERS = "no_workers"
    """The scheduler at ``address`` has no worker."""
    EXTRA = "extra"
    """``extra`` is not installed, and this needs it."""


DETAIL = 200
"""Signs of what a player says of itself at most."""


def in_short(value: object) -> str:
    """What a player raised or answered, on one line, however it may behave when it is asked."""
    name = type(value).__name__
    try:
        text = " ".join((str(value) if isinstance(value, BaseException) else repr(value)).split())
    except BaseException:  # a text of its own making
        text = ""
    whole = f"{name}: {text}".removesuffix(": ") if isinstance(value, BaseException) else text
    return f"{whole[:DETAIL]}…" if len(whole) > DETAIL else whole or name


class TrialFault(Exception):
    """``trouble`` says what, ``facts`` with which values. It can be sent from worker to caller."""

    def __init__(self, trouble: TrialTrouble, facts: dict[str, object] | None = None) -> None:
        super().__init__(trouble, facts or {})
        self.trouble = trouble
        self.facts = facts or {}
