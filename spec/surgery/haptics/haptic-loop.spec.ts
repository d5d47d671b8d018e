// The loop with real threads: what a hand feels through it, what it reports, and how it ends.

import { describe, expect, test } from '@jest/globals';
import { type HapticLoop, type HapticSnapshot, startHapticLoop } from '#haptics';
import { createMesh } from '#mesh';
import type { Interval, Penetration } from '#records';
import { shifted } from '#harness/haptic-run.ts';
import { inDeep, inLong } from '#harness/sets.ts';
import { box, move } from '#spec/base/mesh/bodies.ts';

const meshOf = ({ positions, faces }: { positions: number[]; faces: number[] }, name: string) =>
  createMesh(positions, faces, { name });
const bone = meshOf(box(60, 60, 10), 'plate');
const tool = meshOf(move(box(6, 6, 6), [-3, -3, 0]), 'block');

/** The first snapshot that satisfies the condition. The test's own timeout bounds the wait. */
async function until(loop: HapticLoop, isWanted: (snapshot: HapticSnapshot) => boolean): Promise<HapticSnapshot> {
  for (;;) {
    const snapshot = loop.snapshot();
    if (snapshot !== null && isWanted(snapshot)) return snapshot;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Lowers the hand a tenth of a millimetre at a time. */
async function press(loop: HapticLoop, to: number): Promise<void> {
  for (let z = 12; z > to - 1e-9; z -= 0.1) {
    loop.move(shifted(30, 30, z));
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
}

const METHODS = ['scanlines', 'bvh', 'bvh-front', 'image'] as const;

/** Of either kind of test each takes part in, half are deep and half are long ones. */
const halves = (define: (methods: readonly (typeof METHODS)[number][]) => void, first: number) => {
  inDeep(() => define(METHODS.filter((_, n) => n % 2 === first)));
  inLong(() => define(METHODS.filter((_, n) => n % 2 !== first)));
};

halves(
  (methods) =>
    test.each(methods)(
      '%s: the snapshot shows how far the hand has pushed the tool in, and through',
      async (candidates) => {
        // The block is held at its top; that end enters the plate last.
        const shank = (tool.positions.indexOf(6) - 2) / 3;
        const loop = await startHapticLoop({ bone, tool, feed: [0, 0, -1], shank, candidates });
        const holds = ({ low, high }: Interval, x: number) => low <= x + 1e-9 && x <= high + 1e-9;
        /** The penetration with the hand at z; the plate reaches from 0 to 10. */
        const penetrationAt = async (z: number): Promise<Penetration> => {
          loop.move(shifted(30, 30, z));
          const { penetration } = await until(loop, (snapshot) => {
            const insertion = snapshot.penetration?.insertion;
            return insertion != null && holds(insertion, Math.max(0, 10 - z)) && snapshot.devicePose[14] === z;
          });
          return penetration as Penetration;
        };
        try {
          expect(await penetrationAt(11)).toMatchObject({
            through: false,
            wallAhead: { low: Infinity, high: Infinity },
          });
          const pressed = await penetrationAt(8);
          expect([pressed.through, [...pressed.protrusionPoint]]).toEqual([false, [NaN, NaN, NaN]]);
          // By Penetration's docstring: no wider than 2^-20 of its value.
          const { wallAhead } = pressed as { wallAhead: Interval };
          expect(holds(wallAhead, 8)).toBe(true);
          expect(wallAhead.high - wallAhead.low).toBeLessThanOrEqual(2 ** -20 * wallAhead.high + 1e-9);
          const out = await penetrationAt(-2);
          expect([out.through, out.wallAhead]).toEqual([true, { low: 0, high: 0 }]);
          expect(out.protrusion.low).toBeLessThanOrEqual(2);
          expect(out.protrusion.high).toBeGreaterThanOrEqual(2 - 1e-9);
          expect(out.protrusionPoint[2]).toBeLessThan(-1);
          const { penetrationAge } = await until(loop, (snapshot) => snapshot.penetration !== null);
          expect(penetrationAge).toBeGreaterThan(0);
        } finally {
          await loop.stop();
        }
      },
    ),
  0,
);

test('a hand that presses a block on a plate feels the plate', async () => {
  const loop = await startHapticLoop({ bone, tool });
  expect(loop.transport).toBe('shared');
  try {
    await press(loop, 8);
    // At rest: 1 N/mm over two millimetres, and the same sum from the contacts. While the hand moves, damping is added,
    // and the limiter follows by 0.2 N a tick.
    const ofContacts = ({ contacts }: HapticSnapshot) =>
      contacts.reduce((sum, { force, normal }) => sum + force * normal[2], 0);
    const felt = await until(loop, (snapshot) => {
      const { state, force, devicePose } = snapshot;
      const isThere = state === 'contact' && Math.abs(devicePose[14] - 8) < 1e-6;
      return isThere && Math.abs(force[2] - 2) < 0.05 && Math.abs(ofContacts(snapshot) - force[2]) < 0.05;
    });
    expect(Math.hypot(felt.force[0], felt.force[1])).toBeLessThan(0.1);
    expect(Math.abs(felt.proxyPose[14] - 10)).toBeLessThanOrEqual(0.05);
    expect(felt.contacts.length).toBeGreaterThan(3);
    for (const { point, normal, boneFace } of felt.contacts) {
      expect(point[2]).toBeGreaterThan(10);
      expect(normal[2]).toBeCloseTo(1, 6);
      const { faces, positions } = bone;
      for (let k = 0; k < 3; k++) expect(positions[3 * faces[3 * boneFace + k] + 2]).toBe(10);
    }
    loop.move(null);
    const gone = await until(loop, ({ gain, force }) => gain === 0 && Math.hypot(...force) === 0);
    expect(gone.state).toBe('disconnected');
  } finally {
    const summary = await loop.stop();
    expect(await loop.stop()).toEqual(summary);
    const { tick, build, largestForceStep } = summary;
    // From 0 to 1.9 N and back, by at most 0.2 N a tick.
    expect(tick.count).toBeGreaterThanOrEqual(20);
    expect(tick.median).toBeLessThanOrEqual(tick.p99);
    // How many more there are depends on the machine's speed.
    expect(build.count).toBeGreaterThan(0);
    expect(largestForceStep).toBeLessThanOrEqual(0.2 * (1 + 1e-12));
  }
});

halves(
  (methods) =>
    test.each(methods)('%s: a script is played, and a plate that is cut away is no longer felt', async (candidates) => {
      const poses = [12, 11, 10, 9, 8].flatMap((z) => [...shifted(30, 30, z)]);
      const loop = await startHapticLoop({ bone, tool, script: { poses, interval: 60 }, candidates });
      try {
        await until(loop, ({ state, force }) => state === 'contact' && force[2] > 1.9);
        // The lower half remains.
        const low = [0, 0, 5, 60, 0, 5, 60, 60, 5, 0, 60, 5];
        const top = Array.from({ length: bone.faces.length / 3 }, (_, f) => f).filter((f) =>
          [0, 1, 2].every((k) => bone.positions[3 * bone.faces[3 * f + k] + 2] === 10),
        );
        const v = bone.positions.length / 3;
        await loop.editBone({ remove: top, positions: low, faces: [v, v + 1, v + 2, v, v + 2, v + 3] });
        const free = await until(loop, ({ state, force }) => state === 'free' && Math.hypot(...force) === 0);
        expect(free.proxyPose[14]).toBeCloseTo(8, 6);
        await expect(loop.editBone({ remove: top })).rejects.toMatchObject({ code: 'RETIRED_FACE' });
      } finally {
        await loop.stop();
      }
    }),
  1,
);

describe('refused', () => {
  test.each([
    ['BAD_OPTION', { stiffness: -1 }],
    ['BAD_OPTION', { pivot: [1, 2] }],
    ['BAD_OPTION', { reach: 0.5 }],
    ['BAD_OPTION', { mostForce: Number.NaN }],
    ['BAD_CANDIDATES', { candidates: 'octree' as 'bvh' }],
    ['TOO_MANY_SAMPLES', { spacing: 1e-6 }],
    ['BAD_MOTION', { script: { poses: [1, 2, 3], interval: 10 } }],
    ['NOT_RIGID', { script: { poses: [...shifted(0, 0, 0)].map((x) => 2 * x), interval: 10 } }],
  ])('%s', async (code, options) => {
    await expect(startHapticLoop({ bone, tool, ...options })).rejects.toMatchObject({ code });
  });
});
