// A mesh and a box → the area of the mesh beyond the box, and how long the lines are along which the box cuts its
// faces.
//
// In f64, by cutting away what lies beyond one side after the other; on purpose it shares nothing with
// lib/surgery/inset.

import type { TriangleMesh } from '#kerf';

interface Box {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

type Point = readonly number[];

/** @returns mm² and mm. Faces in a side of the box lie beyond nothing. */
export function areaBeyond({ positions, faces }: TriangleMesh, { min, max }: Box): { area: number; rim: number } {
  let area = 0;
  let rim = 0;
  for (let face = 0; face < faces.length; face += 3) {
    const corners = [0, 1, 2].map((n) => Array.from(positions.subarray(3 * faces[face + n], 3 * faces[face + n] + 3)));
    let within: readonly Point[] = corners;
    for (let k = 0; k < 3; k++) {
      within = beyondNoSide(within, (p) => p[k] - min[k]);
      within = beyondNoSide(within, (p) => max[k] - p[k]);
    }
    const inside = areaOf(within);
    area += areaOf(corners) - inside;
    if (within.length > 2) rim += perimeter(within) + perimeter(corners);
  }
  return { area, rim };
}

function beyondNoSide(polygon: readonly Point[], height: (p: Point) => number): Point[] {
  return polygon.flatMap((a, n) => {
    const b = polygon[(n + 1) % polygon.length];
    const [s, t] = [height(a), height(b)];
    const crossing = s < 0 !== t < 0 ? [a.map((x, k) => x + (s / (s - t)) * (b[k] - x))] : [];
    return s < 0 ? crossing : [a, ...crossing];
  });
}

function areaOf(polygon: readonly Point[]): number {
  const sum = [0, 0, 0];
  for (let n = 1; n + 1 < polygon.length; n++) {
    const [u, v] = [n, n + 1].map((i) => polygon[i].map((x, k) => x - polygon[0][k]));
    for (let k = 0; k < 3; k++) sum[k] += u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
  }
  return Math.hypot(...sum) / 2;
}

function perimeter(polygon: readonly Point[]): number {
  return polygon.reduce((sum, p, n) => {
    const q = polygon[(n + 1) % polygon.length];
    return sum + Math.hypot(...p.map((x, k) => x - q[k]));
  }, 0);
}
