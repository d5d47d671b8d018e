// Every stage 1 against scanlines at length: the corpora, the labelled poses of real meshes, a cut of 1,000 edits; with
// threads, with an index and with its file.

import { describe, expect, test } from '@jest/globals';
import { box, meshCorpus, skullVaultSphere, sphere, triangleCorpus } from '#datasets';
import { buildIndex, createDetector, createMesh, loadIndex, saveIndex } from '#kerf';
import { expectSame, saidAt, saidByReport, stageDetectors } from '#harness/candidate-stages.ts';
import { identityPose, poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { KerfBlock } from '#harness/kerf-edits.ts';
import { CONTACT_DISTANCE, labelledBody, labelledPoses, readPoses } from '#harness/labelled-poses.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { testWithData } from '#harness/real-data.ts';
import { inLong } from '#harness/sets.ts';

const SEED = 1580;
/** Labelled poses of each set; the sets have from 30 to 500. */
const MOST_POSES = 12;
const EDITS = 1000;

describe('stages of candidates agree', () => {
  test('on the mesh corpus', async () => {
    const states = new Set<string>();
    for (const [turn, { name, bone, tool, pose }] of partOf(meshCorpus(), 6, 1).entries()) {
      // At a finer resolution each stage finds the same pairs; the faces of each are only subdivided further.
      const made = await stageDetectors({ bone, tool, contactDistance: 0.2, resolution: 8 }, turn);
      states.add(expectSame(made, pose, { name }).state);
    }
    expect(states.size).toBe(4);
  });

  test(`on the corpus of triangle pairs, seed ${SEED}`, async () => {
    let pairs = 0;
    let intersecting = 0;
    for (const { coordinates } of partOf(triangleCorpus({ seed: SEED, rounds: 1 }), 24, 0)) {
      const [bone, tool] = [0, 9].map((from) => createMesh(coordinates.subarray(from, from + 9), [0, 1, 2]));
      const made = await stageDetectors({ bone, tool, contactDistance: 0, resolution: 1e6 }, pairs);
      if (expectSame(made, identityPose, { pairs }).intersects) intersecting++;
      pairs++;
    }
    expect(intersecting).toBeGreaterThan(pairs / 10);
    expect(intersecting).toBeLessThan(pairs);
  });

  test('agree by threads, from an index and from its file', async () => {
    const bone = longRun(1, 0) === 1 ? phantom(5000) : sphere({ ...skullVaultSphere, subdivisions: 3 });
    const tool = sphere({ radius: 6, subdivisions: longRun(3, 2) });
    const options = { bone, tool, contactDistance: 1, resolution: longRun(2, 4), backend: 'cpu' } as const;
    const index = await buildIndex(bone);
    const kept = loadIndex(saveIndex(index), bone);
    const made = await Promise.all(
      [{}, { candidates: 'bvh' }, { candidates: 'bvh', index }, { candidates: 'bvh', index: kept }].map((given) =>
        createDetector({ ...options, ...(given as object) }),
      ),
    );
    const poses = [-3, 0, 2, 6, 9].map((z) => translation(10, 15, 72 + z));
    const all = Float64Array.from(poses.flatMap((pose) => [...pose]));
    const reports: string[][] = [];
    for (const detector of made)
      for (const workers of partOf([1, 2], 2, 1)) {
        const own: string[] = [];
        for await (const report of detector.detectMany(all, { workers })) own.push(saidByReport(report));
        reports.push(own);
      }
    for (const own of reports) expect(own).toEqual(reports[0]);
    // An edit of one detector leaves the shared index to the others.
    made[2].editBone({ remove: [0, 1, 2] });
    expect(saidAt(made[1], poses[2])).toEqual(saidAt(made[0], poses[2]));
    for (const detector of made) detector.dispose();
  });

  inLong(() => {
    for (const [turn, set] of labelledPoses.entries())
      testWithData(
        [set.bone, set.tool, `ground-truth/${set.name}.poses.f32`],
        'on the labelled poses',
        async (bonePath, toolPath, posePath) => {
          const bone = await labelledBody(bonePath, 'bone', set);
          const tool = await labelledBody(toolPath, 'tool', set);
          const made = await stageDetectors({ bone, tool, contactDistance: CONTACT_DISTANCE, resolution: 20 }, turn);
          const poses = readPoses(posePath);
          const step = Math.ceil(set.poses / MOST_POSES);
          let touching = 0;
          for (let pose = 0; pose < set.poses; pose += step)
            if (expectSame(made, poses.subarray(16 * pose, 16 * pose + 16), { pose }).intersects) touching++;
          expect(touching).toBeGreaterThan(3);
        },
      );

    test(`along a cut of ${EDITS} edits, seed ${SEED}`, async () => {
      const random = mulberry32(SEED);
      const jittered = new Map<string, number[]>();
      const kerf = new KerfBlock([40, 10, 8], (...at) => {
        const found = jittered.get(at.join()) ?? at.map((x) => x + 0.3 * (random() - 0.5));
        jittered.set(at.join(), found);
        return found;
      });
      const bone = createMesh(kerf.block.positions, kerf.block.faces);
      const tool = box({ size: [3, 1.2, 6] });
      const made = await stageDetectors({ bone, tool, contactDistance: 0.5, resolution: 1 });
      const states = new Map<string, number>();
      let edits = 0;
      for (let x = 0; x < 40; x++)
        for (let z = 7; z >= 0; z--)
          for (const y of [4, 5]) {
            const atOnce = (x + y + z) % 2 === 0;
            for (const edit of kerf.cut([x, y, z], { atOnce, ownVertices: x % 3 === 0 })) {
              for (const detector of made) detector.editBone(edit);
              if (edits++ % 9 !== 0) continue;
              const poses = [
                translation(x - 2.5, 5 + 0.1 * random(), 4 + 2 * random()),
                poseOf(randomRotation(random), [x + 0.7, 5, 4 + 4 * random()]),
                translation(4 + 32 * random(), random() < 0.5 ? 2 : 8, 4),
              ];
              for (const pose of poses) {
                const { state } = expectSame(made, pose, { edits });
                states.set(state, (states.get(state) ?? 0) + 1);
              }
            }
          }
      expect(edits).toBeGreaterThanOrEqual(960);
      for (const state of ['intersecting', 'enclosed', 'near']) expect(states.get(state)).toBeGreaterThan(5);
    });
  });
});
