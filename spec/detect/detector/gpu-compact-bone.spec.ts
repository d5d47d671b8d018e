// An edited bone on the GPU, compacted: its reports are as before, to the last bit, under the new numbers, and agree
// with the CPU's, also for queries in progress; old buffers are released.

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sphere } from '#datasets';
import { type ContactReport, createDetector, type Detector, type DetectorOptions } from '#kerf';
import { compareBackends } from '#harness/compare-backends.ts';
import { poseOf, randomDirection, randomRotation, translation } from '#harness/contact-cases.ts';
import { Shares } from '#harness/contact-query.ts';
import { EditedBone, editKinds } from '#harness/edited-bone.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { renumbered, renumberingFaults } from '#harness/renumbered-bone.ts';
import { renumberedHash } from '#harness/renumbered-report.ts';
import { type Watched, watchedDevice } from '#harness/watched-device.ts';

const SEED = 8123;
const bone = sphere({ radius: 10, subdivisions: 2 });
const tool = sphere({ radius: 3, subdivisions: 1 });
let watched: Watched;

beforeAll(async () => {
  watched = await watchedDevice();
});
afterAll(async () => {
  await watched.giveBack();
  expect(watched.uncaptured).toEqual([]);
});

const detectorWith = (given: Partial<DetectorOptions> = {}): Promise<Detector> => {
  const options = { bone, tool, contactDistance: 0.4, resolution: 2, backend: 'webgpu', ...given } as const;
  return createDetector({ ...options, device: watched.device });
};

/** @returns the GPU's report, which must agree with the CPU's. */
async function agreed(detector: Detector, pose: Float64Array, where: string): Promise<ContactReport> {
  const report = await detector.detect(pose);
  expect({ where, backend: report.stats.backend }).toEqual({ where, backend: 'webgpu' });
  expect({ where, ...compareBackends(detector.detectSync(pose), report) }).toMatchObject({ where, differences: [] });
  return report;
}

const EDITS = longRun(60, 10);
/** Edits between two compactions, and poses asked before and after each. */
const STRIDE = longRun(15, 10);
const POSES = longRun(6, 3);
test.each(partOf(['scanlines', 'bvh-front', 'image'] as const, 3, 0))(
  `${EDITS} random edits, compacted each ${STRIDE}, by %s: the reports before (seed ${SEED})`,
  async (candidates) => {
    const random = mulberry32(SEED);
    let model = new EditedBone(bone);
    const detector = await detectorWith({ candidates });
    const states = new Shares();
    const buffers: number[] = [];
    for (let step = 1; step <= EDITS; step++) {
      const edit = model.edit(editKinds[step % editKinds.length], random);
      model.apply(edit);
      detector.editBone(edit);
      if (step % STRIDE !== 0) continue;
      const poses = Array.from({ length: POSES }, (_, i) => {
        const radius = i % 3 === 0 ? 3 * random() : 7 + 6 * random();
        return poseOf(
          randomRotation(random),
          randomDirection(random).map((x) => radius * x),
        );
      });
      const before: ContactReport[] = [];
      for (const [i, pose] of poses.entries()) before.push(await agreed(detector, pose, `step ${step}, pose ${i}`));
      const numbers = await detector.compactBone();
      expect(renumberingFaults(model, numbers, true)).toEqual([]);
      for (const [i, pose] of poses.entries()) {
        const where = `behind step ${step}, pose ${i}`;
        const after = await agreed(detector, pose, where);
        expect([where, renumberedHash(after, null)]).toEqual([where, renumberedHash(before[i], [...numbers.faces])]);
        states.count(after.state);
      }
      buffers.push(watched.buffers.live.size);
      model = renumbered(model, numbers);
    }
    expect(states.of('intersecting')).toBeGreaterThan(0.2);
    expect(states.of('separated') + states.of('enclosed')).toBeGreaterThan(0.1);
    expect(Math.max(...buffers)).toBe(buffers[0]);
    detector.dispose();
    expect(watched.buffers.live.size).toBe(0);
  },
);

describe('the numbers change', () => {
  /** Renumbers all other faces. */
  const cut = { remove: Array.from({ length: 40 }, (_, face) => face) };
  const pose = translation(9, 0.1, 0.2);

  test('between the reports of detectMany, and while one is awaited', async () => {
    const detector = await detectorWith();
    detector.editBone(cut);
    const old = await detector.detect(pose);
    const other = await detectorWith();
    other.editBone(cut);
    const { faces } = await other.compactBone();
    const [before, behind] = [renumberedHash(old, null), renumberedHash(old, [...faces])];
    expect(behind).not.toBe(before);
    let isChanged = false;
    let straddled = 0;
    const compacting = detector.compactBone().then(() => {
      isChanged = true;
    });
    const path = Float64Array.from({ length: 16 * longRun(6, 3) }, (_, i) => pose[i % 16]);
    const reading = async () => {
      for (let rounds = 0; !isChanged || rounds === 0; rounds++) {
        const reports = detector.detectMany(path)[Symbol.asyncIterator]();
        for (;;) {
          const wasBefore = !isChanged;
          const { value, done } = await reports.next();
          if (done) break;
          expect(renumberedHash(value, null)).toBe(isChanged ? behind : before);
          if (wasBefore && isChanged) straddled++;
        }
      }
    };
    await Promise.all([reading(), reading(), reading()]);
    await compacting;
    await reading();
    expect(straddled).toBeGreaterThan(0);
    // Contacts of a report are decoded when first read: here long after the swap.
    const early = await detectorWith();
    early.editBone(cut);
    const late = await early.detect(pose);
    await early.compactBone();
    early.editBone({ remove: [0, 1, 2] });
    expect(renumberedHash(late, null)).toBe(before);
    for (const made of [detector, other, early]) made.dispose();
  });

  test('of a bone that has grown beyond its buffers, and of one that its device cannot hold any more', async () => {
    const many = sphere({ radius: 9, subdivisions: longRun(4, 3) });
    const grown = {
      remove: [],
      positions: Float64Array.from(many.positions),
      faces: Uint32Array.from(many.faces, (vertex) => vertex + bone.positions.length / 3),
    };
    const shrunk = { remove: Array.from({ length: many.faces.length / 3 }, (_, face) => bone.faces.length / 3 + face) };
    const detector = await detectorWith();
    await agreed(detector, pose, 'first');
    watched.buffers.largest = 0;
    detector.editBone(grown);
    await agreed(detector, pose, 'grown');
    const largest = watched.buffers.largest;
    detector.editBone(shrunk);
    await detector.compactBone();
    await agreed(detector, pose, 'compact');
    detector.dispose();

    const small = await detectorWith();
    await agreed(small, pose, 'small');
    watched.limit = largest / 2;
    small.editBone(grown);
    expect((await small.detect(pose)).stats.backend).toBe('cpu');
    small.editBone(shrunk);
    await small.compactBone();
    await agreed(small, pose, 'small again');
    watched.limit = null;
    small.dispose();
  });
});
