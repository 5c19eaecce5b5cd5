"""Keeping a box as one file, from the screen: the same file as ``ketuk box export`` writes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ketuk.tui.screens.filing import free_path, write_where_asked

if TYPE_CHECKING:
    from ketuk.codes.registry import Registry
    from ketuk.tui.home import Home


def export_box(app: Home, registry: Registry) -> None:
    """Ask where to, and write it; say what it holds and by what it can be told."""
    box = registry.box
    path = free_path(app.settings, f"{box.id.lower()}-r{box.revision}", ".json")

    def write(out: Path) -> str:
        from ketuk.codes.boxfile import exported, on_no_tag, read
        from ketuk.codes.code import grouped
        from ketuk.codes.disk import replace_file

        content = exported(registry)
        replace_file(out, content)
        digest = read(content, path=out).sha256
        facts = {"box": registry.box_id, "revision": registry.box.revision, "digest": digest[:8]}
        sentences = [app.words("cards.exported", path=out, **facts)]
        if strange := on_no_tag(registry):
            codes = ", ".join(map(grouped, strange))
            sentences.append(app.words("cli_codes.on_no_tag", codes=codes))
        return " ".join(sentences)

    write_where_asked(app, "cards.export_head", path, write, name=box.name, box=box.id)
