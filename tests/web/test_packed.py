"""Files of the page: compressed if the browser accepts gzip, and not sent twice."""

from __future__ import annotations

import gzip
import urllib.error
import urllib.request
from typing import Any

import pytest
from serving import Running


def asked(server: Running, path: str, **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return urllib.request.urlopen(urllib.request.Request(server.url + path, headers=named))


@pytest.mark.parametrize("path", ["/", "/page/table.js", "/page/room.css", "/api/games", "/page/games/briscas/draw.js"])
def test_text_is_compressed_for_clients_that_accept_gzip(server: Running, path: str) -> None:
    plain, packed = asked(server, path), asked(server, path, accept_encoding="gzip")
    whole, sent = plain.read(), packed.read()
    assert packed.headers["content-encoding"] == "gzip" and plain.headers["content-encoding"] is None
    assert gzip.decompress(sent) == whole
    assert len(sent) < 0.6 * len(whole)


def test_fonts_are_sent_as_they_are(server: Running) -> None:
    found = asked(server, "/page/fonts/figtree.woff2", accept_encoding="gzip")
    assert found.headers["content-encoding"] is None and found.read()[:4] == b"wOF2"


def test_cached_files_are_not_sent_again(server: Running) -> None:
    tag = asked(server, "/page/table.js").headers["etag"]
    with pytest.raises(urllib.error.HTTPError) as refused:
        asked(server, "/page/table.js", if_none_match=tag)
    assert refused.value.code == 304
    assert asked(server, "/page/table.js", if_none_match='"another"').status == 200
