// What the GPU answered for one pose → one body's leaves and distance records, in order: contacts that the GPU decided,
// and leaves that it left undecided, measured by the CPU.

import type { BoneBody, ToolBody } from '../../bodies/index.ts';
import { ContactFinisher } from '../../measure/index.ts';
import {
  type BONE,
  distanceRecords,
  LEAF_RESULT,
  leafLattice,
  NEAR_FACE,
  OWNER,
  partOf,
  RESULT_STATE,
  ROW_STATE,
  SIDE_INSIDE,
  SUB_TRIANGLE_ROW,
  type SubTriangles,
  subTriangles,
  TOOL,
  wordOffsets,
  wordsOf,
} from '../../records/index.ts';
import { leafCorners } from '../../subdivide/index.ts';
import { TrianglePair } from '../../triangles/index.ts';
import { Side } from '../side.ts';
import type { PoseAnswer } from './pose-answer.ts';

const ROW_AT = wordOffsets(SUB_TRIANGLE_ROW);
const RESULT_AT = wordOffsets(LEAF_RESULT);

/** A side whose leaves and records come from the GPU, and from the CPU where the GPU left a leaf undecided. */
export class GpuSide extends Side {
  readonly #delta: number;
  readonly #resolution: number;
  readonly #undecided = subTriangles();
  readonly #measured = distanceRecords();
  readonly #finisher = new ContactFinisher();
  /** The face of the present leaf, and the leaf's corners. */
  readonly #parent = new TrianglePair();
  readonly #corners = new Float64Array(9);

  /** @param delta δ, mm. @param resolution h, mm. */
  constructor(
    number: typeof BONE | typeof TOOL,
    body: BoneBody | ToolBody,
    other: BoneBody | ToolBody,
    delta: number,
    resolution: number,
  ) {
    super(number, body, other);
    this.#delta = delta;
    this.#resolution = resolution;
  }

  /**
   * Fills leaves and records, in order of face and path.
   * @param intersecting the intersecting pairs. @returns how many near faces the leaves have that the CPU measured.
   */
  finish(answer: PoseAnswer, intersecting: Uint32Array): number {
    const { leaves, records, body, other, number } = this;
    const measured = this.#measured;
    const undecided = this.#undecided;
    const escalated = this.#measureUndecided(answer, intersecting);
    leaves.rows.clear();
    records.clear();
    const width = wordsOf(LEAF_RESULT);
    const { contacts, contactFloats } = answer;
    const isOwn = (at: number) => partOf(contacts[at + RESULT_AT.owner], OWNER.body) === number;
    let next = 0;
    let taken = 0;
    while (next < contacts.length && !isOwn(next)) next += width;
    const { width: gridWidth } = answer;
    const bodyIsTool = number === TOOL;
    const finisher = this.#finisher;
    finisher.begin({
      ...{ body, other, bodyIsTool, delta: this.#delta },
      ...{ width: gridWidth, words: contacts, floats: contactFloats },
    });
    const parent = this.#parent;
    let loaded = -1;
    for (;;) {
      const hasContact = next < contacts.length && isOwn(next);
      if (!hasContact && taken === measured.length) return escalated;
      const from = undecided.rows.columns;
      const row = taken < measured.length ? measured.columns.subTriangle[taken] : -1;
      const face = hasContact ? partOf(contacts[next + RESULT_AT.owner], OWNER.face) : Number.POSITIVE_INFINITY;
      const path = hasContact ? contacts[next + RESULT_AT.path] : 0;
      const isUndecidedFirst =
        row >= 0 && (from.face[row] < face || (from.face[row] === face && from.path[row] < path));
      if (isUndecidedFirst) {
        appendLeaf(leaves, from.face[row], from.level[row], from.path[row]);
        records.append(measured, taken++);
        records.columns.subTriangle[records.length - 1] = leaves.rows.length - 1;
        continue;
      }
      const level = partOf(contacts[next + RESULT_AT.state], RESULT_STATE.level);
      appendLeaf(leaves, face, level, path);
      const leaf = leaves.rows.length - 1;
      if (face !== loaded) parent.loadFirstFace(body.positions, body.faces, face);
      loaded = face;
      leafCorners(parent.corners, leaves.rows.columns.lattice, 6 * leaf, 1 << level, this.#corners);
      finisher.append(next / width, leaf, face, level, this.#corners, records);
      next += width;
    }
  }

  /** Measures the leaves that the GPU left undecided, in f64 and exactly. @returns how many near faces they have. */
  #measureUndecided({ undecided: words, near }: PoseAnswer, intersecting: Uint32Array): number {
    const { number, toOther } = this;
    const undecided = this.#undecided;
    const measured = this.#measured;
    const width = wordsOf(SUB_TRIANGLE_ROW);
    undecided.rows.clear();
    undecided.near.length = 0;
    measured.clear();
    toOther.clear(this.#resolution);
    for (let at = 0; at < words.length; at += width) {
      const owner = words[at + ROW_AT.owner];
      if (partOf(owner, OWNER.body) !== number) continue;
      const state = words[at + ROW_AT.state];
      appendLeaf(undecided, partOf(owner, OWNER.face), partOf(state, ROW_STATE.level), words[at + ROW_AT.path]);
      const row = undecided.rows.length - 1;
      const count = words[at + ROW_AT.nearCount];
      const start = words[at + ROW_AT.nearStart];
      undecided.rows.columns.start[row] = undecided.near.length;
      undecided.rows.columns.count[row] = count;
      undecided.rows.columns.inside[row] = partOf(state, ROW_STATE.side) === SIDE_INSIDE ? 1 : 0;
      // In order: what is measured must not depend on which of the GPU's threads came first.
      const faces = Uint32Array.from(near.subarray(start, start + count), (entry) =>
        partOf(entry, NEAR_FACE.face),
      ).sort();
      for (const face of faces) undecided.near.push(face);
    }
    if (undecided.rows.length === 0) return 0;
    this.measure(undecided, intersecting, this.#delta, measured);
    return undecided.near.length;
  }
}

function appendLeaf({ rows }: SubTriangles, face: number, level: number, path: number): void {
  rows.reserve(1);
  const row = rows.length++;
  const { columns } = rows;
  columns.face[row] = face;
  columns.level[row] = level;
  columns.path[row] = path;
  columns.start[row] = 0;
  columns.count[row] = 0;
  columns.inside[row] = 0;
  leafLattice(level, path, columns.lattice, 6 * row);
}
