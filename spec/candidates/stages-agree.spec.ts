// Every stage 1 against scanlines: the same report to the last bit, `stats` aside, and the same pairs, state and
// distance, on random and degenerate bodies, and over edits; stages-corpora.spec.ts goes on.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '../../datasets/index.ts';
import { createDetector, createMesh, createScene, type DetectorOptions, OptionError } from '../../lib/index.ts';
import { CANDIDATE_METHODS, expectSame, saidByReport, stageDetectors } from '../harness/candidate-stages.ts';
import { contactCases, identityPose, poseOf, randomRotation, translation } from '../harness/contact-cases.ts';
import { degenerateCases } from '../harness/degenerate-bodies.ts';
import { KerfBlock } from '../harness/kerf-edits.ts';
import { mulberry32 } from '../harness/random.ts';

const SEED = 1570;
describe('stages of candidates', () => {
  test(`agree on random bodies, seed ${SEED}`, async () => {
    const random = mulberry32(SEED);
    let intersecting = 0;
    let cases = 0;
    for (const given of contactCases(random, { plain: 30, orders: 2, motions: 12, scales: 4, far: 6 })) {
      const { bone, tool, pose, delta: contactDistance, h: resolution } = given;
      const made = await stageDetectors({ bone, tool, contactDistance, resolution });
      if (expectSame(made, pose, { cases }).intersects) intersecting++;
      cases++;
    }
    expect(intersecting).toBeGreaterThan(cases / 5);
    expect(intersecting).toBeLessThan(cases);
  });

  test.each(degenerateCases)('agree on degenerate bodies: $name', async ({ bone, tool, pose, delta, state }) => {
    const made = await stageDetectors({ bone, tool, contactDistance: delta, resolution: 1 });
    expectSame(made, pose, {});
    for (const detector of made) expect(detector.detectSync(pose).state).toBe(state);
  });

  test(`agree along a cut of the bone, frame by frame, seed ${SEED}`, async () => {
    const random = mulberry32(SEED);
    const kerf = new KerfBlock([10, 8, 6], (...at) => at);
    const bone = createMesh(kerf.block.positions, kerf.block.faces);
    const made = await stageDetectors({ bone, tool: box({ size: [3, 1.2, 6] }), contactDistance: 0.5, resolution: 1 });
    let intersecting = 0;
    let frames = 0;
    for (let x = 0; x < 10; x++)
      for (let z = 5; z >= 0; z--)
        for (const y of [3, 4]) {
          // Every third cell takes two edits, with the bone open after the first.
          const edits = kerf.cut([x, y, z], { atOnce: frames % 3 !== 0, ownVertices: frames % 2 === 0 });
          for (const edit of edits) for (const detector of made) detector.editBone(edit);
          if (frames++ % 5 !== 0) continue;
          const poses = [
            translation(x - 2, 4, 3 + 2 * random()),
            poseOf(randomRotation(random), [x + 0.7, 4, 4 * random()]),
            poseOf(randomRotation(random), [10 * random(), 10 * random() - 1, 6 + 3 * random()]),
          ];
          for (const pose of poses) if (expectSame(made, pose, { frames }).intersects) intersecting++;
        }
    expect(frames).toBe(120);
    expect(intersecting).toBeGreaterThan(20);
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
