// A cut → how much bone the tool swept, as an interval, at any later time.
//
// A sphere or capsule is between two meshes (round-mesh.ts): what the one within sweeps, it sweeps, and what it sweeps,
// the one about it does. So the low end is that of the one, the high end that of the other. The one about it is at most
// 1/15 larger, and its points go farther by as much than those for which the poses are spaced: less than the 1/7 by
// which these are nearer to each other than BETWEEN asks for (cut-tool.ts).

import type { BoneHistory, FaceRange, Moment } from './bone-history.ts';
import type { CutGrid } from './cut-grid.ts';
import type { MotionPoses } from './motion-poses.ts';
import { type TakeCell, type VolumeBounds, VolumeMeter } from './removed-volume.ts';
import { Sweep } from './sweep.ts';
import { partsOf } from './tool-parts.ts';
import type { ToolPoints } from './tool-points.ts';
import { UnionVolume } from './union-volume.ts';

/** What a cut did, and the bone before it: enough to tell the swept volume later. */
export interface MeasuredCut {
  /** What has cut. */
  readonly tool: ToolPoints;
  /** The true tool holds `tool`, and lies within this one; null where `tool` is the true one. */
  readonly about: ToolPoints | null;
  readonly poses: MotionPoses;
  readonly before: Moment;
  /** Vertices that the tool held at some pose. */
  readonly held: Uint32Array;
  /** mm³: what the surface lost. */
  readonly loss: number;
}

/** mm³: holds the volume that the bone, before the cut, had in common with what the tool swept. */
export function sweptVolume(grid: CutGrid, history: BoneHistory, cut: MeasuredCut): VolumeBounds {
  const union = new UnionVolume();
  history.at(cut.before, (facesOf) => {
    const { tool, about, poses, held } = cut;
    if (about === null) return measure(grid, tool, poses, held, facesOf, union.add.bind(union));
    measure(grid, about, poses, null, facesOf, (key, bone, _low, fresh) => union.add(key, bone, 0, fresh));
    measure(grid, tool, poses, held, facesOf, (key, bone, low) => union.add(key, bone, low, 0));
  });
  const { low, high } = union.sum();
  const mm3 = grid.lattice.cell ** 3;
  return { low: Math.max(0, Math.min(low * mm3, cut.loss)), high: Math.max(high * mm3, cut.loss) };
}

/** @param held vertices that the whole tool held; null: not known. */
function measure(
  grid: CutGrid,
  tool: ToolPoints,
  poses: MotionPoses,
  held: Uint32Array | null,
  facesOf: (cell: number, out: FaceRange) => void,
  take: TakeCell,
): void {
  const { parts, isSimple } = partsOf(tool, poses, grid.lattice);
  for (const part of parts) {
    const own = part === tool && held !== null ? held : heldBy(grid, part, poses);
    new VolumeMeter(grid, { tool: part, isSimple, poses, held: own }, facesOf, take).measure();
  }
}

/** Vertices that a tool holds at some pose, with the signs as they are. */
export function heldBy(grid: CutGrid, tool: ToolPoints, poses: Pick<MotionPoses, 'each'>): Uint32Array {
  const sweep = new Sweep(grid);
  sweep.begin(false);
  poses.each((pose) => {
    tool.moveTo(pose);
    sweep.addPose(tool);
  });
  const { values, length } = sweep.removed;
  const held = values.slice(0, length);
  sweep.takeBack();
  return held;
}
