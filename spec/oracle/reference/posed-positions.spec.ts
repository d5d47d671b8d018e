import { expect, test } from '@jest/globals';
import { posedPositions } from '#reference';
import { mulberry32 } from '#harness/random.ts';

test('a quarter turn about z and a shift: column-major, tool frame → bone frame', () => {
  const pose = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1];
  expect([...posedPositions([1, 2, 3, -4, 5, -6], pose)]).toEqual([8, 21, 33, 5, 16, 24]);
});

test('products are added from the left, then the shift: ((m0·x + m4·y) + m8·z) + m12', () => {
  const pose = [1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1];
  const [left] = posedPositions([2 ** 53, -(2 ** 53), 1], pose);
  expect(left).toBe(2);
  const [absorbed] = posedPositions([2 ** 53, 1, -(2 ** 53)], pose);
  expect(absorbed).toBe(1);
});

test('a result nearer to 0 than 2^-250 mm is 0, after the last rounding and not before', () => {
  const limit = 2 ** -250;
  const under = (x: number) => {
    const pose = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, x, 1];
    return posedPositions([0, 0, 0], pose)[2];
  };
  for (const sign of [1, -1]) {
    expect(under(sign * limit)).toBe(sign * limit);
    for (const x of [limit * (1 - 2 ** -53), 2 ** -251, 1e-300, 5e-324]) expect(under(sign * x)).toBe(0);
  }
  // 2^-251 + 2^-251: each term is below the limit, but the sum is not.
  expect(posedPositions([1, 1, 0], [2 ** -251, 0, 0, 0, 2 ** -251, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])[0]).toBe(limit);
  expect(Object.is(under(-0), 0)).toBe(true);
});

test('no fused multiply-add, for random rotations and f32 positions (seed 5)', () => {
  const random = mulberry32(5);
  const pose = Array.from({ length: 16 }, () => 2 * random() - 1);
  const positions = Float32Array.from({ length: 300 }, () => 200 * random());
  const posed = posedPositions(positions, pose);
  for (let i = 0; i < 300; i++) {
    const [x, y, z] = positions.subarray(i - (i % 3), i - (i % 3) + 3);
    const row = i % 3;
    const products = Float64Array.of(pose[row] * x, pose[4 + row] * y, pose[8 + row] * z);
    const sums = Float64Array.of(products[0] + products[1]);
    sums[0] += products[2];
    expect(posed[i]).toBe(sums[0] + pose[12 + row]);
  }
});
