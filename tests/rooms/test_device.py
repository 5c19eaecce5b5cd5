"""What names a laptop for good: a folder that was copied to another one is another one."""

import platform
import shutil
from pathlib import Path

import pytest

from ketuk.rooms.device import FILE, device_of


def test_a_laptop_keeps_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = device_of(tmp_path)
    assert len(name) == 16
    monkeypatch.setattr(platform, "node", lambda: "another-network")
    assert device_of(tmp_path) == name


def test_a_copied_folder_is_another_laptop_if_the_network_says_so_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    name = device_of(here)
    shutil.copytree(here, there)
    assert device_of(there) == name  # a backup on the same laptop
    monkeypatch.setattr(platform, "node", lambda: "laptop-budi.local")
    other = device_of(there)
    assert other != name
    assert device_of(there) == other


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"abc 1 here", b"x" * 16 + b" 1 here"])
def test_what_is_no_name_is_replaced(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    name = device_of(tmp_path)
    assert device_of(tmp_path) == name
