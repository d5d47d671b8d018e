// A mesh, a face and the name of one of its sub-triangles → that sub-triangle's corners.

import { described, OptionError, refuse } from '#core';
import { DividedFaces, pathCorners, TOO_FINE_NODE } from '#divisions';
import type { TriangleMesh } from '#mesh';
import { LATTICE } from '#records';
import { latticeCorner, TrianglePair } from '#triangles';
import { checkMesh, checkResolution } from './check-body.ts';
import { largestOf } from './coordinate-bounds.ts';

interface Divided {
  readonly positions: Float64Array;
  readonly faces: Uint32Array;
  readonly faceCount: number;
  readonly resolution: number;
  readonly divided: DividedFaces;
}

/** What is known of a mesh from the last call: the rows of a report ask for the same one again and again. */
const known = new WeakMap<TriangleMesh, Divided>();
const corners = new TrianglePair();
const lattice = new Int32Array(8);

/**
 * The corners of the sub-triangle at (level, path) of a mesh's face, in the mesh's own frame. Of a bone's rows they are
 * `corners`, bit for bit. A tool's must be posed by the stored formula; a report has them as parts of posed vertices,
 * which differs by rounding. If a tool's posed coordinates are so large that f64 steps by more than about a millionth
 * of the resolution, its faces are divided as they are posed: give the posed mesh.
 * @param mesh as it was given to the detector; it must not be changed between calls.
 * @param resolution h of the report, mm.
 * @param level bits of `path` in use, 0 to 32.
 * @param path left-aligned: one bit for a split in two, two bits for a split in four.
 * @param out nine numbers, xyz each.
 * @throws OptionError BAD_PATH: the face has no such sub-triangle; RESOLUTION_TOO_FINE; as createDetector for mesh and
 * resolution.
 */
export function subTriangleCorners(
  mesh: TriangleMesh,
  face: number,
  resolution: number,
  level: number,
  path: number,
  out: Float64Array = new Float64Array(9),
): Float64Array {
  if (!(out instanceof Float64Array && out.length >= 9))
    refuse(out, 'out', 'a Float64Array of at least 9 numbers', 'leave it out for a new one');
  const { positions, faces, faceCount, divided } = dividedOf(mesh, resolution);
  if (!(Number.isInteger(face) && face >= 0 && face < faceCount))
    refuse(face, 'face', `a face of "${mesh.name}", 0 to ${faceCount - 1}`, 'take it from a row of a report');
  const node = divided.nodeOf(face);
  if (node === TOO_FINE_NODE) throw divided.tooFine(face, mesh.name);
  if (!isPath(level, path) || pathCorners(divided.divisions, node, level, path, lattice, 0) !== 3)
    throw new OptionError(
      'BAD_PATH',
      `Face ${face} of "${mesh.name}" has no sub-triangle of level ${described(level)} and path ${described(path)} at ` +
        `a resolution of ${resolution} mm; take face, level and path from one row of a report, and its resolution.`,
    );
  const own = corners.loadFirstFace(positions, faces, face).corners;
  for (let k = 0; k < 3; k++) latticeCorner(own, 0, lattice[2 * k], lattice[2 * k + 1], LATTICE, out, 3 * k);
  return out;
}

/** Whether a level and a path could be a row's: bits that are not in use are 0. */
function isPath(level: number, path: number): boolean {
  if (!(Number.isInteger(level) && level >= 0 && level <= 32)) return false;
  if (!(Number.isInteger(path) && path === path >>> 0)) return false;
  return level === 32 || path << level === 0;
}

function dividedOf(mesh: TriangleMesh, resolution: number): Divided {
  const before = known.get(mesh);
  if (before?.resolution === resolution) return before;
  checkMesh(mesh, 'mesh');
  checkResolution(resolution);
  const positions = Float64Array.from(mesh.positions);
  const faces = Uint32Array.from(mesh.faces);
  const faceCount = faces.length / 3;
  const divided = new DividedFaces(positions, faces, faceCount, resolution, largestOf(positions));
  const made = { positions, faces, faceCount, resolution, divided };
  known.set(mesh, made);
  return made;
}
