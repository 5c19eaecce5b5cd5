"""How fast games are taken to go where rules have a clock."""

PACE = 25
"""Seconds of play that a turn takes at a table, where nobody says otherwise."""
