// Segments without their ends and triangles on a small lattice, where most meetings are at corners, edges and in a
// plane.

import { expect, test } from '@jest/globals';
import { longRun } from '#harness/long-run.ts';
import { openMeeting } from '#harness/open-meeting.ts';
import { mulberry32 } from '#harness/random.ts';
import { OpenSegment } from '#triangles';

const SEED = 5406;

test(`a meeting is one beside the ends, for triangles with and without area (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const segment = new OpenSegment();
  const seen = { none: 0, end: 0, more: 0 };
  for (let n = 0; n < longRun(50_000, 2_500); n++) {
    // In a plane, in space, or on a line.
    const lattice = () => {
      const [x, y, z] = [0, 0, 0].map(() => Math.floor(5 * random()) - 2);
      return n % 3 === 0 ? [x, y, 0] : n % 3 === 1 ? [x, y, z] : [x, 2 * x, -x];
    };
    const corners = [lattice(), lattice(), lattice()].flat();
    const [a, b] = [lattice(), n % 12 === 2 ? [1, 1, 1] : lattice()];
    const expected = openMeeting(a, b, corners);
    seen[expected]++;
    const found = segment.load(Float64Array.of(...a, ...b), 0, 3).meets(Float64Array.from(corners), 0, 3, 6);
    expect({ a, b, corners, found }).toEqual({ a, b, corners, found: expected === 'more' });
  }
  console.log(JSON.stringify(seen));
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
});
