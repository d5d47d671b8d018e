// A sphere or capsule against bodies whose answers are known in closed form: distances, states at and next to tangency,
// containment, directions if the centre lies on the bone, and the smallest distance.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { type ConvexShape, createConvex, createDetector, createMesh, type TriangleMesh } from '#kerf';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, unitVector } from '#harness/random-geometry.ts';

const at = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
const floor = createMesh(Float64Array.of(-8, -8, 0, 8, -8, 0, 8, 8, 0, -8, 8, 0), Uint32Array.of(0, 1, 2, 0, 2, 3));
const detectorOf = (bone: TriangleMesh, shape: ConvexShape, contactDistance = 0.5, resolution = 1) =>
  createDetector({ bone, tool: createConvex(shape), contactDistance, resolution, backend: 'cpu' });

/** One unit in the last place away. */
function neighbour(x: number, steps: number): number {
  const bits = new BigInt64Array(Float64Array.of(x).buffer);
  bits[0] += BigInt(steps);
  return new Float64Array(bits.buffer)[0];
}

describe('a sphere on a plane', () => {
  test('has the rows, distances and directions of the closed form', async () => {
    const detector = await detectorOf(floor, { kind: 'sphere', radius: 2 });
    for (const height of [2.25, 1, 0.5, -1]) {
      const { contacts } = detector.detectSync(at(0.3, 0.4, height));
      expect(contacts.length).toBeGreaterThan(0);
      const rows = [...contacts];
      const least = rows.reduce((a, b) => (b.distance < a.distance ? b : a));
      // The distances here are multiples of a quarter: exact in f64.
      expect(least.distance).toBe(Math.abs(height) - 2);
      const up = Math.sign(height);
      expect(least.normal).toEqual([0, 0, up]);
      expect(least.point).toEqual([0.3, 0.4, 0]);
      expect(least.opposite).toEqual([0.3, 0.4, height - 2 * up]);
      for (const { high, low, oppositeFace } of rows) {
        expect(high - low).toBeLessThan(1e-12);
        expect(oppositeFace).toBe(0);
      }
    }
  });

  test('touches at exactly its radius: one unit in the last place decides the state and the pairs', async () => {
    for (const radius of [2, 0.1, 1 / 3, 1e-3, 777.7]) {
      const wide = { ...floor, positions: floor.positions.map((x) => 1000 * x) };
      const detector = await detectorOf(wide, { kind: 'sphere', radius }, 0, 4000);
      const stateAt = (height: number) => detector.detectSync(at(1, -0.5, height)).state;
      expect(stateAt(radius)).toBe('intersecting');
      expect(stateAt(neighbour(radius, -1))).toBe('intersecting');
      expect(stateAt(neighbour(radius, 1))).toBe('separated');
      expect([...detector.intersectingFaces(at(1, -0.5, radius))]).toEqual([0, 0]);
      expect(detector.minimumDistance(at(1, -0.5, radius)).distance).toBe(0);
      expect(detector.minimumDistance(at(1, -0.5, neighbour(radius, 1))).distance).toBeGreaterThan(0);
    }
  });

  test('is near up to exactly δ, where r + δ is no f64', async () => {
    const [radius, delta] = [2 ** 30, 2 ** -30];
    const bone = { ...floor, positions: floor.positions.map((x) => 2 ** 30 * x) };
    const detector = await detectorOf(bone, { kind: 'sphere', radius }, delta, 2 ** 36);
    const state = (x: number) => detector.detectSync(at(0, 0, x)).state;
    expect(radius + delta).toBe(radius);
    expect([state(radius), state(neighbour(radius, 1))]).toEqual(['intersecting', 'separated']);
  });

  test('of radius 0 is a point, and touches what it lies on', async () => {
    const detector = await detectorOf(floor, { kind: 'sphere', radius: 0 });
    expect(detector.detectSync(at(1, 2, 0)).state).toBe('intersecting');
    const above = detector.detectSync(at(1, 2, 0.25));
    expect(above.state).toBe('near');
    for (const { low } of above.contacts) expect(low).toBeGreaterThanOrEqual(0);
    const segment = await detectorOf(floor, { kind: 'capsule', radius: 0, length: 2 });
    expect(segment.detectSync(at(1, 2, 0.5)).state).toBe('intersecting');
    expect(segment.minimumDistance(at(1, 2, 1.25)).distance).toBe(0.25);
  });

  test('has the direction of the face where its centre lies on it, and one across its axis where that pierces it', async () => {
    const ball = await detectorOf(floor, { kind: 'sphere', radius: 2 });
    const deepest = [...ball.detectSync(at(0.3, 0.4, 0)).contacts].find(({ distance }) => distance === -2);
    expect(deepest).toMatchObject({ point: [0.3, 0.4, 0], normal: [0, 0, 1], opposite: [0.3, 0.4, -2] });
    const capsule = await detectorOf(floor, { kind: 'capsule', radius: 2, length: 6 });
    const pierced = [...capsule.detectSync(at(0.3, 0.4, 1)).contacts].find(({ distance }) => distance === -2);
    const [x, y, z] = pierced?.normal ?? [0, 0, 0];
    expect([Math.hypot(x, y), z]).toEqual([1, 0]);
  });
});

describe('a capsule', () => {
  test('lying over a plane, tilted, and beside an edge, is as far away as its axis less r', async () => {
    const detector = await detectorOf(floor, { kind: 'capsule', radius: 1, length: 4 }, 3);
    const lying = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 3, 1];
    expect(detector.minimumDistance(lying).distance).toBe(2);
    expect(detector.minimumDistance(at(0, 0, 4)).distance).toBe(1);
    expect(detector.minimumDistance(at(11, 0, 0)).distance).toBe(2);
    // 3-4-5: beyond the edge x = 8 by 3, with its lower end 4 above.
    expect(detector.minimumDistance(at(11, 0, 6)).distance).toBe(4);
  });
});

describe('what lies inside what', () => {
  const cube = box({ size: [10, 10, 10] });
  const enclosedAt = async (bone: TriangleMesh, shape: ConvexShape, x = 0) =>
    (await detectorOf(bone, shape)).detectSync(at(x, 0, 0));

  test('a tool in the bone, a bone in the tool, and a tool in a cavity', async () => {
    expect(await enclosedAt(cube, { kind: 'sphere', radius: 2 })).toMatchObject({ state: 'enclosed' });
    expect(await enclosedAt(cube, { kind: 'capsule', radius: 2, length: 3 })).toMatchObject({ state: 'enclosed' });
    const swallowed = await enclosedAt(cube, { kind: 'sphere', radius: 20 });
    expect(swallowed).toMatchObject({ state: 'enclosed', signed: { bone: true, tool: false }, penetration: null });
    // All of the bone's surface is reported: 6 sides of 10 × 10.
    expect(swallowed.patches.reduce((sum, { area }) => sum + area, 0)).toBeCloseTo(600, 9);
    // A cavity: its wall faces inward, and its centre is outside the bone.
    const wall = box({ size: [8, 8, 8] });
    const inward = Array.from(wall.faces, (_, i) => wall.faces[i - (i % 3) + [0, 2, 1][i % 3]]);
    const hollow = createMesh(
      Float64Array.of(...cube.positions, ...wall.positions),
      Uint32Array.of(...cube.faces, ...inward.map((v) => v + cube.positions.length / 3)),
    );
    expect(await enclosedAt(hollow, { kind: 'sphere', radius: 2 })).toMatchObject({ state: 'separated' });
    expect(await enclosedAt(hollow, { kind: 'sphere', radius: 0.2 }, 4.5)).toMatchObject({ state: 'enclosed' });
  });

  test('an open bone has no inside', async () => {
    const open = createMesh(cube.positions, cube.faces.slice(3));
    expect(await enclosedAt(open, { kind: 'sphere', radius: 2 })).toMatchObject({ state: 'separated' });
    expect(await enclosedAt(open, { kind: 'sphere', radius: 20 })).toMatchObject({ state: 'enclosed' });
  });

  test('one part inside and one met is intersecting; one inside and one away is enclosed', async () => {
    const small = box({ size: [1, 1, 1] });
    const two = (x: number) =>
      createMesh(
        Float64Array.of(...small.positions, ...Array.from(small.positions, (c, i) => (i % 3 === 0 ? c + x : c))),
        Uint32Array.of(...small.faces, ...Array.from(small.faces, (v) => v + small.positions.length / 3)),
      );
    expect(await enclosedAt(two(3), { kind: 'sphere', radius: 3 })).toMatchObject({ state: 'intersecting' });
    expect(await enclosedAt(two(30), { kind: 'sphere', radius: 3 })).toMatchObject({ state: 'enclosed' });
  });

  test('the smallest distance is that of the surfaces, from inside too', async () => {
    const inCube = (await detectorOf(cube, { kind: 'sphere', radius: 2 })).minimumDistance(at(1, 0, 0));
    expect(inCube).toMatchObject({ distance: 2, toolFace: 0 });
    expect([...inCube.bonePoint, ...inCube.toolPoint]).toEqual([5, 0, 0, 3, 0, 0]);
    const swallowed = (await detectorOf(cube, { kind: 'sphere', radius: 20 })).minimumDistance(at(0, 0, 0));
    expect(swallowed.distance).toBeCloseTo(20 - Math.sqrt(75), 12);
  });
});

test('of a face inside, the farthest corner is nearest to the surface, whichever it is; of equal faces, the first is given', async () => {
  const corners = [
    [0, 0, 0],
    [3, 4, 0],
    [1, 0, 1],
  ];
  for (let turn = 0; turn < 3; turn++) {
    const turned = [0, 1, 2].flatMap((k) => corners[(k + turn) % 3]);
    const bone = createMesh(Float64Array.from(turned), Uint32Array.of(0, 1, 2));
    const found = (await detectorOf(bone, { kind: 'sphere', radius: 7 })).minimumDistance(at(0, 0, 0));
    expect([found.distance, ...found.bonePoint]).toEqual([2, 3, 4, 0]);
  }
  // Both faces of the floor have the corner (−8, −8, 0).
  const beyond = (await detectorOf(floor, { kind: 'sphere', radius: 1 })).minimumDistance(at(-11, -12, 0));
  expect(beyond).toMatchObject({ distance: 4, boneFace: 0 });
});

const SEED = 64;
test(`the smallest distance is the least over all faces, and its points are that far apart (seed ${SEED})`, async () => {
  const random = mulberry32(SEED);
  const bone = sphere({ radius: 10, subdivisions: 3 });
  for (const shape of [
    { kind: 'sphere', radius: 1.5 },
    { kind: 'capsule', radius: 0.7, length: 6 },
  ] as const) {
    const detector = await detectorOf(bone, shape);
    const faces = bone.faces.length / 3;
    const alone = await Promise.all(
      Array.from({ length: 12 }, (_, i) => {
        const face = bone.faces.slice(3 * ((i * 97) % faces), 3 * ((i * 97) % faces) + 3);
        return detectorOf(createMesh(bone.positions, face), shape);
      }),
    );
    for (let i = 0; i < longRun(40, 10); i++) {
      const pose = rigidPose(random, 1);
      const way = unitVector(random);
      for (let k = 0; k < 3; k++) pose[12 + k] = (4 + 12 * random()) * way[k];
      const { distance, bonePoint, toolPoint } = detector.minimumDistance(pose);
      expect(Math.hypot(...bonePoint.map((x, k) => x - toolPoint[k]))).toBeCloseTo(distance, 9);
      for (const one of alone) expect(distance).toBeLessThanOrEqual(one.minimumDistance(pose).distance);
      expect(distance === 0).toBe(detector.intersects(pose));
    }
  }
});
