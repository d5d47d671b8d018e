// Boxes, a method and a share of its work → the pairs of that share; those of all shares are all pairs, each once.

import type { Boxes } from './boxes.ts';
import type { BroadPhaseMethod } from './broad-phase.ts';
import { hybridPairs } from './hybrid.ts';
import { slabPairs, slabsOf } from './slabs.ts';

/** One of so many. */
export interface Share {
  readonly index: number;
  readonly of: number;
}

/** i, j, i, j, … with i < j, ascending. The hybrid shares its leaves; for other methods space is cut into slabs. */
export function sharePairs(boxes: Boxes, method: BroadPhaseMethod, share: Share): Uint32Array {
  if (method === 'hybrid') return hybridPairs(boxes, share);
  const slab = slabsOf(boxes, share.of)[share.index];
  return slab === undefined ? new Uint32Array(0) : slabPairs(boxes, slab, method);
}
