export { CompiledSide, type SideInput, type SideQuestion } from './compiled-side.ts';
export { checkStages, stagesReady } from './compiled-stages.ts';
