// Poses and points from LPS to RAS, by what each does to points: turned there and back, a pose moves a point alike.

import { expect, test } from '@jest/globals';
import { turnedPoints, turnedPose } from '#protocol/igtl/turned.ts';
import { mulberry32 } from '#harness/random.ts';

/** In closed form: a turn by an angle about a unit axis, then a translation. */
function pose(random: () => number): Float64Array {
  const raw = [random() - 0.5, random() - 0.5, random() - 0.5];
  const [x, y, z] = raw.map((entry) => entry / Math.hypot(...raw));
  const [s, c] = [Math.sin(6 * random()), 0];
  const cos = c + Math.sqrt(1 - s * s);
  const t = 1 - cos;
  return Float64Array.of(
    ...[t * x * x + cos, t * x * y + s * z, t * x * z - s * y, 0],
    ...[t * x * y - s * z, t * y * y + cos, t * y * z + s * x, 0],
    ...[t * x * z + s * y, t * y * z - s * x, t * z * z + cos, 0],
    ...[100 * random(), 100 * random(), 100 * random(), 1],
  );
}
const moved = (m: ArrayLike<number>, [x, y, z]: readonly number[]) =>
  [0, 1, 2].map((row) => m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row]);

test('a point of the tool goes to the same place in either frame, seed 210003', () => {
  const random = mulberry32(210_003);
  for (let i = 0; i < 500; i++) {
    const there = pose(random);
    const [x, y, z] = [random() - 0.5, random(), random()];
    const [px, py, pz] = moved(there, [x, y, z]);
    // RAS: x to the right and y to the front, where LPS has the left and the back.
    const [rx, ry, rz] = moved(turnedPose(there), [-x, -y, z]);
    expect([rx, ry, rz]).toEqual([-px, -py, pz]);
  }
});

test('in closed form: x and y of a place change their signs; turns about z stay, those about x and y turn round', () => {
  const [s, c] = [Math.sin(0.3), Math.cos(0.3)];
  const aboutZ = [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1];
  expect([...turnedPose(aboutZ)]).toEqual([c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, -1, -2, 3, 1]);
  const aboutX = (angle: number) => {
    const [sx, cx] = [Math.sin(angle), Math.cos(angle)];
    return [1, 0, 0, 0, 0, cx, sx, 0, 0, -sx, cx, 0, 0, 0, 0, 1];
  };
  expect([...turnedPose(aboutX(0.3))]).toEqual(aboutX(-0.3));
  expect([...turnedPoints([1, 2, 3, 0, -5, 6])]).toEqual([-1, -2, 3, 0, 5, 6]);
});

test('twice is nothing', () => {
  const there = pose(mulberry32(1));
  expect(turnedPose(turnedPose(there))).toEqual(there);
});
