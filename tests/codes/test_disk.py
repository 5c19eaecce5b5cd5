"""Files come to be whole or not at all, and a new one takes nobody's place."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from children import in_child

from ketuk.codes.disk import new_file, replace_file
from ketuk.codes.fault import CodesFault, Fault

BOTH = [new_file, replace_file]
Writing = Callable[[Path, bytes], None]


@pytest.mark.parametrize("write", BOTH)
def test_places_that_cannot_be_written(tmp_path: Path, write: Writing) -> None:
    with pytest.raises(CodesFault, match="not_there"):
        write(tmp_path / "none" / "file", b"x")
    (tmp_path / "folder").mkdir()
    with pytest.raises(CodesFault, match=r"forbidden|exists"):
        write(tmp_path / "folder", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize("write", BOTH)
@pytest.mark.skipif(os.name == "nt", reason="limits the size of files")
def test_a_full_disk_leaves_no_half_file(tmp_path: Path, write: Writing) -> None:
    code = f"""
        import resource, signal, sys
        from pathlib import Path
        from ketuk.codes.disk import {write.__name__} as write
        from ketuk.codes.fault import CodesFault
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
        try:
            write(Path(sys.argv[1]), b"x" * 100_000)
        except CodesFault as fault:
            print(fault.fault.value)
        """
    done = in_child(code, str(tmp_path / "file"))
    assert done.stdout.strip() == "full", done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("links", [True, False])
def test_of_many_who_make_the_same_file_one_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    """Also on a disk that knows no links."""

    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    if not links:
        monkeypatch.setattr(os, "link", no_links)

    def made(number: int) -> bool:
        try:
            new_file(tmp_path / "file", b"%d" % number * 1_000)
        except CodesFault as fault:
            return fault.fault is not Fault.EXISTS
        return True

    with ThreadPoolExecutor(8) as pool:
        won = [number for number, it in enumerate(pool.map(made, range(8))) if it]
    assert len(won) == 1
    assert (tmp_path / "file").read_bytes() == b"%d" % won[0] * 1_000
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_stood_under_the_name_of_a_part_stays(tmp_path: Path) -> None:
    (tmp_path / "file.part").write_bytes(b"mine")
    replace_file(tmp_path / "file", b"x")
    assert (tmp_path / "file.part").read_bytes() == b"mine"


@pytest.mark.skipif(os.name == "nt", reason="has no such devices")
def test_a_device_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        replace_file(pipe, b"through")
        assert os.read(reading, 100) == b"through"
    finally:
        os.close(reading)
    assert pipe.is_fifo()
