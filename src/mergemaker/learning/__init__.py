"""Learning the game by playing it: lessons, the coach, and what both are made of. All that is taught is data."""
