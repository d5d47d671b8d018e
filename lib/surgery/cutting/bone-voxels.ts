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

import type { TriangleMesh } from '#mesh';
import { eachChainBack } from './cut-chains.ts';
import type { CuttableBone } from './cuttable-bone.ts';
import type { VoxelFrame } from './voxel-frame.ts';
import { VoxelLines, VoxelWindings } from './voxel-lines.ts';

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
 * @throws MeshError TOO_DEEP; OptionError FRAME_TOO_FAR.
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
  const { mesh: last } = bone.shownByGrid;
  const windings = new VoxelWindings(count, last.name);
  const lines = new VoxelLines(frame);
  lines.add(last.positions, last.faces, null, false);
  lines.each((voxel, change) => {
    windings.add(voxel, change);
    labels[voxel] = STANDS;
  });
  eachChainBack(bone, (cut, parts) => {
    for (const { mesh, faces, isBefore } of parts)
      lines.add(mesh.positions.values, mesh.faces.values, faces, !isBefore);
    const time = timeOf(cut);
    lines.each((voxel, change) => {
      const wasOut = windings.of[voxel] === 0;
      if (windings.add(voxel, change) !== 0 && wasOut && labels[voxel] === 0 && times[voxel] === NEVER)
        times[voxel] = time;
    });
  });
  for (let voxel = 0; voxel < count; voxel++)
    if (labels[voxel] === 0) {
      if (windings.of[voxel] === 0) times[voxel] = NEVER;
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
