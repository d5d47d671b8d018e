// Closed surfaces and a volume's frame → the voxels whose centres they wind around, and the centres near their faces.

import { MeshError, OptionError } from '#core';
import { hitLines, LineHits } from './line-hits.ts';
import { eachRange } from './mark-bone.ts';
import { NEAR, nearCentres } from './near-centres.ts';
import { type FacesInFrame, facesInFrame, type VoxelFrame } from './voxel-frame.ts';

/** The winding number of a bone around each voxel's centre. */
export class VoxelWindings {
  readonly of: Int8Array;
  readonly #name: string;

  /** @param name of the bone. */
  constructor(count: number, name: string) {
    this.of = new Int8Array(count);
    this.#name = name;
  }

  /** @returns the sum. @throws MeshError TOO_DEEP. */
  add(voxel: number, change: number): number {
    const sum = this.of[voxel] + change;
    if (sum < -128 || sum > 127)
      throw new MeshError(
        'TOO_DEEP',
        `"${this.#name}" has ${sum} shells around voxel ${voxel}, at most 127 are counted; mend the bone first.`,
      );
    this.of[voxel] = sum;
    return sum;
  }
}

/** Surfaces are added part by part. */
export class VoxelLines {
  readonly #frame: VoxelFrame;
  readonly #high: readonly number[];
  readonly #hits = new LineHits();
  /** A bit per voxel. */
  readonly #isNear: Uint32Array;
  nearCount = 0;
  #error = 0;

  constructor(frame: VoxelFrame) {
    const { dimensions } = frame;
    this.#frame = frame;
    this.#high = dimensions.map((n) => n - 1);
    this.#isNear = new Uint32Array(Math.ceil((dimensions[0] * dimensions[1] * dimensions[2]) / 32));
  }

  /** mm. A step along each axis of the index space moves a centre by at most the rows' sums. */
  get slack(): number {
    const m = this.#frame.indexToWorld;
    const sums = [0, 4, 8].map((row) => Math.abs(m[row]) + Math.abs(m[row + 1]) + Math.abs(m[row + 2]));
    return NEAR * this.#error * Math.hypot(...sums);
  }

  /** Adds faces, some by number or all. @throws OptionError FRAME_TOO_FAR. */
  add(
    positions: ArrayLike<number>,
    faces: ArrayLike<number>,
    numbers: Uint32Array | null,
    areTurnedOver: boolean,
  ): void {
    const own = facesInFrame(this.#frame, positions, faces, numbers);
    // near-centres.ts looks for the centre nearest to a place alone.
    if (!(NEAR * own.error < 0.5))
      throw new OptionError(
        'FRAME_TOO_FAR',
        `Rounding may move the bone by ${own.error.toPrecision(2)} voxels in the volume's frame, expected less than ${0.5 / NEAR}; correct the frame, which is too far away, or too flat.`,
      );
    this.#error = Math.max(this.#error, own.error);
    const { length } = this.#hits;
    hitLines(own.points, own.corners, null, own.count, 0, [0, 0, 0], this.#high, this.#hits);
    if (areTurnedOver) for (let n = length; n < this.#hits.length; n++) this.#hits.tag[n] ^= 1;
    this.#noteNear(own);
  }

  /** Visits each voxel around which what was added winds, and begins anew. */
  each(visit: (voxel: number, winding: number) => void): void {
    const [ni, nj] = this.#frame.dimensions;
    eachRange(this.#hits, (j, k, from, to, winding) => {
      const row = ni * (j + nj * k);
      const end = row + Math.min(to, ni - 1);
      for (let voxel = row + Math.max(0, from); voxel <= end; voxel++) visit(voxel, winding);
    });
    this.#hits.clear();
  }

  #noteNear(faces: FacesInFrame): void {
    const { dimensions } = this.#frame;
    nearCentres(faces, dimensions, (i, j, k) => {
      const voxel = i + dimensions[0] * (j + dimensions[1] * k);
      const bit = 1 << (voxel & 31);
      if ((this.#isNear[voxel >>> 5] & bit) !== 0) return;
      this.#isNear[voxel >>> 5] |= bit;
      this.nearCount++;
    });
  }
}
