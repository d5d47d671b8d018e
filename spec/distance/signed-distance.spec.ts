// SignedDistance: each point measured once, and as if alone; signs where the surface has an inside; forgotten after clear.

import { describe, expect, test } from '@jest/globals';
import { SignedDistance, WindingNumber } from '../../lib/distance/index.ts';
import { signedDistance } from '../../lib/reference/index.ts';
import { lengthSlack } from '../../lib/core/index.ts';
import { mulberry32 } from '../harness/random.ts';
import { coordinates } from '../harness/random-geometry.ts';
import { boneOf, IDENTITY, referenceOf, toolOf } from '../harness/stage-bodies.ts';
import { box, sphere, without } from '../mesh/bodies.ts';

const SEED = 45;

describe('SignedDistance', () => {
  test(`5,000 points, most asked twice: slots, distances and signs are those of each point (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const surface = boneOf(sphere(2, 1));
    const known = new SignedDistance(surface, new WindingNumber(surface).isInside);
    const reference = referenceOf(surface);
    const points: number[][] = [];
    let inside = 0;
    for (let i = 0; i < 5000; i++) {
      const p = i % 2 === 1 ? points[Math.floor(random() * points.length)] : coordinates(random, 3, 1.5, 0);
      const slot = known.slotOf(p[0], p[1], p[2]);
      const first = points.findIndex((q) => q[0] === p[0] && q[1] === p[1] && q[2] === p[2]);
      expect(slot).toBe(first < 0 ? points.length : first);
      if (first < 0) points.push(p);
      known.measure(slot);
      if (i % 50 > 1) continue;
      const exact = signedDistance(p, reference);
      const slack = lengthSlack(2);
      expect(known.isInside(slot)).toBe(exact.sign < 0);
      expect(Math.abs(known.distance(slot) - Math.abs(exact.distance))).toBeLessThanOrEqual(slack);
      expect(known.lower(slot) - slack).toBeLessThanOrEqual(Math.abs(exact.distance));
      const nearest = [0, 1, 2].map((k) => known.nearestPoint(slot, k));
      const away = Math.hypot(...nearest.map((x, k) => x - p[k]));
      expect(Math.abs(away - known.distance(slot))).toBeLessThanOrEqual(slack);
      expect(known.face(slot)).toBeGreaterThanOrEqual(0);
      if (exact.sign < 0) inside++;
    }
    expect(inside).toBeGreaterThan(10);
  });

  test('−0 and 0 are one point', () => {
    const surface = boneOf(box(1, 1, 1));
    const known = new SignedDistance(surface, null);
    expect(known.slotOf(-0, 0, -0)).toBe(known.slotOf(0, -0, 0));
  });

  test('without an inside every distance is +; a sign from the caller is taken', () => {
    const open = boneOf(without(box(2, 2, 2), 0));
    expect(open.signed).toBe(false);
    const known = new SignedDistance(open, null);
    expect(known.isInside(known.slotOf(1, 1, 1))).toBe(false);
    const solid = boneOf(box(2, 2, 2));
    const asked: number[][] = [];
    const marked = new SignedDistance(solid, (x, y, z) => asked.push([x, y, z]) < 0);
    const slot = marked.slotOf(1, 1, 1);
    marked.markInside(slot);
    expect(marked.isInside(slot)).toBe(true);
    expect(asked).toEqual([]);
    const other = marked.slotOf(0.5, 1, 1);
    expect([marked.isInside(other), marked.isInside(other)]).toEqual([false, false]);
    expect(asked).toEqual([[0.5, 1, 1]]);
  });

  test('clear forgets the points, for a surface that has moved', () => {
    const tool = toolOf(box(1, 1, 1), IDENTITY, 10);
    const known = new SignedDistance(tool, new WindingNumber(tool).isInside);
    let slot = known.slotOf(0.5, 0.5, 0.25);
    known.measure(slot);
    expect([known.isInside(slot), known.distance(slot)]).toEqual([true, 0.25]);
    tool.moveTo({ matrix: Float64Array.of(...IDENTITY.slice(0, 12), 0, 0, 1, 1), orthonormalityError: 0 }, 10);
    known.clear(0.5);
    slot = known.slotOf(0.5, 0.5, 0.25);
    known.measure(slot);
    expect([slot, known.isInside(slot), known.distance(slot)]).toEqual([0, false, 0.75]);
  });
});
