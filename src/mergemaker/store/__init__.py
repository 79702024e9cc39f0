"""Where games are kept: tables, seats, an append-only log of actions, and chat, in SQLite or PostgreSQL."""

from mergemaker.store.schemas.rows import StoredChat, StoredEntry, StoredLink, StoredPlayer, StoredSeat, StoredTable
from mergemaker.store.store import COOKIE_KEY, Conflict, Store, StoreError

__all__ = [
    "COOKIE_KEY",
    "Conflict",
    "Store",
    "StoreError",
    "StoredChat",
    "StoredEntry",
    "StoredLink",
    "StoredPlayer",
    "StoredSeat",
    "StoredTable",
]
