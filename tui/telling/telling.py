"""Sentences on a game: what happened, what is asked, why not, and why an amount is what it is.

Pure: facts in, sentences out, in the language of ``words``. What a seat may not see is not told.
"""

import string
from collections.abc import Iterable
from functools import cache

from ketuk import engine
from ketuk.codes.verdict import Accepted, Answer, Copied, Revoked
from ketuk.engine.commands import AnyCommand
from ketuk.engine.events import AnyEvent
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import BANK, Bill, Due, Table
from ketuk.engine.taps import Choice, Denied, Do, Fill, Ignored, Meaning, PutDown, Selected, Shown
from ketuk.engine.waiting import waiting
from ketuk.rooms.answers import (
    Divided,
    Fenced,
    Late,
    MoveDone,
    NeedsConsent,
    NoMove,
    Outcome,
    Stale,
    TapResult,
    Turned,
    Unheard,
)
from ketuk.rooms.views import public
from ketuk.tui.telling import commands, questions
from ketuk.tui.telling.events import event_sentence, quiet
from ketuk.tui.telling.naming import Naming
from ketuk.tui.telling.verdicts import verdict_sentence
from ketuk.tui.words import Words


class Telling:
    """Sentences on games of one rule set."""

    def __init__(self, words: Words, rules: RuleSet, *, seat: int = 0) -> None:
        """``seat`` is who listens, and is spoken to; 0 for everybody at the table."""
        self.words = words.of(rules.meta.rules)
        self.rules = rules
        self.seat = seat
        self.names = Naming(words, rules, seat)

    # ---- what happened

    def event(self, event: AnyEvent, table: Table, *, seat: int | None = None) -> str | None:
        """One sentence on an event; None for those that people need not hear of.

        Args:
            table: the game right after the event, or later in the same move.
            seat: who listens; by default whoever this telling is for. Secrets of other seats are
                not told.
        """
        return event_sentence(self.names, self._shown(event, table, seat), table)

    def events(
        self,
        events: Iterable[AnyEvent],
        before: Table | None,
        *,
        seat: int | None = None,
        everything: bool = False,
    ) -> list[str]:
        """Sentences for the log, in order; what another one says anyway is left out.

        Args:
            before: the game before the first of them; None if that is its beginning.
            everything: whether secrets are told too, as of a game that is over.
        """
        sentences: list[str] = []
        table = before
        for event in events:
            table = engine.replay((event,)) if table is None else engine.evolve(table, event)
            if quiet(event):
                continue
            shown = event if everything else self._shown(event, table, seat)
            sentence = event_sentence(self.names, shown, table)
            sentences += [sentence] if sentence is not None else []
        return sentences

    def _shown(self, event: AnyEvent, table: Table, seat: int | None) -> AnyEvent:
        listener = seat if seat is not None else self.seat or None
        return event if table.phase == "over" else public((event,), listener)[0]

    # ---- what is asked

    def question(self, table: Table) -> str:
        """What the table waits for, in one sentence."""
        return questions.question(self.names, table)

    def waiting(self, table: Table) -> tuple[int, ...]:
        """The seats that the table waits for; empty when the game is over."""
        return waiting(table)

    def command(self, command: AnyCommand, table: Table) -> str:
        """The label of a button or choice; ``table`` is the game in which it is asked."""
        return commands.label(self.names, command, table)

    def bill(self, bill: Bill) -> list[str]:
        """Why an amount is what it is, line by line, total and rulings last."""
        return questions.bill(self.names, bill)

    # ---- why not

    def refused(self, refused: Refused, table: Table) -> str:
        """Why a command was not carried out and what to do; the ruling is told by itself."""
        facts = self._facts(refused, table)
        key = f"refusals.{refused.reason}"
        if self.words.has(f"{key}_bare") and not _fits(self.words.text(key), facts):
            key = f"{key}_bare"
        facts.setdefault("player", str(refused.about.get("seat", "")))  # nobody of that number
        return self.words(key, **facts)

    def ruling(self, number: str) -> str:
        """``putusan 4.8.1``; empty without a number."""
        return self.words("refusals.ruling", number=number) if number else ""

    def ruling_text(self, number: str) -> tuple[str, str]:
        """Title and text of a ruling.

        Raises:
            KeyError: the rule set has no such ruling.
        """
        ruling = self.rules.rulings[number]
        return self.words.said(ruling["title"]), self.words.said(ruling["text"])

    def outcome(self, outcome: Outcome | Turned, table: Table) -> str:
        """What became of a request, if it was not simply done; a refusal with its ruling."""
        match outcome:
            case MoveDone():
                return ""
            case Refused():
                return self._cited(self.refused(outcome, table), outcome.ruling)
            case Stale():
                return self.words("refusals.stale")
            case Late():
                return self.words("refusals.late", question=self.question(table))
            case NeedsConsent(seats, to):
                names = self.names.players(seats, table)
                key = "needs_consent" if to == "undo" else f"needs_consent_{to}"
                return self.words(f"refusals.{key}", players=names)
            case NoMove(kind):
                return self.words(f"refusals.no_{kind}")
            case Fenced(_, name, address):
                form = "fenced" if not address else "fenced_at"
                key = form if name else "fenced_unnamed"
                return self.words(f"rooms.{key}", name=name, address=address)
            case Divided(name):
                return self.words("rooms.parted", name=name)
            case Unheard():
                return self.words("rooms.unheard")

    # ---- cards

    def verdict(self, answer: Answer, table: Table) -> str:
        """What a scan turned out to be; the name of the card if it is one."""
        item = answer.item if isinstance(answer, Accepted | Revoked | Copied) else None
        name = self.names.card(item, table) if item is not None else ""
        return verdict_sentence(self.words, answer, name=name, ruling=self.verdict_ruling(answer))

    def verdict_ruling(self, answer: Answer) -> str:
        """The ruling on such cards, as it is cited; empty if the rule set has none."""
        return self.ruling(self.rules.cite(answer.kind))

    def tap(self, result: TapResult, table: Table) -> str:
        """What a tap came to: the verdict, or what the card means now, or why not.

        Args:
            table: the game before the tap.
        """
        if result.verdict is None and result.meaning is None:
            return self.words("refusals.no_box")
        if result.meaning is None:
            assert result.verdict is not None
            return self.verdict(result.verdict, table)
        if result.outcome is not None and not isinstance(result.outcome, MoveDone):
            return self.outcome(result.outcome, table)
        return self._meaning(result.meaning, table)

    def _meaning(self, meaning: Meaning, table: Table) -> str:
        card = self.names.card
        match meaning:
            case Do(command):
                return self.command(command, table)
            case Choice(item):
                return self.words("questions.tap_choice", card=card(item, table))
            case Fill(form):
                named = card(form.card, table)
                return self.words("questions.tap_fill", card=named, count=form.count)
            case PutDown(item):
                return self.words("questions.tap_put_down", card=card(item, table))
            case Selected(seat):
                return self.words("questions.tap_selected", player=self.names.player(seat, table))
            case Shown(item) | Ignored(item):
                return self.unwanted(meaning, card(item, table), table)
            case Denied(refused=refused):
                return self.outcome(refused, table)

    def unwanted(self, meaning: Shown | Ignored, name: str, table: Table) -> str:
        """Why a card does nothing now, and what the table waits for."""
        facts = {"card": name, "question": self.question(table)}
        top = table.top
        due = top.bill if isinstance(top, Due) else None
        if isinstance(meaning, Shown) and due is not None and due.tile == meaning.item:
            return self.words("questions.tap_bill", card=name, bill="; ".join(self.bill(due)))
        if isinstance(meaning, Ignored):
            return self._cited(self.words("questions.tap_ignored", **facts), meaning.ruling)
        if (rent := self.landing(meaning.item, table)) is not None:
            owner = self.names.player(table.holdings[rent.tile].owner, table)
            bill = "; ".join(self.bill(rent))
            return self.words("questions.tap_rent", **facts, owner=owner, bill=bill)
        return self.words("questions.tap_shown", **facts)

    def landing(self, item: int, table: Table) -> Bill | None:
        """What a landing on another's property would cost whoever is on turn, if anything does."""
        seat, deeds = table.active, self.rules.board.deeds
        owner = table.holdings[item].owner if item in deeds else BANK
        if owner in (BANK, seat) or self.rules.spared(self.rules, table, seat):
            return None
        bill = self.rules.rent(self.rules, table, item, seat)
        return bill if isinstance(bill, Bill) and bill.total else None

    # ---- parts

    def _cited(self, said: str, number: str) -> str:
        return f"{said} ({self.ruling(number)})" if number else said

    def _facts(self, refused: Refused, table: Table) -> dict[str, object]:
        facts: dict[str, object] = {**refused.about, "jail": self.names.jail}
        seat, tile, card = (refused.about.get(name) for name in ("seat", "tile", "card"))
        if isinstance(seat, int) and self.names.player(seat, table):
            facts["player"] = self.names.player(seat, table)
        if isinstance(tile, int):
            facts["tile"] = self.names.tile(tile)
        if isinstance(card, int):
            facts["card"] = self.names.card(card, table)
        if "question" in facts:
            facts["question"] = self.question(table)
        return facts


def _fits(text: str, facts: dict[str, object]) -> bool:
    """Whether all facts that a sentence names are given."""
    return _named(text) <= set(facts)


@cache
def _named(text: str) -> frozenset[str]:
    parts = string.Formatter().parse(text)
    return frozenset(name for _, name, _, _ in parts if name)
