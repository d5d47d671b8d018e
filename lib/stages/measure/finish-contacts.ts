// Contacts that the GPU decided → distance records: the points in f64, the intervals as the GPU proved them.
//
// For each contact the GPU names the opposite face and, for triangles that are apart, the corners or edges at which
// they are nearest. Its f32 points are not kept: points and distances are recomputed from the stored coordinates.
//
//   kind of result      points                                         distance
//   corner inside/near  that corner and its nearest point on the face  to distanceError, − inside
//   apart               the corners or edges that the weights name     to distanceError
//   sharing a point     the shared segment's, or the nearest           0, or to distanceError
//
// Invariant: [low, high] holds the exact minimum as the GPU proved it, widened by f64's rounding if f64 measured.

import { cornerOffset, knownGap, lengthSlack } from '#core';
import {
  type DistanceRecords,
  KIND_APART,
  KIND_CORNER,
  LEAF_RESULT,
  partOf,
  RESULT_STATE,
  wordOffsets,
  wordsOf,
} from '#records';
import {
  greatestCornerDistance,
  KnownDistance,
  LOWER,
  PAIR_LOWER,
  PAIR_SQUARED,
  POINT_TRIANGLE_SIZE,
  pointTriangle,
  SQUARED,
  sharpenPointTriangle,
  TRIANGLE_DISTANCE_SIZE,
  TriangleDistance,
  TrianglePair,
} from '#triangles';
import { type ContactBodies, contactNormal } from './contact-normal.ts';

const AT = wordOffsets(LEAF_RESULT);
const WORDS = wordsOf(LEAF_RESULT);

interface FinishInput extends ContactBodies {
  /** δ, mm. */
  readonly delta: number;
  /** mm: the grid's width. */
  readonly width: number;
  /** LEAF_RESULT records, as unsigned words and as floats: two views of one buffer. */
  readonly words: Uint32Array;
  readonly floats: Float32Array;
}

/** Finishes one body's contacts under one pose. */
export class ContactFinisher {
  readonly #near = new Float64Array(POINT_TRIANGLE_SIZE);
  readonly #corners = new TrianglePair();
  readonly #pair = new Float64Array(TRIANGLE_DISTANCE_SIZE);
  readonly #ends = new Float64Array(6);
  readonly #pairs = new TriangleDistance();
  readonly #known = new KnownDistance();
  readonly #input: FinishInput;
  readonly #slack: number;

  constructor(input: FinishInput) {
    this.#input = input;
    this.#slack = lengthSlack(Math.max(input.body.magnitude, input.other.magnitude) + input.delta);
  }

  /**
   * Appends the record of one contact.
   * @param at its number among the LEAF_RESULT records.
   * @param leaf its row in SubTriangles, with `face`.
   * @param corners its nine stored coordinates.
   */
  append(at: number, leaf: number, face: number, corners: Float64Array, out: DistanceRecords): void {
    const input = this.#input;
    const { other, width, words, floats } = input;
    const word = WORDS * at;
    const slack = this.#slack;
    const ends = this.#ends;
    const state = words[word + AT.state];
    const kind = partOf(state, RESULT_STATE.kind);
    const opposite = words[word + AT.oppositeFace];
    let low = width * floats[word + AT.low];
    // The f64 value of the minimum may exceed it by its rounding, and must lie in the interval.
    let high = width * floats[word + AT.high] + slack;
    let distance: number;
    if (kind >= KIND_CORNER) {
      const inside = partOf(state, RESULT_STATE.isInside) === 1;
      const d = this.#toCorner(corners, kind - KIND_CORNER, other, opposite);
      distance = inside ? -d : d;
      // Inside, the GPU cannot decide which of two corners is deeper if they differ by less than its rounding.
      high = inside ? Math.max(high, distance) : Math.min(high, d + slack);
    } else {
      distance = this.#between(corners, other, opposite, kind === KIND_APART ? word + AT.s : -1);
      high = Math.min(high, distance + slack);
    }
    if (kind === KIND_APART || !other.signed) low = Math.max(0, low);
    else low -= greatestCornerDistance(corners, 0, 3, 6) + slack;
    const row = out.length;
    out.reserve(1);
    const { columns } = out;
    columns.subTriangle[row] = leaf;
    for (let k = 0; k < 9; k++) columns.corners[9 * row + k] = corners[k];
    for (let k = 0; k < 3; k++) {
      columns.point[3 * row + k] = ends[k];
      columns.opposite[3 * row + k] = ends[3 + k];
    }
    columns.oppositeFace[row] = opposite;
    columns.distance[row] = distance;
    columns.low[row] = Math.min(low, distance);
    columns.high[row] = high;
    contactNormal(input, face, opposite, ends, distance, slack, columns.normal, 3 * row);
    out.length = row + 1;
  }

  /** Writes corner k and its nearest point on a face to `#ends`. @returns their distance. */
  #toCorner(p: Float64Array, k: number, { positions, faces, magnitude }: ContactBodies['other'], face: number): number {
    const near = this.#near;
    const at = 3 * k;
    const a = cornerOffset(faces, face, 0);
    const b = cornerOffset(faces, face, 1);
    const c = cornerOffset(faces, face, 2);
    pointTriangle(p, at, positions, a, b, c, near);
    if (Math.sqrt(near[SQUARED]) - near[LOWER] > knownGap(magnitude))
      sharpenPointTriangle(this.#corners.loadPoint(p, at).loadSecond(positions, a, b, c), magnitude, near);
    for (let m = 0; m < 3; m++) {
      this.#ends[m] = p[at + m];
      this.#ends[3 + m] = near[m];
    }
    return Math.sqrt(near[SQUARED]);
  }

  /**
   * Writes the nearest points of the two triangles to `#ends`.
   * @param weights the offset of the weights of LEAF_RESULT if the two are apart; −1 if they may share a point.
   * @returns their distance.
   */
  #between(
    p: Float64Array,
    { positions, faces, magnitude }: ContactBodies['other'],
    face: number,
    weights: number,
  ): number {
    const pair = this.#pair;
    const corners = this.#corners.loadFirst(p, 0, 3, 6).loadSecondFace(positions, faces, face);
    const areApart = weights >= 0;
    if (areApart) this.#pairs.measureNamed(corners, this.#input.floats, weights, pair);
    if (!areApart || Math.sqrt(pair[PAIR_SQUARED]) - pair[PAIR_LOWER] > knownGap(magnitude))
      this.#pairs.measure(corners, !areApart, pair);
    const distance = this.#known.of(corners, magnitude, pair);
    for (let k = 0; k < 6; k++) this.#ends[k] = pair[k];
    return distance;
  }
}
