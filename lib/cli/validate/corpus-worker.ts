// A worker thread: consecutive rounds of the triangle corpus, or one pair of meshes, by number → their judgement.

import { meshCorpus, triangleCorpus } from '#datasets';
import { type FamilyTally, judgeMeshPair, judgeTrianglePairs, type MeshPairJudgement } from '#validation';
import { serveTasks } from '../serve-tasks.ts';

export type CorpusTask =
  | { readonly kind: 'triangles'; readonly seed: number; readonly firstRound: number; readonly rounds: number }
  | { readonly kind: 'mesh'; readonly index: number };

await serveTasks(() => async (task: CorpusTask): Promise<FamilyTally[] | MeshPairJudgement> => {
  if (task.kind === 'mesh') return judgeMeshPair(meshCorpus()[task.index]);
  const { seed, firstRound, rounds } = task;
  return judgeTrianglePairs(triangleCorpus({ seed, firstRound, rounds }));
});
