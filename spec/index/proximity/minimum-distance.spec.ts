// MinimumDistance against all pairs of faces: the least distance, computed and exact, within lengthSlack, exactly 0 if
// a point is shared.

import { describe, expect, test } from '@jest/globals';
import type { BoneBody } from '#bodies/bone-body.ts';
import type { ToolBody } from '#bodies/tool-body.ts';
import { checkPose, distanceError, lengthSlack } from '#core';
import { MinimumDistance } from '#proximity';
import {
  minimumMeshDistance,
  pointTriangleBounds,
  roundedSquareRoot,
  triangleTriangleSquaredDistance,
} from '#reference';
import { PAIR_SQUARED, TRIANGLE_DISTANCE_SIZE, TriangleDistance, TriangleIntersector, TrianglePair } from '#triangles';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, rigidPose, strained } from '#harness/random-geometry.ts';
import { sliverPair } from '#harness/slivers.ts';
import {
  boneOf,
  cornersOf,
  IDENTITY,
  liveFaces,
  referenceOf,
  type Shape,
  tetrahedra,
  toolOf,
} from '#harness/stage-bodies.ts';
import { box, join, move, sphere, torus } from '#spec/base/mesh/bodies.ts';

const loaded = new TrianglePair();
const SEED = 42;

/** The least computed distance over all pairs; 0 if a pair shares a point. */
function bruteForce(bone: BoneBody, tool: ToolBody): number {
  const measure = new TriangleDistance();
  const intersector = new TriangleIntersector();
  const out = new Float64Array(TRIANGLE_DISTANCE_SIZE);
  let best = Number.POSITIVE_INFINITY;
  const [first, second] = [bone, tool].map((body) => liveFaces(body).map((face) => cornersOf(body, face)));
  for (const P of first)
    for (const Q of second) {
      measure.measure(loaded.load(P, 0, 3, 6, Q, 0, 3, 6), false, out);
      const squared = intersector.share(loaded.load(P, 0, 3, 6, Q, 0, 3, 6)) ? 0 : out[PAIR_SQUARED];
      best = Math.min(best, squared);
    }
  return Math.sqrt(best);
}

function check(found: MinimumDistance, bone: BoneBody, tool: ToolBody, exactToo: boolean): void {
  const slack = lengthSlack(Math.max(bone.magnitude, tool.magnitude));
  const brute = bruteForce(bone, tool);
  if (!(Math.abs(found.distance - brute) <= slack) || (found.distance === 0) !== (brute === 0))
    throw new Error(`${found.distance}, of all pairs ${brute}`);
  const p = found.points;
  const apart = Math.hypot(p[0] - p[3], p[1] - p[4], p[2] - p[5]);
  if (!(Math.abs(apart - found.distance) <= slack))
    throw new Error(`points ${apart} apart, distance ${found.distance}`);
  const off = [
    pointTriangleBounds(p.subarray(0, 3), cornersOf(bone, found.boneFace))[0],
    pointTriangleBounds(p.subarray(3, 6), cornersOf(tool, found.toolFace))[0],
  ];
  if (!(Math.max(...off) <= slack)) throw new Error(`points are ${off} off their faces`);
  if (!exactToo) return;
  const exact = minimumMeshDistance(referenceOf(bone), referenceOf(tool)).distance;
  expect(found.distance === 0).toBe(exact === 0);
  expect(Math.abs(found.distance - exact)).toBeLessThanOrEqual(slack);
}

const places: [number, number][] = [
  [1e-3, 0],
  [1, 0],
  [1e3, 0],
  [1e-3, 1e5],
  [1, 1e5],
];

describe('find', () => {
  test.each(places)(
    `equals all pairs, computed and exact, at scale %d, offset %d; queries before it have no effect (seed ${SEED})`,
    (scale, offset) => {
      const random = mulberry32(SEED);
      let touching = 0;
      let poses = 0;
      for (const [boneCount, toolCount, spread] of [
        [1, 1, 0],
        [12, 3, 1],
        [30, 20, 2],
      ]) {
        const bone = boneOf(tetrahedra(random, boneCount, scale, offset, spread));
        const tool = toolOf(tetrahedra(random, toolCount, scale, 0, spread), IDENTITY, offset + 2 * scale);
        const kept = new MinimumDistance(bone, tool);
        for (let i = 0; i < longRun(12, 4); i++) {
          const pose = strained(rigidPose(random, 1.5 * scale), coordinates(random, 6, i % 3 === 0 ? 4e-6 : 0, 0));
          for (const k of [12, 13, 14]) pose[k] += offset;
          tool.moveTo(checkPose(pose), bone.magnitude);
          kept.find();
          check(kept, bone, tool, i < longRun(4, 1));
          const fresh = new MinimumDistance(bone, tool);
          fresh.find();
          expect([fresh.distance, fresh.boneFace, fresh.toolFace, ...fresh.points]).toEqual([
            kept.distance,
            kept.boneFace,
            kept.toolFace,
            ...kept.points,
          ]);
          if (kept.distance === 0) touching++;
          poses++;
        }
      }
      expect(touching).toBeGreaterThan(0);
      expect(touching).toBeLessThan(poses);
    },
  );

  test('closed bodies: sphere beside sphere, box over torus, a corner on a face, one inside the other', () => {
    const cases: [Shape, Shape, number[], number][] = [
      [sphere(2, 1), sphere(2, 1), [3, 0, 0], 1],
      [torus(20, 12, 5, 1), box(1, 1, 1), [4.5, -0.5, 1.25], 0.25],
      [
        box(2, 2, 2),
        { positions: [0, 0, 0, 1, 0, 1, 0, 1, 1, -1, 0, 1], faces: [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2] },
        [1, 1, 2],
        0,
      ],
      [box(8, 8, 8), box(1, 1, 1), [1, 2, 3], 1],
    ];
    for (const [boneShape, toolShape, shift, distance] of cases) {
      const bone = boneOf(boneShape);
      const tool = toolOf(toolShape, [...IDENTITY.slice(0, 12), ...shift, 1], 10);
      const found = new MinimumDistance(bone, tool);
      found.find();
      check(found, bone, tool, true);
      expect(found.distance).toBeCloseTo(distance, 12);
    }
  });

  test(`of two feet above a floor the lower one decides, however little it is lower (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const bone = boneOf(move(box(8, 8, 1), [-4, -4, -1]));
    for (let i = 0; i < longRun(60, 8); i++) {
      const lower = 0.5 + random();
      const higher = lower + 10 ** (-3 - 11 * random());
      const feet = i % 2 === 0 ? [lower, higher] : [higher, lower];
      const positions = feet.flatMap((z, foot) => {
        const x = (2 * foot - 1) * (1 + random());
        return [x, 0, z, x + 0.1, 0, z + 1, x, 0.1, z + 1];
      });
      const tool = toolOf({ positions, faces: [0, 1, 2, 3, 4, 5] }, IDENTITY, bone.magnitude);
      const found = new MinimumDistance(bone, tool);
      found.find();
      expect(Math.abs(found.distance - lower)).toBeLessThanOrEqual(lengthSlack(4));
    }
  });

  test('a gap of 2^-540, whose square no f64 holds, is not 0', () => {
    // The bone's plane is 2^-310·x − 2^-150·y + z = 0. The pose puts the tool's lowest corner at x = 2^-230, y = 1/4
    // and z = 2^-152.
    const bone = boneOf({ positions: [0, 0, 0, 1, 2 ** -160, 0, 0, 1, 2 ** -150], faces: [0, 1, 2] });
    const shape = { positions: [0, 0.25, 2 ** -152, 0.1, 0.2, 1, 0.2, 0.1, 1], faces: [0, 1, 2] };
    const tool = toolOf(shape, [...IDENTITY.slice(0, 12), 2 ** -230, 0, 0, 1], 1);
    const found = new MinimumDistance(bone, tool);
    found.find();
    expect(found.distance).toBeGreaterThan(0);
    expect(found.distance).toBeLessThan(2 ** -500);
    expect(minimumMeshDistance(referenceOf(bone), referenceOf(tool)).squared.n).not.toBe(0n);
  });

  test(`after edits of the bone: retired faces do not count, new ones do (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const bone = boneOf(join(sphere(1, 1), move(sphere(1, 1), [4, 0, 0])));
    const tool = toolOf(box(0.5, 0.5, 0.5), [...IDENTITY.slice(0, 12), 2, 0, 0, 1], 6);
    for (let round = 0; round < longRun(10, 2); round++) {
      const remove = liveFaces(bone).filter(() => random() < 0.15);
      const base = bone.vertexCount;
      bone.apply(
        Uint32Array.from(remove),
        Float64Array.from(coordinates(random, 9, 5, 0)),
        Uint32Array.of(base, base + 1, base + 2),
      );
      const found = new MinimumDistance(bone, tool);
      found.find();
      check(found, bone, tool, true);
      expect(bone.retired?.[found.boneFace]).toBe(0);
    }
  });

  test(`fans of huge faces about corners: near-ties are decided as by a search through all pairs (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const fan = (up: number): Shape => {
      const positions = [0, 0, 0];
      const faces: number[] = [];
      for (let f = 0; f < 16; f++) {
        for (let k = 0; k < 6; k++)
          positions.push(k % 3 === 2 ? up * (300 + 300 * random()) : coordinates(random, 1, 900, 0)[0]);
        faces.push(2 * f + 1, 0, 2 * f + 2);
      }
      return { positions, faces };
    };
    for (let i = 0; i < longRun(20, 3); i++) {
      const bone = boneOf(fan(-1));
      const shift = coordinates(random, 3, 1e-7, 0);
      const tool = toolOf(fan(1), [...IDENTITY.slice(0, 12), shift[0], shift[1], 10 ** (-8 * random()), 1], 1000);
      const found = new MinimumDistance(bone, tool);
      found.find();
      check(found, bone, tool, false);
    }
  });
});

describe('MinimumDistance while its best pair changes', () => {
  // The direction of the best pair serves to skip faces; one found in the middle of a leaf once left a stale bound
  // behind, and 1 soup in 50 was wrong.
  const soups = longRun(400, 20);
  test(`${soups} soups of 40 × 40 faces, seed ${SEED}: the least of all pairs`, () => {
    const random = mulberry32(SEED);
    let apart = 0;
    for (let k = 0; k < soups; k++) {
      const bone = boneOf(soup(random, 0));
      const tool = toolOf(soup(random, 4 + 8 * random()), IDENTITY, bone.magnitude);
      const found = new MinimumDistance(bone, tool);
      found.find();
      check(found, bone, tool, false);
      if (found.distance > 0) apart++;
    }
    expect(apart).toBeGreaterThan(soups / 4);
    expect(apart).toBeLessThan((3 * soups) / 4);
  });
});

describe('MinimumDistance over trees of several levels', () => {
  const soups = longRun(40, 3);
  test(`${soups} soups of 200 × 40 and of 40 × 200 faces, seed ${SEED}: the least of all pairs, whatever the first guess`, () => {
    const random = mulberry32(SEED);
    let apart = 0;
    for (let k = 0; k < soups; k++) {
      const [first, second] = k % 2 === 0 ? [200, 40] : [40, 200];
      const bone = boneOf(soup(random, 0, first));
      const tool = toolOf(soup(random, 11 + 3 * random(), second), IDENTITY, bone.magnitude);
      const found = new MinimumDistance(bone, tool);
      found.find();
      check(found, bone, tool, false);
      if (found.distance > 0) apart++;
    }
    expect(apart).toBeGreaterThan(soups / 2);
  });
});

test(`slivers: exact to distanceError, whatever the aspect (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  let apart = 0;
  for (let i = 0; i < longRun(260, 26); i++) {
    const [first, second] = sliverPair(10 ** (i % 13), 1, 0, random);
    const bone = boneOf({ positions: first, faces: [0, 1, 2] });
    const tool = toolOf({ positions: second, faces: [0, 1, 2] }, IDENTITY, bone.magnitude);
    const found = new MinimumDistance(bone, tool);
    found.find();
    const exact = roundedSquareRoot(triangleTriangleSquaredDistance(cornersOf(bone, 0), cornersOf(tool, 0)));
    const allowed = distanceError(Math.max(bone.magnitude, tool.magnitude));
    expect(Math.abs(found.distance - exact)).toBeLessThanOrEqual(allowed);
    if (exact > 0) apart++;
  }
  expect(apart).toBeGreaterThan(longRun(130, 13));
});

/** Loose triangles about 3 mm wide in a cube of side 10 about (x, 0, 0). */
function soup(random: () => number, x: number, count = 40): Shape {
  const at = () => 10 * random() - 5;
  const positions: number[] = [];
  for (let f = 0; f < count; f++) {
    const middle = [x + at(), at(), at()];
    for (let corner = 0; corner < 3; corner++) positions.push(...middle.map((c) => c + 3 * random() - 1.5));
  }
  return { positions: Float64Array.from(positions), faces: Uint32Array.from({ length: 3 * count }, (_, i) => i) };
}
