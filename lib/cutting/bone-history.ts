// A bone as it is → its signs and its cells' faces as they were.
//
//   moment ──change──▸ moment ──change──▸ … ──change──▸ present        A change names the vertices that it flipped and
//      ▴ somebody may ask for the bone as it was here                  the faces that cells had before it.
//
// From any moment changes lead to the present and nothing leads back: what nobody can ask for any more is collected as
// garbage. Signs are put back by flipping the vertices of all changes since, for a flip is its own inverse. A cell's
// faces are those that the first change since replaced, or else the present ones; a cell with corners of both sides has
// faces at all times, another one never.

import { type CutGrid, type GrowingMesh, NONE } from './cut-grid.ts';
import { KeyedRows } from './keyed-rows.ts';

interface Change {
  /** Vertices whose side changed. */
  readonly flipped: Uint32Array;
  /** Key, first face and number of faces of each cell that had faces and got others. */
  readonly replaced: Uint32Array;
  /** Has these faces. */
  readonly mesh: GrowingMesh;
  readonly next: Moment;
}

export interface Moment {
  /** Unset at present. */
  change?: Change;
}

/** A cell's faces, which have consecutive numbers. */
export interface FaceRange {
  mesh: GrowingMesh;
  first: number;
  count: number;
}

export class BoneHistory {
  readonly #grid: CutGrid;
  #present: Moment = {};

  constructor(grid: CutGrid) {
    this.#grid = grid;
  }

  get present(): Moment {
    return this.#present;
  }

  /** Call it after a change, before faces get other numbers. */
  note(flipped: Uint32Array, replaced: Uint32Array): void {
    const next: Moment = {};
    this.#present.change = { flipped, replaced, mesh: this.#grid.mesh, next };
    this.#present = next;
  }

  /**
   * Runs with the signs as they were at a moment, and puts them back.
   * @param run gets a function that writes the faces that a cell, with corners of both sides, had then.
   */
  at<T>(moment: Moment, run: (facesOf: (cell: number, out: FaceRange) => void) => T): T {
    const grid = this.#grid;
    const rows = new KeyedRows(512);
    const changes: Change[] = [];
    for (let { change } = moment; change !== undefined; change = change.next.change) changes.push(change);
    const ranges: FaceRange[] = [];
    for (const { replaced, mesh } of changes)
      for (let n = 0; n < replaced.length; n += 3)
        if (rows.add(replaced[n]) === ranges.length)
          ranges.push({ mesh, first: replaced[n + 1], count: replaced[n + 2] });
    const flip = () => {
      for (const { flipped } of changes) for (const key of flipped) grid.flip(key);
    };
    flip();
    try {
      return run((cell, out) => {
        const row = rows.find(cell);
        if (row !== NONE) Object.assign(out, ranges[row]);
        else {
          const live = grid.cells.find(cell);
          out.mesh = grid.mesh;
          out.first = live === NONE ? 0 : grid.firstFace[live];
          out.count = live === NONE ? 0 : grid.faceCount[live];
        }
      });
    } finally {
      flip();
    }
  }
}
