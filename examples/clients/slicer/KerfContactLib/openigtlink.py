"""Two surfaces in RAS -> files and options for `kerf serve --igtl`, and checks of what goes there: in plain Python."""

import os
import sys

from .connection import KerfError
from .contact import flip_points

# kerf's own limit on the entries of R'R - I.
RIGID = 1e-5


def ply_in_lps(positions, faces):
    """A surface in RAS, three numbers a vertex (f64, mm) and three a face -> a binary PLY in LPS, as bytes."""
    if sys.byteorder != "little":
        raise KerfError("BIG_ENDIAN", "Meshes are written little-endian, and this machine is not; use another.")
    head = ["ply", "format binary_little_endian 1.0", "comment SPACE=LPS", f"element vertex {len(positions) // 3}"]
    head += [f"property double {axis}" for axis in "xyz"]
    head += [f"element face {len(faces) // 3}", "property list uchar uint vertex_indices", "end_header", ""]
    corners = faces.tobytes()
    rows = b"".join(b"\x03" + corners[at : at + 12] for at in range(0, len(corners), 12))
    return "\n".join(head).encode() + flip_points(positions).tobytes() + rows


def options_of(folder, bone, tool, device, contact_distance, resolution):
    """Writes the two surfaces to the folder. @returns the options of kerf serve: any free port, poses in RAS."""
    files = []
    for name, (positions, faces) in (("bone", bone), ("tool", tool)):
        path = os.path.join(folder, f"{name}.ply")
        with open(path, "wb") as file:
            file.write(ply_in_lps(positions, faces))
        files += [f"--{name}", path]
    lengths = ["--distance", repr(contact_distance), "--resolution", repr(resolution)]
    return ["--igtl", "0", *files, "--device", device, "--frame", "ras", *lengths]


def check_rigid(pose):
    """Raises KerfError NOT_RIGID if a pose, 16 numbers column by column, has a scale, a shear or a reflection.

    kerf would refuse it with a STATUS, while the nodes of its answers keep showing the pose before it.
    """
    a, b, c = (pose[4 * column : 4 * column + 3] for column in range(3))
    columns = (a, b, c)
    off = max(
        abs(sum(x * y for x, y in zip(u, v)) - (i == j)) for i, u in enumerate(columns) for j, v in enumerate(columns)
    )
    across = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    if not (off <= RIGID and sum(x * y for x, y in zip(across, c)) > 0):
        sentence = "The transform from the tool to the bone has a scale, a shear or a reflection, expected a rigid one"
        raise KerfError("NOT_RIGID", f"{sentence}; harden it, or take that out.")


def state_and_distance(state, distance):
    """The texts of the nodes KerfState and KerfDistance -> the state and mm; None if they have not come yet."""
    if not state or not distance:
        return None
    return state, float(distance)
