// A pool of real threads whose script does as instructed: each question gets its answer, whatever happens to the
// threads.

import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import { KerfError, PoseError } from '#core';
import { type StartThread, ThreadShelf, threadStarter, WorkerPool } from '#workers';
import { partOf } from '#harness/long-run.ts';
import { inDeep, inLong } from '#harness/sets.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';
import { until, WatchedThreads } from '#harness/watched-threads.ts';

/**
 * What a thread does with a question: answers, throws, ends, or never returns. `marks`: shared; a deed is done while
 * its mark is positive, and decrements it.
 */
const script = `
import { parentPort, threadId } from 'node:worker_threads';
import { KerfError, PoseError } from './lib/base/core/index.ts';
import { serveQuestions } from './lib/base/workers/index.ts';
const deeds = {
  exit0: () => process.exit(0),
  exit3: () => process.exit(3),
  uncaught: () => { parentPort.postMessage = () => {}; setTimeout(() => { throw new Error('thrown where nothing catches'); }); },
  memory: () => { const kept = []; for (;;) kept.push(new Array(100_000).fill(0.5)); },
  endless: () => { for (;;); },
  long: ({ marks }) => { Atomics.store(marks, 1, 1); Atomics.wait(marks, 1, 1, 200); Atomics.store(marks, 1, 2); },
  kerf: () => { throw new KerfError('SOME_CODE', 'It is so.'); },
  pose: () => { throw new PoseError('NOT_RIGID', 'It is bent.'); },
  range: () => { throw new RangeError('Beyond.'); },
  odd: () => { throw 'a word'; },
};
let contexts = 0;
serveQuestions((context) => {
  contexts++;
  if (context.name === 'bad') throw new RangeError('No room for the context.');
  return ({ number, deed }) => {
    if (deed && Atomics.sub(context.marks, 0, 1) > 0) deeds[deed](context);
    return { number, threadId, contexts, name: context.name, first: context.values[0], list: Float64Array.of(number, 1), empty: new Uint8Array(0) };
  };
});
`;
interface Context {
  readonly name: string;
  readonly marks: Int32Array;
  readonly values: Float64Array;
}
type Ask = { readonly number: number; readonly deed?: string };
type Answer = { number: number; threadId: number; contexts: number; name: string; first: number; list: Float64Array };
type Pool = WorkerPool<Context, Ask, Answer>;

const shared = <T>(Typed: new (memory: SharedArrayBuffer) => T): T => new Typed(new SharedArrayBuffer(8));
/** @param times number of times that a deed is done. */
function context(times = 0, name = 'one'): Context {
  const made = { name, marks: shared(Int32Array), values: shared(Float64Array) };
  made.marks[0] = times;
  return made;
}
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
const answers = (pool: Pool, given: Context, asks: readonly Ask[]) =>
  Promise.all(asks.map((one) => pool.ask(given, one)));

let start: StartThread;
let watch: WatchedThreads;
let shelf: ThreadShelf;
const pools: Pool[] = [];
function poolOf(size: number): Pool {
  const pool: Pool = new WorkerPool(shelf, size);
  pools.push(pool);
  return pool;
}
const noPage = (): never => {
  throw new Error('There is no page here.');
};

beforeAll(async () => {
  const outfile = join(await temporaryFolder('worker-pool'), 'worker.mjs');
  const stdin = { contents: script, resolveDir: process.cwd(), loader: 'ts' } as const;
  buildSync({ stdin, outfile, bundle: true, format: 'esm', platform: 'node' });
  start = await threadStarter(noPage, () => pathToFileURL(outfile));
});
beforeEach(() => {
  watch = new WatchedThreads();
  shelf = new ThreadShelf(start);
});
afterEach(async () => {
  for (const pool of pools.splice(0)) pool.close(new Error('the spec is over'));
  shelf.end();
  await until(() => watch.alive.length === 0, 'all threads have ended');
  watch.stop();
  // V8's own choice.
  setFlagsFromString('--max-old-space-size=0');
});

describe('answers', () => {
  test.each(partOf([1, 2, 3], 3, 1))(
    'each question has its own, with %i threads; a context is posted once to each',
    async (size) => {
      const pool = poolOf(size);
      const given = context();
      const found = await answers(
        pool,
        given,
        numbers(40).map((number) => ({ number })),
      );
      expect(found.map((answer) => answer?.number)).toEqual(numbers(40));
      expect(found.map((answer) => [...(answer?.list ?? [])])).toEqual(numbers(40).map((number) => [number, 1]));
      expect(found.map((answer) => answer?.contexts)).toEqual(numbers(40).map(() => 1));
      expect(new Set(found.map((answer) => answer?.threadId)).size).toBe(size);
      expect([watch.all.length, watch.mostWithOne]).toEqual([size, 2]);
    },
  );

  test('another context is sent to a thread when a question has it', async () => {
    const pool = poolOf(1);
    const [one, two] = [context(0, 'one'), context(0, 'two')];
    const found = await Promise.all([one, two, two, one].map((given, number) => pool.ask(given, { number })));
    expect(found.map((answer) => [answer?.name, answer?.contexts])).toEqual([
      ['one', 1],
      ['two', 2],
      ['two', 2],
      ['one', 3],
    ]);
  });

  inDeep(() => {
    test('no more threads than questions', async () => {
      await answers(poolOf(5), context(), [{ number: 0 }, { number: 1 }]);
      expect(watch.all.length).toBe(2);
    });

    test('what lies in shared memory is not copied', async () => {
      const pool = poolOf(2);
      const given = context();
      await answers(
        pool,
        given,
        numbers(4).map((number) => ({ number })),
      );
      given.values[0] = 42;
      const found = await answers(
        pool,
        given,
        numbers(4).map((number) => ({ number })),
      );
      expect(found.map((answer) => answer?.first)).toEqual([42, 42, 42, 42]);
    });
  });
});

describe('errors', () => {
  test('each is its question’s, with class, code and message; no thread dies of it', async () => {
    const errors = [
      ['kerf', KerfError, { code: 'SOME_CODE', name: 'KerfError', message: 'It is so.' }],
      ['pose', PoseError, { code: 'NOT_RIGID', name: 'PoseError', message: 'It is bent.' }],
      ['range', RangeError, { message: 'Beyond.' }],
      ['odd', Error, { message: 'a word' }],
    ] as const;
    const pool = poolOf(2);
    const given = context(errors.length);
    // One question in three fails.
    const asks = numbers(13).map((number) =>
      number % 3 === 1 ? { number, deed: errors[(number - 1) / 3][0] } : { number },
    );
    const found = await Promise.allSettled(asks.map((one) => pool.ask(given, one)));
    expect(found.map(({ status }) => status)).toEqual(
      numbers(13).map((number) => (number % 3 === 1 ? 'rejected' : 'fulfilled')),
    );
    for (const [n, [deed, Class, like]] of errors.entries()) {
      const { reason } = found[3 * n + 1] as PromiseRejectedResult;
      expect([deed, reason instanceof Class]).toEqual([deed, true]);
      expect(reason).toMatchObject(like);
    }
    expect(watch.alive.length).toBe(2);
  });

  inDeep(() =>
    test('a context that cannot be prepared fails each of its questions, and no other', async () => {
      const pool = poolOf(1);
      const [good, bad] = [context(), context(0, 'bad')];
      const asks = [good, bad, bad, good].map((given, number) => pool.ask(given, { number }));
      const found = await Promise.allSettled(asks);
      expect(found.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
      expect(found[2]).toMatchObject({ reason: { message: 'No room for the context.' } });
    }),
  );
});

type Define = (define: () => void) => void;
const inQuick: Define = (define) => define();
/** Ways to end, and the sets that have it once and every time. */
const ends: [deed: string, once: Define, always: Define][] = [
  ['exit0', inQuick, inLong],
  ['exit3', inLong, inDeep],
  ['uncaught', inDeep, inLong],
  ['memory', inDeep, inLong],
];
describe.each(ends)('a thread that ends by %s', (deed, onceIn, alwaysIn) => {
  // In megabytes, for threads that start meanwhile: filling a heap of the usual size would take long.
  const limitHeap = () => setFlagsFromString(`--max-old-space-size=${deed === 'memory' ? 30 : 0}`);

  onceIn(() =>
    test.each(partOf([1, 2, 3], 3, 1))('once, of %i: its questions are asked again, and none is lost', async (size) => {
      const pool = poolOf(size);
      limitHeap();
      const given = context(1);
      const asks = numbers(20).map((number) => (number === 7 ? { number, deed } : { number }));
      const found = await answers(pool, given, asks);
      expect(found.map((answer) => answer?.number)).toEqual(numbers(20));
      expect(given.marks[0]).toBeLessThan(1);
      await until(() => watch.alive.length < watch.all.length, 'one has died');
      expect(watch.alive.length).toBeLessThanOrEqual(size);
    }),
  );

  alwaysIn(() =>
    test('every time: after three in a row the rest is the caller’s, and no thread is left', async () => {
      const pool = poolOf(1);
      limitHeap();
      const given = context(1000);
      const asks = numbers(6).map((number) => (number >= 2 ? { number, deed } : { number }));
      const found = await answers(pool, given, asks);
      expect(found.map((answer) => answer?.number)).toEqual([0, 1, ...numbers(4).map(() => undefined)]);
      await until(() => watch.alive.length === 0, 'none is left');
      expect(watch.all.length).toBe(3);
      expect(await pool.ask(given, { number: 9 })).toBeNull();
      expect(watch.all.length).toBe(3);
    }),
  );
});

inDeep(() =>
  test('where no thread can be started, every question is the caller’s', async () => {
    shelf = new ThreadShelf(await threadStarter(noPage, () => pathToFileURL('/there/is/no/such.mjs')));
    expect(await answers(poolOf(2), context(), [{ number: 0 }, { number: 1 }])).toEqual([null, null]);
    shelf = new ThreadShelf(noPage);
    expect(await answers(poolOf(2), context(), [{ number: 0 }, { number: 1 }])).toEqual([null, null]);
  }),
);

describe('an end', () => {
  inDeep(() => {
    test('close rejects what is open with the reason, ends the thread at work and keeps the idle one for the next pool', async () => {
      const pool = poolOf(2);
      const given = context(1);
      const [first] = await answers(pool, given, [{ number: 0 }, { number: 1 }]);
      const endless = pool.ask(given, { number: 2, deed: 'endless' });
      const reason = new Error('enough');
      pool.close(reason);
      await expect(endless).rejects.toBe(reason);
      await expect(pool.ask(given, { number: 3 })).rejects.toBe(reason);
      await until(() => watch.alive.length === 1, 'the one at work has ended');
      const next = await poolOf(2).ask(given, { number: 4 });
      expect(next?.contexts).toBe(1);
      expect(first).not.toBeNull();
      expect(watch.all.length).toBe(2);
    });

    // Node 20 aborts the process if a compiler thread is still working for a worker that is being terminated.
    test('a busy thread ends its question and ends by itself; it begins with no other', async () => {
      const pool = poolOf(1);
      const given = context(2);
      const asked = [0, 1].map((number) => pool.ask(given, { number, deed: 'long' }));
      await until(() => given.marks[1] === 1, 'it is at work');
      const exit = once(watch.all[0].worker, 'exit');
      pool.close(new Error('enough'));
      expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      // A terminated worker's exit code is 1.
      expect(await exit).toEqual([0]);
      expect([...given.marks]).toEqual([1, 2]);
    });
  });

  test('a kept thread ends by itself too', async () => {
    const pool = poolOf(1);
    await pool.ask(context(), { number: 0 });
    const exit = once(watch.all[0].worker, 'exit');
    pool.close(null);
    shelf.end();
    expect(await exit).toEqual([0]);
  });

  inDeep(() => {
    test('a thread that does not end its question is terminated', async () => {
      const pool = poolOf(1);
      const given = context(1);
      const endless = pool.ask(given, { number: 0, deed: 'endless' });
      await until(() => given.marks[0] === 0, 'it is at work');
      const exit = once(watch.all[0].worker, 'exit');
      pool.close(null);
      await expect(endless).rejects.toBe(null);
      expect(await exit).toEqual([1]);
    });

    test('a kept thread that dies is not given out', async () => {
      const pool = poolOf(1);
      await pool.ask(context(), { number: 0 });
      pool.close(null);
      await watch.all[0].worker.terminate();
      expect((await poolOf(1).ask(context(), { number: 1 }))?.number).toBe(1);
      expect(watch.all.length).toBe(2);
    });

    test('no more threads are kept than the last pool had, and none after the shelf’s end', async () => {
      const [wide, narrow] = [poolOf(3), poolOf(1)];
      await Promise.all([
        answers(
          wide,
          context(),
          numbers(3).map((number) => ({ number })),
        ),
        answers(narrow, context(), [{ number: 0 }]),
      ]);
      wide.close(null);
      narrow.close(null);
      await until(() => watch.alive.length === 3, 'three are kept');
      const late = poolOf(1);
      await late.ask(context(), { number: 0 });
      shelf.end();
      late.close(null);
      await until(() => watch.alive.length === 0, 'all have ended');
    });

    test('forgotten questions are not handed out, and those under way disturb no later one', async () => {
      const pool = poolOf(1);
      const given = context();
      const forgotten = numbers(10).map((number) => pool.ask(given, { number }));
      pool.forget();
      expect((await pool.ask(given, { number: 77 }))?.number).toBe(77);
      expect(watch.asked).toBe(3);
      const settled = await Promise.race([...forgotten, Promise.resolve('none')]);
      expect(settled).toBe('none');
    });
  });
});
