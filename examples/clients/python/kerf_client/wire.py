"""Requests -> a text and a binary frame; a text and a frame -> answers."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

Message = dict[str, Any]

DTYPES = {"f32": "<f4", "f64": "<f8", "u8": "u1", "u32": "<u4"}
# Names of members that are arrays in requests.
WHOLE = {"faces": "u32", "remove": "u32", "size": "u32", "bytes": "u8"}
REAL = {"positions", "pose", "poses", "from", "to", "feed", "window", "frame"}
# kerf stores these matrices column by column, NumPy row by row.
MATRICES = {"pose", "poses", "from", "to"}
# JSON has no such numbers, and kerf writes them as texts. A name that reads like one stays a text.
ENDS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
TEXTS = {"mesh", "detector", "cuttable", "loop", "message", "code"}


def encoded(id: int, type: str, members: Mapping[str, Any]) -> tuple[str, bytes | None]:
    """Returns a request's text, and the frame of its arrays; None if it has none."""
    message: Message = {"id": id, "type": type}
    places: list[Message] = []
    parts: list[bytes] = []
    at = 0
    for name, value in members.items():
        if value is None:
            continue
        if name not in WHOLE and name not in REAL and not isinstance(value, np.ndarray):
            message[name] = _plain(value)
            continue
        kind, array = _array(name, value)
        places.append({"name": name, "type": kind, "length": array.size, "offset": at})
        data = array.tobytes()
        parts.append(data + bytes(-len(data) % 8))
        at += len(parts[-1])
    if not places:
        return json.dumps(message), None
    message["binary"] = {"bytes": at, "arrays": places}
    return json.dumps(message), b"".join(parts)


def parsed(text: str | bytes) -> Message:
    """Returns the members of a message, without its arrays."""
    message: Message = json.loads(text, object_hook=_finite)
    return message


def frame_bytes(message: Message) -> int | None:
    """Returns how many bytes follow the message; None if nothing does."""
    binary = message.get("binary")
    return None if binary is None else int(binary["bytes"])


def with_arrays(message: Message, frame: bytes) -> Message:
    """Returns the message with the arrays of its frame among its members: flat, and not to be written to."""
    binary = message.pop("binary", None)
    for place in [] if binary is None else binary["arrays"]:
        dtype = np.dtype(DTYPES[place["type"]])
        message[place["name"]] = np.frombuffer(frame, dtype, place["length"], place["offset"])
    return message


def _array(name: str, value: Any) -> tuple[str, npt.NDArray[Any]]:
    if name in WHOLE:
        kind = WHOLE[name]
        given = np.frombuffer(value, np.uint8) if isinstance(value, (bytes, bytearray)) else np.asarray(value)
        whole = given.astype(DTYPES[kind])
        if not np.array_equal(whole, given):
            raise ValueError(f"{name} has numbers that are no {kind}; expected whole numbers from 0 on.")
        return kind, np.ascontiguousarray(whole).reshape(-1)
    real = np.asarray(value)
    kind = "f32" if real.dtype == np.float32 else "f64"
    if name in MATRICES and real.shape[-2:] == (4, 4):
        real = real.swapaxes(-1, -2)
    return kind, np.ascontiguousarray(real, DTYPES[kind]).reshape(-1)


def _plain(value: Any) -> Any:
    """Returns what JSON can write: NumPy's numbers as Python's, and numbers that JSON lacks as texts."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {name: _plain(own) for name, own in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(own) for own in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value


def _finite(members: Message) -> Message:
    return {
        name: ENDS.get(value, value) if isinstance(value, str) and name not in TEXTS else value
        for name, value in members.items()
    }
