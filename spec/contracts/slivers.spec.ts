// Distances of slivers: minimumDistance and a report return the exact distance, rounded, whatever the aspect.

import { describe, expect, test } from '@jest/globals';
import { createDetector, createMesh, type TriangleMesh } from '#kerf';
import {
  pointTriangleSquaredDistance,
  posedPositions,
  roundedSquareRoot,
  signedDistance,
  triangleTriangleSquaredDistance,
} from '#reference';
import { detectorsOn } from '#harness/backends.ts';
import { cornerOrders, reordered } from '#harness/contact-cases.ts';
import { faceCorners, Shares } from '#harness/contact-query.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed, unitVector } from '#harness/random-geometry.ts';
import { across, along, sliverPair } from '#harness/slivers.ts';

type Random = () => number;

const SEED = 1303;
const makeOnGpu = await detectorsOn('webgpu');
/** Error bound of a distance, in u times the largest coordinate; at a stored point, which is rounded, 12 more. */
const ACCURACY = 50;
const AT_POINT = 62;
const u = 2 ** -53;

/** The triangles of sliverPair, as bone and tool. */
function sliverMeshes(aspect: number, scale: number, offset: number, random: Random): [TriangleMesh, TriangleMesh] {
  const [first, second] = sliverPair(aspect, scale, offset, random);
  return [createMesh(first, [0, 1, 2], { name: 'bone' }), createMesh(second, [0, 1, 2], { name: 'tool' })];
}

const largest = (...meshes: { positions: ArrayLike<number> }[]) =>
  Math.max(...meshes.flatMap(({ positions }) => Array.from(positions, Math.abs)));
const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** A pose that moves the tool by a few roundings, or the identity. */
function poseOf(random: Random, i: number): number[] {
  if (i % 3 === 0) return identity;
  const pose = i % 3 === 1 ? [...identity] : rigidPose(random, 0);
  for (let k = 12; k < 15; k++) pose[k] = 1e-9 * signed(random);
  return pose;
}

const places = [
  [1e-3, 0],
  [1, 0],
  [1e3, 0],
  [1, 1e5],
] as const;

describe('slivers of every aspect up to 1e12', () => {
  test.each(places)(
    `minimumDistance, scale %d, offset %d: exact to 50·u·M, and its points on their faces (seed ${SEED})`,
    async (scale, offset) => {
      const random = mulberry32(SEED);
      const wrong: string[] = [];
      const states = new Shares();
      for (let i = 0; i < longRun(208, 26); i++) {
        const aspect = 10 ** (i % 13);
        const [bone, drawn] = sliverMeshes(aspect, scale, offset, random);
        const tool = reordered(drawn, cornerOrders[Math.floor(i / 6) % 6]);
        const turned = reordered(bone, cornerOrders[i % 6]);
        const pose = offset === 0 ? poseOf(random, i) : identity;
        const detector = await createDetector({
          bone: turned,
          tool,
          contactDistance: 0,
          resolution: 200 * scale,
          backend: 'cpu',
        });
        const { distance, bonePoint, toolPoint } = detector.minimumDistance(pose);
        detector.dispose();
        const posed = { positions: posedPositions(tool.positions, pose), faces: tool.faces };
        const corners = [
          faceCorners(turned, 0),
          Float64Array.from([...tool.faces].flatMap((v) => [...posed.positions.slice(3 * v, 3 * v + 3)])),
        ];
        const exact = roundedSquareRoot(triangleTriangleSquaredDistance(corners[0], corners[1]));
        states.count(exact === 0 ? 'touching' : exact < 1e-6 * scale ? 'near' : 'apart');
        const M = largest(turned, posed);
        const says = `${i}, aspect ${aspect}: ${distance}, exactly ${exact}`;
        if (!(Math.abs(distance - exact) <= ACCURACY * u * M))
          wrong.push(`${says}, off by ${(distance - exact) / (u * M)} u·M`);
        if ((distance === 0) !== (exact === 0)) wrong.push(`${says}: 0 is for a shared point`);
        const off = [bonePoint, toolPoint].map((p, k) =>
          roundedSquareRoot(pointTriangleSquaredDistance(p, corners[k])),
        );
        if (!(Math.max(...off) <= 12 * u * M)) wrong.push(`${says}: points ${off} off their faces`);
        const apart = Math.hypot(...[0, 1, 2].map((k) => bonePoint[k] - toolPoint[k]));
        if (!(Math.abs(apart - distance) <= 24 * u * M)) wrong.push(`${says}: points ${apart} apart`);
      }
      expect(wrong).toEqual([]);
      for (const state of ['near', 'apart']) expect([state, states.of(state) > 0.1]).toEqual([state, true]);
    },
  );

  test.each(places)(
    `rows, scale %d, offset %d: the distance at the row's own point, and the exact minimum in its interval (seed ${SEED + 1})`,
    async (scale, offset) => {
      const random = mulberry32(SEED + 1);
      const wrong: string[] = [];
      let rows = 0;
      let near = 0;
      for (let i = 0; i < longRun(104, 13); i++) {
        const aspect = 10 ** (i % 13);
        const [bone, drawn] = sliverMeshes(aspect, scale, offset, random);
        const tool = reordered(drawn, cornerOrders[Math.floor(i / 6) % 6]);
        const pose = offset === 0 ? poseOf(random, i) : identity;
        const delta = (scale * 100) / Math.max(10, aspect);
        const options = { bone: reordered(bone, cornerOrders[i % 6]), tool, contactDistance: delta };
        const detector = await createDetector({ ...options, resolution: 30 * scale, backend: 'cpu' });
        const { contacts } = detector.detectSync(pose);
        detector.dispose();
        const posed = createMesh(posedPositions(tool.positions, pose), tool.faces);
        const corners = [faceCorners(options.bone, 0), faceCorners(posed, 0)];
        const M = largest(bone, posed) + delta;
        for (let row = 0; row < contacts.length; row++) {
          rows++;
          const other = corners[1 - contacts.body[row]];
          const { distance, low, high } = contacts.at(row);
          const atPoint = roundedSquareRoot(pointTriangleSquaredDistance(contacts.at(row).point, other));
          const leaf = contacts.corners.subarray(9 * row, 9 * row + 9);
          const least = roundedSquareRoot(triangleTriangleSquaredDistance(leaf, other));
          if (atPoint > 0 && atPoint < 1e-4 * scale) near++;
          const says = `${i}, aspect ${aspect}, row ${row}: ${distance}`;
          if (!(Math.abs(distance - atPoint) <= AT_POINT * u * M))
            wrong.push(`${says}, at its point ${atPoint}, off by ${(distance - atPoint) / (u * M)} u·M`);
          if (!(Math.abs(distance - least) <= ACCURACY * u * M)) wrong.push(`${says}, the leaf's least ${least}`);
          if (!(low <= least && least <= high)) wrong.push(`${says}: ${least} not in [${low}, ${high}]`);
          // Twice the slack, and the roundings of its two ends.
          if (!(high - low <= u * (128 * M + 4 * distance))) wrong.push(`${says}: [${low}, ${high}]`);
        }
      }
      expect(wrong).toEqual([]);
      expect(rows).toBeGreaterThan(longRun(250, 30));
      expect(near).toBeGreaterThan(longRun(50, 6));
    },
  );

  /** A closed body of slivers: four of them, 100 mm long, or two along a lath. */
  function thinBody(aspect: number, random: Random): TriangleMesh {
    const d = unitVector(random);
    const [a, b] = [along([0, 0, 0], -50, d), along([0, 0, 0], 50, d)];
    const width = 100 / aspect;
    const c = along(along([0, 0, 0], 100 * random() - 50, d), width, across(d, random));
    const e = along(along([0, 0, 0], 100 * random() - 50, d), width, across(d, random));
    return createMesh([...a, ...b, ...c, ...e], [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3], { name: 'lath' });
  }

  test(`closed bodies: signed distances at the corners of sub-triangles (seed ${SEED + 2})`, async () => {
    const random = mulberry32(SEED + 2);
    const wrong: string[] = [];
    const signs = new Shares();
    for (let i = 0; i < longRun(39, 13); i++) {
      const aspect = 10 ** (i % 13);
      const [bone, tool] = [thinBody(aspect, random), thinBody(aspect, random)];
      const pose = rigidPose(random, 0);
      for (let k = 12; k < 15; k++) pose[k] = (10 / aspect) * signed(random);
      const options = { bone, tool, contactDistance: 20 / aspect, resolution: 40, backend: 'cpu' as const };
      const detector = await createDetector(options);
      const { contacts } = detector.detectSync(pose);
      detector.dispose();
      const posed = createMesh(posedPositions(tool.positions, pose), tool.faces);
      const M = largest(bone, posed) + options.contactDistance;
      for (let row = 0; row < contacts.length; row++) {
        const { distance, point, body } = contacts.at(row);
        const exact = signedDistance(point, body === 'bone' ? posed : bone).distance;
        signs.count(distance < 0 ? 'inside' : distance > 0 ? 'outside' : 'on');
        if (!(Math.abs(distance - exact) <= AT_POINT * u * M))
          wrong.push(`${i}, aspect ${aspect}, row ${row}: ${distance}, at its point ${exact}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(signs.total).toBeGreaterThan(longRun(200, 66));
    expect(signs.of('outside')).toBeGreaterThan(0.1);
  });

  test(`a GPU's rows are as exact, to the face that each names (seed ${SEED + 3})`, async () => {
    const random = mulberry32(SEED + 3);
    const wrong: string[] = [];
    let rows = 0;
    for (let i = 0; i < longRun(26, 13); i += longRun(1, 4)) {
      const [bone, tool] = sliverMeshes(10 ** (i % 13), 1, 0, random);
      const pose = poseOf(random, i);
      const delta = 100 / Math.max(10, 10 ** (i % 13));
      const detector = await makeOnGpu({ bone, tool, contactDistance: delta, resolution: 30 });
      const { contacts } = await detector.detect(pose);
      detector.dispose();
      const posed = createMesh(posedPositions(tool.positions, pose), tool.faces);
      const M = largest(bone, posed) + delta;
      for (let row = 0; row < contacts.length; row++) {
        rows++;
        const { distance, point, body, oppositeFace } = contacts.at(row);
        const other = faceCorners(body === 'bone' ? posed : bone, oppositeFace);
        const atPoint = roundedSquareRoot(pointTriangleSquaredDistance(point, other));
        if (!(Math.abs(distance - atPoint) <= AT_POINT * u * M))
          wrong.push(`${i}, row ${row}: ${distance}, at its point ${atPoint}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(rows).toBeGreaterThan(longRun(50, 10));
  });
});
