"""Games that were played: what they came to, replays, one's own list and one's own play over many, playing on from a
moment of one, and all of them as a file."""
