// A bone that is queried, edited and disposed of while a thread compacts it: edits apply to the new bone too, reports
// have the old numbers before the swap and the new ones after it; threads that die or end leave no work undone.

import { describe, expect, test } from '@jest/globals';
import { sphere } from '#datasets';
import {
  type BoneRenumbering,
  type ContactReport,
  createDetector,
  createMesh,
  type Detector,
  KerfError,
  type Pose,
  type TriangleMesh,
} from '#kerf';
import { bones, poseOf, randomDirection, randomRotation, translation } from '#harness/contact-cases.ts';
import { Shares } from '#harness/contact-query.ts';
import { isRejected } from '#harness/detector-refusals.ts';
import { EditedBone, type EditKind, editKinds } from '#harness/edited-bone.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { renumbered, renumberingFaults } from '#harness/renumbered-bone.ts';
import { renumberedHash } from '#harness/renumbered-report.ts';
import { inDeep } from '#harness/sets.ts';
import { threadedDetectors } from '#harness/threaded-detectors.ts';
import { until } from '#harness/watched-threads.ts';

const SEED = 5127;
const bone = sphere({ radius: 10, subdivisions: 3 });
const tool = sphere({ radius: 3, subdivisions: 1 });
const options = { bone, tool, contactDistance: 0.4, resolution: 1.5, backend: 'cpu' } as const;
const threads = threadedDetectors(options);
const { make } = threads;
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Adds a vertex that no face uses, beyond all others: the last bits of a report depend on a bound on coordinates that a
 * bone keeps when compacted, and a fresh detector must have the same bound.
 */
const bounded = ({ positions, faces }: TriangleMesh) => createMesh([...positions, 64, 0, 0], faces);

const randomPose = (random: () => number): Pose =>
  poseOf(
    randomRotation(random),
    randomDirection(random).map((x) => (6 + 8 * random()) * x),
  );

/** A compaction in progress. */
class Compaction {
  map: BoneRenumbering | null = null;
  readonly done: Promise<void>;

  constructor(detector: Detector) {
    this.done = detector.compactBone().then((map) => {
      this.map = map;
    });
  }
}

function editBoth(detector: Detector, model: EditedBone, kind: EditKind, random: () => number): void {
  const edit = model.edit(kind, random);
  model.apply(edit);
  detector.editBone(edit);
}

/** Expects the detector's report to be that of a fresh one, with its faces renumbered to the detector's. */
async function expectFresh(detector: Detector, model: EditedBone, poses: readonly Pose[], where: object) {
  const { mesh, numbers } = model.fresh();
  const fresh = await createDetector({ ...options, bone: bounded(mesh) });
  const states = poses.map((pose, i) => {
    const [mine, made] = [detector.detectSync(pose), fresh.detectSync(pose)];
    expect({ where, i, state: mine.state, report: renumberedHash(mine, null) }).toEqual({
      ...{ where, i, state: made.state },
      report: renumberedHash(made, numbers),
    });
    return mine.state;
  });
  fresh.dispose();
  return states;
}

describe('edits while it is made', () => {
  inDeep(() => {
    test.each(partOf(bones, 2, 1).map((given) => [given.name, longRun(4, 1), given] as const))(
      `of every kind, of a %s, at random: made on the new bone too, in %i rounds (seed ${SEED})`,
      async (_, rounds, given) => {
        const random = mulberry32(SEED);
        const detector = await make({ bone: bounded(given) });
        let model = new EditedBone(bounded(given));
        const states = new Shares();
        const edits = (count: number) => {
          for (let edit = 0; edit < count; edit++)
            editBoth(detector, model, editKinds[Math.floor(random() * editKinds.length)], random);
        };
        for (let round = 0; round < rounds; round++) {
          edits(20);
          let isAsked = false;
          // Directly after the snapshot, and later as fast as this machine gets to it.
          threads.watch.onAsked = () => {
            if (!isAsked) edits(20);
            isAsked = true;
          };
          const compaction = new Compaction(detector);
          for (let at = 0; compaction.map === null; at++) {
            if (at < 20) edits(1);
            if (at % 10 === 0 && at <= longRun(Number.POSITIVE_INFINITY, 10))
              await expectFresh(detector, model, [randomPose(random)], { round, at });
            await turn();
          }
          expect(isAsked).toBe(true);
          await compaction.done;
          expect(renumberingFaults(model, compaction.map, false)).toEqual([]);
          const poses = Array.from({ length: 9 }, () => randomPose(random));
          const before = model;
          const { mesh } = before.fresh();
          const fresh = await createDetector({ ...options, bone: bounded(mesh) });
          // The detector's number of each live face, in order.
          const numbers = before.live().map((face) => compaction.map?.faces[face] ?? -1);
          for (const [i, pose] of poses.entries()) {
            const [mine, made] = [detector.detectSync(pose), fresh.detectSync(pose)];
            expect([round, i, renumberedHash(mine, null)]).toEqual([round, i, renumberedHash(made, numbers)]);
            states.count(mine.state);
          }
          fresh.dispose();
          // Edits of the next round continue the numbering that was returned.
          model = renumbered(model, compaction.map);
          for (const kind of ['open', 'close by copies', 'dent'] as const) editBoth(detector, model, kind, random);
          await expectFresh(detector, model, poses.slice(0, 3), { round, next: true });
          const alone = await detector.compactBone();
          expect(renumberingFaults(model, alone, true)).toEqual([]);
          model = renumbered(model, alone);
          await expectFresh(detector, model, poses.slice(0, 3), { round, alone: true });
        }
        expect(states.of('intersecting')).toBeGreaterThan(longRun(0.2, 0.1));
      },
    );

    test('a hole that is closed again: vertices that no face used any more come back', async () => {
      const detector = await make({ bone: bounded(bone) });
      const model = new EditedBone(bounded(bone));
      const around = model.live().filter((face) => model.faces[face].includes(20));
      const hole = { remove: around };
      const filling = { remove: [], faces: around.flatMap((face) => [...model.faces[face]]) };
      model.apply(hole);
      detector.editBone(hole);
      const compaction = new Compaction(detector);
      // The thread has received the bone by now.
      await until(() => threads.watch.asked > 0, 'a thread is asked');
      expect(compaction.map).toBeNull();
      model.apply(filling);
      detector.editBone(filling);
      await compaction.done;
      const { faces, vertices, faceCount, vertexCount } = compaction.map as unknown as BoneRenumbering;
      expect(renumberingFaults(model, { faces, vertices, faceCount, vertexCount }, false)).toEqual([]);
      // It is the last vertex now.
      expect([vertices[20], vertexCount, faceCount]).toEqual([
        bone.positions.length / 3 - 1,
        bone.positions.length / 3,
        bone.faces.length / 3,
      ]);
      const at = bone.positions.slice(60, 63);
      await expectFresh(
        detector,
        renumbered(model, { faces, vertices, faceCount, vertexCount }),
        [translation(...([...at] as [number, number, number]))],
        {},
      );
      expect(detector.detectSync(translation(0, 0, 0)).state).toBe('enclosed');
    });
  });

  test('faces that came and went meanwhile keep numbers that nobody has: the next edit counts on from faceCount', async () => {
    const detector = await make();
    const model = new EditedBone(bone);
    const count = bone.faces.length / 3;
    const compaction = new Compaction(detector);
    await until(() => threads.watch.asked > 0, 'a thread is asked');
    const edits = [{ remove: [4], faces: [...model.faces[4]] }, { remove: [count, 7] }];
    for (const edit of edits) {
      model.apply(edit);
      detector.editBone(edit);
    }
    await compaction.done;
    const map = compaction.map as unknown as BoneRenumbering;
    expect(renumberingFaults(model, map, false)).toEqual([]);
    expect([map.faces[4], map.faces[count], map.faces[7], map.faces[8], map.faceCount]).toEqual([
      -1,
      -1,
      -1,
      8,
      count + 1,
    ]);
    expect(() => detector.editBone({ remove: [count] })).toThrow(expect.objectContaining({ code: 'RETIRED_FACE' }));
    expect(() => detector.editBone({ remove: [count + 1] })).toThrow(
      expect.objectContaining({ code: 'INDEX_OUT_OF_RANGE' }),
    );
  });
});

inDeep(() =>
  describe('reports while it is made', () => {
    /** Removes faces 0 … 99, so that all others are renumbered at the swap. */
    const cut = { remove: Array.from({ length: 100 }, (_, face) => face) };
    const READERS = longRun(3, 2);
    const resolution = longRun(1.5, 4);
    const poses = [translation(9, 0.1, 0.2), translation(0, 9.2, 0.3), translation(0.3, 2, -9)];

    /** The hash of each pose's report under the old numbers and under the new. */
    let known: readonly { readonly old: string; readonly now: string }[] | undefined;
    async function expected() {
      if (known !== undefined) return known;
      const detector = await make({ resolution });
      detector.editBone(cut);
      const before = poses.map((pose) => detector.detectSync(pose));
      await detector.compactBone();
      known = poses.map((pose, i) => ({
        old: renumberedHash(before[i], null),
        now: renumberedHash(detector.detectSync(pose), null),
      }));
      return known;
    }

    /**
     * @param readers that run at once. @param reports requests one report of each pose.
     * @returns how many reports were requested before the swap and arrived after it.
     */
    async function straddling(
      readers: number,
      reports: (detector: Detector) => AsyncIterable<ContactReport>,
    ): Promise<number> {
      const wanted = await expected();
      for (const { old, now } of wanted) expect(old).not.toBe(now);
      const detector = await make({ resolution });
      detector.editBone(cut);
      for await (const report of reports(detector)) expect(report.state).toBe('intersecting');
      const compaction = new Compaction(detector);
      let straddled = 0;
      const reading = async () => {
        let behind = 0;
        while (behind < 2) {
          let row = 0;
          const asked = reports(detector)[Symbol.asyncIterator]();
          for (;;) {
            const isBefore = compaction.map === null;
            const { value, done } = await asked.next();
            if (done) break;
            const { old, now } = wanted[row++];
            expect(renumberedHash(value, null)).toBe(compaction.map === null ? old : now);
            if (isBefore && compaction.map !== null) straddled++;
          }
          expect(row).toBe(poses.length);
          if (compaction.map !== null) behind++;
        }
      };
      await Promise.all(Array.from({ length: readers }, reading));
      await compaction.done;
      return straddled;
    }

    test('detect, shared by two threads: asked again where the numbers change meanwhile', async () => {
      const straddled = await straddling(READERS, async function* (detector) {
        for (const pose of poses) yield await detector.detect(pose, { workers: 2 });
      });
      expect(straddled).toBeGreaterThan(0);
    });

    test('detectMany by two threads', async () => {
      const path = Float64Array.from(poses.flatMap((pose) => [...pose]));
      expect(await straddling(READERS, (detector) => detector.detectMany(path, { workers: 2 }))).toBeGreaterThan(0);
    });

    test('detectMany by this thread', async () => {
      const path = Float64Array.from(poses.flatMap((pose) => [...pose]));
      await straddling(1, (detector) => detector.detectMany(path));
    });

    test('a report from before the change still says what it said, read late', async () => {
      const detector = await make();
      detector.editBone(cut);
      const [early, late] = [detector.detectSync(poses[0]), detector.detectSync(poses[0])];
      const said = renumberedHash(early, null);
      await detector.compactBone();
      detector.editBone({ remove: [0, 1, 2] });
      expect(renumberedHash(late, null)).toBe(said);
    });
  }),
);

inDeep(() => {
  test('two calls at once are one; a call behind the change is another', async () => {
    const detector = await make();
    detector.editBone({ remove: [3] });
    const first = detector.compactBone();
    expect(detector.compactBone()).toBe(first);
    const again = first.then(() => detector.compactBone());
    const [one, two] = [await first, await again];
    expect([one.faces.length, two.faces.length]).toEqual([bone.faces.length / 3, bone.faces.length / 3 - 1]);
    expect([one.faces[3], one.faces[4], two.faces[3]]).toEqual([-1, 3, 3]);
    expect(threads.watch.all.length).toBe(1);
  });

  describe('no thread', () => {
    const refusal = { Class: KerfError, code: 'DISPOSED', names: ['disposed', 'createDetector'] };

    test('dispose at once, while a thread works, and between its answer and the change: DISPOSED, and no thread is left', async () => {
      const at = async (wait: () => Promise<unknown>) => {
        const detector = await make();
        detector.editBone({ remove: [1, 2, 3] });
        const asked = detector.compactBone();
        asked.catch(() => {});
        await wait();
        detector.dispose();
        await isRejected(() => asked, refusal);
        await isRejected(() => detector.compactBone(), refusal);
        await until(() => threads.watch.alive.length === 0, 'all threads have ended');
      };
      await at(async () => {});
      await at(() => until(() => threads.watch.busy.length > 0, 'a thread is at work'));
      // In the task that delivers the answer: the swap happens in a later one.
      const answer = () =>
        new Promise((resolve) => {
          threads.watch.onAsked = ({ worker }) => worker.prependListener('message', resolve);
        });
      await at(answer);
      threads.watch.onAsked = () => {};
    });

    test('threads that die: this thread makes the bone, with the edits that came meanwhile', async () => {
      const random = mulberry32(SEED + 1);
      const detector = await make({ bone: bounded(bone) });
      let model = new EditedBone(bounded(bone));
      let kills = 0;
      const rounds = longRun(3, 1);
      threads.watch.onAsked = ({ worker }) => {
        kills++;
        editBoth(detector, model, 'dent', random);
        void worker.terminate();
      };
      for (let round = 0; round < rounds; round++) {
        editBoth(detector, model, 'open', random);
        const numbers = await detector.compactBone();
        expect(renumberingFaults(model, numbers, true)).toEqual([]);
        model = renumbered(model, numbers);
        await expectFresh(detector, model, [randomPose(random), randomPose(random)], { round });
      }
      expect(kills).toBe(3 * rounds);
      await until(() => threads.watch.alive.length === 0, 'no thread is left');
    });
  });
});
