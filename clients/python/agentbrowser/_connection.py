"""A connection to the engine: JSON-RPC 2.0, one message a line, over its Unix socket."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import socket
import threading
import time
from typing import Any, Dict, Mapping, Optional, Tuple, Union
from urllib.parse import urlencode

from ._engine import socket_path, start_engine
from ._errors import AgentBrowserError, EngineTimeoutError, EngineUnavailableError, error_from

#: How much longer this client waits than the engine's own deadline.
_GRACE_SECONDS = 10.0
_MAX_LINE = 256 * 1024 * 1024
#: How often it is tried to reach an engine, and how long to wait after the first time.
_TRIES = 5
_PAUSE_SECONDS = 0.05

Json = Any


def _gone(cause: Optional[BaseException] = None) -> EngineUnavailableError:
    error = EngineUnavailableError("The connection to the engine was lost, and the page with it. Open it again.")
    error.__cause__ = cause
    return error


def _late(method: str, timeout_ms: int) -> EngineTimeoutError:
    return EngineTimeoutError(f"{method} had no answer within {timeout_ms} ms.")


def _encode(request_id: int, method: str, params: Mapping[str, Json]) -> bytes:
    request = {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}
    return json.dumps(request, separators=(",", ":")).encode() + b"\n"


def _result(answer: Mapping[str, Json]) -> Json:
    if "error" in answer:
        raise error_from(answer["error"])
    return answer.get("result")


class _UnixHTTPConnection(http.client.HTTPConnection):
    def __init__(self, path: str, timeout: Optional[float]) -> None:
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = _connect(self._path, self.timeout)


def _connect(path: str, timeout: Optional[float]) -> socket.socket:
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        sock.settimeout(timeout)
        sock.connect(path)
    except BaseException:
        sock.close()
        raise
    return sock


def _resolve(path: Optional[str], name: str) -> Tuple[str, bool]:
    """The socket's path, and whether an engine may be started for it."""
    given = path or os.environ.get("AGENTBROWSER_SOCKET")
    return (given, False) if given else (socket_path(name), True)


def _unreachable(path: str, error: BaseException) -> EngineUnavailableError:
    why = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return EngineUnavailableError(f"Nobody answers on {path} ({why}). Start: agentbrowser daemon run --socket {path}")


class Connection:
    """Calls one after the other; several threads may share it."""

    def __init__(self, path: Optional[str], name: str) -> None:
        self._given, self._name = path, name
        self.path = ""
        self._lock = threading.Lock()
        self._sock: Optional[socket.socket] = None
        self._buffer = b""
        self._last_id = 0

    @property
    def is_open(self) -> bool:
        return self._sock is not None

    def open(self) -> None:
        path, may_start = _resolve(self._given, self._name)
        for attempt in range(_TRIES):
            try:
                try:
                    sock = _connect(path, _GRACE_SECONDS)
                except OSError as error:
                    if not may_start:
                        raise _unreachable(path, error) from error
                    path = start_engine(self._name)
                    sock = _connect(path, _GRACE_SECONDS)
                self._sock, self.path, self._buffer = sock, path, b""
                # An engine that is dying may still take connections: only one that answers is there.
                sock.sendall(_encode(0, "daemon.status", {}))
                _result(json.loads(self._line(sock)))
                return
            except (OSError, ValueError) as error:
                self._drop()
                if attempt == _TRIES - 1:
                    raise _unreachable(path, error) from error
                time.sleep(_PAUSE_SECONDS * (attempt + 1))
            except AgentBrowserError:
                self._drop()
                raise

    def call(self, method: str, params: Mapping[str, Json], timeout_ms: int) -> Json:
        with self._lock:
            if self._sock is None:
                self.open()
            sock = self._sock
            assert sock is not None
            self._last_id += 1
            request_id = self._last_id
            sock.settimeout(timeout_ms / 1000 + _GRACE_SECONDS)
            try:
                sock.sendall(_encode(request_id, method, params))
                while True:
                    answer = json.loads(self._line(sock))
                    if answer.get("id") == request_id:
                        return _result(answer)
                    # An answer to nobody says that the connection itself is in trouble.
                    if answer.get("id") is None and "error" in answer:
                        self._drop()
                        raise error_from(answer["error"])
            except socket.timeout as error:
                # What comes now would be the answer to this call: the connection is of no use any more.
                self._drop()
                raise _late(method, timeout_ms) from error
            except (OSError, ValueError) as error:
                self._drop()
                raise _gone(error) from error
            except KeyboardInterrupt:
                self._drop()
                raise

    def get(self, target: str, query: Mapping[str, Union[str, int]], timeout_ms: int) -> bytes:
        """Bytes by HTTP on the same socket."""
        request = _UnixHTTPConnection(self.path, timeout_ms / 1000 + _GRACE_SECONDS)
        try:
            request.request("GET", f"{target}?{urlencode(query)}")
            response = request.getresponse()
            body = response.read()
            if response.status != 200:
                raise error_from(json.loads(body)["error"])
            return body
        except socket.timeout as error:
            raise _late(target, timeout_ms) from error
        except (OSError, http.client.HTTPException) as error:
            raise _gone(error) from error
        finally:
            request.close()

    def close(self) -> None:
        with self._lock:
            self._drop()

    def _drop(self) -> None:
        if self._sock is not None:
            self._sock.close()
            self._sock = None

    def _line(self, sock: socket.socket) -> bytes:
        while True:
            end = self._buffer.find(b"\n")
            if end >= 0:
                line, self._buffer = self._buffer[:end], self._buffer[end + 1 :]
                return line
            chunk = sock.recv(1 << 16)
            if not chunk:
                raise ConnectionResetError("the engine closed the connection")
            self._buffer += chunk
            if len(self._buffer) > _MAX_LINE:
                raise ValueError("an answer is too long")


class AsyncConnection:
    """Calls side by side, for asyncio."""

    def __init__(self, path: Optional[str], name: str) -> None:
        self._given, self._name = path, name
        self.path = ""
        self._opening: Optional[asyncio.Lock] = None
        self._writer: Optional[asyncio.StreamWriter] = None
        self._reading: Optional["asyncio.Task[None]"] = None
        self._waiting: Dict[int, "asyncio.Future[Json]"] = {}
        self._last_id = 0

    @property
    def is_open(self) -> bool:
        return self._writer is not None

    async def open(self) -> None:
        # Made here, in the loop that it is used in.
        self._opening = self._opening or asyncio.Lock()
        async with self._opening:
            if self._writer is not None:
                return
            path, may_start = _resolve(self._given, self._name)
            for attempt in range(_TRIES):
                writer: Optional[asyncio.StreamWriter] = None
                try:
                    try:
                        reader, writer = await asyncio.open_unix_connection(path, limit=_MAX_LINE)
                    except OSError as error:
                        if not may_start:
                            raise _unreachable(path, error) from error
                        path = await asyncio.get_running_loop().run_in_executor(None, start_engine, self._name)
                        reader, writer = await asyncio.open_unix_connection(path, limit=_MAX_LINE)
                    # An engine that is dying may still take connections: only one that answers is there.
                    writer.write(_encode(0, "daemon.status", {}))
                    _result(json.loads(await asyncio.wait_for(reader.readline(), _GRACE_SECONDS)))
                    self.path = path
                    self._writer = writer
                    self._reading = asyncio.ensure_future(self._read(reader))
                    return
                except (OSError, ValueError, asyncio.TimeoutError) as error:
                    if attempt == _TRIES - 1:
                        raise _unreachable(path, error) from error
                    await asyncio.sleep(_PAUSE_SECONDS * (attempt + 1))
                finally:
                    # What came to nothing is not left open.
                    if writer is not None and writer is not self._writer:
                        writer.close()

    async def call(self, method: str, params: Mapping[str, Json], timeout_ms: int) -> Json:
        if self._writer is None:
            await self.open()
        writer = self._writer
        if writer is None:
            raise _gone()
        self._last_id += 1
        request_id = self._last_id
        future: "asyncio.Future[Json]" = asyncio.get_running_loop().create_future()
        self._waiting[request_id] = future
        try:
            writer.write(_encode(request_id, method, params))
            await writer.drain()
            return await asyncio.wait_for(future, timeout_ms / 1000 + _GRACE_SECONDS)
        except asyncio.TimeoutError as error:
            raise _late(method, timeout_ms) from error
        except OSError as error:
            raise _gone(error) from error
        finally:
            self._waiting.pop(request_id, None)

    async def get(self, target: str, query: Mapping[str, Union[str, int]], timeout_ms: int) -> bytes:
        other = Connection(self.path, self._name)
        other.path = self.path
        return await asyncio.get_running_loop().run_in_executor(None, other.get, target, dict(query), timeout_ms)

    async def close(self) -> None:
        writer, self._writer = self._writer, None
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
        if writer is not None:
            writer.close()
            try:
                await writer.wait_closed()
            except OSError:
                # It was gone already.
                pass

    async def _read(self, reader: asyncio.StreamReader) -> None:
        error: AgentBrowserError = _gone()
        try:
            while True:
                line = await reader.readline()
                if not line.endswith(b"\n"):
                    break
                answer = json.loads(line)
                future = self._waiting.get(answer.get("id"))
                if future is None or future.done():
                    continue
                # Not raised here: its traceback would hold this frame, which whoever tidies up after it would end.
                if "error" in answer:
                    future.set_exception(error_from(answer["error"]))
                else:
                    future.set_result(answer.get("result"))
        except (OSError, ValueError) as cause:
            error = _gone(cause)
        finally:
            if self._writer is not None:
                self._writer.close()
                self._writer = None
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(error)
