"""The documents site under /docs, from the package if it was built (`make docs`), or a word on how to build it."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from mergemaker.web.static_pages import Files, answer_with

DOCUMENTS = Path(__file__).parent / "documents"

_NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>mergemaker: documents</title></head>
<body><h1>The documents are not here yet</h1>
<p>They come with a wheel that <code>make build</code> made. In a checkout, <code>make docs</code> builds them; then
load this page again. Until then they can be read as they are written, in the folder <code>docs</code>.</p>
<p><a href="/">To the game</a></p></body></html>
"""


@get(["/docs", "/docs/{path:path}"], include_in_schema=False)
async def documents(request: Request[Any, Any, Any], path: FromPath[str] = "/") -> Response[Any]:
    """A page or a file of the documents site. Its links are relative, so its start has a name of its own."""
    files: Files = request.app.state.documents
    if files.find("index.html") is None:
        return Response(_NOT_BUILT, status_code=404, media_type="text/html; charset=utf-8")
    wanted = path.strip("/")
    if not wanted:
        return Redirect("/docs/index.html")
    found = files.find(wanted)
    if found is None:
        raise NotFoundException
    headers = {}
    if wanted.endswith(".html"):
        headers["Content-Security-Policy"] = security_of(found[0])
    return answer_with(request, found, lasting=wanted.startswith("assets/javascripts/"), headers=headers)


@lru_cache(maxsize=256)
def security_of(page: bytes) -> str:
    """What a page of the site may do: its own few inline scripts by their hashes, and no others."""
    scripts = re.findall(rb"<script>(.*?)</script>", page, re.DOTALL)
    hashes = sorted({base64.b64encode(hashlib.sha256(script).digest()).decode() for script in scripts})
    allowed = " ".join(f"'sha256-{each}'" for each in hashes)
    return (
        f"default-src 'none'; script-src 'self' {allowed}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    )
