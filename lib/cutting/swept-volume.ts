// A cut → how much bone the tool swept, as an interval, at any later time.
//
// A sphere or capsule is between two meshes (round-mesh.ts): what the one within sweeps, it sweeps, and what it sweeps,
// the one about it does. So the low end is that of the one, the high end that of the other. The one about it is at most
// 1/15 larger, and its points go farther by as much than those for which the poses are spaced: less than the 1/7 by
// which these are nearer to each other than BETWEEN asks for (cut-tool.ts).

import type { BoneHistory } from './bone-history.ts';
import type { CutGrid } from './cut-grid.ts';
import type { MotionPoses } from './motion-poses.ts';
import { type MeasuredCut, type VolumeBounds, VolumeMeter } from './removed-volume.ts';
import { Sweep } from './sweep.ts';
import type { ToolPoints } from './tool-points.ts';

/** mm³: holds the volume that the bone, before the cut, had in common with what the tool swept. */
export function sweptVolume(grid: CutGrid, history: BoneHistory, cut: MeasuredCut): VolumeBounds {
  const { low, high } = history.at(cut.before, (facesOf) => {
    const own = new VolumeMeter(grid, cut, facesOf).measured();
    const { about, poses } = cut;
    if (about === null) return own;
    const held = heldBy(grid, about, poses);
    return { low: own.low, high: new VolumeMeter(grid, { ...cut, tool: about, held }, facesOf).measured().high };
  });
  const mm3 = grid.lattice.cell ** 3;
  return { low: Math.max(0, Math.min(low * mm3, cut.loss)), high: Math.max(high * mm3, cut.loss) };
}

/** Vertices that a tool holds at some pose, with the signs as they are. */
function heldBy(grid: CutGrid, tool: ToolPoints, poses: MotionPoses): Uint32Array {
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
