"""``ketuk box``, continued: spare stickers, what to do with copied ones, and refused scans."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from ketuk.codes.fault import CodesFault
from ketuk.codes.sticker import Why
from ketuk.codes.verdict import Copies
from ketuk.tui.cli.desk import Desk, desk
from ketuk.tui.cli.outfile import all_asked, asked, force_option
from ketuk.tui.words import Words


def add(group: typer.Typer, words: Words) -> None:
    """Add the commands to the group of ``box``."""
    _add_spares(group, words)
    _add_discard(group, words)
    _add_copies(group, words)
    _add_scans(group, words)
    _add_card(group, words)


def _box(words: Words) -> Any:
    return typer.Argument(metavar="BOX", help=words("cli_codes.arg_box"))


def _json(words: Words) -> Any:
    return typer.Option("--json", help=words("cli.as_json"))


def _add_spares(group: typer.Typer, words: Words) -> None:
    @group.command(help=words("cli_codes.box_spares"))
    def spares(
        ctx: typer.Context,
        box: Annotated[str, _box(words)],
        count: Annotated[
            int, typer.Option("--count", min=1, max=1_000, help=words("cli_codes.opt_count"))
        ] = 1,
        out: Annotated[
            Path | None, typer.Option("--out", metavar="PDF", help=words("cli_codes.opt_out"))
        ] = None,
        label: Annotated[
            str | None,
            typer.Option("--label", metavar="PAPER", help=words("cli_codes.opt_label")),
        ] = None,
        start: Annotated[
            int, typer.Option("--start", metavar="N", help=words("cli_codes.opt_start"))
        ] = 1,
        force: Annotated[bool, force_option(words)] = False,
        as_json: Annotated[bool, _json(words)] = False,
    ) -> None:
        from ketuk.codes.code import grouped
        from ketuk.codes.papers import DEFAULT, paper
        from ketuk.codes.sheet import Sheets
        from ketuk.tui.boxes.card_names import Cards
        from ketuk.tui.boxes.printing import fill, labels, note_printed
        from ketuk.tui.cli.cards import box_open

        at, (pdf,) = all_asked(desk(ctx), force, out)
        with box_open(at, box) as registry:
            sheets = Sheets(paper(label or DEFAULT), start=start)
            new = registry.add_spares(count, now=datetime.now(UTC))
            codes = [sticker.code for sticker in new]
            if as_json:
                at.tell({"box": registry.box.id, "spares": codes})
            else:
                shown = ", ".join(map(grouped, codes))
                at.say("cli_codes.spares_made", count=count, box=registry.box.id, codes=shown)
            if pdf is not None:
                told = labels(at.words, registry, Cards({}), new)
                fill(sheets, told, peel=at.words("cli_codes.peel"))
                with _printed_later(at, registry.box_id):
                    pdf.write(sheets.content())
                note_printed(registry, new)


@contextmanager
def _printed_later(at: Desk, box: str) -> Iterator[None]:
    """Where a sheet of spares cannot be written: they are made all the same, and can be printed."""
    from ketuk.tui.telling.verdicts import trouble

    try:
        yield
    except CodesFault as error:
        typer.echo(trouble(at.words, error), err=True)
        at.refuse("cli_codes.spares_later", box=box)


def _add_discard(group: typer.Typer, words: Words) -> None:
    @group.command(help=words("cli_codes.box_discard"))
    def discard(
        ctx: typer.Context,
        box: Annotated[str, _box(words)],
        code: Annotated[str, typer.Argument(metavar="SPARE", help=words("cli_codes.arg_spare"))],
        reason: Annotated[
            Why, typer.Option("--reason", help=words("cli_codes.opt_reason"))
        ] = Why.LOST,
        as_json: Annotated[bool, _json(words)] = False,
    ) -> None:
        from ketuk.codes.code import cleaned, grouped
        from ketuk.tui.cli.cards import box_open, spare_code

        at = desk(ctx)
        with box_open(at, box) as registry:
            spare = spare_code(at, registry, code) or cleaned(code)
            gone = registry.discard(spare, reason=reason, now=datetime.now(UTC))
            if as_json:
                at.tell({"box": registry.box.id, "code": gone.code, "state": gone.state})
            else:
                state = at.words(f"codes.state_{gone.state}")
                at.say("cli_codes.discarded", code=grouped(gone.code), state=state)


def _add_copies(group: typer.Typer, words: Words) -> None:
    @group.command(help=words("cli_codes.box_copies"))
    def copies(
        ctx: typer.Context,
        box: Annotated[str, _box(words)],
        stance: Annotated[
            Copies, typer.Argument(metavar="STANCE", help=words("cli_codes.arg_copies"))
        ],
    ) -> None:
        from ketuk.tui.cli.cards import box_open

        at = desk(ctx)
        with box_open(at, box) as registry:
            registry.set_copies(stance, now=datetime.now(UTC))
            shown = at.words(f"cli_codes.copies_{stance}")
            at.say("cli_codes.copies_set", box=registry.box.id, copies=shown)


def _add_scans(group: typer.Typer, words: Words) -> None:
    @group.command(help=words("cli_codes.box_scans"))
    def scans(
        ctx: typer.Context,
        box: Annotated[str, _box(words)],
        last: Annotated[
            int, typer.Option("--last", min=1, max=10_000, help=words("cli_codes.opt_last"))
        ] = 20,
        as_json: Annotated[bool, _json(words)] = False,
    ) -> None:
        from ketuk.codes.moment import stamp
        from ketuk.tui.cli.cards import box_open
        from ketuk.tui.telling.verdicts import when

        at = desk(ctx)
        with box_open(at, box) as registry:
            found = registry.failed_scans(last=last)
            for scan in found:
                facts = {"source": scan.source, "verdict": scan.verdict, "text": scan.text}
                if as_json:
                    more = {"uid": scan.uid, "detail": scan.detail}
                    at.tell({"at": stamp(scan.at), **facts, **more})
                else:
                    what = _what(words, scan.verdict, scan.detail or "")
                    at.say("cli_codes.scan_line", at=when(scan.at), what=what, **facts)
            if not found and not as_json:
                at.say("cli_codes.no_scans")


def _what(words: Words, verdict: str, detail: str) -> str:
    """A verdict in the log and what is noted beside it, in a few words."""
    keys = (f"cli_codes.scan_{detail.replace(' ', '_')}", f"codes.state_{detail}")
    told = next((words(key) for key in keys if words.has(key)), detail)
    return ", ".join(filter(None, (words(f"cli_codes.scan_{verdict}"), told)))


def _add_card(group: typer.Typer, words: Words) -> None:
    @group.command(help=words("cli_codes.box_card"))
    def card(
        ctx: typer.Context,
        box: Annotated[str, _box(words)],
        out: Annotated[Path, typer.Option("--out", metavar="PDF", help=words("cli_codes.opt_out"))],
        font: Annotated[
            Path | None, typer.Option("--font", metavar="TTF", help=words("cli_codes.opt_font"))
        ] = None,
        where: Annotated[
            str, typer.Option("--where", metavar="TEXT", help=words("cli_codes.opt_where"))
        ] = "",
        force: Annotated[bool, force_option(words)] = False,
    ) -> None:
        from ketuk.codes.boxcard import box_card
        from ketuk.tui.cli.cards import box_open

        at, pdf = asked(desk(ctx), force, out)
        with box_open(at, box) as registry:
            kinds = [item.number for item in registry.items() if item.kind == "box"]
            if not kinds:
                at.refuse("codes.fault_no_item", item="box", box=registry.box_id)
            key = "cli_codes.card_where" if where.strip() else "cli_codes.card_ask"
            told = at.words(key, where=where.strip())
            card = box_card(
                code=registry.active(kinds[0]).code,
                title=at.words("cli_codes.card_title", name=registry.box.name),
                steps=[at.words(f"cli_codes.card_step_{n}", where=told) for n in range(1, 7)],
                font=font,
            )
            pdf.write(card)
            at.say("cli_codes.card_printed", path=out, box=registry.box_id)
