// A bone, a tool and the poses of an operation → the bone after the cut, and all that is measured along the way.

import { checkPose } from '#core';
import type { CuttableBone } from '#cutting';
import type { Bounds, TriangleMesh } from '#mesh';
import type { Interval } from '#records';
import { deepestPlunge, type PlungeAt, PlungeGauge } from './plunge.ts';
import { RegionVolumes, type RemovedVolumes } from './region-volumes.ts';
import { type NearestPass, nearestPass, StructureGauge, type StructureNearness } from './structure-gauge.ts';
import { type Plane, type WallDeviation, wallDeviations } from './wall-deviation.ts';

export interface Operation {
  /** Closed and oriented, as is the tool. */
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  /** mm: the grid on which the bone is cut, and the resolution of depths. */
  readonly cell: number;
  /** 16 numbers per pose, two poses or more: tool frame → bone frame. */
  readonly poses: Float64Array;
  readonly planes: readonly Plane[];
  readonly structures: readonly TriangleMesh[];
  /** Closed and oriented; null if volumes are not split. */
  readonly region: TriangleMesh | null;
  /** Unit, tool frame: the direction of feed; with it `wallAhead` is reported. */
  readonly feed?: readonly number[];
  readonly shank?: number;
}

/** At one pose. */
export interface StepFacts {
  /** null if bone or tool is not a solid. */
  readonly plunge: PlungeAt | null;
  /** One for each structure. */
  readonly structures: readonly StructureNearness[];
  /** Since the first pose. */
  readonly removed: RemovedVolumes;
}

export interface Assessment {
  readonly bone: CuttableBone;
  /** The bone on its grid, before the first cut. */
  readonly before: TriangleMesh;
  /** One for each pose. */
  readonly steps: readonly StepFacts[];
  /** The first pose with the deepest plunge; null if the tool never breaks through. */
  readonly deepest: number | null;
  /** The least wall ahead, and the first pose that has it; null without a feed, or if the tool never meets the bone. */
  readonly leastAhead: { readonly pose: number; readonly wall: Interval } | null;
  /** One for each structure. */
  readonly nearest: readonly NearestPass[];
  readonly removed: RemovedVolumes;
  /** Number of pieces of the bone, before the first cut and after the last: see CuttableBone.pieces. */
  readonly pieces: { readonly before: number; readonly after: number };
  /** mm: xyz of places where bone that is not shown may hold pieces together: see CutResult.bridges. */
  readonly bridges: readonly number[];
  /** One for each plane. */
  readonly deviations: readonly WallDeviation[];
}

/**
 * Plunge and structures are measured on the unchanged bone; a copy is cut.
 * @param onStep receives the number of motions done, and their total.
 * @throws (as a rejection) as createCuttableBone, CuttableBone.cut, createDetector; PoseError; what onStep throws.
 */
export async function assessCut(
  operation: Operation,
  onStep: (done: number, total: number) => void | Promise<void>,
): Promise<Assessment> {
  const { bone, tool, cell, poses, planes, region, feed, shank } = operation;
  const volumes = await RegionVolumes.create(bone, cell, region, reachOf(tool, poses));
  const before = volumes.bone.mesh;
  const piecesBefore = volumes.bone.pieces().length;
  const plunge = await PlungeGauge.create(bone, tool, { resolution: cell, feed, shank });
  const gauges: StructureGauge[] = [];
  try {
    for (const structure of operation.structures) gauges.push(await StructureGauge.create(structure, tool, cell));
    const total = poses.length / 16 - 1;
    const poseAt = (n: number) => poses.subarray(16 * n, 16 * n + 16);
    const steps: StepFacts[] = [];
    const between = gauges.map((): number[] => []);
    for (let n = 0; n <= total; n++) {
      if (n > 0) volumes.cut(tool, { from: poseAt(n - 1), to: poseAt(n) });
      const structures = gauges.map((gauge) => gauge.at(poseAt(n)));
      if (n > 0)
        for (const [g, gauge] of gauges.entries()) {
          const last = steps[n - 1].structures[g].distance;
          between[g].push(gauge.leastBetween(poseAt(n - 1), poseAt(n), last, structures[g].distance));
        }
      steps.push({ plunge: plunge.at(poseAt(n)), structures, removed: volumes.removed });
      await onStep(n, total);
    }
    const plunges = steps.map((step) => step.plunge);
    return {
      bone: volumes.bone,
      before,
      steps,
      deepest: deepestPlunge(plunges),
      leastAhead: leastAhead(plunges),
      nearest: gauges.map((_, g) =>
        nearestPass(
          steps.map(({ structures }) => structures[g]),
          between[g],
        ),
      ),
      removed: volumes.removed,
      pieces: { before: piecesBefore, after: volumes.bone.pieces().length },
      bridges: volumes.bridges,
      deviations: wallDeviations(before, volumes.bone.mesh, planes),
    };
  } finally {
    plunge.dispose();
    for (const gauge of gauges) gauge.dispose();
  }
}

/**
 * A box around all places of a moving tool. From one pose to the next each of its points moves in an arc of at most
 * half a turn, at most half its chord to the side.
 */
function reachOf({ positions }: TriangleMesh, poses: Float64Array): Bounds {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  const last = new Float64Array(positions.length);
  let longest = 0;
  for (let n = 0; n < poses.length; n += 16) {
    const { matrix: m } = checkPose(poses.subarray(n, n + 16));
    for (let p = 0; p < positions.length; p += 3) {
      let squared = 0;
      for (let k = 0; k < 3; k++) {
        const x = m[k] * positions[p] + m[4 + k] * positions[p + 1] + m[8 + k] * positions[p + 2] + m[12 + k];
        min[k] = Math.min(min[k], x);
        max[k] = Math.max(max[k], x);
        squared += (x - last[p + k]) ** 2;
        last[p + k] = x;
      }
      if (n > 0) longest = Math.max(longest, squared);
    }
  }
  const aside = Math.sqrt(longest) / 2;
  for (let k = 0; k < 3; k++) {
    min[k] -= aside;
    max[k] += aside;
  }
  return { min, max };
}

function leastAhead(plunges: readonly (PlungeAt | null)[]): Assessment['leastAhead'] {
  let least: Assessment['leastAhead'] = null;
  for (const [pose, plunge] of plunges.entries()) {
    const wall = plunge?.wallAhead;
    if (wall === null || wall === undefined || wall.low === Number.POSITIVE_INFINITY) continue;
    if (least === null || wall.low < least.wall.low) least = { pose, wall };
  }
  return least;
}
