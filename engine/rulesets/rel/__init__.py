"""Rel: 40 tiles on rails, 2 to 5 players, boards KL and Borneo; the richest at the end wins."""
