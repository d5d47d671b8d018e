// The GPU's candidate stages against each other: the same report to the last bit, except `stats`, on random and
// degenerate bodies, in batches and over edits; the same state and pairs as the CPU.

import { describe, expect, test } from '@jest/globals';
import { box, cuttingPath, sawBlade } from '#datasets';
import { countWork } from '#spec/bench/gpu/count-work.mjs';
import { saidByReport } from '#harness/candidate-stages.ts';
import { contactCases, poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { degenerateCases } from '#harness/degenerate-bodies.ts';
import { gpuStages } from '#harness/gpu-stages.ts';
import { kerfFrames } from '#harness/kerf-frames.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { boneOf } from '#harness/stage-bodies.ts';

const { gpuDetectors, expectSame } = await gpuStages();
const SEED = 1571;

describe('stages of candidates on the GPU', () => {
  test(`agree on random bodies, seed ${SEED}`, async () => {
    const random = mulberry32(SEED);
    let intersecting = 0;
    let cases = 0;
    const some = longRun(2, 1);
    const variety = { plain: longRun(3, 2), orders: longRun(2, 0), motions: some, scales: some, far: some };
    for (const given of contactCases(random, variety)) {
      const { bone, tool, pose, delta: contactDistance, h: resolution } = given;
      const made = await gpuDetectors({ bone, tool, contactDistance, resolution }, cases);
      if (await expectSame(made, pose, { cases })) intersecting++;
      for (const detector of made) detector.dispose();
      cases++;
    }
    expect(intersecting).toBeGreaterThan(cases / 5);
    expect(intersecting).toBeLessThan(cases);
  });

  // stages-agree.spec.ts has all of them on the CPU, backends-agree.spec.ts by scanlines on the GPU.
  const degenerate = degenerateCases.map((given, turn) => ({ ...given, turn }));
  test.each(partOf(degenerate, 6, 1))(
    'agree on degenerate bodies: $name',
    async ({ bone, tool, pose, delta, turn }) => {
      const made = await gpuDetectors({ bone, tool, contactDistance: delta, resolution: 1 }, turn);
      await expectSame(made, pose, {});
      for (const detector of made) detector.dispose();
    },
  );

  test(`agree in batches, a saw on a skull, seed ${SEED}`, async () => {
    const random = mulberry32(SEED);
    const bone = phantom(5000);
    const tool = sawBlade({ targetFaces: longRun(1200, 300) });
    const made = await gpuDetectors({ bone, tool, contactDistance: 0.5, resolution: longRun(2, 4) });
    const poses = Array.from({ length: longRun(8, 3) }, (_, i) =>
      poseOf(randomRotation(random), [40 * random() - 20, 40 * random() - 20, 60 + longRun(6, 16) * i]),
    );
    const all = Float64Array.from(poses.flatMap((pose) => [...pose]));
    const said = await Promise.all(
      made.map(async (detector) => {
        const reports: string[] = [];
        const states = new Set<string>();
        let pairs = 0;
        for await (const report of detector.detectMany(all)) {
          reports.push(saidByReport(report));
          states.add(report.state);
          pairs += report.stats.candidatePairs;
        }
        return { reports, states, pairs };
      }),
    );
    for (const { reports, states, pairs } of said) {
      expect(reports).toEqual(said[0].reports);
      expect([...states]).toContain('intersecting');
      // Scanlines store extents across in steps of a cell: no other stage passes on more pairs.
      expect(pairs).toBeGreaterThan(0);
      expect(pairs).toBeLessThanOrEqual(said[0].pairs);
    }
    for (const detector of made) detector.dispose();
  });

  test('ask for one submit and one map; a front for three launches a level of the tree, an image for eight', async () => {
    const takeWork = countWork();
    const seen = new Set<number>();
    for (const targetFaces of partOf([5000, 40_000], 2, 0)) {
      const bone = phantom(targetFaces);
      const levels = boneOf(bone).bvh.sizes.length;
      const made = await gpuDetectors({
        bone,
        tool: sawBlade({ targetFaces: longRun(1200, 300) }),
        contactDistance: 1,
        resolution: 8,
      });
      const pose = cuttingPath({ poses: 9 }).slice(16 * 6, 16 * 7);
      const launches: number[] = [];
      for (const detector of made) {
        // The first answer may find its buffers too small.
        await detector.detect(pose);
        takeWork();
        const { stats } = await detector.detect(pose);
        const work = takeWork();
        expect(stats.candidatePairs).toBeGreaterThan(100);
        expect([stats.backend, work.submits, work.maps]).toEqual(['webgpu', 1, 1]);
        launches.push(work.launches);
        detector.dispose();
      }
      // Scanlines: one. A front: its beginning, and at each level test, prefix sum, scatter. An image: count, prefix
      // sum, scatter for layers, then for pairs, and their marks. A short sum is one launch, a long one two.
      expect(launches[1] - launches[0]).toBe(1 + 3 * levels - 1);
      expect(launches[2] - launches[0]).toBe((targetFaces === 5000 ? 7 : 8) - 1);
      seen.add(levels);
    }
    expect(seen.size).toBe(longRun(2, 1));
  });

  test('agree where an edit gives the tree one more level', async () => {
    // 480 faces in 60 leaves, three levels; with 48 more it is 66 leaves, four levels.
    const bone = box({ size: [4, 4, 4], divisions: [6, 6, 7] });
    const added = box({ size: 0.5, divisions: 2 });
    expect([bone.faces.length / 3, added.faces.length / 3]).toEqual([480, 48]);
    const made = await gpuDetectors({
      bone,
      tool: box({ size: 1, divisions: 2 }),
      contactDistance: 0.2,
      resolution: 1,
    });
    const pose = translation(8, 0, 0);
    expect(await expectSame(made, pose, { edited: false })).toBe(false);
    const positions = added.positions.map((x, i) => (i % 3 === 0 ? x + 8.4 : x));
    const first = bone.positions.length / 3;
    const faces = added.faces.map((corner) => corner + first);
    for (const detector of made) detector.editBone({ remove: [], positions, faces });
    expect(await expectSame(made, pose, { edited: true })).toBe(true);
    for (const detector of made) detector.dispose();
  });

  test(`agree along a cut of the bone, seed ${SEED}`, async () => {
    const { bone, tool, frames } = kerfFrames(mulberry32(SEED), (z) => [3 + (z % 2)], longRun(10, 60));
    // gpu-stages-corpora.spec.ts has the image along a cut, in the long set.
    const made = await gpuDetectors({ bone, tool, contactDistance: 0.5, resolution: longRun(1, 2) }, 0);
    let intersecting = 0;
    for (const [frame, { edits, poses }] of frames.entries()) {
      for (const edit of edits) for (const detector of made) detector.editBone(edit);
      for (const pose of poses) if (await expectSame(made, pose, { frame })) intersecting++;
    }
    expect(frames.length).toBe(60);
    expect(intersecting).toBeGreaterThan(longRun(6, 0));
    for (const detector of made) detector.dispose();
  });
});
