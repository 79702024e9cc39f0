"""A learned judge: what it sees of a position, its layers in compiled code, and its weights."""
