// A surface and a seed → spheres moving on lines: through it, past it, just along it.

import { mulberry32, vectorLength } from '#core';
import type { TriangleMesh } from '#mesh';

export interface RandomSweep {
  readonly family: (typeof FAMILIES)[number];
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly radius: number;
}

const FAMILIES = ['anywhere', 'to the middle', 'a short step', 'past a vertex'] as const;
/** As shares of half the diagonal of the surface's box, times 1 to 2. 0 is a point. */
const RADII = [0, 1e-4, 1e-2, 5e-2];
const SHORT_STEP = 1e-3;

/**
 * Sweeps `first` to first + count − 1 of a seed, each from its own stream.
 *
 * - anywhere: from a place about the surface, in any direction, by 1/100 to all of half the diagonal.
 * - to the middle: from there towards the middle of the box, as far.
 * - a short step: 1/1000 of half the diagonal, as a hand moves in a moment, from about that far off a vertex.
 * - past a vertex: along an axis, 1/1000 to 1/10 of half the diagonal before and after it, so that the sphere would
 *   just touch the vertex, but for the rounding of a sum.
 */
export function* randomSweeps(
  { positions }: TriangleMesh,
  { seed, first, count }: { readonly seed: number; readonly first: number; readonly count: number },
): Generator<RandomSweep> {
  const { middle, half } = boxOf(positions);
  const extent = vectorLength(half[0], half[1], half[2]);
  for (let i = first; i < first + count; i++) {
    const random = mulberry32((Math.imul(i + 1, 0x9e3779b1) ^ seed) >>> 0);
    const signed = () => 2 * random() - 1;
    const below = (n: number) => Math.floor(n * random());
    const family = FAMILIES[i % FAMILIES.length];
    const radius = extent * RADII[below(RADII.length)] * (1 + random());
    const length = extent * 10 ** (-2 * random());
    const place = middle.map((x, k) => x + 1.2 * half[k] * signed());
    const offset = 3 * below(positions.length / 3);
    const vertex = Array.from(positions.subarray(offset, offset + 3));
    const direction = unit([signed(), signed(), signed()]);
    let from = place;
    let way = direction.map((x) => length * x);
    if (family === 'to the middle') way = unit(place.map((x, k) => middle[k] - x)).map((x) => length * x);
    if (family === 'a short step') {
      const away = unit([signed(), signed(), signed()]);
      from = vertex.map((x, k) => x + (radius + 1.5 * SHORT_STEP * extent * random()) * away[k]);
      way = direction.map((x) => SHORT_STEP * extent * x);
    }
    if (family === 'past a vertex') {
      const along = below(3);
      const across = (along + 1 + below(2)) % 3;
      from = vertex.map((x, k) => x + (k === along ? -length / 10 : k === across ? radius : 0));
      way = vertex.map((_, k) => (k === along ? length / 5 : 0));
    }
    yield { family, from: Float64Array.from(from), to: Float64Array.from(from, (x, k) => x + way[k]), radius };
  }
}

function unit(v: readonly number[]): number[] {
  const length = vectorLength(v[0], v[1], v[2]);
  return length > 0 ? v.map((x) => x / length) : [1, 0, 0];
}

function boxOf(positions: ArrayLike<number>): { middle: number[]; half: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = low.map((x) => -x);
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  return { middle: low.map((x, k) => (x + high[k]) / 2), half: low.map((x, k) => (high[k] - x) / 2) };
}
