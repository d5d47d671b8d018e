// Points measured by the compiled stages: each once, with the same result as alone; signs if the surface has an
// interior; forgotten by the next question.

import { describe, expect, test } from '@jest/globals';
import { distanceError, lengthSlack } from '#core';
import { signedDistance } from '#reference';
import type { InsideTest, Surface } from '#records';
import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED, TriangleIntersector, TrianglePair } from '#triangles';
import { InnerStages } from '#harness/inner-stages.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates } from '#harness/random-geometry.ts';
import { boneOf, IDENTITY, liveFaces, referenceOf, toolOf } from '#harness/stage-bodies.ts';
import { box, sphere, without } from '#spec/base/mesh/bodies.ts';

const loaded = new TrianglePair();
const SEED = 45;
const ASKED = longRun(5000, 400);
const SHEETS = longRun(6, 1);
/** Bytes of a point's slot. */
const SLOT = 64;

/** Points of one question. */
class Points {
  readonly inner: InnerStages;

  constructor(surface: Surface, inside: InsideTest | null) {
    this.inner = new InnerStages(surface);
    this.clear(inside);
  }

  clear(inside: InsideTest | null): void {
    this.inner.begin({ inside, resolution: 0.5 });
  }

  /** The number of a point's slot. */
  slotOf(x: number, y: number, z: number): number {
    return this.inner.call.slotOf(this.inner.write([x, y, z])) / SLOT;
  }

  isInside(slot: number): boolean {
    return this.inner.call.isInside(SLOT * slot) === 1;
  }

  isApartInside(p: ArrayLike<number>): boolean {
    const [a, b, c] = [0, 3, 6].map((k) => SLOT * this.slotOf(p[k], p[k + 1], p[k + 2]));
    return this.inner.call.isApartInside(a, b, c) === 1;
  }

  markInside(slot: number): void {
    this.inner.call.markInside(SLOT * slot);
  }

  /** Distance, nearest point and its face. */
  measure(slot: number): { distance: number; nearest: number[]; face: number } {
    const { call } = this.inner;
    call.measurePoint(SLOT * slot);
    const at = call.nearestOf(SLOT * slot) / 8;
    const face = this.inner.faceAt(call.placeOf(SLOT * slot));
    return { distance: call.distanceOf(SLOT * slot), nearest: [...this.inner.f64.subarray(at, at + 3)], face };
  }
}

describe('points', () => {
  test(`${ASKED} points, most asked twice: slots, distances and signs are those of each point (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const surface = boneOf(sphere(2, 1));
    const known = new Points(surface, surface.solid.isInside);
    const reference = referenceOf(surface);
    const points: number[][] = [];
    let inside = 0;
    for (let i = 0; i < ASKED; i++) {
      const p = i % 2 === 1 ? points[Math.floor(random() * points.length)] : coordinates(random, 3, 1.5, 0);
      const slot = known.slotOf(p[0], p[1], p[2]);
      const first = points.findIndex((q) => q[0] === p[0] && q[1] === p[1] && q[2] === p[2]);
      expect(slot).toBe(first < 0 ? points.length : first);
      if (first < 0) points.push(p);
      const { distance, nearest, face } = known.measure(slot);
      if (i % 50 > 1) continue;
      const exact = signedDistance(p, reference);
      const slack = lengthSlack(2);
      expect(known.isInside(slot)).toBe(exact.sign < 0);
      expect(Math.abs(distance - Math.abs(exact.distance))).toBeLessThanOrEqual(distanceError(2));
      const away = Math.hypot(...nearest.map((x, k) => x - p[k]));
      expect(Math.abs(away - distance)).toBeLessThanOrEqual(slack);
      expect(face).toBeGreaterThanOrEqual(0);
      if (exact.sign < 0) inside++;
    }
    expect(inside).toBeGreaterThan(longRun(10, 0));
  });

  // More than the table has room for at first.
  const ON_LINE = 9_000;
  test.each([0, 1, 2])(`${ON_LINE} points on a line along axis %i have a slot each, and keep it`, (axis) => {
    const known = new Points(boneOf(box(1, 1, 1)), null);
    const points = Array.from({ length: ON_LINE }, (_, i) => [0, 1, 2].map((k) => (k === axis ? i / 7 : 0.3)));
    // With this many points some share a slot of the table; then all three coordinates must distinguish them.
    for (let round = 0; round < 2; round++)
      points.forEach(([x, y, z], i) => {
        expect(known.slotOf(x, y, z)).toBe(i);
      });
  });

  test(`of faces that are equally near, the lowest-numbered, as in a search through all (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const surface = boneOf(sphere(2, 1));
    const { positions: A, faces: F } = surface;
    const known = new Points(surface, null);
    const near = new Float64Array(POINT_TRIANGLE_SIZE);
    let tied = 0;
    for (let i = 0; i < 200; i++) {
      // In line with a vertex, where its faces are equally near, to the last bit.
      const vertex = 3 * Math.floor(random() * surface.vertexCount);
      const away = 1.05 + random();
      const p = Float64Array.from(A.subarray(vertex, vertex + 3), (x) => away * x);
      const squares = liveFaces(surface).map((f) => {
        pointTriangle(p, 0, A, 3 * F[3 * f], 3 * F[3 * f + 1], 3 * F[3 * f + 2], near);
        return near[SQUARED];
      });
      const least = Math.min(...squares);
      if (squares.filter((squared) => squared === least).length > 2) tied++;
      const { face, distance } = known.measure(known.slotOf(p[0], p[1], p[2]));
      expect([face, distance]).toEqual([squares.indexOf(least), Math.sqrt(least)]);
    }
    expect(tied).toBeGreaterThan(100);
  });

  test('−0 and 0 are one point', () => {
    const surface = boneOf(box(1, 1, 1));
    const known = new Points(surface, null);
    expect(known.slotOf(-0, 0, -0)).toBe(known.slotOf(0, -0, 0));
  });

  test('without an inside every distance is +; a sign from the caller is taken', () => {
    const open = boneOf(without(box(2, 2, 2), 0));
    expect(open.signed).toBe(false);
    const known = new Points(open, null);
    expect(known.isInside(known.slotOf(1, 1, 1))).toBe(false);
    const solid = boneOf(box(2, 2, 2));
    const asked: number[][] = [];
    const marked = new Points(solid, (x, y, z) => asked.push([x, y, z]) < 0);
    const slot = marked.slotOf(1, 1, 1);
    marked.markInside(slot);
    expect(marked.isInside(slot)).toBe(true);
    expect(asked).toEqual([]);
    const other = marked.slotOf(0.5, 1, 1);
    expect([marked.isInside(other), marked.isInside(other)]).toEqual([false, false]);
    expect(asked).toEqual([[0.5, 1, 1]]);
  });

  test('the next question forgets the points, for a surface that has moved', () => {
    const tool = toolOf(box(1, 1, 1), IDENTITY, 10);
    const known = new Points(tool, tool.solid.isInside);
    let slot = known.slotOf(0.5, 0.5, 0.25);
    expect([known.isInside(slot), known.measure(slot).distance]).toEqual([true, 0.25]);
    tool.moveTo({ matrix: Float64Array.of(...IDENTITY.slice(0, 12), 0, 0, 1, 1), orthonormalityError: 0 }, 10);
    known.clear(tool.solid.isInside);
    slot = known.slotOf(0.5, 0.5, 0.25);
    expect([slot, known.isInside(slot), known.measure(slot).distance]).toEqual([0, false, 0.75]);
  });

  test(`triangles of a lattice that share no point with the surface: all corners have the sign that the winding number gives each (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const intersector = new TriangleIntersector();
    const seen = { inside: 0, outside: 0, crossing: 0, counted: 0 };
    for (const surface of [boneOf(sphere(2, 1)), toolOf(box(1.5, 1, 1), IDENTITY, 10)]) {
      const { isInside } = surface.solid;
      const counted = (x: number, y: number, z: number): boolean => {
        seen.counted++;
        return isInside(x, y, z);
      };
      const known = new Points(surface, counted);
      const { positions: A, faces: F } = surface;
      const live = liveFaces(surface);
      for (let sheet = 0; sheet < SHEETS; sheet++) {
        const [origin, u, v] = [1.2, 0.2, 0.2].map((size) => coordinates(random, 3, size, 0));
        const at = (i: number, j: number) => [0, 1, 2].map((k) => origin[k] + (i - 6) * u[k] + (j - 6) * v[k]);
        for (let i = 0; i < 12; i++)
          for (let j = 0; j < 12; j++) {
            const p = Float64Array.of(...at(i, j), ...at(i + 1, j), ...at(i, j + 1));
            const shares = live.some((f) =>
              intersector.share(loaded.load(p, 0, 3, 6, A, 3 * F[3 * f], 3 * F[3 * f + 1], 3 * F[3 * f + 2])),
            );
            if (shares) {
              seen.crossing++;
              known.isInside(known.slotOf(p[0], p[1], p[2]));
              continue;
            }
            const inside = known.isApartInside(p);
            seen[inside ? 'inside' : 'outside']++;
            for (let k = 0; k < 9; k += 3) {
              expect(isInside(p[k], p[k + 1], p[k + 2])).toBe(inside);
              expect(known.isInside(known.slotOf(p[k], p[k + 1], p[k + 2]))).toBe(inside);
            }
          }
      }
    }
    expect(Math.min(seen.inside, seen.outside, seen.crossing)).toBeGreaterThan(longRun(50, 5));
    expect(seen.counted).toBeLessThan((seen.inside + seen.outside + seen.crossing) / 2);
  });
});
