// The smallest distance equals the oracle's; the points lie on the faces named and are that far apart.

import { describe, expect, test } from '@jest/globals';
import { box, cappedShell, sphere, torus } from '#datasets';
import { createDetector, createMesh, type NearestPointsTarget, OptionError, type TriangleMesh } from '#kerf';
import { intersectingFacePairs, minimumMeshDistance, posedPositions, ReferenceMesh } from '#reference';
import { poseOf, randomDirection, randomRotation, translation } from '#harness/contact-cases.ts';
import { faceCorners, Shares } from '#harness/contact-query.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { PlainSolid } from '#harness/plain-solid.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 77;
const bodies: readonly TriangleMesh[] = [
  sphere({ radius: 3, subdivisions: 1 }),
  box({ size: [5, 4, 3], divisions: [2, 1, 1] }),
  torus({ majorRadius: 3, minorRadius: 1, segments: 6 }),
  cappedShell({ outerRadius: 3, innerRadius: 2, segments: 8 }),
  createMesh([-2, 0, 0, 3, 0, 1, 0, 4, 0], [0, 1, 2]),
];

/** Bound, mm per mm of magnitude: points and their difference in f64, faces with heights above 1/64 of their edges. */
const relativeSlack = 2 ** -40;

async function agrees(bone: TriangleMesh, tool: TriangleMesh, pose: Float64Array): Promise<number> {
  const detector = await createDetector({ bone, tool, contactDistance: 0, resolution: 1e9 });
  const { distance, bonePoint, toolPoint, boneFace, toolFace } = detector.minimumDistance(pose);
  const posed = createMesh(posedPositions(tool.positions, pose), tool.faces);
  const exact = minimumMeshDistance(bone, posed);
  const slack = relativeSlack * Math.max(...[...bone.positions, ...posed.positions].map(Math.abs));
  expect(Math.abs(distance - exact.distance)).toBeLessThanOrEqual(slack);
  expect(distance === 0).toBe(exact.distance === 0);
  expect(distance === 0).toBe(detector.intersectingFaces(pose).length > 0);
  expect(Math.abs(Math.hypot(...bonePoint.map((x, k) => toolPoint[k] - x)) - distance)).toBeLessThanOrEqual(slack);
  for (const [mesh, face, [x, y, z]] of [
    [bone, boneFace, bonePoint],
    [posed, toolFace, toolPoint],
  ] as const) {
    const alone = new PlainSolid({ positions: faceCorners(mesh, face), faces: Uint32Array.of(0, 1, 2) }, false);
    expect(alone.distance(x, y, z)).toBeLessThanOrEqual(slack);
  }
  if (distance === 0) {
    const pair = [bone, posed].map(
      (mesh, side) =>
        new ReferenceMesh({ positions: faceCorners(mesh, [boneFace, toolFace][side]), faces: Uint32Array.of(0, 1, 2) }),
    );
    expect([...intersectingFacePairs(pair[0], pair[1])]).toEqual([0, 0]);
  }
  return distance;
}

describe('minimumDistance', () => {
  const scales = [
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1, 1e5],
  ] as const;
  test.each(partOf(scales, 3, 0))(`equals the oracle at scale %p, %p mm away (seed ${SEED})`, async (scale, away) => {
    const random = mulberry32(SEED);
    const shares = new Shares();
    const sized = (mesh: TriangleMesh, shift: readonly number[]) =>
      createMesh(
        mesh.positions.map((x, i) => scale * x + shift[i % 3]),
        mesh.faces,
      );
    for (let i = 0; i < longRun(25, 10); i++) {
      const far = randomDirection(random).map((x) => away * x);
      const bone = sized(bodies[i % 5], far);
      const tool = sized(bodies[(i + Math.floor(i / 5)) % 5], [0, 0, 0]);
      const direction = randomDirection(random);
      const reach = scale * [1.2, 5, 6, 7, 30][Math.floor(5 * random())];
      const distance = await agrees(
        bone,
        tool,
        poseOf(
          randomRotation(random),
          direction.map((x, k) => reach * x + far[k]),
        ),
      );
      shares.count(distance === 0 ? 'touching' : 'apart');
    }
    expect(shares.of('touching')).toBeGreaterThan(0.1);
    expect(shares.of('apart')).toBeGreaterThan(0.3);
  });

  test.each([
    ['face to face', 3.5, 0, 0, 1],
    ['face on face', 2.5, 0, 0, 0],
    ['corner on corner', 2.5, 2.5, 2.5, 0],
    ['edge on edge, crossing', 2.5, 2.5, 1, 0],
    ['one bit apart', 2.5 + 2 ** -51, 0, 0, 2 ** -51],
    ['one bit within', 2.5 - 2 ** -51, 0, 0, 0],
    ['inside: the way to the wall', 0.25, 0, 0, 0.25],
    ['corner to corner', 5.5, 6.5, 2.5, 5],
  ])('boxes, %s', async (_, x, y, z, distance) => {
    const [bone, tool] = [box({ size: 3 }), box({ size: 2 })];
    expect(await agrees(bone, tool, translation(x, y, z))).toBe(distance);
  });

  test('the same answer whatever was asked before', async () => {
    const random = mulberry32(SEED);
    const options = { bone: bodies[0], tool: bodies[1], contactDistance: 0, resolution: 1 };
    const used = await createDetector(options);
    for (let i = 0; i < longRun(30, 10); i++) {
      const pose = poseOf(
        randomRotation(random),
        randomDirection(random).map((x) => 12 * random() * x),
      );
      expect(used.minimumDistance(pose)).toEqual((await createDetector(options)).minimumDistance(pose));
    }
  });
});

describe('minimumDistanceInto', () => {
  const record = (): NearestPointsTarget => ({
    distance: -1,
    bonePoint: new Float64Array(3),
    toolPoint: new Float64Array(3),
    boneFace: -1,
    toolFace: -1,
  });

  test(`writes what minimumDistance returns, into the caller's own arrays (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const detector = await createDetector({ bone: bodies[2], tool: bodies[1], contactDistance: 0, resolution: 1 });
    const out = record();
    const { bonePoint, toolPoint } = out;
    const shares = new Shares();
    for (let i = 0; i < 30; i++) {
      const direction = randomDirection(random);
      const pose = poseOf(
        randomRotation(random),
        direction.map((x) => 8 * random() * x),
      );
      detector.minimumDistanceInto(pose, out);
      expect(out).toEqual(detector.minimumDistance(pose));
      shares.count(out.distance === 0 ? 'touching' : 'apart');
    }
    expect(out.bonePoint).toBe(bonePoint);
    expect(out.toolPoint).toBe(toolPoint);
    expect(shares.of('touching')).toBeGreaterThan(0.1);
    expect(shares.of('apart')).toBeGreaterThan(0.1);
    const longer = { ...record(), bonePoint: Float64Array.of(7, 7, 7, 7) };
    detector.minimumDistanceInto(translation(9, 0, 0), longer);
    expect(longer.bonePoint[3]).toBe(7);
    const [first, second] = [
      detector.minimumDistance(translation(9, 0, 0)),
      detector.minimumDistance(translation(0, 9, 0)),
    ];
    expect(first.bonePoint).not.toBe(second.bonePoint);
  });

  test.each([
    ['nothing', null, 'null'],
    ['a point that is a list', { ...record(), toolPoint: [0, 0, 0] }, 'toolPoint'],
    ['a point of two numbers', { ...record(), bonePoint: new Float64Array(2) }, 'length 2'],
    ['a frozen object', Object.freeze(record()), 'frozen'],
    ['a point in f32', { ...record(), bonePoint: new Float32Array(3) }, 'bonePoint'],
  ])('%s is refused by name, and nothing is written', async (_, out, name) => {
    const detector = await createDetector({ bone: bodies[0], tool: bodies[1], contactDistance: 0, resolution: 1 });
    let thrown: unknown = null;
    try {
      detector.minimumDistanceInto(translation(9, 0, 0), out as NearestPointsTarget);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(OptionError);
    expect((thrown as OptionError).code).toBe('BAD_OUTPUT');
    expect((thrown as OptionError).message).toContain(name);
    expect(out?.distance ?? -1).toBe(-1);
  });
});
