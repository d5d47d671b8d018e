// fartherApart against the oracle's distances: never true for a pair within the given distance, and true for most pairs
// well beyond it.

import { expect, test } from '@jest/globals';
import { lengthSlack } from '#core';
import { roundedSquareRoot, triangleTriangleSquaredDistance } from '#reference';
import { TrianglePair } from '#triangles';
import { fartherApart } from '#triangles/separating-axis.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { CORNER_ORDERS, type TriangleKind, trianglePair } from '#harness/random-geometry.ts';

const loaded = new TrianglePair();
const SEED = 44;
const PAIRS = longRun(400, 140);
const kinds: TriangleKind[] = ['generic', 'grid', 'coplanar', 'touching', 'near-parallel', 'sliver', 'zero-area'];

test.each([
  [1e-3, 0],
  [1, 0],
  [1e3, 0],
  [1, 1e5],
])(`at scale %d, offset %d (seed ${SEED})`, (scale, offset) => {
  const random = mulberry32(SEED);
  let apart = 0;
  let seen = 0;
  for (let i = 0; i < PAIRS; i++) {
    const [a, b] = trianglePair(random, kinds[i % kinds.length], scale, offset);
    for (let k = 0; k < 9; k += 3) b[k] += i % 3 === 0 ? 3 * scale * random() : 0;
    const distance = roundedSquareRoot(triangleTriangleSquaredDistance(a, b));
    const slack = lengthSlack(Math.max(...a.map(Math.abs), ...b.map(Math.abs)));
    const [p, q] = [CORNER_ORDERS[i % 6], CORNER_ORDERS[Math.floor(i / 6) % 6]];
    for (const most of [distance + slack, distance + 2 * slack, 1.1 * distance + slack, 2 * distance + slack])
      if (fartherApart(loaded.load(a, ...p, b, ...q), most))
        throw new Error(`${i}: ${distance} apart, not ${most}: ${a} | ${b}`);
    if (distance === 0) continue;
    apart++;
    if (fartherApart(loaded.load(a, ...p, b, ...q), distance / 2)) seen++;
  }
  expect(apart).toBeGreaterThan((3 / 8) * PAIRS);
  expect(seen / apart).toBeGreaterThan(0.6);
});
