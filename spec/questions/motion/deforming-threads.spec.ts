// Impacts over threads: the same bytes as one thread for any number of threads, step after step, as threads die or
// start; concurrent queries; dispose; an idle process.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { createImpactDetector, type ImpactTable } from '#kerf';
import { type DeformingCase, deformingCases, tableBytes } from '#harness/deforming-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';
import { until, WatchedThreads } from '#harness/watched-threads.ts';

const SEED = 2101;
/** Steps of each surface. */
const STEPS = 6;

let watch: WatchedThreads;
beforeEach(() => {
  watch = new WatchedThreads();
});
afterEach(async () => {
  await until(() => watch.alive.length === 0, 'all threads have ended');
  watch.stop();
});

/** Positions step by step: mostly small moves, and once every vertex at once. */
function walk({ start }: DeformingCase, random: () => number): number[][] {
  const size = Math.max(...start) - Math.min(...start);
  const frames = [[...start]];
  for (let step = 0; step < STEPS; step++) {
    const far = (step === 3 ? 0.5 : 0.05) * size;
    frames.push(frames[step].map((x) => x + far * signed(random)));
  }
  return frames;
}

async function tablesOf(surface: DeformingCase, frames: number[][], workers: number): Promise<ImpactTable[]> {
  const detector = await createImpactDetector({ vertexCount: surface.vertexCount, faces: surface.faces, workers });
  const tables: ImpactTable[] = [];
  for (const [step, end] of frames.slice(1).entries()) tables.push(await detector.impacts(frames[step], end));
  detector.dispose();
  return tables;
}

describe('the bytes of one thread', () => {
  test.each([2, 3, 5].slice(0, longRun(3, 2)))(`by %d, of every step, seed ${SEED}`, async (workers) => {
    const random = mulberry32(SEED);
    let found = 0;
    for (const [n, surface] of deformingCases(random).entries()) {
      if (n % longRun(5, 17) !== workers % longRun(5, 17)) continue;
      const frames = walk(surface, random);
      const alone = await tablesOf(surface, frames, 1);
      const together = await tablesOf(surface, frames, workers);
      expect([surface.name, together.map(tableBytes)]).toEqual([surface.name, alone.map(tableBytes)]);
      // No pair of features was tested by two threads or left out by all.
      expect(together.map(({ stats }) => stats.elementaryTests)).toEqual(
        alone.map(({ stats }) => stats.elementaryTests),
      );
      found += alone.reduce((sum, { length }) => sum + length, 0);
    }
    expect(found).toBeGreaterThan(longRun(200, 20));
    expect(watch.all.length % workers).toBe(0);
    expect(watch.all.length).toBeGreaterThan(longRun(3, 1) * workers);
  });
});

/** A sheet, its steps, and what one thread finds. */
interface Sheet {
  readonly surface: DeformingCase;
  readonly frames: number[][];
  readonly alone: string[];
}
let made: Promise<Sheet> | undefined;
function sheet(): Promise<Sheet> {
  made ??= makeSheet();
  return made;
}
async function makeSheet(): Promise<Sheet> {
  const random = mulberry32(SEED + 1);
  const surface = deformingCases(random).find(({ name }) => name === 'sheet, freely');
  if (surface === undefined) throw new Error('There is no such case.');
  const frames = walk(surface, random);
  return { surface, frames, alone: (await tablesOf(surface, frames, 1)).map(tableBytes) };
}

describe('a thread that dies', () => {
  test('before any step, or on the way: another begins anew with the same answer', async () => {
    const { surface, frames, alone } = await sheet();
    const detector = await createImpactDetector({ ...pick(surface), workers: 2 });
    for (const [step, expected] of alone.entries()) {
      // Sometimes while the thread is idle, sometimes during its query.
      if (step === 2) void watch.alive[0].worker.terminate();
      if (step === 2) await until(() => watch.alive.length === 1, 'a resting thread has ended');
      let isKilled = false;
      if (step % 2 === 0)
        watch.onAsked = ({ worker }) => {
          if (!isKilled) void worker.terminate();
          isKilled = true;
        };
      expect(tableBytes(await detector.impacts(frames[step], frames[step + 1]))).toBe(expected);
      expect(isKilled).toBe(step % 2 === 0);
      watch.onAsked = () => {};
    }
    expect(watch.all.length).toBe(6);
    detector.dispose();
  });

  test('each time is replaced by this one', async () => {
    const { surface, frames, alone } = await sheet();
    const detector = await createImpactDetector({ ...pick(surface), workers: 3 });
    watch.onAsked = ({ worker }) => void worker.terminate();
    for (const [step, expected] of alone.entries())
      expect(tableBytes(await detector.impacts(frames[step], frames[step + 1]))).toBe(expected);
    expect(watch.all.length).toBe(9);
    detector.dispose();
  });
});

describe.each([1, 3])('with %d threads', (workers) => {
  test('questions at once are answered in order, each of the positions as they were', async () => {
    const { surface, frames, alone } = await sheet();
    const detector = await createImpactDetector({ ...pick(surface), workers });
    const settled: number[] = [];
    const asked = alone.map(async (_, step) => {
      const [start, end] = [Float64Array.from(frames[step]), Float64Array.from(frames[step + 1])];
      const table = detector.impacts(start, end);
      start.fill(0);
      end.fill(0);
      const free = detector.freeUntil(frames[step], frames[step + 1]);
      const bytes = tableBytes(await table);
      settled.push(step);
      return [bytes, await free] as const;
    });
    const answers = await Promise.all(asked);
    expect(answers.map(([bytes]) => bytes)).toEqual(alone);
    expect(settled).toEqual(alone.map((_, step) => step));
    const later = await Promise.all(alone.map((_, step) => detector.freeUntil(frames[step], frames[step + 1])));
    expect(answers.map(([, free]) => free)).toEqual(later);
    detector.dispose();
  });

  test('a question that is refused is no hindrance to the next', async () => {
    const { surface, frames, alone } = await sheet();
    const detector = await createImpactDetector({ ...pick(surface), workers });
    const refused = detector.impacts(frames[0], frames[1].slice(1));
    const answered = detector.impacts(frames[0], frames[1]);
    await expect(refused).rejects.toMatchObject({ code: 'BAD_LENGTH' });
    expect(tableBytes(await answered)).toBe(alone[0]);
    detector.dispose();
  });

  test('dispose rejects what is under way and what waits', async () => {
    const { surface, frames } = await sheet();
    const detector = await createImpactDetector({ ...pick(surface), workers });
    await detector.impacts(frames[0], frames[1]);
    const asked = [detector.impacts(frames[1], frames[2]), detector.freeUntil(frames[2], frames[3])];
    detector.dispose();
    const all = await Promise.allSettled(asked);
    expect(all).toMatchObject(all.map(() => ({ status: 'rejected', reason: { code: 'DISPOSED' } })));
    await expect(detector.impacts(frames[0], frames[1])).rejects.toMatchObject({ code: 'DISPOSED' });
  });
});

test('dispose rejects what threads are at', async () => {
  const { surface, frames } = await sheet();
  const detector = await createImpactDetector({ ...pick(surface), workers: 2 });
  watch.onAsked = () => detector.dispose();
  await expect(detector.impacts(frames[0], frames[1])).rejects.toMatchObject({ code: 'DISPOSED' });
  expect(watch.asked).toBeGreaterThan(0);
});

test('a process of Node whose threads rest ends by itself', async () => {
  const folder = await temporaryFolder('deforming-threads');
  const outfile = join(folder, 'main.mjs');
  const contents = `
    import { createImpactDetector } from './lib/index.ts';
    const detector = await createImpactDetector({ vertexCount: 4, faces: [0, 1, 2], workers: 2 });
    const face = [-8, -8, 0, 8, -8, 0, 0, 8, 0];
    const table = await detector.impacts([...face, 0, 0, 1], [...face, 0, 0, -1]);
    process.stdout.write(String(table.length));`;
  const stdin = { contents, resolveDir: process.cwd(), loader: 'ts' } as const;
  const { outputFiles } = await build({
    ...{ stdin, outfile, bundle: true, write: false, format: 'esm', platform: 'node' },
    ...{ loader: { '.wgsl': 'text' }, external: ['webgpu'], logLevel: 'error' },
  });
  // Node 20 runs no TypeScript.
  const worker = pathToFileURL(join(process.cwd(), 'out/impact-worker.mjs'));
  writeFileSync(outfile, outputFiles[0].text.replaceAll('./impact-worker.ts', String(worker)));
  expect(execFileSync(process.execPath, [outfile], { timeout: 60_000, encoding: 'utf8' })).toBe('1');
});

const pick = ({ vertexCount, faces }: DeformingCase) => ({ vertexCount, faces });
