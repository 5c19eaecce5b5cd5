"""``ketuk box``, continued: spare stickers, what to do with copied ones, and refused scans."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click

from ketuk.codes.fault import CodesFault
from ketuk.codes.sticker import Why
from ketuk.codes.verdict import Copies
from ketuk.tui.cli import options
from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.outfile import all_asked, asked
from ketuk.tui.cli.shell import argument, command, option
from ketuk.tui.cli.values import OneOf, Whole
from ketuk.tui.words import Words


@command("spares", help="cli_codes.box_spares")
@options.a_box
@option("--count", type=Whole(1, 1_000), help="cli_codes.opt_count", default=1)
@options.pdf_out()
@options.label_paper
@options.force
@click.pass_obj
def spares(
    at: Desk, box: str, count: int, out: Path | None, label: str | None, start: int, force: bool
) -> None:
    """Spare stickers, printed now and given to a card later."""
    from ketuk.codes.code import grouped
    from ketuk.tui.boxes.card_names import CardNames
    from ketuk.tui.boxes.printing import Layout, job_of
    from ketuk.tui.cli.cards import box_open

    at, (pdf,) = all_asked(at, force, out)
    with box_open(at, box) as registry:
        sheets = Layout(label or "", start).sheets()
        new = registry.add_spares(count, now=datetime.now(UTC))
        codes = [sticker.code for sticker in new]
        if at.as_json:
            at.tell({"box": registry.box.id, "spares": codes})
        else:
            shown = ", ".join(map(grouped, codes))
            at.say("cli_codes.spares_made", count=count, box=registry.box.id, codes=shown)
        if pdf is not None:
            job = job_of(at.words, registry, CardNames({}), new)
            job.put_on(sheets)
            with _printed_later(at, registry.box_id):
                pdf.write(sheets.content())
            job.noted(registry)


@contextmanager
def _printed_later(at: Desk, box: str) -> Iterator[None]:
    """Where a sheet of spares cannot be written: they are made all the same, and can be printed."""
    from ketuk.tui.telling.troubles import trouble

    try:
        yield
    except CodesFault as error:
        at.remark(trouble(at.words, error))
        at.refuse("cli_codes.spares_later", box=box)


@command("discard", help="cli_codes.box_discard")
@options.a_box
@argument("code", "SPARE", help="cli_codes.arg_spare")
@option("--reason", type=OneOf(Why), help="cli_codes.opt_reason", default=Why.LOST)
@click.pass_obj
def discard(at: Desk, box: str, code: str, reason: Why) -> None:
    """Take a spare out of use."""
    from ketuk.codes.code import cleaned, grouped
    from ketuk.tui.cli.cards import box_open, spare_code

    with box_open(at, box) as registry:
        spare = spare_code(at, registry, code) or cleaned(code)
        gone = registry.discard(spare, reason=reason, now=datetime.now(UTC))
        if at.as_json:
            at.tell({"box": registry.box.id, "code": gone.code, "state": gone.state})
        else:
            state = at.words(f"codes.state_{gone.state}")
            at.say("cli_codes.discarded", code=grouped(gone.code), state=state)


@command("copies", help="cli_codes.box_copies")
@options.a_box
@argument("stance", "STANCE", type=OneOf(Copies), help="cli_codes.arg_copies")
@click.pass_obj
def copies(at: Desk, box: str, stance: Copies) -> None:
    """What happens to copied stickers."""
    from ketuk.tui.cli.cards import box_open

    with box_open(at, box) as registry:
        registry.set_copies(stance, now=datetime.now(UTC))
        shown = at.words(f"cli_codes.copies_{stance}")
        record = {"box": registry.box_id, "copies": stance}
        at.report(record, "cli_codes.copies_set", box=registry.box_id, copies=shown)


@command("scans", help="cli_codes.box_scans")
@options.a_box
@option("--last", type=Whole(1, 10_000), help="cli_codes.opt_last", default=20)
@click.pass_obj
def scans(at: Desk, box: str, last: int) -> None:
    """Scans that were refused or did not count."""
    from ketuk.codes.moment import stamp
    from ketuk.tui.cli.cards import box_open
    from ketuk.tui.telling.verdicts import when

    with box_open(at, box) as registry:
        failed = registry.failed_scans(last=last)
        for scan in failed:
            facts = {"source": scan.source, "verdict": scan.verdict, "text": scan.text}
            if at.as_json:
                more = {"uid": scan.uid, "detail": scan.detail}
                at.tell({"at": stamp(scan.at), **facts, **more})
            else:
                what = _what(at.words, scan.verdict, scan.detail or "")
                at.say("cli_codes.scan_line", at=when(scan.at), what=what, **facts)
        if not failed and not at.as_json:
            at.say("cli_codes.no_scans")


def _what(words: Words, verdict: str, detail: str) -> str:
    """A verdict in the log and what is noted beside it, in a few words."""
    keys = (f"cli_codes.scan_{detail.replace(' ', '_')}", f"codes.state_{detail}")
    reason = next((words(key) for key in keys if words.has(key)), detail)
    return ", ".join(filter(None, (words(f"cli_codes.scan_{verdict}"), reason)))


@command("card", help="cli_codes.box_card")
@options.a_box
@options.pdf_out(required=True)
@options.font
@option("--where", metavar="TEXT", help="cli_codes.opt_where", default="")
@options.force
@click.pass_obj
def card(at: Desk, box: str, out: Path, font: Path | None, where: str, force: bool) -> None:
    """The card for the box's lid."""
    from ketuk.codes.boxcard import box_card
    from ketuk.tui.cli.cards import box_open

    at, pdf = asked(at, force, out)
    with box_open(at, box) as registry:
        kinds = [item.number for item in registry.items() if item.kind == "box"]
        if not kinds:
            at.refuse("codes.fault_no_item", item="box", box=registry.box_id)
        key = "cli_codes.card_where" if where.strip() else "cli_codes.card_ask"
        where_to = at.words(key, where=where.strip())
        card = box_card(
            code=registry.active(kinds[0]).code,
            title=at.words("cli_codes.card_title", name=registry.box.name),
            steps=[at.words(f"cli_codes.card_step_{n}", where=where_to) for n in range(1, 7)],
            font=font,
        )
        pdf.write(card)
        facts = {"box": registry.box_id, "path": str(out)}
        at.report(facts, "cli_codes.card_printed", **facts)
