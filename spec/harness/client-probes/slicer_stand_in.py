"""Stand-ins of what the Slicer module uses of Slicer, Qt and VTK: a scene that keeps its rules, and no windows.

Transforms are to the parent, row by row; events reach observers at once; a model's surface is two NumPy arrays. The
connector speaks OpenIGTLink by itself, as its specification says, so that a real server may be at the other end.
"""

import socket
import struct
import sys
import threading
import types

import numpy

# ------------------------------------------------------------------------------------------------------------- scene

MOVED, START_CLOSE = "TransformModified", "StartClose"


class Object:
    def __init__(self):
        self.observers = []

    def fire(self, event):
        for wanted, call in list(self.observers):
            if wanted == event:
                call(self, event)


class Matrix:
    def __init__(self, rows=None):
        self.rows = numpy.eye(4) if rows is None else numpy.array(rows, dtype=float)

    def GetElement(self, row, column):
        return float(self.rows[row, column])


class Node(Object):
    def __init__(self):
        super().__init__()
        self.name, self.parent, self.display = "", None, None
        self.children = []

    def GetName(self):
        return self.name

    def GetID(self):
        return f"id of {self.name}"

    def GetParentTransformNode(self):
        return self.parent

    def GetTransformNodeID(self):
        return None if self.parent is None else self.parent.GetID()

    def SetAndObserveTransformNodeID(self, wanted):
        if self.parent is not None:
            self.parent.children.remove(self)
        self.parent = next((node for node in scene.nodes if node.GetID() == wanted), None)
        if self.parent is not None:
            self.parent.children.append(self)
        self.moved()

    def moved(self):
        self.fire(MOVED)
        for child in self.children:
            child.moved()

    def CreateDefaultDisplayNodes(self):
        self.display = Display()

    def GetDisplayNode(self):
        return self.display


class Display:
    UseDataScalarRange = "data"

    def __init__(self):
        self.shown = {}

    def SetActiveScalar(self, name, _where):
        self.shown["scalar"] = name

    def SetScalarRangeFlag(self, flag):
        self.shown["range"] = flag

    def SetScalarVisibility(self, isOn):
        self.shown["visible"] = isOn

    def SetSelectedColor(self, *colour):
        self.shown["colour"] = colour


class Model(Node):
    surface = None

    def GetPolyData(self):
        return self.surface

    def SetAndObservePolyData(self, surface):
        self.surface = surface


class Transform(Node):
    def __init__(self):
        super().__init__()
        self.rows, self.is_linear = numpy.eye(4), True

    def SetMatrixTransformToParent(self, matrix):
        self.rows = matrix.rows.copy()
        self.moved()

    def to_world(self):
        above = numpy.eye(4) if self.parent is None else self.parent.to_world()
        return above @ self.rows

    @staticmethod
    def GetMatrixTransformBetweenNodes(source, target, matrix):
        chains = [node for top in (source, target) for node in above(top)]
        of = lambda node: numpy.eye(4) if node is None else node.to_world()  # noqa: E731
        matrix.rows = numpy.linalg.inv(of(target)) @ of(source)
        return all(node.is_linear for node in chains)


def above(node):
    return [] if node is None else [node, *above(node.parent)]


class Text(Node):
    text = ""

    def GetText(self):
        return self.text


class Line(Node):
    points, is_locked = None, False

    def SetLocked(self, isLocked):
        self.is_locked = isLocked


class Scene(Object):
    StartCloseEvent = START_CLOSE

    def __init__(self):
        super().__init__()
        self.nodes = []

    def GetFirstNodeByName(self, name):
        return next((node for node in self.nodes if node.name == name), None)

    def AddNewNodeByClass(self, kind, name):
        node = KINDS[kind]()
        node.name = name
        self.nodes.append(node)
        return node

    def RemoveNode(self, node):
        self.nodes.remove(node)


# --------------------------------------------------------------------------------------------------------- OpenIGTLink


def crc64(data):
    """ECMA-182, from 0, the highest bit first."""
    crc = 0
    for byte in data:
        crc ^= byte << 56
        for _ in range(8):
            crc = (crc << 1) ^ (0x42F0E1EBA9EA3693 if crc >> 63 else 0)
            crc &= (1 << 64) - 1
    return crc


class Connector(Node):
    """A client: sends the registered transform when it is set and when it is pushed; makes nodes of what it receives."""

    socket = outgoing = None

    def SetTypeClient(self, host, port):
        self.address = (host, port)

    def RegisterOutgoingMRMLNode(self, node):
        self.outgoing = node
        node.observers.append((MOVED, lambda *_: self.PushNode(node)))

    def Start(self):
        self.socket = socket.create_connection(self.address, timeout=60)
        threading.Thread(target=self.listen, daemon=True).start()

    def Stop(self):
        self.socket.close()

    def PushNode(self, node):
        if self.socket is None or node is not self.outgoing:
            return
        rows = self.outgoing.rows[:3]
        body = struct.pack(">12f", *rows[:, :3].T.ravel(), *rows[:, 3])
        head = (1, b"TRANSFORM", self.outgoing.name.encode(), 0, len(body), crc64(body))
        self.socket.sendall(struct.pack(">H12s20sQQQ", *head) + body)

    def listen(self):
        try:
            while True:
                version, kind, name, _time, size, crc = struct.unpack(">H12s20sQQQ", self.read(58))
                body = self.read(size)
                assert crc64(body) == crc
                if version > 1:
                    start, head, metadata, _id = struct.unpack(">HHII", body[:12])
                    body = body[start : len(body) - head - metadata]
                self.take(kind.strip(b"\0").decode(), name.strip(b"\0").decode(), body)
        except (OSError, EOFError):
            pass

    def read(self, count):
        data = b""
        while len(data) < count:
            chunk = self.socket.recv(count - len(data))
            if not chunk:
                raise EOFError
            data += chunk
        return data

    def take(self, kind, name, body):
        made = {"STRING": Text, "TRANSFORM": Transform, "POLYDATA": Model, "POINT": Node}.get(kind)
        if made is None:
            return
        node = scene.GetFirstNodeByName(name)
        if node is None:
            node = made()
            node.name = name
            scene.nodes.append(node)
        if kind == "STRING":
            node.text = body[4 : 4 + struct.unpack(">H", body[2:4])[0]].decode()
        if kind == "TRANSFORM":
            numbers = struct.unpack(">12f", body)
            node.rows[:3] = numpy.reshape(numbers, (4, 3)).T


scene = Scene()
KINDS = {
    "vtkMRMLModelNode": Model,
    "vtkMRMLLinearTransformNode": Transform,
    "vtkMRMLMarkupsLineNode": Line,
    "vtkMRMLTextNode": Text,
    "vtkMRMLIGTLConnectorNode": Connector,
}

# --------------------------------------------------------------------------------------------------------------- VTK


class Surface:
    """A vtkPolyData, its points and its cells."""

    def __init__(self, points=None, faces=None):
        self.points, self.faces, self.arrays = points, faces, {}

    def GetNumberOfPolys(self):
        return len(self.faces)

    def GetPoints(self):
        return Holder(self.points)

    def GetPolys(self):
        return Holder(numpy.insert(self.faces, 0, 3, axis=1).ravel())

    def SetPoints(self, points):
        self.points = points.data

    def SetPolys(self, cells):
        self.faces = cells.data.reshape(-1, 4)[:, 1:]

    def GetCellData(self):
        return self

    def AddArray(self, named):
        self.arrays[named.name] = named.data


class Holder:
    """Of an array: vtkPoints, vtkCellArray, vtkDataArray."""

    def __init__(self, data=None):
        self.data, self.name = data, None

    def GetData(self):
        return self.data

    def SetData(self, holder):
        self.data = holder.data

    def SetCells(self, count, holder):
        assert len(holder.data) == 4 * count
        self.data = holder.data

    def SetName(self, name):
        self.name = name


class Filter:
    """Of surfaces that are clean and of triangles already."""

    def SetInputData(self, surface):
        self.surface = surface

    SetInputConnection = SetInputData

    def GetOutputPort(self):
        return self.surface

    GetOutput = GetOutputPort

    def SetTolerance(self, _tolerance): ...
    def PassVertsOff(self): ...
    def PassLinesOff(self): ...
    def Update(self): ...


# ---------------------------------------------------------------------------------------------------------------- Qt


class Widget:
    def __init__(self, text="", *_):
        self.text, self.value, self.currentIndex, self.calls, self.items, self.style = text, 0, 0, {}, [], ""

    def setText(self, text):
        self.text = text

    def setValue(self, value):
        self.value = value

    def setStyleSheet(self, style):
        self.style = style

    def addItems(self, items):
        self.items = items

    def connect(self, signal, call):
        self.calls[signal] = call

    def setRange(self, *_): ...
    def setWordWrap(self, _isOn): ...
    def addRow(self, *_): ...
    def addLayout(self, _layout): ...
    def addStretch(self, _factor): ...


class Table(Widget):
    def __init__(self, *_):
        super().__init__()
        self.rows = []

    def setHorizontalHeaderLabels(self, labels):
        self.labels = labels

    def setRowCount(self, count):
        self.rows = [[None] * len(self.labels) for _ in range(count)]

    def setItem(self, row, column, item):
        self.rows[row][column] = item.text


class Timer(Widget):
    isActive = False

    def setInterval(self, _milliseconds): ...

    def start(self):
        self.isActive = True

    def stop(self):
        self.isActive = False

    def tick(self):
        if self.isActive:
            self.calls["timeout()"]()


class Selector(Widget):
    node = None

    def setMRMLScene(self, _scene): ...

    def currentNode(self):
        return self.node


# ------------------------------------------------------------------------------------------------------------- Slicer


class ModuleWidget:
    def __init__(self, parent=None):
        self.parent = parent

    def setup(self):
        self.layout = Widget()


class Module:
    def __init__(self, parent):
        self.parent = parent


class Observing:
    def __init__(self):
        self.observed = []

    def addObserver(self, node, event, call):
        node.observers.append((event, call))
        self.observed.append((node, event, call))

    def removeObservers(self, call=None):
        for one in list(self.observed):
            node, event, own = one
            if call is None or own == call:
                node.observers.remove((event, own))
                self.observed.remove(one)


class WaitCursor:
    def __enter__(self): ...
    def __exit__(self, *_): ...


class Dialogs:
    """Texts of the error windows that were opened."""

    errors = []


def install(environment, has_connector=True):
    """Puts the stand-ins where `import` finds them. environment: of Slicer's start."""
    holder = lambda data, deep=True: Holder(data)  # noqa: E731
    support = module("vtk.util.numpy_support", numpy_to_vtk=holder, numpy_to_vtkIdTypeArray=holder)
    support.vtk_to_numpy = lambda data: data
    made = {"vtkMatrix4x4": Matrix, "vtkPolyData": Surface, "vtkPoints": Holder, "vtkCellArray": Holder}
    made.update(vtkCleanPolyData=Filter, vtkTriangleFilter=Filter)
    module("vtk", vtkAssignAttribute=types.SimpleNamespace(CELL_DATA="cells"), **made)
    module("vtk.util")
    kinds = ("QLineEdit", "QSpinBox", "QLabel", "QPushButton", "QComboBox", "QFormLayout", "QTableWidgetItem")
    module("qt", QTimer=Timer, QTableWidget=Table, **{kind: Widget for kind in kinds})
    module("ctk", ctkDoubleSpinBox=Widget)
    slicer = module("slicer", mrmlScene=scene, qMRMLNodeComboBox=Selector, vtkMRMLTransformNode=Transform)
    slicer.vtkMRMLDisplayNode = Display
    slicer.vtkMRMLTransformableNode = types.SimpleNamespace(TransformModifiedEvent=MOVED)
    if has_connector:
        slicer.vtkMRMLIGTLConnectorNode = Connector
    named = {"ScriptedLoadableModule": Module, "ScriptedLoadableModuleLogic": type("Logic", (), {})}
    module("slicer.ScriptedLoadableModule", ScriptedLoadableModuleWidget=ModuleWidget, **named)
    slicer.util = module("slicer.util", VTKObservationMixin=Observing, WaitCursor=WaitCursor)
    slicer.util.errorDisplay = Dialogs.errors.append
    slicer.util.startupEnvironment = lambda: dict(environment)
    slicer.util.updateMarkupsControlPointsFromArray = lambda node, points: setattr(node, "points", points)


def module(name, **members):
    made = sys.modules[name] = types.ModuleType(name)
    vars(made).update(members)
    return made
