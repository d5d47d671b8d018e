// Boxes → shares of the work, one per slab of space, whose pairs together are all pairs, each once.
//
//        slab 0   │  slab 1    │  slab 2        A pair belongs to the slab that contains its reference point: the
//      ┌──a────┐  │            │                greater of its two lows along the axis, where their overlap begins. A
//      │   ┌─b─┼──┼──┐         │                share takes the bodies that meet its slab: here a and b in slab 0, b
//      └───┼───┘  │  │   ┌──c──┼──┐             and c in slab 1, c in slab 2.
//          └──────┼──┘   └─────┼──┘
//                 │            │                Both bodies of a pair meet the slab of its reference point.
//
// J.-P. Dittrich, B. Seeger, "Data redundancy and duplicate detection in spatial join processing", ICDE 2000. A share
// may be answered by any method.

import type { Boxes } from './boxes.ts';
import type { BroadPhaseMethod } from './broad-phase.ts';
import { PAIR_FINDERS } from './pair-finders.ts';

/** Lows in [from, to) along an axis. */
export interface Slab {
  readonly axis: number;
  readonly from: number;
  readonly to: number;
}

/** The number of bodies from which the cuts are taken. */
const SAMPLE = 4096;

/** Slabs across the axis on which boxes are shortest relative to their spread; about equally many bodies in each. */
export function slabsOf({ count, bounds }: Boxes, slabs: number): Slab[] {
  const step = Math.max(1, Math.floor(count / SAMPLE));
  let axis = 0;
  let cuts: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    const lows: number[] = [];
    let extents = 0;
    for (let body = 0; body < count; body += step) {
      lows.push(bounds[6 * body + k]);
      extents += bounds[6 * body + 3 + k] / 4 - bounds[6 * body + k] / 4;
    }
    lows.sort((a, b) => a - b);
    const share = extents / (lows[lows.length - 1] / 4 - lows[0] / 4);
    if (!(share < least)) continue;
    least = share;
    axis = k;
    cuts = Array.from({ length: slabs - 1 }, (_, n) => lows[Math.floor(((n + 1) * lows.length) / slabs)]);
  }
  const ends = [Number.NEGATIVE_INFINITY, ...cuts, Number.POSITIVE_INFINITY];
  return ends.slice(1).map((to, n) => ({ axis, from: ends[n], to }));
}

/** The pairs of a slab, i, j, i, j, … with i < j, ascending. */
export function slabPairs({ count, bounds }: Boxes, { axis, from, to }: Slab, method: BroadPhaseMethod): Uint32Array {
  const bodies = new Uint32Array(count);
  let held = 0;
  for (let body = 0; body < count; body++)
    if (bounds[6 * body + axis] < to && bounds[6 * body + 3 + axis] >= from) bodies[held++] = body;
  const own = new Float64Array(6 * held);
  for (let i = 0; i < held; i++) for (let k = 0; k < 6; k++) own[6 * i + k] = bounds[6 * bodies[i] + k];
  const pairs = PAIR_FINDERS[method]({ count: held, bounds: own }).pairs();
  let end = 0;
  for (let at = 0; at < pairs.length; at += 2) {
    const [a, b] = [pairs[at], pairs[at + 1]];
    // Both lows are below `to`.
    if (own[6 * a + axis] < from && own[6 * b + axis] < from) continue;
    pairs[end++] = bodies[a];
    pairs[end++] = bodies[b];
  }
  return pairs.slice(0, end);
}
