// Pictures drawn without a screen: the pixels that a box covers, what hides what, what lies too deep; dots.

import { expect, test } from '@jest/globals';
import { box } from '#datasets';
import { scaleBar } from '#cli/report/drawn-picture.ts';
import { picture } from '#cli/report/picture.ts';

const VIEW = { centre: [0, 0, 0], radius: 10, depth: 100, width: 60, height: 40 };
const red = () => [200, 0, 0];
const blue = () => [0, 0, 200];

/** The opaque pixels coloured in this channel alone. */
function pixels(bytes: Uint8Array, channel: 0 | 2): [x: number, y: number][] {
  const found: [number, number][] = [];
  for (let n = 0; n < bytes.length / 4; n++)
    if (
      bytes[4 * n + channel] > 0 &&
      bytes[4 * n + 1] === 0 &&
      bytes[4 * n + 2 - channel] === 0 &&
      bytes[4 * n + 3] === 255
    )
      found.push([n % VIEW.width, Math.floor(n / VIEW.width)]);
  return found;
}

test.each([
  ['x', [1, 0, 0], 6, 4],
  ['−x', [-1, 0, 0], 6, 4],
  ['y', [0, 1, 0], 8, 4],
  ['−z', [0, 0, -1], 8, 6],
])('along %s a box is as wide and high as its side, 2 pixels a mm, about the middle', (_, forward, wide, high) => {
  const found = pixels(picture({ ...VIEW, forward }, [{ mesh: box({ size: [8, 6, 4] }), colour: red }]), 0);
  // Its rim may share a pixel with what is behind it.
  expect(found.length).toBeGreaterThanOrEqual((2 * wide - 2) * (2 * high - 2));
  expect(found.length).toBeLessThanOrEqual(2 * wide * 2 * high);
  for (const [x, y] of found) {
    expect(Math.abs(x + 0.5 - VIEW.width / 2)).toBeLessThanOrEqual(wide);
    expect(Math.abs(y + 0.5 - VIEW.height / 2)).toBeLessThanOrEqual(high);
  }
});

test('what is nearer hides what is behind, in either order; z is up; a pose moves; what is too deep is left out', () => {
  const forward = [0, 1, 0];
  const near = { mesh: box({ size: 4, center: [0, -9, 0] }), colour: red };
  const far = { mesh: box({ size: 8, center: [0, 9, 0] }), colour: blue };
  const one = picture({ ...VIEW, forward }, [near, far]);
  expect(picture({ ...VIEW, forward }, [far, near])).toEqual(one);
  expect(pixels(one, 0).length).toBeGreaterThan(30);
  expect(pixels(one, 2).length).toBeGreaterThan(pixels(one, 0).length);
  const raised = { ...near, pose: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 6, 1] };
  for (const [x, y] of pixels(picture({ ...VIEW, forward }, [raised]), 0)) {
    expect(y).toBeLessThan(VIEW.height / 2);
    expect(x).toBeGreaterThan(VIEW.width / 2);
  }
  expect(pixels(picture({ ...VIEW, forward, depth: 6 }, [near, far]), 0)).toEqual([]);
});

test('dots lie over the surface that hides their places, a later over an earlier, and none beyond the depth', () => {
  const forward = [0, 1, 0];
  const wall = { mesh: box({ size: [30, 1, 30] }), colour: () => [90, 90, 90] };
  const colours = [red(), blue()];
  const marks = (positions: readonly number[]) => ({
    positions: Float64Array.from(positions),
    radius: 4,
    colour: (mark: number) => colours[mark],
  });
  // Behind the wall, 3 mm to the right and 5 mm up, at 2 pixels a mm; and the same place again.
  const one = picture({ ...VIEW, forward }, [wall], marks([3, 9, 5]));
  const found = pixels(one, 0);
  expect(found.length).toBeGreaterThan(20);
  for (const [x, y] of found) expect(Math.hypot(x + 0.5 - 36, y + 0.5 - 10)).toBeLessThanOrEqual(4);
  const two = picture({ ...VIEW, forward }, [wall], marks([3, 9, 5, 3, 12, 5]));
  expect([pixels(two, 0).length, pixels(two, 2)]).toEqual([0, found]);
  expect(pixels(picture({ ...VIEW, forward, depth: 6 }, [wall], marks([3, 9, 5])), 0)).toEqual([]);
});

test('dots that surfaces may hide: seen on a surface and before it, not behind it', () => {
  const forward = [0, 1, 0];
  const wall = { mesh: box({ size: [30, 1, 30] }), colour: () => [90, 90, 90] };
  const seen = [-5, -0.5, 0.5, 5].map((y) => {
    const marks = { positions: Float64Array.from([3, y, 5]), radius: 1, colour: red, areHidden: true };
    return pixels(picture({ ...VIEW, forward }, [wall], marks), 0).length > 0;
  });
  // The wall is 1 mm thick, and a dot's radius 0.5 mm: its far side is behind it by twice as much.
  expect(seen).toEqual([true, true, false, false]);
});

test('where nothing is drawn a picture lets the page through, and at a rim in part', () => {
  const half = picture({ ...VIEW, forward: [1, 0, 0] }, [{ mesh: box({ size: [8, 6.25, 4] }), colour: red }]);
  const opacity = Array.from({ length: half.length / 4 }, (_, n) => half[4 * n + 3]);
  expect(opacity[0]).toBe(0);
  expect(opacity).toContain(255);
  expect(opacity.some((value) => value > 0 && value < 255)).toBe(true);
  // What is seen of the box there has its colour, unmixed with any ground.
  const coloured = opacity.flatMap((value, n) => (value > 0 ? [half.slice(4 * n, 4 * n + 3).join()] : []));
  expect(new Set(coloured).size).toBe(1);
});

test.each([0.003, 0.9, 7, 160, 2e4])(
  'a picture %d mm wide: a scale bar of a round length, a quarter at most',
  (wide) => {
    const { mm, share } = scaleBar(wide);
    expect(['1', '2', '5']).toContain(mm.toExponential().split('e')[0]);
    expect(share).toBe(mm / wide);
    expect(share).toBeLessThanOrEqual(0.25);
    // The next round length, at most 2.5 times as long, would be more than a quarter.
    expect(2.5 * share).toBeGreaterThan(0.25);
  },
);
