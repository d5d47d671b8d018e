export {
  type ComparableRun,
  compareRuns,
  differences,
  type FieldPair,
  type PoseDifference,
  type RunComparison,
  type TimePair,
} from './compare-runs.ts';
export { type CorporaSummary, summariseCorpora } from './corpora.ts';
export { judgeMeshPair, type MeshPair, type MeshPairJudgement } from './judge-mesh-pair.ts';
export { addTallies, type FamilyTally, judgeTrianglePairs, type TrianglePair } from './judge-triangle-pairs.ts';
export type {
  ContactSample,
  PoseJudgement,
  RegionDistance,
  Tally,
  ValidationOptions,
  WorstContact,
} from './judgement.ts';
export { type AskedPose, type JudgeInputs, PoseJudge } from './pose-judge.ts';
export { type RandomPoseOptions, randomPoses } from './random-poses.ts';
export type {
  MeanMax,
  RefinementStudy,
  StudyBody,
  StudyFit,
  StudyOptions,
  StudyQuantity,
  StudyRefinement,
  StudyRow,
} from './refinement.ts';
export { runRefinementStudy } from './refinement-study.ts';
export { summarise } from './summarise.ts';
export type { Distribution, ValidationSummary, Verdict } from './summary.ts';
