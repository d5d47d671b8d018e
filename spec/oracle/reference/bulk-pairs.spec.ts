import { describe, expect, test } from '@jest/globals';
import {
  BulkMesh,
  bulkMeshState,
  intersectingFacePairs,
  intersectingPairs,
  type MeshData,
  meshState,
  posedPositions,
} from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { box, inverted, joined, shifted, sphere, withoutFace } from './bodies.ts';
import { bodies, extent, scaled } from './bulk-bodies.ts';

const small = bodies.filter(([, mesh]) => mesh.faces.length <= 3 * longRun(200, 80));

function boxesThatMeet(a: BulkMesh, b: BulkMesh): number {
  let count = 0;
  for (let face = 0; face < b.surface.faceCount; face++)
    count += a.facesMeeting(b.surface.boxes.subarray(6 * face, 6 * face + 6)).length;
  return count;
}

describe('all intersecting pairs', () => {
  const EVERY = longRun(1, 4);
  test(`as by brute force: bodies against others in steps of ${EVERY}, turned, and themselves (seed 601)`, () => {
    const random = mulberry32(601);
    const totals = { asked: 0, pairs: 0, f64: 0, exact: 0, none: 0 };
    for (const [i, [name, bone]] of small.entries())
      for (const [j, [other, tool]] of small.entries()) {
        if ((i + j) % EVERY !== 0) continue;
        totals.asked++;
        const turned =
          name === other ? tool : { ...tool, positions: posedPositions(tool.positions, rigidPose(random, 1)) };
        const [a, b] = [new BulkMesh(bone), new BulkMesh(turned)];
        const { pairs, f64, exact } = intersectingPairs(a, b);
        expect([name, other, [...pairs]]).toEqual([name, other, [...intersectingFacePairs(a.surface, b.surface)]]);
        expect(f64 + exact).toBe(boxesThatMeet(a, b));
        totals.pairs += pairs.length / 2;
        totals.f64 += f64;
        totals.exact += exact;
        if (pairs.length === 0) totals.none++;
      }
    expect(totals.pairs).toBeGreaterThan(longRun(2000, 200));
    expect(totals.f64).toBeGreaterThan(longRun(5000, 200));
    expect(totals.exact).toBeGreaterThan(longRun(2000, 200));
    expect(totals.none / totals.asked).toBeGreaterThan(0.1);
    expect(totals.none / totals.asked).toBeLessThan(0.8);
  });

  test.each([1e-3, 1e3])('at scale %d and 1e5 from the origin (seed 602)', (scale) => {
    const random = mulberry32(602);
    let hits = 0;
    for (let i = 0; i < longRun(12, 8); i++) {
      const at = [1e5, 1e5, -1e5].map((x) => (i % 2) * x);
      const place = (mesh: MeshData) => new BulkMesh(shifted(scaled(mesh, scale), at));
      const pose = rigidPose(random, 2.5);
      const [a, b] = [
        place(sphere(2, 2)),
        place({ ...sphere(1), positions: posedPositions(sphere(1).positions, pose) }),
      ];
      const { pairs } = intersectingPairs(a, b);
      expect([...pairs]).toEqual([...intersectingFacePairs(a.surface, b.surface)]);
      if (pairs.length > 0) hits++;
    }
    expect(hits).toBeGreaterThanOrEqual(longRun(3, 2));
    expect(hits).toBeLessThanOrEqual(longRun(10, 6));
  });
});

describe('the state', () => {
  const cube = box([0, 0, 0], [8, 8, 8]);
  const one = box([0, 0, 0], [1, 1, 1]);
  const up = 2 ** -30;

  test.each<[string, MeshData, MeshData, number, string]>([
    ['apart', cube, shifted(one, [10, 0, 0]), 1, 'separated'],
    ['a gap of δ, decided exactly', cube, shifted(one, [10, 0, 0]), 2, 'near'],
    ['a gap of a hair more than δ', cube, shifted(one, [10 + 2 ** -49, 0, 0]), 2, 'separated'],
    ['a gap of a hair less than δ', cube, shifted(one, [10 - 2 ** -49, 0, 0]), 2, 'near'],
    ['edges √2 apart, δ the f64 next above', cube, shifted(one, [9, 9, 8]), Math.SQRT2, 'near'],
    ['a gap and δ = 0', cube, shifted(one, [8 + up, 0, 0]), 0, 'separated'],
    ['flush', cube, shifted(one, [8, 1, 1]), 0, 'intersecting'],
    ['inside and within δ', cube, shifted(one, [1, 1, 1]), 5, 'enclosed'],
    ['in a cavity within δ', joined(cube, inverted(box([2, 2, 2], [6, 6, 6]))), shifted(one, [3, 3, 3]), 1, 'near'],
    ['in an open box', withoutFace(cube, 0), shifted(one, [1, 1, 1]), 0.5, 'separated'],
    ['one part of it inside', cube, joined(shifted(one, [20, 0, 0]), shifted(one, [1, 1, 1])), 0, 'enclosed'],
  ])('%s', (_, bone, tool, delta, expected) => {
    const [a, b] = [new BulkMesh(bone), new BulkMesh(tool)];
    const said = meshState(a.surface, b.surface, delta).state;
    expect(bulkMeshState(a, b, delta).state).toBe(said);
    expect(bulkMeshState(b, a, delta).state).toBe(said);
    expect(said).toBe(expected);
  });

  test('as by brute force, over bodies, poses and δ; each state occurs (seed 603)', () => {
    const random = mulberry32(603);
    const states = new Map<string, number>();
    const decided = { f64: 0, exact: 0 };
    const EVERY = longRun(1, 2);
    for (const [n, [name, mesh]] of small.entries()) {
      const bone = new BulkMesh(mesh);
      const { low, high } = extent(bone.surface);
      const size = Math.max(...low.map((value, k) => high[k] - value), 1e-3);
      const middle = low.map((value, k) => (value + high[k]) / 2);
      for (let i = 0; i < 6; i++) {
        const ball = scaled(sphere(longRun(1, 0)), size * (i % 2 === 0 ? 0.05 : 0.2));
        const whole = i === 3 ? ball.positions.map(() => 0) : posedPositions(ball.positions, rigidPose(random, 0));
        const at = middle.map((value) => value + (i === 0 ? 0 : 1.4 * size * (random() - 0.5)));
        // The last place is the body itself: every pair is a tie.
        const tool = new BulkMesh(i === 5 ? mesh : shifted({ ...ball, positions: whole }, at));
        const delta = size * [0, 0.1, 0.3][i % 3];
        // A part asks three of six places of each body, and all six over the bodies.
        if ((i + n) % EVERY !== 0) continue;
        const expected = meshState(bone.surface, tool.surface, delta);
        const { state, pairs, f64, exact } = bulkMeshState(bone, tool, delta);
        expect([name, i, state]).toEqual([name, i, expected.state]);
        expect([...pairs]).toEqual([...expected.intersectingFaces]);
        states.set(state, (states.get(state) ?? 0) + 1);
        decided.f64 += f64;
        decided.exact += exact;
      }
    }
    for (const state of ['separated', 'near', 'intersecting', 'enclosed'])
      expect([state, (states.get(state) ?? 0) >= longRun(5, 2)]).toEqual([state, true]);
    expect(decided.f64).toBeGreaterThan(longRun(500, 50));
    expect(decided.exact).toBeGreaterThan(longRun(2000, 200));
  });
});
