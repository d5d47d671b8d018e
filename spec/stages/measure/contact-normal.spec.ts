// contactNormal, in TypeScript and in the compiled stages: moving the tool along it by the gap's or the penetration's
// sign increases the separation, for both bodies; and its fallbacks.

import { describe, expect, test } from '@jest/globals';
import { lengthSlack } from '#core';
import { createDetector } from '#detector';
import { contactNormal } from '#measure/contact-normal.ts';
import { createMesh } from '#mesh';
import { posedPositions, signedDistance } from '#reference';
import { moduleNormal } from '#harness/inner-stages.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { rigidPose, signed } from '#harness/random-geometry.ts';
import { boneOf, cornersOf } from '#harness/stage-bodies.ts';
import { box, sphere } from '#spec/base/mesh/bodies.ts';

const SEED = 44;
const SLACK = lengthSlack(10);

/** One face each, counter-clockwise seen from +z (up) or −z (down). */
const up = boneOf({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], faces: [0, 1, 2] });
const down = boneOf({ positions: [0, 0, 0, 0, 1, 0, 1, 0, 0], faces: [0, 1, 2] });
const line = boneOf({ positions: [0, 0, 0, 1, 0, 0, 2, 0, 0], faces: [0, 1, 2] });

function normalOf(ends: number[], distance: number, bodyIsTool: boolean, body = up, other = down): number[] {
  const out = new Float64Array(5).fill(7);
  contactNormal({ body, other, bodyIsTool }, 0, 0, Float64Array.from(ends), distance, SLACK, out, 1);
  expect([out[0], out[4]]).toEqual([7, 7]);
  expect(Math.hypot(out[1], out[2], out[3])).toBeCloseTo(1, 14);
  const [own, opposite] = [cornersOf(body, 0), cornersOf(other, 0)];
  expect([...moduleNormal({ own, other: opposite, ends, distance, slack: SLACK, bodyIsTool })]).toEqual([
    ...out.subarray(1, 4),
  ]);
  return [...out.subarray(1, 4)].map((x) => x + 0);
}

describe('contactNormal', () => {
  test('apart: from the bone’s point to the tool’s, whichever body the point is on', () => {
    expect(normalOf([0, 0, 0, 0, 0, 5], 5, false)).toEqual([0, 0, 1]);
    expect(normalOf([0, 0, 5, 0, 0, 0], 5, true)).toEqual([0, 0, 1]);
  });

  test('penetrating: the way out for the tool', () => {
    // The tool's deep point at 0 leaves the bone through the surface at z = 2: up. A tool whose surface is at z = 2
    // frees the bone's deep point by moving down.
    expect(normalOf([0, 0, 0, 0, 0, 2], -2, true)).toEqual([0, 0, 1]);
    expect(normalOf([0, 0, 0, 0, 0, 2], -2, false)).toEqual([0, 0, -1]);
  });

  test('too near for a direction: the other face’s outward normal, turned from bone to tool', () => {
    for (const distance of [0, SLACK, -SLACK, 1000 * SLACK]) {
      expect(normalOf([0, 0, 0, 1e-16, 0, 0], distance, true, down, up)).toEqual([0, 0, 1]);
      expect(normalOf([0, 0, 0, 1e-16, 0, 0], distance, false, up, down)).toEqual([0, 0, 1]);
    }
  });

  test('then the own face’s; then the x axis', () => {
    expect(normalOf([0, 0, 0, 0, 0, 0], 0, true, down, line)).toEqual([0, 0, 1]);
    expect(normalOf([0, 0, 0, 0, 0, 0], 0, false, up, line)).toEqual([0, 0, 1]);
    expect(normalOf([0, 0, 0, 0, 0, 0], 0, true, line, line)).toEqual([1, 0, 0]);
  });

  test('has length 1 at any scale', () => {
    expect(normalOf([0, 0, 0, 0, 3 * 2 ** -500, 4 * 2 ** -500], 1, false)).toEqual([0, 0.6, 0.8]);
    const tiny = boneOf({ positions: [0, 0, 0, 2 ** -150, 0, 0, 0, 2 ** -150, 0], faces: [0, 1, 2] });
    expect(normalOf([0, 0, 0, 0, 0, 0], 0, true, down, tiny)).toEqual([0, 0, 1]);
    // The least posed coordinates, differing in their last bits: the square of such a face's normal underflows.
    const [least, next] = [2 ** -250, 2 ** -250 * (1 + 2 ** -52)];
    tiny.positions = Float64Array.of(least, least, 0, next, least, 0, least, next, 0);
    expect(normalOf([0, 0, 0, 0, 0, 0], 0, true, up, tiny)).toEqual([0, 0, 1]);
  });
});

describe('the normals of a report', () => {
  alongNormals(5);
  inDeep(() => alongNormals(16));
});

function alongNormals(poses: number): void {
  test(`at ${poses} poses, moving the tool along them by a gap's or a penetration's length changes the signed distance by as much, both bodies (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const seen = { gaps: [0, 0], depths: [0, 0] };
    const bodies = [box(4, 4, 4), sphere(1, 1.5)].map((s) => createMesh(s.positions, s.faces));
    const detector = await createDetector({ bone: bodies[0], tool: bodies[1], contactDistance: 0.4, resolution: 0.7 });
    for (let i = 0; i < poses; i++) {
      const pose = rigidPose(random, 0);
      const away = [0, 1, 2].map(() => signed(random));
      const length = Math.max(...away.map(Math.abs));
      for (let k = 0; k < 3; k++) pose[12 + k] = 2 + (away[k] / length) * (2 + 1.9 * random());
      const posed = { positions: posedPositions(bodies[1].positions, pose), faces: bodies[1].faces };
      const report = detector.detectSync(pose);
      for (const { body, point, opposite, normal, distance } of report.contacts) {
        if (Math.abs(distance) < 1e-6 || random() > 0.1) continue;
        const side = body === 'bone' ? 0 : 1;
        if (distance > 0) seen.gaps[side]++;
        else seen.depths[side]++;
        // The tool's point moves along the normal; seen from the tool, the bone's point moves against it.
        const sign = body === 'tool' ? 1 : -1;
        const other = body === 'tool' ? bodies[0] : posed;
        const at = (step: number) =>
          signedDistance(
            point.map((x, k) => x + sign * step * normal[k]),
            other,
          ).distance;
        expect(at(0)).toBeCloseTo(distance, 10);
        // Back by the gap, or out by the depth: on the other surface.
        expect(Math.abs(at(-distance))).toBeLessThan(1e-9);
        const step = Math.abs(distance) / 2;
        expect(at(step)).toBeGreaterThan(distance + 0.9 * step);
        for (let k = 0; k < 3; k++) expect(opposite[k] + sign * distance * normal[k]).toBeCloseTo(point[k], 9);
      }
    }
    expect(Math.min(...seen.gaps, ...seen.depths)).toBeGreaterThanOrEqual(Math.ceil(poses / 3));
  });
}
