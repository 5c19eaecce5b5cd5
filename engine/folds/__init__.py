"""What each fact makes of the table, by the files of ``events``."""
