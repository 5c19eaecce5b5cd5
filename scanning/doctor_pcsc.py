"""The PC/SC service: whether it runs, may be used, and which readers it has."""

from __future__ import annotations

from collections.abc import Callable

from ketuk.scanning.findings import Finding, System, bad, good, note
from ketuk.scanning.nfc_faults import NfcFault
from ketuk.scanning.pcsc_service import PcscPort, pcsc_ports
from ketuk.scanning.scan import ReaderReason

TOLD = (ReaderReason.NOT_ALLOWED, ReaderReason.NO_PCSC_LIBRARY, ReaderReason.NO_SERVICE)
"""Faults of the service itself: told once here, not again for each path that leads to it."""


def service(
    system: System, *, needed: bool, asked: bool = False
) -> tuple[list[Finding], list[PcscPort]]:
    """What is to be said of the service, with the readers that it has.

    Args:
        system: this machine.
        needed: whether a reader is plugged in that only the service can serve.
        asked: whether a path of the service was named: then it is a problem that it is missing.
    """
    try:
        ports = pcsc_ports()
    except NfcFault as fault:
        finding = _trouble(fault, system, say=bad if asked else note if needed else None)
        return [finding] if finding else [], []
    return [good("pcsc", readers=len(ports))], ports


def _trouble(
    fault: NfcFault, system: System, *, say: Callable[..., Finding] | None
) -> Finding | None:
    match fault.reason:
        case ReaderReason.NOT_ALLOWED:
            return bad("pcsc_not_allowed", "polkit", problem=fault.detail)
        case ReaderReason.NO_PCSC_LIBRARY:
            return say("pcsc_no_library", "install_pcsc") if say else None
        case ReaderReason.NO_SERVICE:
            cure = "start_pcscd" if system.platform.startswith("linux") else "start_service"
            return say("pcsc_no_service", cure) if say else None
        case _:
            return bad("pcsc_fails", "replug", problem=fault.detail)
