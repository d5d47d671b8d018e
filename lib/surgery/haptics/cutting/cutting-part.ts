// The part of a tool that cuts, as given → checked numbers; and whether a point of the tool is in it.

import { checkNumbers, checkOptionNames, checkRecord, described, OptionError, type OptionNames } from '#core';

/** A box along the axes of the tool's frame, mm, its boundary included. */
export interface BoxPart {
  readonly low: ArrayLike<number>;
  readonly high: ArrayLike<number>;
}
/** All points within `radius` of the segment from `from` to `to`, tool frame, mm, its boundary included. */
export interface CapsulePart {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  readonly radius: number;
}
export type CuttingPart = BoxPart | CapsulePart;
const BOX: OptionNames<BoxPart> = { low: true, high: true };
const CAPSULE: OptionNames<CapsulePart> = { from: true, to: true, radius: true };

/** @throws OptionError BAD_OPTION, WRONG_TYPE, UNKNOWN_OPTION. */
export function checkPart(part: CuttingPart): CuttingPart {
  checkRecord(part, 'cutting.cuts', 'a box or a capsule', 'leave it out for the whole tool');
  const isBox = Object.hasOwn(part, 'low') || Object.hasOwn(part, 'high');
  if (isBox) {
    checkOptionNames(part as BoxPart, BOX, 'startHapticLoop', 'cutting.cuts');
    const { low, high } = part as BoxPart;
    const [from, to] = [point(low, 'low'), point(high, 'high')];
    if (!from.every((x, k) => x <= to[k]))
      throw new OptionError(
        'BAD_OPTION',
        `cutting.cuts reaches from [${from.join(', ')}] to [${to.join(', ')}], expected low ≤ high along x, y and z; swap them.`,
      );
    return { low: from, high: to };
  }
  checkOptionNames(part as CapsulePart, CAPSULE, 'startHapticLoop', 'cutting.cuts');
  const { from, to, radius } = part as CapsulePart;
  const ends = { from: point(from, 'from'), to: point(to, 'to') };
  if (!(typeof radius === 'number' && Number.isFinite(radius) && radius > 0))
    throw new OptionError(
      'BAD_OPTION',
      `cutting.cuts has a radius of ${described(radius)}, expected a number of mm above 0; give the capsule's.`,
    );
  return { ...ends, radius };
}

function point(given: ArrayLike<number>, name: string): Float64Array {
  checkNumbers(given, `cutting.cuts.${name}`, "pass x, y, z of a point in the tool's frame, mm");
  const numbers = Float64Array.from(given);
  if (numbers.length === 3 && numbers.every(Number.isFinite)) return numbers;
  throw new OptionError(
    'BAD_OPTION',
    `cutting.cuts.${name} is [${numbers.join(', ')}], expected three finite numbers; pass a point of the tool's frame in mm.`,
  );
}

/** @param points xyz of the point from `at` on, tool frame, mm. */
export function isInPart(part: CuttingPart, points: ArrayLike<number>, at: number): boolean {
  const p = [points[at], points[at + 1], points[at + 2]];
  if ('low' in part) return p.every((x, k) => x >= part.low[k] && x <= part.high[k]);
  const along = p.map((_, k) => part.to[k] - part.from[k]);
  const square = along.reduce((sum, x) => sum + x * x, 0);
  const dot = p.reduce((sum, x, k) => sum + (x - part.from[k]) * along[k], 0);
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, dot / square));
  return Math.hypot(...p.map((x, k) => x - part.from[k] - share * along[k])) <= part.radius;
}
