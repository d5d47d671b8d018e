// Cuts by boxes: blades, slots and blocks through bodies of every kind, turned anyhow, near the origin and far from it;
// each part by its definition, all together by the volume, and beside manifold-3d's booleans.

import { describe, expect, test } from '@jest/globals';
import { createMesh, inspectMesh, osteotomy, selfIntersections, type TriangleMesh } from '#kerf';
import { boxBetween, boxNear, checkBox, expectBooleansLike } from '#harness/box-cuts.ts';
import { movedMesh } from '#harness/contact-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { checkPart, dot } from '#harness/plane-cuts.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';
import { closed } from '#harness/sided-bodies.ts';
import { pinchesOf, randomCells, voxelBody, voxelMesh } from '#harness/voxel-bodies.ts';
import { box, flip, join, move, permute, sphere, tetrahedron } from '#spec/base/mesh/bodies.ts';

const SEED = 5340;
const meshOf = ({ positions, faces }: { positions: readonly number[]; faces: readonly number[] }) =>
  createMesh(positions, faces);
const block = meshOf(box(4, 4, 4));
const volumes = (parts: readonly TriangleMesh[]) => parts.map((part) => inspectMesh(part).volume);

/** Of blades, slots and blocks in turn, all but a few must cut. */
function cutAnyhow(random: () => number, mesh: TriangleMesh, rounds: number, areProved = true): void {
  let cut = 0;
  for (let round = 0; round < rounds; round++) {
    const reach = [0, 5, 1000][round % 4 === 3 ? 2 : round % 2];
    const moved = reach === 0 ? mesh : movedMesh(mesh, Float64Array.from(rigidPose(random, reach)));
    const cutter = boxNear(random, moved, round);
    const parts = checkBox(moved, cutter, areProved);
    expectBooleansLike(moved, cutter, parts);
    if (inspectMesh(moved).manifold)
      for (const part of [...parts.outside, ...parts.inside]) expect(inspectMesh(part).manifold).toBe(true);
    if (parts.inside.length > 0) cut++;
  }
  expect(cut).toBeGreaterThan(0.6 * rounds);
}

/** Of corners from 0 to 6, with a volume, which is exact. */
function wholeTetrahedron(random: () => number) {
  for (;;) {
    const positions = Array.from({ length: 12 }, () => Math.floor(7 * random()));
    const [a, b, c] = [3, 6, 9].map((at) => [0, 1, 2].map((k) => positions[at + k] - positions[k]));
    const volume = dot(a, [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]]);
    const body = { positions, faces: [...tetrahedron.faces] };
    if (volume !== 0) return volume > 0 ? body : flip(body, 0, 1, 2, 3);
  }
}

describe('boxes anywhere', () => {
  const { needles: _crossing, ...bodies } = closed;
  test.each(Object.entries(bodies))(`through %s (seed ${SEED})`, (_name, make) => {
    const random = mulberry32(SEED);
    const { positions, faces } = make(random);
    cutAnyhow(random, createMesh(positions, faces), longRun(60, 4));
  });

  inDeep(() =>
    test(`${longRun(200, 20)} through the phantom, whose own faces stay (seed ${SEED})`, () => {
      const mesh = phantom(5_000);
      cutAnyhow(mulberry32(SEED), mesh, longRun(200, 20), selfIntersections(mesh).length === 0);
    }),
  );
});

describe('boxes on purpose', () => {
  test('within the bone: one part with a cavity; around it: nothing is left', () => {
    const inner = boxBetween([1, 1, 1], [2, 3, 2]);
    const { outside, inside } = checkBox(block, inner);
    expect([volumes(outside), volumes(inside)]).toEqual([[62], [2]]);
    expect(inspectMesh(outside[0]).components).toBe(2);
    const around = checkBox(block, boxBetween([-1, -1, -1], [5, 5, 5]));
    expect([volumes(around.outside), volumes(around.inside)]).toEqual([[], [64]]);
    expect(Array.from(around.inside[0].faces)).toEqual(Array.from(block.faces));
  });

  test.each([
    ['beside a face', [1, 1, 5], [2, 2, 6]],
    ['on a face', [1, 1, 4], [2, 2, 5]],
    ['on a face and past its edges', [-1, 1, 4], [2, 5, 5]],
    ['at an edge', [4, 1, 4], [5, 2, 5]],
    ['at a corner', [4, 4, 4], [5, 5, 5]],
  ])('that only touch, or miss: %s, nothing is changed', (_name, low, high) => {
    const [part, ...others] = osteotomy(block, { boxes: [boxBetween(low, high)] });
    expect(others).toHaveLength(0);
    expect(Array.from(part.positions)).toEqual(Array.from(block.positions));
    expect(Array.from(part.faces)).toEqual(Array.from(block.faces));
    expect(osteotomy(block, { boxes: [boxBetween(low, high)], keep: 'inside' })).toHaveLength(0);
  });

  test('through: two parts and more', () => {
    const slab = checkBox(block, boxBetween([1, -1, -1], [1.5, 5, 5]));
    expect([volumes(slab.outside), volumes(slab.inside)]).toEqual([[4, 4].map((x, n) => 4 * x * [1, 2.5][n]), [8]]);
    const blade = checkBox(block, boxBetween([2, -1, -1], [2 + 2 ** -7, 5, 5]));
    expect(blade.outside).toHaveLength(2);
    expect(volumes(blade.inside)).toEqual([16 * 2 ** -7]);
    const ring = meshOf(closed['a ring, with saddles'](mulberry32(SEED)));
    expect(checkBox(ring, boxBetween([-9, -0.3, -9], [9, 0.2, 9])).outside).toHaveLength(2);
  });

  test('one after the other: that overlap, share a side, or lie in each other', () => {
    const [a, b] = [boxBetween([1, 1, -1], [2, 2, 5]), boxBetween([1.5, 1.5, -1], [3, 3, 5])];
    const next = boxBetween([2, 1, -1], [3, 2, 5]);
    const lid = boxBetween([1, 1, 3], [2, 2, 5]);
    const within = boxBetween([1.25, 1.25, 0.5], [1.75, 1.75, 1]);
    for (const [boxes, outside, inside] of [
      [[a, b], 64 - 4 - 9 + 1, [4, 8]],
      [[b, a], 64 - 4 - 9 + 1, [9, 3]],
      [[a, next], 56, [4, 4]],
      [[next, a], 56, [4, 4]],
      [[a, lid], 60, [4]],
      [[lid, a], 60, [1, 3]],
      [[a, within], 60, [4]],
      [[within, a], 60, [0.125, 3.875]],
      [[a, a], 60, [4]],
      [[], 64, []],
    ] as const) {
      const left = osteotomy(block, { boxes });
      expect(left.reduce((sum, part) => sum + checkPart(part, true), 0)).toBe(outside);
      expect(volumes(osteotomy(block, { boxes, keep: 'inside' }))).toEqual(inside);
    }
  });

  test('a shell, whose cavity the box opens, fills, or leaves', () => {
    const hollow = meshOf(join(box(6, 6, 6), move(flip(box(2, 2, 2), ...Array(12).keys()), [2, 2, 2])));
    for (const [low, high, outside, inside] of [
      [[2.5, 2.5, 3], [3.5, 3.5, 7], 208 - 2, 2],
      [[2, 2, 2], [4, 4, 4], 208, 0],
      [[2, 2, 2], [4, 4, 6], 200, 8],
      [[1, 1, 1], [5, 5, 5], 208 - 56, 56],
      [[3, 3, 3], [3.5, 3.5, 3.5], 208, 0],
    ]) {
      const parts = checkBox(hollow, boxBetween(low as number[], high as number[]));
      const [out, within] = [volumes(parts.outside), volumes(parts.inside)].map((all) =>
        all.reduce((a, x) => a + x, 0),
      );
      expect([low, out, within]).toEqual([low, outside, inside]);
    }
  });
});

/** All corners, edges and sides lie in each other's planes, in any order of faces, corners and vertices. */
test(`boxes in the grid of cubes: the cubes are counted (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const all = { cut: 0, pinched: 0, rounds: longRun(1000, 24) };
  for (let round = 0; round < all.rounds; round++) {
    const cells = randomCells(random, 4, 40);
    const given = voxelMesh(voxelBody(cells, 1, [0, 0, 0]));
    const { positions, faces } = permute({ positions: [...given.positions], faces: [...given.faces] }, random);
    const left = new Set(cells.map(String));
    const whole = left.size;
    const taken: number[] = [];
    let [isLeftPinched, isTakenPinched] = [false, false];
    const boxes = Array.from({ length: 1 + (round % 3) }, () => {
      const low = [0, 1, 2].map(() => Math.floor(5 * random()) - 1);
      const high = low.map((x) => x + 1 + Math.floor(3 * random()));
      const isIn = (cell: string) => cell.split(',').every((x, k) => Number(x) >= low[k] && Number(x) < high[k]);
      const within = Array.from(left).filter(isIn);
      const had = pinchesOf(left);
      for (const cell of within) left.delete(cell);
      taken.push(within.length);
      const isNew = (solid: ReadonlySet<string>) => [...pinchesOf(solid)].some((place) => !had.has(place));
      isLeftPinched ||= isNew(left);
      isTakenPinched ||= isNew(new Set(within));
      return boxBetween(low, high);
    });
    const mesh = createMesh(positions, faces);
    const volumeOf = (parts: readonly TriangleMesh[]) => parts.reduce((sum, part) => sum + checkPart(part, false), 0);
    // What would hang together by an edge or a corner alone is refused.
    const touches = /touch at a corner or an edge/;
    if (isLeftPinched) expect(() => osteotomy(mesh, { boxes })).toThrow(touches);
    else expect(volumeOf(osteotomy(mesh, { boxes }))).toBeCloseTo(left.size, 9);
    const inside = () => osteotomy(mesh, { boxes, keep: 'inside' });
    if (isTakenPinched) expect(inside).toThrow(touches);
    else if (!isLeftPinched) expect(volumeOf(inside())).toBeCloseTo(whole - left.size, 9);
    if (isLeftPinched || isTakenPinched) all.pinched++;
    if (taken.some((count) => count > 0) && left.size > 0) all.cut++;
  }
  expect(all.cut).toBeGreaterThan(all.rounds / 3);
  expect(all.pinched).toBeGreaterThan(0);
  expect(all.pinched).toBeLessThan(all.rounds / 2);
});

/** Corners and edges of both lie in each other's sides and faces, in every order of corners. */
test(`boxes of whole numbers through tetrahedra of whole numbers (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const rounds = longRun(600, 30);
  let [cut, refused] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const body = permute(wholeTetrahedron(random), random);
    const mesh = meshOf(body);
    const low = [0, 1, 2].map(() => Math.floor(5 * random()));
    const cutter = boxBetween(
      low,
      low.map((x) => x + 1 + Math.floor(3 * random())),
    );
    try {
      const parts = checkBox(mesh, cutter);
      expectBooleansLike(mesh, cutter, parts);
      if (parts.inside.length > 0) cut++;
    } catch (error) {
      // A corner or an edge of the box may lie in a face from within.
      expect(error).toMatchObject({ code: 'CUT_MEETS_ITSELF' });
      refused++;
    }
  }
  console.log(`${cut} of ${rounds} cut, ${refused} refused`);
  expect(cut).toBeGreaterThan(rounds / 4);
  expect(refused).toBeLessThan(rounds / 20);
});

describe('bad input', () => {
  const cutter = boxBetween([1, 1, 1], [2, 2, 5]);
  const { size, pose } = cutter;
  const sheared = Array.from(pose).map((x, i) => (i === 4 ? 0.1 : x));
  test.each([
    [
      'an open surface',
      () => osteotomy(createMesh(block.positions, block.faces.slice(3)), { boxes: [cutter] }),
      'NOT_SOLID',
    ],
    ['no list of boxes', () => osteotomy(block, { boxes: cutter } as never), 'WRONG_TYPE'],
    ['a box that is none', () => osteotomy(block, { boxes: [3] } as never), 'WRONG_TYPE'],
    ['a hole in the list', () => osteotomy(block, { boxes: Array(1) } as never), 'WRONG_TYPE'],
    ['two lengths', () => osteotomy(block, { boxes: [{ size: [1, 2], pose }] } as never), 'WRONG_TYPE'],
    ['a flat box', () => osteotomy(block, { boxes: [{ size: [1, 0, 2], pose }] }), 'BAD_OPTION'],
    ['an endless box', () => osteotomy(block, { boxes: [{ size: [1, 1, Infinity], pose }] }), 'BAD_OPTION'],
    ['a box thinner than a rounding', () => osteotomy(block, { boxes: [{ size: [1e-20, 1, 1], pose }] }), 'BAD_OPTION'],
    ['no pose', () => osteotomy(block, { boxes: [{ size }] } as never), 'BAD_LENGTH'],
    ['a sheared pose', () => osteotomy(block, { boxes: [{ size, pose: sheared }] }), 'NOT_RIGID'],
    ['an unknown name', () => osteotomy(block, { boxes: [], kep: 'inside' } as never), 'UNKNOWN_OPTION'],
    ['another side', () => osteotomy(block, { boxes: [], keep: 'both' } as never), 'BAD_OPTION'],
    [
      'boxes that overlap, where the cut passes',
      () =>
        osteotomy(meshOf(join(box(4, 4, 4), move(box(4, 4, 4), [2, 1, 1]))), {
          boxes: [boxBetween([1, 1, 2], [5, 2, 6])],
        }),
      'CUT_MEETS_ITSELF',
    ],
  ])('%s', (_name, call, code) => {
    expect(call).toThrow(expect.objectContaining({ code }));
  });

  // The face x + y + z = 6 holds a corner of the first box, and x + z = 4 an edge of the second.
  test.each([
    ['a corner', { positions: [0, 0, 0, 6, 0, 0, 0, 6, 0, 0, 0, 6], faces: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] }],
    [
      'an edge',
      {
        positions: [0, 0, 0, 4, 0, 0, 0, 0, 4, 0, 4, 0, 4, 4, 0, 0, 4, 4],
        faces: [0, 1, 2, 3, 5, 4, 0, 3, 4, 0, 4, 1, 1, 4, 5, 1, 5, 2, 0, 2, 5, 0, 5, 3],
      },
    ],
  ])('%s of the box in a face from within would leave a wall of no thickness', (_name, body) => {
    const cut = { boxes: [boxBetween([1, 1, 1], [2, 2, 2])] };
    expect(() => osteotomy(meshOf(body), cut)).toThrow(expect.objectContaining({ code: 'CUT_MEETS_ITSELF' }));
    expect(volumes(osteotomy(meshOf(body), { ...cut, keep: 'inside' }))).toEqual([1]);
    // A box that stays behind the face, or goes past it, is cut.
    for (const far of [1.875, 2.125]) checkBox(meshOf(body), boxBetween([1, 1, 1], [far, far, far]));
  });

  test(`a row of turned boxes, whose sides differ by a rounding: refused by name, or proved (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const ball = meshOf(sphere(2, 4));
    let refused = 0;
    const rounds = longRun(100, 10);
    for (let round = 0; round < rounds; round++) {
      const pose = rigidPose(random, 1);
      // Along the slot, by half its length.
      const next = pose.map((x, i) => (i >= 12 && i < 15 ? x + 2 * pose[8 + i - 12] : x));
      const boxes = [pose, next].map((at) => ({ size: [0.3, 3, 4] as [number, number, number], pose: at }));
      try {
        for (const part of osteotomy(ball, { boxes })) checkPart(part, true);
      } catch (error) {
        expect(error).toMatchObject({ code: 'CUT_MEETS_ITSELF' });
        expect((error as Error).message).toMatch(/^Box 1 .*; move the box a little/);
        refused++;
      }
    }
    console.log(`${refused} of ${rounds} boxes with sides within a rounding of another's are refused`);
  });

  test('overlaps away from the box stay as they were', () => {
    const twice = meshOf(join(box(4, 4, 4), move(box(4, 4, 1), [2, 1, 2.5])));
    const parts = osteotomy(twice, { boxes: [boxBetween([-1, 1, -1], [1, 2, 1])] });
    expect(volumes(parts)).toEqual([63, 16]);
  });
});
