# What the Python client receives, as lines of JSON: names, types, lengths and checksums of arrays. Arguments: the
# folder of the client; then stdio and a command, or an address and a token.

import hashlib
import json
import sys

sys.path.insert(0, sys.argv[1])
import numpy as np
from kerf_client import Kerf, KerfError


def shown(value):
    if isinstance(value, np.ndarray):
        return [value.dtype.name, len(value), hashlib.sha256(value.tobytes()).hexdigest()]
    if isinstance(value, dict):
        return {name: shown(own) for name, own in value.items()}
    return "inf" if value == float("inf") else value


def tell(answer):
    print(json.dumps({name: shown(value) for name, value in answer.items() if name not in ("id", "stats", "bytes")}))


def pose(x):
    matrix = np.eye(4)
    matrix[:3, 3] = x, 0.25, 0.125
    return matrix


def refused(type, **members):
    try:
        kerf.ask(type, **members)
    except KerfError as error:
        print(json.dumps(error.code))


way = sys.argv[2]
with (Kerf.stdio(sys.argv[3:]) if way == "stdio" else Kerf.websocket(way, sys.argv[3])) as kerf:
    box = json.load(sys.stdin)
    kerf.ask("load", mesh="bone", positions=box["positions"], faces=box["faces"])
    kerf.ask("load", mesh="tool", positions=np.array(box["positions"], dtype=np.float32) / 2, faces=np.array(box["faces"]))
    kerf.ask("detector", detector="d", bone="bone", tool="tool", contactDistance=0.5, resolution=2, feed=[-1, 0, 0],
             backend="cpu")
    for x in (9, 6.2, 5):
        tell(kerf.ask("report", detector="d", pose=pose(x)))
    for report in kerf.path("d", [pose(x) for x in (9, 6.2, 5)]):
        tell(report)
    for report in kerf.path("d", np.stack([pose(6)] * 5000)):
        break
    tell(kerf.ask("distance", detector="d", pose=pose(9)))
    tell(kerf.ask("sweep", detector="d", **{"from": pose(9), "to": pose(5)}))
    refused("report", detector="e", pose=pose(9))
    refused("report", detector="d", pose=2 * pose(9))
    refused("reports", detector="d")
    tell(kerf.ask("ping"))
