export {
  type AnswerTimes,
  type BenchmarkJudgement,
  type PoseTally,
  rightShare,
  type StrokeTally,
} from './benchmark/benchmark-judgement.ts';
export type { PublishedLabel, PublishedStrokeLabel } from './benchmark/benchmark-labels.ts';
export { isHidden, labelHash } from './benchmark/hidden-label.ts';
export { type AnsweredCase, judgeBenchmark } from './benchmark/judge-benchmark.ts';
export { PoseLabeller } from './benchmark/label-poses.ts';
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
export { earlierAnswers } from './engines/earlier-answers.ts';
export { EngineJudge } from './engines/engine-judge.ts';
export {
  type AnswerJudgement,
  type DepthDefinition,
  depthDefinitions,
  type Enclosure,
  type JudgedContact,
  type JudgeOptions,
  type Uncovered,
  type VerdictFinding,
} from './engines/engine-judgement.ts';
export type {
  Engine,
  EngineAnswer,
  EngineContact,
  EngineModule,
  EngineName,
  EngineResults,
  EngineStroke,
  EngineVerdict,
} from './engines/engine-results.ts';
export type { DepthSummary, EngineSummary, EngineWord } from './engines/engine-summary.ts';
export { readResults } from './engines/read-results.ts';
export { resultsPage, resultsSchema, resultsTemplates } from './engines/results-schema.ts';
export { summariseEngine } from './engines/summarise-engine.ts';
export { resultLine, resultsHeader } from './engines/write-results.ts';
export { type ImpactQuery, judgeImpacts } from './judge-impacts.ts';
export { judgeMeshPair, type MeshPairJudgement } from './judge-mesh-pair.ts';
export { SweepJudge } from './judge-sweeps.ts';
export { addTallies, type FamilyTally, judgeTrianglePairs } from './judge-triangle-pairs.ts';
export type {
  ContactSample,
  PoseJudgement,
  RegionDistance,
  Tally,
  ValidationOptions,
  WorstContact,
} from './judgement.ts';
export { MotionTallies, type MotionTally } from './motion-tally.ts';
export { POINT_ORDERS, type PointKind, reordered } from './point-orders.ts';
export { PoseJudge } from './pose-judge.ts';
export { randomPoses } from './random-poses.ts';
export { type RandomSweep, randomSweeps } from './random-sweeps.ts';
export type { RefinementStudy, StudyBody, StudyFit, StudyOptions, StudyRow } from './refinement.ts';
export { runRefinementStudy } from './refinement-study.ts';
export { summarise } from './summarise.ts';
export { type JudgedMotion, type MotionSummary, summariseMotion } from './summarise-motion.ts';
export type { ValidationSummary, Verdict } from './summary.ts';
