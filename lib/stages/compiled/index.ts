export { CompiledStages, type StagesHost } from './compiled-stages.ts';
