"""Requests -> answers of kerf serve, by WebSocket, in plain Python from 3.9: nothing of Slicer's is needed."""

import array
import base64
import hashlib
import itertools
import json
import math
import os
import select
import socket
import struct
import sys

# ------------------------------------------------------------------------------------------------------------- messages

TYPES = {"f": "f32", "d": "f64", "B": "u8", "I": "u32"}
LETTERS = {name: letter for letter, name in TYPES.items()}


class KerfError(Exception):
    """A refusal by the server, with its code (NOT_RIGID, ...), or a failure of the connection (CONNECTION)."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def pack(arrays):
    """Arrays by name -> the member `binary` that describes them, and the frame; each at a multiple of 8 bytes."""
    if sys.byteorder != "little":
        raise KerfError("BIG_ENDIAN", "Arrays of kerf serve are little-endian, and this machine is not; use another.")
    places, frame = [], bytearray()
    for name, numbers in arrays.items():
        view = memoryview(numbers)
        frame += bytes(-len(frame) % 8)
        place = {"name": name, "type": TYPES[view.format], "length": view.nbytes // view.itemsize, "offset": len(frame)}
        places.append(place)
        frame += view.tobytes()
    return {"bytes": len(frame), "arrays": places}, bytes(frame)


def unpack(binary, frame):
    """The member `binary` of a message, and its frame -> arrays by name."""
    if binary["bytes"] != len(frame):
        raise KerfError("CONNECTION", f"A binary frame has {len(frame)} bytes, announced were {binary['bytes']}.")
    arrays = {}
    for place in binary["arrays"]:
        numbers = array.array(LETTERS[place["type"]])
        numbers.frombytes(frame[place["offset"] : place["offset"] + place["length"] * numbers.itemsize])
        if len(numbers) != place["length"]:
            raise KerfError("CONNECTION", f"The array {place['name']} ends behind its frame.")
        arrays[place["name"]] = numbers
    return arrays


# ------------------------------------------------------------------------------------------------------------ WebSocket

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def masked_frame(kind, payload, mask):
    """A whole client frame, RFC 6455, 5.2: the payload is XORed with the mask's four bytes, repeated."""
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", 128 | kind, 128 | size)
    elif size < 65536:
        head = struct.pack("!BBH", 128 | kind, 128 | 126, size)
    else:
        head = struct.pack("!BBQ", 128 | kind, 128 | 127, size)
    pad = (mask * (size // 4 + 1))[:size]
    mixed = int.from_bytes(payload, "little") ^ int.from_bytes(pad, "little")
    return head + mask + mixed.to_bytes(size, "little")


class FrameReader:
    """Bytes in chunks of any length -> whole messages: (kind, payload)."""

    def __init__(self):
        self.bytes = bytearray()
        self.kind = None
        self.parts = []

    def feed(self, chunk):
        self.bytes += chunk
        messages = []
        while True:
            frame = self._frame()
            if frame is None:
                return messages
            is_last, kind, payload = frame
            if kind >= CLOSE:
                messages.append((kind, payload))
                continue
            self.kind = self.kind or kind
            self.parts.append(payload)
            if is_last:
                messages.append((self.kind, b"".join(self.parts)))
                self.kind, self.parts = None, []

    def _frame(self):
        if len(self.bytes) < 2:
            return None
        size, start = self.bytes[1] & 127, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            if len(self.bytes) < start:
                return None
            size = int.from_bytes(self.bytes[2:start], "big")
        if len(self.bytes) < start + size:
            return None
        is_last, kind = bool(self.bytes[0] & 128), self.bytes[0] & 15
        payload = bytes(self.bytes[start : start + size])
        del self.bytes[: start + size]
        return is_last, kind, payload


class KerfConnection:
    """A session of kerf serve. `ask` waits for its answer; `send` and `receive` need not wait."""

    PATIENCE = 60  # Seconds within which a request must be answered, including a large bone's detector.

    def __init__(self, host, port, token=""):
        self._ids = itertools.count(1)
        self._reader = FrameReader()
        self._answers = []
        self._headed = None
        self._farewell = None
        self._most = math.inf  # The most bytes of a message; known after hello.
        try:
            self._socket = socket.create_connection((host, port), timeout=self.PATIENCE)
        except OSError as error:
            raise KerfError("CONNECTION", f"Nobody answers at {host}:{port} ({error}); run kerf serve.") from error
        try:
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._shake_hands(f"{host}:{port}")
            self.hello = self.ask("hello", {"version": 1, "client": "Slicer", **({"token": token} if token else {})})
            self._most = self.hello["limits"]["maxMessage"]
        except BaseException:
            self.close()
            raise

    def close(self):
        self._socket.close()

    def ask(self, kind, members=None, arrays=None):
        """@returns the answer's members and arrays in one dict. Raises KerfError with the server's code."""
        request = self.send(kind, members, arrays)
        while True:
            answer = self.receive(self.PATIENCE)
            if answer is None:
                raise KerfError("CONNECTION", f"kerf serve has not answered {kind} in {self.PATIENCE} s.")
            if answer["id"] in (request, None):
                return granted(answer)

    def send(self, kind, members=None, arrays=None):
        """@returns the id of its answer."""
        message = {"id": next(self._ids), "type": kind, **(members or {})}
        frames = []
        if arrays:
            message["binary"], frame = pack(arrays)
            frames.append((BINARY, frame))
        frames.insert(0, (TEXT, json.dumps(message, allow_nan=False).encode()))
        # Checked before anything is sent, or the server would wait for the rest.
        for _, payload in frames:
            if len(payload) > self._most:
                sentence = f"A message has {len(payload)} bytes, expected at most {self._most}"
                raise KerfError("MESSAGE_TOO_LARGE", f"{sentence}; start kerf serve with a larger --max-message.")
        for kind_of_frame, payload in frames:
            self._write(kind_of_frame, payload)
        return message["id"]

    def receive(self, seconds=0):
        """The next answer; None if none has come within `seconds`."""
        while not self._answers:
            # Raised only after the remaining answers.
            if self._farewell is not None:
                raise KerfError("CONNECTION", self._farewell)
            try:
                if not select.select([self._socket], [], [], seconds)[0]:
                    return None
                chunk = self._socket.recv(1 << 20)
            except OSError as error:
                raise KerfError("CONNECTION", f"The connection to kerf serve broke ({error}).") from error
            if not chunk:
                raise KerfError("CONNECTION", "kerf serve has closed the connection.")
            self._hear(chunk)
        return self._answers.pop(0)

    def _hear(self, chunk):
        for kind, payload in self._reader.feed(chunk):
            if kind == PING:
                self._write(PONG, payload)
            elif kind == CLOSE:
                # RFC 6455's code (1009: message too large, 1008: policy violation), and a text or none.
                reason = ", ".join(filter(None, (str(int.from_bytes(payload[:2], "big")), payload[2:].decode())))
                self._farewell = f"kerf serve ends the connection: {reason}."
            elif kind == BINARY and self._headed is not None:
                self._answers.append({**self._headed, **unpack(self._headed["binary"], payload)})
                self._headed = None
            elif kind == TEXT:
                answer = json.loads(payload)
                if "binary" in answer:
                    self._headed = answer
                else:
                    self._answers.append(answer)

    def _write(self, kind, payload):
        try:
            self._socket.sendall(masked_frame(kind, payload, os.urandom(4)))
        except OSError as error:
            raise KerfError("CONNECTION", f"The connection to kerf serve broke ({error}).") from error

    def _shake_hands(self, host):
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET / HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]
        try:
            self._socket.sendall("\r\n".join(lines).encode())
            head = b""
            while b"\r\n\r\n" not in head and len(head) < 65536:
                chunk = self._socket.recv(4096)
                if not chunk:
                    break
                head += chunk
        except OSError as error:
            raise KerfError("CONNECTION", f"There is no kerf serve at {host} ({error}).") from error
        head, _, rest = head.partition(b"\r\n\r\n")
        accepted = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        if not head.startswith(b"HTTP/1.1 101 ") or b": " + accepted not in head:
            first = head.split(b"\r\n")[0].decode(errors="replace")
            raise KerfError("CONNECTION", f"At {host} is no kerf serve that takes us; it says \"{first}\".")
        self._hear(rest)


def granted(answer):
    if not answer["ok"]:
        raise KerfError(answer["error"]["code"], answer["error"]["message"])
    return answer
