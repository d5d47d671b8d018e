"""Parameters, and frames at each tick, as JSON -> what the ROS 2 node publishes at each tick, as JSON.

ROS is a stand-in, the server is real.
"""

import json
import math
import os
import signal
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path[:0] = sys.argv[1:]
import ros_stand_in as stand_in  # noqa: E402

given = json.load(sys.stdin)
ticks = []


def finite(value):
    return "NaN" if isinstance(value, float) and math.isnan(value) else value


def spin(node):
    for step in given["steps"]:
        stand_in.Buffer.frames = {
            frame: (parent, tuple(place), tuple(quaternion), time)
            for frame, (parent, place, quaternion, time) in step["frames"].items()
        }
        stand_in.Node.now = step["now"]
        (seconds, tick), = stand_in.Node.timers
        if step.get("endServer"):
            # The node's only child, beside the one that lists it.
            listed = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(os.getpid())], capture_output=True, text=True)
            for pid, name in (line.split() for line in listed.stdout.splitlines()):
                if name != "ps":
                    os.kill(int(pid), signal.SIGKILL)
        tick()
        published = {topic: sent.plain() for topic, sent in stand_in.Node.published.items()}
        for topic in ("~/distance", "~/depth"):
            published[topic] = finite(published[topic]["data"])
        ticks.append({**published, "period": seconds, "warnings": list(stand_in.Node.warnings)})
        stand_in.Node.warnings.clear()
    raise KeyboardInterrupt


stand_in.install(spin)
# All numbers among the parameters are floats, and JSON has no 1.0.
real = lambda value: float(value) if isinstance(value, int) else value  # noqa: E731
stand_in.Node.parameters = {name: real(value) for name, value in given["parameters"].items()}
from kerf_ros import contact_node  # noqa: E402

try:
    contact_node.main()
    ended = None
except Exception as error:  # noqa: BLE001
    ended = f"{type(error).__name__}: {error}"
print(json.dumps({"ticks": ticks, "ended": ended, "isThere": stand_in.Node.is_there}, allow_nan=False))
