// Pairs of faces of two surfaces, one after another → the nearest so far, and what a lower bound must exceed to rule
// out a pair.

import { knownGap, UNIT_ROUNDOFF } from '#core';
import type { Surface } from '#records';
import {
  fartherApart,
  PAIR_LOWER,
  PAIR_SQUARED,
  SharedSegment,
  sharpenTriangles,
  TRIANGLE_DISTANCE_SIZE,
  TriangleDistance,
  TriangleIntersector,
  TrianglePair,
} from '#triangles';

/**
 * A bound is a sum of squares along three axes: ≤ 8 roundings, and 32u if the axes are perpendicular and of unit length
 * only to 4u each. So a pair whose bound exceeds the limit is farther than maxDistance.
 */
const MARGIN = 1 + 64 * UNIT_ROUNDOFF;

export class NearestPair {
  /** Points on the bone and on the tool, xyz each, bone frame, mm. */
  readonly points = new Float64Array(6);
  /** Among pairs at the same distance, the one with the least bone face, then tool face; −1 before the first. */
  boneFace = -1;
  toolFace = -1;
  /** The tool's leaf group that contains that face. */
  toolGroup = -1;
  /** Accurate to distanceError, mm; 0 if and only if the pair shares a point. */
  distance = Number.POSITIVE_INFINITY;
  /**
   * A pair at an exact distance beyond this, mm, is known to be farther than the nearest. It is distance +
   * 2·frame.slack = distance + 512u·M, M a bound on all coordinates, which covers three errors. A known distance may be
   * distanceError = 50u·M below the exact one. A coordinate along an axis, of three products of ≤ √3·M in all with
   * three roundings and an axis accurate to 4u, has an error < 16u·M. A tool's box is already wider than its faces;
   * otherwise its coordinate along an axis, computed in the tool's frame, has an error of frame.slack = 256u·M as well.
   */
  maxDistance = Number.POSITIVE_INFINITY;
  /** The same for bounds on the squared distance, mm². */
  limit = Number.POSITIVE_INFINITY;
  readonly #bone: Surface;
  readonly #tool: Surface;
  readonly #pairs = new TriangleDistance();
  readonly #corners = new TrianglePair();
  readonly #pair = new Float64Array(TRIANGLE_DISTANCE_SIZE);
  readonly #intersector = new TriangleIntersector();
  readonly #shared = new SharedSegment();
  readonly #segment = new Float64Array(6);

  constructor(bone: Surface, tool: Surface) {
    this.#bone = bone;
    this.#tool = tool;
  }

  /** Forgets all pairs; for the coordinates that the surfaces have now. */
  begin(): void {
    this.boneFace = -1;
    this.toolFace = -1;
    this.toolGroup = -1;
    this.distance = Number.POSITIVE_INFINITY;
    this.maxDistance = Number.POSITIVE_INFINITY;
    this.limit = Number.POSITIVE_INFINITY;
  }

  /** Starts the search for the pair to report at distance 0: keeps the distance, forgets the pair. */
  beginShared(): void {
    this.boneFace = this.#bone.faceCount;
  }

  /** Whether the search for a pair that shares a point has found one. */
  get isShared(): boolean {
    return this.distance === 0 && this.boneFace < this.#bone.faceCount;
  }

  /**
   * Measures a pair as far as its bounds leave it undecided.
   * @param toolGroup the tool's leaf group with the face; its coordinates are posed.
   */
  try(boneFace: number, toolFace: number, toolGroup: number): void {
    const { positions: P, faces: F } = this.#bone;
    const { positions: Q, faces: G } = this.#tool;
    const corners = this.#corners.loadFirstFace(P, F, boneFace).loadSecondFace(Q, G, toolFace);
    if (fartherApart(corners, this.maxDistance)) return;
    const pair = this.#pair;
    this.#pairs.measure(corners, false, pair);
    let distance = Math.sqrt(pair[PAIR_SQUARED]);
    if (pair[PAIR_LOWER] <= this.#tool.frame.slack && this.#intersector.share(corners)) {
      const segment = this.#segment;
      this.#shared.find(corners, segment, 0);
      for (let k = 0; k < 3; k++) {
        pair[k] = segment[k];
        pair[3 + k] = segment[k];
      }
      distance = 0;
    } else if (distance === 0 || distance - pair[PAIR_LOWER] > knownGap(this.#bone.magnitude)) {
      if (pair[PAIR_LOWER] > this.maxDistance) return;
      if (sharpenTriangles(corners, this.#bone.magnitude, pair)) distance = pair[PAIR_LOWER];
    }
    if (distance > this.distance) return;
    if (
      distance === this.distance &&
      (boneFace > this.boneFace || (boneFace === this.boneFace && toolFace >= this.toolFace))
    )
      return;
    this.distance = distance;
    this.boneFace = boneFace;
    this.toolFace = toolFace;
    this.toolGroup = toolGroup;
    for (let k = 0; k < 6; k++) this.points[k] = pair[k];
    this.maxDistance = this.distance + 2 * this.#tool.frame.slack;
    this.limit = this.maxDistance * this.maxDistance * MARGIN;
  }
}
