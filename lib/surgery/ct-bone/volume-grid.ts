// A volume → facts about its grid of samples.

import { vectorLength } from '#core';
import { toWorld, type Volume } from '#io';
import type { Bounds } from '#mesh';

export interface VolumeGrid {
  readonly dimensions: readonly [number, number, number];
  /** mm along i, j, k. */
  readonly spacing: readonly [number, number, number];
  /** The box of the sample points, mm, in the frame of the result. */
  readonly bounds: Bounds;
}

export function volumeGrid({ dimensions, indexToWorld: m }: Volume): VolumeGrid {
  const length = (column: number) => vectorLength(m[column], m[4 + column], m[8 + column]);
  const corners = Float64Array.from(
    { length: 24 },
    (_, i) => ((Math.floor(i / 3) >> (i % 3)) & 1) * (dimensions[i % 3] - 1),
  );
  toWorld(corners, m);
  const end = (choose: (...values: number[]) => number, axis: number) =>
    choose(...corners.filter((_, i) => i % 3 === axis));
  return {
    dimensions,
    spacing: [length(0), length(1), length(2)],
    bounds: {
      min: [end(Math.min, 0), end(Math.min, 1), end(Math.min, 2)],
      max: [end(Math.max, 0), end(Math.max, 1), end(Math.max, 2)],
    },
  };
}
