// Many poses → their reports in order, the same bytes as one by one; abort, progress, an early exit.

import { expect, jest } from '@jest/globals';
import { sphere } from '#datasets';
import { type ContactReport, KerfError, PoseError } from '#kerf';
import type { MakeDetector } from '#harness/backends.ts';
import { poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { isRejected } from '#harness/detector-refusals.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { WatchedThreads } from '#harness/watched-threads.ts';
import type { Extent } from './extent.ts';

const SEED = 5;
const bone = sphere({ radius: 10, subdivisions: 2 });
const tool = sphere({ radius: 3, subdivisions: 1 });
const options = { bone, tool, contactDistance: 0.5, resolution: 2 };

/** A path into the bone and out on the other side, with every state of contact. */
function path(count: number): Float64Array {
  const random = mulberry32(SEED);
  const poses = new Float64Array(16 * count);
  for (let i = 0; i < count; i++)
    poses.set(poseOf(randomRotation(random), [15 - (30 * i) / (count - 1), 0.1, 0.2]), 16 * i);
  return poses;
}
async function all(reports: AsyncIterable<ContactReport>): Promise<ContactReport[]> {
  const out: ContactReport[] = [];
  for await (const report of reports) out.push(report);
  return out;
}

export function detectManyTests(createDetector: MakeDetector, { effort, test }: Extent): void {
  // More than fits in one submit.
  const count = Math.max(17, Math.ceil(longRun(61, 17) * effort));
  const share = (poses: number, least: number) => Math.max(least, Math.ceil(poses * effort));
  test.each([
    ['Float64Array', 'one by one', path(count)],
    ['plain array', 'all at once', [...path(count)]],
  ] as const)(
    'a path as %s: order and bytes of detect asked %s, kept whole while others follow',
    async (_, how, poses) => {
      const detector = await createDetector(options);
      const reports = await all(detector.detectMany(poses));
      const fresh = await createDetector(options);
      const askAlone = (i: number) => fresh.detect(poses.slice(16 * i, 16 * i + 16));
      const alone = how === 'all at once' ? await Promise.all(reports.map((_, i) => askAlone(i))) : [];
      if (how === 'one by one') for (let i = 0; i < count; i++) alone.push(await askAlone(i));
      expect(alone.length).toBe(count);
      expect(reports.map(reportHash)).toEqual(alone.map(reportHash));
      expect(new Set(reports.map(({ state }) => state)).size).toBe(4);
    },
  );

  test('no poses: no reports, no progress', async () => {
    const detector = await createDetector(options);
    const onProgress = jest.fn();
    expect(await all(detector.detectMany([], { onProgress }))).toEqual([]);
    expect(onProgress).not.toHaveBeenCalled();
  });

  test('progress: once a pose, ascending, with the total', async () => {
    const detector = await createDetector(options);
    const calls: (readonly [number, number])[] = [];
    await all(detector.detectMany(path(7), { onProgress: (done, total) => calls.push([done, total]) }));
    expect(calls).toEqual([1, 2, 3, 4, 5, 6, 7].map((done) => [done, 7]));
  });

  test.each([1, 15, 17, 100])('%i numbers are refused before any pose is asked', async (length) => {
    const detector = await createDetector(options);
    const onProgress = jest.fn();
    const poses = path(8).subarray(0, length);
    await isRejected(() => all(detector.detectMany(poses, { onProgress })), {
      ...{ Class: KerfError, code: 'BAD_LENGTH', names: [`${length} numbers`, '16'] },
    });
    expect(onProgress).not.toHaveBeenCalled();
  });

  test('a bad pose is refused when its turn comes; the reports before it stand', async () => {
    const detector = await createDetector(options);
    const poses = path(5);
    poses[16 * 3] = Number.NaN;
    const states: string[] = [];
    const reading = async () => {
      for await (const { state } of detector.detectMany(poses)) states.push(state);
    };
    await isRejected(reading, { Class: PoseError, code: 'NON_FINITE_POSE', names: ['entry 0', 'NaN'] });
    expect(states.length).toBe(3);
    expect((await all(detector.detectMany(path(5)))).length).toBe(5);
  });

  test('an aborted signal rejects with its reason and no further pose is asked', async () => {
    const detector = await createDetector(options);
    const reason = new Error('the user pressed stop');
    const controller = new AbortController();
    const done: number[] = [];
    const reading = (async () => {
      for await (const { state } of detector.detectMany(path(share(50, 12)), {
        signal: controller.signal,
        onProgress: (count) => done.push(count),
      })) {
        expect(state).toBeDefined();
        if (done.length === 3) controller.abort(reason);
      }
    })();
    await expect(reading).rejects.toBe(reason);
    expect(done).toEqual([1, 2, 3]);
    await expect(all(detector.detectMany(path(2), { signal: controller.signal }))).rejects.toBe(reason);
    await expect(all(detector.detectMany(path(2), { signal: AbortSignal.abort() }))).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect((await all(detector.detectMany(path(2)))).length).toBe(2);
  });

  test('a timer that fires while a long path runs can abort it', async () => {
    const detector = await createDetector(options);
    const controller = new AbortController();
    const reason = new Error('late');
    setTimeout(() => controller.abort(reason), 1);
    let count = 0;
    const reading = (async () => {
      for await (const { contacts } of detector.detectMany(path(20_000), { signal: controller.signal }))
        count += contacts.length >= 0 ? 1 : 0;
    })();
    await expect(reading).rejects.toBe(reason);
    expect(count).toBeLessThan(20_000);
  });

  test('a reader may leave early, and begin again', async () => {
    const detector = await createDetector(options);
    const onProgress = jest.fn();
    const poses = path(share(9, 5));
    for await (const { state } of detector.detectMany(poses, { onProgress })) {
      expect(state).toBe('separated');
      break;
    }
    expect(onProgress).toHaveBeenCalledTimes(1);
    expect((await all(detector.detectMany(poses))).length).toBe(poses.length / 16);
  });

  test('other questions and edits between two reports do not mix with them', async () => {
    const detector = await createDetector(options);
    const poses = path(share(11, 7));
    const expected = (await all(detector.detectMany(poses))).map(reportHash);
    const hashes: string[] = [];
    for await (const report of detector.detectMany(poses)) {
      detector.detectSync(translation(0, 0, 11));
      detector.minimumDistance(translation(0, 40, 0));
      hashes.push(reportHash(report));
    }
    expect(hashes).toEqual(expected);
  });
}

export function detectManyByWorkersTests(createDetector: MakeDetector, { effort, test }: Extent): void {
  test('with two workers: the same reports; a GPU’s detector starts none', async () => {
    const detector = await createDetector(options);
    const poses = path(Math.max(3, Math.ceil(longRun(24, 8) * effort)));
    const watch = new WatchedThreads();
    const reports = await all(detector.detectMany(poses, { workers: 2 }));
    watch.stop();
    expect(reports.map(reportHash)).toEqual((await all(detector.detectMany(poses))).map(reportHash));
    expect(watch.all.length).toBe(detector.backend === 'cpu' ? 2 : 0);
    detector.dispose();
  });
}
