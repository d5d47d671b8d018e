// A point and a surface → the nearest face, or all that are nearly as near, by branch and bound over the BVH.
//
// Depth first, the nearest child first (N. Roussopoulos, S. Kelley, F. Vincent, "Nearest neighbor queries", SIGMOD
// 1995): a stack holds nodes with lower bounds of their distance, the least on top.
//
//     stack   │ node │ node │ node │ ← top       the point is transformed to the BVH's frame once; box distances are
//     bounds  │  9.1 │  4.0 │  0.3 │             measured there, face distances in the frame of the answer
//
// Invariant: every face that may be the answer was tried, or lies in a node on the stack; a skipped node had a bound
// above the limit. Limits only fall, so the order and the hint change the cost of the search, not its result.

import { cornerOffset, identityFrame, knownGap, lengthSlack, UNIT_ROUNDOFF } from '#core';
import { BRANCHING, type Surface } from '#records';
import { LOWER, POINT_TRIANGLE_SIZE, pointTriangle, SQUARED, sharpenPointTriangle, TrianglePair } from '#triangles';
import type { FaceCells } from './face-cells.ts';

const LEVEL_SHIFT = 2 ** 32;
const OWN_FRAME = identityFrame();

/**
 * A box is skipped if its squared distance, computed with at most 8 roundings, exceeds (best distance + lengthSlack)²
 * times this factor: no face in it can then be computed to be as near. So the answer is that of a search through all
 * faces, regardless of the order and the hint.
 */
export const BOX_MARGIN = 1 + 16 * UNIT_ROUNDOFF;

/** The most faces that one `gather` can return. */
export const MOST_GATHERED = 256;

/** The searched surface: faces in the bone's frame, and their tree. */
export type SearchedSurface = Pick<
  Surface,
  'positions' | 'faces' | 'retired' | 'bvh' | 'frame' | 'magnitude' | 'ownPositions'
>;

/** Faces and their boxes' distances from the point, to search instead of the tree: see FaceCells. */
type SearchedFaces = Readonly<Pick<FaceCells, 'count' | 'faces' | 'corners' | 'squares' | 'known'>>;

/** Nearest-face queries on one surface; the fields hold the last answer. */
export class NearestFace {
  /** Nearest point, bone frame, mm. */
  x = 0;
  y = 0;
  z = 0;
  /** Among several at the same distance, the one with the least number. */
  face = -1;
  /** Squared distance to that point: accurate to distanceError, and no face is nearer than that. */
  squared = Number.POSITIVE_INFINITY;
  /** The faces of the last `gather`, with their nearest points (xyz): entries 0 … gathered − 1. */
  readonly faces = new Int32Array(MOST_GATHERED);
  readonly points = new Float64Array(3 * MOST_GATHERED);
  gathered = 0;

  readonly #surface: SearchedSurface;
  readonly #isOwn: boolean;
  #positions: Float64Array = new Float64Array(0);
  readonly #point = new Float64Array(3);
  /** The point in the frame of the BVH's boxes. */
  readonly #inBvh = new Float64Array(3);
  readonly #result = new Float64Array(POINT_TRIANGLE_SIZE);
  readonly #pair = new TrianglePair();
  readonly #stack: number[] = [];
  readonly #bounds: number[] = [];
  /** How much farther than the nearest a wanted face may be, mm; −1 if only the nearest is wanted. */
  #spread = -1;
  /** The same as a share of the nearest distance. */
  #share = 0;
  /** How far away a wanted face may be, mm; then, squared, the limits for faces and for boxes in the BVH's frame. */
  #maxDistance = Number.POSITIVE_INFINITY;
  #faceLimit = Number.POSITIVE_INFINITY;
  #limit = Number.POSITIVE_INFINITY;
  #slack = 0;
  /** The excess of a face's computed distance over its lower bound above which it is measured more accurately, mm. */
  #gap = 0;

  /** @param frame the frame of the points and the answers: the bone's, or the surface's own. */
  constructor(surface: SearchedSurface, frame: 'bone' | 'own' = 'bone') {
    this.#surface = surface;
    this.#isOwn = frame === 'own';
  }

  /**
   * @param hint a face to try first, or −1: it only shortens the search; a face that an edit has removed is not tried.
   * @param among faces known to include the answer; null: search all.
   */
  find(px: number, py: number, pz: number, hint: number, among: SearchedFaces | null = null): void {
    this.#spread = -1;
    this.gathered = 0;
    this.#point[0] = px;
    this.#point[1] = py;
    this.#point[2] = pz;
    this.#search(hint, among);
  }

  /**
   * Gathers every face whose exact distance exceeds the least, d, by at most spread + share·d (mm), and some farther
   * ones.
   * @param hint a face that limits the search from its start, or −1.
   * @returns false if there are more than MOST_GATHERED; then not all were gathered.
   */
  gather(px: number, py: number, pz: number, spread: number, share: number, hint: number): boolean {
    this.#spread = spread;
    this.#share = share;
    this.gathered = 0;
    this.#point[0] = px;
    this.#point[1] = py;
    this.#point[2] = pz;
    this.#search(hint, null);
    return this.gathered <= MOST_GATHERED;
  }

  #search(hint: number, among: SearchedFaces | null): void {
    this.#begin();
    const { retired } = this.#surface;
    if (hint >= 0 && (retired === null || retired[hint] === 0)) this.#try(hint);
    // The walk reaches the hint again, and gathers it then.
    this.gathered = 0;
    if (among === null) this.#walk();
    else this.#goThrough(among);
  }

  /** Forgets the last answer, and transforms the point to the BVH's frame. */
  #begin(): void {
    const px = this.#point[0];
    const py = this.#point[1];
    const pz = this.#point[2];
    const frame = this.#isOwn ? OWN_FRAME : this.#surface.frame;
    this.#positions = this.#isOwn ? this.#surface.ownPositions() : this.#surface.positions;
    const m = frame.inverse;
    const inBvh = this.#inBvh;
    inBvh[0] = m[0] * px + m[1] * py + m[2] * pz + m[3];
    inBvh[1] = m[4] * px + m[5] * py + m[6] * pz + m[7];
    inBvh[2] = m[8] * px + m[9] * py + m[10] * pz + m[11];
    this.face = -1;
    this.squared = Number.POSITIVE_INFINITY;
    this.#maxDistance = Number.POSITIVE_INFINITY;
    this.#limit = Number.POSITIVE_INFINITY;
    this.#faceLimit = Number.POSITIVE_INFINITY;
    // The frame's slack covers the rounding of coordinates in the own frame.
    const magnitude = Math.max(this.#surface.magnitude, Math.abs(px), Math.abs(py), Math.abs(pz));
    this.#slack = lengthSlack(magnitude) + this.#surface.frame.slack;
    // Lists need no more accuracy than the slack that they are gathered with.
    this.#gap = this.#isOwn ? this.#slack : knownGap(magnitude);
  }

  /** Traverses the BVH, the nearest child first. */
  #walk(): void {
    const { bvh } = this.#surface;
    const x = this.#inBvh[0];
    const y = this.#inBvh[1];
    const z = this.#inBvh[2];
    const stack = this.#stack;
    const bounds = this.#bounds;
    stack[0] = (bvh.levels.length - 1) * LEVEL_SHIFT;
    bounds[0] = 0;
    let top = 1;
    while (top > 0 && this.gathered <= MOST_GATHERED) {
      top--;
      if (bounds[top] > this.#limit) continue;
      const level = Math.floor(stack[top] / LEVEL_SHIFT);
      const node = stack[top] - level * LEVEL_SHIFT;
      if (level === 0) {
        this.#tryLeaf(node);
        continue;
      }
      const boxes = bvh.levels[level - 1];
      const end = Math.min(bvh.sizes[level - 1], BRANCHING * (node + 1));
      const base = top;
      for (let child = BRANCHING * node; child < end; child++) {
        const o = 6 * child;
        const dx = x < boxes[o] ? boxes[o] - x : x > boxes[o + 3] ? x - boxes[o + 3] : 0;
        const dy = y < boxes[o + 1] ? boxes[o + 1] - y : y > boxes[o + 4] ? y - boxes[o + 4] : 0;
        const dz = z < boxes[o + 2] ? boxes[o + 2] - z : z > boxes[o + 5] ? z - boxes[o + 5] : 0;
        const bound = dx * dx + dy * dy + dz * dz;
        if (bound > this.#limit) continue;
        // Farthest first, so that the nearest child is on top.
        let slot = top++;
        while (slot > base && bounds[slot - 1] < bound) {
          bounds[slot] = bounds[slot - 1];
          stack[slot] = stack[slot - 1];
          slot--;
        }
        bounds[slot] = bound;
        stack[slot] = (level - 1) * LEVEL_SHIFT + child;
      }
    }
  }

  #goThrough({ count, faces, corners, squares, known: { values } }: SearchedFaces): void {
    for (let n = 0; n < count; n++) {
      if (squares[n] > this.#faceLimit) continue;
      const a = corners[n];
      this.#measure(faces[n], values, a, a + 3, a + 6);
    }
  }

  #tryLeaf(node: number): void {
    const { bvh, retired } = this.#surface;
    const end = Math.min(bvh.count, BRANCHING * (node + 1));
    for (let slot = BRANCHING * node; slot < end; slot++) {
      const face = bvh.order[slot];
      if (retired === null || retired[face] === 0) this.#try(face);
    }
  }

  #try(face: number): void {
    const { faces } = this.#surface;
    const A = this.#positions;
    const a = cornerOffset(faces, face, 0);
    const b = cornerOffset(faces, face, 1);
    const c = cornerOffset(faces, face, 2);
    const p = this.#point;
    const dx = distanceToSpan(p[0], A[a], A[b], A[c]);
    const dy = distanceToSpan(p[1], A[a + 1], A[b + 1], A[c + 1]);
    const dz = distanceToSpan(p[2], A[a + 2], A[b + 2], A[c + 2]);
    if (dx * dx + dy * dy + dz * dz <= this.#faceLimit) this.#measure(face, A, a, b, c);
  }

  /** @param a b c offsets of the face's corners in A, in the frame of the answer. */
  #measure(face: number, A: Float64Array, a: number, b: number, c: number): void {
    const frame = this.#isOwn ? OWN_FRAME : this.#surface.frame;
    const p = this.#point;
    const result = this.#result;
    pointTriangle(p, 0, A, a, b, c, result);
    if (Math.sqrt(result[SQUARED]) - result[LOWER] > this.#gap) {
      // The answer must not depend on which faces a hint or a list selects, so a face that might be nearest is measured
      // until its distance is known.
      if (result[LOWER] > this.#maxDistance) return;
      sharpenPointTriangle(this.#pair.loadPoint(p, 0).loadSecond(A, a, b, c), this.#surface.magnitude, result);
    }
    const squared = result[SQUARED];
    if (this.#spread >= 0 && !this.#keep(face, result)) return;
    if (squared > this.squared || (squared === this.squared && face >= this.face)) return;
    this.squared = squared;
    this.face = face;
    this.x = result[0];
    this.y = result[1];
    this.z = result[2];
    const distance = Math.sqrt(squared);
    const more = this.#spread < 0 ? 0 : this.#spread + this.#share * distance + this.#slack;
    const wanted = distance + this.#slack + more;
    this.#maxDistance = wanted;
    this.#faceLimit = wanted * wanted * BOX_MARGIN;
    const wantedInBvh = (wanted + frame.slack) / frame.shrink;
    this.#limit = wantedInBvh * wantedInBvh * BOX_MARGIN;
  }

  /** @returns false if the face is not wanted, or the lists are full. */
  #keep(face: number, point: Float64Array): boolean {
    // Beyond the limit: farther than wanted.
    if (point[SQUARED] > this.#faceLimit) return false;
    const at = this.gathered++;
    if (at >= MOST_GATHERED) return false;
    this.faces[at] = face;
    this.points[3 * at] = point[0];
    this.points[3 * at + 1] = point[1];
    this.points[3 * at + 2] = point[2];
    return true;
  }
}

/** Distance from x to the interval that three numbers span. */
export function distanceToSpan(x: number, a: number, b: number, c: number): number {
  const low = Math.min(a, b, c);
  if (x < low) return low - x;
  const high = Math.max(a, b, c);
  return x > high ? x - high : 0;
}
