// A contact's face, level and path → its sub-triangle, exactly, by the splitting rule of the public contract alone.
//
// Each level halves the edges: child 0, 1, 2 keeps that corner in its place, midpoints in the others; child 3 is the middle one, its corner k
// the midpoint of the edge opposite corner k. Two bits a level, the first split in the highest used bits.

import type { ContactTable } from '../../lib/index.ts';
import { type ExactNumber, exactFraction } from '../../lib/reference/index.ts';

/** Weights of the face's three corners, integers that sum to 2^level. */
type Weights = readonly [number, number, number];

/** The three corners of a sub-triangle as weights, in the order of the table's `corners`. */
export function leafWeights(level: number, path: number): readonly [Weights, Weights, Weights] {
  let corners: readonly [Weights, Weights, Weights] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (let depth = level - 1; depth >= 0; depth--) {
    const child = Math.floor(path / 4 ** depth) % 4;
    const [a, b, c] = corners;
    const [ab, bc, ca] = [sum(a, b), sum(b, c), sum(c, a)];
    const split = [
      [sum(a, a), ab, ca],
      [ab, sum(b, b), bc],
      [ca, bc, sum(c, c)],
      [bc, ca, ab],
    ] as const;
    corners = split[child];
  }
  return corners;
}

/** Nine exact coordinates. @param corners nine f64 numbers: the face. */
export function exactLeaf(corners: ArrayLike<number>, level: number, path: number): ExactNumber[] {
  const exact = Array.from({ length: 9 }, (_, i) => exactFraction(corners[i]));
  const n = exactFraction(2 ** level);
  return leafWeights(level, path).flatMap((weights) =>
    [0, 1, 2].map((axis) =>
      weights
        .reduce((total, w, k) => total.add(exact[3 * k + axis].mul(exactFraction(w))), exactFraction(0) as typeof n)
        .div(n),
    ),
  );
}

/** Nine f64 coordinates: each ((w0·a + w1·b) + w2·c) / 2^level, every operation rounded. */
export function roundedLeaf(corners: ArrayLike<number>, level: number, path: number): number[] {
  return leafWeights(level, path).flatMap(([u, v, w]) =>
    [0, 1, 2].map((axis) => (u * corners[axis] + v * corners[3 + axis] + w * corners[6 + axis]) / 2 ** level),
  );
}

/** The path at a level of the sub-triangle that holds a point with these barycentric weights (none of them on a split line). */
export function pathOf(weights: readonly number[], level: number): number {
  let w = weights;
  let path = 0;
  for (let depth = 0; depth < level; depth++) {
    const corner = w.findIndex((value) => value >= 0.5);
    path = 4 * path + (corner < 0 ? 3 : corner);
    w = corner < 0 ? w.map((value) => 1 - 2 * value) : w.map((value, k) => (k === corner ? 2 * value - 1 : 2 * value));
  }
  return path;
}

/** Reported sub-triangles by body and face: their one level, and their paths. */
export function leavesByFace(contacts: ContactTable, body: 0 | 1): Map<number, { level: number; paths: Set<number> }> {
  const byFace = new Map<number, { level: number; paths: Set<number> }>();
  for (let row = 0; row < contacts.length; row++) {
    if (contacts.body[row] !== body) continue;
    const known = byFace.get(contacts.face[row]);
    if (known) known.paths.add(contacts.path[row]);
    else byFace.set(contacts.face[row], { level: contacts.level[row], paths: new Set([contacts.path[row]]) });
  }
  return byFace;
}

function sum(a: Weights, b: Weights): Weights {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}
