"""A Python client of kerf, which computes where a tool touches a bone.

One file to copy; it needs NumPy. To start a server of its own, on standard input, it needs only the command ``kerf``;
to reach a running one, by WebSocket, the package ``websockets`` (tried: 10.4, which Debian 12 has, and 17.1).

    from kerf_client import Kerf

    with Kerf.stdio() as kerf:                       # or Kerf.websocket("ws://127.0.0.1:7425")
        kerf.ask("load", mesh="skull", dataset="skull-phantom", faceCount=20000)
        kerf.ask("load", mesh="saw", dataset="saw-blade")
        kerf.ask("detector", detector="d", bone="skull", tool="saw", contactDistance=0.2, resolution=0.5)
        report = kerf.ask("report", detector="d", pose=pose)     # a 4x4 matrix, or 16 numbers column by column
        print(report["state"], report["contacts.distance"])

Kerf's page lib/server/protocol/README.md lists all requests and their members. Units: mm, s, rad, N.
"""

import asyncio
import json
import shutil
import subprocess
import threading

import numpy as np

VERSION = 1
DTYPES = {"f32": "<f4", "f64": "<f8", "u8": "u1", "u32": "<u4"}
# Names of members that are arrays in requests, and their types.
WHOLE = {"faces": "u32", "remove": "u32", "bytes": "u8"}
REAL = {"positions", "pose", "poses", "from", "to", "feed"}
ENDS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}


class KerfError(Exception):
    """A refusal by kerf: a stable ``code``, and one sentence."""

    def __init__(self, code, message):
        super().__init__(f"{code}: {message}")
        self.code = code


class Kerf:
    """A session. Arrays may be anything that NumPy accepts, and come back as NumPy arrays."""

    def __init__(self, line, token=None):
        self._line = line
        self._id = 0
        self._open = None
        try:
            hello = {"version": VERSION, "client": "kerf_client.py"}
            self.hello = self.ask("hello", **hello, **({} if token is None else {"token": token}))
        except BaseException:
            line.close()
            raise

    @classmethod
    def stdio(cls, command=("kerf",), options=()):
        """Starts a server for this session alone. ``command`` is a list of words, such as ("npx", "kerf")."""
        return cls(_Process([*command, "serve", "--stdio", *options]))

    @classmethod
    def websocket(cls, url, token=None):
        """Connects to ``kerf serve``, which prints the address."""
        return cls(_connected(url), token)

    def ask(self, type, **members):
        """Returns the answer's members; for a stream, for which use ``stream``, the last answer's. Raises KerfError."""
        answer = None
        for answer in self.stream(type, **members):
            pass
        return answer

    def stream(self, type, **members):
        """Yields answers one by one. Leaving before the end cancels the rest."""
        if self._open is not None:
            raise RuntimeError("an earlier stream is not at its end: read it, or close() it, first")
        id = self._say(type, members)
        self._open = id
        isDone = False
        try:
            while not isDone:
                answer = self._hear(id)
                isDone = "seq" not in answer or answer.get("done", False)
                yield answer
        except KerfError:
            isDone = True
            raise
        finally:
            self._open = None
            if not isDone and self._line is not None:
                self._give_up(id)

    def path(self, detector, poses, **members):
        """Yields one report a pose. ``poses`` are N matrices 4x4, or 16 numbers each."""
        poses = np.asarray(poses, dtype=np.float64)
        if poses.ndim == 3:
            poses = poses.transpose(0, 2, 1)
        for answer in self.stream("path", detector=detector, poses=poses.reshape(-1), **members):
            if not answer.get("done", False):
                yield answer

    def close(self):
        line, self._line = self._line, None
        if line is not None:
            line.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _say(self, type, members):
        self._id += 1
        message, places, parts, at = {"id": self._id, "type": type}, [], [], 0
        for name, value in members.items():
            array = _array(name, value)
            if array is None:
                message[name] = value
                continue
            kind = next(kind for kind, dtype in DTYPES.items() if np.dtype(dtype) == array.dtype)
            places.append({"name": name, "type": kind, "length": array.size, "offset": at})
            data = array.tobytes()
            parts.append(data + bytes(-len(data) % 8))
            at += len(parts[-1])
        if places:
            message["binary"] = {"bytes": at, "arrays": places}
        self._line.send(json.dumps(message), b"".join(parts) if places else None)
        return self._id

    def _hear(self, id):
        while True:
            message = json.loads(self._line.text(), object_hook=_finite)
            binary = message.pop("binary", None)
            frame = b"" if binary is None else self._line.frame(binary["bytes"])
            if message["id"] is not None and message["id"] != id:
                continue
            if not message["ok"]:
                raise KerfError(**message["error"])
            for place in [] if binary is None else binary["arrays"]:
                dtype = np.dtype(DTYPES[place["type"]])
                message[place["name"]] = np.frombuffer(frame, dtype, place["length"], place["offset"])
            return message

    def _give_up(self, id):
        """Cancels a stream, and reads to its end, which comes soon."""
        self._say("cancel", {"request": id})
        try:
            while not self._hear(id).get("done", False):
                pass
        except KerfError:
            pass


def _array(name, value):
    """Returns the member as a NumPy array of one of the four types, or None if it is not an array."""
    if name in WHOLE:
        given = np.frombuffer(value, np.uint8) if isinstance(value, (bytes, bytearray)) else np.asarray(value)
        array = given.astype(DTYPES[WHOLE[name]])
        if not np.array_equal(array, given):
            raise ValueError(f"{name} has numbers that are no {WHOLE[name]}")
        return np.ascontiguousarray(array).reshape(-1)
    if name not in REAL:
        return None
    array = np.asarray(value)
    array = array.astype("<f4" if array.dtype == np.float32 else "<f8")
    # kerf stores matrices column by column, NumPy row by row.
    return np.ascontiguousarray(array.T if array.shape == (4, 4) else array).reshape(-1)


def _finite(members):
    """Converts non-finite numbers, which JSON lacks and kerf writes as strings."""
    return {name: ENDS.get(value, value) if isinstance(value, str) else value for name, value in members.items()}


class _Process:
    """One message a line, followed by its frame."""

    def __init__(self, words):
        found = shutil.which(words[0])
        if found is None:
            raise FileNotFoundError(f"There is no command {words[0]}: install kerf, or say command=(\"npx\", \"kerf\").")
        self._process = subprocess.Popen([found, *words[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         stderr=subprocess.DEVNULL)

    def send(self, text, frame):
        stdin = self._process.stdin
        stdin.write(text.encode() + b"\n")
        if frame is not None:
            stdin.write(frame)
        stdin.flush()

    def text(self):
        line = self._process.stdout.readline()
        if not line:
            raise ConnectionError("kerf serve has ended")
        return line

    def frame(self, count):
        data = self._process.stdout.read(count)
        if len(data) < count:
            raise ConnectionError("kerf serve has ended")
        return data

    def close(self):
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        self._process.stdout.close()
        self._process.wait(timeout=30)


def _connected(url):
    try:
        import websockets
    except ImportError as cause:
        advice = "pip install websockets, or use Kerf.stdio"
        raise ImportError(f"Kerf.websocket needs the package websockets: {advice}.") from cause
    try:
        from websockets.sync.client import connect
    except ImportError:
        # Versions before 11 have no blocking client.
        return _Socket(_Blocking(websockets.connect, url))
    return _Socket(connect(url, compression=None, max_size=None))


class _Blocking:
    """An asyncio connection on a thread of its own, since a notebook already runs a loop."""

    def __init__(self, connect, url):
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

        async def opened():
            return await connect(url, compression=None, max_size=None)

        try:
            self._connection = self._run(opened())
        except BaseException:
            self._loop.call_soon_threadsafe(self._loop.stop)
            raise

    def _run(self, work):
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def send(self, message):
        self._run(self._connection.send(message))

    def recv(self):
        return self._run(self._connection.recv())

    def close(self):
        self._run(self._connection.close())
        self._loop.call_soon_threadsafe(self._loop.stop)


class _Socket:
    def __init__(self, socket):
        self._socket = socket

    def send(self, text, frame):
        self._socket.send(text)
        if frame is not None:
            self._socket.send(frame)

    def text(self):
        return self._socket.recv()

    def frame(self, _count):
        return self._socket.recv()

    def close(self):
        self._socket.close()
