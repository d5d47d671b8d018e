// A contact's face, level and path → its sub-triangle, exactly, by the splitting rule of the public contract alone.
//
// Each level halves the edges: child 0, 1 or 2 keeps that corner and has midpoints in the other places; child 3 is the
// middle one, its corner k the midpoint of the edge opposite corner k. Two bits a level, the first split in the highest
// used bits.

import type { ContactTable } from '#records';
import { type ExactNumber, exactFraction } from '#reference';

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
  return leafWeights(level, path).flatMap((weights) => exactPoint(corners, weights, 2 ** level));
}

/** The point of a face with these integer weights, which sum to `total`, a power of two. */
export function exactPoint(corners: ArrayLike<number>, weights: readonly number[], total: number): ExactNumber[] {
  const n = exactFraction(total);
  return [0, 1, 2].map((axis) =>
    weights
      .reduce((sum, w, k) => sum.add(exactFraction(corners[3 * k + axis]).mul(exactFraction(w))), exactFraction(0))
      .div(n),
  );
}

/**
 * The path at a level of the sub-triangle that holds a point with these barycentric weights (none of them on a split
 * line).
 */
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

/**
 * Whether a body's reported sub-triangles hold the point of a face with these weights (none of them on a split line).
 */
export function coverage(contacts: ContactTable, body: 0 | 1): (face: number, weights: readonly number[]) => boolean {
  const byFace = new Map<number, Map<number, Set<number>>>();
  for (let row = 0; row < contacts.length; row++) {
    if (contacts.body[row] !== body) continue;
    const levels = entry(byFace, contacts.face[row], () => new Map<number, Set<number>>());
    entry(levels, contacts.level[row], () => new Set<number>()).add(contacts.path[row]);
  }
  return (face, weights) => [...(byFace.get(face) ?? [])].some(([level, paths]) => paths.has(pathOf(weights, level)));
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

function sum(a: Weights, b: Weights): Weights {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}
