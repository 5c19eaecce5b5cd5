"""Whatever else is called engine or tui on the path, ours is found and theirs is left alone."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = ("engine", "scanning", "codes", "rooms", "tui")


@pytest.fixture
def strangers(tmp_path: Path) -> Path:
    """A folder with a stranger for each of our packages; each ends the program if imported."""
    for name in OURS:
        (tmp_path / f"{name}.py").write_text(f"raise SystemExit('the stranger {name} was run')\n")
    return tmp_path


def ran(*command: str, path: Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        env={**os.environ, "PYTHONPATH": str(path)},
        cwd=cwd,
        capture_output=True,
        text=True,
    )


def test_the_program_runs_among_strangers_of_the_same_names(strangers: Path) -> None:
    data = strangers / "data"
    for command in (("box", "new", "--name", "Uji"), ("rules", "4.8.1"), ("box", "list")):
        out = ran("-m", "ketuk", "--data", str(data), *command, path=strangers, cwd=strangers)
        assert out.returncode == 0, out.stderr
        assert "stranger" not in out.stdout + out.stderr


def test_without_links_the_packages_are_found_beside_the_folder(strangers: Path) -> None:
    clone = strangers / "clone"
    (clone / "ketuk").mkdir(parents=True)
    for file in ("__init__.py", "__main__.py"):
        (clone / "ketuk" / file).write_text((ROOT / "ketuk" / file).read_text())
    (clone / "pyproject.toml").write_text("")
    for name in OURS:
        (clone / name).symlink_to(ROOT / name)
        (clone / "ketuk" / name).write_text(f"../{name}")  # as git on Windows writes a link
    code = f"import ketuk.{', ketuk.'.join(OURS)}; print(ketuk.engine.__file__)"
    out = ran("-c", code, path=clone, cwd=strangers)
    assert out.stdout.strip() == str(clone / "engine" / "__init__.py"), out.stderr


def test_every_import_of_ours_says_ketuk() -> None:
    bare = re.compile(rf"^\s*(?:from|import) (?:{'|'.join(OURS)})\b", re.MULTILINE)
    folders = (*OURS, "ketuk", "tests", "docs", "benchmarks")
    files = [f for folder in folders for f in (ROOT / folder).rglob("*.py")]
    assert len(files) > 300
    assert [str(f) for f in files if bare.search(f.read_text("utf-8"))] == []
