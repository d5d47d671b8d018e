// A body and another → pieces of its surface near and inside the other, with the signed distance at their middles.

import { type Bounds, type BulkMesh, inflated } from '#reference';

/** A triangle of a surface, its corners rounded to f64. */
export interface Piece {
  /** Nine coordinates, mm. */
  readonly corners: readonly number[];
  readonly middle: readonly [number, number, number];
  /** mm: no point of the piece is farther from the middle. */
  readonly radius: number;
  /** mm². */
  readonly area: number;
  /** Bounds of the middle's signed distance to the other body, mm. */
  readonly bounds: Bounds;
}

/** Rounds a computed length of three differences up: its relative error is 4 · 2^-53. */
const ABOVE = 1 + 2 ** -50;

/**
 * Every face that may come within a distance of the other body or lie in it. A node of the body's boxes whose middle is
 * farther away than that plus half its diagonal holds none (signed distance is 1-Lipschitz).
 */
export function facePieces(body: BulkMesh, other: BulkMesh, distance: number): Piece[] {
  const { boxes, firstChild } = body.tree;
  const about = inflated(other.tree.boxes.subarray(0, 6), distance);
  const pieces: Piece[] = [];
  const visit = (node: number): void => {
    const box = boxes.subarray(6 * node, 6 * node + 6);
    if ([0, 1, 2].some((axis) => box[axis] > about[3 + axis] || box[3 + axis] < about[axis])) return;
    const middle = [0, 1, 2].map((axis) => box[axis] / 2 + box[3 + axis] / 2);
    const half =
      ABOVE * lengthOf([0, 1, 2].map((axis) => Math.max(box[3 + axis] - middle[axis], middle[axis] - box[axis])));
    if (other.signedDistanceBounds(middle)[0] - half > distance) return;
    const child = firstChild[node];
    if (child === 0)
      for (const face of body.tree.leaf(node)) pieces.push(pieceOf([...body.surface.cornersOf(face)], other));
    else for (const next of [child, child + 1]) visit(next);
  };
  visit(0);
  return pieces;
}

/** The four triangles between the corners and the midpoints of the edges. */
export function quartersOf({ corners }: Piece, other: BulkMesh): Piece[] {
  const [a, b, c] = [corners.slice(0, 3), corners.slice(3, 6), corners.slice(6, 9)];
  const between = (p: readonly number[], q: readonly number[]) => p.map((value, k) => value / 2 + q[k] / 2);
  const [ab, bc, ca] = [between(a, b), between(b, c), between(c, a)];
  return [
    [...a, ...ab, ...ca],
    [...ab, ...b, ...bc],
    [...ca, ...bc, ...c],
    [...bc, ...ca, ...ab],
  ].map((part) => pieceOf(part, other));
}

function pieceOf(c: readonly number[], other: BulkMesh): Piece {
  const at = (axis: number) => c[axis] / 3 + c[3 + axis] / 3 + c[6 + axis] / 3;
  const middle = [at(0), at(1), at(2)] as const;
  // The distance from a point is convex, so a corner is the farthest point of the piece.
  const radius =
    ABOVE * Math.max(...[0, 3, 6].map((k) => lengthOf([0, 1, 2].map((axis) => c[k + axis] - middle[axis]))));
  const [e, f] = [3, 6].map((k) => [0, 1, 2].map((axis) => c[k + axis] - c[axis]));
  const area = lengthOf([e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]]) / 2;
  return { corners: c, middle, radius, area, bounds: other.signedDistanceBounds(middle) };
}

function lengthOf([x, y, z]: readonly number[]): number {
  return Math.sqrt(x * x + y * y + z * z);
}
