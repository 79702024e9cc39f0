"""The magnate's policy: a small network that says at once which choice a search would come to."""
