// The two pictures of a stage at any width: they fill it without overlap, each wide enough to be read.

import { expect, test } from '@jest/globals';
import { aspectOf, layoutOf, type Viewport } from '#cli/report-viewer/view-layout.ts';

const area = ([left, bottom, right, top]: Viewport) => (right - left) * (top - bottom);

test.each([320, 390, 599, 600, 900, 1400])('at %i pixels they fill the stage, and do not overlap', (width) => {
  const { whole, close } = layoutOf(width);
  expect(area(whole) + area(close)).toBeCloseTo(1, 12);
  const shared = [0, 1].map((k) => Math.min(whole[k + 2], close[k + 2]) - Math.max(whole[k], close[k]));
  expect(Math.min(...shared)).toBe(0);
});

test('each takes the whole width of a phone; on a screen the first is on the left', () => {
  for (const width of [320, 390, 430]) {
    const { isStacked, whole, close } = layoutOf(width);
    expect(isStacked).toBe(true);
    for (const [left, , right] of [whole, close]) expect(right - left).toBe(1);
    // The first is the upper one, y up.
    expect(whole[1]).toBe(close[3]);
  }
  for (const width of [768, 900, 1400]) {
    const { isStacked, whole, close } = layoutOf(width);
    expect(isStacked).toBe(false);
    expect(whole[2]).toBe(close[0]);
  }
});

test('the aspect of a picture is that of its own pixels', () => {
  expect(aspectOf([0, 0, 1, 1], 400, 200)).toBe(2);
  expect(aspectOf([0.5, 0, 1, 1], 400, 200)).toBe(1);
  expect(aspectOf([0, 0.5, 1, 1], 400, 200)).toBe(4);
});
