// A leaf and the faces near it → the nearest face, its distance, and whether the leaf may share a point with one.
//
// The faces are tried in order, each with the cheapest test first, against the current limit:
//
//   box gap ─→ gap along the leaf's normal ─→ along the face's ─→ nearest points ─→ a known distance
//          each "no" ends the face's turn; each nearer face lowers the limit, to its distance + slack
//
// Invariant: a skipped face is farther than the nearest by more than rounding, or beyond the requested distance.

import { cornerOffset } from '#core';
import type { Surface } from '#records';
import {
  FIRST,
  faceNormal,
  gapAlong,
  gapAlongNormal,
  gapAtMost,
  KnownDistance,
  PAIR_LOWER,
  SECOND,
  TRIANGLE_DISTANCE_SIZE,
  TriangleDistance,
  TriangleIntersector,
  TrianglePair,
} from '#triangles';

/** What leaves are measured against. */
interface LeafSearch {
  readonly other: Surface;
  /** Lists of faces of `other`, one after another. */
  readonly near: Uint32Array;
  /** Whether the parent face of the current leaf shares a point with a face of `other`. */
  readonly crosses: (face: number) => boolean;
  /** mm: distances beyond it plus slack are not wanted. */
  readonly maxDistance: number;
  /** From lengthSlack, mm. */
  readonly slack: number;
}

export class LeafPairs {
  readonly #corners = new TrianglePair();
  /** The first nine numbers are the leaf's corners: write them before it is measured. */
  readonly leaf: Float64Array = this.#corners.corners;
  /** The nearest pair: see TriangleDistance; the first triangle is the leaf. */
  readonly best = new Float64Array(TRIANGLE_DISTANCE_SIZE);
  /** The face of that pair; −1 if none is within the requested distance. */
  face = -1;
  /** Distance to `face`, mm. No other listed face is nearer, up to distanceError. Infinity if `face` is −1. */
  distance = Number.POSITIVE_INFINITY;
  /** Whether a point shared with a face could not be ruled out; possibly only the leaf's rounded triangle shares it. */
  crossing = false;
  #search!: LeafSearch;
  readonly #pairs = new TriangleDistance();
  readonly #intersector = new TriangleIntersector();
  readonly #known = new KnownDistance();
  readonly #pair = new Float64Array(TRIANGLE_DISTANCE_SIZE);
  /** The leaf's box: its low corner, then its high one. */
  readonly #box = new Float64Array(6);
  readonly #normal = new Float64Array(3);

  /** Sets what the following leaves are measured against. */
  begin(search: LeafSearch): void {
    this.#search = search;
  }

  /**
   * @param start in `near`: the faces near the leaf are entries start … start + count − 1.
   * @param onlyCrossing no distance beyond slack is wanted, only whether, and with which face, it may share a point.
   */
  measure(start: number, count: number, onlyCrossing: boolean): void {
    this.face = -1;
    this.distance = Number.POSITIVE_INFINITY;
    this.crossing = false;
    // Three of four leaves of a deep cut have nothing near them.
    if (count === 0) return;
    const { other, near, crosses, maxDistance, slack } = this.#search;
    const { positions, faces, magnitude } = other;
    const corners = this.#corners;
    const pair = this.#pair;
    const normal = this.#normal;
    const box = this.#box;
    boxOf(this.leaf, box);
    faceNormal(this.leaf, 0, 3, 6, normal, 0);
    let limit = onlyCrossing ? slack : maxDistance + slack;
    for (let i = start; i < start + count; i++) {
      const g = near[i];
      const a = cornerOffset(faces, g, 0);
      const b = cornerOffset(faces, g, 1);
      const c = cornerOffset(faces, g, 2);
      if (boxGapSquared(box, positions, a, b, c) > limit * limit) continue;
      // If the gap along a normal exceeds this, the pair's lower bound exceeds the limit, which is at least slack.
      const beyond = limit + 2 * slack;
      corners.loadSecond(positions, a, b, c);
      if (gapAlong(corners.corners, FIRST, SECOND, normal[0], normal[1], normal[2]) > beyond) continue;
      if (gapAlongNormal(corners, SECOND) > beyond) continue;
      this.#pairs.measure(corners, crosses(g), pair);
      if (pair[PAIR_LOWER] > beyond) continue;
      const distance = this.#known.of(corners, magnitude, pair);
      if (distance > limit || distance >= this.distance) continue;
      for (let k = 0; k < TRIANGLE_DISTANCE_SIZE; k++) this.best[k] = pair[k];
      this.face = g;
      this.distance = distance;
      this.crossing = distance <= slack;
      // A shared point: nothing is nearer, and an equally near face comes later.
      if (distance === 0) return;
      limit = Math.min(limit, distance + slack);
    }
  }

  /**
   * Whether the exact distance to one of these faces is at most `maxDistance`, for the leaf and faces measured last.
   * Integers decide what f64 cannot.
   */
  isWithin(start: number, count: number): boolean {
    const { other, near, maxDistance, slack } = this.#search;
    if (this.distance - slack > maxDistance) return false;
    if (this.distance + slack <= maxDistance) return true;
    const pair = this.#pair;
    const corners = this.#corners;
    for (let i = start; i < start + count; i++) {
      corners.loadSecondFace(other.positions, other.faces, near[i]);
      this.#pairs.measure(corners, false, pair);
      if (pair[PAIR_LOWER] - slack > maxDistance) continue;
      if (this.#intersector.share(corners)) return true;
      if (gapAtMost(corners, maxDistance)) return true;
    }
    return false;
  }
}

/** Writes the box of three corners (9 numbers): low xyz, high xyz. */
function boxOf(p: Float64Array, box: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    box[k] = Math.min(p[k], p[3 + k], p[6 + k]);
    box[3 + k] = Math.max(p[k], p[3 + k], p[6 + k]);
  }
}

/** Squared gap between a box and a triangle's box. */
function boxGapSquared(box: Float64Array, Q: Float64Array, a: number, b: number, c: number): number {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const u = Q[a + k];
    const v = Q[b + k];
    const w = Q[c + k];
    const gap = Math.max(box[k] - Math.max(u, v, w), Math.min(u, v, w) - box[3 + k]);
    if (gap > 0) squared += gap * gap;
  }
  return squared;
}
