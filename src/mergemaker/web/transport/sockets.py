"""WebSockets: a connection to a table, and one to the lobby."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from mergemaker.rules.errors import IllegalAction, MergemakerError
from mergemaker.tables import table_actions
from mergemaker.tables.live_table import LiveTable, encode
from mergemaker.tables.protocol import messages
from mergemaker.tables.protocol.refusals import Refusal
from mergemaker.web.context import Context, TooOften, context_of
from mergemaker.web.identity import Caller
from mergemaker.web.transport import frame_meter
from mergemaker.web.transport.socket_protocol import fast_socket

log = logging.getLogger("mergemaker.web")

LARGEST = 8192  # characters of a client's message
MOST_WAITING = 256  # messages that a slow reader may leave unread,
MOST_BYTES = 1_000_000  # and what they may come to
MOST_NONSENSE = 20
MOST_HURRIED = 20  # messages in a row that come too soon
CLOSE_SECONDS = 5
BAD_MESSAGES, UNKNOWN, FOREIGN, NO_TABLE, TOO_SLOW, TOO_MANY = 4400, 4401, 4403, 4404, 4408, frame_meter.TOO_MANY
RESTART = 1012

Socket = WebSocket[Any, Any, Any]

_decoder: msgspec.json.Decoder[messages.FromClient] = msgspec.json.Decoder(messages.FromClient)


class Line:
    """A connection's way out: messages in order, written together, so that nobody waits for a slow reader."""

    def __init__(self, socket: Socket, caller: Caller | None) -> None:
        self.owner = caller.player if caller else ""
        # A token that is good to look is nobody at a table.
        self.player = caller.player if caller and not caller.looks else ""
        self.session = caller.session if caller else None
        self.unheard: frozenset[str] = frozenset()  # whose chat is not wanted
        self.caller = f"{id(self)}"
        self.here = True
        self.pace: float | None = None
        self.closing: int | None = None
        self._socket = socket
        self._direct = fast_socket(socket.scope)
        self._waiting: list[bytes] = []
        self._bytes = 0
        self._writer: asyncio.Task[None] | None = None

    def send(self, message: bytes) -> None:
        """Queues a message; a reader that is too far behind is cut off, and can resume."""
        if self.closing is not None:
            return
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush)
        elif len(self._waiting) >= MOST_WAITING or self._bytes > MOST_BYTES:
            self.hang_up(TOO_SLOW)
            return
        self._waiting.append(message)
        self._bytes += len(message)

    def _flush(self) -> None:
        """Writes what waits at once, or lets a task wait until the other end has read more."""
        if self._writer is not None or self.closing is not None:
            return
        if self._direct is not None and self._direct.ready:
            self._direct.write_texts(self._waiting)
            self._waiting.clear()
            self._bytes = 0
        else:
            self._writer = asyncio.create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._waiting:
                await self._socket.send_data(self._waiting[0], mode="text")
                self._bytes -= len(self._waiting.pop(0))
        except Exception:  # the other end is gone; the reader notices too
            return
        if self.closing is None:
            self._writer = None

    def hang_up(self, code: int) -> None:
        """Closes the connection, after what was said before; nobody waits for that."""
        if self.closing is None:
            self.closing = code
            self._writer = asyncio.create_task(self._close(code, self._writer))

    async def _close(self, code: int, writer: asyncio.Task[None] | None) -> None:
        if writer is not None and code == TOO_SLOW:
            writer.cancel()
        elif self._waiting:
            await asyncio.wait({writer or asyncio.create_task(self._write())}, timeout=CLOSE_SECONDS)
        with contextlib.suppress(Exception):
            await self._socket.close(code=code)

    async def finish(self) -> None:
        """Ends what is still being written; a close that is under way may take a moment."""
        if self._writer is not None:
            if self.closing is not None:
                await asyncio.wait({self._writer}, timeout=2 * CLOSE_SECONDS)
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        self.closing = self.closing or 1000


async def _enter(socket: Socket) -> tuple[Context, Caller | None] | None:
    """Lets a connection in. Returns the context and who it is, which may be nobody; None where it was refused."""
    context = context_of(socket)
    await socket.accept()  # so that the reason for closing reaches the page
    if not context.origin_fits(socket):
        await socket.close(code=FOREIGN)
        return None
    if context.crowded(socket) or context.sockets.take(context.address(socket)):
        await socket.close(code=TOO_MANY)
        return None
    try:
        return context, await context.who(socket)
    except Refusal:
        await socket.close(code=UNKNOWN)
        return None


async def run_line(socket: Socket, attend: Callable[[Context, Line], Awaitable[None]]) -> None:
    """Runs a connection to its end, if it is let in."""
    entered = await _enter(socket)
    if entered is None:
        return
    context, caller = entered
    line = Line(socket, caller)
    context.connected(line, socket)
    try:
        await attend(context, line)
    except WebSocketDisconnect:
        pass
    finally:
        context.disconnected(line, socket)
        await line.finish()


async def only_listen(context: Context, line: Line, socket: Socket) -> None:
    """Waits until a client that has nothing to say is gone; one that says too much is cut off."""
    while True:
        await socket.receive_data(mode="text")
        if context.messages.take(line.caller):
            line.hang_up(TOO_MANY)
            return


@websocket("/ws/lobby")
async def lobby_socket(socket: Socket) -> None:
    """Sends the lists, and again when they change."""

    async def attend(context: Context, line: Line) -> None:
        context.live_tables.lists.watch(line)
        try:
            await only_listen(context, line, socket)
        finally:
            context.live_tables.lists.leave(line)

    await run_line(socket, attend)


@websocket("/ws/tables/{table_id:str}")
async def table_socket(socket: Socket, table_id: FromPath[str]) -> None:
    """Plays at a table, or watches it."""

    async def attend(context: Context, line: Line) -> None:
        try:
            live = await context.live_tables.table(table_id)
        except MergemakerError as error:
            await socket.close(code=NO_TABLE, reason=str(error))
            return
        try:
            await _attend(context, live, line, socket)
        finally:
            context.live_tables.depart(live, line)

    await run_line(socket, attend)


async def _attend(context: Context, live: LiveTable, line: Line, socket: Socket) -> None:
    live_tables = context.live_tables
    given = socket.query_params.get("version", "")
    since = int(given) if given.isascii() and given.isdigit() and len(given) < 7 else 0
    if line.player:
        line.unheard = await live_tables.ties.unheard(line.player)
    # No `await` between the welcome and `arrive`, or an update is lost.
    line.send(encode(live.welcome(line.player, since, live_tables.now(), line.unheard)))
    live_tables.arrive(live, line)
    seat = live.seat_of(line.player)
    if seat is not None and live.seats[seat].stand_in and not live.over:
        with contextlib.suppress(Refusal):
            await table_actions.come_back(live_tables, live, line.player)
    nonsense = hurried = 0
    while line.closing is None:
        text = await socket.receive_data(mode="text")
        if context.messages.take(line.caller):
            hurried += 1
            line.send(encode(messages.Refused(_id_in(text), "too-often", "Slow down.", live.version)))
        else:
            hurried = 0
            nonsense += not await hear_message(context, live, line, text)
        if hurried >= MOST_HURRIED:
            line.hang_up(TOO_MANY)
        if nonsense >= MOST_NONSENSE:
            line.hang_up(BAD_MESSAGES)


async def hear_message(context: Context, live: LiveTable, line: Line, text: str | bytes) -> bool:
    """Does what a message asks, and answers. Returns whether the message made sense."""
    if len(text) > LARGEST:
        line.send(encode(messages.Refused(None, "too-large", "That message is too long.", live.version)))
        return False
    try:
        message = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        line.send(encode(messages.Refused(_id_in(text), "bad-message", str(error)[:300], live.version)))
        return False
    ident = getattr(message, "id", None)
    try:
        await _do(context, live, line, message)
    except (Refusal, IllegalAction) as error:
        line.send(encode(messages.Refused(ident, error.code, str(error), live.version)))
    except Exception:
        log.exception("a message failed", extra={"table": live.id})
        line.send(encode(messages.Refused(ident, "trouble", "Something went wrong on the server.", live.version)))
    return True


def _id_in(text: str | bytes) -> str | None:
    """The id of a message that is wrong otherwise, if it has one."""
    if len(text) > LARGEST:
        return None
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    ident = found.get("id") if isinstance(found, dict) else None
    return ident if isinstance(ident, str) and len(ident) <= 64 else None


async def _do(context: Context, live: LiveTable, line: Line, message: messages.FromClient) -> None:
    live_tables, player = context.live_tables, line.player

    def acknowledge(done: messages.Acknowledged) -> None:
        line.send(encode(done))

    match message:
        case messages.Play():
            await table_actions.play(live_tables, live, player, message, acknowledge)
        case messages.Undo():
            await table_actions.undo(live_tables, live, player, message, acknowledge)
        case messages.Say(ident, text):
            wait = context.chat.take(player)
            if wait:
                raise TooOften(int(wait) + 1)
            await table_actions.say(live_tables, live, player, ident, text)
            acknowledge(messages.Acknowledged(ident, live.version))
        case messages.Ask(ident):
            line.send(encode(await table_actions.advise(live_tables, live, player, ident)))
        case messages.Attend(here):
            if line.here != here:
                line.here = here
                live_tables.presence_changed(live)
                if here:
                    await table_actions.look_again(live_tables, live, player)
        case messages.Pace(seconds):
            line.pace = seconds
        case messages.Return(ident):
            await table_actions.come_back(live_tables, live, player)
            acknowledge(messages.Acknowledged(ident, live.version))
        case messages.StandIn(ident, seat):
            await table_actions.go_away(live_tables, live, player, seat)
            acknowledge(messages.Acknowledged(ident, live.version))
        case messages.Mute(ident):
            await table_actions.mute(live_tables, live, player, message)
            acknowledge(messages.Acknowledged(ident, live.version))
        case messages.Ping(ident):
            line.send(encode(messages.Pong(ident, live_tables.now())))
