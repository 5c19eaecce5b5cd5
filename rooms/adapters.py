"""The addresses under which this machine may be reached by phones of the same network."""

import socket
from ipaddress import IPv4Address

import ifaddr


def private_addresses() -> tuple[str, ...]:
    """Private IPv4 addresses of this machine, home networks first; none without a network."""
    addresses = [
        address.ip
        for adapter in ifaddr.get_adapters()
        for address in adapter.ips
        if isinstance(address.ip, str)
    ]
    mine = [ip for ip in dict.fromkeys(addresses) if _is_private(ip)]
    return tuple(sorted(mine, key=lambda ip: not ip.startswith("192.168.")))


def _is_private(ip: str) -> bool:
    address = IPv4Address(ip)
    return address.is_private and not (address.is_loopback or address.is_link_local)


def address_towards(place: str) -> str | None:
    """The private address by which this machine reaches another (``192.168.1.23:8765``).

    None where there is no way there, or only one that is no private network.
    """
    ip, _, port = place.partition(":")
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:  # nothing is sent
            probe.connect((ip, int(port)))
            own: str = probe.getsockname()[0]
    except OSError:
        return None
    return own if own in private_addresses() else None
