// checkPose: each refusal with its code (and isPose's, without one), and both sides of each limit; posePositions: the
// documented formula, bit for bit.

import { describe, expect, test } from '@jest/globals';
import { checkPose, emptyPose, isPose, PoseError, posePositions, poseVertex } from '#core';
import { posedPositions } from '#reference';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, rigidPose, strained } from '#harness/random-geometry.ts';

const SEED = 12;
const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function refusal(pose: unknown): PoseError {
  try {
    checkPose(pose as number[]);
  } catch (error) {
    expect(error).toBeInstanceOf(PoseError);
    expect(isPose(pose as number[], emptyPose())).toBe(false);
    return error as PoseError;
  }
  throw new Error(`pose ${String(pose)} was taken`);
}

function withEntry(i: number, value: number): number[] {
  const pose = [...identity];
  pose[i] = value;
  return pose;
}

describe('checkPose', () => {
  test.each<[unknown]>([[[]], [identity.slice(1)], [[...identity, 0]], [null], [undefined], [7]])(
    'refuses %j: BAD_LENGTH',
    (pose) => expect(refusal(pose).code).toBe('BAD_LENGTH'),
  );

  test('refuses any entry that is not finite: NON_FINITE_POSE, by number', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      for (let i = 0; i < 16; i++) {
        const { code, message } = refusal(withEntry(i, value));
        expect(code).toBe('NON_FINITE_POSE');
        expect(message).toContain(`entry ${i} is ${value}`);
      }
  });

  test('refuses a last row other than 0 0 0 1, a row-major pose with a translation among them', () => {
    for (const i of [3, 7, 11]) expect(refusal(withEntry(i, 1e-300)).code).toBe('NOT_RIGID');
    expect(refusal(withEntry(15, 1 + 2 ** -52)).code).toBe('NOT_RIGID');
    expect(refusal(withEntry(3, 40)).message).toContain('last row 40 0 0 1');
  });

  test.each([1.001, 0.999, -1, 2, 0, 1e200])('refuses scale %d: NOT_RIGID, with the deviation', (scale) => {
    const { code, message } = refusal(identity.map((x, i) => (i < 11 ? scale * x : x)));
    expect(code).toBe('NOT_RIGID');
    if (scale > 0) expect(message).toContain(`RᵀR − I is ${Math.abs(scale * scale - 1).toExponential(3)}`);
  });

  test('refuses entries whose products overflow: NOT_RIGID, as a deviation', () => {
    const { code, message } = refusal([1e200, 1e200, 0, 0, 1e200, -1e200, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    expect(code).toBe('NOT_RIGID');
    expect(message).toContain('RᵀR − I');
  });

  test(`takes a deviation just below 1e-5 and refuses one just above, in each entry (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (let i = 0; i < 200; i++) {
      const strain = [0, 0, 0, 0, 0, 0];
      const entry = i % 6;
      const sign = random() < 0.5 ? -1 : 1;
      // RᵀR − I = 2S + S²: a diagonal entry e makes 2e + e², an off-diagonal one 2e (and e² on the diagonal).
      const strainFor = (wanted: number) => (entry < 3 ? Math.sqrt(1 + sign * wanted) - 1 : (sign * wanted) / 2);
      const pose = rigidPose(random, 100);
      strain[entry] = strainFor(1e-5 - 1e-12);
      expect(checkPose(strained(pose, strain)).orthonormalityError).toBeCloseTo(1e-5, 9);
      strain[entry] = strainFor(1e-5 + 1e-12);
      const { code, message } = refusal(strained(pose, strain));
      expect(code).toBe('NOT_RIGID');
      expect(message).toContain('1.000e-5');
    }
  });

  test('refuses a mirror: NOT_RIGID, by determinant', () => {
    for (const i of [0, 5, 10]) expect(refusal(withEntry(i, -1)).message).toContain('det R is -1');
  });

  test('refuses a translation beyond the coordinate range and takes one at it', () => {
    expect(checkPose(withEntry(13, 2 ** 120)).matrix[13]).toBe(2 ** 120);
    expect(refusal(withEntry(13, 2 ** 121)).code).toBe('COORDINATE_RANGE');
    expect(refusal(withEntry(12, -(2 ** 121))).code).toBe('COORDINATE_RANGE');
  });

  test('copies the pose as given: later changes have no effect, and nothing is re-orthonormalised', () => {
    const given = strained(rigidPose(mulberry32(SEED), 10), [4e-6, -3e-6, 1e-6, 2e-6, 0, -1e-6]);
    const { matrix } = checkPose(given);
    expect([...matrix]).toEqual(given);
    given[0] = 5;
    expect(matrix[0]).not.toBe(5);
  });
});

describe('posePositions', () => {
  test(`is ((m0·x + m4·y) + m8·z) + m12, bit for bit, and returns the largest magnitude (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (const scale of [1e-3, 1, 1e3, 1e5])
      for (let i = 0; i < 50; i++) {
        const pose = strained(rigidPose(random, 10 * scale), coordinates(random, 6, 1e-6, 0));
        const local = Float64Array.from(coordinates(random, 30, scale, i % 2 === 0 ? 0 : 1e5));
        const out = new Float64Array(33).fill(7);
        const largest = posePositions(checkPose(pose), local, 10, out, new Float64Array(6));
        const expected = posedPositions(local, pose);
        expect(out.subarray(0, 30)).toEqual(expected);
        expect(out.subarray(30)).toEqual(Float64Array.of(7, 7, 7));
        expect(largest).toBe(Math.max(...expected.map(Math.abs)));
      }
  });

  test('a posed coordinate nearer to 0 than 2^-250 is 0, by both ways, and one at the limit stays', () => {
    const out = new Float64Array(3);
    const bounds = new Float64Array(6);
    for (const sign of [1, -1]) {
      const pose = checkPose(withEntry(4, sign * 2 ** -200));
      for (const [y, x] of [
        [2 ** -50, sign * 2 ** -250],
        [2 ** -50 * (1 - 2 ** -53), 0],
        [2 ** -51, 0],
        [2 ** -874, 0],
        [0, 0],
      ]) {
        const local = Float64Array.of(0, y, 0);
        expect(posePositions(pose, local, 1, out, bounds)).toBe(y < 2 ** -250 ? 0 : y);
        expect(out[0]).toBe(x);
        expect([bounds[0], bounds[3]]).toEqual([x, x]);
        poseVertex(pose.matrix, local, 0, out, 0);
        expect(out[0]).toBe(x);
        expect(out).toEqual(posedPositions(local, pose.matrix));
      }
    }
  });
});
