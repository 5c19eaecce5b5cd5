"""Things that happen at the table, shown for a moment: always of what is on disk already."""
