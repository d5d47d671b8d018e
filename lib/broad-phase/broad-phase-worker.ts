// A worker: boxes and a method, then shares of its work → their pairs.

import { serveQuestions } from '../workers/index.ts';
import type { Boxes } from './boxes.ts';
import type { BroadPhaseMethod } from './broad-phase.ts';
import { type Share, sharePairs } from './shares.ts';

void serveQuestions(({ boxes, method }: { boxes: Boxes; method: BroadPhaseMethod }) => {
  return (share: Share) => sharePairs(boxes, method, share);
});
