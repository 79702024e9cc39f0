"""People: accounts, what they have played, how good they are, and how they find each other."""
