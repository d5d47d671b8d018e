// A worker: what to work with, then shares of it → what they make.

import { serveQuestions } from '#workers';
import type { Share } from './share.ts';
import { answerShare, type Work } from './shares.ts';

void serveQuestions((work: Work) => (share: Share) => answerShare(work, share));
