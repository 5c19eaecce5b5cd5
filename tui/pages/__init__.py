"""What the pages of phones show: the question of a seat as fields, and what it may know beside."""
