// The built kerf benchmark: what it makes has its version's checksums, and kerf answers all of size S correctly.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { benchmarkCase, benchmarkCaseNames, benchmarkChecksums, benchmarkCounts } from '#datasets';
import type { LabelLine, LabelTask } from '#cli/benchmark/label-lines.ts';
import { makeBenchmark } from '#cli/benchmark/make-benchmark.ts';
import { WorkerPool } from '#cli/worker-pool.ts';
import { loadMesh, writeMesh } from '#io';
import { runAside } from '#harness/command.ts';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const built = join(import.meta.dirname, '../../dist');
const cli = join(built, 'cli.js');
const isLong = longRun(1, 0) === 1;
const kerf = (folder: string, ...argv: string[]) => runAside(folder, process.execPath, cli, 'benchmark', ...argv);
/** The cases whose labels are made. */
const names = partOf(benchmarkCaseNames, 10, 2);
const json = async (...path: string[]) => JSON.parse(await readFile(join(...path), 'utf8'));

test.each(isLong ? (['S', 'M', 'L'] as const) : (['S'] as const))(
  'size %s has the bytes of version 1, by one worker and by two, and kerf is right',
  async (size) => {
    const root = await temporaryFolder('benchmark-process');
    const pinned = Object.entries(benchmarkChecksums[size]).filter(([path]) => names.includes(path.split('/')[0]));
    for (const workers of isLong && size === 'S' ? ['1', '2'] : ['2']) {
      if (isLong) {
        const said = await kerf(root, 'make', '--size', size, '--out', 'bench', '--workers', workers);
        expect(said).toContain(`benchmark version 1, size ${size}, 10 cases`);
      } else await makeSome(join(root, 'bench'), Number(workers));
      const { files } = await json(root, 'bench/benchmark.json');
      expect(files).toEqual(Object.fromEntries(pinned));
    }
    for (const [path, sum] of pinned)
      expect([path, sha256(await readFile(join(root, 'bench', path)))]).toEqual([path, sum]);
    await kerf(root, 'run', 'bench', '--out', 'results');
    await kerf(root, 'judge', 'bench', '--results', 'results', '--out', 'judged');
    const { poses, strokes } = await json(root, 'judged/kerf.json');
    const all = poses.poses;
    expect(poses).toMatchObject({
      ...{ answered: all, unstable: 0 },
      verdicts: { judged: all, false: 0, missed: 0, enclosedMissed: 0, other: 0 },
      pairs: { judged: all, wrong: 0, missed: 0, extra: 0 },
      distances: { judged: poses.distances.asked, wrong: 0 },
    });
    expect(strokes).toMatchObject({ judged: strokes.strokes, invented: 0, missed: 0, early: 0, late: 0 });
    const said = await kerf(root, 'table', 'judged/kerf.json', '--out', 'board.html');
    const { version } = await json(built, '../package.json');
    expect(said).toContain(`| kerf | ${version} | verdict, pairs, distance, strokes | 100.0 % |`);
  },
);

test('bodies, poses and strokes of each size are those of version 1', () => {
  const sizes = isLong ? (['S', 'M', 'L'] as const) : (['S', 'M'] as const);
  for (const name of partOf(benchmarkCaseNames, 5, 3)) {
    // A smaller size is the beginning of a larger one.
    const { bone, tool, ...made } = benchmarkCase(name, benchmarkCounts(name, sizes[sizes.length - 1]));
    const bodies = [bone, tool].map((mesh) => writeMesh(mesh, 'ply'));
    for (const size of sizes) {
      const counts = benchmarkCounts(name, size);
      const [poses, strokes] = [made.poses.slice(0, counts.poses), made.strokes.slice(0, counts.strokes)];
      const rows = (numbers: readonly (readonly number[])[]) => numbers.map((row) => `${row.join(',')}\n`).join('');
      const files = [rows(poses.map(({ pose }) => pose)), rows(strokes.map(({ from, to }) => [...from, ...to]))];
      const pinned = ['bone.ply', 'tool.ply', 'poses.csv', 'strokes.csv'].map(
        (file) => benchmarkChecksums[size][`${name}/${file}`],
      );
      expect([name, size, ...[...bodies, ...files].map(sha256)]).toEqual([name, size, ...pinned]);
    }
  }
});

/** Some cases of size S as `kerf benchmark make` makes them, with its own worker threads. */
async function makeSome(out: string, workers: number): Promise<void> {
  const createLabelPool = async (count: number) => {
    const workerFile = join(built, 'label-worker.js');
    const pool = await WorkerPool.create<LabelTask>({ workerFile, workers: count });
    return { label: (task: LabelTask) => pool.ask<LabelLine[]>(task, task.name), close: () => pool.close() };
  };
  const cases = names.map((name) => ({ name, ...benchmarkCounts(name, 'S') }));
  const plan = { size: 'S', cases, checksums: benchmarkChecksums.S };
  const kit = { ...fakeToolkit(), loadMesh, writeMesh, createLabelPool };
  await makeBenchmark({ plan, workers, out }, kit, recordedTerminal());
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
