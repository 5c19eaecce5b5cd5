"""What ``pyproject.toml`` cannot say of a wheel and a source archive."""

from pathlib import Path
from runpy import run_path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class ReadmeHook(MetadataHookInterface):
    """The README without links that hold only in this repository."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what ``dynamic`` leaves open."""
        root = Path(self.root)
        for_an_index = run_path(str(root / "docs" / "readme_for_index.py"))["for_an_index"]
        text = for_an_index((root / "README.md").read_text("utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
