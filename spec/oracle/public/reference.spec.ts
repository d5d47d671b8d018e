// kerf/reference against the definitions by brute force in exact arithmetic, and closed forms; what it refuses.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { OptionError, PoseError } from '#core';
import { meshState, minimumMeshDistance, posedPositions, signedDistance } from '#reference';
import { createReference, createReferenceSurface, type ExactLength } from '#kerf/reference';
import { contactCases } from '#harness/contact-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';

/** low and high are the root, or the neighbours on either side of it, by squaring in integers. */
function expectRounded({ squared: { numerator, denominator }, nearest, low, high }: ExactLength): void {
  expect([low <= nearest, nearest <= high]).toEqual([true, true]);
  const square = (x: number) => {
    let places = 0n;
    let scaled = x;
    for (; !Number.isInteger(scaled); scaled *= 2) places++;
    return [BigInt(scaled) ** 2n, 1n << (2n * places)] as const;
  };
  const [ln, ld] = square(low);
  const [hn, hd] = square(high);
  expect(ln * denominator <= numerator * ld).toBe(true);
  expect(hn * denominator >= numerator * hd).toBe(true);
  // Neighbours are at most a relative 2^-52 apart; for a square of an f64 they are equal.
  expect(high - low).toBeLessThanOrEqual(high * 2 ** -52);
  if (ln * denominator === numerator * ld) expect(high).toBe(low);
}

describe('a bone, a tool and a pose', () => {
  const few = { plain: 5, orders: 0, motions: 0, scales: 0, far: 0 };
  const many = { plain: longRun(20, 10), orders: 1, motions: 5, scales: 2, far: 1 };
  const asByBruteForce = (variety: typeof few) => () => {
    const states = new Map<string, number>();
    for (const { bone, tool, pose, delta } of contactCases(mulberry32(91), variety)) {
      const at = createReference({ bone, tool }).at(pose);
      const moved = { positions: posedPositions(tool.positions, pose), faces: tool.faces };
      const exact = meshState(bone, moved, delta);
      const { state, intersectingFaces } = at.contact(delta);
      expect([state, [...intersectingFaces]]).toEqual([exact.state, [...exact.intersectingFaces]]);
      expect([...at.intersectingFaces()]).toEqual([...exact.intersectingFaces]);
      const least = minimumMeshDistance(bone, moved);
      const { boneFace, toolFace, ...length } = at.minimumDistance();
      expect([boneFace, toolFace, length.nearest]).toEqual([least.boneFace, least.toolFace, least.distance]);
      expect(length.squared).toEqual({ numerator: least.squared.n, denominator: least.squared.d });
      expectRounded(length);
      states.set(state, (states.get(state) ?? 0) + 1);
    }
    expect([...states.keys()].sort()).toEqual(['enclosed', 'intersecting', 'near', 'separated']);
  };
  test('state, pairs and distance as by brute force over all pairs (seed 91)', asByBruteForce(few));
  inDeep(() => test('the same of many bodies, moved, scaled and far away (seed 91)', asByBruteForce(many)));

  test('the gap is compared with the contact distance exactly', () => {
    const gap = createReference({ bone: box({ size: 2 }), tool: box({ size: 2 }) });
    const at = (x: number) => gap.at([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1]);
    expect(at(2.5).contact(0.5).state).toBe('near');
    expect(at(2.5).contact(0.5 - 2 ** -53).state).toBe('separated');
    expect(at(2).contact(0).state).toBe('intersecting');
    expect(at(2 + 2 ** -51).contact(0).state).toBe('separated');
    expect(at(2 + 2 ** -51).minimumDistance()).toMatchObject({ nearest: 2 ** -51, low: 2 ** -51, high: 2 ** -51 });
  });

  test('the tool stands where the pose puts it; the meshes are copied', () => {
    const [bone, tool] = [box({ size: 10 }), sphere({ radius: 2, subdivisions: 1 })];
    const reference = createReference({ bone, tool });
    const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 30, 0, 0, 1];
    const at = reference.at(pose);
    expect(at.tool.signedDistance([30, 0, 0]).sign).toBe(-1);
    expect(at.bone.signedDistance([30, 0, 0]).distance).toBe(25);
    tool.positions.fill(0);
    bone.positions.fill(0);
    expect(reference.at(pose).minimumDistance().nearest).toBeGreaterThan(22);
    expect(reference.at(pose).bone.signed).toBe(true);
  });
});

describe('a point and a surface', () => {
  test('signed distance as by brute force, and within its bounds (seed 92)', () => {
    const random = mulberry32(92);
    const ball = sphere({ radius: 3, subdivisions: 1 });
    const surface = createReferenceSurface(ball);
    const signs = new Set<number>();
    for (let i = 0; i < longRun(60, 24); i++) {
      const corner = ball.positions.subarray(3 * (i % 12), 3 * (i % 12) + 3);
      const point = i % 4 === 0 ? [...corner] : [0, 1, 2].map(() => 8 * random() - 4);
      const exact = signedDistance(point, ball);
      const { sign, distance, face, length } = surface.signedDistance(point);
      expect([sign, distance, face]).toEqual([exact.sign, exact.distance, exact.face]);
      expectRounded(length);
      const { low, high } = surface.signedDistanceBounds(point);
      expect(low).toBeLessThanOrEqual(distance);
      expect(high).toBeGreaterThanOrEqual(distance);
      expect(high - low).toBeLessThan(8 * 2 ** -36);
      signs.add(sign);
    }
    expect([...signs].sort()).toEqual([-1, 0, 1]);
  });

  test('an open mesh has no inside', () => {
    const closed = box({ size: 4 });
    const open = createReferenceSurface({ ...closed, faces: closed.faces.slice(3) });
    expect([open.signed, open.signedDistance([0, 0, 0]).sign]).toEqual([false, 1]);
    expect(createReferenceSurface(closed).signedDistance([0, 0, 0])).toMatchObject({ sign: -1, distance: -2 });
  });
});

test('what it refuses', () => {
  const bodies = { bone: box({ size: 4 }), tool: box({ size: 2 }) };
  const reference = createReference(bodies);
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  expect(() => reference.at(identity.map((value) => 2 * value))).toThrow(PoseError);
  expect(() => reference.at(identity).contact(-1)).toThrow(OptionError);
  expect(() => reference.at(identity).bone.signedDistance([1, 2])).toThrow('The point has 2 numbers');
  expect(() => reference.at(identity).bone.signedDistanceBounds([1, Number.NaN, 3])).toThrow('The point has y = NaN');
  expect(() => createReference({ ...bodies, contactDistance: 1 } as never)).toThrow('no option "contactDistance"');
});
