"""Clubs: tournaments, seasons, turns over days, and what a host of a server needs."""
