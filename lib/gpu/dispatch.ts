// How many workgroups → a dispatch of a pass.

import { DISPATCH_SIZE, MOST_GROUPS, wordsOf } from '../records/index.ts';

/** How a dispatch is sized: by the host, or by the GPU in a buffer for indirect dispatch. */
export type Groups =
  | readonly [x: number, y: number, z?: number]
  | { readonly buffer: GPUBuffer; readonly offset: number };

export function dispatch(pass: GPUComputePassEncoder, groups: Groups): void {
  if ('buffer' in groups) pass.dispatchWorkgroupsIndirect(groups.buffer, groups.offset);
  else if (groups[0] > 0) pass.dispatchWorkgroups(groups[0], groups[1], groups[2]);
}

/** Workgroups over a number of items that the host knows. */
export function groupsOver(items: number, itemsPerGroup: number): [number, number] {
  const groups = Math.ceil(items / itemsPerGroup);
  return [Math.min(groups, MOST_GROUPS), Math.max(1, Math.ceil(groups / MOST_GROUPS))];
}

/** Bytes of one size in a buffer of indirect dispatches. */
export const DISPATCH_BYTES = 4 * wordsOf(DISPATCH_SIZE);

/** The size at place `slot` of a buffer of indirect dispatches. */
export function slotOf(buffer: GPUBuffer, slot: number): Groups {
  return { buffer, offset: DISPATCH_BYTES * slot };
}
