// A plan, a bone and what the trainee did to it → the figures of the score, all measured by `assessCut`, and the
// distance of the tools' axes from the planned line. The same plan, bone and path give the same figures.

import { assessCut, type CutPass, type Interval, type RemovedVolume, type TriangleMesh } from 'kerf';
import { FEED, type KnownTool, knownTool, strokeOf, sweptBy } from '../../workbench/src/tools.ts';
import { corridor } from './corridor.ts';
import { axisOffLine, axisOffPoint } from './off-line.ts';
import type { Pass, TaskPath } from './path.ts';
import type { Plan } from './plan.ts';
import { tubeMesh } from './tube.ts';

/** mm: of the grid on which the bone is cut, and the resolution of depths. */
const CELL = 1;

/** A length, and when it was reached, s since the task began. */
export interface Reached {
  /** mm. */
  readonly length: Interval;
  readonly at: number;
}

export interface Score {
  /** Whether the flap has come free: the bone is in more pieces than before. */
  readonly isFree: boolean;
  /** Places where bone that is not shown may still hold the flap. */
  readonly bridges: number;
  /** How far a tool has come out of the bone on its inner side; null: never. */
  readonly plunge: Reached | null;
  /** The least wall ahead; null if no tool met the bone. */
  readonly wallAhead: Reached | null;
  readonly structures: readonly { readonly name: string; readonly distance: Interval; readonly at: number }[];
  /** From the saw's axis to the planned line, and the burr's to the hole's middle, in the bone; null: it never was. */
  readonly offLine: { readonly largest: number; readonly mean: number; readonly at: number } | null;
  readonly offHole: number | null;
  readonly removed: { readonly all: RemovedVolume; readonly outside: RemovedVolume };
  /** N; null if the bone was not felt. */
  readonly force: { readonly peak: number; readonly mean: number } | null;
  /** s: from the first motion of a tool that was on to the last. */
  readonly seconds: number;
  readonly poses: number;
}

/** @param onStep receives the share done. @throws (as a rejection) as assessCut; Error if the path holds no pass. */
export async function scoreOf(
  plan: Plan,
  path: TaskPath,
  bone: TriangleMesh,
  onStep: (share: number) => void | Promise<void> = () => {},
): Promise<Score> {
  const { passes } = path;
  if (passes.length === 0)
    throw new Error('Nothing has been done with a tool that was on, so there is no score; switch the tool on and cut.');
  const found = await assessCut(
    {
      ...{ bone, cell: CELL, passes: await cutPasses(plan, passes) },
      structures: plan.structures.map(({ line, radius }) => tubeMesh(line, radius)),
      region: corridor(plan),
    },
    (done, total) => onStep(done / total),
  );
  const seconds = passes.flatMap((pass) => pass.seconds);
  const { steps, deepest, leastAhead, nearest, pieces, bridges, removed } = found;
  const isIn = steps.map(({ plunge }) => plunge?.wallAhead != null && plunge.wallAhead.low < Number.POSITIVE_INFINITY);
  const reached = (length: Interval, pose: number): Reached => ({ length, at: seconds[pose] });
  return {
    isFree: pieces.after > pieces.before,
    bridges: bridges.length / 3,
    plunge: deepest === null ? null : reached((steps[deepest].plunge as { depth: Interval }).depth, deepest),
    wallAhead: leastAhead && reached(leastAhead.wall, leastAhead.pose),
    structures: nearest.map(({ distance, pose }, n) => ({
      ...{ name: plan.structures[n].name, distance, at: seconds[pose] },
    })),
    ...deviations(plan, passes, isIn, seconds),
    removed: { all: removed.all, outside: removed.outside ?? removed.all },
    force: forceOf(passes),
    seconds: seconds[seconds.length - 1] - seconds[0],
    poses: seconds.length,
  };
}

/** What each tool removes, made once. */
async function cutPasses(plan: Plan, passes: readonly Pass[]): Promise<CutPass[]> {
  const made = new Map<KnownTool, TriangleMesh>();
  for (const tool of new Set(passes.map((pass) => pass.tool)))
    made.set(tool, await sweptBy(knownTool(tool, plan.burrHole.diameter), strokeOf(tool)));
  return passes.map(({ tool, poses }) => ({ tool: made.get(tool) as TriangleMesh, poses, feed: FEED }));
}

/** The saw's mean is over its poses in the bone, each for as long as until the next. */
function deviations(
  { line, burrHole }: Plan,
  passes: readonly Pass[],
  isIn: readonly boolean[],
  seconds: readonly number[],
): Pick<Score, 'offLine' | 'offHole'> {
  let pose = 0;
  let offHole: number | null = null;
  let largest = -1;
  let at = 0;
  let sum = 0;
  let time = 0;
  for (const { tool, poses } of passes)
    for (let n = 0; n < poses.length; n += 16, pose++) {
      if (!isIn[pose]) continue;
      const held = poses.subarray(n, n + 16);
      if (tool === 'burr') {
        offHole = Math.max(offHole ?? 0, axisOffPoint(burrHole.at, held));
        continue;
      }
      const off = axisOffLine(line, held);
      const lasts = n + 16 < poses.length ? seconds[pose + 1] - seconds[pose] : 0;
      sum += off * lasts;
      time += lasts;
      if (off <= largest) continue;
      largest = off;
      at = seconds[pose];
    }
  return { offHole, offLine: largest < 0 ? null : { largest, mean: time > 0 ? sum / time : largest, at } };
}

function forceOf(passes: readonly Pass[]): Score['force'] {
  const felt = passes.flatMap((pass) => pass.forces).filter((force) => force !== null);
  if (felt.length === 0) return null;
  return { peak: Math.max(...felt), mean: felt.reduce((sum, force) => sum + force, 0) / felt.length };
}
