// detector.overlapVolume: on every backend, after edits, with options and bodies that it refuses, for solids that only
// come near.

import { describe, expect, test } from '@jest/globals';
import { sphere } from '#datasets';
import { createDetector, createMesh, type Pose, type TriangleMesh } from '#kerf';
import { detectorsOn } from '#harness/backends.ts';
import { identityPose, translation } from '#harness/contact-cases.ts';
import { boxBetween, joined, turnedInside } from '#harness/overlap-volumes.ts';

const cube = boxBetween([0, 0, 0], [2, 2, 2]);
const query = { contactDistance: 0, resolution: 1, backend: 'cpu' } as const;
const open = createMesh(cube.positions, cube.faces.slice(3));

async function volumeOf(bone: TriangleMesh, tool: TriangleMesh, pose: Pose = identityPose) {
  return (await createDetector({ ...query, bone, tool })).overlapVolume(pose);
}

test.each(['scanlines', 'bvh', 'bvh-front'] as const)('candidates %s give the same interval', async (candidates) => {
  const tool = sphere({ radius: 1, subdivisions: 2 });
  const pose = translation(2, 1.5, 0.25);
  const detector = await createDetector({ ...query, bone: cube, tool, candidates });
  expect(await detector.overlapVolume(pose)).toEqual(await volumeOf(cube, tool, pose));
});

const make = await detectorsOn('webgpu');

test('a detector of the GPU gives the interval of the CPU', async () => {
  const detector = await make({ ...query, bone: cube, tool: cube });
  const pose = translation(0.5, 0.5, 0.5);
  expect(await detector.overlapVolume(pose)).toEqual(await volumeOf(cube, cube, pose));
  detector.dispose();
});

test('an edit that makes a cavity takes its volume away, and one that closes it gives it back', async () => {
  const bone = boxBetween([-3, -3, -3], [5, 5, 5]);
  const hole = turnedInside(cube);
  const detector = await createDetector({ ...query, bone, tool: boxBetween([-1, -1, -1], [1, 1, 1]) });
  const holds = async (volume: number) => {
    const { low, high } = await detector.overlapVolume(identityPose);
    expect(low <= volume && volume <= high && high - low <= 0.01 * high).toBe(true);
  };
  await holds(8);
  detector.editBone({ remove: [], positions: hole.positions, faces: Array.from(hole.faces, (v) => 8 + v) });
  await holds(7);
  detector.editBone({ remove: Array.from({ length: 12 }, (_, i) => 12 + i) });
  await holds(8);
  detector.editBone({ remove: [0] });
  await expect(detector.overlapVolume(identityPose)).rejects.toMatchObject({ code: 'NOT_SOLID' });
});

describe('what only comes near has no volume', () => {
  const corner = joined(boxBetween([0, 0, -2], [2, 2, 0]), boxBetween([-2, 0, 0], [0, 2, 2]));
  test.each([
    ['apart, but for their boxes', sphere({ radius: 1, subdivisions: 2 }), translation(-0.7, -0.7, -0.7)],
    ['in a cavity', boxBetween([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]), translation(10, 0, 0)],
  ])('%s', async (_, tool, pose) => {
    const hollow = joined(boxBetween([8, -2, -2], [12, 2, 2]), turnedInside(boxBetween([9, -1, -1], [11, 1, 1])));
    expect(await volumeOf(joined(cube, hollow), tool, pose)).toEqual({ low: 0, high: 0, reached: true });
  });
  test('a box in the corner that two others make', async () =>
    expect(await volumeOf(corner, cube)).toEqual({ low: 0, high: 0, reached: true }));
});

describe('reached says whether the width aimed at was reached', () => {
  const twice = joined(sphere({ radius: 1, subdivisions: 0 }), boxBetween([0, 0, 0], [1, 1, 1]));
  const inside = translation(0.5, 0.5, 0.5);
  test.each([
    ['a width that is reached', cube, cube, 0.01, true],
    ['no width at all', cube, cube, 1, true],
    ['less than rounding allows', cube, cube, 1e-16, false],
    ['a body that overlaps itself, roughly', twice, twice, 0.5, true],
    ['a body that overlaps itself, nearer than rounding allows', twice, cube, 1e-15, false],
  ])('%s', async (_, bone, tool, relativeWidth, isReached) => {
    const detector = await createDetector({ ...query, bone, tool });
    const { low, high, reached } = await detector.overlapVolume(inside, { relativeWidth });
    expect({ low, high, reached }).toMatchObject({ reached: isReached });
    expect(high - low <= relativeWidth * high).toBe(isReached);
  });
});

describe('refused by name', () => {
  test.each([
    ['bone', open, cube],
    ['tool', cube, open],
  ])('a %s that is open', async (role, bone, tool) => {
    const detector = await createDetector({ ...query, bone, tool });
    const asked = detector.overlapVolume(identityPose);
    await expect(asked).rejects.toMatchObject({ name: 'MeshError', code: 'NOT_SOLID' });
    await expect(asked).rejects.toThrow(`The ${role} `);
  });
  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '1', null])('relativeWidth %p', async (width) => {
    const detector = await createDetector({ ...query, bone: cube, tool: cube });
    const options = { relativeWidth: width as number };
    await expect(detector.overlapVolume(identityPose, options)).rejects.toMatchObject({ code: 'BAD_RELATIVE_WIDTH' });
  });
});
