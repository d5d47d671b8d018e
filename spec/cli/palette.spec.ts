import { expect, test } from '@jest/globals';
import { colourOf } from '#cli/report-viewer/palette.ts';

const range = { deepest: -3, widest: 0.2 };

test('colours run without a jump from the deepest through touching to the widest gap, and are clamped beyond', () => {
  const steps = 2000;
  let greatest = 0;
  for (const [from, to] of [
    [-3, 0],
    [0, 0.2],
  ])
    for (let i = 0; i < steps; i++) {
      const [a, b] = [i, i + 1].map((k) => colourOf(from + ((to - from) * k) / steps, range));
      greatest = Math.max(greatest, ...a.map((value, channel) => Math.abs(value - b[channel])));
    }
  expect(greatest).toBeLessThan(1);
  expect(colourOf(-9, range)).toEqual(colourOf(-3, range));
  expect(colourOf(9, range)).toEqual(colourOf(0.2, range));
});

test('deeper is darker, in grey as well', () => {
  const grey = (distance: number) => {
    const [r, g, b] = colourOf(distance, range);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  for (let i = 0; i < 30; i++) expect(grey(-i / 10)).toBeGreaterThan(grey(-(i + 1) / 10));
});

test('a path that only touches, or δ = 0, has colours too', () => {
  expect(colourOf(0, { deepest: 0, widest: 0 })).toEqual(colourOf(0, range));
  expect(colourOf(-1, { deepest: 0, widest: 0 })).toEqual(colourOf(0, range));
});
