// Random bodies in random poses against the exact volume, in fractions: convex, with a cavity, thin, far from the
// origin, at several scales, along every axis.

import { expect, test } from '@jest/globals';
import { sphere } from '#datasets';
import { createMesh, type TriangleMesh } from '#kerf';
import { exactFraction, posedPositions, windingProductVolume } from '#reference';
import { longRun } from '#harness/long-run.ts';
import { axes, boxBetween, joined, turnedInside, VolumeQuery } from '#harness/overlap-volumes.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed } from '#harness/random-geometry.ts';

const SEED = 1902;
const bodies: readonly TriangleMesh[] = [
  boxBetween([-1, -1, -1], [1, 1, 1]),
  createMesh([0, 0, 0, 1.5, 0, 0, 0, 1.5, 0, 0, 0, 1.5], [0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3]),
  boxBetween([-1, -1, 0], [1, 1, 2 ** -8]),
  sphere({ radius: 1, subdivisions: 0 }),
  joined(boxBetween([-1, -1, -1], [1, 1, 1]), turnedInside(boxBetween([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]))),
];

/** Coordinates that f32 represents, which keeps the oracle's fractions short, scaled and moved exactly. */
function placed(mesh: TriangleMesh, scale: number, offset: number): TriangleMesh {
  return createMesh(
    Array.from(mesh.positions, (x) => scale * Math.fround(x) + offset),
    mesh.faces,
  );
}

test.each([
  [2 ** -10, 0, 1],
  [1, 0, 2],
  [2 ** 10, 0, 3],
  [1, 2 ** 17, longRun(7, 6)],
])(`scale %d, %d mm from the origin (seed ${SEED})`, (scale, offset, first) => {
  const random = mulberry32(SEED);
  const count = longRun(60, 1);
  let overlapping = 0;
  for (let n = first; n < first + count; n++) {
    const bone = placed(bodies[n % bodies.length], scale, offset);
    const tool = placed(bodies[Math.floor(bodies.length * random())], scale, 0);
    const given = n % 3 < 2 ? rigidPose(random, 1) : [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    if (n % 3 === 2) for (let k = 12; k < 15; k++) given[k] = Math.round(2 * signed(random)) / 2;
    const pose = given.map((x, i) => (i >= 12 && i < 15 ? Math.fround(x) * scale + offset : Math.fround(x)));
    const posed = { positions: posedPositions(tool.positions, pose), faces: tool.faces };
    const exact = windingProductVolume(bone, posed);
    if (exact.compare(0) > 0) overlapping++;
    const query = new VolumeQuery(bone, tool);
    for (const axis of axes)
      for (const width of [1, 0.01, 1e-5]) {
        const { low, high } = query.find(pose, width, axis);
        const [above, below] = [exactFraction(low).compare(exact) <= 0, exactFraction(high).compare(exact) >= 0];
        expect({ n, axis, width, low, high, above, below }).toMatchObject({ above: true, below: true });
      }
  }
  expect(overlapping).toBeGreaterThan(count / 4);
});
