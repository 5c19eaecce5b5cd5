"""How fast games are taken to go if rules have a clock."""

PACE = 25
"""Seconds of play that a turn takes at a table, if nobody says otherwise."""
