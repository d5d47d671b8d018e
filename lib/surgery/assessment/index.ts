export { type Assessment, assessCut, type CutPass, type Operation, type StepFacts } from './assess-cut.ts';
export { type ForceSample, type ForceSummary, forceSummary } from './force-summary.ts';
export { facesMadeByCut } from './made-by-cut.ts';
export type { PlungeAt } from './plunge.ts';
export type { RemovedVolume, RemovedVolumes } from './region-volumes.ts';
export type { NearestPass, StructureNearness } from './structure-gauge.ts';
export type { Plane, WallDeviation, WallFacts } from './wall-deviation.ts';
