// The first contact of a stroke and its two poses → its description: how far the tool has gone by then, of the whole.

import type { FirstContact } from 'kerf';
import { mm } from './numbers.ts';

type Found = Pick<FirstContact, 'status' | 'time'>;

/** Lengths are those of the tool origin's path. */
export function strokeWords({ status, time }: Found, from: Float64Array, to: Float64Array): string {
  if (status === 'initial') return 'in contact at the mark';
  const { length, turn } = strokeWay(from, to);
  const way = (low: number, high: number) => mm({ low: low * length, high: high * length });
  const degrees = (share: number) => `${((share * turn * 180) / Math.PI).toFixed(1)}°`;
  const ifTurned = (says: string) => (degrees(1) === degrees(0) ? '' : `, ${says}`);
  if (status === 'free') return `free for ${way(1, 1)}${ifTurned(degrees(1))}`;
  const turned = ifTurned(`${degrees(time.low)} of ${degrees(1)}`);
  const after = `after ${way(time.low, time.high)} of ${way(1, 1)}${turned}`;
  return status === 'contact' ? `touches ${after}` : `grazing ${after}: whether it touches is not decided`;
}

export interface StrokeWay {
  /** mm along the path, which is covered at constant speed. */
  readonly length: number;
  /** rad, the shorter way round. */
  readonly turn: number;
}

/**
 * A displacement is a rotation θ about an axis and a translation along it. The origin moves along a helix: the part of
 * its displacement across the axis is the chord of an arc, which is longer by the factor (θ/2) / sin(θ/2).
 */
export function strokeWay(from: ArrayLike<number>, to: ArrayLike<number>): StrokeWay {
  const way = [12, 13, 14].map((i) => to[i] - from[i]);
  const turned = (row: number, column: number) => [0, 4, 8].reduce((sum, k) => sum + to[k + row] * from[k + column], 0);
  const axis = [turned(2, 1) - turned(1, 2), turned(0, 2) - turned(2, 0), turned(1, 0) - turned(0, 1)];
  const sine = Math.hypot(...axis) / 2;
  const turn = Math.atan2(sine, (turned(0, 0) + turned(1, 1) + turned(2, 2) - 1) / 2);
  if (sine === 0) return { length: Math.hypot(...way), turn };
  const along = axis.reduce((sum, x, k) => sum + (x / (2 * sine)) * way[k], 0);
  const across = way.map((x, k) => x - (along * axis[k]) / (2 * sine));
  return { length: Math.hypot(along, (Math.hypot(...across) * (turn / 2)) / Math.sin(turn / 2)), turn };
}
