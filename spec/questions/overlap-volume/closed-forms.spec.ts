// Bodies whose common volume is known in closed form: boxes in every position, inside each other, thin, touching;
// bodies that overlap themselves, have cavities, face inward, have degenerate faces. Every interval contains the volume
// and is as narrow as requested, along two of the axes in turn, with KERF_LONG=1 along each.

import { describe, expect, test } from '@jest/globals';
import { createMesh, type Pose, type TriangleMesh } from '#kerf';
import { identityPose, scaled, translation } from '#harness/contact-cases.ts';
import { partOf } from '#harness/long-run.ts';
import { inDeep } from '#harness/sets.ts';
import { axes, boxBetween, joined, turnedInside, VolumeQuery } from '#harness/overlap-volumes.ts';

const cube = boxBetween([0, 0, 0], [2, 2, 2]);
let asked = 0;

function holds(bone: TriangleMesh, tool: TriangleMesh, volume: number, pose: Pose = identityPose, width = 1e-4): void {
  const query = new VolumeQuery(bone, tool);
  for (const axis of partOf(axes, 2, asked++ % 2)) {
    const { low, high } = query.find(pose, width, axis);
    expect({ axis, isIn: low <= volume && volume <= high, low, high }).toMatchObject({ axis, isIn: true });
    expect({ axis, isNarrow: high - low <= width * high, low, high }).toMatchObject({ axis, isNarrow: true });
  }
}

describe('boxes', () => {
  const places = [-2, -1.75, -0.5, 0, 0.5, 1, 2];
  const common = (x: number) => Math.max(0, 2 - Math.abs(x));
  test('in every position along three axes, faces that coincide included', () => {
    const all = places.flatMap((x) => places.flatMap((y) => [-0.5, 0, 1].map((z) => [x, y, z] as const)));
    for (const [x, y, z] of partOf(all, 5, 0))
      holds(cube, cube, common(x) * common(y) * common(z), translation(x, y, z));
  });
  test.each([
    ['the tool deep in the bone', boxBetween([-9, -9, -9], [9, 9, 9]), cube, 8],
    ['the bone deep in the tool', cube, boxBetween([-9, -9, -9], [9, 9, 9]), 8],
    ['a sheet of 2^-20 mm through the bone', cube, boxBetween([-1, -1, 1], [3, 3, 1 + 2 ** -20]), 2 ** -18],
    ['a rod through the bone', cube, boxBetween([1, 1, -5], [1.25, 1.25, 5]), 0.125],
    ['two sheets with a gap of 2^-20 mm, and the cube between them', joined(boxBetween([0, 0, 0], [2, 2, 1]), boxBetween([0, 0, 1 + 2 ** -20], [2, 2, 2])), cube, 8 - 2 ** -18],
  ] as const)('%s', (_, bone, tool, volume) => holds(bone, tool, volume)); // biome-ignore format: a table
  test.each([1e-3, 1, 1e3])('scale %d, near the origin and 1e5 mm away', (s) => {
    const [bone, tool] = [scaled(cube, s), scaled(cube, s)];
    for (const far of [0, 2 ** 17]) {
      const moved = createMesh(
        Array.from(bone.positions, (x) => x + far),
        bone.faces,
      );
      const edge = moved.positions[0];
      const width = Math.max(...moved.positions) - edge;
      const offset = width / 2;
      const place = edge + offset;
      const side = Array.from(tool.positions, (x) => x + place).map((x) => Math.min(x, edge + width));
      const common = Math.max(...side) - Math.min(...side);
      holds(moved, tool, common ** 3, translation(place, place, place));
    }
  });
});

describe('touching is 0 exactly, and so is being apart', () => {
  const tip = createMesh([0, 0, 0, 1, 0, 1, 0, 1, 1, -1, -1, 1], [0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3]);
  test.each([
    ['a face on a face', cube, translation(0.5, 0.25, 2)],
    ['an edge on an edge', cube, translation(2, 2, 0.5)],
    ['a corner on a corner', cube, translation(2, 2, 2)],
    ['a corner on a face', tip, translation(0.7, 1.1, 2)],
    ['a corner on an edge', tip, translation(0, 1.1, 2)],
    ['apart', tip, translation(0.7, 1.1, 2 + 2 ** -40)],
  ])('%s', (_, tool, pose) => {
    const query = new VolumeQuery(cube, tool);
    for (const axis of axes) expect(query.find(pose, 0.01, axis)).toMatchObject({ low: 0, high: 0 });
  });
});

describe('what a solid is', () => {
  const around = boxBetween([-3, -3, -3], [5, 5, 5]);
  const shell = joined(around, turnedInside(boxBetween([-1, -1, -1], [3, 3, 3])));
  const probe = boxBetween([-2, 0, 0], [6, 1, 1]);
  test('a cavity is no bone', () => {
    holds(shell, probe, 3);
    holds(shell, cube, 0, identityPose, 1);
    holds(shell, boxBetween([-9, -9, -9], [9, 9, 9]), 512 - 64);
    holds(probe, shell, 3);
  });
  test('parts that overlap count once, whatever their winding number is', () => {
    const twice = joined(cube, boxBetween([1, 1, 1], [3, 3, 3]));
    for (const body of [twice, turnedInside(twice)]) {
      holds(body, boxBetween([-1, -1, -1], [4, 4, 4]), 15);
      holds(body, boxBetween([0.5, 0.5, 0.5], [2.5, 2.5, 2.5]), 2 * 1.5 ** 3 - 1);
    }
  });
  inDeep(() =>
    test('nor do coinciding parts count more than once', () => {
      const twice = joined(cube, boxBetween([1, 1, 1], [3, 3, 3]));
      for (const body of [twice, turnedInside(twice)]) holds(body, body, 15, identityPose, 1e-2);
      holds(joined(cube, cube), joined(cube, cube, cube), 8, identityPose, 0.1);
    }),
  );
  test('parts that face against each other: where they overlap, they are nothing', () => {
    const other = joined(cube, turnedInside(boxBetween([1, 0, 0], [3, 2, 2])));
    holds(other, boxBetween([0.5, 0.5, 0.5], [2.5, 1.5, 1.5]), 1, identityPose, 1e-3);
  });
  test('a body that faces inward is the same solid', () => {
    const pose = translation(0.5, 0.25, 0.125);
    const volume = 1.5 * 1.75 * 1.875;
    holds(turnedInside(cube), cube, volume, pose);
    holds(cube, turnedInside(cube), volume, pose);
    holds(turnedInside(cube), turnedInside(cube), volume, pose);
  });
  test('faces without area, and faces twice, change nothing', () => {
    const { positions, faces } = cube;
    const split = createMesh([...positions, 1, 0, 0], [...faces, 0, 8, 1, 0, 1, 8, 3, 3, 5, 0, 2, 6, 0, 6, 2]);
    holds(split, split, 1, translation(1, 1, 1));
    holds(split, cube, 8);
  });
});

test.each([1, 0.1, 0.01, 1e-4, 1e-6])('relative width %d is reached', (width) => {
  const turn = [0.6, 0.8, 0, 0, -0.8, 0.6, 0, 0, 0, 0, 1, 0, 1, -0.4, 0.5, 1];
  // The cube turned by the angle of 3-4-5 about z, its axis in the middle of the bone: the square cut by two corners.
  const { low, high } = new VolumeQuery(cube, boxBetween([-1, -1, 0], [1, 1, 1])).find(turn, width);
  expect(high - low).toBeLessThanOrEqual(width * high);
});
