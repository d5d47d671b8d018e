"""Where a tool model touches a bone model, by kerf serve: a scripted module of 3D Slicer.

It starts kerf serve itself, or connects to one that runs. It uses only what every Slicer has: Python's standard
library, NumPy, VTK, Qt; for OpenIGTLink also the extension SlicerOpenIGTLink. KerfContactLib, beside this file, is what
needs nothing of Slicer's, and runs in any Python from 3.9.
"""

import array
import shutil
import tempfile

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

from KerfContactLib.connection import KerfConnection, KerfError
from KerfContactLib.contact import (
    BREACH,
    CLEAR,
    NEAR,
    UNKNOWN,
    ContactSession,
    patch_rows,
    report_warning,
    state_sentence,
    warning_of,
)
from KerfContactLib.openigtlink import check_rigid, options_of, state_and_distance
from KerfContactLib.server import KerfServer, usual_command


class KerfContact(ScriptedLoadableModule):
    def __init__(self, parent):
        ScriptedLoadableModule.__init__(self, parent)
        parent.title = "Kerf Contact"
        parent.categories = ["IGT"]
        parent.dependencies = []
        parent.contributors = ["kerf"]
        parent.helpText = "Shows where a tool touches a bone and how far apart they are, and warns of a breach; by kerf serve."
        parent.acknowledgementText = ""


# Of the line that says how it stands, and of the line to the nearest point: red, green, blue.
COLOURS = {CLEAR: (0.2, 0.6, 0.2), UNKNOWN: (0.6, 0.6, 0.2), NEAR: (0.9, 0.6, 0.1), BREACH: (0.8, 0.1, 0.1)}


class KerfContactWidget(ScriptedLoadableModuleWidget, VTKObservationMixin):
    POLL_EVERY = 20  # ms
    OWN, RUNNING, TRACKED = range(3)
    IDLE = "not connected"

    def __init__(self, parent=None):
        ScriptedLoadableModuleWidget.__init__(self, parent)
        VTKObservationMixin.__init__(self)
        self.logic = None

    def setup(self):
        ScriptedLoadableModuleWidget.setup(self)
        self.logic = KerfContactLogic()
        form = qt.QFormLayout()
        self.layout.addLayout(form)

        self.way = qt.QComboBox()
        self.way.addItems(["start one, for this module", "use one that runs", "start one, for OpenIGTLink"])
        self.command = qt.QLineEdit(usual_command(environment()))
        self.host = qt.QLineEdit("127.0.0.1")
        self.port = qt.QSpinBox()
        self.port.setRange(1, 65535)
        self.port.setValue(7425)
        self.token = qt.QLineEdit()
        self.bone = self._model_selector()
        self.tool = self._model_selector()
        self.distance = self._millimetres(0.0, 0.5)
        self.resolution = self._millimetres(0.01, 1.0)
        self.warn_within = self._millimetres(0.0, 2.0)
        self.button = qt.QPushButton("Start")
        self.end_button = qt.QPushButton("End")
        self.warning = qt.QLabel("")
        self.warning.setWordWrap(True)
        self.state = qt.QLabel(self.IDLE)
        self.state.setWordWrap(True)
        self.patches = qt.QTableWidget(0, 5)
        self.patches.setHorizontalHeaderLabels(["body", "contacts", "area, mm²", "depth, mm", "centre, RAS mm"])
        for label, widget in (
            ("Server", self.way),
            ("Command that starts kerf", self.command),
            ("Host of one that runs", self.host),
            ("Port that it prints", self.port),
            ("Token, if it has one", self.token),
            ("Bone", self.bone),
            ("Tool", self.tool),
            ("Contact distance, mm", self.distance),
            ("Resolution, mm", self.resolution),
            ("Warn within, mm", self.warn_within),
            ("", self.button),
            ("", self.end_button),
            ("Warning", self.warning),
            ("State", self.state),
            ("Patches", self.patches),
        ):
            form.addRow(label, widget)
        self.layout.addStretch(1)

        self.button.connect("clicked()", self.on_start)
        self.end_button.connect("clicked()", self.on_end)
        self.timer = qt.QTimer()
        self.timer.setInterval(self.POLL_EVERY)
        self.timer.connect("timeout()", self.on_poll)
        self.addObserver(slicer.mrmlScene, slicer.mrmlScene.StartCloseEvent, self.on_scene_closes)

    def cleanup(self):
        """Slicer calls it when the module is reloaded and when the application ends."""
        self.end_session(self.IDLE)
        self.removeObservers()

    def on_scene_closes(self, _caller, _event):
        self.end_session(self.IDLE)

    def on_end(self):
        self.end_session(self.IDLE)

    def on_start(self):
        bone, tool = self.bone.currentNode(), self.tool.currentNode()
        self.end_session(self.IDLE)
        if bone is None or tool is None or bone is tool:
            self.state.setText("Choose two models, one as the bone and one as the tool.")
            return
        way, lengths = self.way.currentIndex, (self.distance.value, self.resolution.value)
        try:
            with slicer.util.WaitCursor():
                if way == self.TRACKED:
                    self.logic.track(self.command.text, bone, tool, *lengths)
                else:
                    if way == self.OWN:
                        self.logic.start(self.command.text)
                    else:
                        self.logic.connect(self.host.text, self.port.value, self.token.text)
                    self.logic.load(bone, tool, *lengths)
            # The event of a change of the model itself or of a transform above it.
            moved = slicer.vtkMRMLTransformableNode.TransformModifiedEvent
            for node in (bone, tool):
                self.addObserver(node, moved, self.on_moved)
            self.timer.start()
        except KerfError as error:
            sentence = f"{error.code}: {error}"
            self.end_session(sentence)
            slicer.util.errorDisplay(sentence)
            return
        self.on_moved(None, None)

    def on_moved(self, _caller, _event):
        self._guarded(self.logic.move)

    def on_poll(self):
        self._guarded(self._show_newest)

    def end_session(self, reason):
        self.timer.stop()
        self.removeObservers(self.on_moved)
        self.logic.disconnect()
        self.patches.setRowCount(0)
        self._warn(UNKNOWN, "")
        self.state.setText(reason)

    def _show_newest(self):
        seen = self.logic.poll(self.warn_within.value)
        if seen is None:
            return
        self._warn(seen["level"], seen["sentence"])
        self.state.setText(seen["state"])
        self.patches.setRowCount(len(seen["rows"]))
        for r, row in enumerate(seen["rows"]):
            centre = " ".join(f"{x:.1f}" for x in row["centroid"])
            cells = (row["body"], row["contacts"], f"{row['area']:.2f}", f"{row['depth']:.2f}", centre)
            for c, cell in enumerate(cells):
                self.patches.setItem(r, c, qt.QTableWidgetItem(str(cell)))

    def _warn(self, level, sentence):
        red, green, blue = (round(255 * part) for part in COLOURS[level])
        weight = "bold" if level in (NEAR, BREACH) else "normal"
        self.warning.setText(sentence)
        self.warning.setStyleSheet(f"color: rgb({red}, {green}, {blue}); font-weight: {weight}; font-size: 16pt")

    def _guarded(self, work):
        """A broken connection ends the session. A refusal (a pose that is not rigid) is shown until the next answer;
        the distance of an earlier pose is not."""
        try:
            work()
        except KerfError as error:
            sentence = f"{error.code}: {error}"
            if error.code in ("CONNECTION", "SERVER_ENDED"):
                self.end_session(sentence)
            else:
                self._warn(UNKNOWN, "not known at this pose")
                self.state.setText(sentence)

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
    """Two models and the transforms above them -> what `poll` returns, and nodes of the scene that show it."""

    CONTACTS, NEAREST, CONNECTOR = "kerf contacts", "kerf nearest points", "kerf connector"
    DEVICE = "KerfToolToBone"
    # What kerf serve --igtl sends that has a place, in the bone's frame.
    RECEIVED = ("KerfContacts", "KerfSurface", "KerfPatches", "KerfNearest", "KerfProxy")

    def __init__(self):
        ScriptedLoadableModuleLogic.__init__(self)
        self._server = self._connection = self._session = None
        self._connector = self._transform = None
        self._bone = self._tool = None

    def start(self, command):
        """Starts a server for this session alone, and connects to it."""
        self._server = KerfServer(command, ["--port", "0"], environment())
        self.connect("127.0.0.1", self._server.port, "")

    def connect(self, host, port, token):
        self._connection = KerfConnection(host, port, token)
        self._session = ContactSession(self._connection)

    def load(self, bone, tool, contact_distance, resolution):
        self._bone, self._tool = bone, tool
        self._session.load(mesh_of(bone), mesh_of(tool), contact_distance, resolution)

    def track(self, command, bone, tool, contact_distance, resolution):
        """Starts a server for OpenIGTLink, to which a connector of the scene sends the tool's pose."""
        if not hasattr(slicer, "vtkMRMLIGTLConnectorNode"):
            sentence = "The extension SlicerOpenIGTLink is not here"
            raise KerfError("NO_OPENIGTLINK", f"{sentence}; install it, or choose a server for this module.")
        self._bone, self._tool = bone, tool
        folder = tempfile.mkdtemp(prefix="kerf-")
        try:
            bodies = (mesh_of(bone), mesh_of(tool))
            options = options_of(folder, *bodies, self.DEVICE, contact_distance, resolution)
            # It has read the files when it listens.
            self._server = KerfServer(command, options, environment())
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        # Answers of an earlier session would be taken for this one's.
        for name in ("KerfState", "KerfDistance"):
            remove_node(slicer.mrmlScene.GetFirstNodeByName(name))
        self._transform = slicer.mrmlScene.AddNewNodeByClass("vtkMRMLLinearTransformNode", self.DEVICE)
        self._connector = slicer.mrmlScene.AddNewNodeByClass("vtkMRMLIGTLConnectorNode", self.CONNECTOR)
        self._connector.SetTypeClient("127.0.0.1", self._server.port)
        self._connector.RegisterOutgoingMRMLNode(self._transform)
        self._connector.Start()

    def disconnect(self):
        if self._connector is not None:
            self._connector.Stop()
        if self._connection is not None:
            self._connection.close()
        if self._server is not None:
            self._server.stop()
        for node in (self._connector, self._transform):
            remove_node(node)
        self._connector = self._transform = self._server = self._connection = self._session = None

    def move(self):
        """Sends the tool's present pose."""
        matrix = vtk.vtkMatrix4x4()
        between = slicer.vtkMRMLTransformNode.GetMatrixTransformBetweenNodes
        if not between(self._tool.GetParentTransformNode(), self._bone.GetParentTransformNode(), matrix):
            raise KerfError("NOT_RIGID", "A transform above the tool or the bone is not linear; harden it.")
        pose = [matrix.GetElement(i % 4, i // 4) for i in range(16)]
        if self._session is not None:
            self._session.move(pose)
        elif self._transform is not None:
            check_rigid(pose)
            self._transform.SetMatrixTransformToParent(matrix)

    def poll(self, warn_within):
        """@returns level and sentence of the warning, state, and rows of patches, if an answer has come; else None."""
        if self._server is not None and not self._server.is_running:
            raise KerfError("SERVER_ENDED", f"kerf serve has ended: {self._server.last_words() or 'it said nothing'}")
        return self._poll_session(warn_within) if self._session is not None else self._poll_nodes(warn_within)

    def _poll_session(self, warn_within):
        report = self._session.poll()
        if report is None:
            return None
        level, sentence = report_warning(report, warn_within)
        self._show_contacts(report)
        self._show_nearest(report, level)
        return {"level": level, "sentence": sentence, "state": state_sentence(report), "rows": patch_rows(report)}

    def _poll_nodes(self, warn_within):
        texts = [slicer.mrmlScene.GetFirstNodeByName(name) for name in ("KerfState", "KerfDistance")]
        seen = state_and_distance(*("" if node is None else node.GetText() for node in texts))
        if seen is None:
            # The connector may have been without a connection when the pose was set.
            self._connector.PushNode(self._transform)
            return None
        for node in filter(None, map(slicer.mrmlScene.GetFirstNodeByName, self.RECEIVED)):
            if node.GetTransformNodeID() != self._bone.GetTransformNodeID():
                node.SetAndObserveTransformNodeID(self._bone.GetTransformNodeID())
        level, sentence = warning_of(*seen, warn_within)
        return {"level": level, "sentence": sentence, "state": seen[0], "rows": []}

    def _show_contacts(self, report):
        node, is_new = self._node(self.CONTACTS, "vtkMRMLModelNode")
        node.SetAndObservePolyData(contact_surface(report))
        if is_new:
            node.CreateDefaultDisplayNodes()
            display = node.GetDisplayNode()
            display.SetActiveScalar("distance", vtk.vtkAssignAttribute.CELL_DATA)
            display.SetScalarRangeFlag(slicer.vtkMRMLDisplayNode.UseDataScalarRange)
            display.SetScalarVisibility(True)

    def _show_nearest(self, report, level):
        node, is_new = self._node(self.NEAREST, "vtkMRMLMarkupsLineNode")
        points = numpy.array([report["bonePoint"], report["toolPoint"]])
        slicer.util.updateMarkupsControlPointsFromArray(node, points)
        if is_new:
            node.CreateDefaultDisplayNodes()
            node.SetLocked(True)
        node.GetDisplayNode().SetSelectedColor(*COLOURS[level])

    def _node(self, name, kind):
        """The scene's node of that name, under the bone's transform: points are in the bone's own frame."""
        node = slicer.mrmlScene.GetFirstNodeByName(name)
        is_new = node is None
        if is_new:
            node = slicer.mrmlScene.AddNewNodeByClass(kind, name)
        node.SetAndObserveTransformNodeID(self._bone.GetTransformNodeID())
        return node, is_new


def environment():
    """That of Slicer's start: in its own, its libraries come before those of other programs."""
    return slicer.util.startupEnvironment()


def remove_node(node):
    if node is not None:
        slicer.mrmlScene.RemoveNode(node)


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
