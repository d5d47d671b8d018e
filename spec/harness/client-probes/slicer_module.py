"""Two surfaces, transforms and steps, as JSON -> what a user of the Slicer module sees after each step, as JSON.

Slicer is a stand-in, the server is real. The user chooses, presses buttons, and moves transforms.
"""

import json
import os
import signal
import sys
import time

sys.dont_write_bytecode = True
folder, probes = sys.argv[1:]
sys.path[:0] = [folder, probes]
import numpy  # noqa: E402
import slicer_stand_in as stand_in  # noqa: E402

given = json.load(sys.stdin)
environment = {**os.environ, **given.get("environment", {})}
stand_in.install(environment, given.get("hasConnector", True))
from KerfContact import KerfContactWidget  # noqa: E402
from KerfContactLib.server import KerfServer  # noqa: E402

KerfServer.PATIENCE = given.get("patience", KerfServer.PATIENCE)
scene = stand_in.scene
for name in ("bone", "tool"):
    model = scene.AddNewNodeByClass("vtkMRMLModelNode", name)
    points, faces = (numpy.reshape(given[name][key], (-1, 3)) for key in ("positions", "faces"))
    model.SetAndObservePolyData(stand_in.Surface(points.astype(float), faces))
    above = scene.AddNewNodeByClass("vtkMRMLLinearTransformNode", f"above the {name}")
    model.SetAndObserveTransformNodeID(above.GetID())

widget = KerfContactWidget()
widget.setup()
usual = widget.command.text
widget.command.text = given["command"]
widget.bone.node, widget.tool.node = (scene.GetFirstNodeByName(name) for name in ("bone", "tool"))
widget.distance.value, widget.resolution.value, widget.warn_within.value = given["lengths"]


def matrix_of(numbers):
    return stand_in.Matrix(numpy.reshape(numbers, (4, 4)).T)


def look(until):
    """Waits for what the step leads to: an answer to its last pose, or a sentence; or for a warning with that text."""
    end = time.monotonic() + 60
    while widget.timer.isActive and time.monotonic() < end:
        session = widget.logic._session
        isAnswered = widget.warning.text not in (NOTHING, "") and (session is None or not session.is_waiting)
        if (isAnswered if until is None else until in widget.warning.text):
            break
        widget.timer.tick()
        time.sleep(0.005)


def shown(name, read):
    node = scene.GetFirstNodeByName(name)
    return None if node is None else {"under": node.GetTransformNodeID(), **read(node)}


def seen():
    contacts = lambda node: {  # noqa: E731
        "points": node.surface.points.ravel().tolist(),
        "distances": node.surface.arrays["distance"].tolist(),
    }
    line = lambda node: {"points": node.points.tolist(), "colour": node.display.shown["colour"]}  # noqa: E731
    errors, stand_in.Dialogs.errors[:] = list(stand_in.Dialogs.errors), []
    server = widget.logic._server
    return {
        "warning": widget.warning.text,
        "style": widget.warning.style,
        "state": widget.state.text,
        "rows": widget.patches.rows,
        "errors": errors,
        "polls": widget.timer.isActive,
        "port": None if server is None else server.port,
        "contacts": shown("kerf contacts", contacts),
        "nearest": shown("kerf nearest points", line),
        "received": shown("KerfNearest", lambda node: {"place": node.rows[:3, 3].tolist()}),
        "nodes": [node.name for node in scene.nodes],
    }


NOTHING = "nothing yet"
report = [{"usual": usual}]
for step in given["steps"]:
    widget.warning.text = NOTHING
    for name in ("bone", "tool"):
        if name in step:
            scene.GetFirstNodeByName(f"above the {name}").SetMatrixTransformToParent(matrix_of(step[name]))
    if "bend" in step:
        transform = scene.GetFirstNodeByName("above the tool")
        transform.is_linear = not step["bend"]
        transform.moved()
    if "press" in step:
        widget.way.currentIndex = step.get("way", 0)
        widget.host.text, widget.port.value = step.get("host", ""), step.get("port", 0)
        getattr(widget, step["press"]).calls["clicked()"]()
    if "killServer" in step:
        widget.logic._server._process.kill()
    if "closeScene" in step:
        scene.fire(stand_in.START_CLOSE)
    if "cleanup" in step:
        widget.cleanup()
    if "crash" in step:
        print(json.dumps([*report, seen()]), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    look(step.get("until"))
    report.append(seen())
print(json.dumps(report))
