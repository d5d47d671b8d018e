// How often a face is halved: until its longest edge is ≤ h, exactly, and no more often.

import { describe, expect, test } from '@jest/globals';
import { OptionError } from '#core';
import { DEEPEST_LEVEL, leafLevel, longestEdgeSquared, resolutionTooFine } from '#triangles/face-shape.ts';
import { dot, minus, onGrid, pointAt } from '#harness/exact-grid.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates } from '#harness/random-geometry.ts';

const SEED = 71;
const FACES = longRun(3000, 500);

/** Whether the longest edge, halved `level` times, is ≤ h. */
function fits(corners: ArrayLike<number>, level: number, h: number): boolean {
  const { values } = onGrid([...Array.from(corners), h]);
  const limit = values[9] * values[9] * 4n ** BigInt(level);
  return [0, 3, 6].every((at) => {
    const edge = minus(pointAt(values, at), pointAt(values, (at + 3) % 9));
    return dot(edge, edge) <= limit;
  });
}

function levelOf(corners: Float64Array, h: number): number {
  const squared = longestEdgeSquared(corners, 0, 3, 6);
  const level = leafLevel(squared, h);
  if (level > DEEPEST_LEVEL) throw resolutionTooFine(squared, 0, h, 'body', 7);
  return level;
}

describe('leafLevel', () => {
  test('is one number for all levels beyond the deepest, which a byte holds, however far beyond', () => {
    for (const h of [0, -1, 2 ** -160, 2 ** -256, 2 ** -400, 1 / 2 ** (DEEPEST_LEVEL + 1)])
      expect(leafLevel(1, h)).toBe(DEEPEST_LEVEL + 1);
    expect(leafLevel(1, 1 / 2 ** DEEPEST_LEVEL)).toBe(DEEPEST_LEVEL + 1);
    expect(leafLevel(1, (1 + 2 ** -40) / 2 ** DEEPEST_LEVEL)).toBe(DEEPEST_LEVEL);
  });

  test.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1, 1e5],
    [1e-3, 1e5],
  ])(`is the least level whose edges are ≤ h, exactly, at scale %d, offset %d (seed ${SEED})`, (scale, offset) => {
    const random = mulberry32(SEED);
    const levels = new Set<number>();
    let ties = 0;
    for (let i = 0; i < FACES; i++) {
      const corners = Float64Array.from(coordinates(random, 9, scale, offset));
      if (i % 4 === 0) for (let k = 0; k < 3; k++) corners[6 + k] = corners[k] + scale * 1e-9 * (random() - 0.5);
      const longest = Math.sqrt(longestEdgeSquared(corners, 0, 3, 6));
      // Half of them have a power-of-two fraction of the longest edge as h, give or take a few roundings.
      const tie = i % 2 === 0;
      const target = Math.floor(DEEPEST_LEVEL * random());
      const h = tie
        ? (longest / 2 ** target) * (1 + 2 ** -53 * Math.floor(33 * random() - 16))
        : longest * 2 ** (1 - 16 * random());
      const level = levelOf(corners, h);
      if (!fits(corners, level, h)) throw new Error(`level ${level} is too coarse: ${corners}, h ${h}`);
      // Within rounding of h an edge may be halved once more than necessary.
      if (level > 0 && fits(corners, level - 1, h * (1 - 2 ** -48)))
        throw new Error(`level ${level} is finer than needed: ${corners}, h ${h}`);
      if (tie && (level === target || level === target + 1)) ties++;
      levels.add(level);
    }
    expect(ties).toBe(FACES / 2);
    expect(levels.size).toBeGreaterThan(DEEPEST_LEVEL - 1);
  });
  test('is 0 for a face of one point', () => {
    expect(levelOf(new Float64Array(9).fill(4), 1e-9)).toBe(0);
  });
  test('beyond the deepest level is refused by name, and the resolution that it names is taken', () => {
    const random = mulberry32(SEED);
    for (let i = 0; i < longRun(200, 50); i++) {
      const corners = Float64Array.from(coordinates(random, 9, 10 ** (6 * random() - 3), 0));
      const finest = Math.sqrt(longestEdgeSquared(corners, 0, 3, 6)) / 2 ** DEEPEST_LEVEL;
      let refusal: unknown;
      try {
        levelOf(corners, finest * (0.999 - 0.9 * random()));
      } catch (error) {
        refusal = error;
      }
      if (!(refusal instanceof OptionError)) throw new Error(`no refusal for ${corners}`);
      expect(refusal.code).toBe('RESOLUTION_TOO_FINE');
      expect(refusal.message).toContain('face 7 of "body"');
      const named = Number(/at least (\S+) mm\.$/.exec(refusal.message)?.[1]);
      expect(levelOf(corners, named)).toBe(DEEPEST_LEVEL);
      expect(named).toBeLessThan(1.02 * finest);
    }
  });
});
