// The public face of the broad phase.

import type { OptionNames } from '#core';
import type { Backend } from '#records';

export type BroadPhaseMethod = 'grid' | 'octree' | 'kd-tree' | 'bsp' | 'sweep' | 'bvh' | 'lbvh' | 'hybrid';

export interface BroadPhaseOptions {
  /** 6 numbers per body: min x, y, z, max x, y, z; closed; min ≤ max, finite. They are copied. */
  readonly boxes: ArrayLike<number>;
  /** Default 'auto'. Every method returns the same pairs; they differ in time and memory. */
  readonly method?: BroadPhaseMethod | 'auto';
  /** Default 'auto', which takes the CPU. 'webgpu' serves 'lbvh' and 'hybrid'. */
  readonly backend?: Backend | 'auto';
  /** Threads for `pairs` by backend 'cpu'. Default 1: this thread alone. */
  readonly workers?: number;
}

export const BROAD_PHASE_OPTIONS: OptionNames<BroadPhaseOptions> = {
  boxes: true,
  method: true,
  backend: true,
  workers: true,
};

/** Which of many closed boxes overlap. Two overlap if they share a point: a face, an edge or a corner is enough. */
export interface BroadPhase {
  /** For the next answer. With 'auto' an update may change it: if boxes move little, a better tree pays. */
  readonly method: BroadPhaseMethod;
  /** Why this method: it was requested, what 'auto' saw in the boxes and updates, or what the backend serves. */
  readonly methodReason: string;
  readonly backend: Backend;
  /**
   * New boxes for all bodies (6·n numbers), or for those numbered (6 each). Changes nothing if it throws. A pending
   * answer is for the boxes at the time of its request.
   * @throws OptionError WRONG_TYPE, BAD_LENGTH, BAD_BOX, UNKNOWN_BODY; KerfError DISPOSED.
   */
  update(boxes: ArrayLike<number>, bodies?: ArrayLike<number>): void;
  /**
   * i, j, i, j, … of all pairs i < j that overlap, ascending. Exact. If several threads found them, they may lie in
   * memory shared by threads, which cannot be transferred: `slice` makes a copy that can.
   * @throws KerfError DISPOSED; with backend 'webgpu' DeviceError DEVICE_LOST, TOO_LARGE_FOR_DEVICE, GPU_ERROR (as
   * rejections).
   */
  pairs(): Promise<Uint32Array>;
  /** The same, synchronously, on this thread, by the CPU. @throws KerfError DISPOSED. */
  pairsSync(): Uint32Array;
  /** Ends its threads and releases its device. A pending answer is rejected. */
  dispose(): void;
}
