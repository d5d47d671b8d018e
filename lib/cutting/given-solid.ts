// A closed surface as given, beside a bone's grid → how much of its solid is in a cell, and in common with the bone.
//
// The solid is the union of parts that wind once or not at all (tool-overlap.ts), and is measured like a tool that
// stands still. A cell to which none of its faces comes is in it as a whole or not at all. Where the parts are not
// known, or rounding may decide, it counts as anything from none to all.

import type { TriangleMesh } from '#mesh';
import type { BoneCones } from './bone-cones.ts';
import { CellVolume, shifted, slackOf } from './cell-volume.ts';
import { type CutGrid, NONE } from './cut-grid.ts';
import { MetCells } from './met-cells.ts';
import type { VolumeBounds } from './removed-volume.ts';
import { simpleParts } from './tool-overlap.ts';
import { ToolSides } from './tool-sides.ts';

/** Places of a box of cells: of the lowest corners of its first and last ones. */
export interface CellBox {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

export class GivenSolid {
  readonly #place: Int32Array;
  readonly #cones: BoneCones;
  /** By part; faces of one part that is not known to wind once are no part. */
  readonly #parts: readonly { readonly met: MetCells; readonly volumes: CellVolume | null }[];
  readonly #sides: ToolSides;

  /**
   * @param cones the bone in the cell at hand. @param place that cell's lowest corner.
   * @param box the cells that may be asked for.
   */
  constructor(grid: CutGrid, { positions, faces }: TriangleMesh, box: CellBox, cones: BoneCones, place: Int32Array) {
    const { cell, first } = grid.lattice;
    this.#cones = cones;
    this.#place = place;
    const points = Float64Array.from(positions, (x, n) => x / cell - first[n % 3]);
    const lists = simpleParts(points, faces);
    const isIn = (k: number, low: number, high: number) => low <= box.high[k] && high >= box.low[k];
    const choice = {
      hasAny: (lowX: number, lowY: number, lowZ: number, highX: number, highY: number, highZ: number) =>
        isIn(0, lowX, highX) && isIn(1, lowY, highY) && isIn(2, lowZ, highZ),
      has: (_key: number, i: number, j: number, k: number) => isIn(0, i, i) && isIn(1, j, j) && isIn(2, k, k),
    };
    this.#parts = (lists ?? [faces]).map((own) => {
      const met = new MetCells(grid, [points], own, 0, 0, choice);
      return { met, volumes: lists && new CellVolume([points], own, cones, place) };
    });
    this.#sides = new ToolSides(shifted(points), faces, box.low, box.high);
  }

  /** Whether a face of it comes to a cell. */
  comesTo(key: number): boolean {
    return this.#parts.some(({ met }) => met.find(key) !== NONE);
  }

  /** Whether the cell at hand is in the solid, where no face comes to it. */
  get holdsCell(): boolean {
    const [i, j, k] = this.#place;
    return this.#sides.has(i, j, k);
  }

  /** How much of the cell's bone is in it; or of the cell itself. In cells. */
  common(key: number, isFull: boolean): VolumeBounds {
    const bone = isFull ? 1 : this.#cones.volume;
    if (!this.comesTo(key)) return this.holdsCell ? { low: bone, high: bone } : { low: 0, high: 0 };
    let [low, high] = [0, 0];
    for (const { met, volumes } of this.#parts) {
      const row = met.find(key);
      if (volumes === null) return { low: 0, high: bone };
      const [volume, slack] =
        row === NONE
          ? [volumes.isVertexIn(met, 0) ? bone : 0, 0]
          : [volumes.at(met, row, 0, isFull), slackOf(met.area(row))];
      if (Number.isNaN(volume)) return { low: 0, high: bone };
      low = Math.max(low, volume - slack);
      high += volume + slack;
    }
    return { low: Math.min(bone, low), high: Math.min(bone, high) };
  }
}
