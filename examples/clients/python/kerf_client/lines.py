"""A server that is started, or an address -> a line to it: messages both ways, with a bound on each wait.

The connection lives in an event loop on a thread of its own, since a notebook already runs a loop on the main thread.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
import signal
import tempfile
import threading
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from .wire import Message, frame_bytes, parsed

T = TypeVar("T")

# Bytes of a line without its arrays, and half of what waits here unread: beyond that the server waits.
LONGEST_LINE = 4 * 2**20
# Seconds in which a server ends by itself once its input has ended, and a connection closes.
GRACE = 2.0


class Line(ABC):
    """Messages both ways. Each wait ends with TimeoutError after its seconds, and each loss with ConnectionError."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="kerf", daemon=True)
        self._thread.start()
        self._head: Message | None = None
        self._turn: asyncio.Lock
        # Whether the server has all of the last message, so that another can follow it.
        self.is_whole = True

    def open(self, timeout: float | None) -> None:
        try:
            self._run(self._opened(), timeout)
        except BaseException:
            self.close()
            raise

    def send(self, text: str, frame: bytes | None, timeout: float | None) -> None:
        """After a TimeoutError ``is_whole`` is false, and the line of no more use."""
        self._run(self._sent(text, frame), timeout)

    def exchange(self, text: str, frame: bytes | None, timeout: float | None) -> tuple[Message, bytes]:
        """Sends, and receives what comes next, at the cost of one change of threads."""

        async def both() -> tuple[Message, bytes]:
            await self._sent(text, frame)
            return await self._whole()

        return self._run(both(), timeout)

    def receive(self, timeout: float | None) -> tuple[Message, bytes]:
        """Returns the next message and its frame. After a TimeoutError it can be called again."""
        return self._run(self._whole(), timeout)

    def close(self) -> None:
        """Ends the connection, by force where that takes more than GRACE."""
        if threading.current_thread() is self._thread:
            # The collector of garbage runs wherever it likes, and the loop cannot wait for itself.
            self._kill()
            return
        try:
            self._run(self._ended(), 3 * GRACE)
        except (OSError, TimeoutError):
            self._kill()
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(GRACE)
            if not self._thread.is_alive():
                self._loop.close()

    @abstractmethod
    async def _connected(self) -> None: ...

    @abstractmethod
    async def _put(self, text: str, frame: bytes | None) -> None: ...

    @abstractmethod
    async def _text(self) -> str | bytes: ...

    @abstractmethod
    async def _frame(self, count: int) -> bytes: ...

    @abstractmethod
    async def _ended(self) -> None: ...

    @abstractmethod
    def _kill(self) -> None: ...

    def _run(self, work: Coroutine[Any, Any, T], timeout: float | None) -> T:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(timeout)
        except (concurrent.futures.TimeoutError, asyncio.TimeoutError):
            future.cancel()
            # Before Python 3.11 these were other classes than the built-in one.
            raise TimeoutError(f"no answer within {timeout} s") from None
        except BaseException:
            future.cancel()
            raise

    async def _opened(self) -> None:
        # Until Python 3.9 a lock belongs to the loop in which it is made.
        self._turn = asyncio.Lock()
        await self._connected()

    async def _sent(self, text: str, frame: bytes | None) -> None:
        self.is_whole = False
        await self._put(text, frame)
        self.is_whole = True

    async def _whole(self) -> tuple[Message, bytes]:
        async with self._turn:
            # A wait that was given up between a message and its frame goes on here.
            if self._head is None:
                text = await self._text()
                try:
                    self._head = parsed(text)
                except ValueError:
                    raise ConnectionError(f"What answers is no kerf serve: it says {text[:80]!r}.") from None
            count = frame_bytes(self._head)
            frame = b"" if count is None else await self._frame(count)
            head, self._head = self._head, None
            return head, frame


class Process(Line):
    """A server for this client alone: a message a line on its standard input and output, followed by its frame."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        self._process: asyncio.subprocess.Process | None = None
        self._said = tempfile.TemporaryFile()
        super().__init__()

    async def _connected(self) -> None:
        # A session of its own: Ctrl-C at the terminal reaches Python, which then ends the server, and what the command
        # itself has started ends with it.
        self._process = await asyncio.create_subprocess_exec(
            *self._words,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=self._said,
            limit=LONGEST_LINE,
            start_new_session=os.name == "posix",
        )

    async def _put(self, text: str, frame: bytes | None) -> None:
        stdin = self._started.stdin
        assert stdin is not None
        try:
            stdin.write(text.encode() + b"\n")
            if frame is not None:
                stdin.write(frame)
            await stdin.drain()
        except ConnectionError:
            raise await self._loss() from None

    async def _text(self) -> bytes:
        stdout = self._started.stdout
        assert stdout is not None
        try:
            line = await stdout.readline()
        except ValueError:
            raise ConnectionError(f"{self._words[0]} printed a line of more than {LONGEST_LINE} bytes.") from None
        if not line.endswith(b"\n"):
            raise await self._loss()
        return line

    async def _frame(self, count: int) -> bytes:
        stdout = self._started.stdout
        assert stdout is not None
        try:
            return await stdout.readexactly(count)
        except asyncio.IncompleteReadError:
            raise await self._loss() from None

    async def _ended(self) -> None:
        process = self._process
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            await asyncio.wait_for(self._read_out(), GRACE)
        except asyncio.TimeoutError:
            self._kill()
            await self._read_out()
        self._said.close()

    def _kill(self) -> None:
        if self._process is None:
            return
        try:
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        except ProcessLookupError:
            pass

    @property
    def _started(self) -> asyncio.subprocess.Process:
        assert self._process is not None
        return self._process

    async def _read_out(self) -> None:
        """Waits for its end; what it still prints is read, since it may wait for that."""
        stdout = self._started.stdout
        assert stdout is not None
        while await stdout.read(LONGEST_LINE):
            pass
        await self._started.wait()

    async def _loss(self) -> ConnectionError:
        """Says how the server ended, with the last lines of its standard error."""
        try:
            code: int | None = await asyncio.wait_for(self._started.wait(), GRACE)
        except asyncio.TimeoutError:
            code = None
        self._said.seek(0)
        lines = self._said.read().decode(errors="replace").strip().splitlines()
        how = "has closed its output" if code is None else f"has ended with {code}"
        return ConnectionError(f"{' '.join(self._words)} {how}: {' | '.join(lines[-3:]) or 'without a word'}")


class WebSocket(Line):
    """A server that runs: a text frame a message, followed by a binary frame. Needs the package websockets."""

    def __init__(self, url: str) -> None:
        try:
            import websockets
            from websockets.exceptions import WebSocketException
        except ImportError as cause:
            raise ImportError(
                "A url needs the package websockets: pip install websockets, or leave out the url to start a server."
            ) from cause
        self._url = url
        self._lost = (OSError, WebSocketException)
        self._connect: Any = websockets.connect
        self._socket: Any = None
        super().__init__()

    async def _connected(self) -> None:
        # No pings: a server that computes for a minute is not lost, and each wait has a bound anyway.
        ways: dict[str, Any] = {"compression": None, "max_size": None, "ping_interval": None, "open_timeout": None}
        try:
            self._socket = await self._connect(self._url, close_timeout=GRACE, **ways)
        except self._lost as cause:
            raise ConnectionError(f"No kerf serve answers at {self._url}: {cause}.") from cause

    async def _put(self, text: str, frame: bytes | None) -> None:
        try:
            await self._socket.send(text)
            if frame is not None:
                await self._socket.send(frame)
        except self._lost as cause:
            raise self._loss(cause) from cause

    async def _text(self) -> str | bytes:
        return await self._next()

    async def _frame(self, count: int) -> bytes:
        frame = await self._next()
        if not isinstance(frame, bytes) or len(frame) != count:
            raise ConnectionError(f"{self._url} sent something else than the {count} bytes that it announced.")
        return frame

    async def _next(self) -> str | bytes:
        try:
            message: str | bytes = await self._socket.recv()
            return message
        except self._lost as cause:
            raise self._loss(cause) from cause

    async def _ended(self) -> None:
        if self._socket is not None:
            await self._socket.close()

    def _kill(self) -> None:
        """The connection's system buffers are freed with the process; there is nothing to end but the loop."""

    def _loss(self, cause: BaseException) -> ConnectionError:
        return ConnectionError(f"The connection to {self._url} is lost: {cause}.")
