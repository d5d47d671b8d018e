// What the first query of a detector builds, at any pose: the bone's BVH, which pairs and planes between the bodies are
// found by. Even if the tool is far away, no later query builds it when the tool has come near; and no query of pairs
// builds scanlines, which take far longer, and which only a sign or an edit needs.

import { afterEach, expect, jest, test } from '@jest/globals';
import { BoneBody } from '#bodies';
import { createDetector, type DetectorOptions } from '#kerf';
import { createMesh } from '#mesh';
import { translation } from '#harness/contact-cases.ts';
import { box, sphere } from '#spec/base/mesh/bodies.ts';

const [ball, cube] = [sphere(2, 10), box(2, 2, 2)];
const bodies: DetectorOptions = {
  bone: createMesh(ball.positions, ball.faces),
  tool: createMesh(cube.positions, cube.faces),
  ...{ contactDistance: 0, resolution: 1, backend: 'cpu' },
};
/** Bounds that are apart; bounds that meet although the hulls are apart; bodies that meet. */
const [FAR, CORNER, DEEP] = [translation(40, 0, 0), translation(7, 7, 7), translation(9, 0, 0)];

afterEach(() => {
  jest.restoreAllMocks();
});

test.each([
  ['intersects', FAR, false],
  ['intersects', CORNER, false],
  ['intersects', DEEP, true],
  ['intersectingFaces', FAR, false],
  ['intersectingFaces', DEEP, true],
] as const)('%s first: %j', async (query, first, meets) => {
  const detector = await createDetector(bodies);
  const asked = (name: 'scanlines' | 'bvh') => {
    const spy = jest.spyOn(BoneBody.prototype, name, 'get');
    return () => spy.mock.contexts.some((body) => (body as unknown) instanceof BoneBody);
  };
  const made = [asked('scanlines'), asked('bvh')];
  const found = (pose: Float64Array): boolean => {
    const answer = detector[query](pose);
    return typeof answer === 'boolean' ? answer : answer.length > 0;
  };
  expect(found(first)).toBe(meets);
  expect(made.map((was) => was())).toEqual([false, true]);
  expect([CORNER, FAR, DEEP].map(found)).toEqual([false, false, true]);
  expect(made.map((was) => was())).toEqual([false, true]);
});
