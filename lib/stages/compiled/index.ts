export { CompiledSide, type SideInput, type SideQuestion } from './compiled-side.ts';
export { stagesReady } from './compiled-stages.ts';
