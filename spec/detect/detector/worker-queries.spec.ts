// detectMany over worker threads: the reports of detectSync in order, whatever happens to the threads, the reader, the
// bone and the detector; worker-promises.spec.ts has the tests that other backends share.

import { describe, expect, test } from '@jest/globals';
import { cuttingPath, sawBlade, skullVaultSphere, sphere } from '#datasets';
import { type BoneEdit, type ContactReport, type DetectManyOptions, type Detector, OptionError } from '#kerf';
import { bones, poseOf, randomRotation } from '#harness/contact-cases.ts';
import { isRejected } from '#harness/detector-refusals.ts';
import { EditedBone, editKinds } from '#harness/edited-bone.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { inDeep, inLong } from '#harness/sets.ts';
import { threadedDetectors } from '#harness/threaded-detectors.ts';
import { until } from '#harness/watched-threads.ts';

const SEED = 88;
const bone = sphere({ radius: 10, subdivisions: 2 });
const tool = sphere({ radius: 3, subdivisions: 1 });
const options = { bone, tool, contactDistance: 0.5, resolution: 3, backend: 'cpu' } as const;

/** Passes into the bone and out on the other side, 20 poses each. */
function path(count: number, seed = SEED): Float64Array {
  const random = mulberry32(seed);
  const poses = new Float64Array(16 * count);
  for (let i = 0; i < count; i++)
    poses.set(poseOf(randomRotation(random), [15 - (30 * (i % 20)) / 19, 0.1, 0.2]), 16 * i);
  return poses;
}
const poseAt = (poses: Float64Array, row: number) => poses.subarray(16 * row, 16 * row + 16);
const hashesAt = (detector: Detector, poses: Float64Array) =>
  Array.from({ length: poses.length / 16 }, (_, row) => reportHash(detector.detectSync(poseAt(poses, row))));

const threads = threadedDetectors(options);
const { make } = threads;

async function hashesOf(reports: AsyncIterable<ContactReport>): Promise<string[]> {
  const hashes: string[] = [];
  for await (const report of reports) hashes.push(reportHash(report));
  return hashes;
}

describe('the reports', () => {
  const counts = partOf([1, 2, 3, 7], 2, 0);
  const most = Math.max(...counts);
  inLong(() => {
    test(`of a saw that cuts a ball with ${counts.join(', ')} workers: those of detectSync`, async () => {
      const given = {
        bone: sphere({ ...skullVaultSphere, subdivisions: longRun(3, 2) }),
        tool: sawBlade({ targetFaces: longRun(1_200, 300) }),
      };
      const poses = cuttingPath({ poses: longRun(12, 8) });
      const detector = await make(given);
      const expected = hashesAt(await make(given), poses);
      expect(new Set(expected).size).toBeGreaterThan(longRun(6, 4));
      for (const workers of counts) {
        expect(await hashesOf(detector.detectMany(poses, { workers }))).toEqual(expected);
        expect([workers, threads.watch.all.length]).toEqual([workers, workers === 1 ? 0 : workers]);
      }
      // The threads are kept from one path to the next.
      await hashesOf(detector.detectMany(poses, { workers: most }));
      expect(threads.watch.all.length).toBe(most);
    });
  });

  test.each([
    [0, 4, 0],
    [1, 4, 0],
    [2, 8, 2],
  ])('of %i poses with %i workers: %i threads', async (count, workers, started) => {
    const detector = await make();
    const poses = path(count);
    expect(await hashesOf(detector.detectMany(poses, { workers }))).toEqual(hashesAt(detector, poses));
    expect(threads.watch.all.length).toBe(started);
  });

  inDeep(() => {
    test('of an open bone, one side, and each row of the table by `at`', async () => {
      const open = { ...bone, faces: bone.faces.subarray(0, 3 * 225) };
      const detector = await make({ bone: open, sides: 'tool' });
      const poses = path(longRun(20, 8));
      let row = 0;
      for await (const report of detector.detectMany(poses, { workers: 2 })) {
        const alone = detector.detectSync(poseAt(poses, row++));
        expect(reportHash(report)).toBe(reportHash(alone));
        expect([...report.contacts]).toEqual([...alone.contacts]);
        expect(report.signed).toEqual({ bone: true, tool: false });
      }
      expect(row).toBe(poses.length / 16);
    });

    test('of two paths at once', async () => {
      const detector = await make();
      const [one, two] = [path(longRun(25, 5)), path(longRun(30, 6), SEED + 1)];
      const found = await Promise.all([
        hashesOf(detector.detectMany(one, { workers: 2 })),
        hashesOf(detector.detectMany(two, { workers: 2 })),
      ]);
      expect(found).toEqual([hashesAt(detector, one), hashesAt(detector, two)]);
    });
  });
});

test.each([0, -1, 1.5, Number.NaN, Infinity, '2', null])('workers %p is refused', async (workers) => {
  const detector = await make();
  await isRejected(() => hashesOf(detector.detectMany(path(2), { workers: workers as number })), {
    ...{
      Class: OptionError,
      code: 'BAD_WORKERS',
      names: ['workers', `is ${workers === '2' ? '"2"' : workers}`, 'from 1'],
    },
  });
});

inDeep(() => {
  test('an error of the query is passed on at its place, with class and code', async () => {
    const detector = await make({ resolution: 1e-6 });
    const [apart, cutting] = [
      poseOf([1, 0, 0, 0, 1, 0, 0, 0, 1], [40, 0, 0]),
      poseOf([1, 0, 0, 0, 1, 0, 0, 0, 1], [10, 0, 0]),
    ];
    const poses = Float64Array.of(...apart, ...apart, ...apart, ...cutting, ...apart, ...apart);
    let reports = 0;
    const reading = async () => {
      for await (const { state } of detector.detectMany(poses, { workers: 2 })) {
        expect(state).toBe('separated');
        reports++;
      }
    };
    await isRejected(reading, { Class: OptionError, code: 'RESOLUTION_TOO_FINE', names: ['resolution'] });
    expect(reports).toBe(3);
  });

  test.each(partOf([2, 3], 2, 1))(
    'a slow reader: at most four poses a worker are open or done, %i workers',
    async (workers) => {
      const detector = await make();
      const POSES = longRun(60, 20);
      // Apart: only when they are asked matters.
      const poses = path(POSES).map((x, i) => (i % 16 === 14 ? x + 40 : x));
      let read = 0;
      let mostAhead = 0;
      threads.watch.onAsked = () => {
        mostAhead = Math.max(mostAhead, threads.watch.asked - read);
      };
      for await (const report of detector.detectMany(poses, { workers })) {
        // All requested reports are computed before the reader goes on.
        await until(() => threads.watch.busy.length === 0, 'the threads wait');
        expect(report.state).toBeDefined();
        read++;
        expect(threads.watch.asked).toBe(Math.min(POSES, read - 1 + 4 * workers));
      }
      expect(read).toBe(POSES);
      expect(mostAhead).toBeLessThanOrEqual(4 * workers);
      expect(threads.watch.mostWithOne).toBe(2);
    },
  );

  describe('an end before the end', () => {
    const begin = async (given: DetectManyOptions = {}) => {
      const detector = await make();
      const reports = detector.detectMany(path(400), { workers: 2, ...given })[Symbol.asyncIterator]();
      expect((await reports.next()).value.state).toBe('separated');
      return { detector, reports };
    };

    test('a reader that leaves: no thread is at work', async () => {
      const { detector, reports } = await begin();
      await reports.return?.();
      await until(() => threads.watch.busy.length === 0, 'no thread is at work');
      const asked = threads.watch.asked;
      const COUNT = longRun(9, 5);
      const poses = path(COUNT);
      expect(await hashesOf(detector.detectMany(poses, { workers: 2 }))).toEqual(hashesAt(detector, poses));
      expect(threads.watch.asked).toBe(asked + COUNT);
    });

    test('an abort while a report is awaited: its reason, and no thread is at work', async () => {
      const controller = new AbortController();
      const reason = new Error('the user pressed stop');
      threads.watch.onAsked = () => queueMicrotask(() => controller.abort(reason));
      const detector = await make();
      const reports = detector.detectMany(path(400), { workers: 2, signal: controller.signal });
      await expect(hashesOf(reports)).rejects.toBe(reason);
      expect(threads.watch.asked).toBeGreaterThan(0);
      await until(() => threads.watch.busy.length === 0, 'no thread is at work');
    });

    test('an abort between two reports, and one before the first', async () => {
      const controller = new AbortController();
      const reason = new Error('stop');
      const { detector, reports } = await begin({ signal: controller.signal });
      controller.abort(reason);
      await expect(reports.next()).rejects.toBe(reason);
      await until(() => threads.watch.busy.length === 0, 'no thread is at work');
      const late = new AbortController();
      const first = detector.detectMany(path(4), { workers: 2, signal: late.signal })[Symbol.asyncIterator]().next();
      late.abort(reason);
      await expect(first).rejects.toBe(reason);
    });

    test('dispose while a report is awaited: DISPOSED, and all threads end', async () => {
      const { detector, reports } = await begin();
      threads.watch.onAsked = () => queueMicrotask(() => detector.dispose());
      const reading = async () => {
        while (!(await reports.next()).done);
      };
      await expect(reading()).rejects.toMatchObject({ code: 'DISPOSED' });
      await until(() => threads.watch.alive.length === 0, 'all threads have ended');
    });

    test('dispose before the first report: DISPOSED', async () => {
      const detector = await make();
      const first = detector.detectMany(path(4), { workers: 2 })[Symbol.asyncIterator]().next();
      detector.dispose();
      await expect(first).rejects.toMatchObject({ code: 'DISPOSED' });
    });
  });

  describe('a thread that dies', () => {
    const deaths = [
      [2, longRun(7, 5)],
      [3, 7],
      [2, 17],
    ];
    test.each(deaths.slice(0, longRun(3, 1)))(
      'with %i workers, at every %i-th question: nothing is lost',
      async (workers, every) => {
        const detector = await make();
        const poses = path(longRun(40, 12));
        let kills = 0;
        threads.watch.onAsked = ({ worker }) => {
          if (threads.watch.asked % every !== 0) return;
          kills++;
          void worker.terminate();
        };
        expect(await hashesOf(detector.detectMany(poses, { workers }))).toEqual(hashesAt(detector, poses));
        expect(kills).toBeGreaterThan(1);
        expect(threads.watch.all.length).toBeGreaterThan(workers);
      },
    );

    inLong(() =>
      test('three times in a row: this thread answers the rest, and the next path has threads again', async () => {
        const detector = await make();
        const left = longRun(20, 12);
        const poses = path(10 + left);
        const expected = hashesAt(detector, poses);
        let read = 0;
        threads.watch.onAsked = ({ worker }) => void (read >= 10 && worker.terminate());
        const hashes: string[] = [];
        for await (const report of detector.detectMany(poses, { workers: 2 })) {
          hashes.push(reportHash(report));
          read++;
        }
        expect(hashes).toEqual(expected);
        await until(() => threads.watch.alive.length === 0, 'none is left');
        // Two threads and their replacements. A thread may answer before it is ended, and the count then restarts: of
        // the poses left, most are answered here.
        expect(threads.watch.all.length).toBeGreaterThanOrEqual(3);
        expect(threads.watch.all.length).toBeLessThan(0.75 * left);
        threads.watch.onAsked = () => {};
        expect(await hashesOf(detector.detectMany(poses, { workers: 2 }))).toEqual(expected);
        expect(threads.watch.alive.length).toBe(2);
      }),
    );
  });

  describe('edits of the bone', () => {
    /** Faces at both ends of the bone, where the path crosses the surface. */
    const ends = Array.from({ length: bone.faces.length / 3 }, (_, face) => face).filter(
      (face) => Math.abs(bone.positions[3 * bone.faces[3 * face]]) > 5,
    );
    const cut = (row: number): BoneEdit => ({ remove: ends.slice(3 * row, 3 * row + 3) });

    test(`between paths, of every kind (seed ${SEED}): the reports of detectSync`, async () => {
      const random = mulberry32(SEED);
      let changed = 0;
      const asked = partOf(bones, 4, 1);
      for (const given of asked) {
        const detector = await make({ bone: given });
        const edited = new EditedBone(given);
        const poses = path(longRun(10, 4));
        let before = '';
        for (const kind of editKinds) {
          const edit = edited.edit(kind, random);
          edited.apply(edit);
          detector.editBone(edit);
          const expected = hashesAt(detector, poses);
          expect([kind, await hashesOf(detector.detectMany(poses, { workers: 2 }))]).toEqual([kind, expected]);
          if (before !== expected.join()) changed++;
          before = expected.join();
        }
      }
      expect(changed).toBeGreaterThan(2 * asked.length);
    });

    const POSES = longRun(40, 20);
    /** The hashes of a path whose listed rows are each followed by an edit. */
    async function cutting(workers: number, rows: readonly number[], awaitFirst: boolean) {
      const detector = await make();
      const poses = path(POSES);
      const reports = detector.detectMany(poses, { workers })[Symbol.asyncIterator]();
      const hashes: string[] = [];
      for (let row = 0; row < POSES; row++) {
        const next = reports.next();
        const edit = rows.includes(row) ? cut(row) : null;
        if (edit !== null && !awaitFirst) detector.editBone(edit);
        const { value } = await next;
        if (edit !== null && awaitFirst) detector.editBone(edit);
        hashes.push(reportHash(value));
      }
      expect((await reports.next()).done).toBe(true);
      return hashes;
    }
    const cases = [
      ['at some rows', [0, 5, 6, 17] as number[], 0],
      ['after every report', Array.from({ length: longRun(30, 16) }, (_, row) => row), 1],
    ] as const;
    /** Workers, and whether a report is awaited before the edit; in a part, each case has both of either. */
    const ways = [
      [1, true],
      [1, false],
      [2, false],
      [2, true],
    ] as const;

    test.each(partOf(cases, 2, 0))(
      '%s, between reports or while one is awaited: each is for the bone as it was when it was asked for',
      async (_, rows, first) => {
        const detector = await make();
        const poses = path(POSES);
        const expected = Array.from({ length: POSES }, (_row, row) => {
          const hash = reportHash(detector.detectSync(poseAt(poses, row)));
          if (rows.includes(row)) detector.editBone(cut(row));
          return hash;
        });
        const uncut = hashesAt(await make(), poses);
        expect(expected.filter((hash, row) => hash !== uncut[row]).length).toBeGreaterThan(5);
        for (const [workers, awaitFirst] of partOf(ways, 2, first))
          expect([workers, awaitFirst, await cutting(workers, rows, awaitFirst)]).toEqual([
            workers,
            awaitFirst,
            expected,
          ]);
      },
    );

    test('after every report: no thread is asked but for the first poses', async () => {
      await cutting(
        2,
        Array.from({ length: POSES - 1 }, (_, row) => row),
        true,
      );
      expect(threads.watch.asked).toBeLessThanOrEqual(8);
    });

    test('and a death of all threads before the answer: the answer is for the bone that was asked about', async () => {
      const detector = await make();
      const poses = path(4);
      const before = hashesAt(detector, poses);
      threads.watch.onAsked = ({ worker }) => void worker.terminate();
      const reports = detector.detectMany(poses, { workers: 2 })[Symbol.asyncIterator]();
      const first = reports.next();
      detector.editBone(cut(0));
      expect(reportHash((await first).value)).toBe(before[0]);
      const after = hashesAt(detector, poses);
      for (let row = 1; row < 4; row++) expect(reportHash((await reports.next()).value)).toBe(after[row]);
    });
  });
});
