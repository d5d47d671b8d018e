// Two shells of a tool that do not cross → whether one lies inside the other.
//
// Faces that meet in at most common corners lie on one side of each other's shells; so do faces that share an edge,
// unless the other shell has that edge too. A point within a face is away from the other shell's faces, because
// FacePair separates them. Whether it is in that shell is counted along a line from it that is skew to the axes,
// because the faces of many tools lie along the axes.

import { isNearOrigin } from './near-origin.ts';

/** Barycentric coordinates of a point within a face. */
const SHARES = [0.47, 0.3, 0.23] as const;
/** Nearly a rotation, row by row. */
const ASKEW = [0.8104, 0.4632, -0.3588, -0.3121, 0.8648, 0.3934, 0.4948, -0.2063, 0.8442] as const;
/** Relative to the square of the largest coordinate: four roundings of such products are less. */
const ROUNDED = 2 ** -48;

/** The faces of a shell, and the box of their corners. */
export interface Shell {
  readonly faces: readonly number[];
  readonly box: Float64Array;
}

/**
 * @param isAnyEdgeCommon whether they have edges in common: then all faces are tested, and must agree.
 * @returns null if rounding may decide, or if they cross after all.
 */
export function isWithin(
  points: Float64Array,
  faces: Uint32Array,
  inner: Shell,
  outer: Shell,
  isAnyEdgeCommon: boolean,
): boolean | null {
  // With a common edge they may cross there, wherever their boxes are.
  for (let k = 0; k < 3 && !isAnyEdgeCommon; k++)
    if (inner.box[k] < outer.box[k] || inner.box[3 + k] > outer.box[3 + k]) return false;
  let found: boolean | null = null;
  for (const face of inner.faces) {
    const winding = windingAt(points, faces, face, outer.faces);
    if (!isAnyEdgeCommon && !Number.isNaN(winding)) return winding !== 0;
    if (isAnyEdgeCommon && (Number.isNaN(winding) || (found ?? winding !== 0) !== (winding !== 0))) return null;
    found = winding !== 0;
  }
  return isAnyEdgeCommon ? found : null;
}

const triangle = new Float64Array(9);

/** Winding number of a shell around a point within a face; NaN if rounding may decide. */
function windingAt(points: Float64Array, faces: Uint32Array, own: number, shell: readonly number[]): number {
  const corners = [0, 1, 2].map((n) => 3 * faces[3 * own + n]);
  const at = [0, 1, 2].map((k) => corners.reduce((sum, corner, n) => sum + SHARES[n] * points[corner + k], 0));
  let winding = 0;
  for (const face of shell) {
    for (let n = 0; n < 3; n++) {
      const [x, y, z] = [0, 1, 2].map((k) => points[3 * faces[3 * face + n] + k] - at[k]);
      for (let k = 0; k < 3; k++) triangle[3 * n + k] = ASKEW[3 * k] * x + ASKEW[3 * k + 1] * y + ASKEW[3 * k + 2] * z;
    }
    winding += crossingOf(triangle);
  }
  return winding;
}

/** How a triangle crosses the line from the origin along +x: 1 outward, −1 inward; NaN if uncertain. */
function crossingOf(T: Float64Array): number {
  if (T[0] < 0 && T[3] < 0 && T[6] < 0) return 0;
  const size = Math.max(...[1, 2, 4, 5, 7, 8].map((n) => Math.abs(T[n])));
  const sides = [T[1] * T[5] - T[2] * T[4], T[4] * T[8] - T[5] * T[7], T[7] * T[2] - T[8] * T[1]].map((side) =>
    Math.abs(side) <= ROUNDED * size * size ? 0 : Math.sign(side),
  );
  if (sides.includes(1) && sides.includes(-1)) return 0;
  if (sides.includes(0) || isNearOrigin(T, 0)) return Number.NaN;
  const along =
    T[0] * (T[4] * T[8] - T[5] * T[7]) + T[3] * (T[7] * T[2] - T[8] * T[1]) + T[6] * (T[1] * T[5] - T[2] * T[4]);
  return along * sides[0] > 0 ? sides[0] : 0;
}
