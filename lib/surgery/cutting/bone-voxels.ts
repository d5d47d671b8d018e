// A bone that was cut, and a volume's frame → for each voxel, by its centre: bone, removed bone and by which cut, or
// neither.
//
// The winding number of the present mesh is counted along lines of centres, along i (line-hits.ts: no line leaks).
// Going back, each cut's change of the surface is closed (cut-chains.ts), and is counted likewise, over its own lines:
//
//     now         ······■■■■■■■■■      the winding number w of each centre
//     last cut    ···+++·········      w and its change: the bone before it
//     …                                and so on to the bone as it was made
//
// A centre outside the present bone was removed if it was inside at first; by the last cut before which it was inside.

import { MeshError } from '#core';
import type { TriangleMesh } from '#mesh';
import { eachChainBack } from './cut-chains.ts';
import type { CuttableBone } from './cuttable-bone.ts';
import { hitLines, LineHits } from './line-hits.ts';
import { eachRange } from './mark-bone.ts';
import { NEAR, nearCentres } from './near-centres.ts';
import { type FacesInFrame, facesInFrame, type VoxelFrame } from './voxel-frame.ts';

/** Labels: 0 is no bone. A removed voxel in structure n, from 0, has IN_STRUCTURE + n. */
export const STANDS = 1;
export const REMOVED = 2;
export const IN_STRUCTURE = 3;
export const MOST_STRUCTURES = 255 - IN_STRUCTURE + 1;
/** In `times`: not removed. */
export const NEVER = -1;

export interface BoneVoxels {
  /** i fastest. */
  readonly labels: Uint8Array<ArrayBuffer>;
  /** Of the cut that removed the voxel: its time; NEVER for others. */
  readonly times: Float32Array<ArrayBuffer>;
  /** Centres no farther than `slack` from a face that the bone or a structure has or had: rounding may have decided. */
  readonly unsure: number;
  /** mm. */
  readonly slack: number;
}

/**
 * @param timeOf of a cut, the first one's number is 0; 0 or more. @param structures closed; a voxel in several counts
 * for the first.
 * @throws MeshError TOO_DEEP.
 */
export function boneVoxels(
  bone: CuttableBone,
  frame: VoxelFrame,
  timeOf: (cut: number) => number,
  structures: readonly TriangleMesh[],
): BoneVoxels {
  const { dimensions } = frame;
  const count = dimensions[0] * dimensions[1] * dimensions[2];
  const labels = new Uint8Array(count);
  const times = new Float32Array(count).fill(NEVER);
  const winding = new Int8Array(count);
  const lines = new VoxelLines(frame);
  const turn = (voxel: number, change: number): number => {
    const sum = winding[voxel] + change;
    if (sum < -128 || sum > 127)
      throw new MeshError(
        'TOO_DEEP',
        `"${bone.mesh.name}" has ${sum} shells around voxel ${voxel}, at most 127 are counted; mend the bone first.`,
      );
    winding[voxel] = sum;
    return sum;
  };
  lines.add(bone.mesh.positions, bone.mesh.faces, null, false);
  lines.each((voxel, change) => {
    turn(voxel, change);
    labels[voxel] = STANDS;
  });
  eachChainBack(bone, (cut, parts) => {
    for (const { mesh, faces, isBefore } of parts)
      lines.add(mesh.positions.values, mesh.faces.values, faces, !isBefore);
    const time = timeOf(cut);
    lines.each((voxel, change) => {
      const wasOut = winding[voxel] === 0;
      if (turn(voxel, change) !== 0 && wasOut && labels[voxel] === 0 && times[voxel] === NEVER) times[voxel] = time;
    });
  });
  for (let voxel = 0; voxel < count; voxel++)
    if (labels[voxel] === 0) {
      if (winding[voxel] === 0) times[voxel] = NEVER;
      else labels[voxel] = REMOVED;
    }
  for (const [n, { positions, faces }] of structures.entries()) {
    lines.add(positions, faces, null, false);
    lines.each((voxel) => {
      if (labels[voxel] === REMOVED) labels[voxel] = IN_STRUCTURE + n;
    });
  }
  return { labels, times, unsure: lines.nearCount, slack: lines.slack };
}

/** Closed surfaces, part by part → the voxels within; and the centres near any of their faces. */
class VoxelLines {
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

  /** Adds faces, some by number or all. */
  add(
    positions: ArrayLike<number>,
    faces: ArrayLike<number>,
    numbers: Uint32Array | null,
    areTurnedOver: boolean,
  ): void {
    const own = facesInFrame(this.#frame, positions, faces, numbers);
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
