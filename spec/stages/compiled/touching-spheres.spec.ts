// The sphere's test with a sphere and a sub-triangle equally far from a face, so that any rounding in the wrong
// direction would refuse it.

import { describe, expect, test } from '@jest/globals';
import { lengthSlack } from '#core';
import { roundedSquareRoot, triangleTriangleSquaredDistance } from '#reference';
import { sphereMeets } from '#harness/inner-stages.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, unitVector } from '#harness/random-geometry.ts';

const SEED = 81;
type Random = () => number;

/** The corner farthest from the centroid, and the direction to it. */
function farthest(p: number[]): { corner: number[]; out: number[] } {
  const centre = [0, 1, 2].map((k) => (p[k] + p[3 + k] + p[6 + k]) / 3);
  const length = (q: number[]) => Math.hypot(...q.map((x, k) => x - centre[k]));
  const corner = [0, 3, 6].map((at) => p.slice(at, at + 3)).reduce((best, q) => (length(q) > length(best) ? q : best));
  return { corner, out: corner.map((x, k) => (x - centre[k]) / length(corner)) };
}

function unitCross(a: readonly number[], b: readonly number[]): number[] {
  const v = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const length = Math.hypot(...v);
  return v.map((x) => x / length);
}

const faces: Record<string, (random: Random, at: number[], out: number[]) => number[]> = {
  'a plane': (random, at, out) => {
    const across = unitCross(out, unitVector(random));
    const other = unitCross(out, across);
    return [0, 1, 2].flatMap((j) => {
      const turn = (2 * Math.PI * j) / 3;
      return at.map((x, k) => x + 2 * (Math.cos(turn) * across[k] + Math.sin(turn) * other[k]));
    });
  },
  "a box's corner": (random, at, out) =>
    [0, 1, 1].flatMap((size) => at.map((x, k) => x + size * Math.sign(out[k]) * random())),
};

describe('mayMeet, straight beyond the farthest corner,', () => {
  test.each(Object.keys(faces))(`reaches %s at exactly δ, and not from half as far (seed ${SEED})`, (kind) => {
    const random = mulberry32(SEED);
    let refused = 0;
    let asked = 0;
    for (const [scale, offset] of [
      [1e-3, 0],
      [1, 0],
      [1e3, 0],
      [1, 1e5],
      [1e-3, 1e5],
    ])
      for (let i = 0; i < longRun(150, 40); i++) {
        const p = coordinates(random, 9, 1, 0);
        const { corner, out } = farthest(p);
        const gap = 10 ** (-6 * random());
        const q = faces[kind](
          random,
          corner.map((x, k) => x + gap * out[k]),
          out,
        );
        const [leaf, face] = [p, q].map((t) => Float64Array.from(t, (x) => scale * x + offset));
        const delta = roundedSquareRoot(triangleTriangleSquaredDistance(leaf, face), 'up');
        const magnitude = Math.max(...Array.from([...leaf, ...face], Math.abs));
        const reaches = (inflate: number): boolean => sphereMeets(leaf, face, inflate);
        if (!reaches(delta + lengthSlack(magnitude + delta)))
          throw new Error(`refused at a distance of ${delta}: ${leaf} and ${face}`);
        asked++;
        if (!reaches(delta / 2)) refused++;
      }
    expect(refused / asked).toBeGreaterThan(0.9);
  });
});
