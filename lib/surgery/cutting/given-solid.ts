// A given closed surface and a bone's grid → how much of its solid is in a cell, and in the bone there.
//
// The solid is the union of parts with winding number 1 or 0 (tool-overlap.ts), and is measured like a tool at rest. A
// cell that none of its faces reaches is entirely inside or entirely outside. If the parts are not known, or rounding
// may decide, it counts as anything from none to all.

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
  /** By part. If the faces are not known to wind once, one entry holds them all, without volumes. */
  readonly #parts: readonly { readonly met: MetCells; readonly volumes: CellVolume | null }[];
  readonly #sides: ToolSides;

  /**
   * @param cones the bone in the current cell. @param place that cell's lowest corner.
   * @param box the cells that may be queried.
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
      const met = new MetCells(grid.lattice, [points], own, 0, 0, choice);
      return { met, volumes: lists && new CellVolume([points], own, cones, place) };
    });
    this.#sides = new ToolSides(shifted(points), faces, box.low, box.high);
  }

  /** Whether one of its faces reaches a cell. */
  comesTo(key: number): boolean {
    return this.#parts.some(({ met }) => met.find(key) !== NONE);
  }

  /** Whether the current cell, which no face may reach, is in the solid. */
  get holdsCell(): boolean {
    const [i, j, k] = this.#place;
    return this.#sides.has(i, j, k);
  }

  /** How much of the cell's bone is in the solid, or of the cell itself if `isFull`. In cells. */
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
