export {
  type ComparableRun,
  compareRuns,
  differences,
  type FieldPair,
  type PoseDifference,
  type RunComparison,
  type TimePair,
} from './compare-runs.ts';
export { summariseCorpora } from './corpora.ts';
export { judgeMeshPair, type MeshPairJudgement } from './judge-mesh-pair.ts';
export { addTallies, type FamilyTally, judgeTrianglePairs } from './judge-triangle-pairs.ts';
export type {
  ContactSample,
  PoseJudgement,
  RegionDistance,
  Tally,
  ValidationOptions,
  WorstContact,
} from './judgement.ts';
export { PoseJudge } from './pose-judge.ts';
export { randomPoses } from './random-poses.ts';
export type { RefinementStudy, StudyBody, StudyFit, StudyOptions, StudyRow } from './refinement.ts';
export { runRefinementStudy } from './refinement-study.ts';
export { summarise } from './summarise.ts';
export type { ValidationSummary, Verdict } from './summary.ts';
