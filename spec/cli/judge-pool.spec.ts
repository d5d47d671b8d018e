import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import type { JudgePool } from '#cli/toolkit.ts';
import { createJudgePool } from '#cli/validate/judge-pool.ts';
import { inDeep } from '#harness/sets.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

let root: string;
let worker: string;
beforeAll(async () => {
  root = await temporaryFolder('pool');
  worker = join(root, 'worker.mjs');
  await writeFile(worker, script);
});

/**
 * A thread that ends as ordered: the pose's x translation says in which way, its y translation how many threads it
 * brings down.
 */
const script = `
import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, threadId } from 'node:worker_threads';
const ways = [
  () => {},
  () => process.exit(0),
  () => process.exit(3),
  () => { setTimeout(() => { throw new Error('thrown where nothing catches'); }); return new Promise(() => {}); },
];
let data;
async function answer(task) {
  const { bone, tool, options } = data;
  if (task === 'about') return { value: { backend: bone.name + ' ' + tool.name, signed: { bone: true, tool: false } } };
  const { pose, matrix } = task;
  if (options.seed === 0) return { failure: { kind: 'PoseError', code: 'NOT_RIGID', message: 'it is bent.', stack: 'there' } };
  if (options.seed === 9) return { failure: { kind: 'Error', code: '', message: 'cannot happen', stack: 'there' } };
  for (let time = 0; time < matrix[13]; time++) {
    const mark = ${JSON.stringify('ROOT')} + '/' + [options.seed, pose, time].join('-');
    if (!existsSync(mark)) { writeFileSync(mark, ''); await ways[matrix[12]](); }
  }
  return { value: { pose, thread: threadId, shared: bone.positions.buffer instanceof SharedArrayBuffer, sum: bone.positions.reduce((a, b) => a + b, 0) + bone.faces.reduce((a, b) => a + b, 0) } };
}
parentPort.on('message', async (message) => {
  if ('data' in message) data = message.data;
  else parentPort.postMessage(await answer(message.task));
});
`;

const bone = box({ size: [2, 3, 4] });
const tool = {
  ...box({ size: [1, 1, 1] }),
  positions: Float32Array.from(box({ size: [1, 1, 1] }).positions),
  name: 'small',
};

async function withPool<T>(seed: number, workers: number, use: (pool: JudgePool) => Promise<T>): Promise<T> {
  const file = join(root, `worker-${seed}.mjs`);
  await writeFile(file, script.replace('"ROOT"', JSON.stringify(root)));
  const options = { contactDistance: 0, resolution: 1, seed, samples: 1, oracleLimit: 1 };
  const pool = await createJudgePool({ bone, tool, options, backend: 'cpu', workers }, file);
  try {
    return await use(pool);
  } finally {
    await pool.close();
  }
}

/** A pose that brings down the thread judging it, in this way, this many times. */
const order = (way: number, times: number) => Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, way, times, 0, 1);
const ways: [way: number, what: string][] = [
  [1, 'process.exit(0)'],
  [2, 'process.exit(3)'],
  [3, 'an error that nothing catches'],
];

describe('a pool of judges', () => {
  test('knows what the judge is, and gives each thread the same shared meshes', () =>
    withPool(1, 2, async (pool) => {
      expect([pool.backend, pool.signed]).toEqual([`${bone.name} small`, { bone: true, tool: false }]);
      const sum = [...bone.positions, ...bone.faces].reduce((a, b) => a + b, 0);
      const answers = await Promise.all([0, 1, 2, 3].map((pose) => pool.judge(pose, order(0, 0))));
      expect(answers).toMatchObject([0, 1, 2, 3].map((pose) => ({ pose, shared: true, sum })));
    }));

  test('an error of the judge is the run’s, with its code and pose, at once', () =>
    withPool(0, 1, async (pool) => {
      await expect(pool.judge(4, order(0, 0))).rejects.toMatchObject({
        code: 'NOT_RIGID',
        message: 'Pose 4: it is bent.',
      });
    }));

  test('a task that cannot be copied to a thread is refused, and the next is answered', () =>
    withPool(4, 1, async (pool) => {
      const uncloneable = (() => {}) as never as Float64Array;
      await expect(pool.judge(1, uncloneable)).rejects.toThrow(/could not be cloned/);
      expect(await pool.judge(2, order(0, 0))).toMatchObject({ pose: 2 });
    }));

  test('an error of the judge without a code is no death of a thread', () =>
    withPool(9, 1, async (pool) => {
      const error = await pool.judge(4, order(0, 0)).catch((reason) => reason);
      expect([error.message, error.code, error.stack]).toEqual(['Pose 4: cannot happen', undefined, 'there']);
    }));
});

const passes = async (way: number, workers: number) =>
  withPool(100 * way + workers, workers, async (pool) => {
    const orders = [order(0, 0), order(way, 1), order(0, 0), order(0, 0)];
    const answers = await Promise.all(orders.map((matrix, pose) => pool.judge(pose, matrix)));
    expect(answers.map(({ pose }) => pose)).toEqual([0, 1, 2, 3]);
  });
const fails = async (way: number) =>
  withPool(100 * way + 3, 1, async (pool) => {
    const failed = pool.judge(17, order(way, 9));
    const other = pool.judge(18, order(0, 0));
    await expect(failed).rejects.toMatchObject({
      code: 'WORKER_DIED',
      message: expect.stringMatching(/^Pose 17: the worker ended without an answer, and so did another/),
    });
    expect(await other).toMatchObject({ pose: 18 });
    // Tried twice, not a third time.
    const prefix = `${100 * way + 3}-17-`;
    const deaths = (await readdir(root)).filter((name) => name.startsWith(prefix));
    expect(deaths.sort()).toEqual([`${prefix}0`, `${prefix}1`]);
  });

describe('a thread that ends', () => {
  const twice = 'twice for one pose, in way %i, %s: that pose fails by name, and the pool lives';
  const once = 'once, in way %i, %s: its pose is judged by another; the other poses notice nothing';
  test.each(ways.slice(0, 1))(twice, fails);
  test.each(ways.slice(2))(`${once} (2 workers)`, (way) => passes(way, 2));
  inDeep(() => {
    test.each(ways.slice(1))(twice, fails);
    test.each(ways.slice(0, 2))(`${once} (2 workers)`, (way) => passes(way, 2));
    test.each(ways)(`${once} (1 worker)`, (way) => passes(way, 1));
  });
});

test('a worker file that is not there fails by name, and no pool is made', async () => {
  const options = { contactDistance: 0, resolution: 1, seed: 1, samples: 1, oracleLimit: 1 };
  const absent = join(root, 'absent.mjs');
  await expect(createJudgePool({ bone, tool, options, backend: 'cpu', workers: 2 }, absent)).rejects.toThrow(
    `Cannot read ${absent}: it does not exist`,
  );
});

test('closing gives up what is being judged', () =>
  withPool(5, 1, async (pool) => {
    const endless = pool.judge(0, order(3, 1)).catch((error) => error);
    await pool.close();
    expect(await endless).toBeInstanceOf(Error);
    expect(await endless).not.toMatchObject({ code: 'WORKER_DIED' });
  }));
