// One side of a pose → its leaves and records: writes the module's input (./module), calls its passes, and copies
// its tables.
//
//   active faces, corners of both bodies ──▶ module ──▶ leaves, records
//           lists of near faces, signs, exact distances ◀──asked (stage-answers)
//
// A pass that needs more than the module's memory (2 GiB) is repeated by a new instance in two halves of the rows, and
// these in halves if they must. Rows do not depend on each other, so the tables are the same.

import { copyInPieces, knownGap, lengthSlack, OptionError, reportDistance, stopIfUnwanted } from '#core';
import type { Divisions, FaceDivisions } from '#divisions';
import type { ActiveFaces, DistanceRecords, InsideTest, SubTriangles, Surface } from '#records';
import { type CompiledStages, type Instantiate, isTrap } from './compiled-stages.ts';
import { appendLeaves, appendRecords, type Column, viewsOf } from './copy-tables.ts';
import { CORNERS, writeCorners } from './kept-faces.ts';
import { StageAnswers } from './stage-answers.ts';
import { writeNodes, writeSplits } from './write-divisions.ts';

/** Faces of the other body that are kept from pose to pose, at most. */
const MOST_KEPT = 2 ** 16;
/** Edge of a cell of CellLists, in spacings of the points: as large as h. */
const CELL = 1;

export interface SideInput {
  readonly body: Surface;
  readonly other: Surface;
  readonly bodyIsTool: boolean;
}

/** What is asked of a side at a pose. */
export interface SideQuestion {
  /** mm: h and δ. */
  readonly resolution: number;
  readonly delta: number;
  /** H, mm; at most h, or absent: no leaf is longer than h. */
  readonly interiorResolution?: number;
  /** The other solid's inside test; null if it has none. */
  readonly inside: InsideTest | null;
}

interface PassInput extends SideQuestion {
  readonly active: ActiveFaces;
  /** How the body's faces are divided at this resolution; no active face too finely. */
  readonly divided: FaceDivisions;
}

/** Visits the faces of the other body that share a point with a face of this one. */
type Crossings = (face: number, visit: (other: number) => void) => void;

interface Range {
  readonly from: number;
  readonly to: number;
}

export class CompiledSide {
  readonly #side: SideInput;
  readonly #mostKept: number;
  readonly #answers: StageAnswers;
  /** null before the first pass, and after one that was interrupted: its tables are as they were at that moment. */
  #stages: CompiledStages | null = null;
  /** Version and edition of the lists that the module holds. */
  #listsVersion = -1;
  #listsEdition = 0;
  /** The divisions whose first `#nodes` nodes the module holds. */
  #divisions: Divisions | null = null;
  #nodes = 0;
  #input!: PassInput;
  /** The rows of the present leaves, in the parts in which they were made; if it is one, the module holds them all. */
  readonly #parts: Range[] = [];

  /**
   * @param mostKept most faces of the other body kept from pose to pose: answers do not depend on it.
   * @param instantiate makes the module's instances.
   */
  constructor(side: SideInput, mostKept = MOST_KEPT, instantiate?: Instantiate) {
    this.#side = side;
    this.#mostKept = mostKept;
    this.#answers = new StageAnswers(side.other, instantiate);
  }

  /** @returns the number of leaves, without making them; beyond MOST_LEAVES some number above it. */
  countLeaves(input: PassInput): { count: number; visited: number } {
    const all = { from: 0, to: input.active.rows.length };
    let [count, visited] = [0, 0];
    this.#inParts(all, input, (stages, range) => {
      this.#writeRows(stages, input, range);
      count += stages.call.countLeaves();
      visited += stages.call.visitedToCount();
    });
    return { count, visited };
  }

  /**
   * Fills `out` with the leaves that may come within δ′ (reportDistance) of the other body or lie inside it, by face
   * and path.
   * @returns false if there are more than MOST_LEAVES.
   */
  subdivide(input: PassInput, out: SubTriangles): boolean {
    out.rows.clear();
    out.near.length = 0;
    out.visited = 0;
    this.#input = input;
    this.#parts.length = 0;
    let isFew = true;
    this.#inParts({ from: 0, to: input.active.rows.length }, input, (stages, range) => {
      if (!isFew) return;
      this.#writeRows(stages, input, range);
      const visited = stages.call.subdivide();
      isFew = visited >= 0;
      appendLeaves(stages, out);
      out.visited += visited;
      this.#parts.push(range);
    });
    return isFew;
  }

  /**
   * Fills `out` with the records of the leaves that `subdivide` made, in their order: one for each whose first corner
   * lies inside the other solid or whose exact gap to the faces near it is at most δ′.
   */
  measure(crossings: Crossings, out: DistanceRecords): void {
    out.clear();
    const input = this.#input;
    const [whole] = this.#parts;
    if (this.#parts.length === 1 && this.#attempt((stages) => this.#append(stages, whole, crossings, 0, out))) return;
    let leaves = 0;
    for (const part of [...this.#parts])
      this.#inParts(part, input, (stages, range) => {
        this.#writeRows(stages, input, range);
        stages.call.subdivide();
        this.#append(stages, range, crossings, leaves, out);
        leaves += stages.call.leafCount();
      });
  }

  /** The same for leaves that were not made here. @param leaves those of a face follow one another. */
  measureLeaves(question: SideQuestion, leaves: SubTriangles, crossings: Crossings, out: DistanceRecords): void {
    out.clear();
    this.#inParts({ from: 0, to: leaves.rows.length }, question, (stages, range) => {
      this.#writeLeaves(stages, leaves, range, crossings);
      appendRecords(stages, range.from, out);
    });
  }

  /** Has a range of rows done at once, or in parts that fit the memory. */
  #inParts(range: Range, question: SideQuestion, pass: (stages: CompiledStages, range: Range) => void): void {
    const fits = this.#attempt((stages) => {
      this.#begin(stages, question);
      pass(stages, range);
    });
    if (fits) return;
    const { from, to } = range;
    if (to - from < 2) throw this.#tooLarge(question);
    const middle = (from + to) >> 1;
    this.#inParts({ from, to: middle }, question, pass);
    this.#inParts({ from: middle, to }, question, pass);
  }

  /** @returns false if the memory was too small. */
  #attempt(pass: (stages: CompiledStages) => void): boolean {
    try {
      if (this.#stages === null) {
        this.#stages = this.#answers.makeStages();
        writeSplits(this.#stages);
        this.#divisions = null;
        this.#listsVersion = -1;
      }
      pass(this.#stages);
      return true;
    } catch (error) {
      this.#stages = null;
      if (isTrap(error)) return false;
      throw error;
    }
  }

  #tooLarge({ resolution }: SideQuestion): OptionError {
    const { name } = this.#side.body;
    return new OptionError(
      'RESOLUTION_TOO_FINE',
      `At a resolution of ${resolution} mm the sub-triangles of one face of "${name}", with the faces near them, do not ` +
        'fit in 2 GiB, or there is no memory left; use a greater resolution or a smaller contact distance.',
    );
  }

  #begin(stages: CompiledStages, { resolution, delta, inside, interiorResolution = 0 }: SideQuestion): void {
    const { call } = stages;
    const { lists, kept } = this.#answers;
    const { body, other, bodyIsTool } = this.#side;
    const magnitude = Math.max(body.magnitude, other.magnitude);
    const maxDistance = reportDistance(delta, magnitude);
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
    const inflate = maxDistance + lengthSlack(magnitude + maxDistance);
    const interior = interiorResolution > resolution ? interiorResolution : 0;
    call.setDistances(inflate, maxDistance, slack, knownGap(other.magnitude), interior);
    call.setBodies(CELL * resolution, other.frame.shrink, inside === null ? 0 : 1, bodyIsTool ? 1 : 0);
    stages.look();
    stages.f64.set(other.frame.inverse.subarray(0, 12), call.inverseAt() / 8);
  }

  /** The rows of the question, their near faces, and the corners of their faces. */
  #writeRows(stages: CompiledStages, { active, divided }: PassInput, { from, to }: Range): void {
    const { call } = stages;
    const { kept } = this.#answers;
    const { rows, near } = active;
    const { face, start, count, inside } = rows.columns;
    let length = 0;
    for (let row = from; row < to; row++) {
      if (row % 64 === 0) stopIfUnwanted();
      for (let i = start[row]; i < start[row] + count[row]; i++) kept.placeFor(near.values[i], stages);
      length += count[row];
    }
    call.reserveRows(to - from);
    const nearAt = call.reserveNear(length) / 4;
    const ownAt = call.reserveOwn(to - from) / 8;
    stages.look();
    const { u32, f64 } = stages;
    const { positions, faces } = this.#side.body;
    let first = 0;
    for (let row = from; row < to; row++) {
      if (row % 64 === 0) stopIfUnwanted();
      call.setRow(row - from, face[row], divided.nodeOf(face[row]), inside[row], first, count[row]);
      writeCorners(positions, faces, face[row], f64, ownAt + CORNERS * (row - from));
      for (let i = 0; i < count[row]; i++) u32[nearAt + first + i] = kept.placeOf(near.values[start[row] + i]);
      first += count[row];
    }
    this.#writeNodes(stages, divided.divisions);
  }

  /** Nodes that were made since the last pass; all of them if they are of other divisions. */
  #writeNodes(stages: CompiledStages, divisions: Divisions): void {
    if (this.#divisions !== divisions) this.#nodes = 0;
    this.#divisions = divisions;
    if (this.#nodes < divisions.count) writeNodes(stages, divisions, this.#nodes);
    this.#nodes = divisions.count;
  }

  /** Measures the module's leaves of a range of rows. @param leaves number of those before them. */
  #append(
    stages: CompiledStages,
    { from, to }: Range,
    crossings: Crossings,
    leaves: number,
    out: DistanceRecords,
  ): void {
    this.#writeCrossings(stages, this.#input.active.rows.columns.face.subarray(from, to), crossings);
    appendRecords(stages, leaves, out);
  }

  /** @param faces of the body, by row of the question. */
  #writeCrossings(stages: CompiledStages, faces: Uint32Array, crossings: Crossings): void {
    const { call } = stages;
    const { kept } = this.#answers;
    const found: number[] = [];
    faces.forEach((face, row) => {
      if (row % 64 === 0) stopIfUnwanted();
      const first = found.length;
      crossings(face, (other) => found.push(kept.placeFor(other, stages)));
      call.setCrossings(row, first, found.length - first);
    });
    const at = call.reserveCrossings(found.length) / 4;
    stages.look();
    stages.u32.set(found, at);
  }

  /** A range of leaves and their near faces, with a row for each run of leaves of one face. */
  #writeLeaves(stages: CompiledStages, { rows, near }: SubTriangles, { from, to }: Range, crossings: Crossings): void {
    const { call } = stages;
    const { kept } = this.#answers;
    const { face, start, count } = rows.columns;
    const faces: number[] = [];
    const rowOf = new Uint32Array(to - from);
    const listed: number[] = [];
    const starts = new Uint32Array(to - from);
    for (let leaf = from; leaf < to; leaf++) {
      if (leaf % 4096 === 0) stopIfUnwanted();
      if (faces.at(-1) !== face[leaf]) faces.push(face[leaf]);
      rowOf[leaf - from] = faces.length - 1;
      starts[leaf - from] = listed.length;
      for (let i = start[leaf]; i < start[leaf] + count[leaf]; i++) listed.push(near.values[i]);
    }
    const places = Uint32Array.from(listed, (other) => kept.placeFor(other, stages));
    call.reserveRows(faces.length);
    const ownAt = call.reserveOwn(faces.length) / 8;
    call.reserveLeaves(to - from, listed.length);
    stages.look();
    const { positions, faces: corners } = this.#side.body;
    for (const [row, own] of faces.entries()) {
      call.setRow(row, own, 0, 0, 0, 0);
      writeCorners(positions, corners, own, stages.f64, ownAt + CORNERS * row);
    }
    const columns = viewsOf(rows, to - from, call.memory.buffer, (k) => call.leafColumn(k));
    const given: Readonly<Record<string, Column>> = rows.columns;
    for (const [name, column] of Object.entries(columns)) {
      const width = column.length / (to - from);
      copyInPieces(column, given[name].subarray(width * from, width * to), 0);
    }
    columns.start.set(starts);
    stages.u32.set(rowOf, call.leafRows() / 4);
    stages.u32.set(listed, call.nearFaces() / 4);
    stages.u32.set(places, call.nearPlaces() / 4);
    this.#writeCrossings(stages, Uint32Array.from(faces), crossings);
  }
}
