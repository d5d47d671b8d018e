// A worker: boxes and a method, then slabs → their pairs.

import { serveQuestions } from '../workers/index.ts';
import type { Boxes } from './boxes.ts';
import type { BroadPhaseMethod } from './broad-phase.ts';
import { type Slab, slabPairs } from './slabs.ts';

void serveQuestions(({ boxes, method }: { boxes: Boxes; method: BroadPhaseMethod }) => {
  return (slab: Slab) => slabPairs(boxes, slab, method);
});
