"""Two rule sets side by side: ``fields`` asks both, ``page`` shows what they say."""
