// The compiled stages, kept against new ones without WebAssembly, at length: the corpora, the labelled poses of real
// meshes, a cutting path, on a full-size bone with KERF_LONG=1.

import { describe, expect, test } from '@jest/globals';
import { cuttingPath, meshCorpus, sawBlade, triangleCorpus } from '#datasets';
import { createMesh } from '#kerf';
import { KeptAndFresh, Met } from '#harness/kept-and-fresh.ts';
import { identityPose } from '#harness/contact-cases.ts';
import { CONTACT_DISTANCE, labelledBody, labelledPoses, readPoses } from '#harness/labelled-poses.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { testWithData } from '#harness/real-data.ts';
import { inLong } from '#harness/sets.ts';

const SEED = 16_024;
/** Labelled poses of each set; the sets have from 30 to 500. */
const MOST_POSES = 12;
/** Of the phantom. */
const FACES = longRun(200_000, 20_000);

describe('the compiled stages say the same as those in TypeScript', () => {
  test('on the mesh corpus', () => {
    const met = new Met();
    for (const { name, bone, tool, pose } of partOf(meshCorpus(), 8, 2))
      met.add(new KeptAndFresh({ bone, tool, contactDistance: 0.2, resolution: 2 }).expectSame(pose, { name }));
    for (const state of ['intersecting', 'enclosed', 'near', 'separated']) expect(met.of(state)).toBeGreaterThan(0);
  });

  test(`on the corpus of triangle pairs, seed ${SEED}`, () => {
    const met = new Met();
    let pairs = 0;
    for (const { coordinates } of partOf(triangleCorpus({ seed: SEED, rounds: 1 }), 27, 1)) {
      const [bone, tool] = [0, 9].map((from) => createMesh(coordinates.subarray(from, from + 9), [0, 1, 2]));
      const largest = Math.max(...coordinates.map(Math.abs));
      const both = new KeptAndFresh({ bone, tool, contactDistance: largest / 100, resolution: largest / 3 });
      met.add(both.expectSame(identityPose, { pairs: pairs++ }));
    }
    expect(met.of('intersecting')).toBeGreaterThan(pairs / 10);
    expect(met.of('near')).toBeGreaterThan(pairs / 100);
  });

  inLong(() => {
    for (const set of labelledPoses)
      testWithData(
        [set.bone, set.tool, `ground-truth/${set.name}.poses.f32`],
        'on the labelled poses',
        async (bonePath, toolPath, posePath) => {
          const bone = await labelledBody(bonePath, 'bone', set);
          const tool = await labelledBody(toolPath, 'tool', set);
          const both = new KeptAndFresh({ bone, tool, contactDistance: CONTACT_DISTANCE, resolution: 3 });
          const poses = readPoses(posePath);
          const step = Math.ceil(set.poses / MOST_POSES);
          const met = new Met();
          for (let pose = 0; pose < set.poses; pose += step)
            met.add(both.expectSame(poses.subarray(16 * pose, 16 * pose + 16), { pose }));
          expect(met.of('intersecting')).toBeGreaterThan(2);
        },
      );
  });

  test(`along a cutting path of the skull phantom of ${FACES} faces`, () => {
    const bone = phantom(FACES);
    const both = new KeptAndFresh({ bone, tool: sawBlade(), contactDistance: 0.2, resolution: 0.5 });
    const path = cuttingPath({ poses: 40 });
    const met = new Met();
    for (let pose = 0; pose < 40; pose += longRun(6, 13))
      met.add(both.expectSame(path.subarray(16 * pose, 16 * pose + 16), { pose }));
    expect(met.contacts).toBeGreaterThan(longRun(10_000, 5_000));
  });
});
