// Contacts that the GPU decided → distance records: the points in f64, the intervals as the GPU proved them.
//
// The GPU names the nearest faces and, between triangles that are apart, the weights of the nearest points. The points are made anew from the stored coordinates, so that a distance errs by
// the square of a weight's error; where the GPU's accuracy does not tell a direction, the two triangles are measured in f64.

import { isDirectionKnown, lengthSlack } from '../core/index.ts';
import {
  CORNER_INSIDE,
  type DistanceRecords,
  KIND_APART,
  KIND_CORNER,
  LEAF_RESULT,
  type Surface,
  wordOffsets,
  wordsOf,
} from '../records/index.ts';
import { contactNormal } from './contact-normal.ts';
import { greatestCornerDistance } from './corner-distance.ts';
import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from './point-triangle.ts';
import { PAIR_SQUARED, TRIANGLE_DISTANCE_SIZE, TriangleDistance } from './triangle-distance.ts';

const AT = wordOffsets(LEAF_RESULT);
const WORDS = wordsOf(LEAF_RESULT);

export interface FinishInput {
  readonly body: Surface;
  readonly other: Surface;
  readonly bodyIsTool: boolean;
  /** δ, mm. */
  readonly delta: number;
  /** mm in a span. */
  readonly span: number;
  /** LEAF_RESULT records, as unsigned words and as floats: two views of one buffer. */
  readonly words: Uint32Array;
  readonly floats: Float32Array;
}

export class ContactFinisher {
  readonly #near = new Float64Array(POINT_TRIANGLE_SIZE);
  readonly #pair = new Float64Array(TRIANGLE_DISTANCE_SIZE);
  readonly #ends = new Float64Array(6);
  readonly #pairs = new TriangleDistance();

  /**
   * Appends the record of one contact.
   * @param at its number among the LEAF_RESULT records. @param leaf its row in SubTriangles, with `face` and `level`. @param corners its nine stored coordinates.
   */
  append(
    input: FinishInput,
    at: number,
    leaf: number,
    face: number,
    level: number,
    corners: Float64Array,
    out: DistanceRecords,
  ): void {
    const { body, other, bodyIsTool, delta, span, words, floats } = input;
    const word = WORDS * at;
    const slack = lengthSlack(Math.max(body.magnitude, other.magnitude) + delta);
    const state = words[word + AT.state];
    const kind = (state >>> 24) & 0x7f;
    const opposite = words[word + AT.oppositeFace];
    let low = span * floats[word + AT.low];
    // What f64 measures for the minimum may be above it by its rounding, and belongs to the interval.
    let high = span * floats[word + AT.high] + slack;
    let distance: number;
    if (kind >= KIND_CORNER) {
      const inside = (state & CORNER_INSIDE) !== 0;
      const d = this.#toCorner(corners, kind - KIND_CORNER, other, opposite);
      distance = inside ? -d : d;
      if (!inside) high = Math.min(high, d + slack);
    } else {
      const known = kind === KIND_APART && this.#byWeights(floats, word, corners, other, opposite, high - low);
      distance = known ? this.#length() : this.#measured(corners, other, opposite);
      high = Math.min(high, distance + slack);
    }
    if (kind === KIND_APART || !other.signed) low = Math.max(0, low);
    else low -= reachOf(body, face, level) + slack;
    const row = out.length;
    out.reserve(1);
    const { columns } = out;
    columns.subTriangle[row] = leaf;
    columns.corners.set(corners, 9 * row);
    columns.point.set(this.#ends.subarray(0, 3), 3 * row);
    columns.opposite.set(this.#ends.subarray(3, 6), 3 * row);
    columns.oppositeFace[row] = opposite;
    columns.distance[row] = distance;
    columns.low[row] = Math.min(low, distance);
    columns.high[row] = high;
    contactNormal(this.#ends, distance, slack, body, face, other, opposite, bodyIsTool, columns.normal, 3 * row);
    out.length = row + 1;
  }

  /** Corner k and its nearest point of a face; @returns their distance. */
  #toCorner(p: Float64Array, k: number, { positions, faces }: Surface, face: number): number {
    const near = this.#near;
    const at = 3 * k;
    pointTriangle(p, at, positions, 3 * faces[3 * face], 3 * faces[3 * face + 1], 3 * faces[3 * face + 2], near); // biome-ignore format: one call
    for (let m = 0; m < 3; m++) {
      this.#ends[m] = p[at + m];
      this.#ends[3 + m] = near[m];
    }
    return Math.sqrt(near[SQUARED]);
  }

  /** The points of the GPU's weights. @returns whether their direction is known, the interval being `width` wide. */
  #byWeights(
    floats: Float32Array,
    word: number,
    p: Float64Array,
    { positions: A, faces }: Surface,
    face: number,
    width: number,
  ): boolean {
    const s = floats[word + AT.s];
    const t = Math.min(floats[word + AT.t], 1 - s);
    const s2 = floats[word + AT.s2];
    const t2 = Math.min(floats[word + AT.t2], 1 - s2);
    const a = 3 * faces[3 * face];
    const b = 3 * faces[3 * face + 1];
    const c = 3 * faces[3 * face + 2];
    for (let k = 0; k < 3; k++) {
      this.#ends[k] = p[k] + s * (p[3 + k] - p[k]) + t * (p[6 + k] - p[k]);
      this.#ends[3 + k] = A[a + k] + s2 * (A[b + k] - A[a + k]) + t2 * (A[c + k] - A[a + k]);
    }
    return isDirectionKnown(this.#length(), width);
  }

  /** The two triangles in f64. @returns the distance of their nearest points. */
  #measured(p: Float64Array, { positions, faces }: Surface, face: number): number {
    const pair = this.#pair;
    this.#pairs.measure(p, 0, 3, 6, positions, 3 * faces[3 * face], 3 * faces[3 * face + 1], 3 * faces[3 * face + 2], true, pair); // biome-ignore format: one call
    this.#ends.set(pair.subarray(0, 6));
    return Math.sqrt(pair[PAIR_SQUARED]);
  }

  #length(): number {
    const e = this.#ends;
    return Math.hypot(e[0] - e[3], e[1] - e[4], e[2] - e[5]);
  }
}

/** How far the points of a leaf of `face` can be from their nearest corner, mm. */
function reachOf({ positions, faces }: Surface, face: number, level: number): number {
  const f = 3 * face;
  return greatestCornerDistance(positions, 3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]) / 2 ** level;
}
