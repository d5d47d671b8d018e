export type { BroadPhase, BroadPhaseMethod, BroadPhaseOptions } from './broad-phase.ts';
export { checkMethod } from './check-method.ts';
export { createBroadPhase } from './create-broad-phase.ts';
