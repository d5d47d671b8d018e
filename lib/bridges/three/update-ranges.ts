// Ranges of an attribute that were written → update ranges, few enough to be uploaded one by one.

import type { BufferAttribute } from 'three';

export interface WrittenRange {
  /** Numbers of the attribute's array, not items. */
  readonly start: number;
  readonly count: number;
}

/** Numbers between two ranges that are uploaded with them: an upload of its own costs more than these 192 bytes. */
export const RANGE_GAP = 48;
/** The most ranges of one attribute that wait for an upload, however many edits lie between two frames. */
export const MOST_RANGES = 64;

/**
 * Marks ranges for the next upload besides those that wait already. Ranges at most RANGE_GAP numbers apart become one;
 * if more than MOST_RANGES are left, wider gaps are closed too. Nothing is marked without a range.
 */
export function markRanges(attribute: BufferAttribute, written: readonly WrittenRange[]): void {
  if (written.length === 0) return;
  const waiting = [...attribute.updateRanges, ...written].sort((a, b) => a.start - b.start);
  let gap = RANGE_GAP;
  let merged = closeGaps(waiting, gap);
  while (merged.length > MOST_RANGES) {
    gap *= 2;
    merged = closeGaps(merged, gap);
  }
  attribute.clearUpdateRanges();
  for (const { start, count } of merged) attribute.addUpdateRange(start, count);
  attribute.needsUpdate = true;
}

/** @param ranges by ascending start. */
function closeGaps(ranges: readonly WrittenRange[], gap: number): WrittenRange[] {
  const merged: { start: number; count: number }[] = [];
  for (const { start, count } of ranges) {
    const last = merged.at(-1);
    if (last === undefined || start > last.start + last.count + gap) merged.push({ start, count });
    else last.count = Math.max(last.count, start + count - last.start);
  }
  return merged;
}

/** Numbers that wait for an upload. */
export function waitingNumbers(attribute: BufferAttribute): number {
  return attribute.updateRanges.reduce((sum, { count }) => sum + count, 0);
}
