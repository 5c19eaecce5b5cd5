"""Keeping a box as one file, from the screen: the same file as ``ketuk box export`` writes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ketuk.codes.fault import CodesFault
from ketuk.tui.scans import Said
from ketuk.tui.screens.filing import WhereTo, free_path, remember
from ketuk.tui.telling.troubles import trouble

if TYPE_CHECKING:
    from ketuk.codes.registry import Registry
    from ketuk.tui.home import Home


def export_box(app: Home, registry: Registry) -> None:
    """Ask where to, and write it."""
    box = registry.box
    path = free_path(app.settings, f"{box.id.lower()}-r{box.revision}", ".json")

    def chosen(out: Path | None) -> None:
        if out is not None:
            app.scans.say(written(app, registry, out))

    app.push_screen(WhereTo("cards.export_head", path, name=box.name, box=box.id), chosen)


def written(app: Home, registry: Registry, out: Path) -> Said:
    """Write the box to ``out``, and say what it holds and by what it can be told."""
    from ketuk.codes.boxfile import exported, on_no_tag, read
    from ketuk.codes.code import grouped
    from ketuk.codes.disk import replace_file

    try:
        content = exported(registry)
        replace_file(out, content)
        digest = read(content, path=out).sha256
    except CodesFault as fault:
        app.ring()
        return Said(trouble(app.words, fault), "bad")
    remember(app, out)
    facts = {"box": registry.box_id, "revision": registry.box.revision, "digest": digest[:8]}
    sentences = [app.words("cards.exported", path=out, **facts)]
    if strange := on_no_tag(registry):
        sentences.append(app.words("cli_codes.on_no_tag", codes=", ".join(map(grouped, strange))))
    return Said(" ".join(sentences), "good")
