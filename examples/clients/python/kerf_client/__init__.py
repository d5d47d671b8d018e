"""Kerf from Python: where a surgical tool touches bone, computed by ``kerf serve``, in and out as NumPy arrays.

    import numpy as np
    import kerf_client

    pose = np.eye(4)                                     # from the tool's frame to the bone's, mm
    pose[:3, 3] = 12, 17.5, 72
    with kerf_client.connect() as kerf:                  # or connect("ws://127.0.0.1:7425", token="...")
        skull = kerf.dataset("skull-phantom", face_count=20000)
        saw = kerf.dataset("saw-blade")
        detector = kerf.detector(skull, saw, contact_distance=0.2, resolution=0.5)
        report = detector.report(pose)
        print(report.state, report.contacts.distance.min(initial=0))

Units: millimetres, seconds, radians, newtons. A pose is a rigid 4 x 4 matrix from the tool's frame to the bone's; all
points and directions of answers are in the bone's frame.
"""

from .bodies import Detector, Mesh
from .errors import KerfError
from .find_command import find_command
from .meshes import MeshLike
from .records import (
    Contacts,
    FirstContact,
    Intersection,
    Interval,
    Nearest,
    Patch,
    Penetration,
    Report,
    Volume,
)
from .session import Kerf, connect

__all__ = [
    "Contacts",
    "Detector",
    "FirstContact",
    "Intersection",
    "Interval",
    "Kerf",
    "KerfError",
    "Mesh",
    "MeshLike",
    "Nearest",
    "Patch",
    "Penetration",
    "Report",
    "Volume",
    "connect",
    "find_command",
]
