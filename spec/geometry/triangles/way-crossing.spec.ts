// wayCrossing against its definition in integers, with a power of two for ε: ways through faces, edges and corners, and
// along faces. Over a closed surface, its values add up to the difference of the winding numbers.

import { expect, test } from '@jest/globals';
import { wayCrossing } from '#triangles/way-crossing.ts';
import { cross, dot, type IntegerPoint, minus, onGrid, pointAt } from '#harness/exact-grid.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { CORNER_ORDERS, type TriangleKind, trianglePair } from '#harness/random-geometry.ts';
import { box } from '#spec/base/mesh/bodies.ts';

const SEED = 48;
const kinds: TriangleKind[] = ['generic', 'grid', 'coplanar', 'touching', 'near-parallel', 'sliver', 'zero-area'];
const places: [number, number][] = [
  [1e-3, 0],
  [1, 0],
  [1e3, 0],
  [1, 1e5],
];

/**
 * ε is 2^-400 steps of the grid. If no coordinate exceeds 2^120 steps, each determinant below is a polynomial in ε with
 * integer coefficients below 2^370, so that its first coefficient other than 0 decides its sign.
 */
const EPSILON_BITS = 400n;
const MOST_STEPS = 2n ** 120n;

function signOf(x: bigint): number {
  return x > 0n ? 1 : x < 0n ? -1 : 0;
}

/** The definition, for nine coordinates of a face and six of a way; null if the way begins on the face. */
function definition(numbers: readonly number[]): { crossing: number; meetsEdge: boolean; endsInPlane: boolean } | null {
  const { values } = onGrid(numbers);
  if (values.some((x) => x > MOST_STEPS || x < -MOST_STEPS)) throw new Error(`${numbers}: too fine a grid`);
  const fine = values.map((x) => x << (3n * EPSILON_BITS));
  const [a, b, c, p, q] = [0, 3, 6, 9, 12].map((at) => pointAt(fine, at));
  const moved: IntegerPoint = [q[0] + (1n << (2n * EPSILON_BITS)), q[1] + (1n << EPSILON_BITS), q[2] + 1n];
  const [u, v, w] = [minus(b, a), minus(c, a), minus(p, a)];
  const normal = cross(u, v);
  const size = dot(normal, normal);
  if (size > 0n && dot(normal, w) === 0n) {
    const [atB, atC] = [dot(cross(w, v), normal), dot(cross(u, w), normal)];
    if (atB >= 0n && atC >= 0n && atB + atC <= size) return null;
  }
  // p + t·way = a + r·u + s·v, by Cramer's rule: signs of t, r, s, 1 − t and 1 − r − s.
  const solve = (way: IntegerPoint) => {
    const all = -dot(normal, way);
    const [t, r, s] = [dot(normal, w), -dot(cross(w, v), way), -dot(cross(u, w), way)];
    return { enters: signOf(all), signs: [t, r, s, all - t, all - r - s].map((x) => signOf(x) * signOf(all)) };
  };
  const { enters, signs } = solve(minus(moved, p));
  const plain = solve(minus(q, p));
  const [, atB, atC, ahead, atA] = plain.signs;
  return {
    crossing: signs.every((sign) => sign > 0) ? enters : 0,
    meetsEdge: plain.enters !== 0 && ahead >= 0 && Math.min(atA, atB, atC) === 0,
    endsInPlane: size > 0n && dot(normal, minus(q, a)) === 0n,
  };
}

test(`is 1 where the way to the moved end enters through the face, −1 where it leaves, else 0 (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const seen = new Map<string, number>();
  for (const [scale, offset] of places)
    for (let i = 0; i < longRun(1400, 140); i++) {
      const [A, B] = trianglePair(random, kinds[i % kinds.length], scale, offset);
      const [a, b, c] = CORNER_ORDERS[i % 6];
      for (const [p, q] of CORNER_ORDERS) {
        const corners = [a, b, c].flatMap((at) => [...A.subarray(at, at + 3)]);
        const exact = definition([...corners, ...B.subarray(p, p + 3), ...B.subarray(q, q + 3)]);
        if (exact === null) continue;
        const { crossing, meetsEdge, endsInPlane } = exact;
        const found = wayCrossing(A, a, b, c, B, p, B, q);
        if (found !== crossing) throw new Error(`${found}, exactly ${crossing}: ${corners}, from ${p} to ${q} of ${B}`);
        for (const [kind, isIt] of Object.entries({ any: true, meetsEdge, endsInPlane }))
          if (isIt) seen.set(`${kind} ${crossing}`, (seen.get(`${kind} ${crossing}`) ?? 0) + 1);
      }
    }
  const wanted = [-1, 0, 1].flatMap((crossing) =>
    ['any', 'meetsEdge', 'endsInPlane'].map((kind) => `${kind} ${crossing}`),
  );
  expect(wanted.filter((name) => (seen.get(name) ?? 0) < longRun(100, 10))).toEqual([]);
});

test(`over a box, adds up to whether the moved end is inside, minus whether the start is (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const size = [4, 2, 3];
  const { positions, faces } = box(size[0], size[1], size[2]);
  const A = Float64Array.from(positions);
  /** How many ways enter, leave, or do neither. */
  const seen = new Map<number, number>();
  for (let i = 0; i < 8000; i++) {
    const P = Float64Array.from({ length: 6 }, (_, k) => Math.floor((size[k % 3] + 3) * random()) - 1);
    const isOutside = size.some((high, k) => P[k] < 0 || P[k] > high);
    const isInside = size.every((high, k) => P[k] > 0 && P[k] < high);
    if (!isOutside && !isInside) continue;
    // The end of a way in a side of the box moves towards greater x, y, z.
    const endsInside = size.every((high, k) => P[3 + k] >= 0 && P[3 + k] < high);
    let sum = 0;
    for (let f = 0; f < faces.length; f += 3)
      sum += wayCrossing(A, 3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2], P, 0, P, 3);
    const expected = Number(endsInside) - Number(isInside);
    if (sum !== expected) throw new Error(`${sum} on the way ${P}, expected ${expected}`);
    seen.set(sum, (seen.get(sum) ?? 0) + 1);
  }
  for (const sum of [-1, 0, 1]) expect(seen.get(sum)).toBeGreaterThan(100);
});
