import { describe, expect, test } from '@jest/globals';
import { weldVertices } from '#mesh';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { soup, torus } from './bodies.ts';
import { positionKeys } from './plain-inspection.ts';

function weldPlainly(positions: ArrayLike<number>): number[] {
  const first = new Map<string, number>();
  return positionKeys({ positions }).map((key, v) => {
    if (!first.has(key)) first.set(key, v);
    return first.get(key)!;
  });
}

describe('weldVertices', () => {
  test('joins equal coordinates only: -0 and 0 are equal, neighbours in the last place are not', () => {
    const positions = Float64Array.of(
      1,
      0,
      2,
      1,
      -0,
      2,
      1 + Number.EPSILON,
      0,
      2,
      1,
      2,
      0,
      1,
      0,
      2,
      Number.MIN_VALUE,
      0,
      0,
      0,
      0,
      0,
    );
    expect([...weldVertices(positions)]).toEqual([0, 0, 2, 3, 0, 5, 6]);
  });

  test('single and double precision weld alike, and single precision welds what rounds together', () => {
    const values = [0.1, 0.2, 0.3, 0.1 + 2 ** -50, 0.2, 0.3];
    expect([...weldVertices(Float64Array.from(values))]).toEqual([0, 1]);
    expect([...weldVertices(Float32Array.from(values))]).toEqual([0, 0]);
  });

  test('welds only as many vertices as asked, and none', () => {
    expect([...weldVertices(Float64Array.of(1, 2, 3, 1, 2, 3, 0, 0, 0), 2)]).toEqual([0, 0]);
    expect(weldVertices(new Float64Array(0))).toHaveLength(0);
    expect([...weldVertices(Float64Array.of(4, 5, 6, 4, 5, 6, 4, 5, 6), 1)]).toEqual([0]);
  });

  test.each([1, 2, 3])('equals a map of strings, seed %i', (seed) => {
    const random = mulberry32(seed);
    for (const spread of [2, 5, 20]) {
      for (const single of [true, false]) {
        const values = Array.from(
          { length: 3 * longRun(3000, 800) },
          () => (Math.floor(random() * spread) - 1) * 0.1 * (random() < 0.5 ? -1 : 1),
        );
        const positions = single ? Float32Array.from(values) : Float64Array.from(values);
        const welded = [...weldVertices(positions)];
        expect(welded).toEqual(weldPlainly(positions));
        const share = welded.filter((first, v) => first !== v).length / welded.length;
        expect(share).toBeGreaterThan(spread === 20 ? longRun(0.02, 0.005) : 0.5);
      }
    }
  });

  const AROUND = longRun(200, 40);
  test(`a soup of ${360 * AROUND} corners welds to the torus it was made of`, () => {
    const whole = torus(AROUND, 60, 50, 20);
    const positions = Float32Array.from(soup(whole).positions);
    const welded = weldVertices(positions);
    expect(new Set(welded).size).toBe(60 * AROUND);
    expect([...welded]).toEqual(weldPlainly(positions));
  });
});
