// A number of workgroups → a dispatch of a pass.

/** Workgroups along one dimension of a dispatch: WebGPU's default limit. */
const MOST_GROUPS = 65535;

/** How a dispatch is sized: by the host alone, so that a browser need not check a size that the GPU wrote. */
export type Groups = readonly [x: number, y: number, z?: number];

export function dispatch(pass: GPUComputePassEncoder, [x, y, z]: Groups): void {
  if (x > 0) pass.dispatchWorkgroups(x, y, z);
}

/** Workgroups over a number of items that the host knows. */
export function groupsOver(items: number, itemsPerGroup: number): [number, number] {
  const groups = Math.ceil(items / itemsPerGroup);
  return [Math.min(groups, MOST_GROUPS), Math.max(1, Math.ceil(groups / MOST_GROUPS))];
}

/** Groups of 64 threads that fill the largest GPUs: 2^18 threads at once. */
const MOST_STRIDING = 4096;

/**
 * Workgroups over items whose number only the GPU knows. Each thread advances by the number of threads
 * (wgsl/common/per-item.wgsl), so any number of workgroups takes all items.
 * @param expected how many there may be: as many are taken at once.
 */
export function groupsFor(expected: number, itemsPerGroup: number): Groups {
  return [Math.min(Math.max(1, Math.ceil(expected / itemsPerGroup)), MOST_STRIDING), 1];
}
