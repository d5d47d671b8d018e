// The present bone → its signs and its cells' faces at an earlier moment.
//
//   moment ──change──▸ moment ──change──▸ … ──change──▸ present        A change names the vertices that it flipped and
//      ▴ somebody may ask for the bone as it was here                  the faces that cells had before it.
//
// From any moment changes lead to the present and nothing leads back, so what nobody can ask for any more is collected
// as garbage. Signs are restored by flipping the vertices of all changes since; a flip is its own inverse. A cell's
// faces are those that the first change since then replaced, or else the present ones. A cell with corners on both
// sides always has faces; any other cell never does.

import { type CutGrid, type GrowingMesh, NONE } from './cut-grid.ts';
import { KeyedRows } from './keyed-rows.ts';

interface Change {
  /** Vertices whose side changed. */
  readonly flipped: Uint32Array;
  /** Key, first face and number of faces of each cell whose faces were replaced, as before the change. */
  readonly replaced: Uint32Array;
  /** The mesh that these faces are in. */
  readonly mesh: GrowingMesh;
  readonly next: Moment;
}

export interface Moment {
  /** Unset for the present moment. */
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

  /** Call it after a change, before faces are renumbered. */
  note(flipped: Uint32Array, replaced: Uint32Array): void {
    const next: Moment = {};
    this.#present.change = { flipped, replaced, mesh: this.#grid.mesh, next };
    this.#present = next;
  }

  /**
   * Calls `run` with the signs as they were at a moment, then restores them.
   * @param run receives a function that writes the faces that a cell with corners on both sides had then.
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
