"""A fifth set: brands, branches and a clock of play."""
