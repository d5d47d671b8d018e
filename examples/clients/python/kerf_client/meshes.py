"""Arrays, an object of another package, or a file -> the members of a request that load it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Protocol, Union

import numpy as np
import numpy.typing as npt

from .wire import Message


class _WithVertices(Protocol):
    """As trimesh has it: (n, 3) and (m, 3)."""

    @property
    def vertices(self) -> Any: ...
    @property
    def faces(self) -> Any: ...


class _WithPoints(Protocol):
    """As pyvista has it: (n, 3), and for each face the count of its corners, then these."""

    @property
    def points(self) -> Any: ...
    @property
    def faces(self) -> Any: ...


MeshLike = Union[tuple[npt.ArrayLike, npt.ArrayLike], _WithVertices, _WithPoints]
Surface = tuple[npt.NDArray[Any], npt.NDArray[Any]]


def load_members(mesh: MeshLike | str | os.PathLike[str]) -> Message:
    """Returns the members of a request ``load``. The other packages are not imported."""
    if isinstance(mesh, (str, os.PathLike)):
        path = Path(mesh)
        return {"bytes": path.read_bytes(), "format": path.suffix[1:].lower()}
    positions, faces = surface_of(mesh)
    return {"positions": positions, "faces": faces}


def surface_of(mesh: MeshLike) -> Surface:
    """Returns positions (n, 3) and faces (m, 3) of a mesh in memory.

    Raises
    ------
    TypeError
        If it is nothing of the kind.
    ValueError
        If the arrays have other shapes, or a face has more corners than three.
    """
    vertices, faces = getattr(mesh, "vertices", None), getattr(mesh, "faces", None)
    points = getattr(mesh, "points", None)
    if isinstance(mesh, (tuple, list)) and len(mesh) == 2:
        return _checked(mesh[0], mesh[1])
    if vertices is not None and faces is not None:
        return _checked(vertices, faces)
    if points is not None and faces is not None:
        return _checked(points, _without_counts(faces))
    raise TypeError(
        f"A {type(mesh).__name__} is no mesh, expected positions and faces as two arrays, a path, or an object with"
        " vertices and faces (trimesh) or points and faces (pyvista)."
    )


def _checked(positions: Any, faces: Any) -> Surface:
    surface = np.asarray(positions), np.asarray(faces)
    for name, array in zip(("positions", "faces"), surface):
        if array.ndim != 2 or array.shape[1] != 3:
            raise ValueError(f"{name} have the shape {array.shape}, expected a row of 3 each: (n, 3).")
    return surface


def _without_counts(faces: Any) -> npt.NDArray[Any]:
    flat = np.asarray(faces)
    if flat.ndim == 2 and flat.shape[1] == 3:
        return flat
    flat = flat.reshape(-1)
    # Four divides the length of triangles; only if all first numbers of four are 3 has each face three corners.
    if flat.size % 4 != 0 or np.any(flat[::4] != 3):
        raise ValueError("The faces are not all triangles, as kerf needs them; pyvista's triangulate() makes them so.")
    return flat.reshape(-1, 4)[:, 1:]
