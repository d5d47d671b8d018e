"""Stand-ins of what the ROS 2 node uses of rclpy, tf2 and the messages: no network, a clock that is set, a tree of frames.

Messages have the fields of their definitions and, as ROS's own do, refuse other types. Frames are chained by Hamilton's
product; `lookup_transform(target, source)` is the transform that takes coordinates in `source` to `target`.
"""

import sys
import types

MESSAGES = {}


class Message:
    def __init__(self, **given):
        for name, (kind, usual) in self.FIELDS.items():
            setattr(self, name, given.pop(name) if name in given else usual() if callable(usual) else usual)
        assert not given, given

    def __setattr__(self, name, value):
        kind = self.FIELDS[name][0]
        values = value if isinstance(kind, list) else [value]
        kind = kind[0] if isinstance(kind, list) else kind
        assert all(isinstance(one, kind) and not (kind is int and isinstance(one, bool)) for one in values), (name, value)
        object.__setattr__(self, name, value)

    def plain(self):
        """Fields by name, down to numbers and texts."""
        to = lambda value: value.plain() if isinstance(value, Message) else value  # noqa: E731
        read = lambda value: [to(one) for one in value] if isinstance(value, list) else to(value)  # noqa: E731
        return {name: read(getattr(self, name)) for name in self.FIELDS}


def message(name, constants=(), **fields):
    made = type(name, (Message,), {"FIELDS": fields, **dict(constants)})
    MESSAGES[name] = made
    return made


real, text, whole = (float, 0.0), (str, ""), (int, 0)
Stamp = message("Time", sec=whole, nanosec=whole)
Header = message("Header", stamp=(Stamp, Stamp), frame_id=text)
Point = message("Point", x=real, y=real, z=real)
Vector3 = message("Vector3", x=real, y=real, z=real)
Quaternion = message("Quaternion", x=real, y=real, z=real, w=(float, 1.0))
Pose = message("Pose", position=(Point, Point), orientation=(Quaternion, Quaternion))
Transform = message("Transform", translation=(Vector3, Vector3), rotation=(Quaternion, Quaternion))
TransformStamped = message(
    "TransformStamped", header=(Header, Header), child_frame_id=text, transform=(Transform, Transform)
)
ColorRGBA = message("ColorRGBA", r=real, g=real, b=real, a=real)
Float64 = message("Float64", data=real)
String = message("String", data=text)
KINDS = {"ARROW": 0, "LINE_LIST": 5, "TRIANGLE_LIST": 11, "ADD": 0, "DELETEALL": 3}
Marker = message(
    "Marker",
    KINDS.items(),
    header=(Header, Header),
    ns=text,
    id=whole,
    type=whole,
    action=whole,
    pose=(Pose, Pose),
    scale=(Vector3, Vector3),
    color=(ColorRGBA, ColorRGBA),
    points=([Point], list),
    colors=([ColorRGBA], list),
)
MarkerArray = message("MarkerArray", markers=([Marker], list))

# ------------------------------------------------------------------------------------------------------------- frames


def times(p, q):
    """Hamilton's product of (x, y, z, w)."""
    (a, b, c, d), (x, y, z, w) = p, q
    return (
        d * x + a * w + b * z - c * y,
        d * y - a * z + b * w + c * x,
        d * z + a * y - b * x + c * w,
        d * w - a * x - b * y - c * z,
    )


def conjugate(q):
    return (-q[0], -q[1], -q[2], q[3])


def turned(q, v):
    return times(times(q, (*v, 0.0)), conjugate(q))[:3]


def chained(outer, inner):
    (s, p), (t, q) = outer, inner
    return tuple(a + b for a, b in zip(s, turned(p, t))), times(p, q)


def inverse(transform):
    t, q = transform
    return tuple(-x for x in turned(conjugate(q), t)), conjugate(q)


class TransformException(Exception): ...


class Buffer:
    # frame -> (parent, place, quaternion, nanoseconds), set by the probe
    frames = {}

    def to_root(self, frame):
        if frame == "map":
            return (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)
        if frame not in self.frames:
            raise TransformException(f'"{frame}" does not exist')
        parent, place, quaternion, _time = self.frames[frame]
        return chained(self.to_root(parent), (place, quaternion))

    def lookup_transform(self, target, source, _time):
        place, quaternion = chained(inverse(self.to_root(target)), self.to_root(source))
        times_of = [self.frames[frame][3] for frame in (target, source) if self.frames[frame][3] != 0]
        nanoseconds = min(times_of, default=0)
        stamp = Stamp(sec=nanoseconds // 10**9, nanosec=nanoseconds % 10**9)
        return TransformStamped(
            header=Header(stamp=stamp, frame_id=target),
            child_frame_id=source,
            transform=Transform(
                translation=Vector3(**dict(zip("xyz", place))), rotation=Quaternion(**dict(zip("xyzw", quaternion)))
            ),
        )


# --------------------------------------------------------------------------------------------------------------- node


class Time:
    def __init__(self, nanoseconds=0):
        self.nanoseconds = nanoseconds

    @classmethod
    def from_msg(cls, stamp):
        return cls(10**9 * stamp.sec + stamp.nanosec)


class Node:
    parameters, now, warnings, published, timers, is_there = {}, 0, [], {}, [], False

    def __init__(self, name):
        self.name = name
        Node.is_there = True

    def declare_parameter(self, name, usual):
        value = self.parameters.get(name, usual)
        assert isinstance(value, type(usual)), name
        return types.SimpleNamespace(value=value)

    def create_publisher(self, kind, topic, _depth):
        def publish(sent):
            assert isinstance(sent, kind)
            self.published[topic] = sent

        return types.SimpleNamespace(publish=publish)

    def create_timer(self, seconds, call):
        self.timers.append((seconds, call))

    def get_clock(self):
        return types.SimpleNamespace(now=lambda: Time(self.now))

    def get_logger(self):
        return types.SimpleNamespace(warning=lambda text, throttle_duration_sec: self.warnings.append(text))

    def destroy_node(self):
        Node.is_there = False


def install(spin):
    """Puts the stand-ins where `import` finds them. spin: what happens while the node spins."""
    rclpy = module("rclpy", init=lambda: None, try_shutdown=lambda: None, spin=spin)
    rclpy.node = module("rclpy.node", Node=Node)
    rclpy.time = module("rclpy.time", Time=Time)
    module("rclpy.executors", ExternalShutdownException=type("ExternalShutdownException", (Exception,), {}))
    module("tf2_ros", TransformException=TransformException)
    module("tf2_ros.buffer", Buffer=Buffer)
    module("tf2_ros.transform_listener", TransformListener=lambda _buffer, _node: None)
    module("geometry_msgs")
    module("geometry_msgs.msg", Point=Point)
    module("std_msgs")
    module("std_msgs.msg", ColorRGBA=ColorRGBA, Float64=Float64, String=String)
    module("visualization_msgs")
    module("visualization_msgs.msg", Marker=Marker, MarkerArray=MarkerArray)


def module(name, **members):
    made = sys.modules[name] = types.ModuleType(name)
    vars(made).update(members)
    return made
