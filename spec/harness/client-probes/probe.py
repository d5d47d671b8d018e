"""Requests, one line of JSON each -> every answer that the Slicer module's connection receives, a line each."""

import array
import json
import math
import sys

sys.dont_write_bytecode = True
folder, host, port, token = sys.argv[1:]
sys.path.insert(0, folder)
from KerfContactLib import connection as lib  # noqa: E402


def finite(value):
    if isinstance(value, array.array):
        return [finite(number) for number in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value


def show(answer):
    print(json.dumps({name: finite(value) for name, value in answer.items()}, allow_nan=False))


def request_of(line):
    request = json.loads(line)
    described = request["arrays"].items()
    arrays = {name: array.array(lib.LETTERS[one["type"]], one["values"]) for name, one in described}
    return request["type"], request["members"], arrays


connection = lib.KerfConnection(host, int(port), token)
for line in sys.stdin:
    try:
        connection.send(*request_of(line))
        while True:
            answer = lib.granted(connection.receive(60))
            show(answer)
            if "seq" not in answer or "done" in answer:
                break
    except lib.KerfError as error:
        show({"code": error.code, "message": str(error)})
