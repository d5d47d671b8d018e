// Intervals of leaves inside: closed where one face is the nearest to all of a leaf's corners.

import { expect, test } from '@jest/globals';
import { box } from '#datasets';
import { createDetectorSync } from '#kerf';
import { translation } from '#harness/contact-cases.ts';

test('under a flat face each interval is the depth, and no wider than rounding', () => {
  const bone = box({ size: [100, 100, 100] });
  const tool = box({ size: [4, 3, 2] });
  const detector = createDetectorSync({ bone, tool, contactDistance: 0.1, resolution: 1.5, sides: 'tool' });
  // Beside the diagonal of the face z = 50, its top 2 mm below; every other face is 18 mm away or more.
  const { contacts, state } = detector.detectSync(translation(30, -10, 47));
  expect([state, contacts.length > 100]).toEqual(['enclosed', true]);
  for (const { corners, distance, low, high } of contacts) {
    const depth = Math.max(...corners.map(([, , z]) => 50 - z));
    expect(distance).toBe(-depth);
    expect(high - low).toBeLessThan(1e-11);
    expect(low).toBeLessThanOrEqual(-depth);
    expect(high).toBeGreaterThanOrEqual(-depth);
  }
});
