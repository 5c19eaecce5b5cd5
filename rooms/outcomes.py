"""What a room answered to a request of another laptop, on the wire and back."""

from typing import Any

import msgspec

from ketuk.engine.refusal import Refused
from ketuk.rooms.answers import (
    Divided,
    Fenced,
    Late,
    NeedsConsent,
    NoMove,
    Outcome,
    Stale,
    Turned,
    Unheard,
)
from ketuk.rooms.meja_wire import UnmovedMessage
from ketuk.rooms.trouble import JournalFault, Trouble

NotDone = Refused | Late | Stale | NeedsConsent | NoMove | Fenced | Divided
_FORMS: dict[str, Any] = {
    "refused": Refused,
    "late": Late,
    "stale": Stale,
    "consent": NeedsConsent,
    "nothing": NoMove,
    "fenced": Fenced,
    "parted": Divided,
}
_KINDS = {form: kind for kind, form in _FORMS.items()}


def unmoved(ident: str, outcome: Outcome | Turned) -> UnmovedMessage:
    """Why something was not done, as it is told to the laptop that asked."""
    if isinstance(outcome, Unheard):  # who decides here asks nobody else
        return UnmovedMessage(id=ident, kind="unclear", facts={})
    facts = msgspec.to_builtins(outcome)
    return UnmovedMessage(id=ident, kind=_KINDS[type(outcome)], facts=facts)  # type: ignore[arg-type]


def unkept(ident: str, fault: JournalFault) -> UnmovedMessage:
    """That something could not be kept at the host, and so was not done."""
    about = {name: str(value) for name, value in fault.facts.items()}
    return UnmovedMessage(id=ident, kind="fault", facts={"trouble": fault.trouble, **about})


def not_done(message: UnmovedMessage) -> NotDone:
    """The outcome again.

    Raises:
        JournalFault: the host could not keep it; nothing was done.
        ValueError: it is none that is known here.
    """
    facts = dict(message.facts)
    if message.kind == "fault":
        raise JournalFault(Trouble(facts.pop("trouble", "")), **facts)
    if message.kind not in _FORMS:
        raise ValueError(message.kind)
    outcome: NotDone = msgspec.convert(facts, _FORMS[message.kind])
    return outcome
