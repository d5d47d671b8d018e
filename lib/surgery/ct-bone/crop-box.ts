// A box in mm, in the frame of the result → the box of the volume's index space, or why there is none.

import { OptionError } from '#core';
import type { Volume } from '#io';
import type { IndexBox } from './volume-window.ts';

/**
 * How far the volume's far end may be off a world axis, as a fraction of a voxel's edge, for a crop along that axis. A
 * header stores directions in f32 or with a few decimals. A crop plane is off by at most this.
 */
const ASIDE = 2 ** -7;

/** How an axis of the frame runs through a volume. */
interface AxisRun {
  /** The volume's own axis that is nearest to it, and mm from one of its samples to the next: below 0 if opposite. */
  readonly own: number;
  readonly step: number;
  /** mm: where the first sample is. */
  readonly start: number;
  /** mm: how far the other two axes go along it, over the volume's extent. */
  readonly aside: number;
  /** Whether that is as little as a header's rounding. */
  readonly isStraight: boolean;
}

/** @param axis of the frame: 0, 1 or 2. */
export function alongAxis({ dimensions, indexToWorld: m }: Volume, axis: number): AxisRun {
  const along = [0, 1, 2].map((column) => m[4 * axis + column]);
  const own = along.reduce((most, entry, column) => (Math.abs(entry) > Math.abs(along[most]) ? column : most), 0);
  const aside = along.reduce(
    (sum, entry, column) => (column === own ? sum : sum + Math.abs(entry) * (dimensions[column] - 1)),
    0,
  );
  const isStraight = aside <= ASIDE * Math.abs(along[own]);
  return { own, step: along[own], start: m[4 * axis + 3], aside, isStraight };
}

/** The whole volume: between its outermost samples. */
export function wholeBox({ dimensions: [nx, ny, nz] }: Volume): IndexBox {
  return { low: [0, 0, 0], high: [nx - 1, ny - 1, nz - 1] };
}

/**
 * @param crop x0 x1 y0 y1 z0 z1, mm, low < high: the crop's planes. A plane beyond the volume stands for the volume's
 * end.
 * @throws OptionError BAD_CROP (low ≥ high, nothing of the volume inside, or a volume whose axes are not along those of
 * the frame).
 */
export function cropBox(volume: Volume, crop: readonly number[]): IndexBox {
  const { dimensions } = volume;
  const whole = wholeBox(volume);
  const low = [...whole.low];
  const high = [...whole.high];
  for (let axis = 0; axis < 3; axis++) {
    const { own, step, start, aside, isStraight } = alongAxis(volume, axis);
    if (!isStraight)
      throw new OptionError(
        'BAD_CROP',
        `The volume's axes run aside of ${'xyz'[axis]} (by ${aside.toFixed(2)} mm over its extent), so a crop in mm ` +
          'would not be along them; crop it in the program that resamples it, or leave crop out.',
      );
    const ends = [crop[2 * axis], crop[2 * axis + 1]].map((plane) => (plane - start) / step);
    low[own] = Math.max(low[own], Math.min(...ends));
    high[own] = Math.min(high[own], Math.max(...ends));
    if (!(low[own] < high[own])) {
      const extent = [0, dimensions[own] - 1].map((index) => index * step + start).sort((a, b) => a - b);
      throw new OptionError(
        'BAD_CROP',
        `crop is ${crop[2 * axis]} to ${crop[2 * axis + 1]} mm along ${'xyz'[axis]}, expected a part of the volume, ` +
          `which lies from ${extent[0].toFixed(3)} to ${extent[1].toFixed(3)}; correct it.`,
      );
    }
  }
  return { low: [low[0], low[1], low[2]], high: [high[0], high[1], high[2]] };
}
