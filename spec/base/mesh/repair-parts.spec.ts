// What repairMesh decides by: boxes in boxes, each compared with each, and signs of volumes, against whole numbers.

import { expect, test } from '@jest/globals';
import { mulberry32 } from '#harness/random.ts';
import { findNestedBoxes } from '#mesh/nested-boxes.ts';
import { findVolumeSigns } from '#mesh/volume-sign.ts';

test.each([1, 2, 3])('boxes of all sizes: those in another one (seed %i)', (seed) => {
  const random = mulberry32(seed);
  let [nested, total] = [0, 0];
  for (let round = 0; round < 60; round++) {
    const count = 1 + Math.floor(40 * random());
    const far = round % 5 === 0 ? 2 ** 40 : 0;
    const min = Float64Array.from({ length: 3 * count }, () => Math.round(8 * random()) / 4 + far);
    const sides = Array.from({ length: count }, () => 4 ** Math.floor(4 * random() - 3));
    const max = min.map((low, i) => low + sides[Math.floor(i / 3)] * Math.ceil(3 * random()));
    const found = findNestedBoxes({ min, max });
    for (let box = 0; box < count; box++) {
      const isIn = Array.from({ length: count }, (_, outer) => outer).some(
        (outer) =>
          outer !== box &&
          [0, 1, 2].every((k) => min[3 * outer + k] <= min[3 * box + k] && max[3 * box + k] <= max[3 * outer + k]),
      );
      expect(found[box]).toBe(isIn ? 1 : 0);
      nested += found[box];
      total++;
    }
  }
  expect(nested / total).toBeGreaterThan(0.1);
  expect(nested / total).toBeLessThan(0.9);
});

test.each([
  [1, 0],
  [2 ** -400, 0],
  [2 ** 300, 0],
  [1, 2 ** 30],
])(
  'tetrahedra, many of them flat, scale %d, %d from the origin: a sign that is given is right (seed 5)',
  (scale, far) => {
    const random = mulberry32(5);
    const faces = Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3);
    const given = new Map<number, number>();
    let uncertain = 0;
    for (let round = 0; round < 3000; round++) {
      const size = [3, 2 ** 10, 2 ** 20][round % 3];
      const corners = Array.from({ length: 12 }, () => Math.floor(size * random()));
      // The last corner is nearly in the plane of the others.
      if (round % 2 === 0) for (let k = 0; k < 3; k++) corners[9 + k] = corners[k] + corners[3 + k] - corners[6 + k];
      if (round % 4 === 0) corners[9 + (round % 3)] += 1;
      const positions = Float64Array.from(corners, (x) => (x + far) * scale);
      const [u, v, w] = [1, 2, 3].map((n) => [0, 1, 2].map((k) => BigInt(corners[3 * n + k] - corners[k])));
      const six =
        w[0] * (u[1] * v[2] - u[2] * v[1]) + w[1] * (u[2] * v[0] - u[0] * v[2]) + w[2] * (u[0] * v[1] - u[1] * v[0]);
      const exact = six > 0n ? 1 : six < 0n ? -1 : 0;
      const low = [0, 1, 2].map((k) => Math.min(...[0, 3, 6, 9].map((at) => positions[at + k])));
      const high = [0, 1, 2].map((k) => Math.max(...[0, 3, 6, 9].map((at) => positions[at + k])));
      const isTurned = new Uint8Array(4).fill(round % 5 === 0 ? 1 : 0);
      const [sign] = findVolumeSigns(positions, {
        ...{ faces, of: new Uint32Array(4), isTurned },
        ...{ min: Float64Array.from(low), max: Float64Array.from(high) },
      });
      if (sign === 0) uncertain += exact === 0 ? 0 : 1;
      else expect(sign).toBe(round % 5 === 0 ? -exact : exact);
      given.set(sign, (given.get(sign) ?? 0) + 1);
    }
    for (const sign of [-1, 0, 1]) expect(given.get(sign)).toBeGreaterThan(300);
    expect(uncertain).toBeLessThan(30);
  },
);
