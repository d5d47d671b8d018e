// A bone and the motions of tools in an operation → the bone after the cut, and all that is measured along the way.

import { checkFunction, checkPose } from '#core';
import type { CuttableBone } from '#cutting';
import type { Bounds, TriangleMesh } from '#mesh';
import type { Interval } from '#records';
import { checkedOperation } from './check-operation.ts';
import { deepestPlunge, type PlungeAt, PlungeGauge } from './plunge.ts';
import { RegionVolumes, type RemovedVolumes } from './region-volumes.ts';
import { type NearestPass, nearestPass, StructureGauge, type StructureNearness } from './structure-gauge.ts';
import { type Plane, type WallDeviation, wallDeviations } from './wall-deviation.ts';

/** A tool that removes bone without interruption. It is set down at the first pose, which by itself removes nothing. */
export interface CutPass {
  /** Closed and oriented. */
  readonly tool: TriangleMesh;
  /** 16 numbers per pose, one pose or more: tool frame → bone frame. */
  readonly poses: Float64Array;
  /** Unit, tool frame: the direction of feed; with it `wallAhead` is reported. */
  readonly feed?: readonly number[];
  /** The vertex by which the tool is held; default: the one farthest from the bone. */
  readonly shank?: number;
}

export interface Operation {
  /** Closed and oriented. */
  readonly bone: TriangleMesh;
  /** In the order of time. Between them no tool removes anything. */
  readonly passes: readonly CutPass[];
  /** mm: the grid on which the bone is cut, and the resolution of depths. */
  readonly cell: number;
  readonly planes?: readonly Plane[];
  readonly structures?: readonly TriangleMesh[];
  /** Closed and oriented; without it volumes are not split. */
  readonly region?: TriangleMesh;
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

/** Poses are counted through all passes. */
export interface Assessment {
  readonly bone: CuttableBone;
  /** The bone on its grid, before the first cut. */
  readonly before: TriangleMesh;
  /** One for each pose. */
  readonly steps: readonly StepFacts[];
  /** The first pose with the deepest plunge; null if no tool ever breaks through. */
  readonly deepest: number | null;
  /** The least wall ahead, and the first pose that has it; null without a feed, or if no tool ever meets the bone. */
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
 * What tools did to a bone: plunge, distance to structures, volume removed, deviation from planes. Plunge and
 * structures are measured on the unchanged bone; a copy is cut.
 * @param onStep receives the number of poses done, and their total; what it throws ends the work.
 * @throws (as a rejection) OptionError BAD_PASSES, BAD_PLANE, WRONG_TYPE, UNKNOWN_OPTION; as createCuttableBone,
 * CuttableBone.cut, createDetector; PoseError.
 */
export async function assessCut(
  operation: Operation,
  onStep: (done: number, total: number) => void | Promise<void> = () => {},
): Promise<Assessment> {
  const { bone, passes, cell, planes, structures, region } = checkedOperation(operation);
  checkFunction(onStep, 'onStep', 'pass a function that takes the poses done, or leave it out');
  const total = passes.reduce((count, { poses }) => count + poses.length / 16, 0);
  const volumes = await RegionVolumes.create(bone, cell, region, reachOf(passes));
  const before = volumes.bone.mesh;
  const piecesBefore = volumes.bone.pieces().length;
  const gauges = new Gauges(bone, structures, cell);
  try {
    const steps: StepFacts[] = [];
    const between = structures.map((): number[] => []);
    for (const pass of passes) {
      const { plunge, near } = await gauges.of(pass);
      const { tool, poses } = pass;
      for (let n = 0; n < poses.length; n += 16) {
        const pose = poses.subarray(n, n + 16);
        const last = n === 0 ? null : poses.subarray(n - 16, n);
        if (last !== null) volumes.cut(tool, { from: last, to: pose });
        const nearness = near.map((gauge) => gauge.at(pose));
        if (last !== null)
          for (const [g, gauge] of near.entries()) {
            const { distance } = (steps.at(-1) as StepFacts).structures[g];
            between[g].push(gauge.leastBetween(last, pose, distance, nearness[g].distance));
          }
        steps.push({ plunge: plunge.at(pose), structures: nearness, removed: volumes.removed });
        await onStep(steps.length, total);
      }
    }
    const plunges = steps.map((step) => step.plunge);
    return {
      bone: volumes.bone,
      before,
      steps,
      deepest: deepestPlunge(plunges),
      leastAhead: leastAhead(plunges),
      nearest: structures.map((_, g) =>
        nearestPass(
          steps.map((step) => step.structures[g]),
          between[g],
        ),
      ),
      removed: volumes.removed,
      pieces: { before: piecesBefore, after: volumes.bone.pieces().length },
      bridges: volumes.bridges,
      deviations: wallDeviations(before, volumes.bone.mesh, planes),
    };
  } finally {
    gauges.dispose();
  }
}

/** What measures the passes, made once for each tool and way to hold it. */
class Gauges {
  readonly #bone: TriangleMesh;
  readonly #structures: readonly TriangleMesh[];
  readonly #cell: number;
  readonly #plunges: { readonly pass: CutPass; readonly gauge: PlungeGauge }[] = [];
  readonly #near = new Map<TriangleMesh, StructureGauge[]>();

  constructor(bone: TriangleMesh, structures: readonly TriangleMesh[], cell: number) {
    this.#bone = bone;
    this.#structures = structures;
    this.#cell = cell;
  }

  /** @throws (as a rejection) as createDetector. */
  async of(pass: CutPass): Promise<{ plunge: PlungeGauge; near: readonly StructureGauge[] }> {
    const { tool, feed, shank } = pass;
    const isAlike = ({ pass: other }: { pass: CutPass }) =>
      other.tool === tool && other.feed?.join() === feed?.join() && other.shank === shank;
    let plunge = this.#plunges.find(isAlike)?.gauge;
    if (plunge === undefined) {
      plunge = await PlungeGauge.create(this.#bone, tool, { resolution: this.#cell, feed, shank });
      this.#plunges.push({ pass, gauge: plunge });
    }
    let near = this.#near.get(tool);
    if (near === undefined) {
      near = [];
      this.#near.set(tool, near);
      for (const structure of this.#structures) near.push(await StructureGauge.create(structure, tool, this.#cell));
    }
    return { plunge, near };
  }

  dispose(): void {
    for (const { gauge } of this.#plunges) gauge.dispose();
    for (const gauge of [...this.#near.values()].flat()) gauge.dispose();
  }
}

/**
 * A box around all places of the moving tools. From one pose to the next each point moves in an arc of at most half a
 * turn, at most half its chord to the side.
 */
function reachOf(passes: readonly CutPass[]): Bounds {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  let longest = 0;
  for (const { tool, poses } of passes) {
    const { positions } = tool;
    const last = new Float64Array(positions.length);
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
