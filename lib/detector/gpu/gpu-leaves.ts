// What the GPU answered for one pose → one body's leaves and distance records, in order: contacts that the GPU decided,
// and leaves that it left undecided, measured by the CPU.

import type { BoneBody, ToolBody } from '../../bodies/index.ts';
import { crossingsOf } from '../../intersect/index.ts';
import { ContactFinisher, SubTriangleMeasurer } from '../../measure/index.ts';
import { SignedDistance } from '../../proximity/index.ts';
import {
  type DistanceRecords,
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
import { latticePoint } from '../../subdivide/index.ts';
import type { PoseAnswer } from './pose-answer.ts';

const ROW_AT = wordOffsets(SUB_TRIANGLE_ROW);
const RESULT_AT = wordOffsets(LEAF_RESULT);

/** One body's tables and tools, kept from query to query. */
export class ReportedBody {
  /** Of the last answer. */
  readonly leaves = subTriangles();
  readonly records = distanceRecords();
  readonly body: BoneBody | ToolBody;
  readonly other: BoneBody | ToolBody;
  readonly number: 0 | 1;
  /** Whether a point lies inside the other solid; null where that has no inside. */
  readonly inside: ((x: number, y: number, z: number) => boolean) | null;
  readonly #delta: number;
  readonly #resolution: number;
  readonly #undecided = subTriangles();
  readonly #measured = distanceRecords();
  readonly #measurer = new SubTriangleMeasurer();
  readonly #finisher = new ContactFinisher();
  readonly #toOther: SignedDistance;
  readonly #corners = new Float64Array(9);

  /** @param delta δ, mm. @param resolution h, mm. */
  constructor(number: 0 | 1, body: BoneBody | ToolBody, other: BoneBody | ToolBody, delta: number, resolution: number) {
    this.number = number;
    this.body = body;
    this.other = other;
    this.inside = other.signed ? other.solid.isInside : null;
    this.#delta = delta;
    this.#resolution = resolution;
    this.#toOther = new SignedDistance(other, this.inside);
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
    const input = {
      body,
      other,
      bodyIsTool: number === TOOL,
      delta: this.#delta,
      span: answer.span,
      words: contacts,
      floats: contactFloats,
    };
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
        appendRecord(measured, taken++, records, leaves.rows.length - 1);
        continue;
      }
      const level = partOf(contacts[next + RESULT_AT.state], RESULT_STATE.level);
      appendLeaf(leaves, face, level, path);
      const leaf = leaves.rows.length - 1;
      this.#cornersOf(leaves, leaf, this.#corners);
      this.#finisher.append(input, next / width, leaf, face, level, this.#corners, records);
      next += width;
    }
  }

  /** Measures the leaves that the GPU left undecided, in f64 and exactly. @returns how many near faces they have. */
  #measureUndecided({ undecided: words, near }: PoseAnswer, intersecting: Uint32Array): number {
    const { body, other, number } = this;
    const undecided = this.#undecided;
    const measured = this.#measured;
    const toOther = this.#toOther;
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
    const cornersOf = (leaf: number, out: Float64Array) => this.#cornersOf(undecided, leaf, out);
    const crossings = crossingsOf(intersecting, number);
    const delta = this.#delta;
    const bodyIsTool = number === TOOL;
    this.#measurer.measure(
      { body, other, bodyIsTool, leaves: undecided, cornersOf, crossings, toOther, delta },
      measured,
    );
    return undecided.near.length;
  }

  #cornersOf(leaves: SubTriangles, leaf: number, out: Float64Array): void {
    const { body } = this;
    const { face, level, lattice } = leaves.rows.columns;
    const f = 3 * face[leaf];
    const [a, b, c] = [3 * body.faces[f], 3 * body.faces[f + 1], 3 * body.faces[f + 2]];
    const n = 2 ** level[leaf];
    for (let k = 0; k < 3; k++)
      latticePoint(body.positions, a, b, c, lattice[6 * leaf + 2 * k], lattice[6 * leaf + 2 * k + 1], n, out, 3 * k);
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

function appendRecord(from: DistanceRecords, row: number, to: DistanceRecords, leaf: number): void {
  to.reserve(1);
  const at = to.length++;
  for (const [name, { width = 1 }] of Object.entries(to.schema) as [keyof typeof to.columns, { width?: number }][])
    to.columns[name].set(from.columns[name].subarray(width * row, width * (row + 1)), width * at);
  to.columns.subTriangle[at] = leaf;
}
