// A report's penetration → plain numbers that JSON can hold, and their text.

import type { Interval, OverlapInterval, Penetration } from '#records';

/** mm: low ≤ exact ≤ high; high is null if nothing bounds it. */
export interface Range {
  readonly low: number;
  readonly high: number | null;
}

/** As in a ContactReport. */
export interface PenetrationRecord {
  readonly through: boolean;
  readonly protrusion: Range;
  /** Bone frame, mm; null if the tool is not through. */
  readonly protrusionPoint: readonly number[] | null;
  /** null without a feed. */
  readonly insertion: Range | null;
  /** null without a feed, and if no bone is ahead of any point of the tool that lies in the bone. */
  readonly wallAhead: Range | null;
}

export function recordPenetration(found: Penetration | null): PenetrationRecord | null {
  if (found === null) return null;
  const { through, protrusion, protrusionPoint, insertion, wallAhead } = found;
  return {
    through,
    protrusion: rangeOf(protrusion) as Range,
    protrusionPoint: through ? Array.from(protrusionPoint) : null,
    insertion: rangeOf(insertion),
    wallAhead: rangeOf(wallAhead),
  };
}

/** null if there is none, or if it is infinite. */
export function rangeOf(interval: Interval | null): Range | null {
  if (interval === null || !Number.isFinite(interval.low)) return null;
  return { low: interval.low, high: Number.isFinite(interval.high) ? interval.high : null };
}

/** One number if both ends agree to a hundredth. */
export function rangeText(range: Range | null): string {
  if (range === null) return '–';
  const low = range.low.toFixed(2);
  if (range.high === null) return `≥ ${low}`;
  const high = range.high.toFixed(2);
  return low === high ? low : `${low}–${high}`;
}

/** The interval of a volume, marked if its ends are farther apart than the target. */
export function volumeText(volume: OverlapInterval | undefined): string {
  return `${rangeText(volume ?? null)}${volume?.reached === false ? ' wide' : ''}`;
}

/** The worse end of an interval of depth: the high end, or the low end if nothing bounds it above. */
export const mostOf = (range: Range): number => range.high ?? range.low;
