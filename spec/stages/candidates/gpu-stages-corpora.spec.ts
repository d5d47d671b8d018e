// The GPU's candidate stages against each other and the CPU, at length: corpora, labelled poses of real meshes, a cut
// of many edits. `npm run compare -- --candidates image` runs all labelled poses.

import { describe, expect, test } from '@jest/globals';
import { box, meshCorpus } from '#datasets';
import { createMesh, type Detector } from '#kerf';
import { triangleSet } from '#spec/compare/sets.ts';
import { poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { gpuStages } from '#harness/gpu-stages.ts';
import { KerfBlock } from '#harness/kerf-edits.ts';
import { CONTACT_DISTANCE, labelledBody, labelledPoses, readPoses } from '#harness/labelled-poses.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { testWithData } from '#harness/real-data.ts';

const { gpuDetectors, expectSame } = await gpuStages();
const SEED = 1590;
/** From this many bone faces a software adapter takes ten seconds per pose. */
const LARGE = 200_000;
/** Labelled poses of each set, spread over it; fewer for a large bone. */
const POSES = longRun(2, 1);
const POSES_OF_LARGE = 1;
/** mm: of the block that is cut through; each mm takes some 25 edits. */
const LENGTH = longRun(40, 10);

const end = (made: readonly Detector[]): void => {
  for (const detector of made) detector.dispose();
};

describe('stages of candidates on the GPU agree', () => {
  test('on the mesh corpus', async () => {
    let intersecting = 0;
    const corpus = partOf(meshCorpus(), 16, 0);
    for (const [turn, { name, bone, tool, pose, contactDistance }] of corpus.entries()) {
      const made = await gpuDetectors({ bone, tool, contactDistance, resolution: 8 }, turn);
      if (await expectSame(made, pose, { name })) intersecting++;
      end(made);
    }
    expect(intersecting).toBeGreaterThan(corpus.length / 4);
    expect(intersecting).toBeLessThan(corpus.length);
  });

  test('on the corpus of triangle pairs', async () => {
    let questions = 0;
    let given = 0;
    for await (const { poses, ...options } of triangleSet().questions()) {
      if (given++ % longRun(1, 10) !== 0) continue;
      const made = await gpuDetectors(options, questions);
      expect(await expectSame(made, poses, { question: questions++ })).toBe(true);
      end(made);
    }
    expect(questions).toBe(longRun(20, 2));
  });

  for (const [turn, set] of partOf(labelledPoses, 4, 1).entries())
    testWithData(
      [set.bone, set.tool, `ground-truth/${set.name}.poses.f32`],
      'on labelled poses',
      async (bonePath, toolPath, posePath) => {
        const bone = await labelledBody(bonePath, 'bone', set);
        const tool = await labelledBody(toolPath, 'tool', set);
        const made = await gpuDetectors({ bone, tool, contactDistance: CONTACT_DISTANCE, resolution: 20 }, turn);
        const poses = readPoses(posePath);
        const asked = bone.faces.length / 3 > LARGE ? POSES_OF_LARGE : POSES;
        let intersecting = 0;
        for (let n = 0; n < asked; n++) {
          const pose = Math.floor(((n + 0.5) * set.poses) / asked);
          if (await expectSame(made, poses.subarray(16 * pose, 16 * pose + 16), { pose })) intersecting++;
        }
        expect(intersecting).toBeGreaterThan(0);
        end(made);
      },
    );

  test(`along a cut of ${LENGTH} mm, edit by edit, seed ${SEED}`, async () => {
    const random = mulberry32(SEED);
    const kerf = new KerfBlock([LENGTH, 10, 8], (...at) => at);
    const bone = createMesh(kerf.block.positions, kerf.block.faces);
    const made = await gpuDetectors({ bone, tool: box({ size: [3, 1.2, 6] }), contactDistance: 0.5, resolution: 2 }, 1);
    let edits = 0;
    let intersecting = 0;
    let asked = 0;
    for (let x = 0; x < LENGTH; x++)
      for (let z = 7; z >= 0; z--)
        for (const y of [4, 5])
          for (const edit of kerf.cut([x, y, z], { atOnce: (x + y + z) % 2 === 0, ownVertices: x % 3 === 0 })) {
            for (const detector of made) detector.editBone(edit);
            if (edits++ % longRun(60, 50) !== 0) continue;
            const pose =
              asked % 2 === 0
                ? translation(x - 2.5, 5 + 0.1 * random(), 4 + 2 * random())
                : poseOf(randomRotation(random), [x + 0.7, 5, 4 + 4 * random()]);
            if (await expectSame(made, pose, { edits })) intersecting++;
            asked++;
          }
    expect(edits).toBeGreaterThanOrEqual(24 * LENGTH);
    expect(intersecting).toBeGreaterThan(asked / 5);
    end(made);
  });
});
