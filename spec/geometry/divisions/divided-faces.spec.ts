// A face that would have too many leaves is refused by name, with a resolution that is not.

import { describe, expect, test } from '@jest/globals';
import { OptionError } from '#core';
import { DividedFaces, TOO_FINE_NODE } from '#divisions';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates } from '#harness/random-geometry.ts';

const SEED = 5107;

const dividedAt = (positions: number[], resolution: number) =>
  new DividedFaces(Float64Array.from(positions), Uint32Array.of(0, 1, 2), 1, resolution, 100);

/** Twice the area, and the longest edge. */
function sizeOf(p: number[]): { area: number; longest: number } {
  const [u, v] = [3, 6].map((at) => [0, 1, 2].map((k) => p[at + k] - p[k]));
  const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const edge = (i: number, j: number) => Math.hypot(...[0, 1, 2].map((k) => p[i + k] - p[j + k]));
  return { area: Math.hypot(...cross) / 2, longest: Math.max(edge(0, 3), edge(3, 6), edge(6, 0)) };
}

describe('a face that is asked for too finely', () => {
  const random = mulberry32(SEED);
  const faces: [string, number[]][] = [
    ['well shaped', [0, 0, 0, 9, 0, 0, 4, 8, 0]],
    ['a needle', [0, 0, 0, 90, 0, 0, 90, 0.01, 0]],
    ['without area', [0, 0, 0, 30, 0, 0, 90, 0, 0]],
    ...Array.from({ length: longRun(12, 3) }, (_, k): [string, number[]] => [
      `random ${k}`,
      coordinates(random, 9, 20, 0),
    ]),
  ];
  test.each(faces)(`%s (seed ${SEED}): says at least how many leaves, and which resolution will do`, (_, p) => {
    for (const h of [1e-5, 1e-7, 1e-9]) {
      const divided = dividedAt(p, h);
      expect(divided.nodeOf(0)).toBe(TOO_FINE_NODE);
      const error = divided.tooFine(0, 'a bone');
      expect(error).toBeInstanceOf(OptionError);
      expect(error.code).toBe('RESOLUTION_TOO_FINE');
      expect(error.message).toContain('face 0 of "a bone"');
      const enough = Number(/resolution of at least (\S+) mm/.exec(error.message)?.[1]);
      expect(dividedAt(p, enough).nodeOf(0)).not.toBe(TOO_FINE_NODE);
      expect(dividedAt(p, 0.9 * enough).nodeOf(0)).toBe(TOO_FINE_NODE);
      const least = Number(/into at least (\d+) sub/.exec(error.message)?.[1] ?? 0);
      const { area, longest } = sizeOf(p);
      const cut = h / (1 + 2 ** -12);
      // The equilateral triangle of edge `cut` is the largest leaf.
      const bound = Math.max(area / ((Math.sqrt(3) / 4) * cut * cut), longest / cut);
      expect(least).toBeGreaterThan(0.99 * bound);
      expect(least).toBeLessThanOrEqual(bound);
    }
  });
});
