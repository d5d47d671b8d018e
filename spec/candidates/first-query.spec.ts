// What the first query of a detector makes: the index that pairs need, whatever the pose, and where nothing touches the
// tree of the bone by which planes are found: asked far away first, no query makes either when the tool has come near.

import { afterEach, expect, jest, test } from '@jest/globals';
import { BoneBody } from '../../lib/bodies/index.ts';
import { createDetector, type DetectorOptions } from '../../lib/index.ts';
import { createMesh } from '../../lib/mesh/index.ts';
import { translation } from '../harness/contact-cases.ts';
import { box, sphere } from '../mesh/bodies.ts';

const [ball, cube] = [sphere(2, 10), box(2, 2, 2)];
const bodies: DetectorOptions = {
  bone: createMesh(ball.positions, ball.faces),
  tool: createMesh(cube.positions, cube.faces),
  ...{ contactDistance: 0, resolution: 1, backend: 'cpu' },
};
/** Bounds that are apart; bounds that meet while the hulls are apart; bodies that meet. */
const [FAR, CORNER, DEEP] = [translation(40, 0, 0), translation(7, 7, 7), translation(9, 0, 0)];

afterEach(() => {
  jest.restoreAllMocks();
});

test.each([
  ['intersects', FAR, false, [true, true]],
  ['intersects', CORNER, false, [true, true]],
  ['intersects', DEEP, true, [true, false]],
  ['intersectingFaces', FAR, false, [true, true]],
] as const)('%s first: %j', async (query, pose, meets, [scanlines, tree]) => {
  const detector = await createDetector(bodies);
  const asked = (name: 'scanlines' | 'bvh') => {
    const spy = jest.spyOn(BoneBody.prototype, name, 'get');
    return () => spy.mock.contexts.some((body) => (body as unknown) instanceof BoneBody);
  };
  const made = [asked('scanlines'), asked('bvh')];
  const answer = detector[query](pose);
  expect(typeof answer === 'boolean' ? answer : answer.length > 0).toBe(meets);
  expect(made.map((was) => was())).toEqual([scanlines, tree]);
});
