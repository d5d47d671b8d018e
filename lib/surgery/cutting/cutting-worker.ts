// A worker: a closed surface, or a volume, and a cell → the bone on its lattice, as transferable parts.

import { serveQuestions } from '#workers';
import { type MakeAnswer, type MakeQuestion, makeBone } from './make-bone.ts';

void serveQuestions((_nothing: object) => (question: MakeQuestion, tell: (share: number) => void) => {
  const { grid, ...made } = makeBone(question, tell);
  return { ...made, grid: grid.parts } satisfies MakeAnswer;
});
