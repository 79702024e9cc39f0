"""Which WebSocket protocol the server runs on: the fast one where it is known to fit, and uvicorn's own elsewhere.

`fast_socket.py` reaches into uvicorn and websockets, so it is used with the versions that it was written for. With
any other the server works the same, a little slower.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from mergemaker.web.transport.frame_meter import MeteredSocket

if TYPE_CHECKING:
    from mergemaker.web.transport.fast_socket import FastSocket

EXTENSION = "mergemaker.direct"
KNOWN = {"uvicorn": ("0.54.",), "websockets": ("17.",)}  # how their versions begin


class PlainSocket(MeteredSocket, AutoWebSocketsProtocol):  # type: ignore[valid-type, misc]  # chosen by what is there
    """uvicorn's own protocol, with our count of frames."""


def is_known() -> bool:
    """Whether the installed versions are ones that the fast protocol fits."""
    try:
        return all(version(name).startswith(begins) for name, begins in KNOWN.items())
    except PackageNotFoundError:  # with wsproto, for instance, uvicorn does without websockets
        return False


def socket_protocol() -> type[MeteredSocket]:
    """The class of protocol for a server to run on."""
    if not is_known():
        return PlainSocket
    from mergemaker.web.transport.fast_socket import FastSocket

    return FastSocket


def fast_socket(scope: Any) -> FastSocket | None:
    """The connection of a scope, if it can be written to directly."""
    found = (scope.get("extensions") or {}).get(EXTENSION)
    return found["socket"] if found else None
