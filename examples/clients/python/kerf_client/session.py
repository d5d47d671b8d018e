"""A line to a server -> a session: requests and their answers, by name, and objects for what is asked most."""

from __future__ import annotations

import contextlib
import os
import weakref
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from .bodies import Detector, Mesh
from .errors import KerfError
from .find_command import find_command
from .lines import Line, Process, WebSocket
from .meshes import MeshLike, load_members
from .wire import Message, encoded, with_arrays

T = TypeVar("T")

VERSION = 1
# Seconds for an answer. The longest measured are reports of coarse bodies inside each other, of 40 s.
PATIENCE = 600.0
# Seconds for a server to start, on a machine that is busy.
START = 60.0


def connect(
    url: str | None = None,
    *,
    token: str | None = None,
    command: str | Sequence[str] | None = None,
    options: Sequence[str] = (),
    timeout: float | None = PATIENCE,
) -> Kerf:
    """Joins a server, or starts one that ends with the session.

    Parameters
    ----------
    url : str, optional
        Of a ``kerf serve`` that runs, which prints it: ``ws://127.0.0.1:7425``. Needs the package ``websockets``.
    token : str, optional
        What that server requires, if it was started with ``--token``.
    command : str or sequence of str, optional
        Without a url: the words that start kerf. See ``find_command`` for what is tried without them.
    options : sequence of str
        Without a url: further options of ``kerf serve``, such as ``("--max-memory", "4096")``.
    timeout : float or None
        Seconds to wait for each answer; None: without end.

    Raises
    ------
    FileNotFoundError
        If there is no kerf to start. It names what was tried.
    ConnectionError
        If the server does not answer, or ends.
    KerfError
        If it refuses, with the code ``WRONG_TOKEN`` or ``WRONG_VERSION``.
    """
    if url is None:
        if token is not None:
            raise ValueError("A token is for a server that runs, expected a url with it; leave the token out.")
        return Kerf.stdio(command, options, timeout=timeout)
    if command is not None or options:
        raise ValueError("A command and options are for a server that is started; leave them out, or the url.")
    return Kerf.websocket(url, token, timeout=timeout)


class Kerf:
    """A session: its own names for meshes and detectors, which are freed when it ends. For one thread at a time.

    Made by ``connect``. It is a context manager; a session that is forgotten, or open when Python ends, is closed too.

    Attributes
    ----------
    hello : dict
        What the server said first: ``kerf`` (its version), ``limits``, ``types``, ``datasets``, ``formats``.
    timeout : float or None
        Seconds to wait for each answer; None: without end.
    """

    def __init__(self, line: Line, token: str | None = None, *, timeout: float | None = PATIENCE) -> None:
        start = START if timeout is None else min(START, timeout)
        self.timeout: float | None = start
        self._line: Line | None = line
        self._id = 0
        self._names = 0
        self._is_streaming = False
        self._most: float = np.inf
        line.open(start)
        # Ends the server when nothing refers to the session any more, and when Python ends.
        self._end = weakref.finalize(self, line.close)
        try:
            self.hello = self.ask("hello", version=VERSION, client="kerf_client for Python", token=token)
        except BaseException:
            self.close()
            raise
        self._most = self.hello["limits"]["maxMessage"]
        self.timeout = timeout

    @classmethod
    def stdio(
        cls,
        command: str | Sequence[str] | None = None,
        options: Sequence[str] = (),
        *,
        timeout: float | None = PATIENCE,
    ) -> Kerf:
        """Starts a server for this session alone. ``connect`` describes the parameters."""
        return cls(Process([*find_command(command), "serve", "--stdio", *options]), timeout=timeout)

    @classmethod
    def websocket(cls, url: str, token: str | None = None, *, timeout: float | None = PATIENCE) -> Kerf:
        """Joins a server that runs. ``connect`` describes the parameters."""
        return cls(WebSocket(url), token, timeout=timeout)

    def load(self, mesh: MeshLike | str | os.PathLike[str], name: str | None = None) -> Mesh:
        """Loads a triangle mesh into the session, mm.

        Parameters
        ----------
        mesh : pair of arrays, object or path
            Positions (n, 3) and faces (m, 3), counter-clockwise seen from outside; an object with ``vertices`` and
            ``faces``, such as trimesh's, or with ``points`` and ``faces``, such as pyvista's; or a file of this machine
            (.stl, .ply, .obj, .vtp, .vtk). Positions in float32 are sent as such, others in float64.
        name : str, optional
            Its name in requests; what had that name is replaced.
        """
        name = self._name("mesh", name)
        return Mesh(self, self.ask("load", mesh=name, **load_members(mesh)))

    def dataset(self, dataset: str, face_count: int | None = None, name: str | None = None) -> Mesh:
        """Loads a body that kerf generates: one of ``hello["datasets"]``, with about as many faces."""
        name = self._name("mesh", name)
        return Mesh(self, self.ask("load", mesh=name, dataset=dataset, faceCount=face_count))

    def detector(
        self,
        bone: Mesh | str,
        tool: Mesh | str,
        *,
        contact_distance: float,
        resolution: float,
        feed: npt.ArrayLike | None = None,
        shank: int | None = None,
        sides: str | None = None,
        backend: str | None = None,
        candidates: str | None = None,
        name: str | None = None,
    ) -> Detector:
        """Makes a detector of two meshes, or of their names.

        Parameters
        ----------
        bone, tool : Mesh or str
            The detector has copies of them.
        contact_distance : float
            mm: a gap up to this counts as contact.
        resolution : float
            mm: no reported sub-triangle has a longer edge, unless it is a whole face.
        feed : (3,) array_like, optional
            Unit vector in the tool's frame: the way in which it is fed into the bone. A generated tool has one.
        shank : int, optional
            A vertex of the tool by which it is held.
        sides : {"both", "bone", "tool"}, optional
            Whose sub-triangles are reported.
        backend : {"auto", "cpu", "webgpu"}, optional
            What computes.
        candidates : {"scanlines", "bvh", "bvh-front", "image"}, optional
            How pairs are found; changes no answer.
        """
        name = self._name("detector", name)
        bodies = {"bone": _name_of(bone), "tool": _name_of(tool)}
        sizes = {"contactDistance": contact_distance, "resolution": resolution}
        ways = {"feed": feed, "shank": shank, "sides": sides, "backend": backend, "candidates": candidates}
        self.ask("detector", detector=name, **bodies, **sizes, **ways)
        return Detector(self, name)

    def ask(self, type: str, **members: Any) -> Message:
        """Asks anything that the page of the protocol lists, by its own names.

        Parameters
        ----------
        type : str
            Of the request, such as ``"cut"``.
        **members
            Its members; one that is None is left out. One called ``from`` is given as ``**{"from": pose}``.

        Returns
        -------
        dict
            The answer's members; of a stream, for which there is ``stream``, the last answer's. Arrays are flat.

        Raises
        ------
        KerfError
            If kerf refuses.
        ConnectionError
            If the server has ended; the message has its last words.
        TimeoutError
            If there is no answer in time. The request is cancelled, and the session goes on.
        """
        answer: Message = {}
        for answer in self.stream(type, **members):
            pass
        return answer

    def stream(self, type: str, **members: Any) -> Iterator[Message]:
        """Yields answers one by one, as ``ask`` returns them. Leaving before the end cancels the rest."""
        if self._is_streaming:
            raise RuntimeError("An earlier stream is not at its end; read it, or close() it, first.")
        id, text, frame = self._request(type, members)
        self._is_streaming = True
        is_done = False
        try:
            heard = self._wait(type, lambda line: line.exchange(text, frame, self.timeout))
            while True:
                answer = _answer(id, *heard)
                if answer is not None:
                    is_done = "seq" not in answer or bool(answer.get("done", False))
                    yield answer
                    if is_done:
                        return
                heard = self._wait(type, lambda line: line.receive(self.timeout))
        except (KerfError, ConnectionError):
            is_done = True
            raise
        finally:
            self._is_streaming = False
            if not is_done and self._line is not None:
                # What is still on its way is passed over by the next request, which also meets a server that has ended.
                with contextlib.suppress(ConnectionError):
                    _, text, frame = self._request("cancel", {"request": id})
                    self._wait("cancel", lambda line: line.send(text, frame, self.timeout))

    def path(self, detector: str, poses: npt.ArrayLike, **members: Any) -> Iterator[Message]:
        """Yields an answer a pose; ``Detector.path`` yields reports. ``poses`` are (n, 4, 4), or flat by columns."""
        for answer in self.stream("path", detector=detector, poses=np.asarray(poses), **members):
            if not answer.get("done", False):
                yield answer

    def unload(self, thing: Mesh | Detector) -> None:
        """Frees its memory on the server. A detector keeps copies of its meshes."""
        self.ask("unload", **{"mesh" if isinstance(thing, Mesh) else "detector": thing.name})

    def close(self) -> None:
        """Ends the session, and the server if it was started for it. Further requests raise ConnectionError."""
        self._line = None
        self._end()

    def __enter__(self) -> Kerf:
        return self

    def __exit__(
        self, type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _name(self, kind: str, name: str | None) -> str:
        if name is not None:
            return name
        self._names += 1
        return f"{kind} {self._names}"

    def _request(self, type: str, members: dict[str, Any]) -> tuple[int, str, bytes | None]:
        self._id += 1
        text, frame = encoded(self._id, type, members)
        size = max(len(text), 0 if frame is None else len(frame))
        if size > self._most:
            # A server that reads standard input could not find the next message.
            raise KerfError(
                "MESSAGE_TOO_LARGE",
                f"The request {type} has {size} bytes, expected at most {self._most:.0f}; send less, or start kerf"
                " serve with a larger --max-message.",
            )
        return self._id, text, frame

    def _wait(self, type: str, work: Callable[[Line], T]) -> T:
        line = self._line
        if line is None:
            raise ConnectionError("The session is closed; connect() makes another.")
        try:
            return work(line)
        except TimeoutError:
            if line.is_whole:
                raise TimeoutError(
                    f"kerf has not answered the request {type} within {self.timeout} s; it is cancelled. Set a longer"
                    " timeout if it may take longer."
                ) from None
            self.close()
            raise TimeoutError(
                f"kerf has not taken the request {type} within {self.timeout} s; the session is closed."
            ) from None


def _answer(id: int, message: Message, frame: bytes) -> Message | None:
    """Returns the answer to the request; None if it is to another, that was given up."""
    asked, is_refused = message.get("id"), not message.get("ok", True)
    # Without an id, a refusal is of a message that the server could not read.
    if asked != id and not (asked is None and is_refused):
        return None
    if is_refused:
        raise KerfError(message["error"]["code"], message["error"]["message"])
    return with_arrays(message, frame)


def _name_of(mesh: Mesh | str) -> str:
    return mesh if isinstance(mesh, str) else mesh.name
