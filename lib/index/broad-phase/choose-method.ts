// Boxes → the method that is likely fastest for them, and why.
//
// The criteria, measured by `npm run bench -- broad-phase`: few bodies are swept, which keeps its order from update to
// update; if a box overlaps many others, comparing the neighbours of a whole leaf at once pays (hybrid); else a tree of
// Morton codes is built fastest (lbvh), unless the boxes move little and a better tree can be kept (bvh).

import { mulberry32 } from '#core';
import { type Boxes, overlap } from './boxes.ts';
import type { BroadPhaseMethod } from './broad-phase.ts';

/** Bodies up to which sweeping is fastest. */
const FEW = 1000;
/** Partners per body from which a leaf's bodies share most of their neighbours. */
const DENSE = 6;
/** The number of pairs sampled. */
const SAMPLE = 400_000;
const SEED = 1;

export interface Choice {
  readonly method: BroadPhaseMethod;
  readonly reason: string;
}

export function chooseMethod(boxes: Boxes): Choice {
  const { count } = boxes;
  if (count <= FEW)
    return {
      method: 'sweep',
      reason: `${count} boxes are few (up to ${FEW}): a sweep starts at once and keeps its order from update to update`,
    };
  const partners = meanPartners(boxes);
  const seen = `${count} boxes, ${disparity(boxes)}, each overlaps about ${partners.toPrecision(1)} others`;
  return partners < DENSE
    ? { method: 'lbvh', reason: `${seen}: a tree of Morton codes is made soonest, and refitted when boxes move on` }
    : { method: 'hybrid', reason: `${seen}: bodies that lie together share their neighbours, sizes apart` };
}

/** @param steady the observation that boxes move little; null if they do not. */
export function followMotion(choice: Choice, steady: string | null): Choice {
  if (choice.method !== 'lbvh' || steady === null) return choice;
  return { method: 'bvh', reason: `${steady}: a tree by surface area is refitted, and asked sooner than one of codes` };
}

/** The mean number of others that a box overlaps, estimated from random pairs. */
function meanPartners(boxes: Boxes): number {
  const { count } = boxes;
  const random = mulberry32(SEED);
  let met = 0;
  for (let n = 0; n < SAMPLE; n++) {
    const a = Math.floor(count * random());
    const b = Math.floor(count * random());
    if (a !== b && overlap(boxes, a, b)) met++;
  }
  return (count * met) / SAMPLE;
}

/** The range of sizes, in words: by longest extents, the least and the greatest of those that are not 0. */
function disparity({ count, bounds }: Boxes): string {
  let least = Number.POSITIVE_INFINITY;
  let greatest = 0;
  for (let i = 0; i < 6 * count; i += 6) {
    let extent = 0;
    // A quarter: differences of the largest f64 stay finite.
    for (let k = i; k < i + 3; k++) extent = Math.max(extent, bounds[k + 3] / 4 - bounds[k] / 4);
    if (extent > 0) least = Math.min(least, extent);
    greatest = Math.max(greatest, extent);
  }
  if (greatest === 0) return 'points all of them';
  const ratio = greatest / least;
  return Number.isFinite(ratio) ? `sizes 1 : ${Number(ratio.toPrecision(2))}` : 'sizes farther apart than numbers go';
}
