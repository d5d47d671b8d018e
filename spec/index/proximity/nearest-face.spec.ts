// NearestFace against all faces one by one: the same face, point and distance, bit for bit, with any hint, posed or
// not, edited or not.

import { describe, expect, test } from '@jest/globals';
import { distanceError } from '#core';
import { NearestFace } from '#proximity/nearest-face.ts';
import type { Surface } from '#records';
import { signedDistance } from '#reference';
import { TrianglePair } from '#triangles';
import { sharpenPointTriangle } from '#triangles/known-distance.ts';
import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '#triangles/point-triangle.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, rigidPose, signed, strained } from '#harness/random-geometry.ts';
import { pointNearSliver, sliverPair } from '#harness/slivers.ts';
import { boneOf, IDENTITY, liveFaces, referenceOf, type Shape, tetrahedra, toolOf } from '#harness/stage-bodies.ts';
import { box, join, move, sphere } from '#spec/base/mesh/bodies.ts';

const loaded = new TrianglePair();
const SEED = 41;
const out = new Float64Array(POINT_TRIANGLE_SIZE);

/** The face at the least computed distance among all, the first of equals. */
function bruteForce(surface: Surface, p: ArrayLike<number>): { face: number; squared: number; point: number[] } {
  let best = { face: -1, squared: Number.POSITIVE_INFINITY, point: [0, 0, 0] };
  const { positions, faces } = surface;
  for (const face of liveFaces(surface)) {
    const [a, b, c] = [3 * faces[3 * face], 3 * faces[3 * face + 1], 3 * faces[3 * face + 2]];
    pointTriangle(Float64Array.from(p), 0, positions, a, b, c, out);
    sharpenPointTriangle(
      loaded.loadPoint(Float64Array.from(p), 0).loadSecond(positions, a, b, c),
      surface.magnitude,
      out,
    );
    if (out[SQUARED] < best.squared) best = { face, squared: out[SQUARED], point: [out[0], out[1], out[2]] };
  }
  return best;
}

/** Searches once with each hint. */
function checkPoint(nearest: NearestFace, surface: Surface, p: ArrayLike<number>, ...hints: readonly number[]): void {
  const expected = bruteForce(surface, p);
  for (const hint of hints) {
    nearest.find(p[0], p[1], p[2], hint);
    const says = `point ${Array.from(p)}, hint ${hint}: face ${nearest.face} at ${nearest.squared}, expected ${expected.face} at ${expected.squared}`;
    if (nearest.face !== expected.face || nearest.squared !== expected.squared) throw new Error(says);
    expect([nearest.x, nearest.y, nearest.z]).toEqual(expected.point);
  }
}

/** Points far away, near, nearly on and exactly on corners of the surface. */
function pointsAbout(random: () => number, surface: Surface, scale: number): number[] {
  const v = 3 * Math.floor(random() * surface.vertexCount);
  const reach = random() < 0.1 ? 0 : scale * 10 ** (1 - 14 * random());
  return [0, 1, 2].map((k) => surface.positions[v + k] + reach * signed(random));
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
    `equals a search through all faces at scale %d, offset %d, with any hint (seed ${SEED})`,
    (scale, offset) => {
      const random = mulberry32(SEED);
      for (const [count, spread] of [
        [1, 0],
        [3, 1],
        [40, 0],
        [60, 3],
        [125, 1],
      ]) {
        const bone = boneOf(tetrahedra(random, count, scale, offset, spread));
        const tool = toolOf(
          tetrahedra(random, count, scale, 0, spread),
          strained(rigidPose(random, scale + offset), coordinates(random, 6, 2e-6, 0)),
          offset + 2 * scale,
        );
        for (const surface of [bone, tool]) {
          const nearest = new NearestFace(surface);
          for (let i = 0; i < longRun(60, 6); i++) {
            const p = pointsAbout(random, surface, scale);
            checkPoint(nearest, surface, p, -1, Math.floor(random() * surface.faceCount), nearest.face);
          }
        }
      }
    },
  );

  test(`ties of the computed distance go to the first face, and hints do not sway near-ties (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    // Faces a thousand wide that meet at few corners: distances to them differ by rounding only.
    for (let i = 0; i < longRun(60, 3); i++) {
      const hub = coordinates(random, 3, 1, i % 2 === 0 ? 0 : 1000);
      const positions = [...hub];
      const faces: number[] = [];
      for (let f = 0; f < 30; f++) {
        for (let k = 0; k < 6; k++)
          positions.push(hub[k % 3] + (k % 3 === 2 ? 500 + 500 * random() : 1000 * signed(random)));
        faces.push(
          ...[
            [0, 2 * f + 1, 2 * f + 2],
            [2 * f + 1, 0, 2 * f + 2],
            [2 * f + 1, 2 * f + 2, 0],
          ][f % 3],
        );
      }
      const bone = boneOf({ positions, faces });
      const nearest = new NearestFace(bone);
      for (let j = 0; j < longRun(20, 8); j++) {
        const below = 10 ** (-10 * random());
        const p = [hub[0] + 0.1 * below * signed(random), hub[1] + 0.1 * below * signed(random), hub[2] - below];
        checkPoint(nearest, bone, p, ...Array.from({ length: 31 }, (_, n) => n - 1));
      }
    }
  });

  test(`a face that rounding puts nearer than its own box is found, with any hint (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    let nearer = 0;
    for (let i = 0; i < longRun(60, 6); i++) {
      // Faces a thousand wide, above the origin, where all have a corner: a point right below it is exactly as far from
      // each face as from its box. If another corner comes first, the computed distance may be less.
      const positions = [0, 0, 0];
      const faces: number[] = [];
      for (let f = 0; f < 30; f++) {
        for (let k = 0; k < 2; k++) positions.push(...coordinates(random, 2, 1000, 0), 1000 * random());
        const corners = [0, 2 * f + 1, 2 * f + 2];
        faces.push(...[0, 1, 2].map((k) => corners[(k + f) % 3]));
      }
      const bone = boneOf({ positions, faces });
      const nearest = new NearestFace(bone);
      for (let j = 0; j < 8; j++) {
        const below = 10 ** (-10 * random());
        const p = [0, 0, -below];
        checkPoint(nearest, bone, p, ...Array.from({ length: 31 }, (_, n) => n - 1));
        if (bruteForce(bone, p).squared < below * below) nearer++;
      }
    }
    expect(nearer).toBeGreaterThan(longRun(300, 30));
  });

  test('symmetric bodies, points of equal distance to many faces', () => {
    const cube = boneOf(box(2, 2, 2));
    const ball = boneOf(sphere(2, 1));
    for (const surface of [cube, ball]) {
      const nearest = new NearestFace(surface);
      for (const p of [
        [1, 1, 1],
        [0, 0, 0],
        [2, 2, 2],
        [3, 3, 3],
        [1, 1, 0],
        [0.5, 0.5, 0.5],
        [-1, 1, 1],
      ])
        checkPoint(nearest, surface, p, -1, 0, 5, surface.faceCount - 1);
    }
  });

  test(`slivers: what f64 does not come upon is found, to distanceError (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    let sharpened = 0;
    for (let i = 0; i < longRun(1000, 50); i++) {
      const [first, second] = sliverPair(10 ** (3 + (i % 10)), 1, 0, random);
      const bone = boneOf({ positions: [...first, ...second], faces: [0, 1, 2, 3, 4, 5] });
      const reference = referenceOf(bone);
      const nearest = new NearestFace(bone);
      const p = pointNearSliver(first, 10 ** (3 + (i % 10)), random);
      checkPoint(nearest, bone, p, -1);
      const allowed = distanceError(Math.max(bone.magnitude, ...p.map(Math.abs)));
      const exact = Math.abs(signedDistance(p, reference).distance);
      expect(Math.abs(Math.sqrt(nearest.squared) - exact)).toBeLessThanOrEqual(allowed);
      const corner = 9 * nearest.face;
      pointTriangle(Float64Array.from(p), 0, bone.positions, corner, corner + 3, corner + 6, out);
      if (Math.abs(Math.sqrt(out[SQUARED]) - exact) > allowed) sharpened++;
    }
    // Cases in which plain f64 is off by more.
    expect(sharpened).toBeGreaterThan(longRun(10, 0));
  });

  test(`a strained pose turns the order of two parts round: the nearer in the tool's own frame is the farther (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const strain = 3e-6;
    let turned = 0;
    for (let i = 0; i < longRun(60, 15); i++) {
      const [short, long, rest] = [i % 3, (i + 1 + (i % 2)) % 3, (i + 2 - (i % 2)) % 3];
      const amounts = [0, 0, 0];
      [amounts[short], amounts[long], amounts[rest]] = [-strain, strain, 0];
      // An octahedron on each of two axes, their tips at nearly equal distances from the origin.
      const nearer = 1 - 2 * strain * random();
      const away = (axis: number, distance: number): [number, number, number] => {
        const at: [number, number, number] = [0, 0, 0];
        at[axis] = distance + 0.5;
        return at;
      };
      const shape = join(move(sphere(0, 0.5), away(short, 10)), move(sphere(0, 0.5), away(long, 10 * nearer)));
      const pose = strained(rigidPose(random, 5), [...amounts, 0, 0, 0]);
      const tool = toolOf(shape, pose, 20);
      const p = pose.slice(12, 15);
      for (const hint of [-1, 0, tool.faceCount - 1]) checkPoint(new NearestFace(tool), tool, p, hint);
      const expected = bruteForce(tool, p);
      if (expected.face < tool.faceCount / 2) turned++;
    }
    expect(turned).toBeGreaterThan(longRun(50, 12));
  });

  test(`√squared is the exact distance to distanceError (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (const [scale, offset] of places) {
      const bone = boneOf(tetrahedra(random, 20, scale, offset, 2));
      const tool = toolOf(tetrahedra(random, 20, scale, offset, 2), rigidPose(random, scale), offset + 2 * scale);
      for (const surface of [bone, tool]) {
        const reference = referenceOf(surface);
        const nearest = new NearestFace(surface);
        for (let i = 0; i < longRun(25, 2); i++) {
          const p = pointsAbout(random, surface, scale);
          nearest.find(p[0], p[1], p[2], -1);
          const allowed = distanceError(Math.max(surface.magnitude, ...p.map(Math.abs)));
          const exact = Math.abs(signedDistance(p, reference).distance);
          expect(Math.abs(Math.sqrt(nearest.squared) - exact)).toBeLessThanOrEqual(allowed);
        }
      }
    }
  });

  test(`after edits: removed faces are never found, not even as hints, new ones are (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const shape: Shape = join(sphere(2, 1), move(box(1, 1, 1), [2, 0, 0]));
    const bone = boneOf(shape);
    const nearest = new NearestFace(bone);
    let removedHints = 0;
    for (let round = 0; round < 12; round++) {
      const live = liveFaces(bone);
      const remove = live.filter(() => random() < 0.1);
      const base = bone.vertexCount;
      const count = Math.floor(12 * random());
      bone.apply(
        Uint32Array.from(remove),
        Float64Array.from(coordinates(random, 9 * count, 3, 0)),
        Uint32Array.from({ length: 3 * count }, (_, i) => base + i),
      );
      for (let i = 0; i < longRun(40, 5); i++) {
        const hint = i % 2 === 0 ? nearest.face : Math.floor(random() * bone.faceCount);
        if (hint >= 0 && bone.retired?.[hint] === 1) removedHints++;
        checkPoint(nearest, bone, coordinates(random, 3, 4, 0), hint);
      }
    }
    expect(removedHints).toBeGreaterThan(longRun(50, 5));
    expect(bone.faceCount).toBeGreaterThan(bone.faces.length / 6);
  });

  test('a tool at the identity pose is found as the same surface would be as a bone', () => {
    const random = mulberry32(SEED);
    const shape = tetrahedra(random, 30, 1, 0, 1);
    const [bone, tool] = [new NearestFace(boneOf(shape)), new NearestFace(toolOf(shape, IDENTITY, 2))];
    for (let i = 0; i < 200; i++) {
      const [x, y, z] = coordinates(random, 3, 2, 0);
      bone.find(x, y, z, -1);
      tool.find(x, y, z, -1);
      expect([tool.face, tool.squared, tool.x]).toEqual([bone.face, bone.squared, bone.x]);
    }
  });
});
