"""The game server: HTTP and WebSocket over the tables, and the pages that play them."""
