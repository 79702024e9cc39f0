"""The pages: the built front end, held in memory, or a polite word where it was not built."""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

STATIC = Path(__file__).parent / "static"

_NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>mergemaker</title></head>
<body><h1>mergemaker</h1>
<p>The server runs, but its pages have not been built. <code>make play</code> builds them; programs can use
<a href="/schema/openapi.json">the API</a> as it is.</p></body></html>
"""


class Files:
    """The files of a folder by path. Only what is in the folder has a path, so no other can be asked for."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.folder = folder
        self._found: dict[str, tuple[float, bytes, str, str]] = {}
        self._paths: dict[str, Path] = {}
        self.look()

    def look(self) -> None:
        """Lists the folder again."""
        found = (file for file in self.folder.rglob("*") if file.is_file()) if self.folder.is_dir() else ()
        self._paths = {file.relative_to(self.folder).as_posix(): file for file in found}

    def find(self, path: str) -> tuple[bytes, str, str] | None:
        """A file's content, type and tag; where it is not known, the folder is listed again first."""
        found = self.get(path)
        if found is None:
            self.look()
            found = self.get(path)
        return found

    def get(self, path: str) -> tuple[bytes, str, str] | None:
        """A file's content, type and tag, if it was there when the folder was listed."""
        if path not in self._paths:
            return None
        file = self._paths[path]
        try:
            changed = file.stat().st_mtime
            if path not in self._found or self._found[path][0] != changed:
                content = file.read_bytes()
                kind = "text/javascript" if path.endswith(".js") else mimetypes.guess_type(path)[0]
                if path.endswith(".webmanifest"):
                    kind = "application/manifest+json"
                tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
                self._found[path] = changed, content, kind or "application/octet-stream", tag
        except OSError:
            return None
        return self._found[path][1:]


@get(["/", "/{path:path}"], include_in_schema=False)
async def pages(request: Request[Any, Any, Any], path: FromPath[str] = "/") -> Response[bytes]:
    """A file of the front end; any path that is none is a screen of it, which the page finds by itself."""
    files: Files = request.app.state.files
    wanted = path.strip("/")
    if wanted.startswith(("api/", "ws/", "schema")):
        raise NotFoundException
    found = files.get(wanted)
    if found is None and "." in wanted.rsplit("/", 1)[-1] and not wanted.startswith("carry/"):
        raise NotFoundException
    if found is None:
        wanted = "index.html"
        found = files.find(wanted)
    if found is None:
        return Response(_NOT_BUILT.encode(), media_type="text/html; charset=utf-8")
    lasting = wanted.startswith("assets/")  # their names change with their content
    return answer_with(request, found, lasting=lasting)


def answer_with(
    request: Request[Any, Any, Any],
    found: tuple[bytes, str, str],
    *,
    lasting: bool = False,
    headers: Mapping[str, str] | None = None,
) -> Response[bytes]:
    """A file as an answer; without its content where the caller has it already."""
    content, kind, tag = found
    keep = "public, max-age=31536000, immutable" if lasting else "no-cache"
    told = {"ETag": tag, "Cache-Control": keep, **(headers or {})}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=told)
    charset = "; charset=utf-8" if kind.startswith("text/") or kind.endswith(("json", "xml")) else ""
    return Response(content, media_type=kind + charset, headers=told)
