"""tf2's transform from a tool to a bone -> contacts as markers, smallest distance, depth and state, by kerf serve.

A node of one file. It needs kerf's Python client (kerf_client) beside what package.xml names. ROS has metres and
right-handed frames, kerf millimetres and any right-handed frame: only lengths are converted, in `pose_of` and `metres`.
"""

import math
import os
import shlex

import numpy as np
import rclpy
from geometry_msgs.msg import Point
from kerf_client import Kerf, KerfError
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from rclpy.time import Time
from std_msgs.msg import ColorRGBA, Float64, String
from tf2_ros import TransformException
from tf2_ros.buffer import Buffer
from tf2_ros.transform_listener import TransformListener
from visualization_msgs.msg import Marker, MarkerArray

MM = 1000.0  # in a metre
UNKNOWN = "unknown"
# Red, green, blue, by what is drawn.
INSIDE, OUTSIDE, NORMAL, NEAREST = (0.85, 0.1, 0.1), (0.95, 0.8, 0.2), (0.2, 0.4, 0.9), (0.2, 0.7, 0.3)
ARROW, WIDTH = 0.01, 0.001  # m: how long the arrow of a patch is, and how wide lines are

# Parameters and their defaults. Lengths in metres, as everywhere in ROS.
PARAMETERS = {
    "bone_file": "",  # STL, PLY, OBJ, VTP, VTK, in the frame bone_frame
    "tool_file": "",
    "bone_file_unit": 0.001,  # m: the unit of the file's numbers
    "tool_file_unit": 0.001,
    "bone_frame": "bone",
    "tool_frame": "tool",
    "contact_distance": 0.0005,  # m
    "resolution": 0.001,  # m: the longest edge of a contact
    "rate": 30.0,  # Hz, at most
    "max_age": 0.5,  # s: how old a transform may be
    "command": "",  # starts kerf, for a server of this node's own; without it the Python client finds one
    "url": "",  # of a kerf serve that runs, instead
    "token": "",
}


def pose_of(translation, rotation):
    """A tf2 translation (m) and quaternion (x, y, z, w) -> kerf's pose: 16 numbers, column by column, mm.

    R = 1 + s [..] with s = 2 / |q|^2, so that a quaternion need not be of unit length. Raises ValueError if it is 0.
    """
    x, y, z, w = rotation.x, rotation.y, rotation.z, rotation.w
    square = x * x + y * y + z * z + w * w
    if not (square > 0 and math.isfinite(square)):
        raise ValueError(f"The rotation ({x}, {y}, {z}, {w}) is no quaternion, expected one of unit length.")
    s = 2 / square
    return [
        *(1 - s * (y * y + z * z), s * (x * y + z * w), s * (x * z - y * w), 0),
        *(s * (x * y - z * w), 1 - s * (x * x + z * z), s * (y * z + x * w), 0),
        *(s * (x * z + y * w), s * (y * z - x * w), 1 - s * (x * x + y * y), 0),
        *(MM * translation.x, MM * translation.y, MM * translation.z, 1),
    ]


def metres(numbers):
    """kerf's points, mm, three numbers each -> geometry_msgs Points, m."""
    return [Point(x=float(x), y=float(y), z=float(z)) for x, y, z in np.reshape(numbers, (-1, 3)) / MM]


def depth_of(report):
    """How deep the deepest point in contact lies below the other solid's surface, m; 0 if none does.

    NaN if the bone or the tool is open: it has no inside, so kerf gives its distances no sign.
    """
    if not all(report["signed"].values()):
        return math.nan
    return max(0.0, -float(report["contacts.distance"].min(initial=0.0))) / MM


def colour(rgb):
    red, green, blue = rgb
    return ColorRGBA(r=red, g=green, b=blue, a=1.0)


def markers_of(report, nearest, header):
    """A report and nearest points -> markers in the bone's frame: first one that removes those before."""

    def marker(namespace, kind, rgb, size, points, number=0):
        made = Marker(header=header, ns=namespace, id=number, type=kind, action=Marker.ADD, points=points)
        made.pose.orientation.w = 1.0
        made.scale.x, made.scale.y, made.scale.z = size
        made.color = colour(rgb)
        return made

    markers = [Marker(header=header, action=Marker.DELETEALL)]
    corners = metres(report["contacts.corners"])
    if corners:
        contacts = marker("contacts", Marker.TRIANGLE_LIST, OUTSIDE, (1.0, 1.0, 1.0), corners)
        # A colour a corner, three a sub-triangle.
        inside, outside = colour(INSIDE), colour(OUTSIDE)
        contacts.colors = [inside if d < 0 else outside for d in report["contacts.distance"] for _ in range(3)]
        markers.append(contacts)
    normals = np.reshape(report["patches.normal"], (-1, 3))
    centres = np.reshape(report["patches.centroid"], (-1, 3))
    for row, (centre, normal) in enumerate(zip(centres, normals)):
        ends = metres([centre, centre + MM * ARROW * normal])
        markers.append(marker("patches", Marker.ARROW, NORMAL, (WIDTH, 2 * WIDTH, 0.0), ends, row))
    ends = metres([nearest["bonePoint"], nearest["toolPoint"]])
    markers.append(marker("nearest", Marker.LINE_LIST, NEAREST, (WIDTH, 0.0, 0.0), ends))
    return MarkerArray(markers=markers)


class ContactNode(Node):
    """Publishes ~/contacts, ~/distance (m), ~/depth (m) and ~/state; with the state "unknown", the numbers are NaN."""

    def __init__(self):
        super().__init__("kerf_contact")
        self._given = {name: self.declare_parameter(name, usual).value for name, usual in PARAMETERS.items()}
        given = self._given
        self._contacts = self.create_publisher(MarkerArray, "~/contacts", 10)
        self._distance = self.create_publisher(Float64, "~/distance", 10)
        self._depth = self.create_publisher(Float64, "~/depth", 10)
        self._state = self.create_publisher(String, "~/state", 10)
        self._buffer = Buffer()
        self._listener = TransformListener(self._buffer, self)
        if given["url"]:
            self._kerf = Kerf.websocket(given["url"], given["token"] or None)
        elif given["command"]:
            self._kerf = Kerf.stdio(shlex.split(given["command"]))
        else:
            self._kerf = Kerf.stdio()
        try:
            self._load("bone")
            self._load("tool")
            lengths = {"contactDistance": MM * given["contact_distance"], "resolution": MM * given["resolution"]}
            self._kerf.ask("detector", detector="contact", bone="bone", tool="tool", **lengths)
        except BaseException:
            self._kerf.close()
            raise
        # While an answer is awaited no tick comes: the next one has the newest transform.
        self._timer = self.create_timer(1 / given["rate"], self.tick)

    def _load(self, name):
        path, unit = self._given[f"{name}_file"], self._given[f"{name}_file_unit"]
        if not path:
            raise ValueError(f"The parameter {name}_file is empty, expected a mesh file; give it.")
        with open(path, "rb") as file:
            data = file.read()
        self._kerf.ask("load", mesh=name, bytes=data, format=os.path.splitext(path)[1][1:].lower())
        # In the default unit the file's own numbers are kerf's, to the last bit.
        if unit != PARAMETERS[f"{name}_file_unit"]:
            mesh = self._kerf.ask("mesh", mesh=name)
            positions = MM * unit * np.asarray(mesh["positions"], np.float64)
            self._kerf.ask("load", mesh=name, positions=positions, faces=mesh["faces"])

    def tick(self):
        given = self._given
        try:
            # The newest one, from the tool's frame to the bone's.
            transform = self._buffer.lookup_transform(given["bone_frame"], given["tool_frame"], Time())
            self._check_age(transform.header.stamp)
            pose = pose_of(transform.transform.translation, transform.transform.rotation)
            report = self._kerf.ask("report", detector="contact", pose=pose)
            nearest = self._kerf.ask("distance", detector="contact", pose=pose)
        # A server that has ended is another error, which ends the node.
        except (TransformException, ValueError, KerfError, TimeoutError) as error:
            self._publish_unknown(str(error))
            return
        self._publish(
            report["state"],
            nearest["distance"] / MM,
            depth_of(report),
            markers_of(report, nearest, transform.header),
        )

    def _check_age(self, stamp):
        """Raises ValueError if it is too old, or too far ahead. A static transform has no time, and no age."""
        nanoseconds = Time.from_msg(stamp).nanoseconds
        age = (self.get_clock().now().nanoseconds - nanoseconds) / 1e9
        most = self._given["max_age"]
        if nanoseconds != 0 and abs(age) > most:
            raise ValueError(f"The newest transform is {age:.3f} s old, expected at most {most} s; look at its sender.")

    def _publish_unknown(self, reason):
        self.get_logger().warning(reason, throttle_duration_sec=5.0)
        self._publish(UNKNOWN, math.nan, math.nan, MarkerArray(markers=[Marker(action=Marker.DELETEALL)]))

    def _publish(self, state, distance, depth, markers):
        self._state.publish(String(data=state))
        self._distance.publish(Float64(data=distance))
        self._depth.publish(Float64(data=depth))
        self._contacts.publish(markers)

    def destroy_node(self):
        self._kerf.close()
        super().destroy_node()


def main():
    rclpy.init()
    node = None
    try:
        node = ContactNode()
        rclpy.spin(node)
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
    finally:
        if node is not None:
            node.destroy_node()
        rclpy.try_shutdown()


if __name__ == "__main__":
    main()
