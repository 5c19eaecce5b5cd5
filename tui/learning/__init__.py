"""A first game ("belajar"): one sentence at the first time of everything."""
