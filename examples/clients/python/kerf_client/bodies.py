"""Names of a session's meshes and detectors -> objects that ask about them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .records import FirstContact, Intersection, Nearest, Report, Volume
from .wire import Message

if TYPE_CHECKING:
    from .session import Kerf


class Mesh:
    """A mesh of a session.

    Attributes
    ----------
    name : str
        By which requests call it.
    vertex_count, face_count : int
    feed : (3,) ndarray of float64, or None
        Of a generated tool: unit vector, the way in which it is fed into the bone.
    shank : int or None
        Of a generated tool: a vertex by which it is held.
    """

    def __init__(self, kerf: Kerf, answer: Message) -> None:
        self._kerf = kerf
        self.name: str = answer["mesh"]
        self.vertex_count: int = answer["vertexCount"]
        self.face_count: int = answer["faceCount"]
        self.feed: npt.NDArray[np.float64] | None = answer.get("feed")
        self.shank: int | None = answer.get("shank")

    def arrays(self) -> tuple[npt.NDArray[Any], npt.NDArray[np.uint32]]:
        """Returns positions (n, 3), mm, in the precision in which they were loaded, and faces (m, 3)."""
        answer = self._kerf.ask("mesh", mesh=self.name)
        return answer["positions"].reshape(-1, 3), answer["faces"].reshape(-1, 3)

    def __repr__(self) -> str:
        return f"<Mesh {self.name!r}: {self.vertex_count} vertices, {self.face_count} faces>"


class Detector:
    """Where one tool touches one bone. Made by ``Kerf.detector``, or of a name: ``Detector(kerf, "d")``.

    A pose is a (4, 4) matrix from the tool's frame to the bone's, rigid, or 16 numbers column by column; mm. Every
    method raises KerfError (``NOT_RIGID``, ...), ConnectionError and TimeoutError as ``Kerf.ask`` does.
    """

    def __init__(self, kerf: Kerf, name: str) -> None:
        self._kerf = kerf
        self.name = name

    def report(self, pose: npt.ArrayLike) -> Report:
        """Returns the whole report at a pose."""
        return Report.of(self._kerf.ask("report", detector=self.name, pose=pose))

    def path(self, poses: npt.ArrayLike, *, workers: int | None = None) -> Iterator[Report]:
        """Yields a report for each of (n, 4, 4) poses. Leaving the loop cancels the rest.

        Parameters
        ----------
        workers : int, optional
            Threads of the server that compute at once; changes no answer.
        """
        for answer in self._kerf.path(self.name, poses, workers=workers):
            yield Report.of(answer)

    def intersects(self, pose: npt.ArrayLike) -> Intersection:
        """Returns which pairs of faces share a point, exactly."""
        return Intersection.of(self._kerf.ask("intersects", detector=self.name, pose=pose))

    def distance(self, pose: npt.ArrayLike) -> Nearest:
        """Returns the smallest distance between the surfaces, and the nearest points."""
        return Nearest.of(self._kerf.ask("distance", detector=self.name, pose=pose))

    def volume(self, pose: npt.ArrayLike, *, relative_width: float | None = None) -> Volume:
        """Returns how much bone lies in the tool, mm³, between two bounds.

        Parameters
        ----------
        relative_width : float, optional
            (high - low) / high aimed at.
        """
        answer = self._kerf.ask("volume", detector=self.name, pose=pose, relativeWidth=relative_width)
        return Volume(**answer["volume"])

    def sweep(
        self,
        start: npt.ArrayLike,
        end: npt.ArrayLike,
        *,
        motion: str | None = None,
        tolerance: float | None = None,
        distance: float | None = None,
    ) -> FirstContact:
        """Returns when the tool first touches the bone on its way from one pose to another.

        Parameters
        ----------
        start, end : (4, 4) array_like
        motion : {"linear", "screw"}, optional
            Linear if both have the same rotation, else screw, unless given.
        tolerance : float, optional
            mm: how far a point of the tool may go between free and contact.
        distance : float, optional
            mm: what comes this near counts as touching.
        """
        ends = {"from": start, "to": end}
        ways = {"motion": motion, "tolerance": tolerance, "distance": distance}
        return FirstContact.of(self._kerf.ask("sweep", detector=self.name, **ends, **ways))

    def edit_bone(
        self, remove: npt.ArrayLike, positions: npt.ArrayLike | None = None, faces: npt.ArrayLike | None = None
    ) -> None:
        """Edits the bone: retires the faces ``remove``, and appends positions (n, 3), mm, and faces (m, 3)."""
        self._kerf.ask("edit", detector=self.name, remove=remove, positions=positions, faces=faces)

    def __repr__(self) -> str:
        return f"<Detector {self.name!r}>"
