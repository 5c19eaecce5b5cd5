"""What many games of computers come to, as people read it: lines, bars, pictures."""
