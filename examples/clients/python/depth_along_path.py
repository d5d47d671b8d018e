"""How deep a saw goes into a skull along a path, computed by kerf and plotted, with its contacts in 3-D.

    python3 depth_along_path.py --out depth

It writes depth.csv and contacts.vtp (for ParaView and pyvista), depth.png if matplotlib is installed, and opens the VTP
if pyvista is. The cells below can be run one by one, as in a notebook.
"""

import argparse
import importlib.util
from pathlib import Path

import kerf_client
import numpy as np


def has(package):
    if importlib.util.find_spec(package) is not None:
        return True
    print(f"{package} is not here: pip install {package}")
    return False


def write_vtp(file, corners, cells):
    """Writes triangles, 9 numbers each, and one number a triangle under each name, as VTK XML in ASCII."""
    count = len(corners) // 9
    words = {"float64": "Float64", "int32": "Int32"}

    def array(name, values, width=1):
        kind = words[values.dtype.name]
        text = " ".join(map(repr, values.reshape(-1).tolist()))
        return f'<DataArray type="{kind}" Name="{name}" NumberOfComponents="{width}" format="ascii">{text}</DataArray>'

    file.write_text("\n".join([
        '<VTKFile type="PolyData" version="0.1" byte_order="LittleEndian"><PolyData>',
        f'<Piece NumberOfPoints="{3 * count}" NumberOfPolys="{count}" NumberOfVerts="0" NumberOfLines="0"'
        ' NumberOfStrips="0">',
        f"<CellData>{''.join(array(name, values) for name, values in cells.items())}</CellData>",
        f"<Points>{array('points', np.asarray(corners, dtype=np.float64), 3)}</Points>",
        f"<Polys>{array('connectivity', np.arange(3 * count, dtype=np.int32))}"
        f"{array('offsets', np.arange(3, 3 * count + 3, 3, dtype=np.int32))}</Polys>",
        "</Piece></PolyData></VTKFile>",
    ]) + "\n")


# %% The options
words = argparse.ArgumentParser()
words.add_argument("--url", help="of a server that runs; without it one is started")
words.add_argument("--kerf", nargs="+", help="the command, as: node dist/cli.js; without it kerf is looked for")
words.add_argument("--poses", type=int, default=33)
words.add_argument("--faces", type=int, default=20000)
words.add_argument("--out", type=Path, default=Path("depth"))
flags = words.parse_args()
flags.out.mkdir(parents=True, exist_ok=True)

# %% The saw comes down onto the vault: from the tool's frame to the bone's
heights = np.linspace(80, 68, flags.poses)
poses = np.tile(np.eye(4), (flags.poses, 1, 1))
poses[:, :3, :3] = [[1, 0, 0], [0, 0, -1], [0, 1, 0]]
poses[:, 0, 3], poses[:, 1, 3], poses[:, 2, 3] = 12, 17.5, heights

# %% Ask
rows, corners, distances, numbers = [], [], [], []
with kerf_client.connect(flags.url, command=flags.kerf) as kerf:
    skull = kerf.dataset("skull-phantom", face_count=flags.faces)
    saw = kerf.dataset("saw-blade")
    detector = kerf.detector(skull, saw, contact_distance=0.2, resolution=2, feed=saw.feed, shank=saw.shank)
    for number, report in enumerate(detector.path(poses)):
        distance = report.contacts.distance
        insertion = report.penetration.insertion.low
        inside = max(0.0, -distance.min(initial=0))
        area = sum(patch.area for patch in report.patches)
        rows.append((number, heights[number], report.state, insertion, inside, area))
        corners.append(report.contacts.corners.reshape(-1))
        distances.append(distance)
        numbers.append(np.full(len(distance), number, dtype=np.int32))

# %% A table
print("pose  height mm  state         insertion mm  inside mm  area mm2")
for number, height, state, insertion, inside, area in rows:
    print(f"{number:4}  {height:9.2f}  {state:12}  {insertion:12.3f}  {inside:9.3f}  {area:8.1f}")
lines = ["pose,height,state,insertion,inside,area", *(",".join(map(str, row)) for row in rows)]
(flags.out / "depth.csv").write_text("\n".join(lines) + "\n")

# %% The contacts as triangles
cells = {"pose": np.concatenate(numbers), "distance": np.concatenate(distances).astype(np.float64)}
write_vtp(flags.out / "contacts.vtp", np.concatenate(corners), cells)

# %% A plot
if has("matplotlib"):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    pyplot.plot(heights, [row[3] for row in rows], label="insertion, along the feed")
    pyplot.plot(heights, [row[4] for row in rows], label="inside, to the nearest surface")
    pyplot.xlabel("height of the saw, mm")
    pyplot.ylabel("mm")
    pyplot.gca().invert_xaxis()
    pyplot.legend()
    pyplot.savefig(flags.out / "depth.png", dpi=150)

# %% The contacts in 3-D
if has("pyvista"):
    import pyvista

    surface = pyvista.read(flags.out / "contacts.vtp")
    surface.plot(scalars="distance", cmap="coolwarm", screenshot=flags.out / "contacts.png", off_screen=True)
print(f"written to {flags.out}")
