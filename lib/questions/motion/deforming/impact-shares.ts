// A surface and the tree over it → the answers to shares of its steps, on any thread.
//
// A share keeps its part of the front from step to step. That is a cache: a share without one begins at the root, with
// the same answer. So a share may continue on another thread than before.

import type { DopAxes, MedianTree } from '#bvh';
import { DeformingSurface, type SurfaceTables } from './deforming-surface.ts';
import { type FoundImpacts, ImpactSearch } from './impact-search.ts';
import type { Orphans } from './orphans.ts';

/** What does not change from step to step. Arrays are in memory shared by all threads, if there is any. */
export interface SharedPlan {
  readonly tables: SurfaceTables;
  readonly orphans: Orphans;
  readonly tree: MedianTree;
  readonly axes: DopAxes;
  /** The number of shares a step is divided into. */
  readonly shares: number;
}

/** Which share of which step: xyz of each vertex at t = 0 and t = 1. */
export interface StepShare {
  readonly index: number;
  readonly start: Float64Array;
  readonly end: Float64Array;
}

export function shareAnswerer(plan: SharedPlan): (share: StepShare) => FoundImpacts {
  const surface = new DeformingSurface(plan.tables.vertexCount, plan.tables.corners, plan.tables);
  const searches: ImpactSearch[] = [];
  return ({ index, start, end }) => {
    searches[index] ??= new ImpactSearch({ ...plan, surface }, { index, of: plan.shares });
    return searches[index].find(start, end);
  };
}
