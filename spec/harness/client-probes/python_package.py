"""The installed Python package against a real server. Arguments: unittest's, such as the name of a class.

KERF_PACKAGE_FACTS names a file with bodies and the library's own answers; KERF_COMMAND starts the server; KERF_SPEC is
the folder of this file.
"""

import ast
import asyncio
import json
import math
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest
from pathlib import Path
from unittest import mock

import kerf_client
import numpy as np

FACTS = json.loads(Path(os.environ["KERF_PACKAGE_FACTS"]).read_text())
COMMAND = os.environ["KERF_COMMAND"]
# Writes the number of its process, which the server then takes over.
NOTE = ["sh", "-c", 'echo $$ > "$0"; exec "$@"']
# Names that Python writes in another way, and the shapes of rows.
COLUMNS = {"oppositeFace": "opposite_face", "contactCount": "contact_count"}
SHAPES = {"corners": (3, 3), "point": (3,), "opposite": (3,), "normal": (3,)}


def pose(x):
    matrix = np.eye(4)
    matrix[:3, 3] = x, 0.25, 0.125
    return matrix


def number(value):
    return float({"NaN": "nan", "Infinity": "inf", "-Infinity": "-inf"}.get(value, value))


def same(mine, its):
    """Whether the array has the list's numbers; NaN equals NaN."""
    its = np.array([number(x) for x in its], dtype=np.float64)
    return np.array_equal(np.asarray(mine, dtype=np.float64).reshape(-1), its, equal_nan=True)


def is_there(pid):
    """Whether the process runs; one that has ended and is not yet collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1][0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def until_gone(pid):
    while is_there(pid):
        time.sleep(0.02)


class Session(unittest.TestCase):
    """A session with a box and a smaller one, on a server whose process is known."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.note = Path(self.folder.name) / "pid"

    def connect(self, **ways):
        command = [*NOTE, str(self.note), *kerf_client.find_command()]
        kerf = kerf_client.connect(command=command, **ways)
        self.addCleanup(kerf.close)
        self.pid = int(self.note.read_text())
        return kerf

    def detector(self, kerf):
        bone = kerf.load((np.reshape(FACTS["positions"], (-1, 3)), np.reshape(FACTS["faces"], (-1, 3))))
        tool = kerf.load((np.reshape(FACTS["positions"], (-1, 3)).astype(np.float32) / 2, bone.arrays()[1]))
        return kerf.detector(bone, tool, contact_distance=0.5, resolution=2, feed=[-1, 0, 0], backend="cpu")


class Numbers(Session):
    def test_every_answer_is_the_librarys(self):
        with self.connect() as kerf:
            detector = self.detector(kerf)
            places = FACTS["places"]
            poses = np.stack([pose(x) for x in places])
            one_by_one = [detector.report(each) for each in poses]
            by_columns = poses.swapaxes(1, 2).reshape(-1)
            for reports in (one_by_one, list(detector.path(poses)), list(detector.path(by_columns))):
                self.assertEqual(len(reports), len(places))
                for report, its in zip(reports, FACTS["reports"]):
                    self.check_report(report, its)
            states = [report.state for report in one_by_one]
            self.assertEqual(states, ["separated", "near", "intersecting", "enclosed"])

            nearest, its = detector.distance(pose(9)), FACTS["distance"]
            mine = [nearest.distance, nearest.bone_face, nearest.tool_face]
            self.assertEqual(mine, [its["distance"], its["boneFace"], its["toolFace"]])
            self.assertTrue(same(nearest.bone_point, its["bonePoint"]) and same(nearest.tool_point, its["toolPoint"]))

            volume = detector.volume(pose(5))
            self.assertEqual(volume._asdict(), FACTS["volume"])
            self.assertTrue(0 < volume.low <= volume.high)

            for x, its in FACTS["intersects"]:
                answer = detector.intersects(pose(x))
                self.assertEqual(answer.intersects, len(its) > 0)
                self.assertTrue(same(answer.intersecting_faces, its))
                self.assertEqual(answer.intersecting_faces.shape, (len(its) // 2, 2))

            for start, end, its in FACTS["sweeps"]:
                first = detector.sweep(pose(start), pose(end))
                mine = [first.status, first.bone_face, first.tool_face]
                self.assertEqual(mine, [its["status"], its["boneFace"], its["toolFace"]])
                self.assertEqual(tuple(first.time), (number(its["time"]["low"]), number(its["time"]["high"])))
                for name, mine in {
                    "lowPose": first.low_pose.T,
                    "highPose": first.high_pose.T,
                    "bonePoint": first.bone_point,
                    "toolPoint": first.tool_point,
                    "normal": first.normal,
                }.items():
                    self.assertTrue(same(mine, its[name]), name)

    def check_report(self, report, its):
        self.assertEqual([report.state, report.signed], [its["state"], its["signed"]])
        rows = len(its["contacts.face"])
        self.assertEqual(len(report.contacts), rows)
        columns = [name.split(".")[1] for name in its if name.startswith("contacts.")]
        self.assertEqual({COLUMNS.get(name, name) for name in columns}, set(vars(report.contacts)))
        for name in columns:
            mine = getattr(report.contacts, COLUMNS.get(name, name))
            self.assertEqual(mine.shape, (rows, *SHAPES.get(name, ())), name)
            self.assertTrue(same(mine, its[f"contacts.{name}"]), name)
        self.assertEqual([patch.body for patch in report.patches], [["bone", "tool"][k] for k in its["patches.body"]])
        for name in ("contactCount", "area", "centroid", "normal", "depth"):
            mine = [getattr(patch, COLUMNS.get(name, name)) for patch in report.patches]
            self.assertTrue(same(mine, its[f"patches.{name}"]), name)
        self.assertTrue(same(report.intersecting_faces, its["intersectingFaces"]))
        self.assertTrue(same(report.intersection_segments, its["intersectionSegments"]))
        self.assertEqual(report.intersection_segments.shape, (len(report.intersecting_faces), 2, 3))
        mine, depths = report.penetration, its["penetration"]
        self.assertEqual(mine.through, depths["through"])
        intervals = {"protrusion": mine.protrusion, "insertion": mine.insertion, "wallAhead": mine.wall_ahead}
        for name, interval in intervals.items():
            self.assertEqual(tuple(interval), (number(depths[name]["low"]), number(depths[name]["high"])), name)
        self.assertTrue(same(mine.protrusion_point, its["protrusionPoint"]))

    def test_a_bone_that_is_edited_and_a_detector_of_a_name(self):
        with self.connect() as kerf:
            detector = self.detector(kerf)
            detector.edit_bone(np.arange(len(FACTS["faces"]) // 3), *self.shifted())
            self.assertEqual(detector.distance(pose(9)).distance, FACTS["distance"]["distance"] - 1)
            same_one = kerf_client.Detector(kerf, detector.name)
            self.assertEqual(same_one.distance(pose(9)).distance, detector.distance(pose(9)).distance)
            kerf.unload(detector)
            with self.assertRaises(kerf_client.KerfError) as refused:
                detector.report(pose(9))
            self.assertEqual(refused.exception.code, "UNKNOWN_NAME")

    @staticmethod
    def shifted():
        """The box, moved by 1 mm along x: appended vertices follow those that are there."""
        positions = np.reshape(FACTS["positions"], (-1, 3)) + [1, 0, 0]
        return positions, np.reshape(FACTS["faces"], (-1, 3)) + len(positions)


class Meshes(Session):
    def test_arrays_objects_and_files_load_as_the_same_mesh(self):
        positions = np.reshape(FACTS["positions"], (-1, 3))
        faces = np.reshape(FACTS["faces"], (-1, 3))
        counted = np.insert(faces, 0, 3, axis=1)
        with self.connect() as kerf:
            given = {
                "lists": (positions.tolist(), faces.tolist()),
                "a view that is not contiguous": (positions[::-1][::-1], np.asfortranarray(faces)),
                "as trimesh": types.SimpleNamespace(vertices=positions, faces=faces.astype(np.int64)),
                "as pyvista": types.SimpleNamespace(points=positions, faces=counted.reshape(-1)),
                "of a file": self.file(positions, faces),
            }
            for name, mesh in given.items():
                loaded = kerf.load(mesh, name)
                counts = [loaded.vertex_count, loaded.face_count]
                self.assertEqual([loaded.name, *counts], [name, len(positions), len(faces)])
                its_positions, its_faces = loaded.arrays()
                self.assertTrue(np.array_equal(its_positions, positions) and np.array_equal(its_faces, faces), name)
            in_singles = kerf.load((positions.astype(np.float32), faces)).arrays()[0]
            self.assertEqual(in_singles.dtype, np.float32)
            # 60 bytes, which are no multiple of 8, before the faces.
            pyramid = np.array([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0], [2, 2, 3]], dtype=np.float32)
            sides = [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4], [0, 2, 1], [0, 3, 2]]
            its_positions, its_faces = kerf.load((pyramid, sides)).arrays()
            self.assertTrue(np.array_equal(its_positions, pyramid) and np.array_equal(its_faces, sides))
            saw = kerf.dataset("saw-blade")
            self.assertEqual(np.linalg.norm(saw.feed), 1)
            self.assertIsInstance(saw.shank, int)

    def file(self, positions, faces):
        """An OBJ file, which has decimal numbers: of a box they are exact."""
        path = Path(self.folder.name) / "box.obj"
        lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in positions.tolist()]
        path.write_text("\n".join([*lines, *(f"f {a + 1} {b + 1} {c + 1}" for a, b, c in faces.tolist())]) + "\n")
        return path

    def test_what_is_no_mesh_is_refused_before_it_is_sent(self):
        corners = np.zeros((4, 3))
        quads = types.SimpleNamespace(points=corners, faces=[4, 0, 1, 2, 3])
        # Twelve numbers, as three triangles have with their counts: two pentagons would.
        mixed = types.SimpleNamespace(points=corners, faces=[5, 0, 1, 2, 3, 0, 5, 0, 1, 2, 3, 0])
        with self.connect() as kerf:
            for mesh, error in [
                (quads, ValueError), (mixed, ValueError), ((corners.reshape(-1), [[0, 1, 2]]), ValueError),
                ((corners, [[0, 1, -1]]), ValueError), ((corners, [[0, 1, 2.5]]), ValueError), (corners, TypeError),
                (7, TypeError), (Path(self.folder.name) / "none.stl", FileNotFoundError),
            ]:
                with self.assertRaises(error):
                    kerf.load(mesh)
            self.assertEqual(kerf.ask("ping")["ok"], True)


class Refusals(Session):
    def refused(self, code, ask):
        with self.assertRaises(kerf_client.KerfError) as caught:
            ask()
        self.assertEqual(caught.exception.code, code)
        self.assertEqual(str(caught.exception), f"{code}: {caught.exception.message}")
        return caught.exception

    def test_the_server_refuses_and_the_session_goes_on(self):
        with self.connect() as kerf:
            detector = self.detector(kerf)
            infinite = pose(1)
            infinite[0, 3] = math.inf
            for code, ask in [
                ("NOT_RIGID", lambda: detector.report(2 * pose(9))),
                ("NOT_RIGID", lambda: list(detector.path(np.stack([2 * pose(9)])))),
                ("UNKNOWN_TYPE", lambda: kerf.ask("reports")),
                ("UNKNOWN_MEMBER", lambda: kerf.ask("ping", loud=True)),
                ("EMPTY_MESH", lambda: kerf.load((np.zeros((0, 3)), np.zeros((0, 3))))),
                ("UNKNOWN_NAME", lambda: kerf.detector("NaN", "NaN", contact_distance=1, resolution=1)),
                ("NON_FINITE_POSE", lambda: detector.report(infinite)),
                ("BAD_DISTANCE", lambda: kerf.detector("mesh 1", "mesh 2", contact_distance=math.nan, resolution=1)),
                ("BAD_RESOLUTION", lambda: kerf.detector("mesh 1", "mesh 2", contact_distance=1, resolution=-math.inf)),
            ]:
                self.refused(code, ask)
            error = pickle.loads(pickle.dumps(kerf_client.KerfError("A", "b.")))
            self.assertEqual([error.code, error.message], ["A", "b."])
            self.assertEqual(detector.report(pose(9)).state, "separated")

    def test_a_request_that_is_too_large_is_not_sent(self):
        with self.connect(options=["--max-message", "1"]) as kerf:
            error = self.refused("MESSAGE_TOO_LARGE", lambda: kerf.load((np.zeros((50_000, 3)), np.zeros((1, 3)))))
            self.assertIn(f"{50_000 * 24 + 16} bytes, expected at most {2**20}", error.message)
            self.assertEqual(kerf.ask("ping")["ok"], True)

    def test_a_name_that_reads_like_a_number_stays_a_name(self):
        with self.connect() as kerf:
            self.assertEqual(kerf.dataset("box", 12, name="NaN").name, "NaN")
            self.assertEqual(kerf.hello["limits"]["patience"], math.inf)

    def test_streams_one_at_a_time_and_one_that_is_left_is_cancelled(self):
        with self.connect() as kerf:
            detector = self.detector(kerf)
            for report in detector.path(np.stack([pose(6)] * 5000)):
                with self.assertRaises(RuntimeError):
                    detector.report(pose(9))
                break
            del report
            self.assertEqual(detector.report(pose(9)).state, "separated")


class Endings(Session):
    def test_it_ends_with_the_block(self):
        with self.connect() as kerf:
            self.assertTrue(is_there(self.pid))
        self.assertFalse(is_there(self.pid))
        with self.assertRaises(ConnectionError):
            kerf.ask("ping")
        kerf.close()

    def test_it_ends_with_an_exception_in_the_middle_of_a_stream(self):
        with self.assertRaises(ZeroDivisionError):
            with self.connect() as kerf:
                for _ in self.detector(kerf).path(np.stack([pose(6)] * 5000)):
                    1 / 0
        self.assertFalse(is_there(self.pid))

    def test_it_leaves_no_thread_and_no_file(self):
        def counts():
            # asyncio's thread that has waited for the server ends only after it has said so.
            for thread in threading.enumerate():
                if thread is not threading.current_thread():
                    thread.join(5)
            return threading.active_count(), len(os.listdir("/proc/self/fd"))

        with self.connect() as kerf:
            kerf.ask("ping")
        before = counts()
        for _ in range(3):
            with self.connect() as kerf:
                kerf.ask("ping")
        self.assertEqual(counts(), before)

    def test_it_works_where_a_loop_runs_as_in_a_notebook(self):
        async def cell():
            with self.connect() as kerf:
                return kerf.ask("ping")["ok"]

        self.assertTrue(asyncio.run(cell()))

    def test_it_ends_where_nothing_refers_to_it(self):
        command = [*NOTE, str(self.note), *kerf_client.find_command()]
        kerf = kerf_client.connect(command=command)
        pid = int(self.note.read_text())
        del kerf
        self.assertFalse(is_there(pid))

    def script(self, *lines):
        """A Python of its own that connects, and then does as the lines say."""
        command = [*NOTE, str(self.note), *kerf_client.find_command()]
        connects = f"kerf = kerf_client.connect(command={command!r})"
        text = "\n".join(["import os, signal, sys, kerf_client", connects, *lines])
        done = subprocess.run([sys.executable, "-W", "error", "-c", text], capture_output=True, text=True)
        return int(self.note.read_text()), done

    def test_it_ends_with_python(self):
        for lines, code, says in [
            ([], 0, ""), (["sys.exit(3)"], 3, ""), (["1 / 0"], 1, "ZeroDivisionError"),
            (["for _ in kerf.stream('ping'): sys.exit(0)"], 0, ""),
        ]:
            pid, done = self.script(*lines)
            self.assertFalse(is_there(pid), lines)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertEqual(done.stderr.strip().rsplit("\n", 1)[-1].split(":")[0], says, done.stderr)

    def test_it_ends_with_a_python_that_is_killed(self):
        pid, done = self.script("os.kill(os.getpid(), signal.SIGKILL)")
        self.assertEqual(done.returncode, -signal.SIGKILL)
        until_gone(pid)

    def test_a_server_that_is_killed_is_an_error_with_its_end(self):
        for ask in (lambda kerf: kerf.ask("ping"), lambda kerf: kerf.load((np.zeros((10**6, 3)), np.zeros((1, 3))))):
            with self.connect() as kerf:
                os.kill(self.pid, signal.SIGKILL)
                for _ in range(2):
                    with self.assertRaises(ConnectionError) as caught:
                        ask(kerf)
                    self.assertRegex(str(caught.exception), "has ended with -9: .*standard input and output")

    def test_a_server_that_is_killed_in_a_stream(self):
        with self.connect() as kerf:
            reports = self.detector(kerf).path(np.stack([pose(6)] * 5000))
            next(reports)
            os.kill(self.pid, signal.SIGKILL)
            with self.assertRaises(ConnectionError):
                list(reports)

    def test_a_server_that_stands_still_is_an_error_and_may_go_on(self):
        with self.connect() as kerf:
            detector = self.detector(kerf)
            os.kill(self.pid, signal.SIGSTOP)
            kerf.timeout = 0.2
            for _ in range(2):
                with self.assertRaises(TimeoutError) as caught:
                    detector.report(pose(9))
                self.assertIn("has not answered the request report within 0.2 s", str(caught.exception))
            os.kill(self.pid, signal.SIGCONT)
            kerf.timeout = 600
            self.assertEqual(detector.report(pose(6.2)).state, "near")

    def test_a_server_that_stands_still_and_takes_nothing_is_ended(self):
        with self.connect() as kerf:
            os.kill(self.pid, signal.SIGSTOP)
            kerf.timeout = 0.2
            with self.assertRaises(TimeoutError) as caught:
                kerf.load((np.zeros((10**6, 3)), np.zeros((1, 3))))
            self.assertIn("has not taken the request load", str(caught.exception))
            self.assertFalse(is_there(self.pid))

    def stand_in(self, *lines):
        """A server of the lines, in which answer(request, more) answers, after hello."""
        head = [
            "import json, sys",
            "def answer(request, **more):",
            "    print(json.dumps({'id': request['id'], 'type': request['type'], 'ok': True, **more}), flush=True)",
            "requests = map(json.loads, sys.stdin)",
            "answer(next(requests), limits={'maxMessage': 1e9})",
        ]
        return kerf_client.connect(command=[sys.executable, "-c", "\n".join([*head, *lines])])

    def test_a_message_whose_frame_comes_after_the_time_is_passed_over(self):
        with self.stand_in(
            "late = next(requests)",
            "answer(late, binary={'bytes': 8, 'arrays': []})",
            "next(requests)",
            # No message, if it is not known for the frame.
            "sys.stdout.write('xxxxxxx\\n')",
            "answer(next(requests), count=7)",
        ) as kerf:
            kerf.timeout = 0.2
            with self.assertRaises(TimeoutError):
                kerf.ask("report")
            kerf.timeout = 600
            self.assertEqual(kerf.ask("ping")["count"], 7)

    def test_a_frame_that_breaks_off_is_an_error(self):
        with self.stand_in("answer(next(requests), binary={'bytes': 8, 'arrays': []})") as kerf:
            with self.assertRaisesRegex(ConnectionError, "has ended with 0: without a word"):
                kerf.ask("report")

    def test_news_without_a_request_is_passed_over(self):
        with self.stand_in(
            "request = next(requests)",
            "answer({'id': None, 'type': 'edit'})",
            "answer({'id': 0, 'type': 'ping'}, binary={'bytes': 3, 'arrays': []})",
            "sys.stdout.write('xx\\n')",
            "answer(request, count=7)",
        ) as kerf:
            self.assertEqual(kerf.ask("ping")["count"], 7)

    def test_what_the_server_still_says_at_its_end_is_read(self):
        end = Path(self.folder.name) / "end"
        lines = ["for request in requests: pass", "print('x' * 2**24, flush=True)", f"open({str(end)!r}, 'w').close()"]
        # It is not ended by force.
        with mock.patch("kerf_client.lines.GRACE", 600.0):
            self.stand_in(*lines).close()
        self.assertTrue(end.exists())

    def test_a_program_that_is_no_kerf_is_an_error_with_its_words(self):
        says = "import sys; print('x' * 9); print('no such word', file=sys.stderr); sys.exit(4)"
        silent = says.replace("print('x' * 9);", "")
        for program, words in [(says, "is no kerf serve"), (silent, "with 4: no such word")]:
            with self.assertRaises(ConnectionError) as caught:
                kerf_client.connect(command=[sys.executable, "-c", program])
            self.assertIn(words, str(caught.exception))


class Discovery(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name).resolve()
        (self.top / "inner").mkdir()
        was = Path.cwd()
        self.addCleanup(lambda: os.chdir(was))
        os.chdir(self.top / "inner")
        self.path = self.top / "path"

    def found(self, **variables):
        with mock.patch.dict(os.environ, {"PATH": str(self.path), **variables}):
            if not variables:
                os.environ.pop("KERF_COMMAND", None)
            return kerf_client.find_command()

    def program(self, *place):
        path = self.top.joinpath(*place)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
        return str(path)

    def test_each_place_in_its_order(self):
        with self.assertRaises(FileNotFoundError) as none:
            self.found()
        inner = str(self.top / "inner")
        for words in ("KERF_COMMAND", "PATH", "node_modules/.bin/kerf", inner, "npm install kerf", "url"):
            self.assertIn(words, str(none.exception))
        above = self.program("node_modules", ".bin", "kerf")
        self.assertEqual(self.found(), [above])
        here = self.program("inner", "node_modules", ".bin", "kerf")
        self.assertEqual(self.found(), [here])
        on_path = self.program("path", "kerf")
        self.assertEqual(self.found(), [on_path])
        other = self.program("a folder", "node")
        self.assertEqual(self.found(KERF_COMMAND=f"'{other}' dist/cli.js"), [other, "dist/cli.js"])

    def test_words_that_start_nothing(self):
        with self.assertRaisesRegex(FileNotFoundError, "no program kref, the first word of KERF_COMMAND"):
            self.found(KERF_COMMAND="kref serve")
        with self.assertRaisesRegex(FileNotFoundError, "the command given"):
            kerf_client.connect(command="kref")
        for ways in ({"token": "a"}, {"url": "ws://127.0.0.1:1", "command": "kerf"}):
            with self.assertRaises(ValueError):
                kerf_client.connect(**ways)


class Pictures(Session):
    def reports(self):
        with self.connect() as kerf:
            detector = self.detector(kerf)
            return [detector.report(pose(x)) for x in (9, 5)]

    def test_without_a_package_a_table_says_what_is_missing(self):
        apart, inside = self.reports()
        with mock.patch.dict(sys.modules, {"pyvista": None, "k3d": None}):
            table = inside.show()
        for text in (table._repr_html_(), repr(table)):
            for words in ("intersecting", "pyvista is not here", "k3d is not here", "pip install"):
                self.assertIn(words, text)
            for patch in inside.patches:
                self.assertIn(f"{patch.area:.3f}", text)
        self.assertIn("Nothing touches", repr(apart.show()))
        # A page that a parser reads to its end, and a report by itself without a line about packages.
        from xml.etree import ElementTree

        html = ElementTree.fromstring(f"<div>{inside._repr_html_()}</div>")
        self.assertEqual(len(html.findall("table/tr")), 1 + len(inside.patches))
        self.assertNotIn("pip", inside._repr_html_())
        self.assertIn(f"{len(inside.contacts)} contacts", repr(inside))

    def test_pyvista_gets_the_contacts_and_the_bone(self):
        report = self.reports()[1]
        pyvista, plotter = mock.MagicMock(), mock.MagicMock()
        pyvista.Plotter.return_value = plotter
        plotter.show.return_value = "shown"
        bone = np.zeros((4, 3)), np.array([[0, 1, 2], [0, 2, 3]])
        with mock.patch.dict(sys.modules, {"pyvista": pyvista}):
            self.assertEqual(report.show(bone), "shown")
        (points, faces), (bone_points, bone_faces) = (call.args for call in pyvista.PolyData.call_args_list)
        self.assertTrue(np.array_equal(points.reshape(-1, 3, 3), report.contacts.corners))
        self.assertEqual(faces[:8].tolist(), [3, 0, 1, 2, 3, 3, 4, 5])
        self.assertEqual(len(faces), 4 * len(report.contacts))
        self.assertEqual(bone_faces.tolist(), [3, 0, 1, 2, 3, 0, 2, 3])
        self.assertEqual(len(bone_points), 4)
        (name, values), = [call.args for call in pyvista.PolyData.return_value.cell_data.__setitem__.call_args_list]
        self.assertTrue(np.array_equal(values, report.contacts.distance))
        first = plotter.add_mesh.call_args_list[0].kwargs
        self.assertEqual(first["scalars"], name)
        self.assertEqual(first["clim"], [-abs(values).max(), abs(values).max()])

    def test_k3d_gets_the_contacts_where_pyvista_is_not(self):
        report = self.reports()[1]
        k3d = mock.MagicMock()
        plot = k3d.plot.return_value
        plot.__iadd__.return_value = plot
        with mock.patch.dict(sys.modules, {"pyvista": None, "k3d": k3d}):
            self.assertIs(report.show((np.zeros((3, 3)), [[0, 1, 2]])), plot)
        points, faces = k3d.mesh.call_args_list[0].args
        self.assertEqual([points.dtype, faces.dtype], [np.float32, np.uint32])
        self.assertTrue(np.array_equal(points.reshape(-1, 3, 3), report.contacts.corners.astype(np.float32)))
        self.assertEqual(faces.shape, (len(report.contacts), 3))
        self.assertEqual([len(k3d.mesh.call_args_list), plot.__iadd__.call_count], [2, 2])

    def test_pyvista_itself_draws_it(self):
        import pyvista

        pyvista.OFF_SCREEN = True
        report = self.reports()[1]
        seen = []
        show = pyvista.Plotter.show
        with mock.patch.object(pyvista.Plotter, "show", lambda plotter: seen.append(show(plotter, return_img=True))):
            report.show((np.reshape(FACTS["positions"], (-1, 3)), np.reshape(FACTS["faces"], (-1, 3))))
        self.assertGreater(len(np.unique(np.asarray(seen[0]).reshape(-1, 3), axis=0)), 10)


class Annotations(unittest.TestCase):
    def test_are_complete(self):
        folder = Path(kerf_client.__file__).parent
        self.assertTrue((folder / "py.typed").exists())
        nodes = [node for file in folder.glob("*.py") for node in ast.walk(ast.parse(file.read_text()))]
        functions = [node for node in nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
        self.assertGreater(len(functions), 50)
        for function in functions:
            args = function.args
            given = [*args.args, *args.kwonlyargs, *filter(None, [args.vararg, args.kwarg])]
            bare = [one.arg for one in given if one.annotation is None and one.arg not in ("self", "cls")]
            self.assertEqual([function.name, bare, function.returns is None], [function.name, [], False])

    def test_every_public_name_is_there_and_described(self):
        for name in kerf_client.__all__:
            one = getattr(kerf_client, name)
            self.assertTrue(name == "MeshLike" or (one.__doc__ or "").strip(), name)


if __name__ == "__main__":
    unittest.main()
