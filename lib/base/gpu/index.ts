export { type Groups, groupsFor, groupsOver } from './dispatch.ts';
export { openFaultScopes } from './fault-scopes.ts';
export { Gpu, type GpuChoice, openGpu } from './gpu.ts';
export {
  type Grid,
  inflation,
  isFineEnough,
  makeGrid,
  POSE_WORDS,
  toGrid,
  widthsAbove,
  widthsBelow,
  writePose,
} from './grid.ts';
export { GrowingBuffer } from './growing-buffer.ts';
export { type BuffersOf, KernelSet, type StageKernel } from './kernel-set.ts';
export { type Keep, owned } from './owned.ts';
export { PrefixSum } from './prefix-sum.ts';
export { RadixSort } from './radix-sort.ts';
export { Readback, type ReadbackPart } from './readback.ts';
export { StageTimer } from './timestamps.ts';
