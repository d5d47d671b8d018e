// A posed coordinate nearer to 0 than 2^-250 mm is 0: every finite rigid pose is answered, by every query, backend and
// thread, as the oracle answers for those coordinates.

import { afterAll, describe, expect, test } from '@jest/globals';
import { LocalModelBuilder } from '#haptics/build-local-model.ts';
import { localModel, MODEL_BYTES, POINTS } from '#haptics/local-model.ts';
import { samplePoints } from '#haptics/sample-points.ts';
import { createDetector, type Detector, startHapticLoop, type TriangleMesh } from '#kerf';
import { intersectingFacePairs, meshState, minimumMeshDistance, posedPositions } from '#reference';
import { detectorsOn } from '#harness/backends.ts';
import { compareBackends } from '#harness/compare-backends.ts';
import { Shares } from '#harness/contact-query.ts';
import { cube, cuboid, joined, tetrahedron, triangle } from '#harness/degenerate-bodies.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { boneOf, IDENTITY, toolOf } from '#harness/stage-bodies.ts';

const SEED = 1301;
/** For each pair of bodies. */
const POSES = longRun(12, 4);
const LIMIT = 2 ** -250;
const ulp = (x: number) => x * 2 ** -52;

/** Numbers below, at and above the limit, and some whose products with each other underflow. */
const TINY = [5e-324, 1e-310, 1e-300, LIMIT - ulp(LIMIT), LIMIT, LIMIT + ulp(LIMIT), 2 ** -249, 2 ** -200, 2 ** -160];

const bodies: readonly (readonly [TriangleMesh, TriangleMesh, number])[] = [
  [cube(0, 4), cube(0, 4), 0.5],
  [cube(0, 4), tetrahedron(2), 0.25],
  [cube(-4, 4), cuboid([-2, -1, 0], [2, 1, 1]), 0],
  [joined(cube(-4, 0), cuboid([0, 0, -4], [4, 4, 0])), cube(-1, 1), 0.5],
  [triangle(0, 0, 0, 4, 0, 0, 0, 4, 0), triangle(0, 0, 0, 3, 0, 1, 0, 3, 1), 0.125],
  [cube(0, 2 ** -140), tetrahedron(2 ** -150), 2 ** -155],
];

/**
 * A pose whose small entries are tiny: I plus entries that RᵀR − I does not show, half of them negative, and a
 * translation of the same kind, now and then of a bone's size.
 */
function tinyPose(random: () => number, reach: number): Float64Array {
  const tiny = () => (random() < 0.5 ? -1 : 1) * TINY[Math.floor(random() * TINY.length)];
  const pose = Float64Array.from(IDENTITY);
  for (const i of [1, 2, 4, 6, 8, 9]) if (random() < 0.6) pose[i] = tiny();
  for (const i of [12, 13, 14]) if (random() < 0.8) pose[i] = tiny() + (random() < 0.3 ? reach * random() : 0);
  return pose;
}

const poses = bodies.flatMap(([bone, tool, delta], i) => {
  const random = mulberry32(SEED + i);
  const reach = 1.25 * Math.max(...bone.positions);
  return Array.from({ length: POSES }, () => ({ bone, tool, delta, pose: tinyPose(random, reach) }));
});
const within = (tool: TriangleMesh, pose: ArrayLike<number>) =>
  Float64Array.from({ length: tool.positions.length }, (_, i) => {
    const [x, y, z] = tool.positions.slice(i - (i % 3), i - (i % 3) + 3);
    const row = i % 3;
    return pose[row] * x + pose[4 + row] * y + pose[8 + row] * z + pose[12 + row];
  }).filter((x) => x !== 0 && Math.abs(x) < LIMIT).length;
const makeOnGpu = await detectorsOn('webgpu');
const resolutionOf = (bone: TriangleMesh) => Math.max(...bone.positions) / 3;

describe('posed coordinates nearer to 0 than 2^-250 mm', () => {
  /** One for each pair of bodies, by its tool. */
  const opened = new Map<TriangleMesh, Detector>();
  afterAll(() => {
    for (const detector of opened.values()) detector.dispose();
  });
  const detectorOf = async (bone: TriangleMesh, tool: TriangleMesh, delta: number): Promise<Detector> => {
    const options = { bone, tool, contactDistance: delta, resolution: resolutionOf(bone), backend: 'cpu' as const };
    const detector = opened.get(tool) ?? (await createDetector(options));
    opened.set(tool, detector);
    return detector;
  };

  test(`state, pairs, intersects and least distance are the oracle's (seed ${SEED})`, async () => {
    const states = new Shares();
    let tiny = 0;
    for (const { bone, tool, delta, pose } of poses) {
      const detector = await detectorOf(bone, tool, delta);
      const posed = { positions: posedPositions(tool.positions, pose), faces: tool.faces };
      if (within(tool, pose) > 0) tiny++;
      const expected = meshState(bone, posed, delta);
      const says = `${bone.name}, pose ${pose}`;
      const report = detector.detectSync(pose);
      states.count(expected.state);
      expect([says, report.state]).toEqual([says, expected.state]);
      const pairs = [...intersectingFacePairs(bone, posed)];
      expect([says, [...report.intersectingFaces]]).toEqual([says, pairs]);
      expect([says, [...detector.intersectingFaces(pose)]]).toEqual([says, pairs]);
      expect([says, detector.intersects(pose)]).toEqual([says, pairs.length > 0]);
      const exact = minimumMeshDistance(bone, posed).distance;
      const { distance } = detector.minimumDistance(pose);
      expect([says, distance === 0]).toEqual([says, exact === 0]);
      const size = Math.max(...bone.positions, ...posed.positions.map(Math.abs));
      expect(Math.abs(distance - exact)).toBeLessThanOrEqual(64 * 2 ** -53 * size);
      detector.candidateRegion(pose);
    }
    expect(tiny).toBeGreaterThan(poses.length / 6);
    for (const state of ['separated', 'near', 'intersecting', 'enclosed'] as const)
      expect([state, states.of(state) > (state === 'intersecting' ? 0.3 : 0)]).toEqual([state, true]);
  });

  test('detect, detectMany on one and on two threads give the bytes of detectSync', async () => {
    for (let at = 0; at < poses.length; at += longRun(1, 3) * POSES) {
      const { bone, tool, delta } = poses[at];
      const path = Float64Array.from(poses.slice(at, at + POSES).flatMap(({ pose }) => [...pose]));
      const detector = await detectorOf(bone, tool, delta);
      const expected = poses.slice(at, at + POSES).map(({ pose }) => reportHash(detector.detectSync(pose)));
      expect(reportHash(await detector.detect(poses[at].pose))).toBe(expected[0]);
      for (const workers of [1, 2]) {
        const hashes: string[] = [];
        for await (const report of detector.detectMany(path, { workers })) hashes.push(reportHash(report));
        expect(hashes).toEqual(expected);
      }
    }
  });

  test('a GPU answers them as the CPU does', async () => {
    for (let at = 0; at < poses.length; at += longRun(2, 6) * POSES) {
      const { bone, tool, delta } = poses[at];
      const onGpu = await makeOnGpu({ bone, tool, contactDistance: delta, resolution: resolutionOf(bone) });
      const onCpu = await detectorOf(bone, tool, delta);
      for (const { pose } of poses.slice(at, at + POSES))
        expect(compareBackends(onCpu.detectSync(pose), await onGpu.detect(pose)).differences).toEqual([]);
      onGpu.dispose();
    }
  });

  test('a sample of a haptic model is put at 0 as well, where the winding number is counted exactly', () => {
    const bone = boneOf(cube(-4, 4));
    const tool = toolOf(cube(0, 1), IDENTITY, 8);
    const samples = samplePoints(tool, 0.5);
    const model = localModel(new ArrayBuffer(MODEL_BYTES));
    const builder = new LocalModelBuilder(bone, samples);
    for (const tiny of TINY) {
      const pose = Float64Array.from(IDENTITY);
      pose.set([tiny, -tiny, tiny + 3.75], 12);
      builder.build(pose, 0, { motion: 0.25, maxDistance: 5 }, model);
      expect(model.head[POINTS]).toBeGreaterThan(20);
      const expected = posedPositions(samples.points, pose);
      for (let i = 0; i < model.head[POINTS]; i++) {
        const at = 3 * model.ids[i];
        expect([...model.centres.subarray(3 * i, 3 * i + 3)]).toEqual([...expected.subarray(at, at + 3)]);
        expect(model.windings[i]).toBe(expected[at + 2] < 4 ? 1 : 0);
      }
    }
  });

  test('a haptic loop feels a plate at such a pose', async () => {
    const loop = await startHapticLoop({ bone: cuboid([-9, -9, -4], [9, 9, 0]), tool: cube(-1, 1) });
    try {
      const pose = Float64Array.from(IDENTITY);
      for (let z = 2; z > 0.4; z -= 0.05) {
        pose.set([5e-324, -1e-300, z], 12);
        pose[4] = 2 ** -251;
        loop.move(pose);
        await new Promise((resolve) => setTimeout(resolve, 4));
      }
      for (;;) {
        const snapshot = loop.snapshot();
        if (snapshot !== null && snapshot.state === 'contact' && snapshot.force[2] > 0.2) break;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    } finally {
      await loop.stop();
    }
  });
});
