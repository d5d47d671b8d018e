"""A bone and a tool in RAS -> reports of kerf serve in RAS, the nearest distance, and a warning: in plain Python.

Slicer's scene is RAS, the meshes that it saves are LPS. kerf is queried in LPS, so that the numbers equal those of
`kerf detect` with the saved files. Both are right-handed and in mm; conversion negates x and y.
"""

import array

from .connection import granted


def flip_points(points):
    """x, y, z of consecutive points, RAS -> LPS or LPS -> RAS: a copy, in an array of the same type."""
    flipped = array.array(points.typecode, points)
    for axis in (0, 1):
        flipped[axis::3] = array.array(points.typecode, (-value for value in flipped[axis::3]))
    return flipped


def flip_pose(pose):
    """A pose, 16 numbers column by column, RAS -> LPS or LPS -> RAS: F M F with F = diag(-1, -1, 1, 1).

    Negates the entry in row r and column c if exactly one of r and c is x or y.
    """
    return array.array("d", (-value if (i % 4 < 2) != (i // 4 < 2) else value for i, value in enumerate(pose)))


class ContactSession:
    """A bone and a tool at the server, and reports on the tool's newest pose, all in RAS."""

    def __init__(self, connection):
        self._connection = connection
        self._clear()

    def _clear(self):
        self._asked = []
        self._heard = []
        self._newest = None

    def load(self, bone, tool, contact_distance, resolution):
        """bone, tool: (positions, faces), arrays of three a vertex and three a face."""
        self._clear()
        for name, (positions, faces) in (("bone", bone), ("tool", tool)):
            self._connection.ask("load", {"mesh": name}, {"positions": flip_points(positions), "faces": faces})
        options = {"contactDistance": contact_distance, "resolution": resolution}
        self._connection.ask("detector", {"detector": "contact", "bone": "bone", "tool": "tool", **options})

    def move(self, pose):
        """pose: 16 numbers column by column, from the tool's frame to the bone's. Replaces one that still waits."""
        self._newest = flip_pose(pose)
        self._ask_newest()

    def poll(self, seconds=0):
        """@returns a report that has arrived, or None. Raises KerfError.

        Besides a report's members it has `distance`, the smallest one between the surfaces (mm; 0 if they meet), and
        the nearest points `bonePoint` and `toolPoint`.
        """
        while True:
            answer = self._connection.receive(seconds)
            if answer is None:
                return None
            # Without an id it is a refusal of a message that the server could not read: none of ours is answered then.
            if answer["id"] is None:
                self._asked, self._heard = [], []
                granted(answer)
            # Others are about bodies that load has replaced.
            if answer["id"] in self._asked:
                self._asked.remove(answer["id"])
                self._heard.append(answer)
                if not self._asked:
                    break
        (report, nearest), self._heard = self._heard, []
        self._ask_newest()
        report, nearest = granted(report), granted(nearest)
        return in_ras({**report, **{name: nearest[name] for name in ("distance", "bonePoint", "toolPoint")}})

    @property
    def is_waiting(self):
        return bool(self._asked)

    def _ask_newest(self):
        if not self._asked and self._newest is not None:
            pose, self._newest = self._newest, None
            # Answered in this order.
            kinds = ("report", "distance")
            self._asked = [self._connection.send(kind, {"detector": "contact"}, {"pose": pose}) for kind in kinds]


POINTS_AND_VECTORS = (
    *("contacts.corners", "contacts.point", "contacts.opposite", "contacts.normal"),
    *("patches.centroid", "patches.normal", "intersectionSegments", "protrusionPoint", "bonePoint", "toolPoint"),
)


def in_ras(report):
    """The report received, with its points and directions in RAS."""
    return {name: flip_points(value) if name in POINTS_AND_VECTORS else value for name, value in report.items()}


def state_sentence(report):
    """The state, and what its reader must know."""
    deepest = min(report["contacts.distance"], default=None)
    sentence = report["state"]
    if deepest is not None:
        sentence += f", {deepest:.2f} mm apart" if deepest >= 0 else f", up to {-deepest:.2f} mm below a surface"
    # A body's rows are distances to the other body, which may have no inside.
    for body, other in (("bone", "tool"), ("tool", "bone")):
        if not report["signed"][body]:
            sentence += f"; the {other} is open, and distances to it have no sign"
    return sentence


def patch_rows(report):
    """One row a patch: body, number of contacts, mm², mm, centroid (RAS)."""
    rows = []
    for i, body in enumerate(report["patches.body"]):
        x, y, z = report["patches.centroid"][3 * i : 3 * i + 3]
        rows.append(
            {
                "body": ("bone", "tool")[body],
                "contacts": report["patches.contactCount"][i],
                "area": report["patches.area"][i],
                "depth": report["patches.depth"][i],
                "centroid": (x, y, z),
            }
        )
    return rows


# ---------------------------------------------------------------------------------------------------------- warning

# Levels, from the one that asks for nothing to the one that asks for most.
CLEAR, UNKNOWN, NEAR, BREACH = "clear", "unknown", "near", "breach"


def warning_of(state, distance, warn_within, is_bone_closed=True):
    """State of contact, smallest distance (mm), limit (mm) -> level and sentence.

    BREACH: the surfaces meet, or one body is inside the other. NEAR: they do not, and the distance is at most the
    limit. UNKNOWN: the distance is greater, but the bone is open, so whether the tool is inside is not known.
    """
    if state == "intersecting" or distance == 0:
        return BREACH, "BREACH: the tool's surface meets the bone's"
    if state == "enclosed":
        return BREACH, f"BREACH: one body is inside the other, {distance:.2f} mm from its surface"
    where = f"{distance:.2f} mm from the bone's surface"
    if distance <= warn_within:
        return NEAR, f"WARNING: {where}"
    if not is_bone_closed:
        return UNKNOWN, f"{where}; it is open, so whether the tool is inside is not known"
    return CLEAR, where


def report_warning(report, warn_within):
    """The same of a report. Distances of the tool's rows have a sign if the bone is closed."""
    return warning_of(report["state"], report["distance"], warn_within, report["signed"]["tool"])
