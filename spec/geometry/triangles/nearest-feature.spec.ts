// The nearest part of a triangle, by exact distances: points a few ulps from where one part gives way to another.

import { expect, test } from '@jest/globals';
import { longRun } from '#harness/long-run.ts';
import { nearestPart } from '#harness/nearest-part.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed, unitVector } from '#harness/random-geometry.ts';
import { CORNER_A, EDGE_AB, INSIDE, nearestFeature, SOME_EDGE } from '#triangles';

const SEED = 5405;
type Vector = readonly number[];
const minus = (p: Vector, q: Vector) => p.map((x, k) => x - q[k]);
const plus = (p: Vector, q: Vector, t = 1) => p.map((x, k) => x + t * q[k]);
const cross = (p: Vector, q: Vector) =>
  [0, 1, 2].map((k) => p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3]);

test(`corners, edges and the inside, at their borders, at three scales and far away (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const seen = { inside: 0, edge: 0, corner: 0, flat: 0 };
  for (let n = 0; n < longRun(20_000, 1_500); n++) {
    const [scale, far] = [[1, 2 ** -60, 2 ** 40][n % 3], n % 5 === 0 ? 1e6 : 0];
    const base = [0, 0, 0].map(() => scale * (signed(random) + far));
    const way = unitVector(random).map((x) => x * scale);
    const isFlat = n % 4 === 0;
    const other = unitVector(random).map((x) => x * scale);
    const times = Math.floor(9 * random() - 4);
    // Collinear to the last bit: multiples of a vector of few bits, about the origin.
    const short = way.map((x) => scale * Math.round((16 * x) / scale));
    const corners = isFlat
      ? [[0, 0, 0], short, short.map((x) => x * times)]
      : [base, plus(base, way), plus(base, other)];
    const turned = [0, 1, 2].map((k) => corners[(k + n) % 3]);
    const [a, b, c] = turned;
    const edge = minus(b, a);
    const normal = cross(edge, minus(c, a));
    const across = cross(normal, edge);
    const size = Math.hypot(...across) || 1;
    // Above the edge's line, or across a corner: on the border of two parts; then a few ulps beside it.
    const on = plus(a, edge, [0, 1, random(), 0.5][Math.floor(4 * random())]);
    const out = plus(plus(on, across, (scale * Math.round(2 * signed(random))) / size), normal, signed(random) / scale);
    const point = out.map((x) => x * (1 + (n % 2) * Math.floor(5 * random() - 2) * 2 ** -52));
    const A = Float64Array.from(turned.flat());
    const found = nearestFeature(Float64Array.from(point), 0, A, 0, 3, 6);
    const part = found === INSIDE ? 0 : found >= CORNER_A && found < SOME_EDGE ? 2 : 1;
    expect({ point, corners: [...A], part }).toEqual({ point, corners: [...A], part: nearestPart(point, A) });
    if (found >= EDGE_AB && found < CORNER_A) {
      const k = 3 * (found - EDGE_AB);
      const ends = [
        ...A.subarray(k, k + 3),
        ...[0, 1].flatMap(() => [...Float64Array.of(...A, ...A).subarray(k + 3, k + 6)]),
      ];
      expect(nearestPart(point, ends)).toBe(1);
    }
    if (found === SOME_EDGE) seen.flat++;
    seen[(['inside', 'edge', 'corner'] as const)[part]]++;
  }
  console.log(JSON.stringify(seen));
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(25);
});
