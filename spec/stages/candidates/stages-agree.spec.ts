// Every stage 1 against scanlines: the same report to the last bit, except `stats`, and the same pairs, state and
// distance, on random and degenerate bodies, and over edits; continued in stages-corpora.spec.ts.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createDetector, createScene, type DetectorOptions, OptionError } from '#kerf';
import { CANDIDATE_METHODS, expectSame, STAGE_CASES, saidByReport, stageDetectors } from '#harness/candidate-stages.ts';
import { contactCases, FEW, identityPose, translation, type Variety } from '#harness/contact-cases.ts';
import { type DegenerateCase, degenerateCases } from '#harness/degenerate-bodies.ts';
import { kerfFrames } from '#harness/kerf-frames.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 1570;
const { plain, orders, motions, scales, far } = STAGE_CASES;
const MANY: Variety = {
  plain: longRun(plain, 7),
  orders: longRun(orders, 1),
  motions: longRun(motions, 3),
  scales: longRun(scales, 1),
  far: longRun(far, 2),
};

describe('stages of candidates', () => {
  agreeOnBodies(FEW);
  agreeOnDegenerate(degenerateCases.filter((_, i) => i % 5 === 0));
  inDeep(() => {
    agreeOnBodies(MANY);
    agreeOnDegenerate(degenerateCases);
    test(`agree along a cut of the bone, frame by frame, seed ${SEED}`, async () => {
      const { bone, tool, frames } = kerfFrames(mulberry32(SEED), () => [3, 4], longRun(5, 25));
      const made = await stageDetectors({ bone, tool, contactDistance: 0.5, resolution: 1 });
      let intersecting = 0;
      for (const [frame, { edits, poses }] of frames.entries()) {
        for (const edit of edits) for (const detector of made) detector.editBone(edit);
        for (const pose of poses) if (expectSame(made, pose, { frame }).intersects) intersecting++;
      }
      expect(frames.length).toBe(120);
      expect(intersecting).toBeGreaterThan(longRun(20, 4));
    });
  });

  test('agree in a scene', async () => {
    const options = {
      bones: [box({ size: 4 })],
      tools: [sphere({ radius: 1, subdivisions: 1 })],
      contactDistance: 1,
      resolution: 1,
    };
    const scenes = await Promise.all(
      CANDIDATE_METHODS.map((candidates) => createScene({ ...options, backend: 'cpu', candidates })),
    );
    const found = await Promise.all(scenes.map((scene) => scene.detect(identityPose, translation(2, 0, 0))));
    expect(found.map(([{ report }]) => saidByReport(report))).toEqual(
      CANDIDATE_METHODS.map(() => saidByReport(found[0][0].report)),
    );
  });
});

function agreeOnBodies(variety: Variety): void {
  test(`agree on random bodies, seed ${SEED}`, async () => {
    const random = mulberry32(SEED);
    let intersecting = 0;
    let cases = 0;
    for (const given of contactCases(random, variety)) {
      const { bone, tool, pose, delta: contactDistance, h: resolution } = given;
      const made = await stageDetectors({ bone, tool, contactDistance, resolution }, cases);
      if (expectSame(made, pose, { cases }).intersects) intersecting++;
      cases++;
    }
    expect(intersecting).toBeGreaterThan(cases / 5);
    expect(intersecting).toBeLessThan(cases);
  });
}

function agreeOnDegenerate(cases: readonly DegenerateCase[]): void {
  test.each(cases)('agree on degenerate bodies: $name', async ({ name, bone, tool, pose, delta, state }) => {
    const made = await stageDetectors(
      { bone, tool, contactDistance: delta, resolution: 1 },
      degenerateCases.findIndex((given) => given.name === name),
    );
    expect(expectSame(made, pose, {}).state).toBe(state);
  });
}

describe('candidates', () => {
  const bodies = {
    bone: box({ size: 4 }),
    tool: sphere({ radius: 1, subdivisions: 1 }),
    contactDistance: 0.1,
    resolution: 1,
  };

  test.each([
    ['that there are not', { candidates: 'octree' }],
    ['that a GPU does not serve', { candidates: 'bvh', backend: 'webgpu' }],
    ['that a device does not serve, either', { candidates: 'bvh', device: { createBuffer: () => {} } }],
    ['that are no name', { candidates: 3 }],
  ])('%s are refused', async (_, given) => {
    const asked = createDetector({ ...bodies, ...given } as unknown as DetectorOptions);
    await expect(asked).rejects.toThrow(OptionError);
    await expect(asked).rejects.toMatchObject({ code: 'BAD_CANDIDATES', message: expect.stringMatching(/; .*\.$/) });
  });

  test("'bvh' takes the CPU where the backend is left to kerf, and has no scanlines to show", async () => {
    const detector = await createDetector({ ...bodies, candidates: 'bvh' });
    expect([detector.backend, detector.backendReason]).toEqual(['cpu', 'candidates "bvh" is served by the CPU']);
    expect(() => detector.candidateRegion(identityPose)).toThrow(expect.objectContaining({ code: 'BAD_CANDIDATES' }));
  });
});
