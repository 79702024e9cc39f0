"""Matches, tournaments, ratings and tuning: where a bot's strength becomes a number with an error bar."""
