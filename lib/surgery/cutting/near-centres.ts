// Faces in a volume's index space → the centres of voxels so near to one that rounding may decide their side.
//
// Along the axis a on which a face's normal is longest, the face climbs by at most one along either other axis. So a
// centre within a distance e of it, along each axis, is either on a line along a that meets the face, no farther than
// 5e from it; or next to an edge. An edge climbs by at most one along its own longest axis m, so it is no farther than
// 12e from that centre where it has the centre's place on m:
//
//       a │    ╱ face                    In e: the face as computed is off by one error from the true one, and what
//         │  ╱•  ≤ 5e                    is computed here by another. A needle's normal may be off as well, but then
//         │╱____                         all of the face is within the error of its longest edge.
//
// NEAR errors cover each of these sums. More centres than need be are found, never fewer.

import type { FacesInFrame } from './voxel-frame.ts';
import { ACROSS, hitLines, LineHits } from './line-hits.ts';
import { normalOf } from './tool-faces.ts';

/** Errors of FacesInFrame: centres farther from each face than this are on the side computed. */
export const NEAR = 32;

const AXES = [0, 1, 2] as const;
const normal = new Float64Array(3);

/** @param visit receives the place of a centre, some of them more than once. */
export function nearCentres(
  faces: FacesInFrame,
  dimensions: readonly number[],
  visit: (i: number, j: number, k: number) => void,
): void {
  const near = NEAR * faces.error;
  const hits = new LineHits();
  const at = [0, 0, 0];
  const found = () => {
    if (AXES.every((k) => at[k] >= 0 && at[k] < dimensions[k])) visit(at[0], at[1], at[2]);
  };
  const high = dimensions.map((n) => n - 1);
  for (const axis of AXES) {
    const steep = steepFaces(faces, axis);
    hits.clear();
    hitLines(faces.points, faces.corners, steep, steep.length, axis, [0, 0, 0], high, hits);
    for (let n = 0; n < hits.length; n++) {
      const place = Math.round(hits.w[n]);
      if (Math.abs(place - hits.w[n]) > near) continue;
      at[axis] = place;
      at[ACROSS[axis][0]] = hits.i[n];
      at[ACROSS[axis][1]] = hits.j[n];
      found();
    }
  }
  for (let face = 0; face < faces.count; face++)
    for (let n = 0; n < 3; n++) alongEdge(faces.points, 9 * face + 3 * n, 9 * face + 3 * ((n + 1) % 3));

  /** The places of whole numbers along an edge's longest axis. */
  function alongEdge(points: Float64Array, a: number, b: number): void {
    const lengths = AXES.map((k) => Math.abs(points[b + k] - points[a + k]));
    const axis = lengths.indexOf(Math.max(...lengths));
    const first = Math.max(0, Math.ceil(Math.min(points[a + axis], points[b + axis]) - near));
    const last = Math.min(high[axis], Math.floor(Math.max(points[a + axis], points[b + axis]) + near));
    for (let place = first; place <= last; place++) {
      const length = points[b + axis] - points[a + axis];
      const share = length === 0 ? 0 : Math.min(1, Math.max(0, (place - points[a + axis]) / length));
      let isNear = true;
      for (let k = 0; k < 3 && isNear; k++) {
        const x = points[a + k] + share * (points[b + k] - points[a + k]);
        at[k] = k === axis ? place : Math.round(x);
        isNear = Math.abs(at[k] - x) <= near;
      }
      if (isNear) found();
    }
  }
}

/** The faces whose normal is longest along an axis. */
function steepFaces({ points, corners, count }: FacesInFrame, axis: 0 | 1 | 2): Uint32Array {
  const chosen = new Uint32Array(count);
  let length = 0;
  for (let face = 0; face < count; face++) {
    normalOf(points, corners, face, normal, 0);
    const [x, y, z] = [Math.abs(normal[0]), Math.abs(normal[1]), Math.abs(normal[2])];
    const longest = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    if (longest === axis) chosen[length++] = face;
  }
  return chosen.subarray(0, length);
}
