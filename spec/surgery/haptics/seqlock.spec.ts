// A seqlock between two real threads: whatever is read was written together.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import { Seqlock } from '#haptics/seqlock.ts';
import { longRun } from '#harness/long-run.ts';

const COUNT = 200;
/** Up to this many different readings would prove nothing. */
const MOST_SEEN = 100;

test('while another thread writes as fast as it can', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-seqlock-'));
  const file = join(folder, 'writer.mjs');
  buildSync({
    stdin: {
      contents: `
        import { workerData } from 'node:worker_threads';
        import { Seqlock } from '${new URL('../../../lib/surgery/haptics/seqlock.ts', import.meta.url).pathname}';
        const lock = new Seqlock(workerData.counter, 1, workerData.values);
        const values = new Float64Array(workerData.values.length);
        for (let n = 1; Atomics.load(workerData.counter, 0) === 0; n++) lock.write(values.fill(n));
      `,
      resolveDir: folder,
    },
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
  });
  const counter = new Int32Array(new SharedArrayBuffer(8));
  const values = new Float64Array(new SharedArrayBuffer(8 * COUNT));
  const lock = new Seqlock(counter, 1, values);
  const out = new Float64Array(COUNT);
  expect(lock.read(out)).toBe(false);
  const writer = new Worker(file, { workerData: { counter, values } });
  try {
    const different = new Set<number>();
    let read = 0;
    // On a busy machine the writer may write only a few times meanwhile. The test's own timeout is the limit.
    while (read < longRun(100_000, 10_000) || different.size <= MOST_SEEN) {
      if (!lock.read(out)) continue;
      read++;
      different.add(out[0]);
      if (out.some((x) => x !== out[0])) throw new Error(`torn: ${out}`);
    }
    console.log(`${read} readings, ${different.size} different`);
  } finally {
    Atomics.store(counter, 0, 1);
    await writer.terminate();
    rmSync(folder, { recursive: true });
  }
});
