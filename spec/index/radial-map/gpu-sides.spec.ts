// sidesOf: the GPU gives the CPU's bytes, at random points and where rounding might flip one, and leaves few undecided.

import { describe, expect, jest, test } from '@jest/globals';
import { box, torus } from '#datasets';
import { createRadialMap, type RadialMap, type TriangleMesh } from '#kerf';
import { RadialTable } from '#radial-map/radial-map.ts';
import { movedMesh, poseOf, randomRotation, scaled } from '#harness/contact-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { mappedBodies } from '#harness/map-pairs.ts';
import { radialPointKinds } from '#harness/radial-points.ts';
import { mulberry32 } from '#harness/random.ts';
import { specGpu } from '#harness/software-gpu.ts';

await specGpu();
const SEED = 1149;

function pointsOf(mesh: TriangleMesh, map: RadialMap, random: () => number, each: number): Float64Array {
  const makers = Object.values(radialPointKinds);
  return Float64Array.from(
    makers.flatMap((make) => Array.from({ length: each }, () => make(mesh, map, random)).flat()),
  );
}

describe(`by the GPU the same bytes, seed ${SEED}`, () => {
  const seen = new Set<number>();
  test.each(Object.entries(mappedBodies))('%s', async (_, make) => {
    for (let round = 0; round < longRun(40, 4); round++) {
      const random = mulberry32(SEED + round);
      const turn = round % 2 === 0 ? randomRotation(random) : [1, 0, 0, 0, 1, 0, 0, 0, 1];
      const far = round % 4 === 3 ? 1e5 : 0;
      const mesh = movedMesh(scaled(make(random), [1, 1e-3, 1e3][round % 3]), poseOf(turn, [far, -far, 0.3 * far]));
      const centre = round % 4 === 2 ? Array.from(mesh.positions.subarray(0, 3)) : undefined;
      const map = createRadialMap(mesh, { size: [16, 3, 8, 64][round % 4], centre });
      const points = pointsOf(mesh, map, random, longRun(200, 37));
      const sides = await map.sidesOf(points, { backend: 'webgpu' });
      expect(Buffer.from(sides).equals(Buffer.from(map.sides(points)))).toBe(true);
      for (const side of sides) seen.add(side);
    }
  });
  test('of every side', () => expect([...seen].sort()).toEqual([-1, 0, 1]));

  const ring = torus({ majorRadius: 20, minorRadius: 6, segments: 12 });
  const map = createRadialMap(ring);
  // In this order: buffers that are too small must grow.
  test.each([0, 1, 63, 65, 1])('a batch of %d points', async (count) => {
    const random = mulberry32(SEED);
    const points = Float64Array.from({ length: 3 * count }, () => 60 * random() - 30);
    expect(await map.sidesOf(points, { backend: 'webgpu' })).toEqual(map.sides(points));
  });
  test('what is not finite, and as far away as numbers go', async () => {
    const most = Number.MAX_VALUE;
    const odd = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const points = [...odd.flatMap((x) => [x, 0, 0, 0, x, 0, 0, 0, x]), most, -most, most, 0, most, 0, 0, 0, 5e-324];
    expect(await map.sidesOf(points, { backend: 'webgpu' })).toEqual(map.sides(points));
  });
  test('points in an array that is changed afterwards; backend auto and cpu', async () => {
    const points = [20, 0, 0, 0, 0, 0];
    const asked = map.sidesOf(points, { backend: 'webgpu' });
    points.fill(0);
    expect(await asked).toEqual(Int8Array.of(1, -1));
    for (const options of [undefined, { backend: 'cpu' } as const])
      expect(await map.sidesOf([20, 0, 0], options)).toEqual(Int8Array.of(1));
  });
});

test(`few points are left to the CPU, seed ${SEED}`, async () => {
  // A map binds the function when it is made.
  const asked = jest.spyOn(RadialTable.prototype, 'side');
  const solid = torus({ majorRadius: 20, minorRadius: 6, segments: 24 });
  const map = createRadialMap(movedMesh(solid, poseOf(randomRotation(mulberry32(SEED)), [1, 2, 3])));
  const random = mulberry32(SEED + 1);
  const count = longRun(200_000, 20_000);
  const points = Float64Array.from({ length: 3 * count }, (_, i) => map.centre[i % 3] + 60 * random() - 30);
  const sides = await map.sidesOf(points, { backend: 'webgpu' });
  const left = asked.mock.calls.length;
  asked.mockRestore();
  expect(sides).toEqual(map.sides(points));
  console.log(`${left} of ${count} points left to the CPU`);
  expect(left).toBeGreaterThan(0);
  expect(left / count).toBeLessThan(1e-3);
});

describe('refuses', () => {
  const map = createRadialMap(box({ size: [1, 1, 1] }));
  test.each([
    [[1, 2], undefined, 'BAD_LENGTH'],
    [['1', 2, 3], undefined, 'WRONG_TYPE'],
    [[1, 2, 3], { backend: 'gpu' }, 'BAD_BACKEND'],
    [[1, 2, 3], { device: null }, 'UNKNOWN_OPTION'],
  ])('the points %j with %j: %s', async (points, options, code) => {
    await expect(map.sidesOf(points as number[], options as object)).rejects.toMatchObject({ code });
  });
});
