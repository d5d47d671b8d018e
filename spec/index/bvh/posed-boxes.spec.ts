// PosedBoxes against the definition: under every pose the box of a node contains the stored coordinates of its faces,
// even those at corners of the node's own box.

import { expect, test } from '@jest/globals';
import { PosedBoxes } from '#bvh';
import { checkPose } from '#core';
import { BRANCHING } from '#records';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, rigidPose, strained } from '#harness/random-geometry.ts';
import { cornersOf, IDENTITY, type Shape, toolOf } from '#harness/stage-bodies.ts';
import { box, join, move, sphere } from '#spec/base/mesh/bodies.ts';

const SEED = 53;

/** Integers are exact in f32: the corners of these boxes are corners of their nodes' boxes. */
const boxes = join(
  ...Array.from({ length: 27 }, (_, k) =>
    move(box(1, 1, 1), [3 * (k % 3), 3 * (Math.floor(k / 3) % 3), 3 * Math.floor(k / 9)]),
  ),
);

const bodies: [string, Shape][] = [
  ['one box', box(2, 3, 5)],
  ['27 boxes', boxes],
  ['a sphere', sphere(3, 2)],
];

test.each(bodies)(`%s (seed ${SEED})`, (_name, shape) => {
  const random = mulberry32(SEED);
  const tool = toolOf(shape, IDENTITY, 10);
  const posed = new PosedBoxes(tool);
  const { levels, order, count } = tool.bvh;
  let checked = 0;
  for (let i = 0; i < 40; i++) {
    const size = 10 ** (6 * random());
    tool.moveTo(checkPose(strained(rigidPose(random, size), coordinates(random, 6, 2e-6, 0))), size);
    posed.begin();
    for (let level = 0; level < levels.length; level++)
      for (let node = 0; node < tool.bvh.sizes[level]; node++) {
        posed.make(level, node);
        const [low, high] = [0, 3].map((k) => posed.levels[level].subarray(6 * node + k, 6 * node + k + 3));
        const share = BRANCHING ** (level + 1);
        for (let slot = share * node; slot < Math.min(count, share * (node + 1)); slot++)
          for (const [k, x] of cornersOf(tool, order[slot]).entries())
            if (low[k % 3] <= x && x <= high[k % 3]) checked++;
            else throw new Error(`pose ${i}, level ${level}, node ${node}: ${x} is not in [${low}] … [${high}]`);
      }
  }
  expect(checked).toBe(40 * levels.length * 9 * tool.faceCount);
});
