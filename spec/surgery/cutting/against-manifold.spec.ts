// The volumes of many cuts against manifold-3d's booleans of the bone's mesh before each cut and what the tool sweeps,
// which is the hull of a convex tool at both ends of a linear motion.

import { expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createCuttableBone } from '#kerf';
import { composed, poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { solidOf, sweptHull } from '#harness/exact-solids.ts';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';

const SEED = 2014;
const tools = [
  // Hulls of many coplanar points are less accurate: this one has its eight corners.
  box({ size: [1.2, 14, 10] }),
  sphere({ radius: 3, subdivisions: 2 }),
];

test.each(
  [
    [longRun(50, 6), longRun(2, 3)],
    [12, 1],
  ].slice(0, longRun(2, 1)),
)(`%s cuts of the phantom at a cell of %s mm (seed ${SEED})`, async (cuts, cell) => {
  const random = mulberry32(SEED);
  const bone = await createCuttableBone({ surface: phantom(longRun(20_000, 5_000)), cell });
  let cut = 0;
  for (let n = 0; n < cuts; n++) {
    const { mesh } = bone;
    const vertex = 3 * Math.floor((random() * mesh.positions.length) / 3);
    const at = [0, 1, 2].map((k) => mesh.positions[vertex + k] + signed(random));
    const from = poseOf(randomRotation(random), at);
    const to = composed(from, translation(3 * signed(random), 3 * signed(random), 3 * signed(random)));
    const tool = tools[n % 2];
    const before = solidOf(mesh);
    const swept = sweptHull(tool, from, to);
    const common = before.intersect(swept);
    // Coordinates are passed as f32: off by half a unit of 2^7 mm, over the surface of the common part.
    const slack = common.surfaceArea() * Math.sqrt(3) * 2 ** (7 - 25);
    const { removedVolume } = bone.cut(tool, { from, to, motion: 'linear' });
    const volume = common.volume();
    const says = `cut ${n}: ${volume} mm³ against ${removedVolume.low} … ${removedVolume.high}`;
    expect([says, removedVolume.low <= volume + slack && volume - slack <= removedVolume.high]).toEqual([says, true]);
    for (const solid of [before, swept, common]) solid.delete();
    cut += volume > 1 ? 1 : 0;
  }
  expect(cut).toBeGreaterThan(0.8 * cuts);
});
