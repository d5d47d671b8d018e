// Ranges of distance in texels → for each texel the ends of their union: sorted, disjoint, alternately lower and upper.
//
//   ranges   ├───┤    ├──┤                      ends   ┤0   1├    ┤2       3├
//              ├──┤     ├─────┤                 zone  0   1     2     3      4
//                                                     free  met  free  met   free

import { sortByKey } from '#core';
import type { TexelRanges } from './texel-ranges.ts';

export interface TexelBounds {
  /** Texel t has the ends starts[t] … starts[t + 1] − 1. */
  readonly starts: Uint32Array;
  /** Squares of distances, in the map's unit, rounded outward. */
  readonly ends: Float32Array;
}

export function texelBounds({ texels, lows, highs }: TexelRanges, texelCount: number): TexelBounds {
  const count = texels.length;
  // f32 numbers ≥ 0 have the order of their bits.
  const order = sortByKey(new Uint32Array(lows.values.buffer, 0, count), count);
  const starts = new Uint32Array(texelCount + 1);
  for (let i = 0; i < count; i++) starts[texels.values[i] + 1]++;
  for (let t = 0; t < texelCount; t++) starts[t + 1] += starts[t];
  const byTexel = new Uint32Array(count);
  const next = starts.slice();
  for (const row of order) byTexel[next[texels.values[row]]++] = row;
  const ends = new Float32Array(2 * count);
  let used = 0;
  let from = 0;
  for (let t = 0; t < texelCount; t++) {
    const first = used;
    const to = starts[t + 1];
    for (let i = from; i < to; i++) {
      const low = lows.values[byTexel[i]];
      const high = highs.values[byTexel[i]];
      if (used > first && low <= ends[used - 1]) ends[used - 1] = Math.max(ends[used - 1], high);
      else {
        ends[used++] = low;
        ends[used++] = high;
      }
    }
    from = to;
    starts[t + 1] = used;
  }
  return { starts, ends: ends.slice(0, used) };
}
