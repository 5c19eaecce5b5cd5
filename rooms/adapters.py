"""The addresses under which this machine may be reached by phones of the same network."""

from ipaddress import IPv4Address

import ifaddr


def private_addresses() -> tuple[str, ...]:
    """Private IPv4 addresses of this machine, home networks first; none without a network."""
    found = [
        address.ip
        for adapter in ifaddr.get_adapters()
        for address in adapter.ips
        if isinstance(address.ip, str)
    ]
    mine = [ip for ip in dict.fromkeys(found) if _is_private(ip)]
    return tuple(sorted(mine, key=lambda ip: not ip.startswith("192.168.")))


def _is_private(ip: str) -> bool:
    address = IPv4Address(ip)
    return address.is_private and not (address.is_loopback or address.is_link_local)
