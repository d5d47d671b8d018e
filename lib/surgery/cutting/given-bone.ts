// What a path swept of the bone on its grid → what it swept of the bone as it was given.
//
// On its grid a bone differs from the given one: by less than `bound`, but still by a volume. The volume is summed over
// cells. With X the bone as given in a cell, G the bone on the grid in it, and S what is swept,
//
//      |S ∩ G| − |G less X| ≤ |S ∩ X| ≤ |S ∩ G| + |X less G|
//
// where |G less X| = |G| − |G ∩ X|, and |X less G| = |X| − |G ∩ X|. Cells without a corner in G that may hold given
// bone are not measured along the path: once the tool comes near, they count as anything from none to all of that bone.
//
// X may be the intersection of a solid and a region, or the solid minus the region. In a cell, the intersection of two
// solids is at least the sum of their volumes minus the cell's, and at most the smaller of the two.

import { GrowingArray } from '#core';
import { FULL } from './bone-cones.ts';
import type { CutGrid } from './cut-grid.ts';
import type { CellBox, GivenSolid } from './given-solid.ts';
import type { VolumeBounds } from './removed-volume.ts';
import { BoundsSum, type UnionVolume } from './union-volume.ts';

/** The bone is the intersection of these, minus those that are left out. */
export interface GivenPart {
  readonly solid: GivenSolid;
  readonly isLeftOut: boolean;
}

export class GivenBone {
  readonly #grid: CutGrid;
  readonly #parts: readonly GivenPart[];
  readonly #place: Int32Array;
  readonly #setBone: (key: number) => void;
  readonly #box: CellBox;
  /** By the union's rows: upper bounds of the bone on the grid that is not given bone, and vice versa. */
  readonly #lost = new GrowingArray(new Float64Array(512));
  readonly #gained = new GrowingArray(new Float64Array(512));
  /** Cells without bone on the grid: place xyz, and an upper bound of the given bone there. */
  readonly #beside: number[] = [];
  /** The sum over those that the tool has come near. */
  readonly #near = new BoundsSum();

  /** @param place of the current cell. @param setBone sets it, and the cell's bone. */
  constructor(
    grid: CutGrid,
    parts: readonly GivenPart[],
    box: CellBox,
    place: Int32Array,
    setBone: (key: number) => void,
  ) {
    this.#grid = grid;
    this.#parts = parts;
    this.#box = box;
    this.#place = place;
    this.#setBone = setBone;
    this.#findBeside();
  }

  #findBeside(): void {
    const { low, high } = this.#box;
    const [x, y, z] = this.#grid.lattice.parts;
    const place = this.#place;
    for (let k = low[2]; k <= high[2]; k++)
      for (let j = low[1]; j <= high[1]; j++)
        for (let i = low[0]; i <= high[0]; i++) {
          if (this.#grid.cornersInside(i, j, k) !== 0) continue;
          place.set([i, j, k]);
          const most = this.#most(x[i] + y[j] + z[k]);
          if (most > 0) this.#beside.push(i, j, k, most);
        }
  }

  /** Upper bound of the given bone in the current cell. */
  #most(key: number): number {
    let most = 1;
    for (const { solid, isLeftOut } of this.#parts) {
      if (most === 0) return 0;
      const { low, high } = solid.common(key, true);
      most = Math.min(most, isLeftOut ? 1 - low : high);
    }
    return Math.max(0, most);
  }

  /** @param box low xyz and high xyz, in cells, of a sweep. */
  comeNear(box: ArrayLike<number>): void {
    const beside = this.#beside;
    let kept = 0;
    for (let n = 0; n < beside.length; n += 4) {
      const isNear = [0, 1, 2].every((k) => beside[n + k] + 1 >= box[k] && beside[n + k] <= box[3 + k]);
      if (isNear) this.#near.add(0, beside[n + 3]);
      else for (let k = 0; k < 4; k++) beside[kept++] = beside[n + k];
    }
    beside.length = kept;
  }

  /** In cells. */
  volume(union: UnionVolume): VolumeBounds {
    const sum = new BoundsSum();
    union.each((row, key, bone, low, high) => {
      if (row === this.#lost.length) this.#compare(key, bone);
      const [lost, gained] = [this.#lost.values[row], this.#gained.values[row]];
      sum.add(Math.max(0, low - lost), Math.min(bone - lost + gained, high + gained));
    });
    const { low, high } = sum.total;
    return { low, high: high + this.#near.total.high };
  }

  #compare(key: number, bone: number): void {
    const place = this.#place;
    this.#setBone(key);
    let [most, common] = [1, 0];
    if (this.#isInBox()) {
      common = bone;
      const isFull = this.#grid.cornersInside(place[0], place[1], place[2]) === FULL;
      for (const { solid, isLeftOut } of this.#parts) {
        const own = solid.common(key, isFull);
        common += (isLeftOut ? bone - own.high : own.low) - bone;
      }
      most = this.#most(key);
    }
    common = Math.min(bone, Math.max(0, common));
    this.#lost.push(bone - common);
    this.#gained.push(Math.max(0, most - common));
  }

  #isInBox(): boolean {
    const { low, high } = this.#box;
    return [0, 1, 2].every((k) => this.#place[k] >= low[k] && this.#place[k] <= high[k]);
  }
}
