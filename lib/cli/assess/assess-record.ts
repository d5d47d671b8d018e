// An Assessment → plain numbers that JSON can hold: one record per pose, and the figures of the whole operation.

import {
  type Assessment,
  type ForceSample,
  forceSummary,
  type PlungeAt,
  type RemovedVolumes,
  type WallDeviation,
} from '#assessment';
import type { Interval } from '#records';
import type { PoseList } from '../pose-file.ts';
import { type Range, rangeOf } from '../pose-record.ts';

/** mm; measured on the bone before the cut. */
interface PlungeRecord {
  readonly through: boolean;
  readonly depth: Range;
  /** Bone frame; null if the tool is not through. */
  readonly point: readonly number[] | null;
  /** null without a feed, and if no bone is ahead of any point of the tool that lies in the bone. */
  readonly wallAhead: Range | null;
}

/** mm, bone frame. */
interface StructureRecord {
  readonly name: string;
  readonly distance: number;
  /** null if they touch. */
  readonly structurePoint: readonly number[] | null;
  readonly toolPoint: readonly number[] | null;
  /** null if the structure is open. */
  readonly depth: Range | null;
}

export interface AssessRecord {
  readonly pose: number;
  /** s; left out if the poses have no times. */
  readonly time?: number;
  /** null if bone or tool is not a solid. */
  readonly plunge: PlungeRecord | null;
  readonly structures: readonly StructureRecord[];
  /** Removed since the first pose. */
  readonly removed: RemovedVolumes;
}

/** The pose at which something was worst. */
interface AtPose {
  readonly pose: number;
  readonly time?: number;
}

/** s and N. */
export interface ForceRecord {
  /** From the first force to the last; `mean` is over this time. */
  readonly seconds: number;
  readonly mean: number;
  readonly peak: number;
  readonly peakTime: number;
  /** null without a limit. */
  readonly limit: number | null;
  readonly secondsAbove: number | null;
}

export interface AssessResults {
  /** s from the first pose to the last; null if the poses have no times. */
  readonly seconds: number | null;
  /** null without a force file. */
  readonly force: ForceRecord | null;
  /** null if the tool breaks through at no pose. */
  readonly plunge: (AtPose & PlungeRecord) | null;
  /** null without a feed. */
  readonly leastWallAhead: (AtPose & { readonly wall: Range | null }) | null;
  /** distance: over the whole path, between the poses too. */
  readonly structures: readonly (AtPose & {
    readonly name: string;
    readonly distance: Interval;
    readonly depth: Range | null;
  })[];
  readonly removed: RemovedVolumes;
  /** One for each plane; mm and mm². */
  readonly deviations: readonly WallDeviation[];
  /** mm: no wall of the cut bone is farther than this from the exact one. */
  readonly bound: number;
  /** Number of pieces of bone before and after the cut; a sealed cavity is not one. */
  readonly pieces: { readonly before: number; readonly after: number };
}

export function recordSteps(found: Assessment, names: readonly string[], { times }: PoseList): AssessRecord[] {
  return found.steps.map(({ plunge, structures, removed }, pose) => ({
    ...atPose(pose, times),
    plunge: plunge && recordPlunge(plunge),
    structures: structures.map(({ distance, points, depth }, n) => ({
      name: names[n],
      distance,
      structurePoint: points?.structure ?? null,
      toolPoint: points?.tool ?? null,
      depth: rangeOf(depth),
    })),
    removed,
  }));
}

export function recordResults(
  found: Assessment,
  names: readonly string[],
  { times }: PoseList,
  forces: { readonly samples: readonly ForceSample[]; readonly limit: number | null } | null,
): AssessResults {
  const { deepest, leastAhead, nearest, steps } = found;
  const plunge = deepest === null ? null : steps[deepest].plunge;
  return {
    seconds: times === null ? null : times[times.length - 1] - times[0],
    force: forces && recordForce(forces.samples, forces.limit),
    plunge: deepest === null || plunge === null ? null : { ...atPose(deepest, times), ...recordPlunge(plunge) },
    leastWallAhead: leastAhead && { ...atPose(leastAhead.pose, times), wall: rangeOf(leastAhead.wall) },
    structures: nearest.map(({ pose, distance }, n) => ({
      name: names[n],
      ...atPose(pose, times),
      distance,
      depth: rangeOf(steps[pose].structures[n].depth),
    })),
    removed: found.removed,
    deviations: found.deviations,
    bound: found.bone.bound,
    pieces: found.pieces,
  };
}

function recordForce(samples: readonly ForceSample[], limit: number | null): ForceRecord | null {
  const summary = forceSummary(samples, limit ?? Number.POSITIVE_INFINITY);
  return summary && { ...summary, limit, secondsAbove: limit === null ? null : summary.secondsAbove };
}

function atPose(pose: number, times: Float64Array | null): AtPose {
  return { pose, ...(times === null ? {} : { time: times[pose] }) };
}

function recordPlunge({ isThrough, depth, point, wallAhead }: PlungeAt): PlungeRecord {
  return { through: isThrough, depth: rangeOf(depth) as Range, point, wallAhead: rangeOf(wallAhead) };
}
