// The first contact of a stroke: closed forms, published failures, strokes on the phantom against exact tests at many
// earlier times; refusals. Hundreds of strokes: first-contact-strokes.spec.ts.

import { describe, expect, test } from '@jest/globals';
import { box, cuttingPath, sawBlade, skullVaultSphere, sphere } from '#datasets';
import { createDetector, createMesh, type Detector, KerfError, type TriangleMesh } from '#kerf';
import { posedPositions } from '#reference';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import {
  contactBefore,
  expectSound,
  moved,
  oracleSaysContact,
  product,
  randomStroke,
  turned,
} from '#harness/strokes.ts';

const SEED = 1704;

const detectorOf = (bone: TriangleMesh, tool: TriangleMesh): Promise<Detector> =>
  createDetector({ bone, tool, contactDistance: 0.5, resolution: 5, backend: 'cpu' });

const cube = (side: number) => box({ size: [side, side, side] });

describe('closed forms', () => {
  test('a box falls on a box', async () => {
    const detector = await detectorOf(cube(2), cube(2));
    const found = detector.firstContact({ from: moved([0.3, 0.2, 8]), to: moved([0.3, 0.2, -2]) });
    expectSound(detector, found, { farthest: 10 });
    expect(found.status).toBe('contact');
    expect(found.time.low).toBeCloseTo(0.6, 12);
    expect(Array.from(found.normal)).toEqual([0, 0, 1]);
  });
  test('a ball on a ball: polyhedra, so no later than the spheres’ distance allows', async () => {
    const ball = sphere({ radius: 5, subdivisions: 4 });
    const detector = await detectorOf(ball, ball);
    const found = detector.firstContact({ from: moved([0, 0, 30]), to: moved([0, 0, 0]) });
    expectSound(detector, found, { farthest: 30 });
    expect(found.time.low).toBeGreaterThanOrEqual(20 / 30 - 1e-12);
    expect(found.time.low).toBeLessThan(20 / 30 + 0.002);
  });
  test.each([
    [0, 0, -1],
    [0.6, 0, -0.8],
    [0.5, -0.5, -0.1],
  ])('a ball on a plane, on the way %d, %d, %d: its lowest corner', async (...way) => {
    const wall = createMesh(Float64Array.of(-90, -90, 0, 90, -90, 0, 0, 120, 0), Uint32Array.of(0, 1, 2));
    const ball = sphere({ radius: 5, subdivisions: 3 });
    const lowest = Math.min(...ball.positions.filter((_, i) => i % 3 === 2));
    const detector = await detectorOf(wall, ball);
    const to = way.map((x, k) => 30 * x + (k === 2 ? 7 : 0));
    const found = detector.firstContact({ from: moved([0, 0, 7]), to: moved(to) });
    expectSound(detector, found, { farthest: 30 * Math.hypot(...way) });
    const falls = (7 + lowest) / (-30 * way[2]);
    expect(found.status).toBe(falls > 1 ? 'free' : 'contact');
    if (falls <= 1) expect(found.time.low).toBeCloseTo(falls, 11);
    if (falls <= 1) expect(found.normal[2]).toBeCloseTo(1, 9);
  });
  test('a box turns about an axis and strikes a wall with its corner', async () => {
    const wall = createMesh(Float64Array.of(-50, -50, 0, 50, -50, 0, 0, 80, 0), Uint32Array.of(0, 1, 2));
    const detector = await detectorOf(wall, cube(2));
    // About the y axis through (0, 0, 3): the corner (4, ·, 1), at (4, −2) from that axis, descends to z = 0.
    const from = moved([3, 0, 2]);
    const to = product(turned(1, [0, 1, 0], [0, 0, 3]), from);
    const found = detector.firstContact({ from, to });
    expectSound(detector, found, { farthest: Math.sqrt(20) });
    expect(found.status).toBe('contact');
    // z of the corner: 3 + (4·(−sin φ) − 2·cos φ) = 0 for the corner below and outside.
    const angle = Math.asin(3 / Math.sqrt(20)) - Math.atan2(2, 4);
    expect(found.time.low).toBeCloseTo(angle, 9);
  });
  test.each([
    ['up', [0, 1, 2]],
    ['down', [0, 2, 1]],
  ])('a screw: a turn and a way along its axis together; the wall faces %s', async (_, corners) => {
    const wall = createMesh(Float64Array.of(-50, -50, 0, 50, -50, 0, 0, 80, 0), Uint32Array.from(corners));
    const detector = await detectorOf(wall, cube(2));
    // About the z axis: the turn does not change the height, so the height falls linearly.
    const from = moved([9, 0, 6]);
    const to = product(turned(2, [0, 0, 1], [1, 2, 0], [0, 0, -10]), from);
    const found = detector.firstContact({ from, to });
    expectSound(detector, found);
    expect(found.time.low).toBeCloseTo(0.5, 9);
    expect(found.normal[2]).toBeCloseTo(1, 6);
  });
  test('the far corner of a face swings down past the near one', async () => {
    const wall = createMesh(Float64Array.of(-50, -50, 0, 50, -50, 0, 0, 80, 0), Uint32Array.of(0, 1, 2));
    const flap = createMesh(Float64Array.of(0, 0, 0, 10, 0, 1, 10, 1, 1), Uint32Array.of(0, 1, 2));
    const detector = await detectorOf(wall, flap);
    const from = moved([0, 0, 1]);
    const found = detector.firstContact({ from, to: product(turned(1, [0, 1, 0], [0, 0, 1]), from) });
    expectSound(detector, found, { farthest: 10 });
    // The far corners descend to z = 1 + cos φ − 10 sin φ = 0.
    expect(found.time.low).toBeCloseTo(Math.asin(1 / Math.sqrt(101)) + Math.atan(1 / 10), 9);
    expect(found.time.low).toBeLessThanOrEqual(Math.asin(1 / Math.sqrt(101)) + Math.atan(1 / 10));
  });
  test(`the same scene turned anyhow: the wall’s box holds the face, so the corners alone decide when (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const wall = [-50, -50, 0, 50, -50, 0, 0, 80, 0];
    const flap = createMesh(Float64Array.of(0, 0, 0, 10, 0, 1, 10, 1, 1), Uint32Array.of(0, 1, 2));
    const isBetween = (x: number, xs: readonly number[]) => Math.min(...xs) < x && x < Math.max(...xs);
    let held = 0;
    for (let i = 0; i < 20; i++) {
      const turn = rigidPose(random, 0);
      const placed = posedPositions(wall, turn);
      const detector = await detectorOf(createMesh(placed, Uint32Array.of(0, 1, 2)), flap);
      const from = product(turn, moved([0, 0, 1]));
      const to = product(turn, product(turned(1, [0, 1, 0], [0, 0, 1]), moved([0, 0, 1])));
      const found = detector.firstContact({ from, to });
      expectSound(detector, found, { farthest: 10 });
      expect(found.time.low).toBeCloseTo(Math.asin(1 / Math.sqrt(101)) + Math.atan(1 / 10), 9);
      const box = [0, 1, 2].map((k) => [placed[k], placed[3 + k], placed[6 + k]]);
      if (posedPositions(flap.positions, from).every((x, n) => isBetween(x, box[n % 3]))) held++;
    }
    expect(held).toBeGreaterThan(10);
  });
  test('a corner that comes down to a wall and no further grazes it: the way of a turn counts', async () => {
    // A cube turns about its centre; its edge is one unit in the last place from the wall.
    const z = -Math.SQRT2 * (1 + 2 ** -52);
    const wall = createMesh(Float64Array.of(-50, -50, z, 50, -50, z, 0, 80, z), Uint32Array.of(0, 1, 2));
    const detector = await detectorOf(wall, cube(2));
    const found = detector.firstContact({ from: moved([0, 0, 0]), to: turned(1.2, [0, 1, 0]) });
    expectSound(detector, found, { farthest: 1.2 * Math.SQRT2 });
    expect(found.status).toBe('grazing');
    expect(found.time.low).toBeCloseTo(Math.PI / 4 / 1.2, 5);
    expect(found.time.high).toBeGreaterThan(found.time.low);
  });
  test('a linear motion that misses by a hair, and one that does not', async () => {
    const detector = await detectorOf(cube(2), cube(2));
    const past = (height: number) => detector.firstContact({ from: moved([-9, 0, height]), to: moved([9, 0, height]) });
    expect(past(2 + 1e-9).status).toBe('free');
    expect(past(2 - 1e-9).status).toBe('contact');
    // They slide along each other, exactly touching.
    expect(['contact', 'grazing']).toContain(past(2).status);
  });
});

describe('published failures', () => {
  test('a rotation is not linearised: a rod strikes a post that its points’ straight ways pass by', async () => {
    // A rod turns a quarter turn about its end; linear paths of its points would cut the corner.
    const rod = box({ size: [20, 0.2, 0.2] });
    const post = box({ size: [0.2, 0.2, 4] });
    const detector = await detectorOf(post, rod);
    for (const angle of [0.3, 0.8, 1.4]) {
      // The rod's far end sweeps past the post, which stands at the given angle, 18 mm from the axis.
      const at = [18 * Math.cos(angle), 18 * Math.sin(angle), 0];
      const from = moved([10 - at[0], -at[1], 0]);
      const to = product(turned(3, [0, 0, 1], [-at[0], -at[1], 0]), from);
      const found = detector.firstContact({ from, to });
      expectSound(detector, found);
      expect(found.status).toBe('contact');
      expect(found.time.high * 3).toBeLessThan(angle);
      expect(found.time.high * 3).toBeGreaterThan(angle - 0.02);
    }
  });
  test('two plates that go toward each other at one speed meet half way (FCL issue 555: their speeds cancelled out)', async () => {
    const plate = createMesh(Float64Array.of(-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0), Uint32Array.of(0, 1, 2, 2, 1, 3));
    const detector = await detectorOf(plate, plate);
    for (const aside of [0, 0.3, 1.999])
      for (const [bone, tool] of [
        [3, -3],
        [6, 0],
        [0, -6],
        [-1, -7],
      ]) {
        // In the bone's frame the tool starts 6 mm below and ends 6 mm above.
        const from = moved([aside, aside, tool - bone]);
        const found = detector.firstContact({ from, to: moved([aside, aside, bone - tool]) });
        expectSound(detector, found, { farthest: 12 });
        // They share points at a single instant only, which need not be a stored pose.
        expect(['contact', 'grazing']).toContain(found.status);
        expect(found.time.low).toBeCloseTo(0.5, 12);
        expect(Array.from(found.normal, Math.round)).toEqual([0, 0, -1]);
      }
  });
  test('a screw between poses of one rotation is a line (FCL issue 119: its interpolation was another)', async () => {
    const detector = await detectorOf(cube(2), cube(2));
    const tilted = turned(0.4, [0.6, 0, 0.8], [0, 0, 0], [1, 1, 9]);
    const to = product(moved([-1, -1, -9]), tilted);
    const asked = (motion: 'linear' | 'screw') => detector.firstContact({ from: tilted, to, motion });
    expect(asked('screw')).toEqual(asked('linear'));
    expect(asked('screw').status).toBe('contact');
  });
  test('a thin wall is not passed between two poses', async () => {
    const wall = box({ size: [40, 40, 0.3] });
    const detector = await detectorOf(wall, cube(1));
    for (const way of [1, 10, 100, 1000]) {
      const found = detector.firstContact({
        from: moved([0, 0, 0.7 + 0.4 * way]),
        to: moved([0, 0, -0.7 - 0.6 * way]),
      });
      expectSound(detector, found);
      expect(found.status).toBe('contact');
      expect(found.time.low * (1.4 + way)).toBeCloseTo(0.05 + 0.4 * way, 9);
    }
  });
});

/** Where the path touches the phantom, the ball is like it. */
const skull = longRun(1, 0) === 1 ? phantom(20_000) : sphere({ ...skullVaultSphere, subdivisions: 3 });
test(`random strokes on a ${skull.name}: no contact at 200 times before low, contact by the oracle, seed ${SEED}`, async () => {
  const [bone, tool] = [skull, sawBlade({ targetFaces: 1200 })];
  const detector = await detectorOf(bone, tool);
  const path = cuttingPath({ poses: 40 });
  const random = mulberry32(SEED);
  const count: Record<string, number> = { free: 0, initial: 0, contact: 0, grazing: 0 };
  for (let i = 0; i < longRun(60, 10); i++) {
    const row = Math.floor(12 * random());
    const stroke = randomStroke(random, Array.from(path.subarray(16 * row, 16 * row + 16)), {
      most: 30,
      toward: [0, 0, 0],
      isScrew: i % 2 === 1,
    });
    const found = detector.firstContact(stroke.motion);
    count[found.status]++;
    expectSound(detector, found, { farthest: stroke.length });
    expect(contactBefore(detector, stroke, found.time.low, found.status === 'initial' ? 0 : 200, random)).toBeNull();
    if (found.status === 'contact') expect(oracleSaysContact(bone, tool, found)).toBe(true);
  }
  console.log(JSON.stringify(count));
  expect(count.free).toBeGreaterThan(longRun(5, 0));
  expect(count.contact).toBeGreaterThan(longRun(10, 2));
});

test('what a cut has taken is not met', async () => {
  // The upper wall's faces are removed; the lower wall stays.
  const upper = Float64Array.of(-50, -50, 5, 50, -50, 5, 0, 80, 5);
  const bone = createMesh(Float64Array.of(...upper, ...upper.map((x) => (x === 5 ? 0 : x))), Uint32Array.of(0, 1, 2, 3, 4, 5)); // biome-ignore format: one mesh
  const detector = await detectorOf(bone, cube(2));
  const motion = { from: moved([0, 0, 11]), to: moved([0, 0, -9]) };
  expect(detector.firstContact(motion).time.low).toBeCloseTo(0.25, 9);
  detector.editBone({ remove: [0] });
  const found = detector.firstContact(motion);
  expectSound(detector, found);
  expect(found.status).toBe('contact');
  expect(found.boneFace).toBe(1);
  expect(found.time.low).toBeCloseTo(0.5, 9);
});

describe('clearance', () => {
  test('what comes within the distance counts', async () => {
    const detector = await detectorOf(cube(2), cube(2));
    const motion = { from: moved([0.3, 0.2, 8]), to: moved([0.3, 0.2, -2]) };
    const found = detector.firstContact(motion, { distance: 1 });
    expect(found.status).toBe('contact');
    expect(found.time.low).toBeCloseTo(0.5, 9);
    expect(detector.minimumDistance(found.highPose).distance).toBeLessThanOrEqual(1);
    expect(detector.firstContact(motion, { distance: 7 }).status).toBe('initial');
  });
});

describe('no motion, enclosed, refusals', () => {
  test('no motion: initial or free', async () => {
    const detector = await detectorOf(cube(2), cube(2));
    const at = (z: number) => detector.firstContact({ from: moved([0, 0, z]), to: moved([0, 0, z]) });
    expect(at(3).status).toBe('free');
    expect(at(1).status).toBe('initial');
    expect(at(2).status).toBe('initial');
  });
  test('a tool that starts enclosed is in contact from the start', async () => {
    const detector = await detectorOf(cube(20), cube(1));
    const found = detector.firstContact({ from: moved([1, 2, 3]), to: moved([50, 2, 3]) });
    expect(found.status).toBe('initial');
    expect(found.time).toEqual({ low: 0, high: 0 });
    expect(found.boneFace).toBeGreaterThanOrEqual(0);
  });
  test.each([
    ['half a turn', { from: moved([0, 0, 9]), to: turned(Math.PI, [0, 0, 1], [0, 0, 0], [0, 0, 9]) }, {}, 'BAD_MOTION'],
    [
      'a linear motion that turns',
      { from: moved([0, 0, 9]), to: turned(1, [0, 0, 1]), motion: 'linear' },
      {},
      'BAD_MOTION',
    ],
    ['another motion', { from: moved([0, 0, 9]), to: moved([0, 0, 1]), motion: 'spline' }, {}, 'BAD_MOTION'],
    ['a pose that is not rigid', { from: moved([0, 0, 9]), to: moved([0, 0, 1]).map((x) => 2 * x) }, {}, 'NOT_RIGID'],
    ['NaN', { from: moved([0, 0, Number.NaN]), to: moved([0, 0, 1]) }, {}, 'NON_FINITE_POSE'],
    ['no motion', undefined, {}, 'WRONG_TYPE'],
    ['tolerance 0', { from: moved([0, 0, 9]), to: moved([0, 0, 1]) }, { tolerance: 0 }, 'BAD_TOLERANCE'],
    ['a negative distance', { from: moved([0, 0, 9]), to: moved([0, 0, 1]) }, { distance: -1 }, 'BAD_DISTANCE'],
    ['an unknown option', { from: moved([0, 0, 9]), to: moved([0, 0, 1]) }, { tolerence: 1 }, 'UNKNOWN_OPTION'],
  ])('%s', async (_, motion, options, code) => {
    const detector = await detectorOf(cube(2), cube(2));
    let said: unknown;
    try {
      detector.firstContact(motion as never, options as never);
    } catch (error) {
      said = error;
    }
    expect(said).toBeInstanceOf(KerfError);
    expect((said as KerfError).code).toBe(code);
  });
});
