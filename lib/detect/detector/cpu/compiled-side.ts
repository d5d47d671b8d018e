// One side of a pose → its leaves and records, by the compiled stages (../../../wasm): writes their input and copies
// their tables, which equal those of the TypeScript stages byte for byte.
//
//   active faces, corners of both bodies ──▶ compiled stages ──▶ leaves, records
//                       lists of near faces, signs, exact distances ◀──asked (stage-answers)

import { knownGap, lengthSlack } from '#core';
import type { ActiveFaces, DistanceRecords, InsideTest, SubTriangles, Surface } from '#records';
import { DEEPEST_LEVEL } from '#triangles';
import type { CompiledStages } from '#compiled';
import { CORNERS, writeCorners } from './kept-faces.ts';
import { NEAR_COLUMN, StageAnswers } from './stage-answers.ts';

/**
 * Words of a row of the question: face, level, inside, near faces' start and count, crossings' start and count, and one
 * that is free.
 */
const ROW = 8;
const FIRST_CROSSING = 5;
/** Faces of the other body that are kept from pose to pose, at most. */
const MOST_KEPT = 2 ** 16;
/** Interrupted passes in a row after which the compiled stages are given up. */
const TRAPS = 3;
/** Edge of a cell of CellLists, in spacings of the points: as in SignedDistance. */
const CELL = 1;

type Column = Uint8Array | Uint32Array | Int32Array | Float64Array;

export interface SideInput {
  readonly body: Surface;
  readonly other: Surface;
  readonly bodyIsTool: boolean;
}

/** The input of a pose. */
interface PassInput {
  readonly active: ActiveFaces;
  readonly levels: Uint8Array;
  /** mm: h, δ and the report distance. */
  readonly resolution: number;
  readonly delta: number;
  readonly maxDistance: number;
  /** The other solid's inside test; null if it has none. */
  readonly inside: InsideTest | null;
}

export class CompiledSide {
  readonly #side: SideInput;
  readonly #mostKept: number;
  readonly #answers: StageAnswers;
  /** null if they cannot be made, or trap at one pose after another: a query too large for them would always trap. */
  #stages: CompiledStages | null;
  #traps = 0;
  /** Version and edition of the lists that the module holds. */
  #listsVersion = -1;
  #listsEdition = 0;
  #input!: PassInput;

  private constructor(side: SideInput, mostKept: number) {
    this.#side = side;
    this.#mostKept = mostKept;
    this.#answers = new StageAnswers(side.other);
    this.#stages = this.#answers.makeStages();
  }

  /**
   * @param mostKept most faces of the other body kept from pose to pose: answers do not depend on it.
   * @returns null if the TypeScript stages must run instead.
   */
  static make(input: SideInput, mostKept = MOST_KEPT): CompiledSide | null {
    const side = new CompiledSide(input, mostKept);
    return side.#stages === null ? null : side;
  }

  /**
   * Fills `out` as FaceSubdivider does.
   * @returns false if FaceSubdivider must run instead: it reports the error, or has the memory.
   */
  subdivide(input: PassInput, out: SubTriangles): boolean {
    this.#input = input;
    if (!isFineEnough(input)) return false;
    return this.#attempt((stages) => {
      this.#begin(stages);
      this.#writeRows(stages);
      const visited = stages.call.subdivide();
      if (visited < 0) return false;
      copyLeaves(stages, out);
      out.visited = visited;
      return true;
    });
  }

  /**
   * Fills `out`, as SubTriangleMeasurer does, with the records of the leaves made last.
   * @param crossings visits the other body's faces that share a point with a face.
   */
  measure(crossings: (face: number, visit: (other: number) => void) => void, out: DistanceRecords): boolean {
    return this.#attempt((stages) => {
      this.#writeCrossings(stages, crossings);
      copyRecords(stages, stages.call.measure(), out);
      return true;
    });
  }

  /**
   * A pass that needs more than the module's memory goes to the TypeScript stages, which have no such limit. An
   * interrupted pass leaves the module's tables as they were at that moment, so the module is made anew.
   */
  #attempt(pass: (stages: CompiledStages) => boolean): boolean {
    if (this.#stages === null) return false;
    try {
      const done = pass(this.#stages);
      if (done) this.#traps = 0;
      return done;
    } catch (error) {
      this.#stages = ++this.#traps < TRAPS ? this.#answers.makeStages() : null;
      this.#listsVersion = -1;
      if (error instanceof WebAssembly.RuntimeError) return false;
      throw error;
    }
  }

  #begin(stages: CompiledStages): void {
    const { call } = stages;
    const { lists, kept } = this.#answers;
    const { body, other, bodyIsTool } = this.#side;
    const { delta, maxDistance, resolution, inside } = this.#input;
    const magnitude = Math.max(body.magnitude, other.magnitude);
    const slack = lengthSlack(magnitude + delta);
    this.#answers.asked = { inside, maxDistance, slack };
    lists.begin(CELL * resolution);
    if (kept.count > this.#mostKept) {
      kept.forget();
      this.#listsVersion = -1;
    }
    if (this.#listsVersion !== lists.version) call.clearLists();
    else if (this.#listsEdition !== lists.edition) call.recheckLists();
    this.#listsVersion = lists.version;
    this.#listsEdition = lists.edition;
    call.clearPoints();
    if (!bodyIsTool) kept.write(stages);
    stages.look();
    // In the order of ../../../wasm/records/question.ts.
    const numbers = [
      maxDistance + lengthSlack(magnitude + maxDistance),
      maxDistance,
      slack,
      knownGap(other.magnitude),
      CELL * resolution,
      other.frame.shrink,
      inside === null ? 0 : 1,
      bodyIsTool ? 1 : 0,
      ...other.frame.inverse.subarray(0, 12),
    ];
    stages.f64.set(numbers, call.numbersAt() / 8);
  }

  /** The rows of the question, and the corners of their faces. */
  #writeRows(stages: CompiledStages): void {
    const { call } = stages;
    const { kept } = this.#answers;
    const { active, levels } = this.#input;
    const { rows, near } = active;
    const { face, start, count, inside } = rows.columns;
    const length = rows.length;
    for (let i = 0; i < near.length; i++) kept.placeFor(near.values[i], stages);
    const rowsAt = call.reserveRows(length) / 4;
    const nearAt = call.reserveNear(near.length) / 4;
    const ownAt = call.reserveOwn(length) / 8;
    stages.look();
    const { u32, f64 } = stages;
    for (let i = 0; i < near.length; i++) u32[nearAt + i] = kept.placeOf(near.values[i]);
    const { positions, faces } = this.#side.body;
    for (let row = 0; row < length; row++) {
      const at = rowsAt + ROW * row;
      u32[at] = face[row];
      u32[at + 1] = levels[face[row]];
      u32[at + 2] = inside[row];
      u32[at + 3] = start[row];
      u32[at + 4] = count[row];
      writeCorners(positions, faces, face[row], f64, ownAt + CORNERS * row);
    }
  }

  #writeCrossings(stages: CompiledStages, crossings: (face: number, visit: (other: number) => void) => void): void {
    const { call } = stages;
    const { kept } = this.#answers;
    const { rows } = this.#input.active;
    const { face } = rows.columns;
    const found: number[] = [];
    const rowsAt = call.reserveRows(rows.length) / 4;
    stages.look();
    for (let row = 0; row < rows.length; row++) {
      const at = rowsAt + ROW * row + FIRST_CROSSING;
      stages.u32[at] = found.length;
      // A face that shares a point is a near face, so it already has a place.
      crossings(face[row], (other) => found.push(kept.placeOf(other)));
      stages.u32[at + 1] = found.length - stages.u32[at];
    }
    const at = call.reserveCrossings(found.length) / 4;
    stages.look();
    stages.u32.set(found, at);
  }
}

function isFineEnough({ active, levels }: PassInput): boolean {
  const { face } = active.rows.columns;
  for (let row = 0; row < active.rows.length; row++) if (levels[face[row]] > DEEPEST_LEVEL) return false;
  return true;
}

function copyLeaves(stages: CompiledStages, out: SubTriangles): void {
  const { call } = stages;
  const count = call.leafCount();
  out.rows.clear();
  out.rows.reserve(count);
  copyColumns(stages, (k) => call.leafColumn(k), out.rows, count);
  out.rows.length = count;
  const length = call.nearLength();
  out.near.length = 0;
  out.near.reserve(length);
  copyBytes(stages, call.leafColumn(NEAR_COLUMN), out.near.values, length);
  out.near.length = length;
}

function copyRecords(stages: CompiledStages, count: number, out: DistanceRecords): void {
  out.clear();
  out.reserve(count);
  copyColumns(stages, (k) => stages.call.resultColumn(k), out, count);
  out.length = count;
}

/** @param columnAt where column k of the module's table begins; both tables have the same order of columns. */
function copyColumns(
  stages: CompiledStages,
  columnAt: (k: number) => number,
  { schema, columns }: { readonly schema: Schema; readonly columns: Readonly<Record<string, Column>> },
  count: number,
): void {
  Object.entries(schema).forEach(([name, { width = 1 }], k) => {
    copyBytes(stages, columnAt(k), columns[name], width * count);
  });
}

type Schema = Readonly<Record<string, { readonly type: string; readonly width?: number }>>;

/** Copies the first `length` elements of a column, stored as the same bytes in the module's memory. */
function copyBytes(stages: CompiledStages, at: number, to: Column, length: number): void {
  const bytes = to.BYTES_PER_ELEMENT * length;
  new Uint8Array(to.buffer, to.byteOffset, bytes).set(new Uint8Array(stages.call.memory.buffer, at, bytes));
}
