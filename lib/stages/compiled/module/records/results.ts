// What was measured, in columns like those of DistanceRecords (lib/base/records/tables.ts).

import { capacityFor, moved } from './memory';

export let count = 0;
let capacity = 0;
export let subTriangle: usize = 0;
export let corners: usize = 0;
export let point: usize = 0;
export let opposite: usize = 0;
export let oppositeFace: usize = 0;
export let normal: usize = 0;
export let distance: usize = 0;
export let low: usize = 0;
export let high: usize = 0;

export function clearResults(): void {
  count = 0;
}

/** Room for one more row. @returns its number. */
export function appendResult(): i32 {
  if (count === capacity) {
    const used = capacity;
    capacity = capacityFor(count + 1, max(capacity, 1024));
    subTriangle = moved(subTriangle, 4 * used, 4 * capacity);
    corners = moved(corners, 72 * used, 72 * capacity);
    point = moved(point, 24 * used, 24 * capacity);
    opposite = moved(opposite, 24 * used, 24 * capacity);
    oppositeFace = moved(oppositeFace, 4 * used, 4 * capacity);
    normal = moved(normal, 24 * used, 24 * capacity);
    distance = moved(distance, 8 * used, 8 * capacity);
    low = moved(low, 8 * used, 8 * capacity);
    high = moved(high, 8 * used, 8 * capacity);
  }
  return count++;
}
