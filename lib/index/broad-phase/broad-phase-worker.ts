// A worker: the task's input, then shares of the task → their results.

import { serveQuestions } from '#workers';
import type { Share } from './share.ts';
import { answerShare, type Work } from './shares.ts';

void serveQuestions((work: Work) => (share: Share) => answerShare(work, share));
