// windsOnce: bodies whose answer is known, and random bodies of boxes, by winding numbers at random points.

import { expect, test } from '@jest/globals';
import { box, sawBlade, sphere, torus } from '#datasets';
import { BoneBody } from '#bodies';
import { windsOnce } from '#detector/cpu/winds-once.ts';
import { createMesh, type TriangleMesh } from '#kerf';
import { longRun } from '#harness/long-run.ts';
import { boxBetween, joined, turnedInside } from '#harness/overlap-volumes.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';

const SEED = 2218;
const cube = boxBetween([0, 0, 0], [2, 2, 2]);
const within = boxBetween([0.5, 0.5, 0.5], [1.5, 1.5, 1.5]);
const ball = sphere({ radius: 1, subdivisions: 2 });

test.each<[string, TriangleMesh, boolean]>([
  ['a cube', cube, true],
  ['a cube that faces inward', turnedInside(cube), true],
  ['a ring', torus({ majorRadius: 6, minorRadius: 2, segments: 12 }), true],
  ['the saw', sawBlade({ targetFaces: 300 }), true],
  ['no closed surface', createMesh(cube.positions, cube.faces.slice(3)), false],
  ['two parts, one in the other, which wind twice', joined(cube, within), false],
  ['two parts that overlap', joined(cube, boxBetween([1, 1, 1], [3, 3, 3])), false],
  ['two parts that touch in a corner, one in the other', joined(cube, boxBetween([0, 0, 0], [1, 1, 1])), false],
  ['a ball one of whose corners is drawn through the other side', drawn(ball), false],
  ['more faces than are asked', sphere({ radius: 1, subdivisions: 5 }), false],
])('%s', (_, mesh, isOnce) => expect(windsOnce(mesh)).toBe(isOnce));

function drawn({ positions, faces }: TriangleMesh): TriangleMesh {
  return createMesh(
    positions.map((x, i) => (i < 3 ? -2 * x : x)),
    faces,
  );
}

test(`where it is true, the winding number is 0 or one other, ±1 (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const count = longRun(200, 30);
  let often = 0;
  let rarely = 0;
  for (let n = 0; n < count; n++) {
    // Corners moved by a little, then by enough to push them through other faces.
    const { positions, faces } = n % 2 === 0 ? box({ size: [1, 1, 1] }) : sphere({ radius: 1, subdivisions: 1 });
    const mesh = createMesh(
      Array.from(positions, (x) => x + ((2 * n) / count) * signed(random)),
      faces,
    );
    const { solid } = new BoneBody(mesh);
    const found = new Set<number>();
    for (let k = 0; k < 100; k++)
      found.add(solid.windingAt(1.5 * signed(random), 1.5 * signed(random), 1.5 * signed(random)));
    found.delete(0);
    const [winding] = found;
    const isAlike = found.size === 0 || (found.size === 1 && Math.abs(winding) === 1);
    if (windsOnce(mesh)) {
      often++;
      expect({ n, isAlike }).toMatchObject({ isAlike: true });
    } else if (!isAlike) rarely++;
  }
  expect(often).toBeGreaterThan(count / 10);
  expect(rarely).toBeGreaterThan(count / 10);
});
