// A worker: a closed surface, or a volume, and a cell → the bone on its lattice, as transferable parts.

import { serveQuestions } from '#workers';
import { type MakeAnswer, type MakeQuestion, makeBone } from './make-bone.ts';

void serveQuestions((_nothing: object) => (question: MakeQuestion, tell: (share: number) => void) => {
  const { name, grid, thinWalls } = makeBone(question, tell);
  return { name, grid: grid.parts, thinWalls } satisfies MakeAnswer;
});
