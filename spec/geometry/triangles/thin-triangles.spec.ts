// Faces so thin that plain f64 does not find their closest points: the reported distances to them are the exact ones,
// rounded.

import { describe, expect, test } from '@jest/globals';
import { distanceError } from '#core';
import { createDetector } from '#detector';
import { createMesh } from '#mesh';
import { NearestFace } from '#proximity/nearest-face.ts';
import type { Surface } from '#records';
import { signedDistance } from '#reference';
import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '#triangles';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed } from '#harness/random-geometry.ts';
import { boneOf, IDENTITY, liveFaces, referenceOf, type Shape, toolOf } from '#harness/stage-bodies.ts';
import { box } from '#spec/base/mesh/bodies.ts';

const SEED = 49;
const SOLIDS = longRun(40, 6);
/** Thin faces of `thinBox`: its last ones. */
const THIN = 6;

/**
 * A turned box with a thin face along the diagonal of each side, 1e-9 to 1e-7 of the side wide. Closed and oriented;
 * the thin faces come last.
 */
function thinBox(random: () => number): Shape {
  const { positions, faces } = box(2, 2, 2);
  const m = rigidPose(random, 1);
  const points: number[] = [];
  for (let i = 0; i < positions.length; i += 3)
    for (let k = 0; k < 3; k++)
      points.push(m[k] * positions[i] + m[4 + k] * positions[i + 1] + m[8 + k] * positions[i + 2] + m[12 + k]);
  const wide: number[] = [];
  const thin: number[] = [];
  for (let f = 0; f < faces.length; f += 6) {
    // p, q, r and p, r, s: the diagonal is pr.
    const [p, q, r, , , s] = faces.slice(f, f + 6);
    const along = 0.2 + 0.6 * random();
    const aside = 10 ** (-9 + 2 * random());
    const at = points.length / 3;
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [p, r, q].map((v) => points[3 * v + k]);
      points.push(a + along * (b - a) + aside * (c - a));
    }
    wide.push(p, q, at, q, r, at, p, r, s);
    thin.push(p, at, r);
  }
  return { positions: points, faces: [...wide, ...thin] };
}

/** Points above and below the interiors of thin faces. */
function besideThin(random: () => number, { positions, faces }: Shape, count: number): number[][] {
  return Array.from({ length: count }, () => {
    const face = faces.length / 3 - 1 - Math.floor(THIN * random());
    const [a, b, c] = [0, 1, 2].map((corner) => 3 * faces[3 * face + corner]);
    const [u, v] = [random() / 2, random() / 2];
    const height = 10 ** (-7 - 5 * random());
    return [0, 1, 2].map(
      (k) =>
        positions[a + k] +
        u * (positions[b + k] - positions[a + k]) +
        v * (positions[c + k] - positions[a + k]) +
        height * signed(random),
    );
  });
}

/** The least of the computed distances to all faces. */
function plainDistance(surface: Surface, p: readonly number[]): number {
  const out = new Float64Array(POINT_TRIANGLE_SIZE);
  const { positions, faces } = surface;
  const squares = liveFaces(surface).map((face) => {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * faces[3 * face + k]);
    pointTriangle(Float64Array.from(p), 0, positions, a, b, c, out);
    return out[SQUARED];
  });
  return Math.sqrt(Math.min(...squares));
}

describe('beside thin faces', () => {
  test(`NearestFace: exact to distanceError, where plain f64 often is not (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    let inexact = 0;
    let all = 0;
    for (let i = 0; i < SOLIDS; i++) {
      const shape = thinBox(random);
      const surface = i % 2 === 0 ? boneOf(shape) : toolOf(shape, IDENTITY, 4);
      expect(surface.signed).toBe(true);
      const reference = referenceOf(surface);
      const nearest = new NearestFace(surface);
      for (const [x, y, z] of besideThin(random, shape, 20)) {
        nearest.find(x, y, z, -1);
        const allowed = distanceError(surface.magnitude);
        const exact = signedDistance([x, y, z], reference);
        const distance = Math.abs(exact.distance);
        expect(Math.abs(Math.sqrt(nearest.squared) - distance)).toBeLessThanOrEqual(allowed);
        all++;
        if (plainDistance(surface, [x, y, z]) - allowed > distance) inexact++;
      }
    }
    expect(inexact / all).toBeGreaterThan(0.1);
  });

  test(`a report on points: each interval holds the exact signed distance (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const seen = { inside: 0, outside: 0 };
    for (let i = 0; i < SOLIDS; i++) {
      const shape = thinBox(random);
      const points = besideThin(random, shape, 20);
      const bone = createMesh(shape.positions, shape.faces);
      const tool = createMesh(
        points.flat(),
        points.flatMap((_, point) => [point, point, point]),
      );
      const detector = await createDetector({ bone, tool, contactDistance: 1e-3, resolution: 1, sides: 'tool' });
      const { contacts } = detector.detectSync(IDENTITY);
      expect(contacts.length).toBe(points.length);
      for (const { face, low, high } of contacts) {
        const { distance, sign } = signedDistance(points[face], bone);
        if (sign < 0) seen.inside++;
        else seen.outside++;
        if (!(low <= distance && distance <= high))
          throw new Error(`solid ${i}: ${distance} at ${points[face]} is not in [${low}, ${high}]`);
      }
    }
    expect(Math.min(seen.inside, seen.outside)).toBeGreaterThan(5 * SOLIDS);
  });
});
