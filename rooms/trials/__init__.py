"""Games of computers alone, many at once: played in memory, and never among the saved games."""
