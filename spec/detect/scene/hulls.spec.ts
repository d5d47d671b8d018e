// A scene that compares hulls first against one that does not: the same reports, and every pair that its gate leaves
// out is separated, even at gaps of exactly δ.

import { describe, expect, test } from '@jest/globals';
import { box, cappedShell, sphere } from '#datasets';
import { createDetector, createScene } from '#kerf';
import { HullGate } from '#scene/hull-gate.ts';
import { poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 1561;
const OPTIONS = { contactDistance: 0.5, resolution: 2, backend: 'cpu' } as const;
const bones = [
  box({ size: 10, divisions: 2 }),
  sphere({ radius: 4, subdivisions: 2 }),
  cappedShell({ outerRadius: 6, innerRadius: 4, capAngle: 1, segments: 12 }),
];
const tools = [sphere({ radius: 2, subdivisions: 1 }), box({ size: [1, 2, 8], divisions: 2 })];

describe('a scene with hulls', () => {
  const saysTheSame = async (far: number, rounds: number) => {
    const random = mulberry32(SEED);
    const scenes = await Promise.all([false, true].map((hulls) => createScene({ bones, tools, ...OPTIONS, hulls })));
    const place = () => Float64Array.from(rigidPose(random, 8), (x, k) => (k > 11 && k < 15 ? x + far : x));
    const poses = (count: number) => Float64Array.from(Array.from({ length: count }, place).flatMap((p) => [...p]));
    let touching = 0;
    for (let round = 0; round < rounds; round++) {
      const [bonePoses, toolPoses] = [poses(bones.length), poses(tools.length)];
      const answers = await Promise.all(scenes.map((scene) => scene.detect(bonePoses, toolPoses)));
      const said = answers.map((own) => own.map(({ bone, tool, report }) => `${bone} ${tool} ${reportHash(report)}`));
      expect(said[1]).toEqual(said[0]);
      touching += said[0].length;
    }
    expect(touching).toBeGreaterThan(0.6 * rounds);
    for (const scene of scenes) scene.dispose();
  };
  const says = (far: number) => `says what one without says, ${far} mm from the origin, seed ${SEED}`;
  test(says(0), () => saysTheSame(0, longRun(30, 3)));
  inDeep(() => test(says(1e5), () => saysTheSame(1e5, longRun(30, 10))));

  test(`leaves out separated pairs only, and most of those whose boxes overlap, seed ${SEED}`, async () => {
    const random = mulberry32(SEED);
    const gate = new HullGate(bones, tools, OPTIONS.contactDistance);
    const seen = { leftOut: 0, asked: 0, separated: 0 };
    for (const [b, bone] of bones.entries())
      for (const [t, tool] of tools.entries()) {
        const detector = await createDetector({ bone, tool, ...OPTIONS });
        for (let round = 0; round < longRun(100, 6); round++) {
          const pose = poseOf(
            randomRotation(random),
            [0, 1, 2].map(() => 16 * random() - 8),
          );
          const isLeftOut = gate.areSeparated(b, t, pose);
          const isSeparated = detector.detectSync(pose).state === 'separated';
          if (isLeftOut) expect({ b, t, round, isSeparated }).toEqual({ b, t, round, isSeparated: true });
          seen[isLeftOut ? 'leftOut' : 'asked']++;
          if (isSeparated) seen.separated++;
        }
      }
    expect(seen.asked).toBeGreaterThan(longRun(100, 6));
    expect(seen.leftOut).toBeGreaterThan(seen.separated / 2);
  });

  test('keeps a pair whose gap is exactly δ, and leaves out one that is a little farther apart', () => {
    const cube = box({ size: 2, divisions: 1 });
    const gate = new HullGate([cube], [cube], 0.5);
    for (const axis of [0, 1, 2]) {
      const at = (gap: number) => {
        const pose = translation(0, 0, 0);
        pose[12 + axis] = 2 + gap;
        return pose;
      };
      expect(gate.areSeparated(0, 0, at(0.5))).toBe(false);
      expect(gate.areSeparated(0, 0, at(0.5 + 1e-9))).toBe(true);
    }
    // A pose that a detector would refuse is left to the detector.
    expect(gate.areSeparated(0, 0, translation(9, 0, 0).fill(2, 0, 1))).toBe(false);
  });

  test('refuses what is neither true nor false', async () => {
    const asked = createScene({ bones, tools, ...OPTIONS, hulls: 1 as unknown as boolean });
    await expect(asked).rejects.toMatchObject({ code: 'WRONG_TYPE', message: expect.stringContaining('hulls') });
  });
});
