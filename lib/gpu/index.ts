export { DispatchArgs, type DispatchTask } from './dispatch-args.ts';
export { Gpu, type GpuChoice, openGpu } from './gpu.ts';
export {
  BONE_ERROR,
  type Grid,
  inflation,
  isFineEnough,
  makeGrid,
  POSE_WORDS,
  spansAbove,
  spansBelow,
  toGrid,
  UNITS_PER_SPAN,
  writePose,
} from './grid.ts';
export { GrowingBuffer } from './growing-buffer.ts';
export { KernelSet, type StageKernel } from './kernel-set.ts';
export { dispatch, type Groups, groupsOver, PrefixSum } from './prefix-sum.ts';
export { Readback, type ReadbackPart } from './readback.ts';
export { StageTimer } from './timestamps.ts';
