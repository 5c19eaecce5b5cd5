"""A game that lies on several laptops: what another one wrote is taken, and no tail is lost."""

from collections.abc import Sequence

from ketuk.rooms.past import Past
from ketuk.rooms.playing import Playing
from ketuk.rooms.records import Row, to_text
from ketuk.rooms.reign import Mark
from ketuk.rooms.tails import Astray, branch, followed, put, up_to
from ketuk.rooms.trouble import PlaceTaken


class Sharing(Playing):
    """A game whose rows may come from another laptop."""

    def take_rows(self, rows: Sequence[Row], *, since: Mark | None = None) -> str:
        """Rows that another laptop wrote: on disk when this returns, and told.

        A single one is told as it happens, more than one as caught up. Whoever leads takes them
        only if the table wants it.

        Args:
            since: what both have in common, at least up to there; where the rows and those here
                part after it, these rows are the game and those here are kept as a branch. None:
                the rows are the next ones, or known.

        Returns:
            What the branch is called; empty if none was made.

        Raises:
            Astray: they do not follow from those that are here, or another program has written
                meanwhile; nothing was changed.
            Outreigned: a higher reign is known to another program with this file.
            JournalFault: they could not be kept; nothing was changed but that there may be the
                branch already.
        """
        if since is not None:
            self._find(since)
        fresh = self._fresh(rows)
        if not fresh:
            return ""
        fork, was, called = fresh[0].seq - 1, self._past, ""
        if fork < self.seq and (since is None or fork < since.seq):
            raise Astray(f"row {fresh[0].seq} is another one")
        kept = was if fork >= self.seq else up_to(was, fork)
        now = followed(kept, fresh)
        if kept is not was:
            called = branch(self.journal, self.header, was, self._writer(was.rows[-1].host))
        self._put(now, fork)
        if kept is not was:
            self.settled.update(was.marks[fork + 1 :])
            self._went_back(kept)
        for row in fresh:
            self._take(row, caught_up=bool(called) or len(fresh) > 1)
        return called

    def keep_rows(self, rows: Sequence[Row]) -> str:
        """Keep the tail of another laptop as a branch, since the game goes on with the one here.

        Returns:
            What the branch is called; empty if all these rows are here.

        Raises:
            Astray: they do not follow from those that are here.
            JournalFault: those of every writing.
        """
        fresh = self._fresh(rows)
        if not fresh:
            return ""
        theirs = followed(up_to(self._past, fresh[0].seq - 1), fresh)
        called = branch(self.journal, self.header, theirs, self._writer(fresh[-1].host))
        self.settled.update(theirs.marks[fresh[0].seq :])
        return called

    def _put(self, now: Past, fork: int) -> None:
        try:
            put(self.journal, self.name, self._past, now, fork=fork, under=self.reign)
        except PlaceTaken as taken:
            self.catch_up()
            raise Astray("another program has written meanwhile") from taken

    def _find(self, since: Mark) -> None:
        if since not in self._past.marks[since.seq : since.seq + 1]:
            raise Astray(f"{since} is not here")

    def _fresh(self, rows: Sequence[Row]) -> Sequence[Row]:
        """The rows from the first one on that is not here."""
        for at, row in enumerate(rows):
            if row.seq > self.seq or to_text(row) != to_text(self._past.rows[row.seq]):
                return rows[at:]
        return ()

    def _writer(self, host: int) -> str:
        """What the laptop is called that wrote rows of such a reign; its number if nobody knows."""
        known = (r.name or r.address for r in self.journal.reigns(self.name) if r.number == host)
        return next(filter(None, known), str(host))
