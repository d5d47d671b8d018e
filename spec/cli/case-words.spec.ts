// A worst case in words: the pose, both faces, on which side of the surface each distance is, and how much they differ.

import { expect, test } from '@jest/globals';
import { caseWords } from '#cli/validation-viewer/case-words.ts';

const contact = {
  ...({ body: 'bone', face: 5566, oppositeFace: 61, corners: [], point: [], opposite: [] } as const),
  ...{ distance: -0.03, low: -0.9, high: -0.03, exactLow: -0.31, exactHigh: -0.29, error: 0.27 },
};
const words = (changes: Partial<typeof contact> | { body: 'tool' } = {}) =>
  caseWords({ pose: 10, matrix: [], contact: { ...contact, ...changes } });

test('the pose and both faces', () => {
  expect(words()).toMatch(/^pose 10: a piece of bone face 5566, opposite tool face 61\. /);
  expect(words({ body: 'tool' })).toMatch(/^pose 10: a piece of tool face 5566, opposite bone face 61\. /);
});

test.each([
  [-0.03, /yellow point: 0\.03 mm inside the tool\./],
  [0.03, /yellow point: 0\.03 mm from the tool\./],
  [0, /yellow point: on the tool's surface\./],
])('a distance of %d mm', (distance, says) => expect(words({ distance })).toMatch(says));

test('the exact one by the middle and the width of its bracket, the error, and what was certified', () => {
  expect(words()).toMatch(/Exact, .*: 0\.3 mm inside the tool, known to 0\.02 mm\./);
  expect(words()).toContain('They are 0.27 mm apart (-0.03 mm, and within [-0.31, -0.29] mm)');
  expect(words()).toMatch(/certified \[-0\.9, -0\.03\] mm\.$/);
});
