// A map and many points → their sides by a GPU, which leaves to the CPU what f32 cannot decide: the same bytes as by
// the CPU alone.

import { checkBackend, checkOptionNames, gpuPart, KeptOnGpu, type OptionNames } from '#core';
import { type Backend, POINT_UNDECIDED } from '#records';
import type { GpuSides } from './gpu-sides.ts';
import type { MapTable } from './onto-map.ts';

export interface SidesOptions {
  /** Default 'auto': WebGPU if a GPU is found, else the CPU. */
  readonly backend?: Backend | 'auto';
}
const OPTIONS: OptionNames<SidesOptions> = { backend: true };

/** A table stays on the GPU for as long as its map lives. */
const onGpu = new KeptOnGpu<MapTable, GpuSides>(async (table, software) => {
  const part = await gpuPart(() => import('./gpu-sides.ts'));
  return part.GpuSides.open(table, { software });
});

/**
 * @param map whose table it is. @param points checked, and a copy.
 * @throws OptionError WRONG_TYPE, UNKNOWN_OPTION, BAD_BACKEND. DeviceError, as KeptOnGpu (as rejections).
 */
export async function sidesOf(
  map: object,
  table: MapTable,
  points: Float64Array,
  options: SidesOptions,
): Promise<Int8Array> {
  checkOptionNames(options, OPTIONS, 'sidesOf');
  const { backend = 'auto' } = options;
  checkBackend(backend);
  const found = backend === 'cpu' ? null : await onGpu.ask(map, table, backend, (copy) => copy.sides(points));
  const sides = found ?? new Int8Array(points.length / 3).fill(POINT_UNDECIDED);
  for (let n = 0; n < sides.length; n++)
    if (sides[n] === POINT_UNDECIDED) sides[n] = table.side(points[3 * n], points[3 * n + 1], points[3 * n + 2]);
  return sides;
}
