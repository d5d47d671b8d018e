// A cut → how much bone the tool swept, as an interval, and what the surface lost with it, at any later time.
//
// A sphere or capsule lies between two meshes (round-mesh.ts): it sweeps all that the inner one sweeps, and the outer
// one sweeps all that it sweeps. So the low end comes from the inner mesh, the high end from the outer one. The outer
// mesh is at most 1/15 larger, and its points move farther by as much than the points for which the poses are spaced:
// less than the 1/7 by which the poses are closer together than BETWEEN requires (cut-tool.ts).

import type { BoneHistory, FaceRange, Moment } from './bone-history.ts';
import type { TriangleMesh } from '#mesh';
import type { CheckedMotion } from '#motion';
import type { CutGrid } from './cut-grid.ts';
import { type LostFeatures, lostFeatures } from './lost-features.ts';
import type { MotionPoses } from './motion-poses.ts';
import { type TakeCell, type VolumeBounds, VolumeMeter } from './removed-volume.ts';
import { Sweep } from './sweep.ts';
import { partsOf } from './tool-parts.ts';
import type { ToolPoints } from './tool-points.ts';
import { UnionVolume } from './union-volume.ts';

/** What a cut did, and the bone before it: enough to compute the swept volume later. */
export interface MeasuredCut {
  /** What cut. */
  readonly tool: ToolPoints;
  /** The true tool contains `tool` and lies inside this one; null if `tool` is the true one. */
  readonly about: ToolPoints | null;
  readonly poses: MotionPoses;
  /** What cuts, in its own frame, and its motion. */
  readonly mesh: TriangleMesh;
  readonly motion: CheckedMotion;
  /** The bone before it, and after. */
  readonly before: Moment;
  readonly after: Moment;
  /** Vertices that it removed, the first `heldCount` because the tool held them at some pose. */
  readonly removed: Uint32Array;
  readonly heldCount: number;
  /** mm³: what the surface lost. */
  readonly loss: number;
}

export interface CutMeasures {
  /** mm³: contains the volume of the intersection of the bone before the cut with what the tool swept. */
  readonly volume: VolumeBounds;
  readonly lost: LostFeatures;
}

export function measureCut(grid: CutGrid, history: BoneHistory, cut: MeasuredCut): CutMeasures {
  const union = new UnionVolume();
  const lost = history.at(cut.before, (facesOf) => {
    const { tool, about, poses, removed } = cut;
    const held = removed.subarray(0, cut.heldCount);
    if (about === null) measure(grid, tool, poses, held, facesOf, union.add.bind(union));
    else {
      measure(grid, about, poses, null, facesOf, (key, bone, _low, fresh) => union.add(key, bone, 0, fresh));
      measure(grid, tool, poses, held, facesOf, (key, bone, low) => union.add(key, bone, low, 0));
    }
    return lostFeatures(grid, removed, union);
  });
  const { low, high } = union.sum();
  const mm3 = grid.lattice.cell ** 3;
  const volume = { low: Math.max(0, Math.min(low * mm3, cut.loss)), high: Math.max(high * mm3, cut.loss) };
  return { volume, lost };
}

/** @param held vertices that the whole tool held; null if not known. */
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

/** Vertices that a tool holds at some pose, with the current signs. */
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
