"""Web server: routes, headers, sockets. `rooms` holds the tables, `room` one of them, `handlers` the messages."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
import json
from collections.abc import AsyncIterator, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tapete.core.game import Game
from tapete.core.registry import game_names, load
from tapete.errors import TapeteError
from tapete.play.record import SCHEMA, GameRecord, checked
from tapete.web.export import cards_of, story_of
from tapete.web.files import Reloading, page_files
from tapete.web.handlers import Handlers
from tapete.web.messages import Refused, parse_message, plain_game, plain_options
from tapete.web.rooms import KEPT_DAYS, MOST_KEPT, RoomManager, catalogue, wish_of_link
from tapete.web.runs import game_of_run, games_of_run, stored_runs

LONGEST_MESSAGE = 1 << 16
LONGEST_BODY = 2 << 20
MOST_CONNECTIONS = 4000
PACKED = ("text/", "application/json", "image/svg")  # kinds that are compressed; fonts are already
OUTBOX = 512  # messages that may wait for a slow reader
JOIN_SECONDS = 15.0
TIDY_SECONDS = 60.0
HOME = ("127.0.0.1", "::1")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Middleware that refuses requests for another host (a foreign page that points at this machine) and adds the headers."""

    def __init__(self, app: ASGIApp, hosts: set[str]) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get("host", "")
        wrong = self._wrong(scope, host, headers.get("origin"))
        if wrong is not None and scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close(4003, wrong)
            return
        if wrong is not None:
            await PlainTextResponse(wrong + "\n", 403, headers=HEADERS)(scope, receive, send)
            return

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                names = {name.lower() for name, _ in message["headers"]}
                extra = [(k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in names]
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        await self.app(scope, receive, with_headers)

    def _wrong(self, scope: Scope, host: str, origin: str | None) -> str | None:
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
        if "*" not in self.hosts and name.strip("[]").lower() not in self.hosts:
            return "this server does not answer to that name"
        writes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if writes and origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return "this comes from another page"
        return None


class Socket:
    """WebSocket connection: messages wait in an outbox, so that a slow reader never blocks a table."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.language = "en"
        self.tab = ""
        self.outbox: asyncio.Queue[str | tuple[int, str]] = asyncio.Queue()
        self.closed = False

    def send(self, message: Mapping[str, Any]) -> None:
        if self.closed:
            return
        if self.outbox.qsize() >= OUTBOX:
            self.close(1013, "you read too slowly")
            return
        self.outbox.put_nowait(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    def close(self, code: int, reason: str) -> None:
        if not self.closed:
            self.closed = True
            self.outbox.put_nowait((code, reason))

    async def deliver(self) -> None:
        """Send what is in the outbox until the connection ends."""
        while True:
            item = await self.outbox.get()
            if isinstance(item, tuple):
                await self.socket.close(*item)
                return
            await self.socket.send_text(item)


class Server:
    """Handlers of all HTTP and WebSocket routes."""

    def __init__(self, manager: RoomManager) -> None:
        self.manager = manager
        self.files = page_files()
        self.connections = 0
        self._catalogue: bytes | None = None

    def routes(self) -> list[Any]:
        return [
            Route("/", self.page),
            Route("/table/{id}", self.page),
            Route("/open", self.page),
            Route("/watch/{game}", self.page),
            Route("/choose/{game}", self.page),
            Route("/play/{game}", self.play),
            Route("/page/{path:path}", self.file),
            Route("/favicon.ico", self.icon),
            Route("/api/games", self.games),
            Route("/api/games/{game}/words", self.words),
            Route("/api/games/{game}/cards", self.game_cards),
            Route("/api/games/{game}/files", self.game_files),
            Route("/api/games/{game}/check", self.check, methods=["POST"]),
            Route("/api/tables", self.make, methods=["POST"]),
            Route("/api/setting/{ticket}", self.setting),
            Route("/api/runs", self.runs),
            Route("/api/runs/{run:int}", self.run_games),
            Route("/api/mine", self.mine, methods=["POST"]),
            Route("/api/tables/{id}/cards", self.cards),
            Route("/api/tables/{id}/record", self.record),
            Route("/api/tables/{id}/story", self.story),
            WebSocketRoute("/ws", self.socket),
        ]

    # Pages

    async def page(self, request: Request) -> Response:
        return packed(request, self.files["index.html"][0], "text/html; charset=utf-8")

    async def file(self, request: Request) -> Response:
        found = self.files.get(request.path_params["path"])
        if found is None:
            return PlainTextResponse("no such file\n", 404)
        return packed(request, *found)

    async def icon(self, request: Request) -> Response:
        body, kind = self.files["icon.svg"]
        return Response(body, media_type=kind)

    async def play(self, request: Request) -> Response:
        """Make the table of a link, and redirect to its own address; the seat's token is in the fragment, which servers do not
        see.
        """
        if request.headers.get("sec-fetch-mode", "navigate") != "navigate":
            return failure("a table is made by following a link", 403)
        name, query = request.path_params["game"], request.query_params.multi_items()

        async def make() -> str:
            wish, language = await asyncio.to_thread(wish_of_link, name, query)
            table = await self.manager.make(wish)
            token = next((c.token for c in table.chairs if c.kind == "person" and not c.friend), table.owner)
            about = f"?lang={language}" if language in ("en", "es") else ""
            return f"/table/{table.id}{about}#{token}"

        try:
            ticket = await self.manager.warmup_queue.begin(make(), name)
            if "sec-fetch-mode" in request.headers and not ticket.task.done():  # a browser shows the progress
                return self._filled("data-setting", self.manager.warmup_queue.hand_out(ticket), 200)
            return RedirectResponse(await ticket.task, 303, headers={"cache-control": "no-store"})
        except TapeteError as error:
            return self._filled("data-error", str(error), 400)

    async def setting(self, request: Request) -> Response:
        """Return the progress of a table in preparation; its address, or its tokens, when it is ready."""
        try:
            ticket = self.manager.warmup_queue.find(request.path_params["ticket"])
            if not ticket.task.done():
                return JSONResponse(ticket.progress(), headers={"cache-control": "no-store"})
            del self.manager.warmup_queue.tickets[request.path_params["ticket"]]
            made = await ticket.task
        except TapeteError as error:
            return failure(error, 400)
        return JSONResponse({"address": made} if isinstance(made, str) else made)

    def _filled(self, name: str, text: str, status: int) -> Response:
        """Return the page with one attribute set: an error message, or the table in preparation."""
        shown = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
        body = self.files["index.html"][0].decode().replace(f'{name}=""', f'{name}="{shown}"', 1)
        return HTMLResponse(body, status, headers={"cache-control": "no-store"})

    # Data

    async def games(self, request: Request) -> Response:
        if self._catalogue is None:
            self._catalogue = json.dumps(await asyncio.to_thread(catalogue)).encode()
        return packed(request, self._catalogue, "application/json")

    async def words(self, request: Request) -> Response:
        """Return the words of a game, for its drawing."""
        name = request.path_params["game"]
        if name not in game_names():
            return failure("no such game", 404)
        game = load(name)
        words = {language: dict(own) for language, own in game.words.items()}
        found = {**words, "drawing": self.files.get(f"games/{name}/draw.js") is not None}
        return packed(request, json.dumps(found, ensure_ascii=False).encode(), "application/json")

    async def game_cards(self, request: Request) -> Response:
        """Return the explanations of a game's names, for its rules outside a table."""
        name = request.path_params["game"]
        if name not in game_names():
            return failure("no such game", 404)
        return await explanations(request, await asyncio.to_thread(load, name))

    async def game_files(self, request: Request) -> Response:
        """Return the names of the files of a game for the page, so that no missing file is requested."""
        folder = f"games/{request.path_params['game']}/"
        return JSONResponse([name.removeprefix(folder) for name in self.files if name.startswith(folder)])

    async def check(self, request: Request) -> Response:
        """Return whether a game accepts some options, before a table is made: for a pasted code."""
        try:
            options = plain_options((await self._body(request)).get("options") or {})
            await asyncio.to_thread(load, plain_game(request.path_params["game"]), **options)
        except TapeteError as error:
            return JSONResponse({"error": str(error)})
        return JSONResponse({})

    async def make(self, request: Request) -> Response:
        """Make a new table, a position or a recorded game, as the page requests it."""
        try:
            wish = await self._body(request)
            patient = wish.pop("patient", True)
            if "run" in wish:
                wish = {"record": await asyncio.to_thread(game_of_run, wish, self._home(request))}
            elif "record" in wish:
                wish = {"record": record_of(wish["record"])}
            ticket = await self.manager.warmup_queue.begin(self._made(wish), str(wish.get("game", ""))[:40])
            if not patient and not ticket.task.done():
                return JSONResponse({"ticket": self.manager.warmup_queue.hand_out(ticket), **ticket.progress()}, 202)
            made = await ticket.task
        except TapeteError as error:
            return failure(error, 400)
        return JSONResponse(made, 201)

    async def _made(self, wish: dict[str, Any]) -> dict[str, Any]:
        """Make a table; return its name, and the tokens of its seats."""
        table = await self.manager.make(wish)
        seats = [
            {"seat": seat, "token": chair.token}
            for seat, chair in enumerate(table.chairs)
            if chair.kind == "person" and chair.token
        ]
        return {"id": table.id, "owner": table.owner, "seats": seats}

    @staticmethod
    def _home(request: Request) -> bool:
        """Return whether a request comes from this machine: its owner's stored data is private."""
        return request.client is not None and request.client.host in HOME

    async def runs(self, request: Request) -> Response:
        """Return the stored runs of the server's owner."""
        return JSONResponse({"runs": await asyncio.to_thread(stored_runs) if self._home(request) else []})

    async def run_games(self, request: Request) -> Response:
        """Return the games of a stored run."""
        if not self._home(request):
            return failure(Refused.of("rules", "runs-home"), 403)
        try:
            found = await asyncio.to_thread(games_of_run, request.path_params["run"])
        except TapeteError as error:
            return failure(error, 404)
        return JSONResponse(found)

    async def mine(self, request: Request) -> Response:
        """Return the state of a person's tables, given their tokens."""
        try:
            wish = await self._body(request)
        except TapeteError as error:
            return failure(error, 400)
        found: list[dict[str, Any]] = []
        language = "es" if wish.get("language") == "es" else "en"
        for entry in wish.get("tables", [])[:30] if isinstance(wish.get("tables"), list) else []:
            identity, token = (entry.get("id"), entry.get("token")) if isinstance(entry, dict) else (None, None)
            if not isinstance(identity, str) or not isinstance(token, str):
                continue
            try:
                table = await self.manager.find(identity)
            except TapeteError:
                continue
            seat = next((s for s, chair in enumerate(table.chairs) if chair.token and chair.token == token), None)
            if seat is None and token != table.owner:
                continue
            found.append(
                {
                    "id": table.id,
                    "game": table.game.name,
                    "title": table.game.definition.title,
                    "names": [
                        chair.name if chair.kind == "person" else table.called(place, language)
                        for place, chair in enumerate(table.chairs)
                    ],
                    "people": [chair.person for chair in table.chairs],
                    "figures": table.figures,
                    "seat": seat,
                    "over": table.session.over,
                    "waiting": table.settings.waiting and not table.session.over,  # for friends: it has not begun
                    "your_turn": not table.settings.waiting
                    and seat is not None
                    and table.chairs[seat].kind == "person"  # not while an agent replaces the person
                    and seat in table.session.waiting,
                    "decisions": table.session.decisions(seat) if seat is not None else 0,
                }
            )
        return JSONResponse({"tables": found})

    async def cards(self, request: Request) -> Response:
        """Return the explanations of the names on a table, under its options."""
        try:
            table = await self.manager.find(request.path_params["id"])
        except TapeteError as error:
            return failure(error, 404)
        return await explanations(request, table.game)

    async def record(self, request: Request) -> Response:
        """Return the record of a game that is over, one line."""
        try:
            table = await self.manager.find(request.path_params["id"])
            text = table.record().as_json()
        except TapeteError as error:
            return failure(error, 403)
        name = f"{table.game.name}-{table.id}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(text + "\n", headers=headers)

    async def story(self, request: Request) -> Response:
        """Return a whole game as data, everything shown, for a file that plays without a server."""
        try:
            table = await self.manager.find(request.path_params["id"])
            table.record()
        except TapeteError as error:
            return failure(error, 403)
        return JSONResponse(await asyncio.to_thread(story_of, table))

    async def _body(self, request: Request) -> dict[str, Any]:
        if request.headers.get("content-type", "").partition(";")[0] != "application/json":
            raise Refused("malformed", "the body must be JSON")
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > LONGEST_BODY:
                raise Refused("malformed", "the body is too long")
        try:
            data = json.loads(body)
        except (ValueError, RecursionError):
            raise Refused("malformed", "the body must be one JSON object") from None
        if not isinstance(data, dict):
            raise Refused("malformed", "the body must be one JSON object")
        return data

    # Sockets

    async def socket(self, socket: WebSocket) -> None:
        if self.connections >= MOST_CONNECTIONS:
            await socket.close(1013, "too many connections")
            return
        await socket.accept()
        self.connections += 1
        connection = Socket(socket)
        handlers = Handlers(self.manager, connection)
        delivery = asyncio.create_task(connection.deliver())
        try:
            await self._listen(socket, connection, handlers)
        finally:
            self.connections -= 1
            connection.closed = True
            handlers.leave()
            delivery.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await delivery

    async def _listen(self, socket: WebSocket, connection: Socket, handlers: Handlers) -> None:
        while not connection.closed:
            try:
                limit = JOIN_SECONDS if handlers.guest is None else None
                received = await asyncio.wait_for(socket.receive(), limit)
            except TimeoutError:
                connection.close(1008, "no table was joined")
                await self._delivered(connection)
                return
            except (WebSocketDisconnect, RuntimeError):
                return
            if received["type"] == "websocket.disconnect":
                return
            if handlers.too_many():
                handlers.refuse("too many", "too many messages; the connection is closed")
                connection.close(1008, "too many messages")
                await self._delivered(connection)
                return
            text = received.get("text")
            if text is None:
                handlers.refuse("malformed", "a message is text, not binary")
                continue
            try:
                message = parse_message(text)
            except Refused as error:
                handlers.refuse(error.code, str(error))
                continue
            await handlers.dispatch(message)
        await self._delivered(connection)

    @staticmethod
    async def _delivered(connection: Socket) -> None:
        """Give the outbox a moment before the connection ends."""
        for _ in range(50):
            if connection.outbox.empty() or connection.socket.application_state == WebSocketState.DISCONNECTED:
                return
            await asyncio.sleep(0.02)


def packed(request: Request, body: bytes, kind: str) -> Response:
    """Answer with a body that changes rarely: compressed for browsers that read gzip, not sent again where it is known."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    headers = {"cache-control": "no-cache", "etag": tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if kind.startswith(PACKED) and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(zipped(body), media_type=kind, headers={**headers, "content-encoding": "gzip"})
    return Response(body, media_type=kind, headers=headers)


async def explanations(request: Request, game: Game) -> Response:
    """Return the explanations of a game's names in the language of the request."""
    language = "es" if request.query_params.get("lang") == "es" else "en"
    found = await asyncio.to_thread(cards_of, game, language)
    return packed(request, json.dumps(found, ensure_ascii=False).encode(), "application/json")


@lru_cache(maxsize=400)
def zipped(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)


def failure(error: TapeteError | str, status: int) -> Response:
    """Answer with what was wrong: a sentence in English, and what the page makes its own of."""
    said = getattr(error, "said", None)
    return JSONResponse({"error": str(error), **({"said": said} if isinstance(said, dict) else {})}, status)


def record_of(text: Any) -> GameRecord:
    """Parse a recorded game from the text of a file: its first line."""
    if not isinstance(text, str):
        raise Refused("record", "a record is a text of one line")
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        entry = json.loads(lines[0])
    except (IndexError, ValueError, RecursionError):
        raise Refused.of("record", "no-record") from None
    if not isinstance(entry, dict) or entry.get("schema") != SCHEMA:
        raise Refused("record", f"this is not a game recorded by tapete ({SCHEMA})")
    return checked(entry, "the record")


def make_app(manager: RoomManager, *, hosts: set[str] | None = None, reload: bool = False) -> ASGIApp:
    """Build the application. `hosts` are the names that it answers to; `*`: all."""
    server = Server(manager)
    if reload:
        server.files = Reloading()

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        async def tidy() -> None:
            while True:
                await asyncio.sleep(TIDY_SECONDS)
                manager.tidy()

        await asyncio.to_thread(manager.storage.prune, most=MOST_KEPT, days=KEPT_DAYS)
        task = asyncio.create_task(tidy())
        yield
        task.cancel()
        await manager.close()

    app = Starlette(routes=server.routes(), lifespan=life)
    return Guard(app, {"127.0.0.1", "localhost", "::1", *(hosts or ())})


def serve(app: ASGIApp, host: str, port: int, *, started: Any = None) -> None:
    """Serve until interrupted."""
    import uvicorn

    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE,
        ws_ping_interval=15,
        ws_ping_timeout=20,
        ws_per_message_deflate=True,
        timeout_graceful_shutdown=3,
        server_header=False,
        h11_max_incomplete_event_size=1 << 14,
    )
    server = uvicorn.Server(config)
    if started is not None:
        original = server.startup

        async def startup(sockets: Any = None) -> None:
            await original(sockets)
            if server.started:
                port_now = server.servers[0].sockets[0].getsockname()[1]
                started(port_now)

        server.startup = startup  # type: ignore[method-assign]  # uvicorn has no hook for this
    server.run()
