"""A report -> a picture in 3-D by pyvista or k3d, if one is installed; else a table that says what is missing."""

from __future__ import annotations

import importlib
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from .meshes import MeshLike, surface_of

if TYPE_CHECKING:
    from .records import Report

HEAD = ("body", "contacts", "area mm²", "depth mm", "x mm", "y mm", "z mm")
# Patches of a table; a report of a rough bone may have hundreds.
MOST_ROWS = 20


class Table:
    """The patches of a report: in a notebook in HTML, elsewhere in text. ``note`` is a line below it."""

    def __init__(self, report: Report, note: str = "") -> None:
        self._report = report
        self.note = note

    def _repr_html_(self) -> str:
        return html_of(self._report, self.note)

    def __repr__(self) -> str:
        lines = [summary(self._report), "".join(f"{word:>10}" for word in HEAD)]
        lines += ["".join(f"{word:>10}" for word in row) for row in _rows(self._report)]
        return "\n".join([*lines, *_more(self._report), *([self.note] if self.note else [])])


def summary(report: Report) -> str:
    """Returns one line: the state, the contacts, the deepest penetration or the smallest gap, and the depth in."""
    distance = report.contacts.distance
    words = [f"{report.state}: {len(distance)} contacts in {len(report.patches)} patches"]
    if len(distance):
        least = float(distance.min())
        words.append(f"{-least:.3f} mm inside" if least < 0 else f"a gap of {least:.3f} mm")
    penetration = report.penetration
    if penetration is not None:
        if penetration.insertion is not None and penetration.insertion.high > 0:
            words.append(f"inserted by {penetration.insertion.low:.3f} mm")
        if penetration.through:
            words.append(f"through the bone by {penetration.protrusion.low:.3f} mm")
    return ", ".join(words)


def html_of(report: Report, note: str = "") -> str:
    """Returns the table of the patches, with the line above it."""
    head = "".join(f"<th>{escape(word)}</th>" for word in HEAD)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(word)}</td>' for word in row)}</tr>" for row in _rows(report))
    below = "".join(f"<p>{escape(line)}</p>" for line in [*_more(report), *([note] if note else [])])
    return f"<p>{escape(summary(report))}</p><table><tr>{head}</tr>{rows}</table>{below}"


def shown(report: Report, bone: MeshLike | None) -> Any:
    """Shows the contacts, and returns what a notebook displays."""
    if len(report.contacts) == 0 and bone is None:
        return Table(report, "Nothing touches, so that there is nothing to see.")
    missing = []
    for name, draw in (("pyvista", _by_pyvista), ("k3d", _by_k3d)):
        try:
            package = importlib.import_module(name)
        except ImportError as cause:
            missing.append(f"{name} is not here ({cause})")
            continue
        return draw(package, report, bone)
    return Table(report, f"No picture in 3-D: {', '.join(missing)}; pip install one of them.")


def _by_pyvista(pyvista: Any, report: Report, bone: MeshLike | None) -> Any:
    plotter = pyvista.Plotter()
    contacts = report.contacts
    if len(contacts):
        touching = pyvista.PolyData(contacts.corners.reshape(-1, 3), _with_counts(_faces(len(contacts))))
        touching.cell_data["distance, mm"] = contacts.distance
        most = _most(report)
        plotter.add_mesh(touching, scalars="distance, mm", cmap="coolwarm", clim=[-most, most])
    if bone is not None:
        positions, faces = surface_of(bone)
        plotter.add_mesh(pyvista.PolyData(positions, _with_counts(faces)), color="white", opacity=0.3)
    return plotter.show()


def _by_k3d(k3d: Any, report: Report, bone: MeshLike | None) -> Any:
    plot = k3d.plot()
    contacts = report.contacts
    if len(contacts):
        most = _most(report)
        plot += k3d.mesh(
            contacts.corners.reshape(-1, 3).astype(np.float32),
            _faces(len(contacts)).astype(np.uint32),
            triangles_attribute=contacts.distance.astype(np.float32),
            color_map=k3d.basic_color_maps.CoolWarm,
            color_range=[-most, most],
            side="double",
        )
    if bone is not None:
        positions, faces = surface_of(bone)
        plot += k3d.mesh(positions.astype(np.float32), faces.astype(np.uint32), color=0xDDDDCC, opacity=0.3)
    return plot


def _faces(count: int) -> Any:
    return np.arange(3 * count).reshape(-1, 3)


def _with_counts(faces: Any) -> Any:
    return np.insert(np.asarray(faces, dtype=np.int64), 0, 3, axis=1).reshape(-1)


def _most(report: Report) -> float:
    """The end of a scale that has 0 in its middle: blue inside the other body, red outside. Above 0."""
    return max(float(np.abs(report.contacts.distance).max()), float(np.finfo(np.float32).tiny))


def _rows(report: Report) -> list[tuple[str, ...]]:
    deepest = sorted(report.patches, key=lambda patch: (-patch.depth, -patch.area))
    return [
        (patch.body, str(patch.contact_count), *(f"{x:.3f}" for x in (patch.area, patch.depth, *patch.centroid)))
        for patch in deepest[:MOST_ROWS]
    ]


def _more(report: Report) -> list[str]:
    rest = len(report.patches) - MOST_ROWS
    return [f"and {rest} patches less deep"] if rest > 0 else []
