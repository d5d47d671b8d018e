// The GPU's answer for one pose → one body's part: the words of the contacts that the GPU decided, and the leaves that
// it left undecided, measured by the CPU.

import type { BoneBody, ToolBody } from '#bodies';
import { cornerOffset, lengthSlack, reportDistance } from '#core';
import type { FaceDivisions } from '#divisions';
import { crossingsOf } from '#intersect';
import {
  type BONE,
  distanceRecords,
  LEAF_RESULT,
  NEAR_FACE,
  OWNER,
  partOf,
  ROW_STATE,
  SIDE_INSIDE,
  SUB_TRIANGLE_ROW,
  subTriangles,
  TOOL,
  wordOffsets,
  wordsOf,
} from '#records';
import { leafCorners } from '#subdivide';
import { PAIR_LOWER, TRIANGLE_DISTANCE_SIZE, TriangleDistance, TrianglePair } from '#triangles';
import type { QueryOptions } from '../query-options.ts';
import { Side } from '../side.ts';
import { LeafAppender, type UndecodedSide } from './decode-contacts.ts';
import type { PoseAnswer } from './pose-answer.ts';

const ROW_AT = wordOffsets(SUB_TRIANGLE_ROW);
const RESULT_AT = wordOffsets(LEAF_RESULT);
const NOTHING: UndecodedSide['measured'] = { leaves: subTriangles(), records: distanceRecords() };

/** A side whose contacts come from the GPU, and from the CPU if the GPU left a leaf undecided. */
export class GpuSide extends Side {
  readonly #options: QueryOptions;
  readonly #undecided = subTriangles();
  readonly #measured = distanceRecords();
  /** The present leaf's face, and the leaf's corners. */
  readonly #parent = new TrianglePair();
  readonly #corners = new Float64Array(9);
  readonly #pair = new TrianglePair();
  readonly #distance = new TriangleDistance();
  readonly #gap = new Float64Array(TRIANGLE_DISTANCE_SIZE);

  constructor(
    number: typeof BONE | typeof TOOL,
    body: BoneBody | ToolBody,
    other: BoneBody | ToolBody,
    options: QueryOptions,
  ) {
    super(number, body, other);
    this.#options = options;
  }

  /**
   * Takes this body's part of an answer, and measures the undecided leaves.
   * @param intersecting the intersecting pairs.
   * @returns the part, and the number of near faces of the leaves that the CPU measured.
   */
  take(answer: PoseAnswer, intersecting: Uint32Array): { readonly side: UndecodedSide; readonly escalated: number } {
    const escalated = this.#measureUndecided(answer, intersecting);
    const words = this.#own(answer.contacts);
    const floats = new Float32Array(words.buffer);
    const { number } = this;
    const { welded } = this.body.topology;
    return { side: { number, words, floats, measured: this.#copies(), divided: this.#divided, welded }, escalated };
  }

  /** How the body's faces are divided on the GPU. */
  get #divided(): FaceDivisions {
    return this.body.ownDivided(this.#options.resolution);
  }

  /** Copies of the records measured last and of their leaves. */
  #copies(): UndecodedSide['measured'] {
    const from = this.#measured;
    if (from.length === 0) return NOTHING;
    const [leaves, records] = [subTriangles(), distanceRecords()];
    for (let row = 0; row < from.length; row++) {
      leaves.rows.append(this.#undecided.rows, from.columns.subTriangle[row]);
      records.append(from, row);
      records.columns.subTriangle[row] = row;
    }
    return { leaves, records };
  }

  /** A copy of this body's records: a submit's records share a buffer, which a report that is kept must not hold. */
  #own(contacts: Uint32Array): Uint32Array {
    const width = wordsOf(LEAF_RESULT);
    const isTool = (record: number) => partOf(contacts[width * record + RESULT_AT.owner], OWNER.body) === TOOL;
    // The bone's come before the tool's.
    let low = 0;
    let high = contacts.length / width;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isTool(middle)) high = middle;
      else low = middle + 1;
    }
    return this.number === TOOL ? contacts.slice(width * low) : contacts.slice(0, width * low);
  }

  /** Measures the leaves that the GPU left undecided, in f64 and exactly. @returns the number of their near faces. */
  #measureUndecided({ undecided: words, near }: PoseAnswer, intersecting: Uint32Array): number {
    const { number } = this;
    const appender = new LeafAppender(this.#divided);
    const undecided = this.#undecided;
    const measured = this.#measured;
    const width = wordsOf(SUB_TRIANGLE_ROW);
    const magnitude = Math.max(this.body.magnitude, this.other.magnitude);
    const reach = reportDistance(this.#options.contactDistance, magnitude) + lengthSlack(magnitude);
    undecided.rows.clear();
    undecided.near.length = 0;
    measured.clear();
    for (let at = 0; at < words.length; at += width) {
      const owner = words[at + ROW_AT.owner];
      if (partOf(owner, OWNER.body) !== number) continue;
      const state = words[at + ROW_AT.state];
      const [face, level] = [partOf(owner, OWNER.face), partOf(state, ROW_STATE.level)];
      appender.append(undecided, face, level, words[at + ROW_AT.path]);
      const row = undecided.rows.length - 1;
      const count = words[at + ROW_AT.nearCount];
      const start = words[at + ROW_AT.nearStart];
      undecided.rows.columns.start[row] = undecided.near.length;
      undecided.rows.columns.inside[row] = partOf(state, ROW_STATE.side) === SIDE_INSIDE ? 1 : 0;
      // In order: the result must not depend on which of the GPU's threads came first.
      const faces = Uint32Array.from(near.subarray(start, start + count), (entry) =>
        partOf(entry, NEAR_FACE.face),
      ).sort();
      this.#takeLeaf(face, row);
      for (const each of faces) if (this.#mayReach(each, reach)) undecided.near.push(each);
      undecided.rows.columns.count[row] = undecided.near.length - undecided.rows.columns.start[row];
    }
    if (undecided.rows.length === 0) return 0;
    const question = this.question(this.#options);
    this.compiled.measureLeaves(question, undecided, crossingsOf(intersecting, number), measured);
    return undecided.near.length;
  }

  #takeLeaf(face: number, row: number): void {
    this.#parent.loadFirstFace(this.body.positions, this.body.faces, face);
    leafCorners(this.#parent.corners, this.#undecided.rows.columns.lattice, 6 * row, this.#corners);
  }

  /**
   * Whether a face of the other body may come within a distance of the present leaf: the GPU lists those near the
   * leaf's whole face.
   */
  #mayReach(face: number, reach: number): boolean {
    const { positions, faces } = this.other;
    const [a, b, c] = [cornerOffset(faces, face, 0), cornerOffset(faces, face, 1), cornerOffset(faces, face, 2)];
    this.#pair.load(this.#corners, 0, 3, 6, positions, a, b, c);
    this.#distance.measure(this.#pair, true, this.#gap);
    return this.#gap[PAIR_LOWER] <= reach;
  }
}
