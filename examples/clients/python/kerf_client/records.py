"""Members of answers -> records of NumPy arrays. They have kerf's numbers, bit by bit; nothing is computed here.

Points and directions are in the bone's frame; mm, mm², mm³. Arrays are not to be written to; copy one to change it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .meshes import MeshLike
from .show import Table, html_of, shown
from .wire import Message

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.uint32]
Small = npt.NDArray[np.uint8]


class Interval(NamedTuple):
    """low <= exact <= high."""

    low: float
    high: float


class Volume(NamedTuple):
    """mm³; low <= exact <= high. reached: whether it is as narrow as asked for."""

    low: float
    high: float
    reached: bool


@dataclass(frozen=True, eq=False)
class Contacts:
    """The n sub-triangles that touch, ordered by body (bone first), face, path.

    Attributes
    ----------
    body : (n,) uint8
        0 bone, 1 tool: whose sub-triangle it is.
    face : (n,) uint32
    level : (n,) uint8
        Bits of ``path`` in use, 0 to 32.
    path : (n,) uint32
        The splits from the face to this sub-triangle: one bit for two parts, two bits for four, from the highest on.
    corners : (n, 3, 3) float64
        mm, a corner a row.
    point, opposite : (n, 3) float64
        mm: where ``distance`` was found, and the closest point of the other body's surface.
    opposite_face : (n,) uint32
    normal : (n, 3) float64
        Unit, from the bone to the tool: moving the tool along it separates them.
    distance : (n,) float64
        mm: a gap if positive, a penetration if negative.
    low, high : (n,) float64
        mm: the exact minimum signed distance over the sub-triangle lies between them.
    patch : (n,) uint32
        The index of its patch in ``Report.patches``.
    """

    body: Small
    face: Whole
    level: Small
    path: Whole
    corners: Floats
    point: Floats
    opposite: Floats
    opposite_face: Whole
    normal: Floats
    distance: Floats
    low: Floats
    high: Floats
    patch: Whole

    def __len__(self) -> int:
        return len(self.face)

    def __repr__(self) -> str:
        return f"<Contacts: {len(self)} sub-triangles>"


@dataclass(frozen=True, eq=False)
class Patch:
    """Contacts that hang together.

    Attributes
    ----------
    body : {"bone", "tool"}
    contact_count : int
    area : float
        mm².
    centroid : (3,) float64
        mm, weighted by area.
    normal : (3,) float64
        Unit, from the bone to the tool: the mean of the contacts' normals, weighted by area.
    depth : float
        mm, from 0 on: the deepest penetration found in it.
    """

    body: str
    contact_count: int
    area: float
    centroid: Floats
    normal: Floats
    depth: float


@dataclass(frozen=True, eq=False)
class Penetration:
    """How far the tool has come into and through the bone; mm.

    Attributes
    ----------
    through : bool
        Whether it has come out of the bone. Exact.
    protrusion : Interval
        How far it has come out; 0 if not through.
    protrusion_point : (3,) float64
        A point of the tool that is ``protrusion.low`` or more away from the bone; NaN if not through.
    insertion : Interval or None
        How deep it has come in along the feed; None without a feed.
    wall_ahead : Interval or None
        The bone that remains ahead along the feed; infinite if the two solids share no point; None without a feed.
    """

    through: bool
    protrusion: Interval
    protrusion_point: Floats
    insertion: Interval | None
    wall_ahead: Interval | None


@dataclass(frozen=True, eq=False)
class Report:
    """Where the tool touches the bone at one pose.

    Attributes
    ----------
    state : {"separated", "near", "intersecting", "enclosed"}
        separated: the gap is more than the contact distance; near: it is not; intersecting: the surfaces share a point;
        enclosed: they do not, but one lies inside the solid that the other bounds.
    signed : dict of bool
        ``bone``, ``tool``: whether the distances of its rows carry a sign.
    contacts : Contacts
    patches : tuple of Patch
    intersecting_faces : (m, 2) uint32
        A face of the bone and one of the tool that share a point, in ascending order. Exact.
    intersection_segments : (m, 2, 3) float64
        mm: the ends of the segment that they share; equal if it is a point.
    penetration : Penetration or None
        None if one of the two is no solid.
    stats : dict
        ``backend``, ``candidatePairs``, ``subTriangles``, ``escalatedPairs``, ``milliseconds``.
    """

    state: str
    signed: dict[str, bool]
    contacts: Contacts
    patches: tuple[Patch, ...]
    intersecting_faces: Whole
    intersection_segments: Floats
    penetration: Penetration | None
    stats: dict[str, Any]

    @classmethod
    def of(cls, answer: Message) -> Report:
        """Makes it of an answer to ``report`` or ``path``."""
        return cls(
            state=answer["state"],
            signed=answer["signed"],
            contacts=_contacts(answer),
            patches=_patches(answer),
            intersecting_faces=answer["intersectingFaces"].reshape(-1, 2),
            intersection_segments=answer["intersectionSegments"].reshape(-1, 2, 3),
            penetration=_penetration(answer),
            stats=answer["stats"],
        )

    def show(self, bone: MeshLike | None = None) -> Any:
        """Shows the contacts in 3-D by pyvista or k3d, whichever is installed, else a table that says what is missing.

        Parameters
        ----------
        bone : mesh in memory, optional
            A surface, in the bone's frame, that is shown around them, as ``Kerf.load`` takes it; ``mesh.arrays()`` of a
            loaded one.
        """
        return shown(self, bone)

    def table(self) -> Table:
        """Returns the patches as a table, in HTML in a notebook, in text elsewhere."""
        return Table(self)

    def _repr_html_(self) -> str:
        return html_of(self)

    def __repr__(self) -> str:
        return f"<Report: {self.state}, {len(self.contacts)} contacts in {len(self.patches)} patches>"


@dataclass(frozen=True, eq=False)
class Intersection:
    """Whether the surfaces share a point, the state, and pairs of faces (m, 2) uint32: bone, tool. Exact."""

    intersects: bool
    state: str
    intersecting_faces: Whole

    @classmethod
    def of(cls, answer: Message) -> Intersection:
        return cls(answer["intersects"], answer["state"], answer["intersectingFaces"].reshape(-1, 2))


@dataclass(frozen=True, eq=False)
class Nearest:
    """The smallest distance between the surfaces, mm; the faces, and the (3,) points on them."""

    distance: float
    bone_face: int
    tool_face: int
    bone_point: Floats
    tool_point: Floats

    @classmethod
    def of(cls, answer: Message) -> Nearest:
        faces = answer["boneFace"], answer["toolFace"]
        return cls(answer["distance"], *faces, answer["bonePoint"], answer["toolPoint"])


@dataclass(frozen=True, eq=False)
class FirstContact:
    """When a moving tool first touches.

    Attributes
    ----------
    status : {"free", "initial", "contact", "grazing"}
    time : Interval
        Of the motion, 0 to 1: free up to low, in contact at high.
    low_pose, high_pose : (4, 4) float64
        The poses at these times.
    bone_face, tool_face : int
        -1 where free.
    bone_point, tool_point, normal : (3,) float64
        mm, and unit, from the bone to the tool; NaN where free.
    """

    status: str
    time: Interval
    low_pose: Floats
    high_pose: Floats
    bone_face: int
    tool_face: int
    bone_point: Floats
    tool_point: Floats
    normal: Floats

    @classmethod
    def of(cls, answer: Message) -> FirstContact:
        return cls(
            status=answer["status"],
            time=Interval(**answer["time"]),
            # Column by column on the wire.
            low_pose=answer["lowPose"].reshape(4, 4).T,
            high_pose=answer["highPose"].reshape(4, 4).T,
            bone_face=answer["boneFace"],
            tool_face=answer["toolFace"],
            bone_point=answer["bonePoint"],
            tool_point=answer["toolPoint"],
            normal=answer["normal"],
        )


def _contacts(answer: Message) -> Contacts:
    def column(name: str) -> npt.NDArray[Any]:
        values: npt.NDArray[Any] = answer[f"contacts.{name}"]
        return values

    return Contacts(
        **{name: column(name) for name in ("body", "face", "level", "path", "distance", "low", "high", "patch")},
        **{name: column(name).reshape(-1, 3) for name in ("point", "opposite", "normal")},
        corners=column("corners").reshape(-1, 3, 3),
        opposite_face=column("oppositeFace"),
    )


def _patches(answer: Message) -> tuple[Patch, ...]:
    centroids, normals = (answer[f"patches.{name}"].reshape(-1, 3) for name in ("centroid", "normal"))
    bodies, counts, areas, depths = (
        answer[f"patches.{name}"].tolist() for name in ("body", "contactCount", "area", "depth")
    )
    return tuple(
        Patch("tool" if body else "bone", count, area, centroid, normal, depth)
        for body, count, area, centroid, normal, depth in zip(bodies, counts, areas, centroids, normals, depths)
    )


def _penetration(answer: Message) -> Penetration | None:
    given = answer["penetration"]
    if given is None:
        return None
    return Penetration(
        through=given["through"],
        protrusion=Interval(**given["protrusion"]),
        protrusion_point=answer["protrusionPoint"],
        insertion=_interval(given["insertion"]),
        wall_ahead=_interval(given["wallAhead"]),
    )


def _interval(given: dict[str, float] | None) -> Interval | None:
    return None if given is None else Interval(**given)
