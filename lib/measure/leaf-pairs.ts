// A leaf and the faces near it → the nearest of them, how far it is, and whether the leaf may share a point with one.
//
// The faces are tried in their order, each against what is still wanted, cheapest test first:
//
//   box gap ─→ gap along the face's normal ─→ along the leaf's ─→ nearest points ─→ a known distance
//          each "no" ends the face's turn; each nearer face lowers maxDistance, to its distance + slack
//
// Invariant: a face that was passed over is farther than the nearest by more than rounding, or than what was asked for.

import { cornerOffset } from '../core/index.ts';
import type { Surface } from '../records/index.ts';
import {
  FIRST,
  gapAlongNormal,
  gapAtMost,
  KnownDistance,
  PAIR_LOWER,
  SECOND,
  TRIANGLE_DISTANCE_SIZE,
  TriangleDistance,
  TriangleIntersector,
  TrianglePair,
} from '../triangles/index.ts';

export class LeafPairs {
  /** The nearest pair: see TriangleDistance; the first triangle is the leaf. */
  readonly best = new Float64Array(TRIANGLE_DISTANCE_SIZE);
  /** The face of that pair; −1 where none is as near as was asked for. */
  face = -1;
  /**
   * To that face, mm; no other that was given is nearer, as far as distanceError tells. Infinity where `face` is −1: no
   * distance is the least of none.
   */
  distance = Number.POSITIVE_INFINITY;
  /** A point shared with a face could not be ruled out; it may be that only the leaf's rounded corners share it. */
  crossing = false;
  readonly #pairs = new TriangleDistance();
  readonly #intersector = new TriangleIntersector();
  readonly #known = new KnownDistance();
  readonly #corners = new TrianglePair();
  readonly #pair = new Float64Array(TRIANGLE_DISTANCE_SIZE);

  /**
   * @param p the leaf's corners (9). @param near faces of `other`: entries start … start + count − 1.
   * @param crosses whether the leaf's parent face shares a point with a face.
   * @param within distances beyond it (mm) are not wanted.
   */
  measure(
    p: Float64Array,
    other: Surface,
    near: Uint32Array,
    start: number,
    count: number,
    crosses: (face: number) => boolean,
    within: number,
    slack: number,
  ): void {
    const { positions, faces, magnitude } = other;
    const pair = this.#pair;
    const corners = this.#corners.loadFirst(p, 0, 3, 6);
    let maxDistance = within;
    this.face = -1;
    this.distance = Number.POSITIVE_INFINITY;
    this.crossing = false;
    for (let i = start; i < start + count; i++) {
      const g = near[i];
      const a = cornerOffset(faces, g, 0);
      const b = cornerOffset(faces, g, 1);
      const c = cornerOffset(faces, g, 2);
      if (boxGapSquared(p, positions, a, b, c) > maxDistance * maxDistance) continue;
      // Farther apart along a normal than this, the pair's lower bound exceeds maxDistance, which is at least slack.
      const beyond = maxDistance + 2 * slack;
      corners.loadSecond(positions, a, b, c);
      if (gapAlongNormal(corners, SECOND) > beyond) continue;
      if (gapAlongNormal(corners, FIRST) > beyond) continue;
      this.#pairs.measure(corners, crosses(g), pair);
      if (pair[PAIR_LOWER] > beyond) continue;
      const distance = this.#known.of(corners, magnitude, pair);
      if (distance > maxDistance || distance >= this.distance) continue;
      for (let k = 0; k < TRIANGLE_DISTANCE_SIZE; k++) this.best[k] = pair[k];
      this.face = g;
      this.distance = distance;
      this.crossing = distance <= slack;
      // A shared point: nothing is nearer, and a face that is as near comes later.
      if (distance === 0) return;
      maxDistance = Math.min(maxDistance, distance + slack);
    }
  }

  /**
   * Whether the exact distance of the leaf to one of the faces is at most `within`, for the leaf and faces that were
   * measured last, `within` plus slack being what was wanted then. Integers decide what f64 cannot.
   */
  isWithin(
    p: Float64Array,
    { positions, faces }: Surface,
    near: Uint32Array,
    start: number,
    count: number,
    within: number,
    slack: number,
  ): boolean {
    if (this.distance - slack > within) return false;
    if (this.distance + slack <= within) return true;
    const pair = this.#pair;
    const corners = this.#corners.loadFirst(p, 0, 3, 6);
    for (let i = start; i < start + count; i++) {
      corners.loadSecondFace(positions, faces, near[i]);
      this.#pairs.measure(corners, false, pair);
      if (pair[PAIR_LOWER] - slack > within) continue;
      if (this.#intersector.share(corners)) return true;
      if (gapAtMost(corners, within)) return true;
    }
    return false;
  }
}

/** Squared gap between the boxes of two triangles. */
function boxGapSquared(p: Float64Array, Q: Float64Array, a: number, b: number, c: number): number {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const gap = Math.max(
      Math.min(p[k], p[3 + k], p[6 + k]) - Math.max(Q[a + k], Q[b + k], Q[c + k]),
      Math.min(Q[a + k], Q[b + k], Q[c + k]) - Math.max(p[k], p[3 + k], p[6 + k]),
    );
    if (gap > 0) squared += gap * gap;
  }
  return squared;
}
