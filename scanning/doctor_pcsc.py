"""The PC/SC service: whether it runs, may be used, and which readers it has."""

from __future__ import annotations

from ketuk.scanning.findings import Finding, System, bad, good, note
from ketuk.scanning.nfc_faults import Fault
from ketuk.scanning.pcsc import PcscPort, pcsc_ports
from ketuk.scanning.scan import Reason


def service(system: System, *, needed: bool) -> tuple[list[Finding], list[PcscPort]]:
    """What is to be said of the service, with the readers that it has.

    Args:
        system: this machine.
        needed: whether a reader is plugged in that only the service can serve.
    """
    try:
        ports = pcsc_ports()
    except Fault as fault:
        finding = _trouble(fault, system, needed=needed)
        return [finding] if finding else [], []
    return [good("pcsc", readers=len(ports))], ports


def _trouble(fault: Fault, system: System, *, needed: bool) -> Finding | None:
    match fault.reason:
        case Reason.NOT_ALLOWED:
            return bad("pcsc_not_allowed", "polkit", problem=fault.detail)
        case Reason.NO_PCSC_LIBRARY:
            return note("pcsc_no_library", "install_pcsc") if needed else None
        case Reason.NO_SERVICE:
            cure = "start_pcscd" if system.platform.startswith("linux") else "start_service"
            return note("pcsc_no_service", cure) if needed else None
        case _:
            return bad("pcsc_fails", "replug", problem=fault.detail)
