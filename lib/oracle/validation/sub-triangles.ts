// A face, h and a contact's level and path → its sub-triangle, exactly, by the splitting rule of the public contract
// alone.
//
// The rule is decided in f64, by the face's stored corners in its own frame, so it is repeated here in f64, operation
// by operation: squares of edges from the face's own three and from barycentric differences, a margin for rounding, and
// h shortened by what a pose may stretch. Everything else is exact: weights are whole numbers over a power of two.
//
// A triangle of edges 0–1, 1–2, 2–0 is split only if one is longer than h:
//
//   all longer than h, the shortest² > 0.36 the longest²   four: at 0, at 1, at 2, and the middle (12, 20, 01)
//   or all longer than 8·h                                 likewise
//   the middle edge > h, the shortest² ≤ 0.25 its square   two: the apex between the two longer edges, and a quad
//   otherwise                                              two: the longest edge, from corner k on, is halved
//
// A quad of edges 0–1, 1–2, 2–3, 3–0 is cut across the pair of opposite edges that are both longer than h, the pair
// with the greater sum of squares first; without such a pair along its shorter diagonal, 0–2 if they are equal.
//
// Four pieces are numbered by two bits of the path, two by one, from its highest bit on.

import type { ContactTable } from '#records';
import { type ExactNumber, exactFraction } from '#reference';

/** Weights of the face's three corners, whole numbers over LATTICE. */
type Weights = readonly number[];
type Piece = readonly Weights[];

/** Edges are halved 26 times at most. */
export const LATTICE = 2 ** 26;
/** What a pose may lengthen an edge by. */
const STRETCH = 1 + 2 ** -12;
const MARGIN = 2 ** -48;
const WHOLE: Piece = [
  [LATTICE, 0, 0],
  [0, LATTICE, 0],
  [0, 0, LATTICE],
];

/** How one face is divided. */
class Division {
  readonly #squares: readonly [ab: number, bc: number, ca: number];
  readonly #most: number;

  /** @param own nine f64 numbers: the face in its own frame. @param resolution h, mm. */
  constructor(own: ArrayLike<number>, resolution: number) {
    const square = (p: number, q: number) =>
      [0, 1, 2].reduce((sum, k) => sum + (own[q + k] - own[p + k]) * (own[q + k] - own[p + k]), 0);
    this.#squares = [square(0, 3), square(3, 6), square(6, 0)];
    const longest = resolution / STRETCH;
    this.#most = longest * longest;
  }

  /** The pieces of a piece; none if it is a sub-triangle. */
  split(piece: Piece): readonly Piece[] {
    return piece.length === 3 ? this.#splitTriangle(piece) : this.#splitQuad(piece);
  }

  #splitTriangle(p: Piece): readonly Piece[] {
    const most = this.#most;
    const edges = [0, 1, 2].map((k) => this.#square(p[k], p[(k + 1) % 3]));
    const [s, m, l] = [...edges].sort((x, y) => x - y);
    if (l <= most) return [];
    if (s > most && (s > 0.36 * l || s > 64 * most)) {
      const [ab, bc, ca] = [middle(p[0], p[1]), middle(p[1], p[2]), middle(p[2], p[0])];
      return [
        [p[0], ab, ca],
        [ab, p[1], bc],
        [ca, bc, p[2]],
        [bc, ca, ab],
      ];
    }
    // Of equal edges the first is the longest, the last the shortest.
    if (m > most && s <= 0.25 * m) {
      const base = edges.lastIndexOf(s);
      const [a, b, apex] = [p[base], p[(base + 1) % 3], p[(base + 2) % 3]];
      return [
        [apex, middle(apex, a), middle(b, apex)],
        [middle(apex, a), a, b, middle(b, apex)],
      ];
    }
    const longest = edges.indexOf(l);
    const [a, b, c] = [p[longest], p[(longest + 1) % 3], p[(longest + 2) % 3]];
    return [
      [a, middle(a, b), c],
      [middle(a, b), b, c],
    ];
  }

  #splitQuad([a, b, c, d]: Piece): readonly Piece[] {
    const pair = (one: number, other: number) => (one > this.#most && other > this.#most ? one + other : 0);
    const first = pair(this.#square(a, b), this.#square(c, d));
    const second = pair(this.#square(b, c), this.#square(d, a));
    if (first > 0 && first >= second) {
      const [ab, cd] = [middle(a, b), middle(c, d)];
      return [
        [a, ab, cd, d],
        [ab, b, c, cd],
      ];
    }
    if (second > 0) {
      const [bc, da] = [middle(b, c), middle(d, a)];
      return [
        [a, b, bc, da],
        [da, bc, c, d],
      ];
    }
    const isAlongFirst = this.#square(a, c) <= this.#square(b, d);
    return isAlongFirst
      ? [
          [a, b, c],
          [a, c, d],
        ]
      : [
          [a, b, d],
          [b, c, d],
        ];
  }

  /** mm²: |Δ|² = −(Δu·Δv·|ab|² + Δv·Δw·|bc|² + Δw·Δu·|ca|²), and the margin. */
  #square(from: Weights, to: Weights): number {
    const [u, v, w] = [0, 1, 2].map((k) => (to[k] - from[k]) / LATTICE);
    const [ab, bc, ca] = this.#squares;
    const products = [u * v * ab, v * w * bc, w * u * ca];
    const magnitude = Math.abs(products[0]) + Math.abs(products[1]) + Math.abs(products[2]);
    return -(products[0] + products[1] + products[2]) + MARGIN * magnitude;
  }
}

/**
 * The three corners of a sub-triangle as weights over LATTICE, in the order of the table's `corners`; null if the face
 * has none at this level and path.
 * @param own nine f64 numbers: the face in its own frame.
 * @param resolution h of the report.
 */
export function leafWeights(
  own: ArrayLike<number>,
  resolution: number,
  level: number,
  path: number,
): readonly Weights[] | null {
  const division = new Division(own, resolution);
  let piece = WHOLE;
  for (let used = 0; used < level; ) {
    const pieces = division.split(piece);
    const bits = pieces.length / 2;
    if (bits === 0 || used + bits > level) return null;
    piece = pieces[Math.floor(path / 2 ** (32 - used - bits)) % 2 ** bits];
    used += bits;
  }
  return division.split(piece).length === 0 ? piece : null;
}

/**
 * Nine exact coordinates of a sub-triangle that the face has.
 * @param corners nine f64 numbers: the face where it lies.
 */
export function exactLeaf(
  corners: ArrayLike<number>,
  own: ArrayLike<number>,
  resolution: number,
  level: number,
  path: number,
): ExactNumber[] {
  const leaf = leafWeights(own, resolution, level, path);
  if (leaf === null) throw new Error(`The face has no sub-triangle of level ${level} and path ${path}.`);
  return leaf.flatMap((weights) => exactPoint(corners, weights, LATTICE));
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

/** All sub-triangles of a face, by path. */
export function leavesOf(own: ArrayLike<number>, resolution: number): { level: number; path: number }[] {
  const division = new Division(own, resolution);
  const found: { level: number; path: number }[] = [];
  const visit = (piece: Piece, level: number, path: number): void => {
    const pieces = division.split(piece);
    const used = level + pieces.length / 2;
    if (pieces.length === 0) found.push({ level, path });
    pieces.forEach((part, k) => {
      visit(part, used, path + k * 2 ** (32 - used));
    });
  };
  visit(WHOLE, 0, 0);
  return found;
}

/** The path of the sub-triangle that holds the point of a face with these weights (none of them on a split line). */
export function pathAt(own: ArrayLike<number>, resolution: number, weights: readonly number[]): number {
  const division = new Division(own, resolution);
  let piece = WHOLE;
  let path = 0;
  for (let used = 0; ; ) {
    const pieces = division.split(piece);
    if (pieces.length === 0) return path;
    used += pieces.length / 2;
    const depths = pieces.map((part) => depthIn(part, weights));
    const holding = depths.indexOf(Math.max(...depths));
    path += holding * 2 ** (32 - used);
    piece = pieces[holding];
  }
}

/** How far inside a piece a point lies: the least area between it and an edge, as a share of the face; < 0 outside. */
function depthIn(piece: Piece, weights: readonly number[]): number {
  const at = (corner: Weights) => [corner[1] / LATTICE - weights[1], corner[2] / LATTICE - weights[2]];
  return Math.min(
    ...piece.map((corner, k) => {
      const [p, q] = [at(corner), at(piece[(k + 1) % piece.length])];
      return p[0] * q[1] - p[1] * q[0];
    }),
  );
}

/**
 * Whether a body's reported sub-triangles hold the point of a face with these weights (none of them on a split line).
 * @param ownOf a face's nine f64 numbers in its own frame.
 */
export function coverage(
  contacts: ContactTable,
  body: 0 | 1,
  ownOf: (face: number) => ArrayLike<number>,
  resolution: number,
): (face: number, weights: readonly number[]) => boolean {
  const byFace = pathsByFace(contacts, body);
  return (face, weights) => byFace.get(face)?.has(pathAt(ownOf(face), resolution, weights)) ?? false;
}

/** The paths of a body's reported sub-triangles, by face. */
export function pathsByFace(contacts: ContactTable, body: 0 | 1): Map<number, Set<number>> {
  const byFace = new Map<number, Set<number>>();
  for (let row = 0; row < contacts.length; row++) {
    if (contacts.body[row] !== body) continue;
    const known = byFace.get(contacts.face[row]);
    if (known === undefined) byFace.set(contacts.face[row], new Set([contacts.path[row]]));
    else known.add(contacts.path[row]);
  }
  return byFace;
}

const middle = (a: Weights, b: Weights): Weights => a.map((x, k) => (x + b[k]) / 2);
