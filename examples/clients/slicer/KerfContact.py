"""Where a tool model touches a bone model, by kerf serve: a scripted module of 3D Slicer.

It connects by WebSocket, using only what every Slicer has: Python's standard library, NumPy, VTK, Qt. The code above
the line "In Slicer" needs only the standard library, and runs in any Python from 3.9.

Slicer's scene is RAS, the meshes that it saves are LPS. The module queries kerf in LPS, so that the numbers equal those
of `kerf detect` with the saved files. Both are right-handed and in mm; conversion negates x and y.
"""

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

# --------------------------------------------------------------------------------------------------------- frames


def flip_points(points):
    """x, y, z of consecutive points, RAS -> LPS or LPS -> RAS: a copy, in an array of the same type."""
    flipped = array.array(points.typecode, points)
    for axis in (0, 1):
        flipped[axis::3] = array.array(points.typecode, (-value for value in flipped[axis::3]))
    return flipped


def flip_pose(pose):
    """A pose, 16 numbers column by column, RAS -> LPS or LPS -> RAS: F M F with F = diag(-1, -1, 1, 1).

    Negates the entry in row r and column c if exactly one of r and c is x or y.
    """
    return array.array("d", (-value if (i % 4 < 2) != (i // 4 < 2) else value for i, value in enumerate(pose)))


# ------------------------------------------------------------------------------------------------------- messages

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


# ------------------------------------------------------------------------------------------------------ WebSocket

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


# -------------------------------------------------------------------------------------------------------- contact


class ContactSession:
    """A bone and a tool at the server, and reports on the tool's newest pose, all in RAS."""

    def __init__(self, connection):
        self._connection = connection
        self._asked = None
        self._newest = None

    def load(self, bone, tool, contact_distance, resolution):
        """bone, tool: (positions, faces), arrays of three a vertex and three a face."""
        self._asked = self._newest = None
        for name, (positions, faces) in (("bone", bone), ("tool", tool)):
            self._connection.ask("load", {"mesh": name}, {"positions": flip_points(positions), "faces": faces})
        options = {"contactDistance": contact_distance, "resolution": resolution}
        self._connection.ask("detector", {"detector": "contact", "bone": "bone", "tool": "tool", **options})

    def move(self, pose):
        """pose: 16 numbers column by column, from the tool's frame to the bone's. Replaces one that still waits."""
        self._newest = flip_pose(pose)
        self._ask_newest()

    def poll(self, seconds=0):
        """@returns a report that has arrived, or None. Raises KerfError."""
        answer = self._connection.receive(seconds)
        if answer is None:
            return None
        # An answer about bodies that load has replaced.
        if answer["id"] not in (self._asked, None):
            return None
        self._asked = None
        self._ask_newest()
        return report_in_ras(granted(answer))

    @property
    def is_waiting(self):
        return self._asked is not None

    def _ask_newest(self):
        if self._asked is None and self._newest is not None:
            pose, self._newest = self._newest, None
            self._asked = self._connection.send("report", {"detector": "contact"}, {"pose": pose})


POINTS_AND_VECTORS = (
    *("contacts.corners", "contacts.point", "contacts.opposite", "contacts.normal"),
    *("patches.centroid", "patches.normal", "intersectionSegments", "protrusionPoint"),
)


def report_in_ras(report):
    """The report received, with its points and directions in RAS."""
    return {name: flip_points(value) if name in POINTS_AND_VECTORS else value for name, value in report.items()}


def state_sentence(report):
    """The state, and what its reader must know."""
    deepest = min(report["contacts.distance"], default=None)
    sentence = report["state"]
    if deepest is not None:
        sentence += f", {deepest:.2f} mm apart" if deepest >= 0 else f", up to {-deepest:.2f} mm below a surface"
    # A body's rows are distances to the other body, which may have no inside.
    for body, other in (("bone", "tool"), ("tool", "bone")):
        if not report["signed"][body]:
            sentence += f"; the {other} is open, and distances to it have no sign"
    return sentence


def patch_rows(report):
    """One row a patch: body, number of contacts, mm², mm, centroid (RAS)."""
    rows = []
    for i, body in enumerate(report["patches.body"]):
        x, y, z = report["patches.centroid"][3 * i : 3 * i + 3]
        rows.append(
            {
                "body": ("bone", "tool")[body],
                "contacts": report["patches.contactCount"][i],
                "area": report["patches.area"][i],
                "depth": report["patches.depth"][i],
                "centroid": (x, y, z),
            }
        )
    return rows


# ------------------------------------------------------------------------------------------------------ In Slicer

try:
    import ctk
    import numpy
    import qt
    import slicer
    import vtk
    from slicer.ScriptedLoadableModule import (
        ScriptedLoadableModule,
        ScriptedLoadableModuleLogic,
        ScriptedLoadableModuleWidget,
    )
    from slicer.util import VTKObservationMixin
    from vtk.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray, vtk_to_numpy
except ImportError:
    # Outside Slicer, the code above can still be imported; the code below cannot be used.
    class ScriptedLoadableModule: ...

    class ScriptedLoadableModuleLogic: ...

    class ScriptedLoadableModuleWidget: ...

    class VTKObservationMixin: ...


class KerfContact(ScriptedLoadableModule):
    def __init__(self, parent):
        ScriptedLoadableModule.__init__(self, parent)
        parent.title = "Kerf Contact"
        parent.categories = ["IGT"]
        parent.dependencies = []
        parent.contributors = ["kerf"]
        parent.helpText = "Shows where a tool model touches a bone model, as told by kerf serve."
        parent.acknowledgementText = ""


class KerfContactWidget(ScriptedLoadableModuleWidget, VTKObservationMixin):
    POLL_EVERY = 20  # ms

    def __init__(self, parent=None):
        ScriptedLoadableModuleWidget.__init__(self, parent)
        VTKObservationMixin.__init__(self)
        self.logic = None

    def setup(self):
        ScriptedLoadableModuleWidget.setup(self)
        self.logic = KerfContactLogic()
        form = qt.QFormLayout()
        self.layout.addLayout(form)

        self.host = qt.QLineEdit("127.0.0.1")
        self.port = qt.QSpinBox()
        self.port.setRange(1, 65535)
        self.port.setValue(7425)
        self.token = qt.QLineEdit()
        self.bone = self._model_selector()
        self.tool = self._model_selector()
        self.distance = self._millimetres(0.0, 0.5)
        self.resolution = self._millimetres(0.01, 1.0)
        self.button = qt.QPushButton("Connect and load")
        self.state = qt.QLabel("not connected")
        self.state.setWordWrap(True)
        self.patches = qt.QTableWidget(0, 5)
        self.patches.setHorizontalHeaderLabels(["body", "contacts", "area, mm²", "depth, mm", "centre, RAS mm"])
        for label, widget in (
            ("Host", self.host),
            ("Port that kerf serve prints", self.port),
            ("Token, if it has one", self.token),
            ("Bone", self.bone),
            ("Tool", self.tool),
            ("Contact distance, mm", self.distance),
            ("Resolution, mm", self.resolution),
            ("", self.button),
            ("State", self.state),
            ("Patches", self.patches),
        ):
            form.addRow(label, widget)
        self.layout.addStretch(1)

        self.button.connect("clicked()", self.on_connect)
        self.timer = qt.QTimer()
        self.timer.setInterval(self.POLL_EVERY)
        self.timer.connect("timeout()", self.on_poll)
        self.addObserver(slicer.mrmlScene, slicer.mrmlScene.StartCloseEvent, self.on_scene_closes)

    def cleanup(self):
        self.end_session("not connected")
        self.removeObservers()

    def on_scene_closes(self, _caller, _event):
        self.end_session("not connected")

    def on_connect(self):
        bone, tool = self.bone.currentNode(), self.tool.currentNode()
        self.end_session("not connected")
        if bone is None or tool is None or bone is tool:
            self.state.setText("Choose two models, one as the bone and one as the tool.")
            return
        try:
            with slicer.util.WaitCursor():
                self.logic.connect(self.host.text, self.port.value, self.token.text)
                self.logic.load(bone, tool, self.distance.value, self.resolution.value)
            # The event of a change of the model itself or of a transform above it.
            moved = slicer.vtkMRMLTransformableNode.TransformModifiedEvent
            for node in (bone, tool):
                self.addObserver(node, moved, self.on_moved)
            self.logic.move()
            self.timer.start()
        except KerfError as error:
            self.end_session(f"{error.code}: {error}")

    def on_moved(self, _caller, _event):
        self._guarded(self.logic.move)

    def on_poll(self):
        self._guarded(self._show_newest)

    def end_session(self, reason):
        self.timer.stop()
        self.removeObservers(self.on_moved)
        self.logic.disconnect()
        self.state.setText(reason)

    def _show_newest(self):
        report = self.logic.poll()
        if report is None:
            return
        self.state.setText(state_sentence(report))
        rows = patch_rows(report)
        self.patches.setRowCount(len(rows))
        for r, row in enumerate(rows):
            centre = " ".join(f"{x:.1f}" for x in row["centroid"])
            cells = (row["body"], row["contacts"], f"{row['area']:.2f}", f"{row['depth']:.2f}", centre)
            for c, cell in enumerate(cells):
                self.patches.setItem(r, c, qt.QTableWidgetItem(str(cell)))

    def _guarded(self, work):
        """A broken connection ends the session; a refusal by the server (a pose that is not rigid) is only shown."""
        try:
            work()
        except KerfError as error:
            if error.code == "CONNECTION":
                self.end_session(str(error))
            else:
                self.state.setText(f"{error.code}: {error}")

    def _model_selector(self):
        selector = slicer.qMRMLNodeComboBox()
        selector.nodeTypes = ["vtkMRMLModelNode"]
        selector.addEnabled = False
        selector.removeEnabled = False
        selector.noneEnabled = True
        selector.setMRMLScene(slicer.mrmlScene)
        return selector

    @staticmethod
    def _millimetres(least, usual):
        box = ctk.ctkDoubleSpinBox()
        box.minimum = least
        box.maximum = 100.0
        box.decimals = 2
        box.singleStep = 0.1
        box.value = usual
        return box


class KerfContactLogic(ScriptedLoadableModuleLogic):
    CONTACTS = "kerf contacts"

    def __init__(self):
        ScriptedLoadableModuleLogic.__init__(self)
        self._connection = None
        self._session = None
        self._bone = self._tool = None

    def connect(self, host, port, token):
        self._connection = KerfConnection(host, port, token)
        self._session = ContactSession(self._connection)

    def disconnect(self):
        if self._connection is not None:
            self._connection.close()
        self._connection = self._session = None

    def load(self, bone, tool, contact_distance, resolution):
        self._bone, self._tool = bone, tool
        self._session.load(mesh_of(bone), mesh_of(tool), contact_distance, resolution)

    def move(self):
        """Requests a report on the tool's present pose."""
        matrix = vtk.vtkMatrix4x4()
        between = slicer.vtkMRMLTransformNode.GetMatrixTransformBetweenNodes
        if not between(self._tool.GetParentTransformNode(), self._bone.GetParentTransformNode(), matrix):
            raise KerfError("NOT_RIGID", "A transform above the tool or the bone is not linear; harden it.")
        self._session.move([matrix.GetElement(i % 4, i // 4) for i in range(16)])

    def poll(self):
        """@returns a report that has arrived, which the model of the contacts then shows, or None."""
        report = self._session.poll()
        if report is not None:
            self._show(report)
        return report

    def _show(self, report):
        node = slicer.mrmlScene.GetFirstNodeByName(self.CONTACTS)
        is_new = node is None
        if is_new:
            node = slicer.mrmlScene.AddNewNodeByClass("vtkMRMLModelNode", self.CONTACTS)
        node.SetAndObservePolyData(contact_surface(report))
        # The points are in the bone's own frame.
        node.SetAndObserveTransformNodeID(self._bone.GetTransformNodeID())
        if is_new:
            node.CreateDefaultDisplayNodes()
            display = node.GetDisplayNode()
            display.SetActiveScalar("distance", vtk.vtkAssignAttribute.CELL_DATA)
            display.SetScalarRangeFlag(slicer.vtkMRMLDisplayNode.UseDataScalarRange)
            display.SetScalarVisibility(True)


def mesh_of(node):
    """A model node -> its positions and faces, in its own frame. Coincident vertices are merged."""
    if node.GetPolyData() is None:
        raise KerfError("EMPTY_MESH", f"The model {node.GetName()} is empty; choose another.")
    clean = vtk.vtkCleanPolyData()
    clean.SetInputData(node.GetPolyData())
    clean.SetTolerance(0.0)
    triangles = vtk.vtkTriangleFilter()
    triangles.SetInputConnection(clean.GetOutputPort())
    triangles.PassVertsOff()
    triangles.PassLinesOff()
    triangles.Update()
    surface = triangles.GetOutput()
    if surface.GetNumberOfPolys() == 0:
        raise KerfError("EMPTY_MESH", f"The model {node.GetName()} has no faces; choose another.")
    points = vtk_to_numpy(surface.GetPoints().GetData())
    corners = vtk_to_numpy(surface.GetPolys().GetData()).reshape(-1, 4)[:, 1:]
    return array_of("d", points, numpy.float64), array_of("I", corners, numpy.uint32)


def array_of(letter, numbers, kind):
    made = array.array(letter)
    made.frombytes(numpy.ascontiguousarray(numbers, dtype=kind).tobytes())
    return made


def contact_surface(report):
    """A report -> a vtkPolyData of its contacts' sub-triangles, with cell arrays distance (mm), patch, body."""
    count = len(report["contacts.face"])
    points = vtk.vtkPoints()
    points.SetData(numpy_to_vtk(numpy.array(report["contacts.corners"]).reshape(-1, 3), deep=True))
    cells = numpy.empty((count, 4), dtype=numpy.int64)
    cells[:, 0] = 3
    cells[:, 1:] = numpy.arange(3 * count).reshape(-1, 3)
    polys = vtk.vtkCellArray()
    polys.SetCells(count, numpy_to_vtkIdTypeArray(cells.ravel(), deep=True))
    surface = vtk.vtkPolyData()
    surface.SetPoints(points)
    surface.SetPolys(polys)
    for name in ("distance", "patch", "body"):
        values = numpy_to_vtk(numpy.array(report[f"contacts.{name}"]), deep=True)
        values.SetName(name)
        surface.GetCellData().AddArray(values)
    return surface
