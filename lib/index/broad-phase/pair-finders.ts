// The name of a method → the pair finder for it.

import type { Boxes } from './boxes.ts';
import type { BroadPhaseMethod } from './broad-phase.ts';
import { bspPairs } from './bsp.ts';
import { gridPairs } from './grid.ts';
import { hybridPairs } from './hybrid.ts';
import { kdTreePairs } from './kd-tree.ts';
import { octreePairs } from './loose-octree.ts';
import { Anew, type PairFinder } from './pair-finder.ts';
import { Sweep } from './sweep.ts';
import { TreeJoin } from './tree-join.ts';

export const PAIR_FINDERS: { readonly [Method in BroadPhaseMethod]: (boxes: Boxes) => PairFinder } = {
  grid: (boxes) => new Anew(boxes, gridPairs),
  octree: (boxes) => new Anew(boxes, octreePairs),
  'kd-tree': (boxes) => new Anew(boxes, kdTreePairs),
  bsp: (boxes) => new Anew(boxes, bspPairs),
  sweep: (boxes) => new Sweep(boxes),
  bvh: (boxes) => new TreeJoin(boxes),
  lbvh: (boxes) => new TreeJoin(boxes, 'codes'),
  hybrid: (boxes) => new Anew(boxes, hybridPairs),
};
