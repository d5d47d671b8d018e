// Reports that are requested, then awaited while the bone is edited: each is for the bone as it was at the request,
// whatever computes it and whatever was requested before.

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sphere } from '#datasets';
import { type ContactReport, createDetector, type Detector, type DetectOptions } from '#kerf';
import { translation } from '#harness/contact-cases.ts';
import { EditedBone, type EditKind } from '#harness/edited-bone.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { threadedDetectors } from '#harness/threaded-detectors.ts';
import { type Watched, watchedDevice } from '#harness/watched-device.ts';

const SEED = 4812;
const bone = sphere({ radius: 10, subdivisions: 2 });
const tool = sphere({ radius: 3, subdivisions: 1 });
const options = { bone, tool, contactDistance: 0.5, resolution: 2, backend: 'cpu' } as const;
const threads = threadedDetectors(options);
const poses = Array.from({ length: longRun(5, 3) }, (_, i) => translation(6 + i, 0.3 * i, 0.2));
const kinds: readonly EditKind[] = ['open', 'dent', 'close by copies'];
/** Of requests, each behind edits of other kinds. */
const ROUNDS = longRun(4, 2);

let watched: Watched;
beforeAll(async () => {
  watched = await watchedDevice();
});
afterAll(async () => {
  await watched.giveBack();
  expect(watched.uncaptured).toEqual([]);
});

/** The part of a report that every backend computes to the same bytes: all but the numbers that f32 certifies. */
const exactPart = ({ state, intersectingFaces, contacts }: ContactReport) => ({
  state,
  pairs: [...intersectingFaces],
  rows: Array.from({ length: contacts.length }, (_, i) => [contacts.body[i], contacts.face[i], contacts.path[i]]),
});

/** What the bone's own detector reports after each number of edits, once it is known. */
const known: ContactReport[][] = [];

/** The bone before each edit and after the last → detectors made for it; seeded. */
class Histories {
  readonly model = new EditedBone(bone);
  readonly #random = mulberry32(SEED);
  readonly #detector: Detector;
  edited = 0;

  constructor(detector: Detector) {
    this.#detector = detector;
  }

  edit(): void {
    const edit = this.model.edit(kinds[this.edited++ % kinds.length], this.#random);
    this.model.apply(edit);
    this.#detector.editBone(edit);
  }

  /** The reports of a detector that had the same edits and answered no other query. */
  async expected(): Promise<ContactReport[]> {
    if (known[this.edited] !== undefined) return known[this.edited];
    const fresh = await createDetector(options);
    const again = new Histories(fresh);
    while (again.edited < this.edited) again.edit();
    const reports = poses.map((pose) => fresh.detectSync(pose));
    for (const { patches } of reports) expect(patches).toBeDefined();
    fresh.dispose();
    known[this.edited] = reports;
    return reports;
  }
}

const askedOf = (detector: Detector, ask: DetectOptions) => poses.map((pose) => detector.detect(pose, ask));

const makers = [
  ['this thread', 'cpu', { workers: 1 }],
  ['three threads', 'cpu', { workers: 3 }],
  ['a GPU', 'webgpu', {}],
  ['two threads', 'cpu', { workers: 2 }],
] as const;
describe.each(makers.slice(0, longRun(4, 3)))(
  'reports by %s, the bone edited while they are awaited',
  (_, backend, ask) => {
    const made = () => threads.make({ backend, device: backend === 'webgpu' ? watched.device : undefined });

    test.each(partOf([0, 1], 2, backend === 'cpu' ? 1 : 0))(
      `each is for the bone as it was, behind %i reports (seed ${SEED})`,
      async (before) => {
        const detector = await made();
        const histories = new Histories(detector);
        const asked: Promise<ContactReport>[][] = [];
        const expected: ContactReport[][] = [];
        let changed = 0;
        for (let round = 0; round < ROUNDS; round++) {
          for (let n = 0; n < before; n++) await detector.detect(poses[n], ask);
          expected.push(await histories.expected());
          asked.push(askedOf(detector, ask));
          histories.edit();
          if (round % 2 === 0) {
            // Twice in a row: the second while reports of two bones are awaited.
            expected.push(await histories.expected());
            asked.push(askedOf(detector, ask));
            histories.edit();
          }
        }
        for (const [round, reports] of asked.entries())
          for (const [i, report] of reports.entries()) {
            const [mine, theirs] = [await report, expected[round][i]];
            expect([round, i, exactPart(mine)]).toEqual([round, i, exactPart(theirs)]);
            if (mine.stats.backend === 'cpu')
              expect([round, i, reportHash(mine)]).toEqual([round, i, reportHash(theirs)]);
            if (round > 0 && reportHash(theirs) !== reportHash(expected[round - 1][i])) changed++;
          }
        expect(changed).toBeGreaterThan(longRun(10, 2));
      },
    );

    test('each row of a path is for the bone as it is when that row is asked for', async () => {
      const detector = await made();
      const histories = new Histories(detector);
      const path = Float64Array.from(poses.flatMap((pose) => [...pose]));
      const expected = [await histories.expected()];
      const rows = detector.detectMany(path, ask)[Symbol.asyncIterator]();
      for (const [i] of poses.entries()) {
        const row = rows.next();
        histories.edit();
        expected.push(await histories.expected());
        expect([i, exactPart((await row).value)]).toEqual([i, exactPart(expected[i][i])]);
      }
    });

    test('what lies between two rows is reported for the bone of the second', async () => {
      const detector = await made();
      // Contact begins between the last two rows, unless that part of the bone is gone by then.
      const path = Float64Array.from([16, 16.5, 12].flatMap((x) => [...translation(x, 0, 0)]));
      const alone = await createDetector(options);
      const expected: unknown[] = [];
      for await (const { between } of alone.detectMany(path, { between: true })) expected.push(between);
      alone.dispose();
      const all = { remove: Array.from({ length: bone.faces.length / 3 - 1 }, (_, face) => face) };
      const rows = detector.detectMany(path, { ...ask, between: true })[Symbol.asyncIterator]();
      expect((await rows.next()).value.between).toBeNull();
      expect((await rows.next()).value.between).toEqual(expected[1]);
      const third = rows.next();
      detector.editBone(all);
      expect((await third).value.between).toEqual(expected[2]);
      expect(expected[2]).toMatchObject({ begins: { status: 'contact' } });
    });

    test('a report that outlives an edit and a compaction is for the bone as it was', async () => {
      const detector = await made();
      const histories = new Histories(detector);
      histories.edit();
      const expected = await histories.expected();
      const asked = askedOf(detector, ask);
      histories.edit();
      await detector.compactBone();
      for (const [i, report] of asked.entries())
        expect([i, exactPart(await report)]).toEqual([i, exactPart(expected[i])]);
    });
  },
);
