export { DispatchArgs, type DispatchTask } from './dispatch-args.ts';
export { faceWords, type GeometryLayout, geometryLayout, vertexWords } from './geometry.ts';
export { Gpu, type GpuChoice, type KernelSource, openGpu } from './gpu.ts';
export {
  BONE_ERROR,
  type Grid,
  inflation,
  isFineEnough,
  makeGrid,
  POSE_WORDS,
  spansAbove,
  spansBelow,
  UNITS_PER_SPAN,
  writePose,
} from './grid.ts';
export { GrowingBuffer } from './growing-buffer.ts';
export { KernelSet, type RunKernel, type StageKernel } from './kernel-set.ts';
export {
  dispatch,
  type Groups,
  groupsOver,
  PREFIX_SUM_DISPATCHES,
  PrefixSum,
  type PrefixSumTask,
} from './prefix-sum.ts';
export { Readback, type ReadbackPart } from './readback.ts';
export { StageTimer } from './timestamps.ts';
export { type TreeLayout, treeChanges, treeLayout, treeWords } from './tree-buffer.ts';
