"""Readings of cards, whichever way they come."""
